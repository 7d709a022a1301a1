//! Tables, with nodes in them that go before them or end a part of them.

use crosscheck_parser::list::List;

use super::Place;
use crate::input::Namespace;
use crate::tree::Node;

/// The parts of a table that have rules of their own.
pub(super) const TABLE_PARTS: [&[u8]; 9] = [
    b"caption",
    b"col",
    b"colgroup",
    b"tbody",
    b"td",
    b"tfoot",
    b"th",
    b"thead",
    b"tr",
];

impl Place<'_, '_> {
    /// Whether this is a table, is in one, or is the text before one, in which from here on something stands that goes
    /// before it; is in a form in a table, which stays there, but empty; or is in the contents of a template or in a fragment
    /// with the parts of a table but no table, of which it goes to the end.
    pub(super) fn is_by_foster_parented(&self) -> bool {
        let mut ancestors = self.rows.ancestors(self.index);
        if ancestors
            .any(|index| self.rows.is_html(index, "form") && self.is_misplaced_in_table(index))
        {
            return true;
        }
        let behind = match self.rows.node(self.index) {
            Some(Node::Text(_)) => Some(self.index + 1),
            _ => None,
        };
        let candidates = [Some(self.index), behind].into_iter().flatten();
        let tables = candidates
            .chain(self.rows.ancestors(self.index))
            .filter(|&index| {
                let is_template = self.rows.node(index) == Some(&Node::TemplateContents);
                is_template || self.rows.is_html(index, "table")
            });
        let within = tables.map(|table| (table + 1, self.rows.subtree(table).end));
        let whole = (0, self.rows.len());
        let fragment = Some(whole).filter(|_| self.is_fragment_of_table());
        let mut later = within
            .chain(fragment)
            .flat_map(|(begin, end)| self.index.max(begin)..end);
        later.any(|index| {
            self.is_misplaced_in_table(index) || Place { index, ..*self }.leaves_paragraph()
        })
    }

    /// Whether this is a fragment in a table or a part of one, where nodes go to its end.
    fn is_fragment_of_table(&self) -> bool {
        self.around.context.as_ref().is_some_and(|context| {
            let name = context.local_name.as_bytes();
            context.namespace == Namespace::Html
                && (name == b"table" || TABLE_PARTS.contains(&name))
        })
    }

    /// Whether this is a part of a table that closes the cell or the caption around the paragraph it is in: the end tag of the
    /// paragraph makes one before the table then.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>, "p" end tag.
    fn leaves_paragraph(&self) -> bool {
        self.is_one_of(&TABLE_PARTS)
            && self.ends_another()
            && self.has_in(List::TableScope, |name| name == b"p")
    }

    /// Whether the node stands right in a part of a table that "in table" would not leave it in.
    fn is_misplaced_in_table(&self, index: usize) -> bool {
        let parent = self.rows.parent(index);
        let in_part = parent.is_some_and(|parent| {
            self.rows.is_on(parent, List::FosterParenting)
                || self.rows.is_html(parent, "colgroup")
                || self.is_behind_part(index, parent)
        });
        let allowed = match self.rows.node(index) {
            Some(Node::Text(data)) => data.iter().all(u8::is_ascii_whitespace),
            Some(Node::Element {
                namespace: Namespace::Html,
                name,
                ..
            }) => match *name {
                b"input" => {
                    let kind = self.rows.attribute(index, b"type");
                    kind.is_some_and(|kind| kind.eq_ignore_ascii_case(b"hidden"))
                }
                // A form in a table is popped at once: what is in it would be in the table.
                b"form" => self.rows.subtree(index).is_empty(),
                name => {
                    TABLE_PARTS.contains(&name)
                        || [&b"style"[..], b"script", b"template"].contains(&name)
                }
            },
            Some(Node::Element { .. }) => false,
            _ => true,
        };
        in_part && !allowed
    }

    /// Whether the node is a child of a caption or a cell, or of what that holds, and behind a part of a table in there: the
    /// start tag of the part closes the caption or the cell, and with it all that is open in it.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    fn is_behind_part(&self, index: usize, parent: usize) -> bool {
        let closable: [&[u8]; 3] = [b"caption", b"td", b"th"];
        let is_closable = |index: usize| {
            let name = self.rows.html(index);
            name.is_some_and(|name| closable.contains(&name))
        };
        let around = [parent].into_iter().chain(self.rows.ancestors(parent));
        let mut in_table_scope =
            around.take_while(|&index| !self.rows.is_on(index, List::TableScope));
        let is_part = |index: usize| {
            let name = self.rows.html(index);
            name.is_some_and(|name| TABLE_PARTS.contains(&name))
        };
        in_table_scope.any(is_closable)
            && (parent + 1..index).any(|earlier| {
                is_part(earlier) && !self.is_out_of_scope(earlier, parent, List::TableScope)
            })
    }
}

/// Whether an element of this name may be a child of a part of a table, or of a table, of that name.
pub(super) fn is_part_of(name: &[u8], parent: &[u8]) -> bool {
    match name {
        b"caption" | b"colgroup" | b"tbody" | b"tfoot" | b"thead" => parent == b"table",
        b"col" => parent == b"colgroup",
        b"tr" => [&b"tbody"[..], b"tfoot", b"thead"].contains(&parent),
        _ => parent == b"tr",
    }
}
