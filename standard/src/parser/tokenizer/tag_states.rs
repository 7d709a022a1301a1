//! The states of a tag up to the end of its name.

use super::{
    ByteSet, Flow, Input, REPLACEMENT_CHARACTER, TokenSink, Tokenizer, UPPER_ALPHA, alpha, push_lowercase, whitespace,
};
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::ErrorCode::{
    EofBeforeTagName, EofInTag, InvalidFirstCharacterOfTagName, MissingEndTagName, UnexpectedNullCharacter,
    UnexpectedQuestionMarkInsteadOfTagName,
};
use crate::clauses::state::State;

static TAG_NAME: ByteSet = ByteSet::all_but(b"\t\n\x0C />\0ABCDEFGHIJKLMNOPQRSTUVWXYZ");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    pub(super) fn tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'!') if self.row(clause!("tag-open-state/exclamation-mark", "`!` opens a markup declaration")) => {
                self.switch_to(State::MarkupDeclarationOpen)
            }
            Some(b'/') if self.row(clause!("tag-open-state/solidus", "`/` opens an end tag")) => {
                self.switch_to(State::EndTagOpen)
            }
            Some(alpha!()) if self.row(clause!("tag-open-state/alpha", "a letter begins the name of a start tag")) => {
                self.create_start_tag();
                self.reconsume_in(input, State::TagName)
            }
            Some(b'?')
                if self.edition.has(Change::ProcessingInstructions2026)
                    && self.row(clause!("tag-open-state/question-mark", "`?` opens a processing instruction")) =>
            {
                self.empty_temporary_buffer(clause!(
                    "tag-open-state/question-mark/empty",
                    "the temporary buffer is emptied"
                ));
                self.switch_to(State::ProcessingInstructionOpen)
            }
            Some(b'?')
                if !self.edition.has(Change::ProcessingInstructions2026)
                    && self.row(clause!("tag-open-state/question-mark-until-2026", "`?` begins a bogus comment")) =>
            {
                self.error(
                    input,
                    clause!("tag-open-state/question-mark-until-2026/error", "`?` is an error"),
                    UnexpectedQuestionMarkInsteadOfTagName,
                );
                self.create_comment(b"");
                self.reconsume_in(input, State::BogusComment)
            }
            None if self.row(clause!("tag-open-state/eof", "at EOF the `<` is text")) => {
                self.error(input, clause!("tag-open-state/eof/error", "EOF is an error"), EofBeforeTagName);
                self.emit_characters(input, b"<");
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!("tag-open-state/anything-else", "before anything else the `<` is text")) => {
                self.error(
                    input,
                    clause!("tag-open-state/anything-else/error", "anything else is an error"),
                    InvalidFirstCharacterOfTagName,
                );
                self.emit_characters(input, b"<");
                self.reconsume_in(input, State::Data)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state>
    pub(super) fn end_tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(alpha!())
                if self.row(clause!("end-tag-open-state/alpha", "a letter begins the name of an end tag")) =>
            {
                self.create_end_tag();
                self.reconsume_in(input, State::TagName)
            }
            Some(b'>') if self.row(clause!("end-tag-open-state/greater-than-sign", "`</>` is nothing")) => {
                self.error(
                    input,
                    clause!("end-tag-open-state/greater-than-sign/error", "`</>` is an error"),
                    MissingEndTagName,
                );
                self.switch_to(State::Data)
            }
            None if self.row(clause!("end-tag-open-state/eof", "at EOF the `</` is text")) => {
                self.error(input, clause!("end-tag-open-state/eof/error", "EOF is an error"), EofBeforeTagName);
                self.emit_characters(input, b"</");
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!("end-tag-open-state/anything-else", "anything else begins a bogus comment")) => {
                self.error(
                    input,
                    clause!("end-tag-open-state/anything-else/error", "anything else is an error"),
                    InvalidFirstCharacterOfTagName,
                );
                self.create_comment(b"");
                self.reconsume_in(input, State::BogusComment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>
    pub(super) fn tag_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!()) if self.row(clause!("tag-name-state/whitespace", "whitespace ends the name")) => {
                self.switch_to(State::BeforeAttributeName)
            }
            Some(b'/') if self.row(clause!("tag-name-state/solidus", "`/` ends the name")) => {
                self.switch_to(State::SelfClosingStartTag)
            }
            Some(b'>') if self.row(clause!("tag-name-state/greater-than-sign", "`>` ends the tag")) => {
                self.emit_tag_in_data_state(input)
            }
            Some(b'A'..=b'Z')
                if self.run_row(
                    input,
                    &UPPER_ALPHA,
                    clause!("tag-name-state/upper-alpha", "a capital is lowercased"),
                ) =>
            {
                push_lowercase(&mut self.tag_name, input.current());
                Flow::Continue
            }
            Some(0) if self.row(clause!("tag-name-state/null", "U+0000 is taken as U+FFFD")) => {
                self.error(input, clause!("tag-name-state/null/error", "U+0000 is an error"), UnexpectedNullCharacter);
                self.tag_name.extend_from_slice(REPLACEMENT_CHARACTER);
                Flow::Continue
            }
            None if self.row(clause!("tag-name-state/eof", "at EOF the tag is dropped")) => {
                self.error(input, clause!("tag-name-state/eof/error", "EOF is an error"), EofInTag);
                self.emit_end_of_file(input)
            }
            _ if self.run_row(
                input,
                &TAG_NAME,
                clause!("tag-name-state/anything-else", "anything else is of the name"),
            ) =>
            {
                self.tag_name.extend_from_slice(input.current());
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }
}
