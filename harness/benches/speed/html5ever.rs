//! The published pair, html5ever 0.39 and its rcdom; and html5ever 0.40 with the nodes of our engine.

use std::rc::Rc;

use crosscheck::engines::html5ever::count_nodes;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, Namespace, ParseOpts, QualName, ns, parse_document};
use html5ever_0_39 as html5ever;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// Parses to a tree.
pub(crate) fn parse(text: &str) -> RcDom {
    parse_document(RcDom::default(), ParseOpts::default()).one(StrTendril::from_slice(text))
}

/// Parses with html5ever 0.40 into an arena; gives how many nodes.
pub(crate) fn parse_into_arena(text: &str) -> usize {
    count_nodes(text, None, false)
}

/// Parses to a tree, and writes that in html5lib's format.
pub(crate) fn parse_and_dump(text: &str) -> (RcDom, String) {
    let dom = parse(text);
    let dump = dump(&dom.document);
    (dom, dump)
}

fn dump(document: &Handle) -> String {
    let mut out = String::with_capacity(1024);
    let children = |node: &Handle, depth: usize, pending: &mut Vec<(Handle, usize)>| {
        let children = node.children.borrow();
        pending.extend(children.iter().rev().map(|child| (Rc::clone(child), depth)));
    };
    let mut pending = Vec::new();
    children(document, 0, &mut pending);
    while let Some((node, depth)) = pending.pop() {
        write_node(&mut out, &node, depth);
        children(&node, depth + 1, &mut pending);
        if let NodeData::Element { template_contents, .. } = &node.data
            && let Some(contents) = &*template_contents.borrow()
        {
            indent(&mut out, depth + 1);
            out.push_str("content\n");
            children(contents, depth + 2, &mut pending);
        }
    }
    out.pop();
    out
}

fn write_node(out: &mut String, node: &Handle, depth: usize) {
    indent(out, depth);
    match &node.data {
        NodeData::Document => {}
        NodeData::Doctype { name, public_id, system_id } => {
            put(out, &["<!DOCTYPE ", name]);
            if !public_id.is_empty() || !system_id.is_empty() {
                put(out, &[" \"", public_id, "\" \"", system_id, "\""]);
            }
            out.push('>');
        }
        NodeData::Text { contents } => put(out, &["\"", &contents.borrow(), "\""]),
        NodeData::Comment { contents } => put(out, &["<!-- ", contents, " -->"]),
        NodeData::ProcessingInstruction { target, contents } => put(out, &["<?", target, " ", contents, "?>"]),
        NodeData::Element { name, attrs, .. } => write_element(out, name, &attrs.borrow(), depth),
    }
    out.push('\n');
}

fn write_element(out: &mut String, name: &QualName, attributes: &[Attribute], depth: usize) {
    put(out, &["<", prefix(&name.ns), &name.local, ">"]);
    let mut sorted: Vec<&Attribute> = attributes.iter().collect();
    sorted.sort_by_key(|attribute| (prefix(&attribute.name.ns).len(), &*attribute.name.local));
    for attribute in sorted {
        out.push('\n');
        indent(out, depth + 1);
        put(out, &[prefix(&attribute.name.ns), &attribute.name.local, "=\"", &attribute.value, "\""]);
    }
}

/// What html5lib's notation puts before a local name.
fn prefix(namespace: &Namespace) -> &'static str {
    match *namespace {
        ns!(svg) => "svg ",
        ns!(mathml) => "math ",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    }
}

fn put(out: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| out.push_str(part));
}

fn indent(out: &mut String, depth: usize) {
    const SPACES: &str = "                                                                ";
    out.push_str("| ");
    let width = 2 * depth;
    match SPACES.get(..width) {
        Some(spaces) => out.push_str(spaces),
        None => out.extend(std::iter::repeat_n(' ', width)),
    }
}
