//! Compares a tree with a sequence of nodes, without building a second tree.

use std::slice;

use super::{Node, Row, TakeNodes, Tree};

/// A tree that is compared with the nodes it takes.
#[derive(Debug)]
pub struct Comparison<'t> {
    tree: &'t Tree,
    rest: slice::Iter<'t, Row>,
    is_same: bool,
}

impl<'t> Comparison<'t> {
    /// Compares this tree, with nothing so far.
    pub fn with(tree: &'t Tree) -> Self {
        Self { tree, rest: tree.nodes.iter(), is_same: true }
    }

    /// Whether the nodes that were taken are those of the tree.
    pub fn is_same(&self) -> bool {
        self.is_same && self.rest.len() == 0
    }
}

impl TakeNodes for Comparison<'_> {
    #[inline(always)]
    fn push(&mut self, depth: u32, node: Node<'_>) {
        let next = self.rest.next();
        self.is_same &= next.is_some_and(|row| row.depth == depth && self.tree.node(row) == node);
    }
}
