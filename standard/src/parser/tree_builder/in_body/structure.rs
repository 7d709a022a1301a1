//! The tags of the document's structure: html, body, frameset.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::{Effect, Observer};
use crate::clauses::token::Tag;
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    pub(super) fn in_body_start_tag_html(&mut self, tag: &Tag) -> Next {
        self.error(TreeError::HtmlStartTagInBody);
        let has_template = self.has_template_on_stack();
        if self
            .condition(clause!("in-body/start-tag-html/template", "within a template the tag is ignored"), has_template)
        {
            return Next::Done;
        }
        if let Some(root) = self.root_element()
            && self
                .step(clause!("in-body/start-tag-html/merge", "attributes that the root does not have are added to it"))
        {
            self.observer.effect(Effect::AttributesAdded(root));
            self.merged_attributes.merge(&mut self.document, root, tag);
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_body(&mut self, tag: &Tag) -> Next {
        self.error(TreeError::BodyStartTagInBody);
        let second = self.stack.second().copied();
        let has_body = second.is_some_and(|second| second.name.is_html(Name::BODY));
        let has_template = self.has_template_on_stack();
        if self.condition(
            clause!("in-body/start-tag-body/no-body", "without a body for its second element the tag is ignored"),
            !has_body,
        ) || self
            .condition(clause!("in-body/start-tag-body/template", "within a template the tag is ignored"), has_template)
        {
            return Next::Done;
        }
        if self.step(clause!("in-body/start-tag-body/frameset-ok", "a frameset is no longer ok")) {
            self.frameset_ok = false;
        }
        if let Some(body) = second
            && self
                .step(clause!("in-body/start-tag-body/merge", "attributes that the body does not have are added to it"))
        {
            self.observer.effect(Effect::AttributesAdded(body.node));
            self.merged_attributes.merge(&mut self.document, body.node, tag);
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_frameset(&mut self, tag: &Tag) -> Next {
        self.error(TreeError::FramesetStartTagInBody);
        let body = self.stack.second().filter(|second| second.name.is_html(Name::BODY)).map(|body| body.node);
        if self.condition(
            clause!("in-body/start-tag-frameset/no-body", "without a body for its second element the tag is ignored"),
            body.is_none(),
        ) || self.condition(
            clause!("in-body/start-tag-frameset/not-ok", "the tag is ignored where no frameset is ok"),
            !self.frameset_ok,
        ) {
            return Next::Done;
        }
        if let Some(body) = body
            && self.step(clause!("in-body/start-tag-frameset/remove-body", "the body is removed from its parent"))
        {
            self.remove(body);
            self.markers.shuffle();
        }
        if self.step(clause!("in-body/start-tag-frameset/pop", "all but the root are popped")) {
            while self.stack.second().is_some() {
                self.pop();
            }
        }
        if self.step(clause!("in-body/start-tag-frameset/insert", "the frameset is inserted")) {
            self.insert_html_element(tag);
        }
        self.switch_mode(
            clause!("in-body/start-tag-frameset/in-frameset", "the mode becomes in frameset"),
            InsertionMode::InFrameset,
        );
        Next::Done
    }

    pub(super) fn in_body_end_tag_body(&mut self) -> Next {
        if self.ends_body() {
            self.switch_mode(
                clause!("in-body/end-tag-body/after-body", "the mode becomes after body"),
                InsertionMode::AfterBody,
            );
        }
        Next::Done
    }

    pub(super) fn in_body_end_tag_html(&mut self) -> Next {
        if !self.ends_body() {
            return Next::Done;
        }
        self.switch_mode(
            clause!("in-body/end-tag-html/after-body", "the mode becomes after body"),
            InsertionMode::AfterBody,
        );
        self.reprocess(clause!("in-body/end-tag-html/reprocess", "the token is reprocessed"))
    }

    /// Whether the body can end here, and the errors for what is in the way.
    fn ends_body(&mut self) -> bool {
        let in_scope = self.has_in_scope(Name::BODY);
        if !self.condition(clause!("in-body/end-tag-body/in-scope", "the body must be in scope"), in_scope) {
            self.error(TreeError::EndTagWithoutElementInScope);
            return false;
        }
        self.check_open_elements_at_end(TreeError::UnclosedElementsAtBodyEnd);
        true
    }
}
