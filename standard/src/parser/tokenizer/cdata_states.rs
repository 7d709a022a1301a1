//! The states of CDATA sections.

use super::{ByteSet, Flow, Input, TokenSink, Tokenizer};
use crate::clauses::clause::clause;
use crate::clauses::error::ErrorCode::EofInCdata;
use crate::clauses::state::State;

static CDATA: ByteSet = ByteSet::all_but(b"]\0");
static NOTHING: ByteSet = ByteSet::only(b"");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    pub(super) fn cdata_section_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b']') if self.row(clause!("cdata-section-state/right-square-bracket", "`]` may end the section")) => {
                self.switch_to(State::CdataSectionBracket)
            }
            None if self.row(clause!("cdata-section-state/eof", "EOF ends the tokens")) => {
                self.error(input, clause!("cdata-section-state/eof/error", "EOF is an error"), EofInCdata);
                self.emit_end_of_file(input)
            }
            first
                if self.run_row(
                    input,
                    behind(first),
                    clause!("cdata-section-state/anything-else", "anything else is emitted"),
                ) =>
            {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state>
    pub(super) fn cdata_section_bracket_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b']')
                if self
                    .row(clause!("cdata-section-bracket-state/right-square-bracket", "`]]` may end the section")) =>
            {
                self.switch_to(State::CdataSectionEnd)
            }
            _ if self.row(clause!("cdata-section-bracket-state/anything-else", "before anything else `]` is text")) => {
                self.emit_characters(input, b"]");
                self.reconsume_in(input, State::CdataSection)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state>
    pub(super) fn cdata_section_end_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b']') if self.row(clause!("cdata-section-end-state/right-square-bracket", "one more `]` is text")) => {
                self.emit_characters(input, b"]");
                Flow::Continue
            }
            Some(b'>') if self.row(clause!("cdata-section-end-state/greater-than-sign", "`]]>` ends the section")) => {
                self.switch_to(State::Data)
            }
            _ if self.row(clause!("cdata-section-end-state/anything-else", "before anything else `]]` is text")) => {
                self.emit_characters(input, b"]]");
                self.reconsume_in(input, State::CdataSection)
            }
            _ => Flow::Continue,
        }
    }
}

/// What is emitted at once with a character: with U+0000 nothing, since tree construction treats it apart.
fn behind(first: Option<u8>) -> &'static ByteSet {
    if first == Some(0) { &NOTHING } else { &CDATA }
}
