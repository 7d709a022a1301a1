//! Where the markers stand that a `<template for>` can patch, so that nobody walks through the document for them.

use std::collections::{BTreeMap, BTreeSet};

use crate::dom::NodeId;
use crate::parser::on_demand::Empty;

/// The markers by name.
#[derive(Debug, Default)]
pub(super) struct Markers {
    /// The root of the tree that each marker is in, and the marker: nodes made later are greater.
    by_name: BTreeMap<Vec<u8>, BTreeSet<(NodeId, NodeId)>>,
    /// Whether nodes may stand in another order than that in which they were made, or elsewhere than in the elements
    /// that were open then.
    are_shuffled: bool,
}

/// What is known of the first marker of a name within a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    Found(NodeId),
    /// There is none.
    Nowhere,
    /// Only the tree tells.
    Unknown,
}

impl Empty for Markers {
    const EMPTY: &'static Self = &Self { by_name: BTreeMap::new(), are_shuffled: false };
}

impl Markers {
    /// Remembers a marker that was put into the tree of this root, behind all others unless they are shuffled.
    pub(super) fn insert(&mut self, root: NodeId, name: Vec<u8>, marker: NodeId) {
        self.by_name.entry(name).or_default().insert((root, marker));
    }

    /// Forgets a marker that was taken out of the tree of this root.
    pub(super) fn remove(&mut self, root: NodeId, name: &[u8], marker: NodeId) {
        if let Some(markers) = self.by_name.get_mut(name) {
            markers.remove(&(root, marker));
            if markers.is_empty() {
                self.by_name.remove(name);
            }
        }
    }

    /// Notes that nodes no longer stand in the order in which they were made.
    #[inline]
    pub(super) fn shuffle(&mut self) {
        self.are_shuffled = true;
    }

    /// The first marker of a name within `scope`: the root of a tree, or an element in it that new nodes go into.
    pub(super) fn first_within(&self, root: NodeId, scope: NodeId, name: &[u8]) -> Search {
        let Some(markers) = self.by_name.get(name) else {
            return Search::Nowhere;
        };
        if self.are_shuffled {
            return Search::Unknown;
        }
        // What was made after an element that is still open is in it.
        match markers.range((root, scope)..).next() {
            Some((of, marker)) if *of == root => Search::Found(*marker),
            _ => Search::Nowhere,
        }
    }
}
