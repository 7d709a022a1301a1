//! End tags.

use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::classes::Class;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    pub(super) fn in_body_end_tag(&mut self, tag: &Tag) -> Next {
        let relaxed_select = self.edition.has(Change::RelaxedSelect2025);
        match tag.name {
            Name::TEMPLATE
                if self
                    .tag_row(clause!("in-body/end-tag-template", "a template end tag goes by in head"), tag.name) =>
            {
                self.in_head(Token::EndTag(tag))
            }
            Name::BODY if self.tag_row(clause!("in-body/end-tag-body", "a body end tag ends the body"), tag.name) => {
                self.in_body_end_tag_body()
            }
            Name::HTML
                if self.tag_row(clause!("in-body/end-tag-html", "an html end tag ends the body, too"), tag.name) =>
            {
                self.in_body_end_tag_html()
            }
            Name::SEARCH if !self.edition.has(Change::SearchElement2023) => self.in_body_any_other_end_tag(tag.name),
            Name::ADDRESS
            | Name::ARTICLE
            | Name::ASIDE
            | Name::BLOCKQUOTE
            | Name::BUTTON
            | Name::CENTER
            | Name::DETAILS
            | Name::DIALOG
            | Name::DIR
            | Name::DIV
            | Name::DL
            | Name::FIELDSET
            | Name::FIGCAPTION
            | Name::FIGURE
            | Name::FOOTER
            | Name::HEADER
            | Name::HGROUP
            | Name::LISTING
            | Name::MAIN
            | Name::MENU
            | Name::NAV
            | Name::OL
            | Name::PRE
            | Name::SEARCH
            | Name::SECTION
            | Name::SUMMARY
            | Name::UL
                if self.tag_row(clause!("in-body/end-tag-block", "the end tags of ordinary blocks"), tag.name) =>
            {
                self.in_body_end_tag_block(tag.name)
            }
            Name::SELECT
                if relaxed_select
                    && self.tag_row(
                        clause!("in-body/end-tag-select", "a select end tag closes a select like a block"),
                        tag.name,
                    ) =>
            {
                self.in_body_end_tag_block(tag.name)
            }
            Name::FORM
                if self.tag_row(
                    clause!("in-body/end-tag-form", "a form end tag takes the form off the stack"),
                    tag.name,
                ) =>
            {
                self.in_body_end_tag_form()
            }
            Name::P
                if self.tag_row(
                    clause!("in-body/end-tag-p", "a p end tag closes a p, which it implies if need be"),
                    tag.name,
                ) =>
            {
                self.in_body_end_tag_p()
            }
            Name::LI
                if self.tag_row(
                    clause!("in-body/end-tag-li", "an li end tag closes an li in list item scope"),
                    tag.name,
                ) =>
            {
                let in_scope = self.has_in_list_item_scope(Name::LI);
                self.in_body_end_tag_item(Name::LI, in_scope)
            }
            Name::DD | Name::DT
                if self.tag_row(
                    clause!("in-body/end-tag-dd-dt", "dd and dt end tags close a dd or dt in scope"),
                    tag.name,
                ) =>
            {
                let in_scope = self.has_in_scope(tag.name);
                self.in_body_end_tag_item(tag.name, in_scope)
            }
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6
                if self
                    .tag_row(clause!("in-body/end-tag-heading", "h1 to h6 end tags close any heading"), tag.name) =>
            {
                self.in_body_end_tag_heading(tag.name)
            }
            Name::A
            | Name::B
            | Name::BIG
            | Name::CODE
            | Name::EM
            | Name::FONT
            | Name::I
            | Name::NOBR
            | Name::S
            | Name::SMALL
            | Name::STRIKE
            | Name::STRONG
            | Name::TT
            | Name::U
                if self.tag_row(
                    clause!(
                        "in-body/end-tag-formatting",
                        "the end tags of formatting elements run the adoption agency"
                    ),
                    tag.name,
                ) =>
            {
                self.adoption_agency(tag.name)
            }
            Name::APPLET | Name::MARQUEE | Name::OBJECT
                if self.tag_row(
                    clause!("in-body/end-tag-applet", "applet, marquee and object end tags clear the formatting list"),
                    tag.name,
                ) =>
            {
                self.in_body_end_tag_applet(tag.name)
            }
            Name::BR
                if self.tag_row(
                    clause!("in-body/end-tag-br", "a br end tag is an error and a br start tag without attributes"),
                    tag.name,
                ) =>
            {
                self.error(TreeError::BrEndTag);
                self.in_body_start_tag_void(&Tag::new(Name::BR))
            }
            Name::OPTION if !self.edition.has(Change::OptionPopped2025) => self.in_body_end_tag_option(),
            _ => self.in_body_any_other_end_tag(tag.name),
        }
    }

    /// Before every pop of an option did it, its end tag showed the selected option: the first on the stack of open
    /// elements if it is on it no more.
    fn in_body_end_tag_option(&mut self) -> Next {
        let last = self.stack.last_position(Name::OPTION);
        let is_first = self.stack.last_but_one_position(Name::OPTION).is_none();
        let first = last.filter(|_| is_first).and_then(|position| self.stack.get(position));
        let option = first.map(|element| element.node);
        let next = self.in_body_any_other_end_tag(Name::OPTION);
        if let Some(option) = option
            && self.stack.last_position(Name::OPTION).is_none()
        {
            self.option_was_popped(option);
        }
        next
    }

    fn in_body_any_other_end_tag(&mut self, name: Name) -> Next {
        match self.tag_row(clause!("in-body/end-tag", "any other end tag closes the nearest element of its name"), name)
        {
            true => self.any_other_end_tag(name),
            false => Next::Done,
        }
    }

    fn in_body_end_tag_block(&mut self, name: Name) -> Next {
        let in_scope = self.has_in_scope(name);
        if !self.condition(
            clause!("in-body/end-tag-block/in-scope", "there must be an element of the name in scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::EndTagWithoutElementInScope);
        }
        self.generate_implied_end_tags(None);
        let is_current = self.current_node_is(name);
        if !self
            .condition(clause!("in-body/end-tag-block/current", "the element ought to be the current node"), is_current)
        {
            self.error(TreeError::UnclosedElementsInBlock);
        }
        if self.step(clause!("in-body/end-tag-block/pop", "the stack is popped up to the element")) {
            self.pop_until(name);
        }
        Next::Done
    }

    fn in_body_end_tag_form(&mut self) -> Next {
        let has_template = self.has_template_on_stack();
        if self.condition(
            clause!("in-body/end-tag-form/template", "in a template a form is closed like a block"),
            has_template,
        ) {
            return self.in_body_end_tag_form_in_template();
        }
        let node = self.form;
        if self.step(clause!("in-body/end-tag-form/pointer", "the form element pointer is cleared")) {
            self.form = None;
        }
        let position = node.and_then(|node| self.stack.find(Name::FORM, node));
        let in_scope = position.is_some_and(|position| self.stack.is_in_scope(Class::Scope, position));
        if !self.condition(clause!("in-body/end-tag-form/in-scope", "the form pointed to must be in scope"), in_scope) {
            return self.ignore(TreeError::EndTagWithoutElementInScope);
        }
        self.generate_implied_end_tags(None);
        let is_current = self.current_node() == node;
        if !self.condition(clause!("in-body/end-tag-form/current", "the form ought to be the current node"), is_current)
        {
            self.error(TreeError::UnclosedElementsInForm);
        }
        if let Some(position) = position
            && self.step(clause!("in-body/end-tag-form/remove", "the form, and nothing else, leaves the stack"))
        {
            self.stack.remove(position);
        }
        Next::Done
    }

    fn in_body_end_tag_form_in_template(&mut self) -> Next {
        let in_scope = self.has_in_scope(Name::FORM);
        if !self.condition(
            clause!("in-body/end-tag-form/template-in-scope", "in a template a form must be in scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::EndTagWithoutElementInScope);
        }
        self.generate_implied_end_tags(None);
        let is_current = self.current_node_is(Name::FORM);
        if !self.condition(
            clause!("in-body/end-tag-form/template-current", "in a template the form ought to be the current node"),
            is_current,
        ) {
            self.error(TreeError::UnclosedElementsInForm);
        }
        if self.step(clause!("in-body/end-tag-form/template-pop", "in a template the stack is popped up to the form")) {
            self.pop_until(Name::FORM);
        }
        Next::Done
    }

    fn in_body_end_tag_p(&mut self) -> Next {
        let in_scope = self.has_in_button_scope(Name::P);
        if !self.condition(
            clause!("in-body/end-tag-p/in-scope", "without a p in button scope one is implied, which is an error"),
            in_scope,
        ) {
            self.error(TreeError::EndTagWithoutElementInScope);
            self.insert_implied_element(Name::P);
        }
        self.close_p_element();
        Next::Done
    }

    fn in_body_end_tag_item(&mut self, name: Name, in_scope: bool) -> Next {
        if !self.condition(clause!("in-body/end-tag-item/in-scope", "the item must be in scope"), in_scope) {
            return self.ignore(TreeError::EndTagWithoutElementInScope);
        }
        self.generate_implied_end_tags(Some(name));
        let is_current = self.current_node_is(name);
        if !self.condition(clause!("in-body/end-tag-item/current", "the item ought to be the current node"), is_current)
        {
            self.error(TreeError::UnclosedElementsInListItem);
        }
        if self.step(clause!("in-body/end-tag-item/pop", "the stack is popped up to the item")) {
            self.pop_until(name);
        }
        Next::Done
    }

    fn in_body_end_tag_heading(&mut self, name: Name) -> Next {
        const HEADINGS: [Name; 6] = [Name::H1, Name::H2, Name::H3, Name::H4, Name::H5, Name::H6];
        let in_scope = HEADINGS.iter().any(|heading| self.stack.has_in_scope(Class::Scope, *heading));
        if !self.condition(clause!("in-body/end-tag-heading/in-scope", "a heading must be in scope"), in_scope) {
            return self.ignore(TreeError::EndTagWithoutElementInScope);
        }
        self.generate_implied_end_tags(None);
        let is_current = self.current_node_is(name);
        if !self.condition(
            clause!("in-body/end-tag-heading/current", "the heading ought to be the current node, and of this name"),
            is_current,
        ) {
            self.error(TreeError::UnclosedElementsInHeading);
        }
        if self.step(clause!("in-body/end-tag-heading/pop", "the stack is popped up to a heading")) {
            self.pop_until_on(List::Headings);
        }
        Next::Done
    }

    fn in_body_end_tag_applet(&mut self, name: Name) -> Next {
        let in_scope = self.has_in_scope(name);
        if !self.condition(
            clause!("in-body/end-tag-applet/in-scope", "there must be an element of the name in scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::EndTagWithoutElementInScope);
        }
        self.generate_implied_end_tags(None);
        let is_current = self.current_node_is(name);
        if !self.condition(
            clause!("in-body/end-tag-applet/current", "the element ought to be the current node"),
            is_current,
        ) {
            self.error(TreeError::UnclosedElementsInBlock);
        }
        if self.step(clause!("in-body/end-tag-applet/pop", "the stack is popped up to the element")) {
            self.pop_until(name);
        }
        if self.step(clause!("in-body/end-tag-applet/clear-formatting", "the formatting list is cleared to the marker"))
        {
            self.clear_formatting_to_marker();
        }
        Next::Done
    }

    /// What an end tag does that no row names: it closes the nearest element of its name, unless something special is
    /// nearer.
    pub(in crate::parser::tree_builder) fn any_other_end_tag(&mut self, name: Name) -> Next {
        let position = self.stack.last_position(name);
        let special = self.stack.nth_last_of(Class::Special, 0);
        let is_nearest = position.is_some() && position >= special;
        let Some(position) = position.filter(|_| {
            self.condition(
                clause!("in-body/end-tag/nearest", "nothing special may be nearer than the element"),
                is_nearest,
            )
        }) else {
            return self.ignore(TreeError::EndTagWithoutElement);
        };
        let node = self.stack.get(position).map(|element| element.node);
        self.generate_implied_end_tags(Some(name));
        let is_current = self.current_node() == node;
        if !self.condition(clause!("in-body/end-tag/current", "the element ought to be the current node"), is_current) {
            self.error(TreeError::UnclosedElementsInElement);
        }
        if self.step(clause!("in-body/end-tag/pop", "the stack is popped up to the element")) {
            self.pop_through(position);
        }
        Next::Done
    }
}
