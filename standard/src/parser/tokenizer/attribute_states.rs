//! The states of a tag behind its name: attributes and the self-closing flag.

use super::{
    ByteSet, Flow, Input, REPLACEMENT_CHARACTER, TokenSink, Tokenizer, UPPER_ALPHA, WHITESPACE, push_lowercase,
    whitespace,
};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{
    DuplicateAttribute, EofInTag, MissingAttributeValue, MissingWhitespaceBetweenAttributes,
    UnexpectedCharacterInAttributeName, UnexpectedCharacterInUnquotedAttributeValue,
    UnexpectedEqualsSignBeforeAttributeName, UnexpectedNullCharacter, UnexpectedSolidusInTag,
};
use crate::clauses::state::State;

static ATTRIBUTE_NAME: ByteSet = ByteSet::all_but(b"\t\n\x0C />=\0\"'<ABCDEFGHIJKLMNOPQRSTUVWXYZ");
static DOUBLE_QUOTED: ByteSet = ByteSet::all_but(b"\"&\0");
static SINGLE_QUOTED: ByteSet = ByteSet::all_but(b"'&\0");
static UNQUOTED: ByteSet = ByteSet::all_but(b"\t\n\x0C &>\0\"'<=`");

/// What tells the two states of quoted attribute values apart.
struct QuotedValue {
    quote: u8,
    text: &'static ByteSet,
    state: State,
    end: Clause,
    ampersand: Clause,
    null: Clause,
    null_error: Clause,
    eof: Clause,
    eof_error: Clause,
    anything_else: Clause,
}

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(super) fn before_attribute_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("before-attribute-name-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'/' | b'>') | None
                if self.row(clause!("before-attribute-name-state/end", "`/`, `>` or EOF: there is no attribute")) =>
            {
                self.reconsume_in(input, State::AfterAttributeName)
            }
            Some(b'=') if self.row(clause!("before-attribute-name-state/equals-sign", "`=` begins a name")) => {
                self.error(
                    input,
                    clause!("before-attribute-name-state/equals-sign/error", "`=` is an error"),
                    UnexpectedEqualsSignBeforeAttributeName,
                );
                self.start_attribute();
                self.attribute.name.extend_from_slice(input.current());
                self.switch_to(State::AttributeName)
            }
            _ if self.row(clause!("before-attribute-name-state/anything-else", "anything else begins a name")) => {
                self.start_attribute();
                self.reconsume_in(input, State::AttributeName)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    pub(super) fn attribute_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!() | b'/' | b'>') | None
                if self.row(clause!("attribute-name-state/end", "whitespace, `/`, `>` or EOF ends the name")) =>
            {
                self.leave_attribute_name(input);
                self.reconsume_in(input, State::AfterAttributeName)
            }
            Some(b'=')
                if self.row(clause!("attribute-name-state/equals-sign", "`=` ends the name; a value follows")) =>
            {
                self.leave_attribute_name(input);
                self.switch_to(State::BeforeAttributeValue)
            }
            Some(b'A'..=b'Z')
                if self.run_row(
                    input,
                    &UPPER_ALPHA,
                    clause!("attribute-name-state/upper-alpha", "a capital is lowercased"),
                ) =>
            {
                push_lowercase(&mut self.attribute.name, input.current());
                Flow::Continue
            }
            Some(0) if self.row(clause!("attribute-name-state/null", "U+0000 is taken as U+FFFD")) => {
                self.error(
                    input,
                    clause!("attribute-name-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.attribute.name.extend_from_slice(REPLACEMENT_CHARACTER);
                Flow::Continue
            }
            Some(b'"' | b'\'' | b'<')
                if self.row(clause!("attribute-name-state/unexpected", "a quote or `<` is of the name")) =>
            {
                self.error(
                    input,
                    clause!("attribute-name-state/unexpected/error", "a quote or `<` is an error"),
                    UnexpectedCharacterInAttributeName,
                );
                self.attribute.name.extend_from_slice(input.current());
                Flow::Continue
            }
            _ if self.run_row(
                input,
                &ATTRIBUTE_NAME,
                clause!("attribute-name-state/anything-else", "anything else is of the name"),
            ) =>
            {
                self.attribute.name.extend_from_slice(input.current());
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }

    /// What is to be done when the attribute name state is left: an attribute of a name that the tag has already is
    /// removed.
    fn leave_attribute_name(&mut self, input: &Input<'_>) {
        let name = self.sink.names().intern(&self.attribute.name);
        let is_duplicate = self.attribute_names.contains(self.tag.attributes(), name);
        if self.condition(
            clause!("attribute-name-state/duplicate", "a second attribute of the name is removed"),
            is_duplicate,
        ) {
            self.error(
                input,
                clause!("attribute-name-state/duplicate/error", "a second attribute of the name is an error"),
                DuplicateAttribute,
            );
        } else {
            self.attribute.kept_as = Some(name);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state>
    pub(super) fn after_attribute_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("after-attribute-name-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'/') if self.row(clause!("after-attribute-name-state/solidus", "`/` may close the tag itself")) => {
                self.switch_to(State::SelfClosingStartTag)
            }
            Some(b'=') if self.row(clause!("after-attribute-name-state/equals-sign", "a value follows `=`")) => {
                self.switch_to(State::BeforeAttributeValue)
            }
            Some(b'>') if self.row(clause!("after-attribute-name-state/greater-than-sign", "`>` ends the tag")) => {
                self.emit_tag_in_data_state(input)
            }
            None if self.row(clause!("after-attribute-name-state/eof", "at EOF the tag is dropped")) => {
                self.error(input, clause!("after-attribute-name-state/eof/error", "EOF is an error"), EofInTag);
                self.emit_end_of_file(input)
            }
            _ if self
                .row(clause!("after-attribute-name-state/anything-else", "anything else begins the next name")) =>
            {
                self.start_attribute();
                self.reconsume_in(input, State::AttributeName)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state>
    pub(super) fn before_attribute_value_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("before-attribute-value-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'"')
                if self.row(clause!("before-attribute-value-state/quotation-mark", "`\"` begins a quoted value")) =>
            {
                self.switch_to(State::AttributeValueDoubleQuoted)
            }
            Some(b'\'')
                if self.row(clause!("before-attribute-value-state/apostrophe", "`'` begins a quoted value")) =>
            {
                self.switch_to(State::AttributeValueSingleQuoted)
            }
            Some(b'>')
                if self.row(clause!(
                    "before-attribute-value-state/greater-than-sign",
                    "`>` ends the tag, the value is empty"
                )) =>
            {
                self.error(
                    input,
                    clause!("before-attribute-value-state/greater-than-sign/error", "`>` is an error"),
                    MissingAttributeValue,
                );
                self.emit_tag_in_data_state(input)
            }
            _ if self.row(clause!(
                "before-attribute-value-state/anything-else",
                "anything else begins an unquoted value"
            )) =>
            {
                self.reconsume_in(input, State::AttributeValueUnquoted)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state>
    pub(super) fn attribute_value_double_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.attribute_value_quoted_state(
            input,
            &const {
                QuotedValue {
                    quote: b'"',
                    text: &DOUBLE_QUOTED,
                    state: State::AttributeValueDoubleQuoted,
                    end: clause!("attribute-value-double-quoted-state/quotation-mark", "`\"` ends the value"),
                    ampersand: clause!(
                        "attribute-value-double-quoted-state/ampersand",
                        "`&` begins a character reference"
                    ),
                    null: clause!("attribute-value-double-quoted-state/null", "U+0000 is taken as U+FFFD"),
                    null_error: clause!("attribute-value-double-quoted-state/null/error", "U+0000 is an error"),
                    eof: clause!("attribute-value-double-quoted-state/eof", "at EOF the tag is dropped"),
                    eof_error: clause!("attribute-value-double-quoted-state/eof/error", "EOF is an error"),
                    anything_else: clause!(
                        "attribute-value-double-quoted-state/anything-else",
                        "anything else is of the value"
                    ),
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state>
    pub(super) fn attribute_value_single_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.attribute_value_quoted_state(
            input,
            &const {
                QuotedValue {
                    quote: b'\'',
                    text: &SINGLE_QUOTED,
                    state: State::AttributeValueSingleQuoted,
                    end: clause!("attribute-value-single-quoted-state/apostrophe", "`'` ends the value"),
                    ampersand: clause!(
                        "attribute-value-single-quoted-state/ampersand",
                        "`&` begins a character reference"
                    ),
                    null: clause!("attribute-value-single-quoted-state/null", "U+0000 is taken as U+FFFD"),
                    null_error: clause!("attribute-value-single-quoted-state/null/error", "U+0000 is an error"),
                    eof: clause!("attribute-value-single-quoted-state/eof", "at EOF the tag is dropped"),
                    eof_error: clause!("attribute-value-single-quoted-state/eof/error", "EOF is an error"),
                    anything_else: clause!(
                        "attribute-value-single-quoted-state/anything-else",
                        "anything else is of the value"
                    ),
                }
            },
        )
    }

    #[inline(always)]
    fn attribute_value_quoted_state(&mut self, input: &mut Input<'_>, value: &QuotedValue) -> Flow {
        match input.consume() {
            Some(quote) if quote == value.quote && self.row(value.end) => {
                self.switch_to(State::AfterAttributeValueQuoted)
            }
            Some(b'&') if self.row(value.ampersand) => self.begin_character_reference(value.state),
            Some(0) if self.row(value.null) => {
                self.error(input, value.null_error, UnexpectedNullCharacter);
                self.tag.append_to_value(REPLACEMENT_CHARACTER);
                Flow::Continue
            }
            None if self.row(value.eof) => {
                self.error(input, value.eof_error, EofInTag);
                self.emit_end_of_file(input)
            }
            _ if self.run_row(input, value.text, value.anything_else) => {
                self.tag.append_to_value(input.current());
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state>
    pub(super) fn attribute_value_unquoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.row(clause!("attribute-value-unquoted-state/whitespace", "whitespace ends the value")) =>
            {
                self.switch_to(State::BeforeAttributeName)
            }
            Some(b'&')
                if self
                    .row(clause!("attribute-value-unquoted-state/ampersand", "`&` begins a character reference")) =>
            {
                self.begin_character_reference(State::AttributeValueUnquoted)
            }
            Some(b'>') if self.row(clause!("attribute-value-unquoted-state/greater-than-sign", "`>` ends the tag")) => {
                self.emit_tag_in_data_state(input)
            }
            Some(0) if self.row(clause!("attribute-value-unquoted-state/null", "U+0000 is taken as U+FFFD")) => {
                self.error(
                    input,
                    clause!("attribute-value-unquoted-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.tag.append_to_value(REPLACEMENT_CHARACTER);
                Flow::Continue
            }
            Some(b'"' | b'\'' | b'<' | b'=' | b'`')
                if self.row(clause!(
                    "attribute-value-unquoted-state/unexpected",
                    "a quote, `<`, `=` or grave accent is of the value"
                )) =>
            {
                self.error(
                    input,
                    clause!(
                        "attribute-value-unquoted-state/unexpected/error",
                        "a quote, `<`, `=` or grave accent is an error"
                    ),
                    UnexpectedCharacterInUnquotedAttributeValue,
                );
                self.tag.append_to_value(input.current());
                Flow::Continue
            }
            None if self.row(clause!("attribute-value-unquoted-state/eof", "at EOF the tag is dropped")) => {
                self.error(input, clause!("attribute-value-unquoted-state/eof/error", "EOF is an error"), EofInTag);
                self.emit_end_of_file(input)
            }
            _ if self.run_row(
                input,
                &UNQUOTED,
                clause!("attribute-value-unquoted-state/anything-else", "anything else is of the value"),
            ) =>
            {
                self.tag.append_to_value(input.current());
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state>
    pub(super) fn after_attribute_value_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.row(clause!(
                    "after-attribute-value-quoted-state/whitespace",
                    "whitespace follows the attribute"
                )) =>
            {
                self.switch_to(State::BeforeAttributeName)
            }
            Some(b'/')
                if self.row(clause!("after-attribute-value-quoted-state/solidus", "`/` may close the tag itself")) =>
            {
                self.switch_to(State::SelfClosingStartTag)
            }
            Some(b'>')
                if self.row(clause!("after-attribute-value-quoted-state/greater-than-sign", "`>` ends the tag")) =>
            {
                self.emit_tag_in_data_state(input)
            }
            None if self.row(clause!("after-attribute-value-quoted-state/eof", "at EOF the tag is dropped")) => {
                self.error(input, clause!("after-attribute-value-quoted-state/eof/error", "EOF is an error"), EofInTag);
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "after-attribute-value-quoted-state/anything-else",
                "anything else begins the next attribute"
            )) =>
            {
                self.error(
                    input,
                    clause!("after-attribute-value-quoted-state/anything-else/error", "anything else is an error"),
                    MissingWhitespaceBetweenAttributes,
                );
                self.reconsume_in(input, State::BeforeAttributeName)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state>
    pub(super) fn self_closing_start_tag_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'>') if self.row(clause!("self-closing-start-tag-state/greater-than-sign", "`/>` ends the tag")) => {
                if self.step(clause!(
                    "self-closing-start-tag-state/greater-than-sign/flag",
                    "`/>` sets the self-closing flag"
                )) {
                    self.tag.self_closing = true;
                }
                self.emit_tag_in_data_state(input)
            }
            None if self.row(clause!("self-closing-start-tag-state/eof", "at EOF the tag is dropped")) => {
                self.error(input, clause!("self-closing-start-tag-state/eof/error", "EOF is an error"), EofInTag);
                self.emit_end_of_file(input)
            }
            _ if self
                .row(clause!("self-closing-start-tag-state/anything-else", "before anything else `/` is ignored")) =>
            {
                self.error(
                    input,
                    clause!("self-closing-start-tag-state/anything-else/error", "anything else is an error"),
                    UnexpectedSolidusInTag,
                );
                self.reconsume_in(input, State::BeforeAttributeName)
            }
            _ => Flow::Continue,
        }
    }
}
