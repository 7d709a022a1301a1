//! Start tags of formatting elements.

use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::observer::Observer;
use crate::clauses::token::Tag;
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    pub(super) fn in_body_start_tag_a(&mut self, tag: &Tag) -> Next {
        let active =
            self.formatting.last_of(Name::A).and_then(|entry| self.formatting.get(entry)).map(|element| element.node);
        if self.condition(
            clause!("in-body/start-tag-a/active", "an a that is active since the last marker is an error and closed"),
            active.is_some(),
        ) && let Some(active) = active
        {
            self.error(TreeError::AnchorInAnchor);
            self.adoption_agency(Name::A);
            if self.step(clause!(
                "in-body/start-tag-a/remove",
                "the old a leaves the list and the stack, if it is still there"
            )) {
                self.forget_anchor(active);
            }
        }
        self.insert_formatting_element(tag)
    }

    /// Takes an a element off the list and the stack, where the adoption agency left it.
    fn forget_anchor(&mut self, node: crate::dom::NodeId) {
        let entry = self.formatting.of_name(Name::A).find(|(_, element)| element.node == node);
        if let Some((entry, element)) = entry {
            let position = element.stack_position;
            self.formatting.remove(entry);
            if self.stack.is_at(position, node) {
                self.stack.remove(position);
            }
        }
    }

    pub(super) fn in_body_start_tag_formatting(&mut self, tag: &Tag) -> Next {
        self.insert_formatting_element(tag)
    }

    pub(super) fn in_body_start_tag_nobr(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-body/start-tag-nobr/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        let in_scope = self.has_in_scope(Name::NOBR);
        if self
            .condition(clause!("in-body/start-tag-nobr/in-scope", "a nobr in scope is an error and closed"), in_scope)
        {
            self.error(TreeError::NobrInNobr);
            let is_abandoned =
                !self.edition.has(Change::AaaNoFormattingContinue2026) && self.will_be_any_other_end_tag(Name::NOBR);
            self.adoption_agency(Name::NOBR);
            if is_abandoned {
                return Next::Done;
            }
        }
        self.insert_formatting_element(tag)
    }

    fn insert_formatting_element(&mut self, tag: &Tag) -> Next {
        if self.step(clause!(
            "in-body/start-tag-formatting/reconstruct",
            "the active formatting elements are reconstructed"
        )) {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-formatting/insert", "the element is inserted")) {
            let element = self.insert_html_element(tag);
            if self
                .step(clause!("in-body/start-tag-formatting/push", "the element becomes an active formatting element"))
            {
                self.push_formatting(element);
            }
        }
        Next::Done
    }
}
