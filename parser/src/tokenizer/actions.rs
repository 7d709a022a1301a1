//! What the rows of the states do: ask the observer, report errors, switch, emit.

use super::{ByteSet, Flow, Input, State, Token, TokenSink, Tokenizer};
use crate::clause::Clause;
use crate::error::ErrorCode;
use crate::observer::Observer as _;

impl<S: TokenSink> Tokenizer<S> {
    /// Whether a row matches the current input character, which it does unless the observer says otherwise.
    #[inline(always)]
    pub(super) fn row(&mut self, clause: Clause) -> bool {
        self.sink.observer().row(clause, 1)
    }

    /// Whether a row matches the current input character; if so, takes with it the characters behind it that are in
    /// `set`, which the row handles alike.
    #[inline(always)]
    pub(super) fn run_row(&mut self, input: &mut Input<'_>, set: &ByteSet, clause: Clause) -> bool {
        let before = input.next_offset();
        let length = input.extend_run(set);
        let matches = self.sink.observer().row(clause, length);
        if !matches {
            input.shrink_run(before);
        }
        matches
    }

    /// Whether a step is to run.
    #[inline(always)]
    pub(super) fn step(&mut self, clause: Clause) -> bool {
        self.sink.observer().step(clause)
    }

    /// What the algorithm is to go by where a condition holds or not.
    #[inline(always)]
    pub(super) fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.sink.observer().condition(clause, holds)
    }

    /// Reports an error at the current input character.
    #[inline]
    pub(super) fn error(&mut self, input: &Input<'_>, clause: Clause, code: ErrorCode) {
        if self.step(clause) {
            self.errors.code_at(code, input.current_offset());
        }
    }

    /// Reports an error at the next input character, in the states that do not consume it.
    #[inline]
    pub(super) fn error_at_next(&mut self, input: &Input<'_>, clause: Clause, code: ErrorCode) {
        if self.step(clause) {
            self.errors.code_at(code, input.next_offset());
        }
    }

    /// Switches to a state.
    #[inline(always)]
    pub(super) fn switch_to(&mut self, state: State) -> Flow {
        self.state = state;
        Flow::Continue
    }

    /// Switches to a state, to which the current input character is the next one again.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reconsume>
    #[inline(always)]
    pub(super) fn reconsume_in(&mut self, input: &mut Input<'_>, state: State) -> Flow {
        input.reconsume();
        self.switch_to(state)
    }

    /// Emits the current input character, or the run in its place.
    #[inline(always)]
    pub(super) fn emit_current(&mut self, input: &Input<'_>) -> Flow {
        let text = input.current();
        if !text.is_empty() {
            self.errors.set_current(input.current_offset(), true);
            self.process(Token::Characters(text));
        }
        Flow::Continue
    }

    /// Emits characters other than the current input character.
    #[inline]
    pub(super) fn emit_characters(&mut self, input: &Input<'_>, text: &[u8]) {
        self.errors.set_current(input.current_offset(), false);
        self.process(Token::Characters(text));
    }

    /// Emits an end-of-file token.
    pub(super) fn emit_end_of_file(&mut self, input: &Input<'_>) -> Flow {
        self.errors.set_current(input.current_offset(), false);
        self.process(Token::EndOfFile);
        Flow::Done
    }

    /// Hands a token to the sink, which may switch the state.
    #[inline(always)]
    pub(super) fn process(&mut self, token: Token<'_>) {
        if let Some(state) = self.sink.process(token, &mut self.errors) {
            self.state = state;
        }
    }
}
