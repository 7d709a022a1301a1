//! Which tags may be omitted.
//! <https://html.spec.whatwg.org/multipage/syntax.html#optional-tags>

use super::{Conforming, Element, Node};
use crate::fuzzing::generate::Piece;

/// Elements before which the end tag of a p may be omitted.
const AFTER_P: [&str; 32] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "dialog",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "table",
    "ul",
];

/// Elements at whose end the end tag of a p may not be omitted; so it is with autonomous custom elements.
///
/// The standard's list is without canvas. But its end tag is parsed by the row for any other end tag, as those of the
/// others are, which a p that is open keeps from closing anything: `<canvas><p>x</canvas>` has a parse error, and
/// another tree than with `</p>`.
const NOT_AROUND_P: [&str; 8] = ["a", "audio", "canvas", "del", "ins", "map", "noscript", "video"];

/// Elements that a body whose start tag is omitted must not begin with.
const NOT_FIRST_IN_BODY: [&str; 6] = ["meta", "noscript", "link", "script", "style", "template"];

/// What stands around an element.
struct Place<'t> {
    parent: Option<&'t Element>,
    next: Option<&'t Node>,
    /// The element before, if it comes immediately before and its end tag was omitted.
    omitted_before: Option<&'t str>,
    /// Whether the end of a template comes next but for end tags of rows and their groups.
    ends_template: bool,
}

/// The pieces of the document. Of each tag that may be omitted `omit` says whether it is.
pub(super) fn written(document: &Conforming, omit: impl FnMut() -> bool) -> Vec<Piece> {
    let mut writing = Writing { pieces: Vec::new(), omit };
    writing.nodes(None, false, &document.before);
    writing.pieces.push(document.doctype.into());
    writing.nodes(None, false, &document.between);
    let place = Place { parent: None, next: document.after.first(), omitted_before: None, ends_template: false };
    writing.element(&document.html, &place);
    writing.nodes(None, false, &document.after);
    writing.pieces
}

struct Writing<F> {
    pieces: Vec<Piece>,
    omit: F,
}

impl<F: FnMut() -> bool> Writing<F> {
    /// Depth is bounded where the tree is made.
    fn nodes(&mut self, parent: Option<&Element>, parent_ends_template: bool, nodes: &[Node]) {
        let may_end_template = parent.is_some_and(|parent| match parent.name {
            "template" => true,
            "tr" | "tbody" | "thead" | "tfoot" => parent_ends_template,
            _ => false,
        });
        let mut omitted_before = None;
        for (index, node) in nodes.iter().enumerate() {
            omitted_before = match node {
                Node::Text(text) | Node::Other(text) => {
                    self.pieces.push(text.clone());
                    None
                }
                Node::Element(element) => {
                    let place = Place {
                        parent,
                        next: nodes.get(index + 1),
                        omitted_before,
                        ends_template: may_end_template && index + 1 == nodes.len(),
                    };
                    self.element(element, &place).then_some(element.name)
                }
            };
        }
    }

    /// Writes an element; whether its end tag was omitted.
    fn element(&mut self, element: &Element, place: &Place<'_>) -> bool {
        let is_start_omitted = may_omit_start(element, place) && (self.omit)();
        if !is_start_omitted {
            self.pieces.push(element.start.tag.clone());
        }
        self.nodes(Some(element), place.ends_template, &element.children);
        let Some(end) = &element.end else {
            return false;
        };
        let is_end_omitted = may_omit_end(element, place) && (self.omit)();
        if !is_end_omitted {
            self.pieces.push(end.clone());
        }
        is_end_omitted
    }
}

fn may_omit_start(element: &Element, place: &Place<'_>) -> bool {
    if element.start.has_attributes || !element.is_html {
        return false;
    }
    let first = element.children.first();
    let begins_with = |name| first.and_then(name_of) == Some(name);
    match element.name {
        "html" => !first.is_some_and(is_comment),
        "head" => first.is_none_or(is_element),
        "body" => {
            let is_misplaced = |node| name_of(node).is_some_and(|name| NOT_FIRST_IN_BODY.contains(&name));
            first.is_none_or(|first| !is_comment(first) && !is_space(first) && !is_misplaced(first))
        }
        "colgroup" => begins_with("col") && place.omitted_before != Some("colgroup"),
        "tbody" => begins_with("tr") && !matches!(place.omitted_before, Some("tbody" | "thead" | "tfoot")),
        _ => false,
    }
}

fn may_omit_end(element: &Element, place: &Place<'_>) -> bool {
    if !element.is_html {
        return false;
    }
    let is_last = place.next.is_none();
    let before = |names: &[&str]| place.next.and_then(name_of).is_some_and(|name| names.contains(&name));
    match element.name {
        "html" | "body" => !place.next.is_some_and(is_comment),
        "head" | "colgroup" | "caption" => !place.next.is_some_and(|next| is_comment(next) || is_space(next)),
        "li" => is_last || before(&["li"]),
        "dt" => before(&["dt", "dd"]),
        "dd" => is_last || before(&["dd", "dt"]),
        "p" => before(&AFTER_P) || is_last && may_end_p(place.parent),
        "rt" | "rp" => is_last || before(&["rt", "rp"]),
        "optgroup" => is_last || before(&["optgroup", "hr"]),
        "option" => is_last || before(&["option", "optgroup", "hr"]),
        "thead" => before(&["tbody", "tfoot"]),
        "tbody" => is_last || before(&["tbody", "tfoot"]),
        "tfoot" => is_last,
        "tr" => is_last || before(&["tr"]),
        // The end tag of a template takes one marker off the list of active formatting elements. Where it also closes a
        // cell, that is the cell's, and the template's stays: what comes behind is parsed differently, though the
        // standard lets the cell's end tag be omitted.
        "td" | "th" if place.ends_template => false,
        "td" | "th" => is_last || before(&["td", "th"]),
        _ => false,
    }
}

/// Whether the end of this parent ends a p.
fn may_end_p(parent: Option<&Element>) -> bool {
    parent.is_some_and(|parent| parent.is_html && !NOT_AROUND_P.contains(&parent.name) && !parent.name.contains('-'))
}

fn name_of(node: &Node) -> Option<&'static str> {
    match node {
        Node::Element(element) if element.is_html => Some(element.name),
        _ => None,
    }
}

pub(super) fn is_element(node: &Node) -> bool {
    matches!(node, Node::Element(_))
}

fn is_comment(node: &Node) -> bool {
    matches!(node, Node::Other(_))
}

/// Whether it begins with white space.
fn is_space(node: &Node) -> bool {
    matches!(node, Node::Text(text) if text.starts_with(|c: char| c.is_ascii_whitespace()))
}
