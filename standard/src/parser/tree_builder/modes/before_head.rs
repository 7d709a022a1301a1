//! The "before head" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    pub(in crate::parser::tree_builder) fn before_head(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("before-head/whitespace", "white space is ignored"), text) =>
            {
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("before-head/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("before-head/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("before-head/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => match tag.name {
                Name::HTML
                    if self.tag_row(
                        clause!("before-head/start-tag-html", "an html start tag goes by in body"),
                        tag.name,
                    ) =>
                {
                    self.in_body(token)
                }
                Name::HEAD
                    if self.tag_row(
                        clause!("before-head/start-tag-head", "a head start tag opens the head"),
                        tag.name,
                    ) =>
                {
                    self.before_head_start_tag_head(tag)
                }
                _ => self.before_head_anything_else(),
            },
            Token::EndTag(tag) => match tag.name {
                Name::HEAD | Name::BODY | Name::HTML | Name::BR
                    if self.tag_row(
                        clause!("before-head/end-tag-anything-else", "head, body, html and br end tags imply a head"),
                        tag.name,
                    ) =>
                {
                    self.before_head_anything_else()
                }
                _ if self
                    .tag_row(clause!("before-head/end-tag", "any other end tag is an error and ignored"), tag.name) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagBeforeHead)
                }
                _ => self.before_head_anything_else(),
            },
            _ => self.before_head_anything_else(),
        }
    }

    fn before_head_start_tag_head(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("before-head/start-tag-head/insert", "the head element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("before-head/start-tag-head/pointer", "the head element pointer is set")) {
            self.head = self.current_node();
        }
        self.switch_mode(
            clause!("before-head/start-tag-head/in-head", "the mode becomes in head"),
            InsertionMode::InHead,
        );
        Next::Done
    }

    fn before_head_anything_else(&mut self) -> Next {
        if !self.row(clause!("before-head/anything-else", "anything else implies a head")) {
            return Next::Done;
        }
        if self.step(clause!("before-head/anything-else/insert", "the implied head element is inserted")) {
            self.insert_implied_element(Name::HEAD);
        }
        if self
            .step(clause!("before-head/anything-else/pointer", "the head element pointer is set to the implied head"))
        {
            self.head = self.current_node();
        }
        self.switch_mode(
            clause!("before-head/anything-else/in-head", "the mode becomes in head"),
            InsertionMode::InHead,
        );
        self.reprocess(clause!("before-head/anything-else/reprocess", "the token is reprocessed"))
    }
}
