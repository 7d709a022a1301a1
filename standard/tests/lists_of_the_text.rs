//! The lists of the standard's text, written down from the text, against what the code has.

use std::collections::BTreeSet;

use crosscheck_standard::clauses::error::ErrorCode;
use crosscheck_standard::clauses::state::State;

/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
const STATES: &[&str] = &[
    "Data state",
    "RCDATA state",
    "RAWTEXT state",
    "Script data state",
    "PLAINTEXT state",
    "Tag open state",
    "End tag open state",
    "Tag name state",
    "RCDATA less-than sign state",
    "RCDATA end tag open state",
    "RCDATA end tag name state",
    "RAWTEXT less-than sign state",
    "RAWTEXT end tag open state",
    "RAWTEXT end tag name state",
    "Script data less-than sign state",
    "Script data end tag open state",
    "Script data end tag name state",
    "Script data escape start state",
    "Script data escape start dash state",
    "Script data escaped state",
    "Script data escaped dash state",
    "Script data escaped dash dash state",
    "Script data escaped less-than sign state",
    "Script data escaped end tag open state",
    "Script data escaped end tag name state",
    "Script data double escape start state",
    "Script data double escaped state",
    "Script data double escaped dash state",
    "Script data double escaped dash dash state",
    "Script data double escaped less-than sign state",
    "Script data double escape end state",
    "Before attribute name state",
    "Attribute name state",
    "After attribute name state",
    "Before attribute value state",
    "Attribute value (double-quoted) state",
    "Attribute value (single-quoted) state",
    "Attribute value (unquoted) state",
    "After attribute value (quoted) state",
    "Self-closing start tag state",
    "Bogus comment state",
    "Markup declaration open state",
    "Comment start state",
    "Comment start dash state",
    "Comment state",
    "Comment less-than sign state",
    "Comment less-than sign bang state",
    "Comment less-than sign bang dash state",
    "Comment less-than sign bang dash dash state",
    "Comment end dash state",
    "Comment end state",
    "Comment end bang state",
    "DOCTYPE state",
    "Before DOCTYPE name state",
    "DOCTYPE name state",
    "After DOCTYPE name state",
    "After DOCTYPE public keyword state",
    "Before DOCTYPE public identifier state",
    "DOCTYPE public identifier (double-quoted) state",
    "DOCTYPE public identifier (single-quoted) state",
    "After DOCTYPE public identifier state",
    "Between DOCTYPE public and system identifiers state",
    "After DOCTYPE system keyword state",
    "Before DOCTYPE system identifier state",
    "DOCTYPE system identifier (double-quoted) state",
    "DOCTYPE system identifier (single-quoted) state",
    "After DOCTYPE system identifier state",
    "Bogus DOCTYPE state",
    "CDATA section state",
    "CDATA section bracket state",
    "CDATA section end state",
    "Processing instruction open state",
    "Processing instruction target state",
    "After processing instruction target state",
    "Processing instruction data state",
    "Processing instruction questionable state",
    "Character reference state",
    "Named character reference state",
    "Ambiguous ampersand state",
    "Numeric character reference state",
    "Hexadecimal character reference start state",
    "Hexadecimal character reference state",
    "Decimal character reference state",
    "Numeric character reference end state",
];

/// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
const ERROR_CODES: &[&str] = &[
    "abrupt-closing-of-empty-comment",
    "abrupt-doctype-public-identifier",
    "abrupt-doctype-system-identifier",
    "absence-of-digits-in-numeric-character-reference",
    "cdata-in-html-content",
    "character-reference-outside-unicode-range",
    "control-character-in-input-stream",
    "control-character-reference",
    "disallowed-processing-instruction-target",
    "duplicate-attribute",
    "end-tag-with-attributes",
    "end-tag-with-trailing-solidus",
    "eof-before-tag-name",
    "eof-in-cdata",
    "eof-in-comment",
    "eof-in-doctype",
    "eof-in-processing-instruction",
    "eof-in-script-html-comment-like-text",
    "eof-in-tag",
    "incorrectly-closed-comment",
    "incorrectly-opened-comment",
    "invalid-character-sequence-after-doctype-name",
    "invalid-first-character-of-processing-instruction-target",
    "invalid-first-character-of-tag-name",
    "invalid-processing-instruction-target",
    "missing-attribute-value",
    "missing-doctype-name",
    "missing-doctype-public-identifier",
    "missing-doctype-system-identifier",
    "missing-end-tag-name",
    "missing-quote-before-doctype-public-identifier",
    "missing-quote-before-doctype-system-identifier",
    "missing-semicolon-after-character-reference",
    "missing-whitespace-after-doctype-public-keyword",
    "missing-whitespace-after-doctype-system-keyword",
    "missing-whitespace-before-doctype-name",
    "missing-whitespace-between-attributes",
    "missing-whitespace-between-doctype-public-and-system-identifiers",
    "nested-comment",
    "noncharacter-character-reference",
    "noncharacter-in-input-stream",
    "non-void-html-element-start-tag-with-trailing-solidus",
    "null-character-reference",
    "surrogate-character-reference",
    "surrogate-in-input-stream",
    "unexpected-character-after-doctype-system-identifier",
    "unexpected-character-in-attribute-name",
    "unexpected-character-in-unquoted-attribute-value",
    "unexpected-equals-sign-before-attribute-name",
    "unexpected-null-character",
    "unexpected-solidus-in-tag",
    "unknown-named-character-reference",
];

/// The codes that the standard had once.
const FORMER_ERROR_CODES: &[&str] = &["unexpected-question-mark-instead-of-tag-name"];

#[test]
fn the_states_are_those_of_the_text_in_its_order() {
    let states: Vec<_> = State::ALL.iter().map(|state| state.name()).collect();
    assert_eq!(states, STATES);
}

#[test]
fn the_error_codes_are_those_of_the_text() {
    let codes: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.code()).collect();
    let expected: BTreeSet<_> = ERROR_CODES.iter().chain(FORMER_ERROR_CODES).copied().collect();
    assert_eq!(codes, expected);
    assert_eq!(codes.len(), ErrorCode::ALL.len(), "a code stands twice");
}

#[test]
fn every_state_is_a_section_with_clauses() {
    use crosscheck_standard::clauses::clause;
    let titles: BTreeSet<_> = clause::all().map(|clause| clause.section().title).collect();
    let missing: Vec<_> = STATES.iter().filter(|state| !titles.contains(*state)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
