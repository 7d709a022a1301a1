//! The contents of templates, which are parsed as the first start tag in them says.

use super::outside_body::IN_HEAD;
use super::{Place, TABLE_PARTS};
use crate::tree::Node;

/// The parts of a table that "in table" alone takes.
const SECTIONS: [&[u8]; 6] = [
    b"caption",
    b"col",
    b"colgroup",
    b"tbody",
    b"tfoot",
    b"thead",
];

impl Place<'_, '_> {
    /// The contents of a template, if this stands right in them.
    pub(super) fn contents(&self) -> Option<usize> {
        let parent = self.rows.parent(self.index);
        parent.filter(|&parent| self.rows.node(parent) == Some(&Node::TemplateContents))
    }

    /// Whether the start tag or the text here is ignored in the mode that an element before it brought about.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    pub(super) fn is_ignored_in_template(&self) -> bool {
        let before = self.contents().map(|contents| contents + 1..self.index);
        let siblings = before.into_iter().flatten();
        let siblings =
            siblings.filter(|&index| self.rows.parent(index) == self.rows.parent(self.index));
        let mut elements = siblings.filter_map(|index| self.rows.element(index));
        let Some((_, first)) = elements.find(|(_, name)| !IN_HEAD.contains(name)) else {
            return false;
        };
        let name = match self.rows.node(self.index) {
            Some(Node::Text(data)) => {
                return first == b"col" && !data.iter().all(u8::is_ascii_whitespace);
            }
            Some(Node::Element { name, .. }) => *name,
            _ => return false,
        };
        let is_ignored_in_table = name == b"table" || name == b"form";
        match first {
            b"col" => name != b"col" && name != b"template",
            _ if SECTIONS.contains(&first) => is_ignored_in_table,
            b"tr" => is_ignored_in_table || SECTIONS.contains(&name),
            b"td" | b"th" => is_ignored_in_table || name == b"tr" || SECTIONS.contains(&name),
            _ => TABLE_PARTS.contains(&name),
        }
    }
}
