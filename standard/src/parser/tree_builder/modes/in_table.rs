//! The "in table" insertion mode.

use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    pub(in crate::parser::tree_builder) fn in_table(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if self.takes_table_text()
                    && self.text_row(
                        clause!("in-table/characters", "characters right in a table's structure are held back"),
                        text,
                    ) =>
            {
                self.in_table_characters()
            }
            Token::Comment(data) if self.row(clause!("in-table/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("in-table/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("in-table/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => self.in_table_start_tag(tag),
            Token::EndTag(tag) => self.in_table_end_tag(tag),
            Token::EndOfFile if self.row(clause!("in-table/eof", "the end of the file goes by in body")) => {
                self.in_body(token)
            }
            _ => self.in_table_anything_else(token),
        }
    }

    /// Whether the current node is one in which characters are held back.
    fn takes_table_text(&mut self) -> bool {
        let is_template = self.current_node_is(Name::TEMPLATE);
        self.current_node_on(List::TableText)
            && (!is_template || self.edition.has(Change::TemplateWhitespaceNoError2022))
    }

    fn in_table_start_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::CAPTION
                if self.tag_row(
                    clause!("in-table/start-tag-caption", "a caption start tag opens a caption"),
                    tag.name,
                ) =>
            {
                self.in_table_start_tag_caption(tag)
            }
            Name::COLGROUP
                if self.tag_row(
                    clause!("in-table/start-tag-colgroup", "a colgroup start tag opens a column group"),
                    tag.name,
                ) =>
            {
                self.in_table_start_tag_colgroup(tag)
            }
            Name::COL
                if self
                    .tag_row(clause!("in-table/start-tag-col", "a col start tag implies a column group"), tag.name) =>
            {
                self.in_table_start_tag_col()
            }
            Name::TBODY | Name::TFOOT | Name::THEAD
                if self.tag_row(
                    clause!("in-table/start-tag-section", "a tbody, tfoot or thead start tag opens a table section"),
                    tag.name,
                ) =>
            {
                self.in_table_start_tag_section(tag)
            }
            Name::TD | Name::TH | Name::TR
                if self.tag_row(
                    clause!("in-table/start-tag-row-or-cell", "a td, th or tr start tag implies a tbody"),
                    tag.name,
                ) =>
            {
                self.in_table_start_tag_row_or_cell()
            }
            Name::TABLE
                if self.tag_row(
                    clause!("in-table/start-tag-table", "a table start tag is an error and closes the table"),
                    tag.name,
                ) =>
            {
                self.in_table_start_tag_table()
            }
            Name::STYLE | Name::SCRIPT | Name::TEMPLATE
                if self.tag_row(
                    clause!("in-table/start-tag-in-head", "style, script and template go by in head"),
                    tag.name,
                ) =>
            {
                self.in_head(Token::StartTag(tag))
            }
            Name::INPUT
                if self.tag_row(clause!("in-table/start-tag-input", "a hidden input stays in the table"), tag.name) =>
            {
                self.in_table_start_tag_input(tag)
            }
            Name::FORM
                if self.tag_row(
                    clause!("in-table/start-tag-form", "a form start tag is an error and stays in the table, empty"),
                    tag.name,
                ) =>
            {
                self.in_table_start_tag_form(tag)
            }
            _ => self.in_table_anything_else(Token::StartTag(tag)),
        }
    }

    fn in_table_end_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::TABLE
                if self.tag_row(clause!("in-table/end-tag-table", "a table end tag closes the table"), tag.name) =>
            {
                self.in_table_end_tag_table()
            }
            Name::BODY
            | Name::CAPTION
            | Name::COL
            | Name::COLGROUP
            | Name::HTML
            | Name::TBODY
            | Name::TD
            | Name::TFOOT
            | Name::TH
            | Name::THEAD
            | Name::TR
                if self.tag_row(
                    clause!(
                        "in-table/end-tag-ignored",
                        "end tags of the table's parts, body and html are errors and ignored"
                    ),
                    tag.name,
                ) =>
            {
                self.ignore(TreeError::UnexpectedEndTagInTable)
            }
            Name::TEMPLATE
                if self
                    .tag_row(clause!("in-table/end-tag-template", "a template end tag goes by in head"), tag.name) =>
            {
                self.in_head(Token::EndTag(tag))
            }
            _ => self.in_table_anything_else(Token::EndTag(tag)),
        }
    }

    /// What is not the table's own goes by the rules of "in body", and in front of the table.
    pub(super) fn in_table_anything_else(&mut self, token: Token<'_>) -> Next {
        if !self.row(clause!("in-table/anything-else", "anything else is an error and foster-parented")) {
            return Next::Done;
        }
        self.error(TreeError::UnexpectedTokenInTable);
        if self.step(clause!("in-table/anything-else/enable-foster-parenting", "foster parenting is enabled")) {
            self.foster_parenting = true;
        }
        let next = self.in_body(token);
        if self.step(clause!("in-table/anything-else/disable-foster-parenting", "foster parenting is disabled again")) {
            self.foster_parenting = false;
        }
        next
    }

    fn in_table_characters(&mut self) -> Next {
        if self.step(clause!("in-table/characters/no-pending", "no characters are pending yet")) {
            self.pending_table_text.clear();
        }
        if self.step(clause!("in-table/characters/original-mode", "the mode is kept for after the characters")) {
            self.original_mode = self.mode;
        }
        self.switch_mode(
            clause!("in-table/characters/in-table-text", "the mode becomes in table text"),
            InsertionMode::InTableText,
        );
        self.reprocess(clause!("in-table/characters/reprocess", "the token is reprocessed"))
    }

    fn in_table_start_tag_caption(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-table/start-tag-caption/clear-stack", "the stack is cleared back to a table context"))
        {
            self.clear_stack_back_to(List::TableContext);
        }
        if self.step(clause!("in-table/start-tag-caption/marker", "a marker is put on the formatting list")) {
            self.push_marker();
        }
        if self.step(clause!("in-table/start-tag-caption/insert", "the caption is inserted")) {
            self.insert_html_element(tag);
        }
        self.switch_mode(
            clause!("in-table/start-tag-caption/in-caption", "the mode becomes in caption"),
            InsertionMode::InCaption,
        );
        Next::Done
    }

    fn in_table_start_tag_colgroup(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-table/start-tag-colgroup/clear-stack", "the stack is cleared back to a table context"))
        {
            self.clear_stack_back_to(List::TableContext);
        }
        if self.step(clause!("in-table/start-tag-colgroup/insert", "the column group is inserted")) {
            self.insert_html_element(tag);
        }
        self.switch_mode(
            clause!("in-table/start-tag-colgroup/in-column-group", "the mode becomes in column group"),
            InsertionMode::InColumnGroup,
        );
        Next::Done
    }

    fn in_table_start_tag_col(&mut self) -> Next {
        if self.step(clause!("in-table/start-tag-col/clear-stack", "the stack is cleared back to a table context")) {
            self.clear_stack_back_to(List::TableContext);
        }
        if self.step(clause!("in-table/start-tag-col/insert", "the implied column group is inserted")) {
            self.insert_implied_element(Name::COLGROUP);
        }
        self.switch_mode(
            clause!("in-table/start-tag-col/in-column-group", "the mode becomes in column group"),
            InsertionMode::InColumnGroup,
        );
        self.reprocess(clause!("in-table/start-tag-col/reprocess", "the col is reprocessed"))
    }

    fn in_table_start_tag_section(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-table/start-tag-section/clear-stack", "the stack is cleared back to a table context"))
        {
            self.clear_stack_back_to(List::TableContext);
        }
        if self.step(clause!("in-table/start-tag-section/insert", "the table section is inserted")) {
            self.insert_html_element(tag);
        }
        self.switch_mode(
            clause!("in-table/start-tag-section/in-table-body", "the mode becomes in table body"),
            InsertionMode::InTableBody,
        );
        Next::Done
    }

    fn in_table_start_tag_row_or_cell(&mut self) -> Next {
        if self
            .step(clause!("in-table/start-tag-row-or-cell/clear-stack", "the stack is cleared back to a table context"))
        {
            self.clear_stack_back_to(List::TableContext);
        }
        if self.step(clause!("in-table/start-tag-row-or-cell/insert", "the implied tbody is inserted")) {
            self.insert_implied_element(Name::TBODY);
        }
        self.switch_mode(
            clause!("in-table/start-tag-row-or-cell/in-table-body", "the mode becomes in table body"),
            InsertionMode::InTableBody,
        );
        self.reprocess(clause!("in-table/start-tag-row-or-cell/reprocess", "the row or cell is reprocessed"))
    }

    fn in_table_start_tag_table(&mut self) -> Next {
        self.error(TreeError::TableStartTagInTable);
        let in_scope = self.has_in_table_scope(Name::TABLE);
        if !self
            .condition(clause!("in-table/start-tag-table/in-scope", "there must be a table in table scope"), in_scope)
        {
            return Next::Done;
        }
        if self.step(clause!("in-table/start-tag-table/pop", "the stack is popped up to the table")) {
            self.pop_until(Name::TABLE);
        }
        if self.step(clause!("in-table/start-tag-table/reset", "the insertion mode is reset")) {
            self.reset_insertion_mode();
        }
        self.reprocess(clause!("in-table/start-tag-table/reprocess", "the table is reprocessed"))
    }

    fn in_table_end_tag_table(&mut self) -> Next {
        let in_scope = self.has_in_table_scope(Name::TABLE);
        if !self.condition(clause!("in-table/end-tag-table/in-scope", "there must be a table in table scope"), in_scope)
        {
            return self.ignore(TreeError::TableEndTagWithoutTable);
        }
        if self.step(clause!("in-table/end-tag-table/pop", "the stack is popped up to the table")) {
            self.pop_until(Name::TABLE);
        }
        if self.step(clause!("in-table/end-tag-table/reset", "the insertion mode is reset")) {
            self.reset_insertion_mode();
        }
        Next::Done
    }

    fn in_table_start_tag_input(&mut self, tag: &Tag) -> Next {
        let hidden = tag.attribute(Name::TYPE).is_some_and(|value| value.eq_ignore_ascii_case(b"hidden"));
        if !self.condition(clause!("in-table/start-tag-input/hidden", "only a hidden input stays in the table"), hidden)
        {
            return self.in_table_anything_else(Token::StartTag(tag));
        }
        self.error(TreeError::HiddenInputInTable);
        if self.step(clause!("in-table/start-tag-input/insert", "the hidden input is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-table/start-tag-input/pop", "the hidden input is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-table/start-tag-input/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        Next::Done
    }

    fn in_table_start_tag_form(&mut self, tag: &Tag) -> Next {
        self.error(TreeError::FormInTable);
        let (has_template, has_form) = (self.has_template_on_stack(), self.form.is_some());
        if self.condition(
            clause!("in-table/start-tag-form/template", "within a template the form is ignored"),
            has_template,
        ) || self.condition(clause!("in-table/start-tag-form/form", "within a form the form is ignored"), has_form)
        {
            return Next::Done;
        }
        if self.step(clause!("in-table/start-tag-form/insert", "the form is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-table/start-tag-form/pointer", "the form element pointer is set")) {
            self.form = self.current_node();
        }
        if self.step(clause!("in-table/start-tag-form/pop", "the form is popped at once")) {
            self.pop();
        }
        Next::Done
    }
}
