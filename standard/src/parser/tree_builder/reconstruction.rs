//! What the rules do with the list of active formatting elements.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements>

use super::TreeBuilder;
use super::formatting::FormattingElement;
use super::stack::StackEntry;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;
use crate::dom::{AttributeRange, ElementName, NodeId};
use crate::name::Name;

impl<O: Observer> TreeBuilder<O> {
    /// Inserts a marker at the end of the list.
    pub(super) fn push_marker(&mut self) {
        self.formatting.push_marker();
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker>
    pub(super) fn clear_formatting_to_marker(&mut self) {
        while self.formatting.pop_to_marker() {}
    }

    /// Pushes the current node, which was inserted for a token, onto the list.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements>
    pub(super) fn push_formatting(&mut self, node: NodeId) {
        let Some(element) = self.document.element(node).copied() else { return };
        let Some(stack_position) = self.stack.current_position() else { return };
        let element =
            FormattingElement { node, name: element.name.local, attributes: element.attributes, stack_position };
        let third = self.formatting.third_alike(&self.document, &element);
        if self.condition(
            clause!("push-formatting/noahs-ark", "of more than three alike the earliest is dropped"),
            third.is_some(),
        ) && let Some(third) = third
        {
            self.formatting.remove(third);
        }
        if self.step(clause!("push-formatting/add", "the element is added to the list")) {
            let link = self.formatting.push(&self.document, element);
            self.stack.set_link(stack_position, node, link);
        }
    }

    /// Reopens the formatting elements that are active but not open.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements>
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        // None for an empty list, and for a marker at its end.
        let Some((last, element)) = self.formatting.last() else { return };
        let is_open = self.stack.is_at(element.stack_position, element.node);
        if !self.condition(
            clause!("reconstruct-formatting/last-open", "there is nothing to do if the last entry is open"),
            is_open,
        ) {
            self.reconstruct_formatting_up_to(last);
        }
    }

    fn reconstruct_formatting_up_to(&mut self, last: u32) {
        let mut entry = last;
        while let Some(before) = self.formatting.before(entry) {
            let is_open = self
                .formatting
                .get(before)
                .is_some_and(|element| self.stack.is_at(element.stack_position, element.node));
            if self.condition(
                clause!("reconstruct-formatting/rewind", "rewinding ends at an open element or a marker"),
                is_open,
            ) {
                break;
            }
            entry = before;
        }
        loop {
            if self.step(clause!(
                "reconstruct-formatting/create",
                "the element is created again and takes its entry's place"
            )) {
                self.recreate(entry);
            }
            match self.formatting.after(entry) {
                Some(next) => entry = next,
                None => return,
            }
        }
    }

    fn recreate(&mut self, entry: u32) {
        let Some(FormattingElement { name, attributes, .. }) = self.formatting.get(entry).copied() else { return };
        let node = self.create_for_same_token(name, attributes);
        self.insert_element_at(node, None);
        let mut element = StackEntry::new(node, ElementName::html(name), name);
        element.link = entry;
        self.push_element(element);
        if let Some(position) = self.stack.current_position() {
            self.formatting.replace(entry, node, position);
        }
    }

    /// Creates an element for the token that another was created for.
    pub(super) fn create_for_same_token(&mut self, name: Name, attributes: AttributeRange) -> NodeId {
        self.document.create_element(ElementName::html(name), attributes)
    }
}
