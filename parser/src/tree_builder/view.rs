//! What an observer sees of tree construction between two tokens.

use super::{InsertionMode, Stack};
use crate::dom::{Document, NodeId};

/// Tree construction as it stands before or after a token.
#[derive(Debug, Clone, Copy)]
pub struct View<'b> {
    /// The document so far.
    pub document: &'b Document,
    /// The insertion mode.
    pub mode: InsertionMode,
    pub(super) stack: &'b Stack,
}

impl View<'_> {
    /// The stack of open elements, the topmost first.
    pub fn open_elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.stack.in_order().map(|element| element.node)
    }
}
