//! What an observer sees of tree construction between two tokens.

use crate::clauses::insertion_mode::InsertionMode;
use crate::dom::{Document, ElementName, NodeId};

/// Tree construction as it stands before or after a token.
#[derive(Debug, Clone, Copy)]
pub struct View<'b> {
    /// The document so far.
    pub document: &'b Document,
    /// The insertion mode.
    pub mode: InsertionMode,
    /// The stack of open elements.
    pub stack: &'b dyn OpenElements,
    /// The context element of the fragment parsing algorithm.
    pub context: Option<&'b OpenElement>,
}

/// An element on the stack of open elements.
#[derive(Debug, Clone, Copy)]
pub struct OpenElement {
    /// The element.
    pub node: NodeId,
    /// Its name.
    pub name: ElementName,
    /// Whether it is a MathML annotation-xml element whose start tag made it an HTML integration point.
    pub is_html_annotation: bool,
}

/// <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>
pub trait OpenElements: std::fmt::Debug {
    /// The first element at this position or after it, and the position after that element. The topmost is at 0.
    fn next(&self, position: usize) -> Option<(OpenElement, usize)>;

    /// The bottommost element.
    fn last(&self) -> Option<OpenElement>;
}

impl<'b> View<'b> {
    /// The open elements, the topmost first.
    pub fn open_elements(&self) -> impl Iterator<Item = OpenElement> + use<'b> {
        let (stack, mut position) = (self.stack, 0);
        std::iter::from_fn(move || {
            let (element, next) = stack.next(position)?;
            position = next;
            Some(element)
        })
    }

    /// The nodes of the open elements, the topmost first.
    pub fn open_nodes(&self) -> impl Iterator<Item = NodeId> + use<'b> {
        self.open_elements().map(|element| element.node)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#current-node>
    pub fn current_node(&self) -> Option<NodeId> {
        self.stack.last().map(|element| element.node)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node>
    pub fn adjusted_current_node(&self) -> Option<OpenElement> {
        let current = self.stack.last()?;
        match self.context {
            Some(context) if self.open_elements().nth(1).is_none() => Some(*context),
            _ => Some(current),
        }
    }
}
