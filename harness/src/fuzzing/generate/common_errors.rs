//! The errors that authors make, as often as they make them.
//!
//! The weights are those of a validator's log: for how many of ten thousand errors each accounted, an error of one kind
//! counted once for each page (Simon Pieters, "Idiosyncrasies of the HTML parser", appendix B, "Most common errors").
//! What is missing is the end of a document with elements left open, which every generated document comes to.

use arbitrary::{Result, Unstructured};

use super::test_case::Piece;

/// How often an error is made, and the pieces of markup that make it. `%` stands for one name, `$` for another.
type CommonError = (u32, &'static [&'static str]);

const COMMON_ERRORS: &[CommonError] = &[
    // Stray end tag.
    (2115, &["</%>"]),
    // An element of the same type was already open.
    (1197, &["<%>", "x", "<%>"]),
    // No such element in scope.
    (957, &["<%>", "</p>"]),
    // An end tag while others are open.
    (911, &["<%>", "<$>", "</%>"]),
    // No space between attributes.
    (669, &["<% a=\"1\"b='2'c=3>"]),
    // What may not be in noscript in head.
    (577, &["<head>", "<noscript>", "<%>"]),
    // Duplicate attribute.
    (540, &["<% a=1 b A=2>"]),
    // Stray start tag.
    (450, &["<%>", "<tr>"]),
    // A quote in an attribute's name: one is missing before.
    (258, &["<% a=\" b=\"\">"]),
    // Self-closing syntax where it means nothing.
    (246, &["<%/>"]),
    (243, &["</br>"]),
    // Nesting rules.
    (230, &["<b>", "<%>", "</b>"]),
    // A named character reference without its semicolon.
    (140, &["&nbsp"]),
    // What an unquoted value should not have.
    (139, &["<% a=?b=c&amp>"]),
    // < where an attribute's name is expected.
    (125, &["<% <$>"]),
    // A solidus that no > follows.
    (98, &["<% / >"]),
    // Stray doctype.
    (93, &["<%>", "<!DOCTYPE html>"]),
    // Nested comment.
    (92, &["<!-- <!-- -->", " -->"]),
    // Between head and body.
    (71, &["<head>", "</head>", "<%>"]),
    // An end tag is implied, while others are open.
    (71, &["<li>", "<%>", "<li>"]),
    // Text in noscript in head.
    (70, &["<head>", "<noscript>", "x"]),
    // A start tag in table.
    (62, &["<table>", "<%>"]),
    // = is missing before a value.
    (56, &["<% a=\"\" \">"]),
    // < as text.
    (53, &["2<5"]),
    // Bogus comment.
    (41, &["<!x>"]),
    // A start tag in a table's body.
    (33, &["<table>", "<td>"]),
    // A heading in a heading.
    (31, &["<h2>", "<h2>"]),
    // A numeric character reference without its semicolon.
    (23, &["&#xD"]),
    // An end tag with attributes.
    (23, &["<%>", "</% a=b>"]),
    // A reference to what was a C1 control.
    (15, &["&#x80;"]),
    // A form in a form.
    (15, &["<form a=1>", "<form a=2>"]),
];

/// What the weights are together.
const TOTAL: u32 = {
    let (mut total, mut index) = (0, 0);
    while index < COMMON_ERRORS.len() {
        total += COMMON_ERRORS[index].0;
        index += 1;
    }
    total
};

/// One of the errors, each by its weight, with names among these.
pub(super) fn choose(u: &mut Unstructured<'_>, names: &[&'static str], tokens: &mut Vec<Piece>) -> Result<()> {
    let mut left = u.int_in_range(0..=TOTAL - 1)?;
    let mut pieces: &[&str] = &[];
    for (weight, of_this) in COMMON_ERRORS {
        pieces = of_this;
        if left < *weight {
            break;
        }
        left -= weight;
    }
    let (one, other) = (u.choose(names)?, u.choose(names)?);
    tokens.extend(pieces.iter().map(|piece| written(piece, one, other)));
    Ok(())
}

/// A piece with one name for `%` and another for `$`.
pub(super) fn written(piece: &str, one: &str, other: &str) -> Piece {
    let mut text = Piece::default();
    let mut rest = piece;
    while let Some(at) = memchr::memchr2(b'%', b'$', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        text.push_str(if rest[at..].starts_with('%') { one } else { other });
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
    text
}
