//! The "after body" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    pub(in crate::parser::tree_builder) fn after_body(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("after-body/whitespace", "white space goes by in body"), text) =>
            {
                self.in_body(token)
            }
            Token::Comment(data) if self.row(clause!("after-body/comment", "a comment goes to the html element")) => {
                self.insert_comment(data, self.root_element());
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!(
                    "after-body/processing-instruction",
                    "a processing instruction goes to the html element"
                )) =>
            {
                self.insert_processing_instruction(target, data, self.root_element());
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("after-body/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(Tag { name: Name::HTML, .. })
                if self
                    .tag_row(clause!("after-body/start-tag-html", "an html start tag goes by in body"), Name::HTML) =>
            {
                self.in_body(token)
            }
            Token::EndTag(Tag { name: Name::HTML, .. })
                if self.tag_row(
                    clause!("after-body/end-tag-html", "an html end tag ends the document element"),
                    Name::HTML,
                ) =>
            {
                self.after_body_end_tag_html()
            }
            Token::EndOfFile if self.row(clause!("after-body/eof", "the end of the file stops parsing")) => {
                self.stop_parsing();
                Next::Done
            }
            _ => {
                if !self.row(clause!("after-body/anything-else", "anything else is an error and goes back to the body"))
                {
                    return Next::Done;
                }
                self.error(TreeError::UnexpectedTokenAfterBody);
                self.switch_mode(
                    clause!("after-body/anything-else/in-body", "the mode becomes in body"),
                    InsertionMode::InBody,
                );
                self.reprocess(clause!("after-body/anything-else/reprocess", "the token is reprocessed"))
            }
        }
    }

    fn after_body_end_tag_html(&mut self) -> Next {
        let is_fragment = self.is_fragment();
        if self.condition(
            clause!("after-body/end-tag-html/fragment", "in a fragment the end tag is an error and ignored"),
            is_fragment,
        ) {
            return self.ignore(TreeError::HtmlEndTagInFragment);
        }
        self.switch_mode(
            clause!("after-body/end-tag-html/after-after-body", "the mode becomes after after body"),
            InsertionMode::AfterAfterBody,
        );
        Next::Done
    }
}
