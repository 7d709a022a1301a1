//! The "in table text" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::observer::Observer;
use crate::clauses::token::Token;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    pub(in crate::parser::tree_builder) fn in_table_text(&mut self, token: Token<'_>) -> Next {
        let Token::Characters(text) = token else {
            return self.in_table_text_anything_else();
        };
        for run in text.chunk_by(|left, right| (*left == 0) == (*right == 0)) {
            match run {
                [0, ..] if self.text_row(clause!("in-table-text/null", "U+0000 is an error and ignored"), run) => {
                    self.error(TreeError::NullCharacterInTable);
                }
                _ if self.text_row(clause!("in-table-text/characters", "other characters become pending"), run) => {
                    self.pending_table_text.extend_from_slice(run);
                }
                _ => {}
            }
        }
        Next::Done
    }

    /// Any token but a character one ends the pending characters, whatever becomes of it.
    fn in_table_text_anything_else(&mut self) -> Next {
        if !self.row(clause!("in-table-text/anything-else", "anything else ends the pending characters")) {
            return Next::Done;
        }
        let pending = std::mem::take(&mut self.pending_table_text);
        let taints = !pending.iter().all(|byte| byte.is_ascii_whitespace());
        if self.condition(
            clause!(
                "in-table-text/anything-else/taint",
                "one character that is not white space takes all out of the table"
            ),
            taints,
        ) {
            self.error(TreeError::NonSpaceCharactersInTable);
            self.in_table_anything_else(Token::Characters(&pending));
        } else if self.step(clause!("in-table-text/anything-else/insert", "white space is inserted where it stands")) {
            self.insert_characters(&pending);
        }
        // The list is emptied before the mode is entered again; its room is kept for then.
        self.pending_table_text = pending;
        if self
            .step(clause!("in-table-text/anything-else/original-mode", "the mode is what it was before the characters"))
        {
            self.mode = self.original_mode;
        }
        self.reprocess(clause!("in-table-text/anything-else/reprocess", "the token is reprocessed"))
    }
}
