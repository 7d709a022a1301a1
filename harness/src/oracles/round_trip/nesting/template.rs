//! The contents of templates, which are parsed as the first start tag in them says.

use super::Place;
use super::outside_body::IN_HEAD;
use super::table::TABLE_PARTS;
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

impl<'t> Place<'_, 't> {
    /// The contents of a template, if this stands right in them.
    pub(super) fn contents(&self) -> Option<usize> {
        let parent = self.rows.parent(self.index);
        parent.filter(|&parent| self.rows.node(parent) == Some(&Node::TemplateContents))
    }

    /// Whether this is in the contents of a template, at whatever depth.
    pub(super) fn is_in_template(&self) -> bool {
        let mut ancestors = self.rows.ancestors(self.index);
        ancestors.any(|index| self.rows.node(index) == Some(&Node::TemplateContents))
    }

    /// Whether the start tag or the text here is ignored in the mode that an element before it brought about.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    pub(super) fn is_ignored_in_template(&self) -> bool {
        match self.contents() {
            Some(_) => self.is_ignored_in_contents(),
            None => self.is_ignored_deep_in_contents(),
        }
    }

    /// Whether it is, right in the contents.
    fn is_ignored_in_contents(&self) -> bool {
        let Some(first) = self.sets_mode() else {
            return false;
        };
        let name = match self.rows.node(self.index) {
            Some(Node::Text(data)) => {
                return first == b"col" && !data.iter().all(u8::is_ascii_whitespace);
            }
            Some(Node::Element { name, .. }) => *name,
            _ => return false,
        };
        match first {
            b"col" => is_ignored_behind_col(name),
            _ if SECTIONS.contains(&first) => is_ignored_in_table(name),
            b"tr" => is_ignored_in_table(name) || SECTIONS.contains(&name),
            b"td" | b"th" => is_ignored_in_table(name) || name == b"tr" || SECTIONS.contains(&name),
            _ => TABLE_PARTS.contains(&name),
        }
    }

    /// Whether it is, in an element that leaves the mode as it is: "in table", or one that goes by its rules.
    fn is_ignored_deep_in_contents(&self) -> bool {
        let is_contents = |index: &usize| self.rows.node(*index) == Some(&Node::TemplateContents);
        let ancestors = self.rows.ancestors(self.index);
        let around: Vec<usize> = ancestors.take_while(|index| !is_contents(index)).collect();
        let Some(&top) = around.last() else {
            return false;
        };
        let Some(name) = self.html() else {
            return false;
        };
        let names = around.iter().filter_map(|&index| self.rows.html(index));
        let mut with_mode = names.filter(|name| *name == b"table" || TABLE_PARTS.contains(name));
        match with_mode.next() {
            Some(b"caption" | b"td" | b"th") => false,
            Some(_) => name == b"form" && self.is_in_template(),
            None => {
                match (Self {
                    index: top,
                    ..*self
                })
                .sets_mode()
                {
                    // All that this is in is ignored too.
                    Some(b"col") => is_ignored_behind_col(name),
                    Some(first) => TABLE_PARTS.contains(&first) && is_ignored_in_table(name),
                    None => false,
                }
            }
        }
    }

    /// The name of the element before this, right in the contents of a template, that brought about their mode.
    fn sets_mode(&self) -> Option<&'t [u8]> {
        let contents = self.contents()?;
        let siblings = self.rows.children(contents);
        let before = siblings.take_while(|&index| index < self.index);
        let mut elements = before.filter_map(|index| self.rows.element(index));
        let first = elements.find(|(_, name)| !IN_HEAD.contains(name));
        first.map(|(_, name)| name)
    }
}

/// Whether "in column group" ignores the start tag of this name where there is no column group.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
fn is_ignored_behind_col(name: &[u8]) -> bool {
    name != b"col" && name != b"template"
}

/// Whether "in table" ignores the start tag of this name where there is no table.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
fn is_ignored_in_table(name: &[u8]) -> bool {
    name == b"table" || name == b"form"
}
