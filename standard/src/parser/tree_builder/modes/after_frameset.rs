//! The "after frameset" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    pub(in crate::parser::tree_builder) fn after_frameset(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("after-frameset/whitespace", "white space is inserted"), text) =>
            {
                self.insert_characters(text);
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("after-frameset/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self
                    .row(clause!("after-frameset/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("after-frameset/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(Tag { name: Name::HTML, .. })
                if self.tag_row(
                    clause!("after-frameset/start-tag-html", "an html start tag goes by in body"),
                    Name::HTML,
                ) =>
            {
                self.in_body(token)
            }
            Token::EndTag(Tag { name: Name::HTML, .. })
                if self.tag_row(
                    clause!("after-frameset/end-tag-html", "an html end tag ends the document element"),
                    Name::HTML,
                ) =>
            {
                self.switch_mode(
                    clause!(
                        "after-frameset/end-tag-html/after-after-frameset",
                        "the mode becomes after after frameset"
                    ),
                    InsertionMode::AfterAfterFrameset,
                );
                Next::Done
            }
            Token::StartTag(Tag { name: Name::NOFRAMES, .. })
                if self.tag_row(
                    clause!("after-frameset/start-tag-noframes", "a noframes goes by in head"),
                    Name::NOFRAMES,
                ) =>
            {
                self.in_head(token)
            }
            Token::EndOfFile if self.row(clause!("after-frameset/eof", "the end of the file stops parsing")) => {
                self.stop_parsing();
                Next::Done
            }
            _ => {
                if !self.row(clause!("after-frameset/anything-else", "anything else is an error and ignored")) {
                    return Next::Done;
                }
                self.ignore(TreeError::UnexpectedTokenAfterFrameset)
            }
        }
    }
}
