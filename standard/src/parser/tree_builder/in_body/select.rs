//! Selects and options; and the insertion modes of selects, as they were before [`Change::RelaxedSelect2025`].

use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// Whether the context element of a fragment is a select.
    fn is_context_select(&self) -> bool {
        self.context.is_some_and(|context| context.name.is_html(Name::SELECT))
    }

    /// What an input start tag does to a select; gives whether the tag is ignored.
    pub(super) fn input_closes_select(&mut self) -> bool {
        let is_context = self.is_context_select();
        if self.condition(
            clause!(
                "in-body/start-tag-input/context",
                "with a select for its context an input is an error and ignored"
            ),
            is_context,
        ) {
            self.error(TreeError::InputInSelect);
            return true;
        }
        let in_select = self.has_in_scope(Name::SELECT);
        if self.condition(
            clause!("in-body/start-tag-input/select", "an input in a select is an error and closes it"),
            in_select,
        ) {
            self.error(TreeError::InputInSelect);
            self.pop_until(Name::SELECT);
        }
        false
    }

    /// Whether the edition has the rules of today for what is in a select, but not this change of the same day.
    fn is_relaxed_without(&self, change: Change) -> bool {
        self.edition.has(Change::RelaxedSelect2025) && !self.edition.has(change)
    }

    /// Without [`Change::SelectKeygenTextarea2025`], keygen and textarea do in a select what input does; gives whether
    /// the tag is ignored.
    pub(super) fn keygen_or_textarea_is_ignored(&mut self) -> bool {
        self.is_relaxed_without(Change::SelectKeygenTextarea2025) && self.input_closes_select()
    }

    /// Whether svg and math are ignored, as they are in a select without [`Change::SelectInForeign2025`].
    pub(super) fn select_ignores_foreign(&mut self) -> bool {
        self.is_relaxed_without(Change::SelectInForeign2025) && {
            let in_select = self.is_context_select() || self.has_in_scope(Name::SELECT);
            self.condition(
                clause!(
                    "in-body/start-tag-foreign/select-until-2025",
                    "before 2025, a select did not take svg and math"
                ),
                in_select,
            )
        }
    }

    /// What an hr start tag does in a select.
    pub(super) fn hr_in_select(&mut self) {
        let in_select = self.has_in_scope(Name::SELECT);
        if self
            .condition(clause!("in-body/start-tag-hr/select", "in a select implied end tags are generated"), in_select)
        {
            self.generate_implied_end_tags(None);
            self.check_no_option_in_scope();
        }
    }

    /// The error that an option or optgroup could not be closed.
    fn check_no_option_in_scope(&mut self) {
        let in_scope = self.has_in_scope(Name::OPTION) || self.has_in_scope(Name::OPTGROUP);
        if self
            .condition(clause!("in-body/option-in-scope", "no option or optgroup ought to be left in scope"), in_scope)
        {
            self.error(TreeError::UnclosedElementsInOption);
        }
    }

    pub(super) fn in_body_start_tag_select(&mut self, tag: &Tag) -> Next {
        if !self.edition.has(Change::RelaxedSelect2025) {
            return self.in_body_start_tag_select_before_2025(tag);
        }
        let is_context = self.is_context_select();
        if self.condition(
            clause!(
                "in-body/start-tag-select/context",
                "with a select for its context a select is an error and ignored"
            ),
            is_context,
        ) {
            return self.ignore(TreeError::SelectInSelect);
        }
        let in_select = self.has_in_scope(Name::SELECT);
        if self.condition(
            clause!("in-body/start-tag-select/select", "a select in a select is an error and closes it"),
            in_select,
        ) {
            self.error(TreeError::SelectInSelect);
            self.pop_until(Name::SELECT);
            return Next::Done;
        }
        self.insert_select(tag)
    }

    fn insert_select(&mut self, tag: &Tag) -> Next {
        if self
            .step(clause!("in-body/start-tag-select/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-select/insert", "the select is inserted")) {
            self.insert_html_element(tag);
        }
        self.frameset_not_ok(clause!("in-body/start-tag-select/frameset-ok", "a frameset is no longer ok"));
        Next::Done
    }

    fn in_body_start_tag_select_before_2025(&mut self, tag: &Tag) -> Next {
        self.insert_select(tag);
        let in_table = matches!(
            self.mode,
            InsertionMode::InTable
                | InsertionMode::InCaption
                | InsertionMode::InTableBody
                | InsertionMode::InRow
                | InsertionMode::InCell
        );
        let in_table = self.condition(
            clause!("in-body/start-tag-select/in-table", "before 2025, a select in a table had another mode"),
            in_table,
        );
        self.mode = if in_table { InsertionMode::InSelectInTable } else { InsertionMode::InSelect };
        Next::Done
    }

    pub(super) fn in_body_start_tag_option(&mut self, tag: &Tag) -> Next {
        let in_select = self.edition.has(Change::RelaxedSelect2025) && self.has_in_scope(Name::SELECT);
        if self.condition(
            clause!("in-body/start-tag-option/select", "in a select implied end tags are generated, but for optgroup"),
            in_select,
        ) {
            self.generate_implied_end_tags(Some(Name::OPTGROUP));
            let in_option = self.has_in_scope(Name::OPTION);
            if self.condition(
                clause!("in-body/start-tag-option/in-scope", "no option ought to be left in scope"),
                in_option,
            ) {
                self.error(TreeError::UnclosedElementsInOption);
            }
        } else if self.condition(
            clause!("in-body/start-tag-option/current", "elsewhere a current option is popped"),
            self.current_node_is(Name::OPTION),
        ) {
            self.pop();
        }
        self.insert_option(tag)
    }

    pub(super) fn in_body_start_tag_optgroup(&mut self, tag: &Tag) -> Next {
        let in_select = self.edition.has(Change::RelaxedSelect2025) && self.has_in_scope(Name::SELECT);
        if self.condition(
            clause!("in-body/start-tag-optgroup/select", "in a select implied end tags are generated"),
            in_select,
        ) {
            self.generate_implied_end_tags(None);
            self.check_no_option_in_scope();
        } else if self.condition(
            clause!("in-body/start-tag-optgroup/current", "elsewhere a current option is popped"),
            self.current_node_is(Name::OPTION),
        ) {
            self.pop();
        }
        self.insert_option(tag)
    }

    fn insert_option(&mut self, tag: &Tag) -> Next {
        if self
            .step(clause!("in-body/start-tag-option/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-option/insert", "the option or optgroup is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    /// The "in select" insertion mode, gone since [`Change::RelaxedSelect2025`].
    pub(in crate::parser::tree_builder) fn in_select(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text) => self.in_select_characters(text),
            Token::Comment(data) if self.row(clause!("in-select/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("in-select/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("in-select/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => self.in_select_start_tag(tag),
            Token::EndTag(tag) => self.in_select_end_tag(tag),
            Token::EndOfFile if self.row(clause!("in-select/eof", "the end of the file goes by in body")) => {
                self.in_body(token)
            }
            _ => Next::Done,
        }
    }

    fn in_select_characters(&mut self, text: &[u8]) -> Next {
        for run in text.chunk_by(|left, right| (*left == 0) == (*right == 0)) {
            if run.starts_with(b"\0") && self.text_row(clause!("in-select/null", "U+0000 is an error and ignored"), run)
            {
                self.error(TreeError::NullCharacterInBody);
            } else if self.text_row(clause!("in-select/characters", "other characters are inserted"), run) {
                self.insert_characters(run);
            }
        }
        Next::Done
    }

    fn in_select_start_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::HTML
                if self.tag_row(clause!("in-select/start-tag-html", "an html start tag goes by in body"), tag.name) =>
            {
                self.in_body(Token::StartTag(tag))
            }
            Name::OPTION
                if self.tag_row(
                    clause!("in-select/start-tag-option", "an option start tag closes an option"),
                    tag.name,
                ) =>
            {
                self.pop_current(Name::OPTION);
                self.insert_html_element(tag);
                Next::Done
            }
            Name::OPTGROUP
                if self.tag_row(
                    clause!("in-select/start-tag-optgroup", "an optgroup start tag closes an option and an optgroup"),
                    tag.name,
                ) =>
            {
                self.pop_current(Name::OPTION);
                self.pop_current(Name::OPTGROUP);
                self.insert_html_element(tag);
                Next::Done
            }
            Name::HR
                if self.edition.has(Change::HrInSelect2023)
                    && self.tag_row(
                        clause!("in-select/start-tag-hr", "an hr start tag closes an option and an optgroup"),
                        tag.name,
                    ) =>
            {
                self.pop_current(Name::OPTION);
                self.pop_current(Name::OPTGROUP);
                self.insert_html_element(tag);
                self.pop();
                tag.acknowledge_self_closing();
                Next::Done
            }
            Name::SELECT
                if self.tag_row(
                    clause!("in-select/start-tag-select", "a select start tag closes the select"),
                    tag.name,
                ) =>
            {
                self.error(TreeError::SelectInSelect);
                self.leave_select();
                Next::Done
            }
            Name::INPUT | Name::KEYGEN | Name::TEXTAREA
                if self.tag_row(
                    clause!("in-select/start-tag-input", "input, keygen and textarea close the select"),
                    tag.name,
                ) =>
            {
                self.error(TreeError::InputInSelect);
                if self.leave_select() { Next::Reprocess } else { Next::Done }
            }
            Name::SCRIPT | Name::TEMPLATE
                if self
                    .tag_row(clause!("in-select/start-tag-in-head", "script and template go by in head"), tag.name) =>
            {
                self.in_head(Token::StartTag(tag))
            }
            _ => {
                if !self.row(clause!("in-select/start-tag", "any other start tag is an error and ignored")) {
                    return Next::Done;
                }
                self.ignore(TreeError::UnexpectedTagInSelect)
            }
        }
    }

    fn in_select_end_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::OPTGROUP
                if self.tag_row(
                    clause!("in-select/end-tag-optgroup", "an optgroup end tag closes an optgroup"),
                    tag.name,
                ) =>
            {
                self.in_select_end_tag_optgroup()
            }
            Name::OPTION
                if self
                    .tag_row(clause!("in-select/end-tag-option", "an option end tag closes an option"), tag.name) =>
            {
                if !self.pop_current(Name::OPTION) {
                    self.error(TreeError::UnexpectedTagInSelect);
                }
                Next::Done
            }
            Name::SELECT
                if self
                    .tag_row(clause!("in-select/end-tag-select", "a select end tag closes the select"), tag.name) =>
            {
                if !self.leave_select() {
                    self.error(TreeError::UnexpectedTagInSelect);
                }
                Next::Done
            }
            Name::TEMPLATE
                if self
                    .tag_row(clause!("in-select/end-tag-template", "a template end tag goes by in head"), tag.name) =>
            {
                self.in_head(Token::EndTag(tag))
            }
            _ => {
                if !self.row(clause!("in-select/end-tag", "any other end tag is an error and ignored")) {
                    return Next::Done;
                }
                self.ignore(TreeError::UnexpectedTagInSelect)
            }
        }
    }

    fn in_select_end_tag_optgroup(&mut self) -> Next {
        let above = self.stack.current_position().and_then(|position| self.stack.above(position));
        let in_group =
            above.and_then(|above| self.stack.get(above)).is_some_and(|above| above.name.is_html(Name::OPTGROUP));
        if self.condition(
            clause!("in-select/end-tag-optgroup/option", "an option right in the optgroup is closed first"),
            in_group,
        ) {
            self.pop_current(Name::OPTION);
        }
        if !self.pop_current(Name::OPTGROUP) {
            self.error(TreeError::UnexpectedTagInSelect);
        }
        Next::Done
    }

    /// Pops the current node if it is of this name.
    fn pop_current(&mut self, name: Name) -> bool {
        let is_current = self.current_node_is(name);
        if is_current {
            self.pop();
        }
        is_current
    }

    /// Closes the select, unless it is the context element of a fragment; gives whether it did.
    fn leave_select(&mut self) -> bool {
        // In these modes nothing but options and optgroups can be between the select and the current node, but for
        // templates, and those had the mode changed.
        let in_scope = self.stack.last_position(Name::SELECT) > self.stack.last_position(Name::TEMPLATE);
        if !self.condition(clause!("in-select/in-scope", "there must be a select in select scope"), in_scope) {
            return false;
        }
        self.pop_until(Name::SELECT);
        self.reset_insertion_mode();
        true
    }

    /// The "in select in table" insertion mode, gone since [`Change::RelaxedSelect2025`].
    pub(in crate::parser::tree_builder) fn in_select_in_table(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::StartTag(Tag {
                name:
                    name @ (Name::CAPTION
                    | Name::TABLE
                    | Name::TBODY
                    | Name::TFOOT
                    | Name::THEAD
                    | Name::TR
                    | Name::TD
                    | Name::TH),
                ..
            }) if self.tag_row(
                clause!("in-select-in-table/start-tag", "the start tags of tables close the select"),
                *name,
            ) =>
            {
                self.error(TreeError::UnexpectedTagInSelect);
                self.pop_until(Name::SELECT);
                self.reset_insertion_mode();
                Next::Reprocess
            }
            Token::EndTag(Tag {
                name:
                    name @ (Name::CAPTION
                    | Name::TABLE
                    | Name::TBODY
                    | Name::TFOOT
                    | Name::THEAD
                    | Name::TR
                    | Name::TD
                    | Name::TH),
                ..
            }) if self
                .tag_row(clause!("in-select-in-table/end-tag", "the end tags of tables close the select"), *name) =>
            {
                self.error(TreeError::UnexpectedTagInSelect);
                let in_scope = self.has_in_table_scope(*name);
                if !self.condition(
                    clause!("in-select-in-table/end-tag/in-scope", "the element must be in table scope"),
                    in_scope,
                ) {
                    return Next::Done;
                }
                self.pop_until(Name::SELECT);
                self.reset_insertion_mode();
                Next::Reprocess
            }
            _ => self.in_select(token),
        }
    }
}
