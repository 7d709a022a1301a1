//! Trees with templates that patch once they are parsed again.

use std::ops::Range;

use crosscheck_parser::pseudo_attribute::pseudo_attribute;

use super::rows::Rows;
use crate::tree::Node;

/// Whether such a template takes away what first came back otherwise, or puts it in. `is_misplaced` says whether a node is
/// one that cannot stand where it stands, `is_markup` whether it is text that is markup where it stands.
pub(super) fn is_patched(
    rows: &Rows<'_>,
    first: usize,
    is_misplaced: impl Fn(usize) -> bool,
    is_markup: impl Fn(usize) -> bool,
) -> bool {
    let mut templates = first..rows.len();
    templates.any(|template| {
        let is_before = |&marker: &usize| begins(rows, marker) <= first;
        if is_markup(template) {
            let mut markers = (0..template).filter(|&index| marker_name(rows, index).is_some());
            return markers.any(|marker| is_before(&marker));
        }
        let mut markers = markers_of(rows, template).filter(is_before);
        let scope = scope(rows, template);
        markers.any(|marker| scope.contains(&marker) || (marker + 1..=template).any(&is_misplaced))
    })
}

/// The markers before a template that have the name it is for: they were not there yet when the template was parsed first,
/// or were out of its scope. <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
fn markers_of(rows: &Rows<'_>, template: usize) -> impl Iterator<Item = usize> {
    let name = rows.attribute(template, b"for");
    let name = name.filter(|name| !name.is_empty() && is_template(rows, template));
    let before = 0..template;
    before.filter(move |&index| name.is_some() && marker_name(rows, index).as_deref() == name)
}

/// Whether it is a template, or a template element of foreign content, which the parser may have left before it.
fn is_template(rows: &Rows<'_>, index: usize) -> bool {
    let element = rows.element(index);
    element.is_some_and(|(_, name)| name == b"template")
}

/// The name of a marker that a template can be for; `None` if the node is none.
fn marker_name(rows: &Rows<'_>, index: usize) -> Option<Vec<u8>> {
    match rows.node(index)? {
        Node::ProcessingInstruction { target, data } => {
            let is_opener = [&b"marker"[..], b"start"].contains(target);
            pseudo_attribute(data, b"name").filter(|_| is_opener)
        }
        _ => None,
    }
}

/// What a template finds its marker in.
/// <https://html.spec.whatwg.org/multipage/scripting.html#prepare-content-patching>
fn scope(rows: &Rows<'_>, template: usize) -> Range<usize> {
    let scope = match rows.parent(template) {
        Some(body) if rows.is_html(body, "body") => rows.parent(body),
        scope => scope,
    };
    scope.map_or(0..rows.len(), |scope| rows.subtree(scope))
}

/// Where what is put to a marker begins: with a text before it, text becomes one.
fn begins(rows: &Rows<'_>, marker: usize) -> usize {
    let before = marker.checked_sub(1);
    let text = before.filter(|&before| {
        matches!(rows.node(before), Some(Node::Text(_)))
            && rows.parent(before) == rows.parent(marker)
    });
    text.unwrap_or(marker)
}
