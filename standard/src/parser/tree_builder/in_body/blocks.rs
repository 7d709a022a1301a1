//! Start tags of blocks: paragraphs, headings, lists, forms.

use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::TreeError;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::clauses::state::State;
use crate::clauses::token::Tag;
use crate::name::Name;
use crate::parser::tree_builder::classes::Class;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// The condition that a p element in button scope is closed.
    #[inline]
    pub(super) fn close_p(&mut self, clause: Clause) {
        let in_scope = self.has_in_button_scope(Name::P);
        if self.condition(clause, in_scope) {
            self.close_p_element();
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element>
    pub(super) fn close_p_element(&mut self) {
        self.generate_implied_end_tags(Some(Name::P));
        let is_current = self.current_node_is(Name::P);
        if !self.condition(clause!("close-p/current", "the p ought to be the current node"), is_current) {
            self.error(TreeError::UnclosedElementsInParagraph);
        }
        if self.step(clause!("close-p/pop", "the stack is popped up to the p")) {
            self.pop_until(Name::P);
        }
    }

    pub(super) fn in_body_start_tag_block(&mut self, tag: &Tag) -> Next {
        self.close_p(clause!("in-body/start-tag-block/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-block/insert", "the block is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_heading(&mut self, tag: &Tag) -> Next {
        self.close_p(clause!("in-body/start-tag-heading/close-p", "a p in button scope is closed"));
        let in_heading = self.current_node_on(List::Headings);
        if self.condition(
            clause!("in-body/start-tag-heading/in-heading", "a heading right in a heading is an error and closes it"),
            in_heading,
        ) {
            self.error(TreeError::HeadingInHeading);
            self.pop();
        }
        if self.step(clause!("in-body/start-tag-heading/insert", "the heading is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_pre(&mut self, tag: &Tag) -> Next {
        self.close_p(clause!("in-body/start-tag-pre/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-pre/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-pre/line-feed", "a line feed that comes next is ignored")) {
            self.ignore_line_feed = true;
        }
        self.frameset_not_ok(clause!("in-body/start-tag-pre/frameset-ok", "a frameset is no longer ok"));
        Next::Done
    }

    pub(super) fn in_body_start_tag_form(&mut self, tag: &Tag) -> Next {
        let has_template = self.has_template_on_stack();
        let nested = self.form.is_some() && !has_template;
        if self.condition(
            clause!("in-body/start-tag-form/nested", "a form in a form is an error and ignored, but in a template"),
            nested,
        ) {
            return self.ignore(TreeError::FormInForm);
        }
        self.close_p(clause!("in-body/start-tag-form/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-form/insert", "the form is inserted")) {
            self.insert_html_element(tag);
        }
        if !self.condition(
            clause!("in-body/start-tag-form/template", "in a template the form element pointer is left alone"),
            has_template,
        ) {
            self.form = self.current_node();
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_li(&mut self, tag: &Tag) -> Next {
        self.frameset_not_ok(clause!("in-body/start-tag-li/frameset-ok", "a frameset is no longer ok"));
        // The loop up the stack ends at what is special but no address, div or p, as an li is.
        let stop = self.list_item_stop();
        if self.condition(clause!("in-body/start-tag-li/li", "an open li is closed"), stop == Some(Name::LI)) {
            self.close_list_item(Name::LI);
        }
        self.close_p(clause!("in-body/start-tag-li/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-li/insert", "the li is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_dd_dt(&mut self, tag: &Tag) -> Next {
        self.frameset_not_ok(clause!("in-body/start-tag-dd-dt/frameset-ok", "a frameset is no longer ok"));
        let stop = self.list_item_stop();
        if self.condition(clause!("in-body/start-tag-dd-dt/dd", "an open dd is closed"), stop == Some(Name::DD)) {
            self.close_list_item(Name::DD);
        } else if self.condition(clause!("in-body/start-tag-dd-dt/dt", "an open dt is closed"), stop == Some(Name::DT))
        {
            self.close_list_item(Name::DT);
        }
        self.close_p(clause!("in-body/start-tag-dd-dt/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-dd-dt/insert", "the dd or dt is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    /// The name of the HTML element where the search for an open list item ends.
    fn list_item_stop(&self) -> Option<Name> {
        let position = self.stack.nth_last_of(Class::ListItemStop, 0)?;
        let name = self.stack.get(position)?.name;
        name.is_html(name.local).then_some(name.local)
    }

    fn close_list_item(&mut self, name: Name) {
        self.generate_implied_end_tags(Some(name));
        let is_current = self.current_node_is(name);
        if !self
            .condition(clause!("in-body/close-list-item/current", "the item ought to be the current node"), is_current)
        {
            self.error(TreeError::UnclosedElementsInListItem);
        }
        if self.step(clause!("in-body/close-list-item/pop", "the stack is popped up to the item")) {
            self.pop_until(name);
        }
    }

    pub(super) fn in_body_start_tag_plaintext(&mut self, tag: &Tag) -> Next {
        self.close_p(clause!("in-body/start-tag-plaintext/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-plaintext/insert", "the plaintext is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-plaintext/state", "the tokenizer goes to the PLAINTEXT state")) {
            self.switch_tokenizer(State::Plaintext);
        }
        Next::Done
    }

    pub(super) fn in_body_start_tag_button(&mut self, tag: &Tag) -> Next {
        let in_button = self.has_in_scope(Name::BUTTON);
        if self.condition(
            clause!("in-body/start-tag-button/in-button", "a button in a button is an error and closes it"),
            in_button,
        ) {
            self.error(TreeError::ButtonInButton);
            self.generate_implied_end_tags(None);
            self.pop_until(Name::BUTTON);
        }
        if self
            .step(clause!("in-body/start-tag-button/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-button/insert", "the button is inserted")) {
            self.insert_html_element(tag);
        }
        self.frameset_not_ok(clause!("in-body/start-tag-button/frameset-ok", "a frameset is no longer ok"));
        Next::Done
    }
}
