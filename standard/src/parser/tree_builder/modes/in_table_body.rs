//! The "in table body" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    pub(in crate::parser::tree_builder) fn in_table_body(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::StartTag(tag) => match tag.name {
                Name::TR
                    if self.tag_row(clause!("in-table-body/start-tag-tr", "a tr start tag opens a row"), tag.name) =>
                {
                    self.in_table_body_start_tag_tr(tag)
                }
                Name::TH | Name::TD
                    if self.tag_row(
                        clause!("in-table-body/start-tag-cell", "a th or td start tag is an error and implies a row"),
                        tag.name,
                    ) =>
                {
                    self.in_table_body_start_tag_cell()
                }
                Name::CAPTION | Name::COL | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD
                    if self.tag_row(
                        clause!(
                            "in-table-body/start-tag-structure",
                            "start tags of the table's sections close this one first"
                        ),
                        tag.name,
                    ) =>
                {
                    self.in_table_body_table_structure()
                }
                _ => self.in_table_body_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                Name::TBODY | Name::TFOOT | Name::THEAD
                    if self.tag_row(
                        clause!("in-table-body/end-tag-section", "a tbody, tfoot or thead end tag closes the section"),
                        tag.name,
                    ) =>
                {
                    self.in_table_body_end_tag_section(tag)
                }
                Name::TABLE
                    if self.tag_row(
                        clause!("in-table-body/end-tag-table", "a table end tag closes the section first"),
                        tag.name,
                    ) =>
                {
                    self.in_table_body_table_structure()
                }
                Name::BODY
                | Name::CAPTION
                | Name::COL
                | Name::COLGROUP
                | Name::HTML
                | Name::TD
                | Name::TH
                | Name::TR
                    if self.tag_row(
                        clause!(
                            "in-table-body/end-tag-ignored",
                            "end tags of the table's other parts, body and html are errors and ignored"
                        ),
                        tag.name,
                    ) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagInTableBody)
                }
                _ => self.in_table_body_anything_else(token),
            },
            _ => self.in_table_body_anything_else(token),
        }
    }

    fn in_table_body_start_tag_tr(&mut self, tag: &Tag) -> Next {
        if self.step(clause!(
            "in-table-body/start-tag-tr/clear-stack",
            "the stack is cleared back to a table body context"
        )) {
            self.clear_stack_back_to(List::TableBodyContext);
        }
        if self.step(clause!("in-table-body/start-tag-tr/insert", "the row is inserted")) {
            self.insert_html_element(tag);
        }
        self.switch_mode(clause!("in-table-body/start-tag-tr/in-row", "the mode becomes in row"), InsertionMode::InRow);
        Next::Done
    }

    fn in_table_body_start_tag_cell(&mut self) -> Next {
        self.error(TreeError::CellInTableBody);
        if self.step(clause!(
            "in-table-body/start-tag-cell/clear-stack",
            "the stack is cleared back to a table body context"
        )) {
            self.clear_stack_back_to(List::TableBodyContext);
        }
        if self.step(clause!("in-table-body/start-tag-cell/insert", "the implied row is inserted")) {
            self.insert_implied_element(Name::TR);
        }
        self.switch_mode(
            clause!("in-table-body/start-tag-cell/in-row", "the mode becomes in row"),
            InsertionMode::InRow,
        );
        self.reprocess(clause!("in-table-body/start-tag-cell/reprocess", "the cell is reprocessed"))
    }

    fn in_table_body_end_tag_section(&mut self, tag: &Tag) -> Next {
        let in_scope = self.has_in_table_scope(tag.name);
        if !self.condition(
            clause!("in-table-body/end-tag-section/in-scope", "there must be such a section in table scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::SectionEndTagWithoutSection);
        }
        if self.step(clause!(
            "in-table-body/end-tag-section/clear-stack",
            "the stack is cleared back to a table body context"
        )) {
            self.clear_stack_back_to(List::TableBodyContext);
        }
        if self.step(clause!("in-table-body/end-tag-section/pop", "the section is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-table-body/end-tag-section/in-table", "the mode becomes in table"),
            InsertionMode::InTable,
        );
        Next::Done
    }

    /// What belongs beside the section: the section is closed and the token reprocessed.
    fn in_table_body_table_structure(&mut self) -> Next {
        let in_scope = self.has_any_in_table_scope(List::TableSections);
        if !self
            .condition(clause!("in-table-body/structure/in-scope", "there must be a section in table scope"), in_scope)
        {
            return self.ignore(TreeError::TableTagWithoutSection);
        }
        if self
            .step(clause!("in-table-body/structure/clear-stack", "the stack is cleared back to a table body context"))
        {
            self.clear_stack_back_to(List::TableBodyContext);
        }
        if self.step(clause!("in-table-body/structure/pop", "the section is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-table-body/structure/in-table", "the mode becomes in table"),
            InsertionMode::InTable,
        );
        self.reprocess(clause!("in-table-body/structure/reprocess", "the token is reprocessed"))
    }

    fn in_table_body_anything_else(&mut self, token: Token<'_>) -> Next {
        if !self.row(clause!("in-table-body/anything-else", "anything else goes by in table")) {
            return Next::Done;
        }
        self.in_table(token)
    }
}
