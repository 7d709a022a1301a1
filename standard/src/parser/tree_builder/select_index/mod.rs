//! An index of all trees of a document that answers what the algorithms of selects ask by walking.
//!
//! Each tree is written as a sequence of brackets: an element, processing instruction or root has one where it begins
//! and one where it ends. The sequences are kept in splay trees, with a summary of every part, so that a subtree is
//! moved, and a question is answered, in amortised logarithmic time.
//!
//! The index is made when walking has become expensive; most documents do without. It answers the questions of
//! [`SelectTree`](crate::parser::select::SelectTree), and nothing else.
//! [`Lookup::Check`](crate::parser::options::Lookup) compares its answers with those of the walks.

mod splay;
mod summary;

use std::collections::BTreeMap;

use splay::Sequences;
use summary::{Item, NONE, Own, Summary};

use crate::dom::{Document, Namespace, NodeId, NodeKind};
use crate::name::Name;
use crate::parser::select::{Nesting, Part, PartWithin, Selects};

/// Which of the elements that matter to selects a node is.
#[inline]
pub(super) fn part_of(document: &Document, node: NodeId) -> Option<Part> {
    let name = document.element(node)?.name;
    if name.namespace != Namespace::Html {
        return None;
    }
    Some(match name.local {
        Name::SELECT => Part::Select,
        Name::OPTION => Part::Option,
        Name::OPTGROUP => Part::Optgroup,
        Name::HR => Part::Hr,
        Name::DATALIST => Part::Datalist,
        Name::SELECTEDCONTENT => Part::Selectedcontent,
        _ => return None,
    })
}

/// The index.
#[derive(Debug)]
pub(super) struct SelectIndex {
    sequences: Sequences,
    /// For each node the item where it begins; the next one is where it ends.
    begins: Vec<Item>,
    /// For each item its node.
    nodes: Vec<NodeId>,
    /// A number for each change of a tree.
    now: u32,
    /// For each selectedcontent element that holds a clone the option, and when the clone was made.
    clones: BTreeMap<NodeId, (NodeId, u32)>,
}

/// Whether a node has items. Texts, comments and doctypes have no children, and no node is inserted before one.
fn is_indexed(document: &Document, node: NodeId) -> bool {
    !matches!(document.kind(node), NodeKind::Text(_) | NodeKind::Comment(_) | NodeKind::Doctype(_))
}

impl SelectIndex {
    /// The index of all trees that there are.
    pub(super) fn new(document: &Document, selects: &Selects<NodeId>) -> Self {
        let mut index = Self {
            sequences: Sequences::default(),
            begins: Vec::new(),
            nodes: vec![NodeId::DOCUMENT],
            now: 1,
            clones: BTreeMap::new(),
        };
        for root in document.nodes() {
            if document.parent(root).is_none() && is_indexed(document, root) {
                index.add_tree(document, selects, root);
            }
        }
        index
    }

    fn add_tree(&mut self, document: &Document, selects: &Selects<NodeId>, root: NodeId) {
        self.create(document, selects, root);
        for (_, node) in document.descendants(root) {
            if is_indexed(document, node)
                && let Some(parent) = document.parent(node)
            {
                self.create(document, selects, node);
                self.link(parent, node, None);
            }
        }
    }

    fn create(&mut self, document: &Document, selects: &Selects<NodeId>, node: NodeId) {
        let own = self.own(document, selects, node);
        let begin = self.sequences.create(own);
        let end = self.sequences.create(Own { is_end: true, ..own });
        self.sequences.join(begin, end);
        self.nodes.extend([node, node]);
        if self.begins.len() <= node.index() {
            self.begins.resize(node.index() + 1, NONE);
        }
        self.begins[node.index()] = begin;
    }

    fn own(&self, document: &Document, selects: &Selects<NodeId>, node: NodeId) -> Own {
        let part = part_of(document, node);
        let element = document.element(node);
        let is_host = document.shadow_root(node).is_some();
        Own {
            part,
            is_end: false,
            has_disabled_attribute: part.is_some() && document.attribute(node, Name::DISABLED).is_some(),
            is_selected: selects.is_selected(node),
            is_filled: part == Some(Part::Selectedcontent) && document.first_child(node).is_some(),
            is_host,
            // Options and selectedcontent elements have steps; markers, contents and shadow trees can be changed, or
            // remembered, without a change of the children of an element in the tree.
            is_unique: matches!(part, Some(Part::Option | Part::Selectedcontent))
                || is_host
                || element.is_none_or(|element| element.contents.is_some()),
            changed: self.now,
        }
    }

    fn begin(&self, node: NodeId) -> Item {
        self.begins.get(node.index()).copied().unwrap_or(NONE)
    }

    fn end(&self, node: NodeId) -> Item {
        self.begin(node) + 1
    }

    fn node(&self, item: Item) -> Option<NodeId> {
        (item != NONE).then(|| self.nodes[item as usize])
    }

    /// Hears that a node without a parent was put before a child of another, or at its end.
    pub(super) fn linked(&mut self, document: &Document, selects: &Selects<NodeId>, parent: NodeId, node: NodeId) {
        for node in [parent, node] {
            if is_indexed(document, node) && self.begin(node) == NONE {
                self.create(document, selects, node);
            }
        }
        if is_indexed(document, node) {
            let mut later = std::iter::successors(document.next_sibling(node), |node| document.next_sibling(*node));
            let before = later.find(|node| is_indexed(document, *node));
            self.link(parent, node, before);
        }
        self.children_changed(document, parent);
    }

    fn link(&mut self, parent: NodeId, node: NodeId, before: Option<NodeId>) {
        let behind = before.map_or(self.end(parent), |before| self.begin(before));
        self.sequences.insert_before(behind, self.begin(node));
    }

    /// Hears that a node was taken out of its parent.
    pub(super) fn unlinked(&mut self, document: &Document, parent: NodeId, node: NodeId) {
        let begin = self.begin(node);
        if begin != NONE {
            let front = self.sequences.cut_before(begin);
            let behind = self.sequences.cut_after(begin + 1);
            if front != NONE && behind != NONE {
                self.sequences.join(front, behind);
            }
        }
        self.children_changed(document, parent);
    }

    /// Hears that the children of a node, or their data, have changed.
    pub(super) fn children_changed(&mut self, document: &Document, node: NodeId) {
        let begin = self.begin(node);
        let is_content = part_of(document, node) == Some(Part::Selectedcontent);
        // What changes before there is a clone does so before any clone is made.
        if begin == NONE || (self.clones.is_empty() && !is_content) {
            return;
        }
        self.now = self.now.saturating_add(1);
        let own = self.sequences.own(begin);
        self.sequences.set_own(
            begin,
            Own { changed: self.now, is_filled: is_content && document.first_child(node).is_some(), ..own },
        );
    }

    /// Hears that what an element is has changed.
    pub(super) fn element_changed(&mut self, document: &Document, selects: &Selects<NodeId>, node: NodeId) {
        let begin = self.begin(node);
        if begin != NONE {
            let own = self.own(document, selects, node);
            let changed = self.sequences.own(begin).changed;
            self.sequences.set_own(begin, Own { changed, ..own });
        }
    }

    /// Hears that a selectedcontent element now holds a clone of an option's children.
    pub(super) fn clone_was_made(&mut self, option: NodeId, selectedcontent: NodeId) {
        self.clones.insert(selectedcontent, (option, self.now));
    }

    fn inner(&mut self, node: NodeId) -> Summary {
        self.sequences.between(self.begin(node), self.end(node))
    }

    fn whole(&mut self, node: NodeId) -> Summary {
        let (begin, end) = (self.begin(node), self.end(node));
        let inner = self.inner(node);
        let first = Summary::of(begin, self.sequences.own(begin));
        let last = Summary::of(end, self.sequences.own(end));
        first.then(&inner).then(&last)
    }

    /// The select on whose list of options an option right in the parent of a node would be, and whether an optgroup is
    /// between them.
    fn select_around(&mut self, node: NodeId) -> Option<(NodeId, bool)> {
        let mut item = self.begin(node);
        let mut in_optgroup = false;
        loop {
            item = self.sequences.enclosing(item, Summary::barriers)?;
            match self.sequences.own(item).part {
                Some(Part::Select) => return Some((self.node(item)?, in_optgroup)),
                Some(Part::Optgroup) if !in_optgroup => in_optgroup = true,
                _ => return None,
            }
        }
    }

    pub(super) fn nearest_ancestor_select(&mut self, element: NodeId) -> Option<NodeId> {
        self.select_around(element).map(|(select, _)| select)
    }

    pub(super) fn selected_options(&mut self, select: NodeId) -> Option<(NodeId, NodeId)> {
        let (first, last) = self.inner(select).selected();
        self.node(first).zip(self.node(last))
    }

    pub(super) fn first_enabled_option(&mut self, select: NodeId) -> Option<NodeId> {
        let first = self.inner(select).first_enabled();
        self.node(first)
    }

    pub(super) fn first_selectedcontent(&mut self, select: NodeId) -> Option<NodeId> {
        let first = self.inner(select).first_selectedcontent;
        self.node(first)
    }

    pub(super) fn next_filled_selectedcontent(&mut self, select: NodeId, after: NodeId) -> Option<NodeId> {
        let (start, end) = (self.begin(after), self.end(select));
        if !self.sequences.is_before(self.begin(select), start) || !self.sequences.is_before(start, end) {
            return None;
        }
        let next = self.sequences.between(start, end).first_filled_selectedcontent;
        self.node(next)
    }

    /// None where a shadow host is in the subtree.
    pub(super) fn parts_within(&mut self, root: NodeId) -> Option<Vec<PartWithin<NodeId>>> {
        let whole = self.whole(root);
        if whole.has_hosts {
            return None;
        }
        let around = self.select_around(root);
        let option = around.and_then(|(select, in_optgroup)| {
            let item = whole.first_listed(in_optgroup);
            let option = self.node(item)?;
            Some((item, PartWithin::Option { option, select }))
        });
        let mut parts = Vec::new();
        let mut next = whole.first_selectedcontent;
        while next != NONE {
            parts.extend(self.node(next).map(|node| (next, PartWithin::Selectedcontent(node))));
            next = self.sequences.between(next, self.end(root)).first_selectedcontent;
        }
        if let Some((item, part)) = option {
            let place = parts.partition_point(|(other, _)| self.sequences.is_before(*other, item));
            parts.insert(place, (item, part));
        }
        Some(parts.into_iter().map(|(_, part)| part).collect())
    }

    pub(super) fn nesting(&mut self, selectedcontent: NodeId) -> Nesting<NodeId> {
        let mut item = self.begin(selectedcontent);
        let mut select = None;
        loop {
            let Some(enclosing) = self.sequences.enclosing(item, Summary::disabling) else {
                return Nesting { select, is_nested: false };
            };
            item = enclosing;
            if self.sequences.own(item).part != Some(Part::Select) || select.is_some() {
                return Nesting { select, is_nested: true };
            }
            select = self.node(item);
        }
    }

    pub(super) fn nearest_inclusive_select(&mut self, node: NodeId) -> Option<NodeId> {
        let begin = self.begin(node);
        if self.sequences.own(begin).part == Some(Part::Select) {
            return Some(node);
        }
        let select = self.sequences.enclosing(begin, Summary::selects)?;
        self.node(select)
    }

    /// The root of the tree that a node is in.
    pub(super) fn root(&mut self, node: NodeId) -> Option<NodeId> {
        let first = self.sequences.first(self.begin(node));
        self.node(first)
    }

    pub(super) fn holds_clone_of(&mut self, selectedcontent: NodeId, option: NodeId) -> bool {
        let Some(&(of, made)) = self.clones.get(&selectedcontent) else {
            return false;
        };
        if of != option || self.inner(option).is_unique {
            return false;
        }
        [option, selectedcontent].into_iter().all(|node| {
            let own = self.sequences.own(self.begin(node));
            own.changed.max(self.inner(node).changed) <= made
        })
    }
}
