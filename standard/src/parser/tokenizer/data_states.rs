//! The states of text: data, RCDATA, RAWTEXT, script data, PLAINTEXT.

use super::{ByteSet, Flow, Input, TokenSink, Tokenizer};
use crate::clauses::clause::clause;
use crate::clauses::error::ErrorCode::UnexpectedNullCharacter;
use crate::clauses::state::State;

static DATA: ByteSet = ByteSet::all_but(b"&<\0");
static RAWTEXT: ByteSet = ByteSet::all_but(b"<\0");
static PLAINTEXT: ByteSet = ByteSet::all_but(b"\0");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    pub(super) fn data_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'&') if self.row(clause!("data-state/ampersand", "`&` begins a character reference")) => {
                self.begin_character_reference(State::Data)
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

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    pub(super) fn rcdata_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'&') if self.row(clause!("rcdata-state/ampersand", "`&` begins a character reference")) => {
                self.begin_character_reference(State::Rcdata)
            }
            Some(b'<') if self.row(clause!("rcdata-state/less-than-sign", "`<` may open the end tag")) => {
                self.switch_to(State::RcdataLessThanSign)
            }
            Some(0) if self.row(clause!("rcdata-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(input, clause!("rcdata-state/null/error", "U+0000 is an error"), UnexpectedNullCharacter);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("rcdata-state/eof", "EOF ends the tokens")) => self.emit_end_of_file(input),
            _ if self.run_row(input, &DATA, clause!("rcdata-state/anything-else", "anything else is emitted")) => {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    pub(super) fn rawtext_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'<') if self.row(clause!("rawtext-state/less-than-sign", "`<` may open the end tag")) => {
                self.switch_to(State::RawtextLessThanSign)
            }
            Some(0) if self.row(clause!("rawtext-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(input, clause!("rawtext-state/null/error", "U+0000 is an error"), UnexpectedNullCharacter);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("rawtext-state/eof", "EOF ends the tokens")) => self.emit_end_of_file(input),
            _ if self.run_row(input, &RAWTEXT, clause!("rawtext-state/anything-else", "anything else is emitted")) => {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    pub(super) fn script_data_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'<')
                if self.row(clause!("script-data-state/less-than-sign", "`<` may open the end tag or an escape")) =>
            {
                self.switch_to(State::ScriptDataLessThanSign)
            }
            Some(0) if self.row(clause!("script-data-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(
                    input,
                    clause!("script-data-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-state/eof", "EOF ends the tokens")) => self.emit_end_of_file(input),
            _ if self.run_row(
                input,
                &RAWTEXT,
                clause!("script-data-state/anything-else", "anything else is emitted"),
            ) =>
            {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    pub(super) fn plaintext_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(0) if self.row(clause!("plaintext-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(input, clause!("plaintext-state/null/error", "U+0000 is an error"), UnexpectedNullCharacter);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("plaintext-state/eof", "EOF ends the tokens")) => self.emit_end_of_file(input),
            _ if self.run_row(
                input,
                &PLAINTEXT,
                clause!("plaintext-state/anything-else", "anything else is emitted"),
            ) =>
            {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }
}
