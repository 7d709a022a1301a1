//! The states of processing instructions.

use super::{ByteSet, Flow, Input, TokenSink, Tokenizer, WHITESPACE, alpha, whitespace};
use crate::clauses::clause::clause;
use crate::clauses::error::ErrorCode::{
    DisallowedProcessingInstructionTarget, EofInProcessingInstruction,
    InvalidFirstCharacterOfProcessingInstructionTarget, InvalidProcessingInstructionTarget,
};
use crate::clauses::state::State;

static TARGET: ByteSet = ByteSet::only(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
static DATA: ByteSet = ByteSet::all_but(b"?>");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state>
    pub(super) fn processing_instruction_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(alpha!() | b'_')
                if self
                    .row(clause!("processing-instruction-open-state/target", "a letter or `_` begins the target")) =>
            {
                self.reconsume_in(input, State::ProcessingInstructionTarget)
            }
            None if self.row(clause!("processing-instruction-open-state/eof", "at EOF the instruction is dropped")) => {
                self.error(
                    input,
                    clause!("processing-instruction-open-state/eof/error", "EOF is an error"),
                    EofInProcessingInstruction,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "processing-instruction-open-state/anything-else",
                "anything else makes it a bogus comment"
            )) =>
            {
                self.error(
                    input,
                    clause!("processing-instruction-open-state/anything-else/error", "anything else is an error"),
                    InvalidFirstCharacterOfProcessingInstructionTarget,
                );
                self.convert_temporary_buffer_to_comment();
                self.reconsume_in(input, State::BogusComment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state>
    pub(super) fn processing_instruction_target_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!() | b'?' | b'>')
                if self.row(clause!(
                    "processing-instruction-target-state/end",
                    "whitespace, `?` or `>` ends the target"
                )) =>
            {
                self.end_processing_instruction_target(input)
            }
            Some(alpha!() | b'0'..=b'9' | b'-' | b'_')
                if self.run_row(
                    input,
                    &TARGET,
                    clause!(
                        "processing-instruction-target-state/target",
                        "a letter, digit, `-` or `_` is of the target"
                    ),
                ) =>
            {
                self.temporary_buffer.extend_from_slice(input.current());
                Flow::Continue
            }
            None if self
                .row(clause!("processing-instruction-target-state/eof", "at EOF the instruction is dropped")) =>
            {
                self.error(
                    input,
                    clause!("processing-instruction-target-state/eof/error", "EOF is an error"),
                    EofInProcessingInstruction,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "processing-instruction-target-state/anything-else",
                "anything else makes it a bogus comment"
            )) =>
            {
                self.error(
                    input,
                    clause!("processing-instruction-target-state/anything-else/error", "anything else is an error"),
                    InvalidProcessingInstructionTarget,
                );
                self.convert_temporary_buffer_to_comment();
                self.reconsume_in(input, State::BogusComment)
            }
            _ => Flow::Continue,
        }
    }

    /// What is done with a target when it is complete.
    fn end_processing_instruction_target(&mut self, input: &mut Input<'_>) -> Flow {
        let target = &self.temporary_buffer;
        let is_disallowed = target.eq_ignore_ascii_case(b"xml") || target.eq_ignore_ascii_case(b"xml-stylesheet");
        if self.condition(
            clause!(
                "processing-instruction-target-state/disallowed",
                "`xml` and `xml-stylesheet`, in any case, make it a bogus comment"
            ),
            is_disallowed,
        ) {
            self.error(
                input,
                clause!(
                    "processing-instruction-target-state/disallowed/error",
                    "`xml` or `xml-stylesheet` is an error"
                ),
                DisallowedProcessingInstructionTarget,
            );
            self.convert_temporary_buffer_to_comment();
            return self.reconsume_in(input, State::BogusComment);
        }
        self.create_processing_instruction();
        self.reconsume_in(input, State::AfterProcessingInstructionTarget)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state>
    pub(super) fn after_processing_instruction_target_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("after-processing-instruction-target-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            _ if self.row(clause!(
                "after-processing-instruction-target-state/anything-else",
                "anything else begins the data"
            )) =>
            {
                self.reconsume_in(input, State::ProcessingInstructionData)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state>
    pub(super) fn processing_instruction_data_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'?')
                if self.row(clause!("processing-instruction-data-state/question-mark", "`?` may be of the end")) =>
            {
                self.switch_to(State::ProcessingInstructionQuestionable)
            }
            Some(b'>')
                if self.row(clause!(
                    "processing-instruction-data-state/greater-than-sign",
                    "`>` ends the instruction"
                )) =>
            {
                self.emit_processing_instruction_in_data_state(input)
            }
            None if self.row(clause!("processing-instruction-data-state/eof", "at EOF the instruction is dropped")) => {
                self.error(
                    input,
                    clause!("processing-instruction-data-state/eof/error", "EOF is an error"),
                    EofInProcessingInstruction,
                );
                self.emit_end_of_file(input)
            }
            _ if self.run_row(
                input,
                &DATA,
                clause!("processing-instruction-data-state/anything-else", "anything else is of the data"),
            ) =>
            {
                self.processing_instruction.data.extend_from_slice(input.current());
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state>
    pub(super) fn processing_instruction_questionable_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'>')
                if self.row(clause!(
                    "processing-instruction-questionable-state/greater-than-sign",
                    "`?>` ends the instruction"
                )) =>
            {
                self.emit_processing_instruction_in_data_state(input)
            }
            None if self
                .row(clause!("processing-instruction-questionable-state/eof", "at EOF the instruction is dropped")) =>
            {
                self.error(
                    input,
                    clause!("processing-instruction-questionable-state/eof/error", "EOF is an error"),
                    EofInProcessingInstruction,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "processing-instruction-questionable-state/anything-else",
                "before anything else `?` is of the data"
            )) =>
            {
                self.processing_instruction.data.push(b'?');
                self.reconsume_in(input, State::ProcessingInstructionData)
            }
            _ => Flow::Continue,
        }
    }
}
