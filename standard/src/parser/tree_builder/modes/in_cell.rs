//! The "in cell" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    pub(in crate::parser::tree_builder) fn in_cell(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::EndTag(tag) => match tag.name {
                Name::TD | Name::TH
                    if self
                        .tag_row(clause!("in-cell/end-tag-cell", "a td or th end tag closes the cell"), tag.name) =>
                {
                    self.in_cell_end_tag_cell(tag)
                }
                Name::BODY | Name::CAPTION | Name::COL | Name::COLGROUP | Name::HTML
                    if self.tag_row(
                        clause!(
                            "in-cell/end-tag-ignored",
                            "body, caption, col, colgroup and html end tags are errors and ignored"
                        ),
                        tag.name,
                    ) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagInCell)
                }
                Name::TABLE | Name::TBODY | Name::TFOOT | Name::THEAD | Name::TR
                    if self.tag_row(
                        clause!("in-cell/end-tag-structure", "end tags of what holds the cell close it first"),
                        tag.name,
                    ) =>
                {
                    self.in_cell_end_tag_structure(tag)
                }
                _ => self.in_cell_anything_else(token),
            },
            Token::StartTag(tag) => match tag.name {
                Name::CAPTION
                | Name::COL
                | Name::COLGROUP
                | Name::TBODY
                | Name::TD
                | Name::TFOOT
                | Name::TH
                | Name::THEAD
                | Name::TR
                    if self.tag_row(
                        clause!("in-cell/start-tag-structure", "start tags of the table's parts close the cell first"),
                        tag.name,
                    ) =>
                {
                    self.close_the_cell();
                    self.reprocess(clause!("in-cell/start-tag-structure/reprocess", "the token is reprocessed"))
                }
                _ => self.in_cell_anything_else(token),
            },
            _ => self.in_cell_anything_else(token),
        }
    }

    fn in_cell_end_tag_cell(&mut self, tag: &Tag) -> Next {
        let in_scope = self.has_in_table_scope(tag.name);
        if !self
            .condition(clause!("in-cell/end-tag-cell/in-scope", "there must be such a cell in table scope"), in_scope)
        {
            return self.ignore(TreeError::CellEndTagWithoutCell);
        }
        if self.step(clause!("in-cell/end-tag-cell/implied-end-tags", "implied end tags are generated")) {
            self.generate_implied_end_tags(None);
        }
        let is_current = self.current_node_is(tag.name);
        if !self.condition(clause!("in-cell/end-tag-cell/current", "the cell ought to be the current node"), is_current)
        {
            self.error(TreeError::UnclosedElementsInCell);
        }
        if self.step(clause!("in-cell/end-tag-cell/pop", "the stack is popped up to the cell")) {
            self.pop_until(tag.name);
        }
        if self.step(clause!("in-cell/end-tag-cell/clear-formatting", "the formatting list is cleared to the marker")) {
            self.clear_formatting_to_marker();
        }
        self.switch_mode(clause!("in-cell/end-tag-cell/in-row", "the mode becomes in row"), InsertionMode::InRow);
        Next::Done
    }

    fn in_cell_end_tag_structure(&mut self, tag: &Tag) -> Next {
        let in_scope = self.has_in_table_scope(tag.name);
        if !self.condition(
            clause!("in-cell/end-tag-structure/in-scope", "there must be such an element in table scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::TableEndTagWithoutElement);
        }
        self.close_the_cell();
        self.reprocess(clause!("in-cell/end-tag-structure/reprocess", "the token is reprocessed"))
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell>
    fn close_the_cell(&mut self) {
        if self.step(clause!("close-the-cell/implied-end-tags", "implied end tags are generated")) {
            self.generate_implied_end_tags(None);
        }
        let is_current = self.current_node_on(List::Cell);
        if !self.condition(clause!("close-the-cell/current", "the cell ought to be the current node"), is_current) {
            self.error(TreeError::UnclosedElementsInCell);
        }
        if self.step(clause!("close-the-cell/pop", "the stack is popped up to the cell")) {
            self.pop_until_on(List::Cell);
        }
        if self.step(clause!("close-the-cell/clear-formatting", "the formatting list is cleared to the marker")) {
            self.clear_formatting_to_marker();
        }
        self.switch_mode(clause!("close-the-cell/in-row", "the mode becomes in row"), InsertionMode::InRow);
    }

    fn in_cell_anything_else(&mut self, token: Token<'_>) -> Next {
        if !self.row(clause!("in-cell/anything-else", "anything else goes by in body")) {
            return Next::Done;
        }
        self.in_body(token)
    }
}
