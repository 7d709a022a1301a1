//! The states of character references.

use super::named_references::{self, Search};
use super::{ByteSet, Flow, Input, TokenSink, Tokenizer, alpha};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{
    AbsenceOfDigitsInNumericCharacterReference, CharacterReferenceOutsideUnicodeRange, ControlCharacterReference,
    MissingSemicolonAfterCharacterReference, NoncharacterCharacterReference, NullCharacterReference,
    SurrogateCharacterReference, UnknownNamedCharacterReference,
};
use crate::clauses::observer::Observer as _;
use crate::clauses::state::State;

static ALPHANUMERIC: ByteSet = ByteSet::only(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
static DIGIT: ByteSet = ByteSet::only(b"0123456789");
static UPPER_HEX_LETTER: ByteSet = ByteSet::only(b"ABCDEF");
static LOWER_HEX_LETTER: ByteSet = ByteSet::only(b"abcdef");

/// What the numbers from 0x80 to 0x9F stand for; those that the standard's table does not list stand for themselves.
const OVERRIDES: [u32; 32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
];

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
    pub(super) fn character_reference_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.empty_temporary_buffer(clause!("character-reference-state/empty", "the temporary buffer is emptied"));
        self.temporary_buffer.push(b'&');
        match input.consume() {
            Some(alpha!() | b'0'..=b'9')
                if self
                    .row(clause!("character-reference-state/alphanumeric", "a letter or digit may begin a name")) =>
            {
                self.reconsume_in(input, State::NamedCharacterReference)
            }
            Some(b'#') if self.row(clause!("character-reference-state/number-sign", "`#` begins a number")) => {
                self.temporary_buffer.extend_from_slice(input.current());
                self.switch_to(State::NumericCharacterReference)
            }
            _ if self.row(clause!("character-reference-state/anything-else", "before anything else `&` is text")) => {
                self.flush_code_points_consumed_as_a_character_reference(input);
                self.reconsume_in(input, self.return_state)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    pub(super) fn named_character_reference_state(&mut self, input: &mut Input<'_>) -> Flow {
        match named_references::search(input.rest(), input.is_last(), |name| self.sink.observer().named_reference(name))
        {
            Search::Incomplete => Flow::Wait,
            Search::Found { length, characters }
                if self.long_row(
                    length,
                    clause!("named-character-reference-state/match", "the longest name that matches is taken"),
                ) =>
            {
                self.named_character_reference(input, length, characters)
            }
            _ if self.row(clause!("named-character-reference-state/otherwise", "without a match `&` is text")) => {
                self.flush_code_points_consumed_as_a_character_reference(input);
                self.switch_to(State::AmbiguousAmpersand)
            }
            _ => Flow::Continue,
        }
    }

    /// What is done with a name that stands for `characters` and is `length` characters long.
    fn named_character_reference(&mut self, input: &mut Input<'_>, length: usize, characters: &str) -> Flow {
        self.temporary_buffer.extend_from_slice(input.skip(length));
        let has_semicolon = self.temporary_buffer.ends_with(b";");
        let may_go_on = matches!(input.rest().first(), Some(b'=' | alpha!() | b'0'..=b'9'));
        if self.is_consumed_as_part_of_an_attribute()
            && self.condition(
                clause!(
                    "named-character-reference-state/historical",
                    "in an attribute, before `=`, a letter or digit, a name needs its semicolon"
                ),
                !has_semicolon && may_go_on,
            )
        {
            self.flush_code_points_consumed_as_a_character_reference(input);
            return self.switch_to(self.return_state);
        }
        if self.condition(
            clause!("named-character-reference-state/missing-semicolon", "some names need no semicolon"),
            !has_semicolon,
        ) {
            self.error_at_next(
                input,
                clause!("named-character-reference-state/missing-semicolon/error", "a missing semicolon is an error"),
                MissingSemicolonAfterCharacterReference,
            );
        }
        self.temporary_buffer.clear();
        self.temporary_buffer.extend_from_slice(characters.as_bytes());
        self.flush_code_points_consumed_as_a_character_reference(input);
        self.switch_to(self.return_state)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    pub(super) fn ambiguous_ampersand_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(alpha!() | b'0'..=b'9')
                if self.run_row(
                    input,
                    &ALPHANUMERIC,
                    clause!("ambiguous-ampersand-state/alphanumeric", "a letter or digit is text"),
                ) =>
            {
                if self.is_consumed_as_part_of_an_attribute() {
                    self.tag.append_to_value(input.current());
                    Flow::Continue
                } else {
                    self.emit_current(input)
                }
            }
            Some(b';') if self.row(clause!("ambiguous-ampersand-state/semicolon", "`;` ends what is no name")) => {
                self.error(
                    input,
                    clause!("ambiguous-ampersand-state/semicolon/error", "what is no name but ends in `;` is an error"),
                    UnknownNamedCharacterReference,
                );
                self.reconsume_in(input, self.return_state)
            }
            _ if self.row(clause!("ambiguous-ampersand-state/anything-else", "anything else ends what is no name")) => {
                self.reconsume_in(input, self.return_state)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    pub(super) fn numeric_character_reference_state(&mut self, input: &mut Input<'_>) -> Flow {
        if self.step(clause!("numeric-character-reference-state/zero", "the number begins at zero")) {
            self.character_reference_code = 0;
        }
        match input.consume() {
            Some(b'x' | b'X')
                if self.row(clause!("numeric-character-reference-state/x", "`x` or `X` makes it hexadecimal")) =>
            {
                self.temporary_buffer.extend_from_slice(input.current());
                self.switch_to(State::HexadecimalCharacterReferenceStart)
            }
            Some(b'0'..=b'9')
                if self.row(clause!("numeric-character-reference-state/digit", "a digit begins the number")) =>
            {
                self.reconsume_in(input, State::DecimalCharacterReference)
            }
            _ if self.row(clause!(
                "numeric-character-reference-state/anything-else",
                "before anything else `&#` is text"
            )) =>
            {
                self.no_digits(
                    input,
                    clause!("numeric-character-reference-state/anything-else/error", "a missing digit is an error"),
                )
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state>
    pub(super) fn hexadecimal_character_reference_start_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f')
                if self.row(clause!(
                    "hexadecimal-character-reference-start-state/hex-digit",
                    "a hexadecimal digit begins the number"
                )) =>
            {
                self.reconsume_in(input, State::HexadecimalCharacterReference)
            }
            _ if self.row(clause!(
                "hexadecimal-character-reference-start-state/anything-else",
                "before anything else `&#x` is text"
            )) =>
            {
                self.no_digits(
                    input,
                    clause!(
                        "hexadecimal-character-reference-start-state/anything-else/error",
                        "a missing digit is an error"
                    ),
                )
            }
            _ => Flow::Continue,
        }
    }

    /// What is done where a number should begin and does not.
    fn no_digits(&mut self, input: &mut Input<'_>, error: Clause) -> Flow {
        self.error(input, error, AbsenceOfDigitsInNumericCharacterReference);
        self.flush_code_points_consumed_as_a_character_reference(input);
        self.reconsume_in(input, self.return_state)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state>
    pub(super) fn hexadecimal_character_reference_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'0'..=b'9')
                if self.run_row(
                    input,
                    &DIGIT,
                    clause!("hexadecimal-character-reference-state/digit", "a digit is of the number"),
                ) =>
            {
                self.add_digits(input.current(), 16, b'0')
            }
            Some(b'A'..=b'F')
                if self.run_row(
                    input,
                    &UPPER_HEX_LETTER,
                    clause!(
                        "hexadecimal-character-reference-state/upper-hex-digit",
                        "a capital from A to F is of the number"
                    ),
                ) =>
            {
                self.add_digits(input.current(), 16, b'A' - 10)
            }
            Some(b'a'..=b'f')
                if self.run_row(
                    input,
                    &LOWER_HEX_LETTER,
                    clause!(
                        "hexadecimal-character-reference-state/lower-hex-digit",
                        "a small letter from a to f is of the number"
                    ),
                ) =>
            {
                self.add_digits(input.current(), 16, b'a' - 10)
            }
            Some(b';')
                if self.row(clause!("hexadecimal-character-reference-state/semicolon", "`;` ends the number")) =>
            {
                self.switch_to(State::NumericCharacterReferenceEnd)
            }
            _ if self.row(clause!(
                "hexadecimal-character-reference-state/anything-else",
                "anything else ends the number"
            )) =>
            {
                self.error(
                    input,
                    clause!(
                        "hexadecimal-character-reference-state/anything-else/error",
                        "a missing semicolon is an error"
                    ),
                    MissingSemicolonAfterCharacterReference,
                );
                self.reconsume_in(input, State::NumericCharacterReferenceEnd)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state>
    pub(super) fn decimal_character_reference_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'0'..=b'9')
                if self.run_row(
                    input,
                    &DIGIT,
                    clause!("decimal-character-reference-state/digit", "a digit is of the number"),
                ) =>
            {
                self.add_digits(input.current(), 10, b'0')
            }
            Some(b';') if self.row(clause!("decimal-character-reference-state/semicolon", "`;` ends the number")) => {
                self.switch_to(State::NumericCharacterReferenceEnd)
            }
            _ if self
                .row(clause!("decimal-character-reference-state/anything-else", "anything else ends the number")) =>
            {
                self.error(
                    input,
                    clause!("decimal-character-reference-state/anything-else/error", "a missing semicolon is an error"),
                    MissingSemicolonAfterCharacterReference,
                );
                self.reconsume_in(input, State::NumericCharacterReferenceEnd)
            }
            _ => Flow::Continue,
        }
    }

    /// Adds digits to the number, each less `zero`. A number that is too great stays so.
    fn add_digits(&mut self, digits: &[u8], base: u32, zero: u8) -> Flow {
        for digit in digits {
            let value = u32::from(digit.wrapping_sub(zero));
            self.character_reference_code = self.character_reference_code.saturating_mul(base).saturating_add(value);
        }
        Flow::Continue
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
    pub(super) fn numeric_character_reference_end_state(&mut self, input: &mut Input<'_>) -> Flow {
        let code = self.character_reference_code;
        if self.condition(clause!("numeric-character-reference-end-state/null", "0 stands for U+FFFD"), code == 0) {
            self.error_at_next(
                input,
                clause!("numeric-character-reference-end-state/null/error", "0 is an error"),
                NullCharacterReference,
            );
            self.character_reference_code = 0xFFFD;
        }
        if self.condition(
            clause!(
                "numeric-character-reference-end-state/outside-unicode-range",
                "what is above 0x10FFFF stands for U+FFFD"
            ),
            code > 0x10FFFF,
        ) {
            self.error_at_next(
                input,
                clause!(
                    "numeric-character-reference-end-state/outside-unicode-range/error",
                    "what is above 0x10FFFF is an error"
                ),
                CharacterReferenceOutsideUnicodeRange,
            );
            self.character_reference_code = 0xFFFD;
        }
        if self.condition(
            clause!("numeric-character-reference-end-state/surrogate", "a surrogate stands for U+FFFD"),
            (0xD800..=0xDFFF).contains(&code),
        ) {
            self.error_at_next(
                input,
                clause!("numeric-character-reference-end-state/surrogate/error", "a surrogate is an error"),
                SurrogateCharacterReference,
            );
            self.character_reference_code = 0xFFFD;
        }
        if self.condition(
            clause!("numeric-character-reference-end-state/noncharacter", "a noncharacter stands for itself"),
            is_noncharacter(code),
        ) {
            self.error_at_next(
                input,
                clause!("numeric-character-reference-end-state/noncharacter/error", "a noncharacter is an error"),
                NoncharacterCharacterReference,
            );
        }
        if self.condition(
            clause!(
                "numeric-character-reference-end-state/control",
                "CR, or a control that is not whitespace, may stand for another character"
            ),
            matches!(code, 0x0D | 0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F..=0x9F),
        ) {
            self.control_character_reference(input);
        }
        let character = char::from_u32(self.character_reference_code).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.temporary_buffer.clear();
        self.temporary_buffer.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        self.flush_code_points_consumed_as_a_character_reference(input);
        self.switch_to(self.return_state)
    }

    /// What is done with the number of a control.
    fn control_character_reference(&mut self, input: &Input<'_>) {
        self.error_at_next(
            input,
            clause!("numeric-character-reference-end-state/control/error", "a control is an error"),
            ControlCharacterReference,
        );
        let index = self.character_reference_code.wrapping_sub(0x80);
        let other = OVERRIDES.get(index as usize).copied();
        if self.step(clause!(
            "numeric-character-reference-end-state/control/override",
            "numbers from 0x80 to 0x9F are of windows-1252"
        )) {
            self.character_reference_code = other.unwrap_or(self.character_reference_code);
        }
    }
}

/// <https://infra.spec.whatwg.org/#noncharacter>
const fn is_noncharacter(code: u32) -> bool {
    matches!(code, 0xFDD0..=0xFDEF) || code <= 0x10FFFF && code & 0xFFFE == 0xFFFE
}
