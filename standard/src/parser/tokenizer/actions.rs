//! What the rows of the states do: ask the observer, report errors, switch, create tokens and emit them.

use super::{ByteSet, Flow, Input, REPLACEMENT_CHARACTER, TokenSink, Tokenizer};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{
    self, EndTagWithAttributes, EndTagWithTrailingSolidus, NonVoidHtmlElementStartTagWithTrailingSolidus,
};
use crate::clauses::error::ParseErrorKind;
use crate::clauses::observer::Observer as _;
use crate::clauses::state::State;
use crate::clauses::token::{Doctype, Token};
use crate::parser::error_log::ErrorLog;

/// Asking the observer.
impl<S: TokenSink> Tokenizer<S> {
    /// Whether a row matches the current input character, which it does unless the observer says otherwise.
    #[inline(always)]
    pub(super) fn row(&mut self, clause: Clause) -> bool {
        self.long_row(1, clause)
    }

    /// Whether a row matches that takes `length` characters.
    #[inline(always)]
    pub(super) fn long_row(&mut self, length: usize, clause: Clause) -> bool {
        self.sink.observer().row(clause, length)
    }

    /// Whether a row matches the current input character; if so, takes with it the characters behind it that are in
    /// `set`, which the row handles alike.
    #[inline(always)]
    pub(super) fn run_row(&mut self, input: &mut Input<'_>, set: &ByteSet, clause: Clause) -> bool {
        let before = input.next_offset();
        let length = input.extend_run(set);
        let matches = self.long_row(length, clause);
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
}

/// Errors and switches.
impl<S: TokenSink> Tokenizer<S> {
    /// Reports an error at the current input character.
    #[inline]
    pub(super) fn error(&mut self, input: &Input<'_>, clause: Clause, code: ErrorCode) {
        if self.step(clause) {
            self.sink.observer().error(ParseErrorKind::Code(code));
            self.errors.code_at(code, input.current_offset());
        }
    }

    /// Reports an error at the next input character, in the states that do not consume it.
    #[inline]
    pub(super) fn error_at_next(&mut self, input: &Input<'_>, clause: Clause, code: ErrorCode) {
        if self.step(clause) {
            self.sink.observer().error(ParseErrorKind::Code(code));
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

    /// Switches to the character reference state, to return to this one.
    #[inline(always)]
    pub(super) fn begin_character_reference(&mut self, return_state: State) -> Flow {
        self.return_state = return_state;
        self.switch_to(State::CharacterReference)
    }
}

/// Characters and the end of the file.
impl<S: TokenSink> Tokenizer<S> {
    /// Emits the current input character, or the run in its place.
    #[inline(always)]
    pub(super) fn emit_current(&mut self, input: &Input<'_>) -> Flow {
        let text = input.current();
        if !text.is_empty() {
            self.errors.set_current(input.current_offset(), true);
            hand_over(&mut self.sink, Token::Characters(text), &mut self.errors, &mut self.state);
        }
        Flow::Continue
    }

    /// Emits characters other than the current input character.
    #[inline]
    pub(super) fn emit_characters(&mut self, input: &Input<'_>, text: &[u8]) {
        self.errors.set_current(input.current_offset(), false);
        hand_over(&mut self.sink, Token::Characters(text), &mut self.errors, &mut self.state);
    }

    /// Emits a U+FFFD in place of the current input character.
    pub(super) fn emit_replacement_character(&mut self, input: &Input<'_>) -> Flow {
        self.emit_characters(input, REPLACEMENT_CHARACTER);
        Flow::Continue
    }

    /// Emits the characters in the temporary buffer.
    pub(super) fn emit_temporary_buffer(&mut self, input: &Input<'_>) {
        if !self.temporary_buffer.is_empty() {
            self.errors.set_current(input.current_offset(), false);
            let token = Token::Characters(&self.temporary_buffer);
            hand_over(&mut self.sink, token, &mut self.errors, &mut self.state);
        }
    }

    /// Sets the temporary buffer to the empty string.
    #[inline]
    pub(super) fn empty_temporary_buffer(&mut self, clause: Clause) {
        if self.step(clause) {
            self.temporary_buffer.clear();
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#charref-in-attribute>
    pub(super) fn is_consumed_as_part_of_an_attribute(&mut self) -> bool {
        let in_attribute = matches!(
            self.return_state,
            State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
        );
        self.condition(
            clause!(
                "tokenization/consumed-as-part-of-an-attribute",
                "a reference is of an attribute if it returns into its value"
            ),
            in_attribute,
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#flush-code-points-consumed-as-a-character-reference>
    pub(super) fn flush_code_points_consumed_as_a_character_reference(&mut self, input: &Input<'_>) {
        if self.is_consumed_as_part_of_an_attribute() {
            self.tag.append_to_value(&self.temporary_buffer);
        } else {
            self.emit_temporary_buffer(input);
        }
    }

    /// Emits an end-of-file token.
    pub(super) fn emit_end_of_file(&mut self, input: &Input<'_>) -> Flow {
        self.errors.set_current(input.current_offset(), false);
        hand_over(&mut self.sink, Token::EndOfFile, &mut self.errors, &mut self.state);
        Flow::Done
    }
}

/// Tags.
impl<S: TokenSink> Tokenizer<S> {
    /// Creates a start tag token whose name is empty.
    #[inline]
    pub(super) fn create_start_tag(&mut self) {
        self.create_tag(false);
    }

    /// Creates an end tag token whose name is empty.
    #[inline]
    pub(super) fn create_end_tag(&mut self) {
        self.create_tag(true);
    }

    #[inline(always)]
    fn create_tag(&mut self, is_end_tag: bool) {
        self.is_end_tag = is_end_tag;
        self.tag_name.clear();
        self.tag.reset();
        self.attribute_names.clear();
        self.attribute.kept_as = None;
        self.attribute.value_start = 0;
    }

    /// Starts an attribute in the current tag token, its name and value empty.
    #[inline]
    pub(super) fn start_attribute(&mut self) {
        self.complete_attribute();
        self.attribute.name.clear();
        self.attribute.value_start = self.tag.value_start();
    }

    /// Puts the current attribute into the tag, now that its value is complete, unless it was removed.
    #[inline]
    fn complete_attribute(&mut self) {
        match self.attribute.kept_as.take() {
            Some(name) => self.tag.push_attribute(name, self.attribute.value_start),
            None => self.tag.discard_value(self.attribute.value_start),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token>
    pub(super) fn is_appropriate_end_tag(&mut self) -> bool {
        let is_appropriate = match self.last_start_tag {
            Some(last) => self.sink.names().spelling(last) == &*self.tag_name,
            None => false,
        };
        self.condition(
            clause!(
                "tokenization/appropriate-end-tag",
                "an end tag is appropriate if its name is that of the last start tag"
            ),
            is_appropriate,
        )
    }

    /// Switches to the data state and emits the current tag token.
    #[inline]
    pub(super) fn emit_tag_in_data_state(&mut self, input: &Input<'_>) -> Flow {
        self.state = State::Data;
        self.complete_attribute();
        self.tag.name = self.sink.names().intern(&self.tag_name);
        self.errors.set_current(input.current_offset(), false);
        if self.is_end_tag {
            self.emit_end_tag(input);
        } else {
            self.emit_start_tag(input);
        }
        Flow::Continue
    }

    #[inline]
    fn emit_start_tag(&mut self, input: &Input<'_>) {
        self.last_start_tag = Some(self.tag.name);
        hand_over(&mut self.sink, Token::StartTag(&self.tag), &mut self.errors, &mut self.state);
        let is_unacknowledged = self.tag.is_unacknowledged();
        if self.condition(
            clause!("tokenization/trailing-solidus", "only tree construction says which elements may close themselves"),
            is_unacknowledged,
        ) {
            self.error(
                input,
                clause!(
                    "tokenization/trailing-solidus/error",
                    "a self-closing flag that is not acknowledged is an error"
                ),
                NonVoidHtmlElementStartTagWithTrailingSolidus,
            );
        }
    }

    #[inline]
    fn emit_end_tag(&mut self, input: &Input<'_>) {
        if !self.tag.attributes().is_empty() {
            self.error(
                input,
                clause!("tokenization/end-tag-with-attributes", "attributes of an end tag are an error"),
                EndTagWithAttributes,
            );
        }
        if self.tag.self_closing {
            self.error(
                input,
                clause!(
                    "tokenization/end-tag-with-trailing-solidus",
                    "the self-closing flag of an end tag is an error"
                ),
                EndTagWithTrailingSolidus,
            );
        }
        hand_over(&mut self.sink, Token::EndTag(&self.tag), &mut self.errors, &mut self.state);
    }
}

/// Comments, DOCTYPEs and processing instructions.
impl<S: TokenSink> Tokenizer<S> {
    /// Creates a comment token.
    pub(super) fn create_comment(&mut self, data: &[u8]) {
        self.comment.clear();
        self.comment.extend_from_slice(data);
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#convert-the-temporary-buffer-to-a-comment>
    pub(super) fn convert_temporary_buffer_to_comment(&mut self) {
        self.create_comment(b"?");
        self.comment.extend_from_slice(&self.temporary_buffer);
    }

    /// Switches to the data state and emits the current comment token.
    pub(super) fn emit_comment_in_data_state(&mut self, input: &Input<'_>) -> Flow {
        self.state = State::Data;
        self.errors.set_current(input.current_offset(), false);
        hand_over(&mut self.sink, Token::Comment(&self.comment), &mut self.errors, &mut self.state);
        Flow::Continue
    }

    /// Creates a DOCTYPE token: all is missing, the force-quirks flag off.
    pub(super) fn create_doctype(&mut self) {
        self.doctype = Doctype::default();
    }

    /// Switches to the data state and emits the current DOCTYPE token.
    pub(super) fn emit_doctype_in_data_state(&mut self, input: &Input<'_>) -> Flow {
        self.state = State::Data;
        self.errors.set_current(input.current_offset(), false);
        hand_over(&mut self.sink, Token::Doctype(&self.doctype), &mut self.errors, &mut self.state);
        Flow::Continue
    }

    /// Creates a processing instruction token whose target is the temporary buffer and whose data is empty.
    pub(super) fn create_processing_instruction(&mut self) {
        self.processing_instruction.target.clone_from(&self.temporary_buffer);
        self.processing_instruction.data.clear();
    }

    /// Switches to the data state and emits the current processing instruction token.
    pub(super) fn emit_processing_instruction_in_data_state(&mut self, input: &Input<'_>) -> Flow {
        self.state = State::Data;
        self.errors.set_current(input.current_offset(), false);
        let token = Token::ProcessingInstruction {
            target: &self.processing_instruction.target,
            data: &self.processing_instruction.data,
        };
        hand_over(&mut self.sink, token, &mut self.errors, &mut self.state);
        Flow::Continue
    }
}

/// Hands a token to the sink, which may switch the state.
#[inline(always)]
fn hand_over<S: TokenSink>(sink: &mut S, token: Token<'_>, errors: &mut ErrorLog, state: &mut State) {
    if let Some(other) = sink.process(token, errors) {
        *state = other;
    }
}
