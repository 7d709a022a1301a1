//! The states of text: data, RCDATA, RAWTEXT, script data, PLAINTEXT; and tag open.

use super::input::{ByteSet, Input};
use super::{Flow, State, TokenSink, Tokenizer};
use crate::change::Change;
use crate::clause::clause;
use crate::error::ErrorCode;

const DATA_TEXT: ByteSet = ByteSet::all_but(b"&<\0");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    pub(super) fn data_state(&mut self, input: &mut Input<'_>) -> Flow {
        let text = input.consume_run(&DATA_TEXT);
        if !text.is_empty() && self.run_row(clause!("data-state/anything-else", "any other character is emitted"), text)
        {
            return self.emit_characters(text);
        }
        match input.consume() {
            Some(b'&') if self.row(clause!("data-state/ampersand", "`&` begins a character reference")) => {
                self.return_state = State::Data;
                self.switch_to(State::CharacterReference)
            }
            Some(b'<') if self.row(clause!("data-state/less-than", "`<` opens a tag")) => self.switch_to(State::TagOpen),
            Some(0) if self.row(clause!("data-state/null", "U+0000 is an error and is emitted")) => {
                self.error(input, ErrorCode::UnexpectedNullCharacter);
                self.emit_characters(input.current())
            }
            None if self.row(clause!("data-state/eof", "EOF ends the tokens")) => self.emit_end_of_file(),
            _ => self.emit_characters(input.current()),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    pub(super) fn tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'!') if self.row(clause!("tag-open-state/exclamation", "`!` opens a markup declaration")) => {
                self.switch_to(State::MarkupDeclarationOpen)
            }
            Some(b'/') if self.row(clause!("tag-open-state/solidus", "`/` opens an end tag")) => {
                self.switch_to(State::EndTagOpen)
            }
            Some(b'a'..=b'z' | b'A'..=b'Z') if self.row(clause!("tag-open-state/alpha", "a letter begins a tag name")) => {
                self.create_start_tag();
                self.reconsume_in(input, State::TagName)
            }
            Some(b'?')
                if self.edition.has(Change::ProcessingInstructions2026)
                    && self.row(clause!("tag-open-state/question", "`?` opens a processing instruction")) =>
            {
                self.temporary_buffer.clear();
                self.switch_to(State::ProcessingInstructionOpen)
            }
            Some(b'?')
                if !self.edition.has(Change::ProcessingInstructions2026)
                    && self.row(clause!("tag-open-state/question-before-2026", "`?` is an error and begins a bogus comment")) =>
            {
                self.error(input, ErrorCode::UnexpectedQuestionMarkInsteadOfTagName);
                self.create_comment();
                self.reconsume_in(input, State::BogusComment)
            }
            None if self.row(clause!("tag-open-state/eof", "EOF is an error; `<` is emitted, then end-of-file")) => {
                self.error(input, ErrorCode::EofBeforeTagName);
                self.emit_characters(b"<");
                self.emit_end_of_file()
            }
            _ => {
                self.row(clause!("tag-open-state/anything-else", "anything else is an error; `<` is emitted, the character reconsumed"));
                self.error(input, ErrorCode::InvalidFirstCharacterOfTagName);
                self.emit_characters(b"<");
                self.reconsume_in(input, State::Data)
            }
        }
    }
}
