//! The "in column group" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
    pub(in crate::parser::tree_builder) fn in_column_group(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("in-column-group/whitespace", "white space is inserted"), text) =>
            {
                self.insert_characters(text);
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("in-column-group/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self
                    .row(clause!("in-column-group/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("in-column-group/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => match tag.name {
                Name::HTML
                    if self.tag_row(
                        clause!("in-column-group/start-tag-html", "an html start tag goes by in body"),
                        tag.name,
                    ) =>
                {
                    self.in_body(token)
                }
                Name::COL
                    if self.tag_row(
                        clause!("in-column-group/start-tag-col", "a col is inserted and closed"),
                        tag.name,
                    ) =>
                {
                    self.in_column_group_start_tag_col(tag)
                }
                Name::TEMPLATE
                    if self.tag_row(
                        clause!("in-column-group/start-tag-template", "a template start tag goes by in head"),
                        tag.name,
                    ) =>
                {
                    self.in_head(token)
                }
                _ => self.in_column_group_anything_else(),
            },
            Token::EndTag(tag) => match tag.name {
                Name::COLGROUP
                    if self.tag_row(
                        clause!("in-column-group/end-tag-colgroup", "a colgroup end tag closes the column group"),
                        tag.name,
                    ) =>
                {
                    self.in_column_group_end_tag_colgroup()
                }
                Name::COL
                    if self.tag_row(
                        clause!("in-column-group/end-tag-col", "a col end tag is an error and ignored"),
                        tag.name,
                    ) =>
                {
                    self.ignore(TreeError::ColEndTag)
                }
                Name::TEMPLATE
                    if self.tag_row(
                        clause!("in-column-group/end-tag-template", "a template end tag goes by in head"),
                        tag.name,
                    ) =>
                {
                    self.in_head(token)
                }
                _ => self.in_column_group_anything_else(),
            },
            Token::EndOfFile if self.row(clause!("in-column-group/eof", "the end of the file goes by in body")) => {
                self.in_body(token)
            }
            _ => self.in_column_group_anything_else(),
        }
    }

    fn in_column_group_start_tag_col(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-column-group/start-tag-col/insert", "the col is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-column-group/start-tag-col/pop", "the col is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-column-group/start-tag-col/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        Next::Done
    }

    fn in_column_group_end_tag_colgroup(&mut self) -> Next {
        let is_current = self.current_node_is(Name::COLGROUP);
        if !self.condition(
            clause!("in-column-group/end-tag-colgroup/current", "the current node must be a column group"),
            is_current,
        ) {
            return self.ignore(TreeError::ColgroupEndTagWithoutColgroup);
        }
        if self.step(clause!("in-column-group/end-tag-colgroup/pop", "the column group is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-column-group/end-tag-colgroup/in-table", "the mode becomes in table"),
            InsertionMode::InTable,
        );
        Next::Done
    }

    fn in_column_group_anything_else(&mut self) -> Next {
        if !self.row(clause!("in-column-group/anything-else", "anything else closes the column group first")) {
            return Next::Done;
        }
        let is_current = self.current_node_is(Name::COLGROUP);
        if !self.condition(
            clause!("in-column-group/anything-else/current", "the current node must be a column group"),
            is_current,
        ) {
            return self.ignore(TreeError::UnexpectedTokenInColumnGroup);
        }
        if self.step(clause!("in-column-group/anything-else/pop", "the column group is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-column-group/anything-else/in-table", "the mode becomes in table"),
            InsertionMode::InTable,
        );
        self.reprocess(clause!("in-column-group/anything-else/reprocess", "the token is reprocessed"))
    }
}
