//! The "in head noscript" insertion mode.

use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::Token;
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    pub(in crate::parser::tree_builder) fn in_head_noscript(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Doctype(_) if self.row(clause!("in-head-noscript/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("in-head-noscript/whitespace", "white space goes by in head"), text) =>
            {
                self.in_head(token)
            }
            Token::Comment(_) if self.row(clause!("in-head-noscript/comment", "a comment goes by in head")) => {
                self.in_head(token)
            }
            Token::ProcessingInstruction { .. }
                if self.edition.has(Change::PiInNoscriptTemplate2026)
                    && self.row(clause!(
                        "in-head-noscript/processing-instruction",
                        "a processing instruction goes by in head"
                    )) =>
            {
                self.in_head(token)
            }
            Token::StartTag(tag) => match tag.name {
                Name::HTML
                    if self.tag_row(
                        clause!("in-head-noscript/start-tag-html", "an html start tag goes by in body"),
                        tag.name,
                    ) =>
                {
                    self.in_body(token)
                }
                Name::BASEFONT | Name::BGSOUND | Name::LINK | Name::META | Name::NOFRAMES | Name::STYLE
                    if self.tag_row(
                        clause!("in-head-noscript/start-tag-in-head", "what a noscript may hold goes by in head"),
                        tag.name,
                    ) =>
                {
                    self.in_head(token)
                }
                Name::HEAD | Name::NOSCRIPT
                    if self.tag_row(
                        clause!(
                            "in-head-noscript/start-tag-ignored",
                            "head and noscript start tags are errors and ignored"
                        ),
                        tag.name,
                    ) =>
                {
                    self.ignore(TreeError::UnexpectedStartTagInHeadNoscript)
                }
                _ => self.in_head_noscript_anything_else(),
            },
            Token::EndTag(tag) => match tag.name {
                Name::NOSCRIPT
                    if self.tag_row(
                        clause!("in-head-noscript/end-tag-noscript", "a noscript end tag closes the noscript"),
                        tag.name,
                    ) =>
                {
                    if self.step(clause!("in-head-noscript/end-tag-noscript/pop", "the noscript is popped")) {
                        self.pop();
                    }
                    self.switch_mode(
                        clause!("in-head-noscript/end-tag-noscript/in-head", "the mode becomes in head"),
                        InsertionMode::InHead,
                    );
                    Next::Done
                }
                Name::BR
                    if self.tag_row(
                        clause!("in-head-noscript/end-tag-br", "a br end tag implies the noscript's end"),
                        tag.name,
                    ) =>
                {
                    self.in_head_noscript_anything_else()
                }
                _ if self.tag_row(
                    clause!("in-head-noscript/end-tag", "any other end tag is an error and ignored"),
                    tag.name,
                ) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagInHeadNoscript)
                }
                _ => self.in_head_noscript_anything_else(),
            },
            _ => self.in_head_noscript_anything_else(),
        }
    }

    fn in_head_noscript_anything_else(&mut self) -> Next {
        if !self
            .row(clause!("in-head-noscript/anything-else", "anything else is an error and implies the noscript's end"))
        {
            return Next::Done;
        }
        self.error(TreeError::UnexpectedContentInHeadNoscript);
        if self.step(clause!("in-head-noscript/anything-else/pop", "the noscript is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-head-noscript/anything-else/in-head", "the mode becomes in head"),
            InsertionMode::InHead,
        );
        self.reprocess(clause!("in-head-noscript/anything-else/reprocess", "the token is reprocessed"))
    }
}
