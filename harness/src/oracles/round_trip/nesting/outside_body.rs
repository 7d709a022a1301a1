//! Documents with nodes in the head, or beside head and body, that the parser would not leave there. Templates that patch
//! put them there: what they hold was parsed as if it stood in the body.

use super::Place;
use crate::tree::Node;

/// The elements that "in head" puts into the head.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
pub(super) const IN_HEAD: [&[u8]; 10] = [
    b"base",
    b"basefont",
    b"bgsound",
    b"link",
    b"meta",
    b"noframes",
    b"script",
    b"style",
    b"template",
    b"title",
];

/// Those of them that "in head noscript" leaves in the noscript element.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
const IN_HEAD_NOSCRIPT: [&[u8]; 6] = [
    b"basefont",
    b"bgsound",
    b"link",
    b"meta",
    b"noframes",
    b"style",
];

impl Place<'_, '_> {
    /// Whether such a node is here, or goes to where this is, the end of the head or of the body.
    pub(super) fn is_by_outside_body(&self) -> bool {
        let Some(root) = self.root() else {
            return false;
        };
        if self.is_out_of_place_in_head() || self.is_out_of_place_beside_body(root) {
            return true;
        }
        let ends = self
            .rows
            .children(root)
            .filter(|&part| self.rows.is_html(part, "head") || self.rows.is_html(part, "body"));
        let mut moved = ends
            .filter(|&part| self.is_at_the_end_of(part))
            .flat_map(|part| {
                let behind = self.rows.children(root).filter(move |&index| index > part);
                behind.filter(move |&index| index >= self.index)
            });
        moved.any(|index| Place { index, ..*self }.is_out_of_place_beside_body(root))
    }

    /// The html element, if this is a document.
    fn root(&self) -> Option<usize> {
        let mut top = (0..self.rows.len()).filter(|&index| self.rows.parent(index).is_none());
        let root = top.find(|&index| self.rows.is_html(index, "html"));
        root.filter(|_| self.around.context.is_none())
    }

    /// Whether this is the last text of the element, to which more can be added, or behind what it holds.
    fn is_at_the_end_of(&self, element: usize) -> bool {
        let end = self.rows.subtree(element).end;
        let is_last_text = self.index + 1 == end
            && self.rows.parent(self.index) == Some(element)
            && matches!(self.rows.node(self.index), Some(Node::Text(_)));
        self.index >= end || is_last_text
    }

    /// Whether the tag or the text here ends the head, or a noscript element in it.
    fn is_out_of_place_in_head(&self) -> bool {
        if self.parent_named(self.index, "head").is_some() {
            let has_place = |name: &[u8]| name == b"noscript" || IN_HEAD.contains(&name);
            return !self.has_place(has_place);
        }
        self.is_in_head_noscript() && !self.has_place(|name| IN_HEAD_NOSCRIPT.contains(&name))
    }

    /// Whether this stands right in a noscript element that is right in the head, with scripting disabled.
    pub(super) fn is_in_head_noscript(&self) -> bool {
        let noscript = self.parent_named(self.index, "noscript");
        let head = noscript.and_then(|noscript| self.parent_named(noscript, "head"));
        head.is_some() && !self.around.scripting
    }

    fn parent_named(&self, index: usize, name: &str) -> Option<usize> {
        let parent = self.rows.parent(index);
        parent.filter(|&parent| self.rows.is_html(parent, name))
    }

    /// Whether this stands right in the html element, and is neither head, body or frameset nor anything that can stand
    /// before, between and behind them: white space can between them alone.
    fn is_out_of_place_beside_body(&self, root: usize) -> bool {
        let is_part = |name: &[u8]| [&b"head"[..], b"body", b"frameset"].contains(&name);
        let has_place = match self.rows.node(self.index) {
            Some(Node::Text(_)) => self.has_place(is_part) && self.is_between_head_and_body(root),
            _ => self.has_place(is_part),
        };
        self.rows.parent(self.index) == Some(root) && !has_place
    }

    fn is_between_head_and_body(&self, root: usize) -> bool {
        let is_behind = |name: &str| {
            let mut parts = self.rows.children(root);
            parts.any(|part| part < self.index && self.rows.is_html(part, name))
        };
        is_behind("head") && !is_behind("body")
    }

    /// Whether this is a comment or the like, white space, or an element with a name that has a place here.
    fn has_place(&self, name_has: impl Fn(&[u8]) -> bool) -> bool {
        match self.rows.node(self.index) {
            Some(Node::Element { .. }) => self.html().is_some_and(name_has),
            Some(Node::Text(data)) => data.iter().all(u8::is_ascii_whitespace),
            _ => true,
        }
    }
}
