//! The "after after frameset" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::dom::NodeId;
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    pub(in crate::parser::tree_builder) fn after_after_frameset(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Comment(data)
                if self.row(clause!("after-after-frameset/comment", "a comment goes to the document")) =>
            {
                self.insert_comment(data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!(
                    "after-after-frameset/processing-instruction",
                    "a processing instruction goes to the document"
                )) =>
            {
                self.insert_processing_instruction(target, data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("after-after-frameset/doctype", "a DOCTYPE goes by in body")) => {
                self.in_body(token)
            }
            Token::Characters(text)
                if is_whitespace(text)
                    && self
                        .text_row(clause!("after-after-frameset/whitespace", "white space goes by in body"), text) =>
            {
                self.in_body(token)
            }
            Token::StartTag(Tag { name: Name::HTML, .. })
                if self.tag_row(
                    clause!("after-after-frameset/start-tag-html", "an html start tag goes by in body"),
                    Name::HTML,
                ) =>
            {
                self.in_body(token)
            }
            Token::EndOfFile if self.row(clause!("after-after-frameset/eof", "the end of the file stops parsing")) => {
                self.stop_parsing();
                Next::Done
            }
            Token::StartTag(Tag { name: Name::NOFRAMES, .. })
                if self.tag_row(
                    clause!("after-after-frameset/start-tag-noframes", "a noframes goes by in head"),
                    Name::NOFRAMES,
                ) =>
            {
                self.in_head(token)
            }
            _ => {
                if !self.row(clause!("after-after-frameset/anything-else", "anything else is an error and ignored")) {
                    return Next::Done;
                }
                self.ignore(TreeError::UnexpectedTokenAfterHtml)
            }
        }
    }
}
