//! Templates whose contents go to a marker: `<template for>`.
//!
//! <https://html.spec.whatwg.org/multipage/scripting.html#prepare-content-patching>

use std::collections::BTreeMap;

use super::TreeBuilder;
use super::markers::Search;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;
use crate::dom::{Document, NodeId, NodeKind};
use crate::name::Name;
use crate::parser::on_demand::Empty;
use crate::parser::options::Lookup;
use crate::parser::pseudo_attribute::pseudo_attribute;

/// Where the contents of a template go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patch {
    /// The insertion target.
    pub(super) target: NodeId,
    /// The insertion start marker.
    pub(super) start: NodeId,
    /// The insertion end marker.
    pub(super) end: Option<NodeId>,
}

/// The templates that have an insertion target.
#[derive(Debug, Default)]
pub(super) struct Patches {
    by_template: BTreeMap<NodeId, Patch>,
    were_there: bool,
}

impl Empty for Patches {
    const EMPTY: &'static Self = &Self { by_template: BTreeMap::new(), were_there: false };
}

impl Patches {
    #[inline]
    pub(super) fn get(&self, template: NodeId) -> Option<Patch> {
        if self.by_template.is_empty() {
            return None;
        }
        self.by_template.get(&template).copied()
    }

    /// Whether there was ever a template with an insertion target.
    pub(super) fn were_there(&self) -> bool {
        self.were_there
    }
}

impl<O: Observer> TreeBuilder<O> {
    /// Takes the insertion target and the markers from a template that has them.
    pub(super) fn take_patch(&mut self, template: NodeId) -> Option<Patch> {
        self.patches.by_template.remove(&template)
    }

    /// Finds the marker that a template patches, and clears the range behind it; `false` if it patches nothing.
    pub(super) fn prepare_content_patching(&mut self, scope: NodeId, template: NodeId) -> bool {
        let Some(name) = self.document.attribute(template, Name::FOR).map(<[u8]>::to_vec) else {
            return false;
        };
        if self
            .condition(clause!("prepare-content-patching/empty-name", "an empty name patches nothing"), name.is_empty())
        {
            return false;
        }
        let markers = self.find_markers(scope, &name);
        if self.condition(
            clause!("prepare-content-patching/no-marker", "without a marker nothing is patched"),
            markers.is_none(),
        ) {
            return false;
        }
        // Only a mutant comes here without a marker.
        let Some((start, end)) = markers else { return true };
        let Some(target) = self.document.parent(start) else { return false };
        if !self.patches.by_template.is_empty() {
            self.markers.shuffle();
        }
        self.patches.were_there = true;
        self.patches.by_template.insert(template, Patch { target, start, end });
        if self.condition(
            clause!("prepare-content-patching/point", "a marker that is a point has nothing to remove"),
            end == Some(start),
        ) {
            return true;
        }
        if self.step(clause!("prepare-content-patching/remove", "what is between the markers is removed")) {
            let behind =
                std::iter::successors(self.document.next_sibling(start), |node| self.document.next_sibling(*node));
            let removed: Vec<NodeId> = behind.take_while(|node| Some(*node) != end).collect();
            for node in removed {
                // The removing steps of one before it may have removed it.
                if self.document.parent(node).is_some() {
                    self.remove(node);
                    self.forget_markers_within(node);
                }
            }
        }
        true
    }

    /// Takes out a marker that is done with.
    pub(super) fn detach_marker(&mut self, marker: NodeId) {
        self.remove(marker);
        self.forget_markers_within(marker);
    }

    /// Remembers a processing instruction that was just inserted, if it is a marker or the start of a range; `in_order`
    /// if that was where new nodes go.
    pub(super) fn remember_marker(&mut self, instruction: NodeId, in_order: bool) {
        let Some(name) = opener_name(&self.document, instruction) else { return };
        let root = self.current_root(self.last_template());
        self.markers.insert(root, name, instruction);
        if !in_order || !self.patches.by_template.is_empty() {
            self.markers.shuffle();
        }
    }

    /// Remembers a clone that is a marker or the start of a range.
    pub(super) fn marker_was_cloned(&mut self, clone: NodeId) {
        if let Some(name) = opener_name(&self.document, clone) {
            self.markers.insert(NodeId::DOCUMENT, name, clone);
            self.markers.shuffle();
        }
    }

    /// Forgets those of a subtree that a template took out.
    fn forget_markers_within(&mut self, node: NodeId) {
        let root = self.current_root(self.last_template_but_one());
        for node in inclusive_descendants(&self.document, node) {
            if let Some(name) = opener_name(&self.document, node) {
                self.markers.remove(root, &name, node);
            }
        }
    }

    /// The root of the tree that new nodes go into, where this is the last template that is open.
    fn current_root(&self, template: Option<NodeId>) -> NodeId {
        let contents = template.and_then(|template| self.document.element(template)?.contents);
        contents.unwrap_or(NodeId::DOCUMENT)
    }

    /// The template that the last open template is in.
    fn last_template_but_one(&self) -> Option<NodeId> {
        let position = self.stack.last_but_one_position(Name::TEMPLATE)?;
        Some(self.stack.get(position)?.node)
    }

    /// <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
    fn find_markers(&mut self, scope: NodeId, name: &[u8]) -> Option<(NodeId, Option<NodeId>)> {
        let start = self.find_opener(scope, name)?;
        let is_point = is_instruction(&self.document, start, b"marker");
        if self.condition(clause!("find-markers/marker", "a marker is start and end at once"), is_point) {
            return Some((start, Some(start)));
        }
        let mut nesting_level = 0_usize;
        let mut next = self.document.next_sibling(start);
        while let Some(sibling) = next {
            if self.condition(
                clause!("find-markers/nested-start", "a start among the siblings nests"),
                is_instruction(&self.document, sibling, b"start"),
            ) {
                nesting_level += 1;
            } else if is_instruction(&self.document, sibling, b"end") {
                if self.condition(
                    clause!("find-markers/end", "the end on the same level ends the range"),
                    nesting_level == 0,
                ) {
                    return Some((start, Some(sibling)));
                }
                nesting_level = nesting_level.saturating_sub(1);
            }
            next = self.document.next_sibling(sibling);
        }
        Some((start, None))
    }

    /// The first descendant that is a marker, or the start of a range, of this name.
    fn find_opener(&mut self, scope: NodeId, name: &[u8]) -> Option<NodeId> {
        let root = self.current_root(self.last_template_but_one());
        if self.select_state.selects.have_removed {
            self.markers.shuffle();
        }
        // An observer may have kept a marker from being inserted; while a template patches, new nodes go elsewhere.
        let is_certain = !O::sees_all() && self.options.lookup != Lookup::Walk && self.patches.by_template.is_empty();
        let known = match self.markers.first_within(root, scope, name) {
            Search::Nowhere if is_certain => None,
            Search::Found(marker) if is_certain => Some(marker),
            _ => return self.find_opener_in_tree(scope, name),
        };
        if self.options.lookup == Lookup::Check {
            let walked = self.find_opener_in_tree(scope, name);
            if walked != known {
                self.disagree("first marker in it", scope, walked, known);
            }
            return walked;
        }
        known
    }

    fn find_opener_in_tree(&self, scope: NodeId, name: &[u8]) -> Option<NodeId> {
        let mut descendants = self.document.descendants(scope).map(|(_, node)| node);
        descendants.find(|node| opener_name(&self.document, *node).is_some_and(|found| found == name))
    }
}

/// The name of a marker or of the start of a range, if the node is one and has a name.
fn opener_name(document: &Document, node: NodeId) -> Option<Vec<u8>> {
    match instruction(document, node)? {
        (b"marker" | b"start", data) => pseudo_attribute(data, b"name"),
        _ => None,
    }
}

fn inclusive_descendants(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> {
    std::iter::once(node).chain(document.descendants(node).map(|(_, node)| node))
}

/// The target and the data of a processing instruction.
fn instruction(document: &Document, node: NodeId) -> Option<(&[u8], &[u8])> {
    match document.kind(node) {
        NodeKind::ProcessingInstruction { target, data } => {
            Some((document.names.spelling(*target), document.text(*data)))
        }
        _ => None,
    }
}

fn is_instruction(document: &Document, node: NodeId, target: &[u8]) -> bool {
    instruction(document, node).is_some_and(|(found, _)| found == target)
}
