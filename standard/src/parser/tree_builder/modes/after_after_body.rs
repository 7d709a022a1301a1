//! The "after after body" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::dom::NodeId;
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    pub(in crate::parser::tree_builder) fn after_after_body(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Comment(data) if self.row(clause!("after-after-body/comment", "a comment goes to the document")) => {
                self.insert_comment(data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!(
                    "after-after-body/processing-instruction",
                    "a processing instruction goes to the document"
                )) =>
            {
                self.insert_processing_instruction(target, data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("after-after-body/doctype", "a DOCTYPE goes by in body")) => {
                self.in_body(token)
            }
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("after-after-body/whitespace", "white space goes by in body"), text) =>
            {
                self.in_body(token)
            }
            Token::StartTag(Tag { name: Name::HTML, .. })
                if self.tag_row(
                    clause!("after-after-body/start-tag-html", "an html start tag goes by in body"),
                    Name::HTML,
                ) =>
            {
                self.in_body(token)
            }
            Token::EndOfFile if self.row(clause!("after-after-body/eof", "the end of the file stops parsing")) => {
                self.stop_parsing();
                Next::Done
            }
            _ => {
                if !self.row(clause!(
                    "after-after-body/anything-else",
                    "anything else is an error and goes back to the body"
                )) {
                    return Next::Done;
                }
                self.error(TreeError::UnexpectedTokenAfterHtml);
                self.switch_mode(
                    clause!("after-after-body/anything-else/in-body", "the mode becomes in body"),
                    InsertionMode::InBody,
                );
                self.reprocess(clause!("after-after-body/anything-else/reprocess", "the token is reprocessed"))
            }
        }
    }
}
