//! The "in row" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    pub(in crate::parser::tree_builder) fn in_row(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::StartTag(tag) => match tag.name {
                Name::TH | Name::TD
                    if self
                        .tag_row(clause!("in-row/start-tag-cell", "a th or td start tag opens a cell"), tag.name) =>
                {
                    self.in_row_start_tag_cell(tag)
                }
                Name::CAPTION | Name::COL | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD | Name::TR
                    if self.tag_row(
                        clause!(
                            "in-row/start-tag-structure",
                            "start tags of the table's sections and rows close the row first"
                        ),
                        tag.name,
                    ) =>
                {
                    self.in_row_table_structure()
                }
                _ => self.in_row_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                Name::TR if self.tag_row(clause!("in-row/end-tag-tr", "a tr end tag closes the row"), tag.name) => {
                    self.in_row_end_tag_tr()
                }
                Name::TABLE
                    if self
                        .tag_row(clause!("in-row/end-tag-table", "a table end tag closes the row first"), tag.name) =>
                {
                    self.in_row_table_structure()
                }
                Name::TBODY | Name::TFOOT | Name::THEAD
                    if self.tag_row(
                        clause!("in-row/end-tag-section", "a tbody, tfoot or thead end tag closes the row first"),
                        tag.name,
                    ) =>
                {
                    self.in_row_end_tag_section(tag)
                }
                Name::BODY | Name::CAPTION | Name::COL | Name::COLGROUP | Name::HTML | Name::TD | Name::TH
                    if self.tag_row(
                        clause!(
                            "in-row/end-tag-ignored",
                            "end tags of the table's other parts, body and html are errors and ignored"
                        ),
                        tag.name,
                    ) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagInRow)
                }
                _ => self.in_row_anything_else(token),
            },
            _ => self.in_row_anything_else(token),
        }
    }

    fn in_row_start_tag_cell(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-row/start-tag-cell/clear-stack", "the stack is cleared back to a table row context")) {
            self.clear_stack_back_to(List::TableRowContext);
        }
        if self.step(clause!("in-row/start-tag-cell/insert", "the cell is inserted")) {
            self.insert_html_element(tag);
        }
        self.switch_mode(clause!("in-row/start-tag-cell/in-cell", "the mode becomes in cell"), InsertionMode::InCell);
        if self.step(clause!("in-row/start-tag-cell/marker", "a marker is put on the formatting list")) {
            self.push_marker();
        }
        Next::Done
    }

    fn in_row_end_tag_tr(&mut self) -> Next {
        let in_scope = self.has_in_table_scope(Name::TR);
        if !self.condition(clause!("in-row/end-tag-tr/in-scope", "there must be a row in table scope"), in_scope) {
            return self.ignore(TreeError::RowEndTagWithoutRow);
        }
        if self.step(clause!("in-row/end-tag-tr/clear-stack", "the stack is cleared back to a table row context")) {
            self.clear_stack_back_to(List::TableRowContext);
        }
        if self.step(clause!("in-row/end-tag-tr/pop", "the row is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-row/end-tag-tr/in-table-body", "the mode becomes in table body"),
            InsertionMode::InTableBody,
        );
        Next::Done
    }

    /// What belongs beside the row or its section: the row is closed and the token reprocessed.
    fn in_row_table_structure(&mut self) -> Next {
        let in_scope = self.has_in_table_scope(Name::TR);
        if !self.condition(clause!("in-row/structure/in-scope", "there must be a row in table scope"), in_scope) {
            return self.ignore(TreeError::TableTagWithoutRow);
        }
        if self.step(clause!("in-row/structure/clear-stack", "the stack is cleared back to a table row context")) {
            self.clear_stack_back_to(List::TableRowContext);
        }
        if self.step(clause!("in-row/structure/pop", "the row is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-row/structure/in-table-body", "the mode becomes in table body"),
            InsertionMode::InTableBody,
        );
        self.reprocess(clause!("in-row/structure/reprocess", "the token is reprocessed"))
    }

    fn in_row_end_tag_section(&mut self, tag: &Tag) -> Next {
        let in_scope = self.has_in_table_scope(tag.name);
        if !self.condition(
            clause!("in-row/end-tag-section/in-scope", "there must be such a section in table scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::SectionEndTagWithoutSection);
        }
        let row_in_scope = self.has_in_table_scope(Name::TR);
        if !self.condition(
            clause!("in-row/end-tag-section/row-in-scope", "there must be a row in table scope"),
            row_in_scope,
        ) {
            return Next::Done;
        }
        if self.step(clause!("in-row/end-tag-section/clear-stack", "the stack is cleared back to a table row context"))
        {
            self.clear_stack_back_to(List::TableRowContext);
        }
        if self.step(clause!("in-row/end-tag-section/pop", "the row is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-row/end-tag-section/in-table-body", "the mode becomes in table body"),
            InsertionMode::InTableBody,
        );
        self.reprocess(clause!("in-row/end-tag-section/reprocess", "the token is reprocessed"))
    }

    fn in_row_anything_else(&mut self, token: Token<'_>) -> Next {
        if !self.row(clause!("in-row/anything-else", "anything else goes by in table")) {
            return Next::Done;
        }
        self.in_table(token)
    }
}
