//! The states of a DOCTYPE up to the end of its name, and of what cannot be understood behind it.

use super::{
    ByteSet, Flow, Input, REPLACEMENT_CHARACTER, TokenSink, Tokenizer, UPPER_ALPHA, WHITESPACE, push_lowercase,
    whitespace,
};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{
    EofInDoctype, InvalidCharacterSequenceAfterDoctypeName, MissingDoctypeName, MissingWhitespaceBeforeDoctypeName,
    UnexpectedNullCharacter,
};
use crate::clauses::state::State;

static NAME: ByteSet = ByteSet::all_but(b"\t\n\x0C >\0ABCDEFGHIJKLMNOPQRSTUVWXYZ");
static BOGUS: ByteSet = ByteSet::all_but(b">\0");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>
    pub(super) fn doctype_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.row(clause!("doctype-state/whitespace", "whitespace stands before the name")) =>
            {
                self.switch_to(State::BeforeDoctypeName)
            }
            Some(b'>') if self.row(clause!("doctype-state/greater-than-sign", "`>`: there is no name")) => {
                self.reconsume_in(input, State::BeforeDoctypeName)
            }
            None if self.row(clause!("doctype-state/eof", "EOF ends the DOCTYPE")) => {
                self.create_doctype();
                self.end_of_file_in_doctype(
                    input,
                    clause!("doctype-state/eof/error", "EOF is an error"),
                    clause!("doctype-state/eof/force-quirks", "EOF forces quirks"),
                )
            }
            _ if self.row(clause!("doctype-state/anything-else", "anything else begins the name")) => {
                self.error(
                    input,
                    clause!("doctype-state/anything-else/error", "anything else is an error"),
                    MissingWhitespaceBeforeDoctypeName,
                );
                self.reconsume_in(input, State::BeforeDoctypeName)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state>
    pub(super) fn before_doctype_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("before-doctype-name-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'A'..=b'Z')
                if self
                    .row(clause!("before-doctype-name-state/upper-alpha", "a capital begins the name, lowercased")) =>
            {
                self.create_doctype();
                push_lowercase(self.doctype.name.get_or_insert_default(), input.current());
                self.switch_to(State::DoctypeName)
            }
            Some(0) if self.row(clause!("before-doctype-name-state/null", "U+0000 begins the name as U+FFFD")) => {
                self.error(
                    input,
                    clause!("before-doctype-name-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.create_doctype();
                self.append_to_doctype_name(REPLACEMENT_CHARACTER);
                self.switch_to(State::DoctypeName)
            }
            Some(b'>')
                if self
                    .row(clause!("before-doctype-name-state/greater-than-sign", "`>` ends a DOCTYPE without name")) =>
            {
                self.error(
                    input,
                    clause!("before-doctype-name-state/greater-than-sign/error", "`>` is an error"),
                    MissingDoctypeName,
                );
                self.create_doctype();
                self.force_quirks(clause!(
                    "before-doctype-name-state/greater-than-sign/force-quirks",
                    "`>` forces quirks"
                ));
                self.emit_doctype_in_data_state(input)
            }
            None if self.row(clause!("before-doctype-name-state/eof", "EOF ends the DOCTYPE")) => {
                self.create_doctype();
                self.end_of_file_in_doctype(
                    input,
                    clause!("before-doctype-name-state/eof/error", "EOF is an error"),
                    clause!("before-doctype-name-state/eof/force-quirks", "EOF forces quirks"),
                )
            }
            _ if self.row(clause!("before-doctype-name-state/anything-else", "anything else begins the name")) => {
                self.create_doctype();
                self.append_to_doctype_name(input.current());
                self.switch_to(State::DoctypeName)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state>
    pub(super) fn doctype_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!()) if self.row(clause!("doctype-name-state/whitespace", "whitespace ends the name")) => {
                self.switch_to(State::AfterDoctypeName)
            }
            Some(b'>') if self.row(clause!("doctype-name-state/greater-than-sign", "`>` ends the DOCTYPE")) => {
                self.emit_doctype_in_data_state(input)
            }
            Some(b'A'..=b'Z')
                if self.run_row(
                    input,
                    &UPPER_ALPHA,
                    clause!("doctype-name-state/upper-alpha", "a capital is lowercased"),
                ) =>
            {
                push_lowercase(self.doctype.name.get_or_insert_default(), input.current());
                Flow::Continue
            }
            Some(0) if self.row(clause!("doctype-name-state/null", "U+0000 is taken as U+FFFD")) => {
                self.error(
                    input,
                    clause!("doctype-name-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.append_to_doctype_name(REPLACEMENT_CHARACTER)
            }
            None if self.row(clause!("doctype-name-state/eof", "EOF ends the DOCTYPE")) => self.end_of_file_in_doctype(
                input,
                clause!("doctype-name-state/eof/error", "EOF is an error"),
                clause!("doctype-name-state/eof/force-quirks", "EOF forces quirks"),
            ),
            _ if self.run_row(
                input,
                &NAME,
                clause!("doctype-name-state/anything-else", "anything else is of the name"),
            ) =>
            {
                self.append_to_doctype_name(input.current())
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state>
    pub(super) fn after_doctype_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        if input.may_become(b"public") || input.may_become(b"system") {
            return Flow::Wait;
        }
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("after-doctype-name-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'>') if self.row(clause!("after-doctype-name-state/greater-than-sign", "`>` ends the DOCTYPE")) => {
                self.emit_doctype_in_data_state(input)
            }
            None if self.row(clause!("after-doctype-name-state/eof", "EOF ends the DOCTYPE")) => self
                .end_of_file_in_doctype(
                    input,
                    clause!("after-doctype-name-state/eof/error", "EOF is an error"),
                    clause!("after-doctype-name-state/eof/force-quirks", "EOF forces quirks"),
                ),
            _ if self.row(clause!("after-doctype-name-state/anything-else", "anything else may begin a keyword")) => {
                self.doctype_keyword(input)
            }
            _ => Flow::Continue,
        }
    }

    /// What anything else does after a DOCTYPE's name.
    fn doctype_keyword(&mut self, input: &mut Input<'_>) -> Flow {
        input.reconsume();
        let is_public = input.next_are(b"public");
        if self.condition(clause!("after-doctype-name-state/public", "`PUBLIC`, in any case, is a keyword"), is_public)
        {
            input.skip(6);
            return self.switch_to(State::AfterDoctypePublicKeyword);
        }
        let is_system = input.next_are(b"system");
        if self.condition(clause!("after-doctype-name-state/system", "`SYSTEM`, in any case, is a keyword"), is_system)
        {
            input.skip(6);
            return self.switch_to(State::AfterDoctypeSystemKeyword);
        }
        self.error_at_next(
            input,
            clause!("after-doctype-name-state/anything-else/error", "anything but a keyword is an error"),
            InvalidCharacterSequenceAfterDoctypeName,
        );
        self.force_quirks(clause!(
            "after-doctype-name-state/anything-else/force-quirks",
            "anything but a keyword forces quirks"
        ));
        self.switch_to(State::BogusDoctype)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state>
    pub(super) fn bogus_doctype_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'>') if self.row(clause!("bogus-doctype-state/greater-than-sign", "`>` ends the DOCTYPE")) => {
                self.emit_doctype_in_data_state(input)
            }
            Some(0) if self.row(clause!("bogus-doctype-state/null", "U+0000 is ignored")) => {
                self.error(
                    input,
                    clause!("bogus-doctype-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                Flow::Continue
            }
            None if self.row(clause!("bogus-doctype-state/eof", "EOF ends the DOCTYPE")) => {
                self.emit_doctype_in_data_state(input);
                self.emit_end_of_file(input)
            }
            _ if self.run_row(
                input,
                &BOGUS,
                clause!("bogus-doctype-state/anything-else", "anything else is ignored"),
            ) =>
            {
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }

    /// What every state of a DOCTYPE but the bogus one does at EOF.
    pub(super) fn end_of_file_in_doctype(&mut self, input: &Input<'_>, error: Clause, force_quirks: Clause) -> Flow {
        self.error(input, error, EofInDoctype);
        self.force_quirks(force_quirks);
        self.emit_doctype_in_data_state(input);
        self.emit_end_of_file(input)
    }

    pub(super) fn force_quirks(&mut self, clause: Clause) {
        if self.step(clause) {
            self.doctype.force_quirks = true;
        }
    }

    fn append_to_doctype_name(&mut self, text: &[u8]) -> Flow {
        self.doctype.name.get_or_insert_default().extend_from_slice(text);
        Flow::Continue
    }
}
