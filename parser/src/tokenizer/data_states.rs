//! The states of text: data, RCDATA, RAWTEXT, script data, PLAINTEXT.

use super::{ByteSet, Flow, Input, State, TokenSink, Tokenizer};
use crate::clause::clause;
use crate::error::ErrorCode::UnexpectedNullCharacter;

static DATA: ByteSet = ByteSet::all_but(b"&<\0");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    pub(super) fn data_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'&') if self.row(clause!("data-state/ampersand", "`&` begins a character reference")) => {
                self.return_state = State::Data;
                self.switch_to(State::CharacterReference)
            }
            Some(b'<') if self.row(clause!("data-state/less-than-sign", "`<` opens a tag")) => {
                self.switch_to(State::TagOpen)
            }
            Some(0) if self.row(clause!("data-state/null", "U+0000 is emitted as it is")) => {
                self.error(input, clause!("data-state/null/error", "U+0000 is an error"), UnexpectedNullCharacter);
                self.emit_current(input)
            }
            None if self.row(clause!("data-state/eof", "EOF ends the tokens")) => self.emit_end_of_file(input),
            _ if self.run_row(input, &DATA, clause!("data-state/anything-else", "anything else is emitted")) => {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }
}
