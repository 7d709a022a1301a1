//! What an observer sees of tree construction between two tokens.

use super::fragment::Context;
use super::{AdjustedCurrentNode, InsertionMode, Stack};
use crate::dom::{Document, NodeId};

/// Tree construction as it stands before or after a token.
#[derive(Debug, Clone, Copy)]
pub struct View<'b> {
    /// The document so far.
    pub document: &'b Document,
    /// The insertion mode.
    pub mode: InsertionMode,
    pub(super) stack: &'b Stack,
    pub(super) context: Option<&'b Context>,
}

impl View<'_> {
    /// The stack of open elements, the topmost first.
    pub fn open_elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.stack.in_order().map(|element| element.node)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#current-node>
    pub fn current_node(&self) -> Option<NodeId> {
        self.stack.current().map(|element| element.node)
    }

    /// Whether the open elements, the topmost first, are MathML annotation-xml elements that are HTML integration points.
    pub fn html_annotations(&self) -> impl Iterator<Item = bool> + '_ {
        self.stack.in_order().map(|element| element.is_html_annotation)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node>
    pub fn adjusted_current_node(&self) -> Option<AdjustedCurrentNode> {
        AdjustedCurrentNode::of(self.stack, self.context)
    }
}
