//! Trees with nodes that cannot stand where they stand: the parser goes another way at their start tag.
//!
//! Each check goes by the rule of the text that makes it so, not by what the parser made of the markup.

mod formatting;
mod outside_body;
mod selectedcontent;
mod table;
mod template;

use std::collections::BTreeSet;

use crosscheck_parser::list::List;

use super::rows::{Rows, is_on};
use super::written::is_raw;
use super::{Class, Surroundings};
use crate::input::Namespace;
use crate::tree::Node;
use table::{TABLE_PARTS, is_part_of};

/// The class of a tree whose first node to come back otherwise is at `first`, if it is one of these. `known` are the
/// classes of what the markup does not tell.
pub(super) fn class(
    before: &Rows<'_>,
    after: &Rows<'_>,
    first: usize,
    around: &Surroundings,
    known: &BTreeSet<Class>,
) -> Option<Class> {
    let place = Place {
        rows: before,
        index: first,
        around,
    };
    let hidden = || {
        let hidden = place.in_refilled_contents();
        let mut hidden = hidden.chain(place.that_fill_it());
        hidden.find_map(|place| place.class(after, known))
    };
    let of_place = place.class(after, known).or_else(hidden);
    of_place.or_else(|| place.class_of_restructured(after, known))
}

/// Whether the node at `index` is text that is markup when it is parsed: it is in a raw text element of HTML whose start tag
/// is ignored where it stands, or in foreign content, where it is an element like any other.
pub(super) fn is_markup(rows: &Rows<'_>, index: usize, around: &Surroundings) -> bool {
    let raw = rows.parent(index).filter(|&parent| {
        let name = rows.html(parent);
        name.is_some_and(|name| is_raw(name, around.scripting))
    });
    let has_tag = matches!(rows.node(index), Some(Node::Text(data)) if data.contains(&b'<'));
    let is_ignored = |index| {
        let place = Place {
            rows,
            index,
            around,
        };
        place.is_ignored()
    };
    has_tag && raw.is_some_and(|raw| is_in_foreign_content(rows, raw) || is_ignored(raw))
}

/// Whether the nearest ancestor of another namespace than HTML's, if there is one, is no integration point.
fn is_in_foreign_content(rows: &Rows<'_>, index: usize) -> bool {
    let is_foreign = |ancestor: &usize| {
        let element = rows.element(*ancestor);
        element.is_some_and(|(namespace, _)| namespace != Namespace::Html)
    };
    let foreign = rows.ancestors(index).find(is_foreign);
    let points = [List::HtmlIntegrationPoint, List::MathMlTextIntegrationPoint];
    foreign.is_some_and(|foreign| !points.into_iter().any(|list| rows.is_on(foreign, list)))
}

/// The node at `first`, and those behind it that a selectedcontent element shows there, if it is in one.
pub(super) fn shown_at<'r, 't>(
    before: &'r Rows<'t>,
    first: usize,
    around: &'r Surroundings,
) -> impl Iterator<Item = usize> + use<'r, 't> {
    let place = Place {
        rows: before,
        index: first,
        around,
    };
    let behind = place.that_fill_it();
    [first].into_iter().chain(behind.map(|place| place.index))
}

/// A place in a tree: a node that came back otherwise than it was.
#[derive(Clone, Copy)]
struct Place<'r, 't> {
    rows: &'r Rows<'t>,
    index: usize,
    around: &'r Surroundings,
}

impl<'r, 't> Place<'r, 't> {
    /// The class of which the tag at this place is, or is behind it.
    fn class(&self, after: &Rows<'_>, known: &BTreeSet<Class>) -> Option<Class> {
        let ignored = self.of_ignored_tag(after);
        let checks: [(Class, bool); 10] = [
            (
                Class::NestedForm,
                ignored.is_nested_form() || self.holds_nested_form(),
            ),
            (
                Class::QuirksMode,
                known.contains(&Class::DoctypeIdentifiers) && self.is_table_in_paragraph(),
            ),
            (Class::ImpliedEndTag, self.ends_another()),
            (Class::NestedFormatting, self.is_in_nested_formatting()),
            (Class::FosterParenting, self.is_by_foster_parented()),
            (Class::ImpliedElement, self.implies(after)),
            (Class::IgnoredTag, ignored.is_ignored()),
            (
                Class::ForeignContent,
                self.changes_namespace() || self.gets_attributes(),
            ),
            (Class::OutsideBody, self.is_by_outside_body()),
            (Class::Selectedcontent, self.is_of_selectedcontent()),
        ];
        let class = checks.into_iter().find(|(_, holds)| *holds);
        class.map(|(class, _)| class)
    }

    fn html(&self) -> Option<&'t [u8]> {
        self.rows.html(self.index)
    }

    fn parent_html(&self) -> Option<&'t [u8]> {
        self.rows.html(self.rows.parent(self.index)?)
    }

    /// Where the tag is that was ignored, if one was: here, or behind this text, with which the text in the element is then
    /// one. <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    fn of_ignored_tag(self, after: &Rows<'_>) -> Self {
        let goes_on = match (self.rows.node(self.index), after.node(self.index)) {
            (Some(Node::Text(before)), Some(Node::Text(after))) => after.starts_with(before),
            _ => false,
        };
        let next = self.index + 1;
        let is_beside = self.rows.parent(next) == self.rows.parent(self.index);
        Self {
            index: if goes_on && is_beside {
                next
            } else {
                self.index
            },
            ..self
        }
    }

    /// Whether an HTML element is an ancestor with no barrier of the list before it.
    fn has_in(&self, scope: List, is_target: impl Fn(&[u8]) -> bool) -> bool {
        self.has_ancestor(is_target, |index| self.rows.is_on(index, scope))
    }

    /// Whether an HTML element is an ancestor, before which no barrier comes.
    fn has_ancestor(
        &self,
        is_target: impl Fn(&[u8]) -> bool,
        is_barrier: impl Fn(usize) -> bool,
    ) -> bool {
        for ancestor in self.rows.ancestors(self.index) {
            if self.rows.html(ancestor).is_some_and(&is_target) {
                return true;
            }
            if is_barrier(ancestor) {
                return false;
            }
        }
        false
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>, "form" start tag.
    fn is_nested_form(&self) -> bool {
        let is_form = |index: usize| self.rows.is_html(index, "form");
        let context = self.around.context.as_ref();
        let context_is_form = context.is_some_and(|context| {
            context.namespace == Namespace::Html && context.local_name == "form"
        });
        is_form(self.index)
            && !self.is_in_template()
            && (context_is_form || self.rows.ancestors(self.index).any(is_form))
    }

    /// Whether this is a form, or in one, in which from here on another form stands: the inner one's end tag ends the outer
    /// one, and the formatting elements around that are restructured.
    fn holds_nested_form(&self) -> bool {
        let outer = [self.index]
            .into_iter()
            .chain(self.rows.ancestors(self.index));
        let mut outer = outer.filter(|&index| self.rows.is_html(index, "form"));
        outer.any(|outer| {
            let mut inner = self.index.max(outer + 1)..self.rows.subtree(outer).end;
            inner.any(|index| Place { index, ..*self }.is_nested_form())
        })
    }

    fn is_in_paragraph(&self) -> bool {
        self.has_in(List::ButtonScope, |name| name == b"p")
    }

    fn is_table_in_paragraph(&self) -> bool {
        self.rows.is_html(self.index, "table") && self.is_in_paragraph()
    }

    /// Whether the start tag of the element closes one that is open.
    fn ends_another(&self) -> bool {
        let Some(name) = self.html() else {
            return false;
        };
        if closes_paragraph(name) && self.is_in_paragraph() {
            return true;
        }
        let parent = self.parent_html().unwrap_or_default();
        if parent == b"colgroup" {
            return name != b"col" && name != b"template";
        }
        match name {
            _ if is_on(List::Headings, Namespace::Html, name) => {
                is_on(List::Headings, Namespace::Html, parent)
            }
            b"li" => self.is_in_list_item(&[b"li"]),
            b"dd" | b"dt" => self.is_in_list_item(&[b"dd", b"dt"]),
            b"button" => self.has_in(List::Scope, |name| name == b"button"),
            b"select" | b"input" => self.has_in(List::Scope, |name| name == b"select"),
            b"option" => {
                parent == b"option"
                    || (parent != b"optgroup" && self.implies_end_in(b"select", parent))
            }
            b"optgroup" => parent == b"option" || self.implies_end_in(b"select", parent),
            b"hr" => self.implies_end_in(b"select", parent),
            b"rb" | b"rtc" => self.implies_end_in(b"ruby", parent),
            b"rp" | b"rt" => parent != b"rtc" && self.implies_end_in(b"ruby", parent),
            b"table" => is_on(List::FosterParenting, Namespace::Html, parent),
            _ if TABLE_PARTS.contains(&name) => {
                let in_table_scope =
                    |target: &[&[u8]]| self.has_in(List::TableScope, |name| target.contains(&name));
                !is_part_of(name, parent) && in_table_scope(&TABLE_PARTS)
            }
            _ => false,
        }
    }

    /// Whether, within an element of that name, the parent is one whose end tag is implied.
    fn implies_end_in(&self, within: &[u8], parent: &[u8]) -> bool {
        is_on(List::ImpliedEndTags, Namespace::Html, parent)
            && self.has_in(List::Scope, |name| name == within)
    }

    /// Whether a list item is open that the loop of the li, dd and dt start tags comes to.
    fn is_in_list_item(&self, items: &[&[u8]]) -> bool {
        self.has_ancestor(
            |name| items.contains(&name),
            |index| {
                self.rows.is_on(index, List::Special)
                    && !self.rows.is_on(index, List::ListItemTransparent)
            },
        )
    }

    /// Whether there is a barrier of a scope between two nodes.
    fn is_out_of_scope(&self, inner: usize, outer: usize, scope: List) -> bool {
        let ancestors = self.rows.ancestors(inner);
        let mut between = ancestors.take_while(|&index| index != outer);
        between.any(|index| self.rows.is_on(index, scope))
    }

    /// Whether the parser puts an element here that the tree lacks.
    fn implies(&self, after: &Rows<'_>) -> bool {
        let Some(made) = after.html(self.index) else {
            return false;
        };
        let parent = self.parent_html().unwrap_or_default();
        let in_template = self.contents().is_some();
        match made {
            b"tbody" => {
                (parent == b"table" || in_template) && self.is_one_of(&[b"tr", b"td", b"th"])
            }
            b"colgroup" => (parent == b"table" || in_template) && self.is_one_of(&[b"col"]),
            b"tr" => {
                let groups: [&[u8]; 3] = [b"tbody", b"thead", b"tfoot"];
                (groups.contains(&parent) || in_template) && self.is_one_of(&[b"td", b"th"])
            }
            b"html" | b"head" | b"body" => self.around.context.is_none() && self.lacks(made),
            _ => false,
        }
    }

    fn is_one_of(&self, names: &[&[u8]]) -> bool {
        self.html().is_some_and(|name| names.contains(&name))
    }

    /// Whether the document has no html element, or it has no child of that name: a frameset stands for a body.
    fn lacks(&self, name: &[u8]) -> bool {
        let top = |&index: &usize| self.rows.parent(index).is_none();
        let Some(root) = (0..self.rows.len())
            .filter(top)
            .find(|&i| self.rows.is_html(i, "html"))
        else {
            return true;
        };
        let has = |name: &[u8]| {
            let mut children = self.rows.children(root);
            children.any(|index| self.rows.html(index) == Some(name))
        };
        match name {
            b"html" => false,
            b"body" => !has(b"body") && !has(b"frameset"),
            _ => !has(name),
        }
    }

    /// Whether the start tag, or the text, is ignored here.
    fn is_ignored(&self) -> bool {
        if self.is_ignored_in_template() {
            return true;
        }
        let Some(name) = self.html() else {
            return false;
        };
        let parent = self.parent_html().unwrap_or_default();
        match name {
            b"html" => self.rows.parent(self.index).is_some(),
            b"head" | b"body" => parent != b"html",
            b"frameset" => parent != b"html" && parent != b"frameset",
            b"frame" => parent != b"frameset",
            b"noscript" => self.is_in_head_noscript(),
            _ if parent == b"html" && self.is_behind_frameset() => true,
            _ if self.contents().is_some() => false,
            _ => TABLE_PARTS.contains(&name) && !is_part_of(name, parent),
        }
    }

    /// Whether it stands behind a frameset element, where only frames may be meant.
    fn is_behind_frameset(&self) -> bool {
        let siblings = self.rows.parent(self.index).into_iter();
        let mut siblings = siblings.flat_map(|parent| self.rows.children(parent));
        siblings.any(|index| index < self.index && self.rows.is_html(index, "frameset"))
    }

    /// Whether text that is markup can give attributes to this, which is html or body.
    fn gets_attributes(&self) -> bool {
        let mut behind = self.index + 1..self.rows.len();
        self.is_one_of(&[b"html", b"body"])
            && behind.any(|index| is_markup(self.rows, index, self.around))
    }

    /// Whether an element of this name, here, gets into another namespace, or out of foreign content.
    fn changes_namespace(&self) -> bool {
        let Some((namespace, name)) = self.rows.element(self.index) else {
            return false;
        };
        let parent = match self.rows.parent(self.index) {
            Some(parent) => self.rows.element(parent).map(|(namespace, _)| namespace),
            None => self
                .around
                .context
                .as_ref()
                .map(|context| context.namespace),
        };
        match parent {
            Some(Namespace::Html) | None => match name {
                b"svg" => namespace != Namespace::Svg,
                b"math" => namespace != Namespace::MathMl,
                _ => namespace != Namespace::Html,
            },
            Some(parent) => {
                namespace != parent || is_on(List::ForeignBreakout, Namespace::Html, name)
            }
        }
    }
}

/// Whether a start tag of this name closes a p element in button scope.
fn closes_paragraph(name: &[u8]) -> bool {
    let blocks: [&[u8]; 35] = [
        b"address",
        b"article",
        b"aside",
        b"blockquote",
        b"center",
        b"details",
        b"dialog",
        b"dir",
        b"div",
        b"dl",
        b"fieldset",
        b"figcaption",
        b"figure",
        b"footer",
        b"header",
        b"hgroup",
        b"main",
        b"menu",
        b"nav",
        b"ol",
        b"p",
        b"search",
        b"section",
        b"summary",
        b"ul",
        b"pre",
        b"listing",
        b"form",
        b"li",
        b"dd",
        b"dt",
        b"plaintext",
        b"hr",
        b"xmp",
        b"table",
    ];
    blocks.contains(&name) || is_on(List::Headings, Namespace::Html, name)
}
