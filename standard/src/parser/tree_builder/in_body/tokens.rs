//! What is no tag: characters, comments, the end of the file.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::observer::Observer;
use crate::clauses::token::Token;
use crate::parser::tree_builder::{Next, TreeBuilder, is_all_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    #[inline]
    pub(in crate::parser::tree_builder) fn in_body(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text) => self.in_body_characters(text),
            Token::StartTag(tag) => self.in_body_start_tag(tag),
            Token::EndTag(tag) => self.in_body_end_tag(tag),
            Token::Comment(data) if self.row(clause!("in-body/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("in-body/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("in-body/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::EndOfFile if self.row(clause!("in-body/eof", "the end of the file ends parsing, or a template")) => {
                self.in_body_eof()
            }
            _ => Next::Done,
        }
    }

    #[inline]
    fn in_body_characters(&mut self, text: &[u8]) -> Next {
        if memchr::memchr(0, text).is_none() {
            self.in_body_characters_but_null(text);
            return Next::Done;
        }
        let mut offset = 0;
        for run in text.chunk_by(|left, right| (*left == 0) == (*right == 0)) {
            if run.starts_with(b"\0") && self.text_row(clause!("in-body/null", "U+0000 is an error and ignored"), run) {
                for index in 0..run.len() {
                    self.error_at(TreeError::NullCharacterInBody, offset + index);
                }
            } else {
                self.in_body_characters_but_null(run);
            }
            offset += run.len();
        }
        Next::Done
    }

    /// White space differs from other characters only in what it does to the frameset-ok flag.
    #[inline]
    fn in_body_characters_but_null(&mut self, text: &[u8]) {
        let is_whitespace = (O::watches() || self.frameset_ok) && is_all_whitespace(text);
        if is_whitespace && self.text_row(clause!("in-body/whitespace", "white space is inserted"), text) {
            if self.step(clause!("in-body/whitespace/reconstruct", "the active formatting elements are reconstructed"))
            {
                self.reconstruct_formatting();
            }
            if self.step(clause!("in-body/whitespace/insert", "the characters are inserted")) {
                self.insert_characters(text);
            }
        } else if self
            .text_row(clause!("in-body/characters", "any other character is inserted, and no frameset is ok"), text)
        {
            if self.step(clause!("in-body/characters/reconstruct", "the active formatting elements are reconstructed"))
            {
                self.reconstruct_formatting();
            }
            if self.step(clause!("in-body/characters/insert", "the characters are inserted")) {
                self.insert_characters(text);
            }
            if self.step(clause!("in-body/characters/frameset-ok", "a frameset is no longer ok")) {
                self.frameset_ok = false;
            }
        }
    }

    fn in_body_eof(&mut self) -> Next {
        let in_template = !self.template_modes.is_empty();
        if self.condition(
            clause!("in-body/eof/template", "within a template the end of the file goes by in template"),
            in_template,
        ) {
            return self.in_template(Token::EndOfFile);
        }
        self.check_open_elements_at_end(TreeError::UnclosedElementsAtEof);
        self.stop_parsing()
    }

    /// The error that something is left open when the body ends.
    pub(super) fn check_open_elements_at_end(&mut self, error: TreeError) {
        let unexpected = self.stack.has_unexpected_at_end();
        if self.condition(
            clause!("in-body/unexpectedly-open", "elements whose end tag cannot be omitted ought to be closed"),
            unexpected,
        ) {
            self.error(error);
        }
    }
}
