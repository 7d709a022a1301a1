//! Tags as the syntax allows them to be written.
//! <https://html.spec.whatwg.org/multipage/syntax.html#start-tags>

use std::borrow::Cow;

use arbitrary::{Result, Unstructured};

use crate::fuzzing::generate::test_case::{Piece, joined};

/// A start tag.
#[derive(Debug, Clone)]
pub(super) struct Start {
    /// As it is written.
    pub(super) tag: Piece,
    pub(super) has_attributes: bool,
    pub(super) is_self_closing: bool,
}

/// Attributes that any element can have: the name, a value that needs no quotes, one that takes any.
const ATTRIBUTES: [(&str, &str, &str); 7] = [
    ("class", "a", "a b"),
    ("title", "x&amp;y", "&lt;a href='b'&gt; <c> = ` &"),
    ("lang", "en", ""),
    ("ID", "i", "é"),
    ("dir", "ltr", "rtl"),
    ("hidden", "hidden", ""),
    ("data-x", "/a/?b&c", "&quot;\n&#39;&nbsp;&#x1F600;"),
];

/// Whether it may, or must, have a solidus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Solidus {
    Never,
    Sometimes,
}

/// A start tag with these attributes, as they are, and perhaps others.
pub(super) fn start_tag(u: &mut Unstructured<'_>, name: &str, needed: &str, solidus: Solidus) -> Result<Start> {
    let mut tag = joined(&["<", &in_some_case(u, name)?, needed]);
    let mut has_attributes = !needed.is_empty();
    // A solidus right behind a value without quotes would be part of it.
    let mut is_unquoted = has_attributes && !needed.ends_with(['"', '\'']);
    for attribute in &ATTRIBUTES {
        // At the end of the bytes every chance is taken.
        if u.is_empty() || !u.ratio(1, 24)? {
            continue;
        }
        tag.push_str(u.choose(&[" ", "\n", " \t", "\u{C} "])?);
        is_unquoted = push_attribute(u, &mut tag, attribute)?;
        has_attributes = true;
    }
    if !u.is_empty() && u.ratio(1, 16)? {
        tag.push(' ');
        is_unquoted = false;
    }
    let is_self_closing = solidus == Solidus::Sometimes && u.ratio(1, 3)?;
    if is_self_closing {
        tag.push_str(if is_unquoted { " /" } else { "/" });
    }
    tag.push('>');
    Ok(Start { tag, has_attributes, is_self_closing })
}

/// Writes an attribute in one of the four ways; whether its value has no quotes.
fn push_attribute(u: &mut Unstructured<'_>, tag: &mut Piece, (name, bare, any): &(&str, &str, &str)) -> Result<bool> {
    tag.push_str(name);
    let equals = *u.choose(&["=", " = ", "=\n"])?;
    Ok(match u.int_in_range(0..=3)? {
        0 => false,
        1 => {
            tag.extend([equals, bare]);
            true
        }
        2 => {
            tag.extend([equals, "'", &any.replace('\'', "\""), "'"]);
            false
        }
        _ => {
            tag.extend([equals, "\"", any, "\""]);
            false
        }
    })
}

pub(super) fn end_tag(u: &mut Unstructured<'_>, name: &str) -> Result<Piece> {
    let name = in_some_case(u, name)?;
    let has_space = !u.is_empty() && u.ratio(1, 16)?;
    let end = if has_space { "\n>" } else { ">" };
    Ok(joined(&["</", &name, end]))
}

fn in_some_case<'n>(u: &mut Unstructured<'_>, name: &'n str) -> Result<Cow<'n, str>> {
    Ok(match !u.is_empty() && u.ratio(1, 16)? {
        true => name.to_ascii_uppercase().into(),
        false => name.into(),
    })
}
