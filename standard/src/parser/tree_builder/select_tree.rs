//! The tree as the algorithms of selects see it, and the rules' way of changing it.
//!
//! Their questions are answered by walking. Where the walks have become expensive the [index](SelectIndex) answers
//! them, unless an observer may have changed what a walk gives.

use std::collections::BTreeMap;
use std::fmt;

use super::TreeBuilder;
use super::insertion::Location;
use super::select_index::{SelectIndex, part_of};
use crate::clauses::change::Change;
use crate::clauses::clause::Clause;
use crate::clauses::observer::{Effect, Observer};
use crate::dom::{ElementName, NodeId};
use crate::name::Name;
use crate::parser::on_demand::Empty;
use crate::parser::options::Lookup;
use crate::parser::select::{self, Nesting, Part, PartAttribute, PartWithin, SelectTree, Selects, mutation, walk};

/// How many nodes may be walked through for each that the parser makes, before the index is made. Selects of some
/// hundred options, as pages have them, stay below.
const WALKED_PER_NODE: u64 = 64;
/// How many nodes may be walked through in any document.
const WALKED_AT_LEAST: u64 = 100_000;

/// What is known of the selects of a document, when there is an option or a selectedcontent element.
#[derive(Debug, Default)]
pub(super) struct SelectState {
    pub(super) selects: Selects<NodeId>,
    index: Option<SelectIndex>,
    /// The first and the last selected option of selects, as long as they are known.
    selected_options: BTreeMap<NodeId, Option<(NodeId, NodeId)>>,
    clones_made: u64,
    disagreements: Vec<Disagreement>,
}

impl Empty for SelectState {
    const EMPTY: &'static Self = &Self {
        selects: Selects::new(),
        index: None,
        selected_options: BTreeMap::new(),
        clones_made: 0,
        disagreements: Vec::new(),
    };
}

/// A question to which the index has another answer than the walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The question.
    pub question: &'static str,
    /// The node it is about.
    pub node: NodeId,
    /// What the walk found.
    pub walk: String,
    /// What the index says.
    pub index: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, node, walk, index } = self;
        let node = node.index();
        write!(f, "{question} of node {node}: {walk} by walking, {index} by the index")
    }
}

impl<O: Observer> TreeBuilder<O> {
    /// The questions to which the index has another answer than the walk, with [`Lookup::Check`].
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.select_state.disagreements
    }

    /// Whether the edition shows selected options in selectedcontent elements, which the select modes of old did not
    /// take.
    fn shows_selected_options(&self) -> bool {
        self.edition.has(Change::Selectedcontent2025) && self.edition.has(Change::RelaxedSelect2025)
    }

    /// Notes that an element was created.
    #[inline]
    pub(super) fn element_was_created(&mut self, element: NodeId, name: ElementName) {
        if name.is_html(Name::OPTION) || name.is_html(Name::SELECTEDCONTENT) {
            self.part_was_created(element, name);
        }
    }

    #[cold]
    fn part_was_created(&mut self, element: NodeId, name: ElementName) {
        if !self.shows_selected_options() {
            return;
        }
        // From now on nodes are inserted and removed with steps.
        self.select_state.make();
        if name.is_html(Name::OPTION) {
            select::option_was_created(self, element);
        }
    }

    /// Inserts a node that has no parent.
    #[inline]
    pub(super) fn insert_at(&mut self, location: Location, node: NodeId) {
        match self.select_state.is_made() {
            true => mutation::insert(self, node, location.parent, location.before),
            false => self.document.insert(location.parent, node, location.before),
        }
    }

    /// Appends a node that has no parent.
    pub(super) fn append(&mut self, parent: NodeId, node: NodeId) {
        self.insert_at(Location::end_of(parent), node);
    }

    /// Removes a node from its parent, if it has one.
    pub(super) fn remove(&mut self, node: NodeId) {
        match self.select_state.is_made() {
            true => mutation::remove(self, node),
            false => self.unlink(node),
        }
    }

    /// Takes all children of a node and appends them to another.
    pub(super) fn take_children(&mut self, from: NodeId, to: NodeId) {
        match self.select_state.is_made() {
            true => mutation::take_children(self, from, to),
            false => {
                if O::watches() {
                    for child in self.document.children(from) {
                        self.observer.effect(Effect::Removed(child));
                    }
                }
                self.document.reparent_children(from, to);
            }
        }
    }

    /// Appends to the data of a text node, a child of `parent`.
    #[inline]
    pub(super) fn append_text(&mut self, parent: NodeId, text: NodeId, data: &[u8]) {
        self.document.append_text(text, data);
        if self.select_state.is_made()
            && let Some(index) = &mut self.select_state.index
        {
            index.children_changed(&self.document, parent);
        }
    }

    /// Notes that an element has become a shadow host.
    pub(super) fn shadow_was_attached(&mut self, host: NodeId) {
        if self.select_state.is_made() {
            self.state_changed(host);
        }
    }

    /// Runs for an option that was popped off the stack of open elements.
    #[cold]
    pub(super) fn option_was_popped(&mut self, option: NodeId) {
        if self.select_state.is_made() {
            mutation::maybe_clone_an_option_into_selectedcontent(self, option);
        }
    }

    /// Notes that the index has another answer than the walk.
    pub(super) fn disagree(
        &mut self,
        question: &'static str,
        node: NodeId,
        walk: impl fmt::Debug,
        index: impl fmt::Debug,
    ) {
        self.select_state.disagreements.push(Disagreement {
            question,
            node,
            walk: format!("{walk:?}"),
            index: format!("{index:?}"),
        });
    }

    /// The root of the tree that a node is in.
    fn root(&mut self, node: NodeId) -> NodeId {
        self.ask(
            "root",
            node,
            |tree| {
                let mut root = node;
                while let Some(parent) = tree.document.parent(root) {
                    tree.select_state.selects.walked += 1;
                    root = parent;
                }
                root
            },
            |index| index.root(node),
        )
    }

    /// Whether the index is to answer. It is made if so.
    fn asks_index(&mut self) -> bool {
        let is_asked = !O::sees_all()
            && match self.options.lookup {
                Lookup::Walk => false,
                Lookup::Index | Lookup::Check => true,
                Lookup::WhereLong => self.select_state.index.is_some() || self.walks_are_long(),
            };
        let state = &mut *self.select_state;
        if is_asked && state.index.is_none() {
            state.index = Some(SelectIndex::new(&self.document, &state.selects));
        }
        is_asked
    }

    fn walks_are_long(&self) -> bool {
        let made = self.document.nodes_made() as u64 - self.select_state.clones_made;
        self.select_state.selects.walked > WALKED_AT_LEAST + WALKED_PER_NODE * made
    }

    /// Answers a question about a node by the index or by walking.
    fn ask<A: PartialEq + fmt::Debug>(
        &mut self,
        question: &'static str,
        node: NodeId,
        walk: impl FnOnce(&mut Self) -> A,
        ask: impl FnOnce(&mut SelectIndex) -> Option<A>,
    ) -> A {
        if !self.asks_index() {
            return walk(self);
        }
        let index = self.select_state.index.as_mut();
        let Some(answer) = index.and_then(ask) else {
            return walk(self);
        };
        if self.options.lookup != Lookup::Check {
            return answer;
        }
        let walked = walk(self);
        if walked != answer {
            self.disagree(question, node, &walked, answer);
        }
        walked
    }
}

impl<O: Observer> SelectTree for TreeBuilder<O> {
    type Node = NodeId;

    #[inline]
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.document.parent(node)
    }

    #[inline]
    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.document.first_child(node)
    }

    #[inline]
    fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.document.next_sibling(node)
    }

    #[inline]
    fn part(&self, node: NodeId) -> Option<Part> {
        part_of(&self.document, node)
    }

    fn attribute(&self, element: NodeId, attribute: PartAttribute) -> Option<Vec<u8>> {
        let value = self.document.attribute(element, name_of(attribute))?;
        Some(value.to_vec())
    }

    fn has_attribute(&self, element: NodeId, attribute: PartAttribute) -> bool {
        self.document.attribute(element, name_of(attribute)).is_some()
    }

    #[inline]
    fn shadow_root(&self, element: NodeId) -> Option<NodeId> {
        Some(self.document.shadow_root(element)?.0)
    }

    fn is_connected(&mut self, node: NodeId) -> bool {
        let mut root = self.root(node);
        while let Some(host) = self.document.shadow_host(root) {
            root = self.root(host);
        }
        root == NodeId::DOCUMENT
    }

    fn link(&mut self, parent: NodeId, node: NodeId, before: Option<NodeId>) {
        self.document.insert(parent, node, before);
        let state = &mut *self.select_state;
        if let Some(index) = &mut state.index {
            index.linked(&self.document, &state.selects, parent, node);
        }
    }

    fn unlink(&mut self, node: NodeId) {
        self.observer.effect(Effect::Removed(node));
        let parent = self.document.parent(node);
        self.document.detach(node);
        if self.select_state.is_made()
            && let Some(index) = &mut self.select_state.index
            && let Some(parent) = parent
        {
            index.unlinked(&self.document, parent, node);
        }
    }

    fn create_fragment(&mut self) -> NodeId {
        self.document.create_fragment()
    }

    fn clone_single_node(&mut self, node: NodeId) -> NodeId {
        self.select_state.clones_made += 1;
        let copy = self.document.clone_single_node(node);
        self.observer.effect(Effect::Cloned(copy));
        self.marker_was_cloned(copy);
        copy
    }

    fn cloned_inner_trees(&mut self, node: NodeId, copy: NodeId) -> Vec<(NodeId, NodeId)> {
        let mut trees = Vec::new();
        let contents = |node| self.document.element(node)?.contents;
        trees.extend(contents(node).zip(contents(copy)));
        if let Some((root, shadow)) = self.document.shadow_root(node)
            && shadow.clonable
        {
            let shadow = *shadow;
            trees.push((root, self.document.attach_shadow(copy, shadow)));
            self.shadow_was_attached(copy);
        }
        trees
    }

    fn is_full(&self) -> bool {
        self.document.is_too_large()
    }

    #[inline]
    fn selects(&self) -> &Selects<NodeId> {
        &self.select_state.selects
    }

    #[inline]
    fn selects_mut(&mut self) -> &mut Selects<NodeId> {
        &mut self.select_state.selects
    }

    fn state_changed(&mut self, element: NodeId) {
        let state = &mut *self.select_state;
        if let Some(index) = &mut state.index {
            index.element_changed(&self.document, &state.selects, element);
        }
    }

    fn selected_options_change(&mut self, select: NodeId) {
        self.select_state.selected_options.remove(&select);
    }

    fn clone_was_made(&mut self, option: NodeId, selectedcontent: NodeId) {
        if let Some(index) = &mut self.select_state.index {
            index.clone_was_made(option, selectedcontent);
        }
    }

    #[inline]
    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.observer.condition(clause, holds)
    }

    #[inline]
    fn step(&mut self, clause: Clause) -> bool {
        self.observer.step(clause)
    }

    fn nearest_ancestor_select(&mut self, element: NodeId) -> Option<NodeId> {
        self.ask(
            "nearest ancestor select",
            element,
            |tree| walk::nearest_ancestor_select(tree, element),
            |index| Some(index.nearest_ancestor_select(element)),
        )
    }

    fn selected_options(&mut self, select: NodeId) -> Option<(NodeId, NodeId)> {
        let known = self.select_state.selected_options.get(&select).copied();
        if let Some(known) = known.filter(|_| !O::sees_all())
            && self.options.lookup == Lookup::WhereLong
        {
            return known;
        }
        let selected = self.ask(
            "first and last selected option",
            select,
            |tree| walk::selected_options(tree, select),
            |index| Some(index.selected_options(select)),
        );
        if let Some(known) = known
            && known != selected
            && self.options.lookup == Lookup::Check
        {
            self.disagree("first and last selected option known", select, selected, known);
        }
        self.select_state.selected_options.insert(select, selected);
        selected
    }

    fn first_enabled_option(&mut self, select: NodeId) -> Option<NodeId> {
        self.ask(
            "first option that is not disabled",
            select,
            |tree| walk::first_enabled_option(tree, select),
            |index| Some(index.first_enabled_option(select)),
        )
    }

    fn first_selectedcontent(&mut self, select: NodeId) -> Option<NodeId> {
        self.ask(
            "first selectedcontent",
            select,
            |tree| walk::first_selectedcontent(tree, select),
            |index| Some(index.first_selectedcontent(select)),
        )
    }

    fn next_filled_selectedcontent(&mut self, select: NodeId, after: NodeId) -> Option<NodeId> {
        self.ask(
            "next selectedcontent that has children",
            after,
            |tree| walk::next_filled_selectedcontent(tree, select, after),
            |index| Some(index.next_filled_selectedcontent(select, after)),
        )
    }

    fn parts_within(&mut self, root: NodeId) -> Vec<PartWithin<NodeId>> {
        self.ask(
            "options that change their select, and selectedcontent elements",
            root,
            |tree| walk::parts_within(tree, root),
            |index| index.parts_within(root),
        )
    }

    fn nesting(&mut self, selectedcontent: NodeId) -> Nesting<NodeId> {
        self.ask(
            "what is around",
            selectedcontent,
            |tree| walk::nesting(tree, selectedcontent),
            |index| Some(index.nesting(selectedcontent)),
        )
    }

    fn nearest_inclusive_select(&mut self, node: NodeId) -> Option<NodeId> {
        self.ask(
            "nearest select",
            node,
            |tree| walk::nearest_inclusive_select(tree, node),
            |index| Some(index.nearest_inclusive_select(node)),
        )
    }

    fn holds_clone_of(&mut self, selectedcontent: NodeId, option: NodeId) -> bool {
        if !self.asks_index() {
            return false;
        }
        let index = self.select_state.index.as_mut();
        let holds = index.is_some_and(|index| index.holds_clone_of(selectedcontent, option));
        if holds
            && self.options.lookup == Lookup::Check
            && !self.document.same_below(selectedcontent, &self.document, option)
        {
            self.disagree("whether it holds a clone of the option", selectedcontent, false, true);
        }
        holds
    }
}

fn name_of(attribute: PartAttribute) -> Name {
    match attribute {
        PartAttribute::Disabled => Name::DISABLED,
        PartAttribute::Multiple => Name::MULTIPLE,
        PartAttribute::Selected => Name::SELECTED,
        PartAttribute::Size => Name::SIZE,
    }
}
