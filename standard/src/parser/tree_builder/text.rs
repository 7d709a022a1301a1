//! The "text" insertion mode.

use super::{Next, TreeBuilder};
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;

impl<O: Observer> TreeBuilder<O> {
    /// Scripts are not run, so that what only concerns running them has no place here.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    pub(super) fn text(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text) if self.text_row(clause!("text/characters", "characters are inserted"), text) => {
                self.insert_characters(text);
                Next::Done
            }
            Token::EndOfFile if self.row(clause!("text/eof", "the end of file is an error and ends the text")) => {
                self.text_eof()
            }
            Token::EndTag(Tag { name: Name::SCRIPT, .. })
                if self.row(clause!("text/end-tag-script", "a script end tag closes the script")) =>
            {
                self.leave_text()
            }
            Token::EndTag(tag)
                if self.tag_row(clause!("text/end-tag", "any other end tag closes the element"), tag.name) =>
            {
                self.leave_text()
            }
            // The tokenizer emits nothing else in the states of text.
            _ => Next::Done,
        }
    }

    fn text_eof(&mut self) -> Next {
        self.error(TreeError::EofInText);
        self.leave_text();
        self.reprocess(clause!("text/eof/reprocess", "the token is reprocessed"))
    }

    fn leave_text(&mut self) -> Next {
        if self.step(clause!("text/pop", "the current node is popped")) {
            self.pop();
        }
        if self.step(clause!("text/original-mode", "the mode is what it was before the text")) {
            self.mode = self.original_mode;
        }
        Next::Done
    }
}
