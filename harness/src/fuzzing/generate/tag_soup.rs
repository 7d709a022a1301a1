//! Tag soup: a stream of tokens over a few names, in a document or a fragment; or pieces for the tokenizer alone.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::common_errors;
use super::test_case::{Piece, TestCase, joined, stand_in};
use super::vocabulary::{
    ADJUSTED_ATTRIBUTES, ATTRIBUTES, DECLARATIONS, DOCTYPE_IDENTIFIERS, DOCTYPE_PARTS, FAMILIES, PIECES, RAW_TEXTS,
    REFERENCES, SEPARATORS, TEXTS, UNFINISHED,
};
use crate::model::input::{Context, InitialState, Task};
use crate::model::tree::Namespace;

/// The names a document is made of.
const MOST_NAMES: usize = 6;

/// The elements whose content is text.
const TEXT_ELEMENTS: [&str; 10] =
    ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext"];

impl<'a> Arbitrary<'a> for TestCase {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        tag_soup(u)
    }
}

pub(super) fn tag_soup(u: &mut Unstructured<'_>) -> Result<TestCase> {
    if u.ratio(1, 8)? {
        return pieces(u);
    }
    let names = names(u)?;
    let task = Task::Tree { context: context(u, &names)?, scripting: u.ratio(1, 8)? };
    soup_of(u, task, &names)
}

/// Tokens for as long as there are bytes.
pub(super) fn soup_of(u: &mut Unstructured<'_>, task: Task, names: &[&'static str]) -> Result<TestCase> {
    // About as many as the bytes make.
    let mut tokens = Vec::with_capacity(u.len() / 2);
    if u.ratio(1, 2)? {
        tokens.push("<!DOCTYPE html>".into());
    }
    while !u.is_empty() {
        // The end comes within a token at times; the last bytes say so.
        if u.len() < 4 && u.ratio(1, 8)? {
            tokens.push((*u.choose(UNFINISHED)?).into());
            break;
        }
        token(u, names, &mut tokens)?;
    }
    Ok(TestCase { task, ..TestCase::document(tokens) })
}

/// A few names, most of them of one family.
pub(super) fn names(u: &mut Unstructured<'_>) -> Result<Vec<&'static str>> {
    let family = u.choose(&FAMILIES)?;
    let all = FAMILIES.last().unwrap_or(family);
    let count = u.int_in_range(1..=MOST_NAMES)?;
    // One more than these, because a caller may add one.
    let mut names = Vec::with_capacity(MOST_NAMES + 1);
    for _ in 0..count {
        let from = if u.ratio(3, 5)? { family } else { all };
        names.push(*u.choose(from)?);
    }
    Ok(names)
}

/// Mostly none; else an element of one of the names.
fn context(u: &mut Unstructured<'_>, names: &[&'static str]) -> Result<Option<Context>> {
    if !u.ratio(1, 5)? {
        return Ok(None);
    }
    let namespace = match u.int_in_range(0..=9)? {
        0 => Namespace::Svg,
        1 => Namespace::MathMl,
        _ => Namespace::Html,
    };
    Ok(Some(Context { namespace, local_name: (*u.choose(names)?).to_owned() }))
}

/// One token, or a few that belong together.
pub(super) fn token(u: &mut Unstructured<'_>, names: &[&'static str], tokens: &mut Vec<Piece>) -> Result<()> {
    let token = match u.int_in_range(0..=19)? {
        0..=6 => start_tag(u, names)?,
        7..=10 => tag("</", u.choose(names)?),
        11..=13 => text(u)?,
        14 => declaration(u)?,
        15 if u.ratio(1, 16)? => return nested(u, names, tokens),
        15 => (*u.choose(&STRUCTURE)?).into(),
        16 => return text_element(u, tokens),
        _ => return common_errors::choose(u, names, tokens),
    };
    tokens.push(token);
    Ok(())
}

/// One start tag many times: as deep as some engines let elements be nested, and deeper.
fn nested(u: &mut Unstructured<'_>, names: &[&'static str], tokens: &mut Vec<Piece>) -> Result<()> {
    let start_tag = tag("<", u.choose(names)?);
    let count = u.int_in_range(8..=40)?;
    tokens.extend(std::iter::repeat_n(start_tag, count));
    Ok(())
}

/// A tag without attributes.
fn tag(opens: &str, name: &str) -> Piece {
    joined(&[opens, name, ">"])
}

/// Tags after which much is different.
const STRUCTURE: [&str; 9] = ["<svg>", "<math>", "<template>", "<table>", "<p>", "<b>", "<select>", "</p>", "</br>"];

/// A comment, a processing instruction, a doctype; of doctypes one is a known one, one sets a mode, and one is made of
/// parts, in any order.
fn declaration(u: &mut Unstructured<'_>) -> Result<Piece> {
    match u.int_in_range(0..=3)? {
        0 | 1 => Ok((*u.choose(DECLARATIONS)?).into()),
        2 => doctype_of_mode(u),
        _ => doctype_of_parts(u),
    }
}

/// A doctype with an identifier that sets a mode, for a public or a system one, and mostly no other.
fn doctype_of_mode(u: &mut Unstructured<'_>) -> Result<Piece> {
    let identifier = u.choose(&DOCTYPE_IDENTIFIERS)?;
    let system = *u.choose(&["", "", " \"\"", " \"x\""])?;
    let keyword = if u.ratio(1, 8)? { "SYSTEM" } else { "PUBLIC" };
    Ok(joined(&["<!DOCTYPE html ", keyword, " \"", identifier, "\"", system, ">"]))
}

fn doctype_of_parts(u: &mut Unstructured<'_>) -> Result<Piece> {
    let mut doctype = Piece::from("<!DOCTYPE");
    for _ in 0..u.int_in_range(0..=8)? {
        doctype.push_str(u.choose(DOCTYPE_PARTS)?);
    }
    doctype.push('>');
    Ok(doctype)
}

fn text(u: &mut Unstructured<'_>) -> Result<Piece> {
    if u.ratio(1, 32)? {
        let surrogate = u.choose(&[0xD800, 0xDBFF, 0xDC00, 0xDFFF])?;
        return Ok(stand_in(*surrogate).into_iter().collect());
    }
    if u.ratio(1, 16)? {
        return Ok(joined(&["&", u.choose(&REFERENCES)?]));
    }
    Ok((*u.choose(TEXTS)?).into())
}

/// An element whose content is text, with content that nearly ends it, and mostly its end tag.
fn text_element(u: &mut Unstructured<'_>, tokens: &mut Vec<Piece>) -> Result<()> {
    let name = u.choose(&TEXT_ELEMENTS)?;
    tokens.push(tag("<", name));
    for _ in 0..u.int_in_range(0..=3)? {
        tokens.push(common_errors::written(u.choose(RAW_TEXTS)?, name, "$"));
    }
    if u.ratio(3, 4)? {
        tokens.push(tag("</", name));
    }
    Ok(())
}

fn start_tag(u: &mut Unstructured<'_>, names: &[&'static str]) -> Result<Piece> {
    let mut tag = Piece::default();
    tag.push('<');
    tag.push_str(u.choose(names)?);
    // At the end of the bytes every chance is taken.
    while !u.is_empty() && u.ratio(1, 6)? {
        tag.push_str(u.choose(&SEPARATORS)?);
        match u.ratio(1, 4)? {
            true => tag.push_str(u.choose(&ADJUSTED_ATTRIBUTES)?),
            false => tag.push_str(u.choose(ATTRIBUTES)?),
        }
    }
    tag.push_str(if u.ratio(1, 16)? { "/>" } else { ">" });
    Ok(tag)
}

/// Pieces of tokens, for a document or for the tokenizer alone.
fn pieces(u: &mut Unstructured<'_>) -> Result<TestCase> {
    let task = match u.ratio(1, 2)? {
        true => TestCase::default().task,
        false => Task::Tokens {
            initial_state: *u.choose(InitialState::ALL)?,
            last_start_tag: u.ratio(1, 2)?.then(|| "script".into()),
        },
    };
    let mut pieces = Vec::new();
    while !u.is_empty() {
        pieces.push((*u.choose(PIECES)?).into());
    }
    Ok(TestCase { task, ..TestCase::document(pieces) })
}
