//! Trees whose markup has other tokens than their nodes.

use crosscheck_parser::observer::Ignore;
use crosscheck_parser::tokenizer::{OwnedToken, State, TokenizeOptions, tokenize};
use crosscheck_parser::wtf8::Wtf8Buf;

use super::rows::Rows;
use super::written::is_raw;
use super::{Class, Surroundings};
use crate::input::Namespace;
use crate::tree::Node;

/// The class of a tree whose first node to come back otherwise is at `first`, if it is one of these.
pub(super) fn class(rows: &Rows<'_>, first: usize, around: &Surroundings) -> Option<Class> {
    // A plaintext element came back as it was, so that the tokenizer was in the PLAINTEXT state from there on. In a tree
    // that ends with one, what comes after is its own end tag as text.
    let is_plaintext = |index: usize| rows.is_html(index, "plaintext");
    if (0..first.min(rows.len())).any(is_plaintext) {
        return Some(Class::Plaintext);
    }
    match rows.node(first)? {
        Node::Comment(data) => is_not_said(
            &[b"<!--", data, b"-->"],
            &TokenizeOptions::default(),
            &OwnedToken::Comment(text(data)),
        )
        .then_some(Class::Comment),
        Node::ProcessingInstruction { target, data } => is_not_said(
            &[b"<?", target, b" ", data, b"?>"],
            &TokenizeOptions::default(),
            &OwnedToken::ProcessingInstruction {
                target: text(target),
                data: text(data),
            },
        )
        .then_some(Class::ProcessingInstruction),
        _ => in_raw_text(rows, first, around),
    }
}

fn in_raw_text(rows: &Rows<'_>, first: usize, around: &Surroundings) -> Option<Class> {
    let name = match (rows.parent(first), &around.context) {
        (Some(parent), _) => rows.html(parent)?,
        (None, Some(context)) if context.namespace == Namespace::Html => {
            context.local_name.as_bytes()
        }
        (None, _) => return None,
    };
    if !is_raw(name, around.scripting) {
        return None;
    }
    let siblings = match rows.parent(first) {
        Some(parent) => rows.children(parent).count(),
        None => (0..rows.len())
            .filter(|&index| rows.parent(index).is_none())
            .count(),
    };
    let data = match rows.node(first) {
        Some(Node::Text(data)) if siblings == 1 => data,
        _ => return Some(Class::RawTextChildren),
    };
    let initial_state = match name {
        // Their text is escaped, so that only their own end tag ends them.
        b"title" | b"textarea" => return None,
        b"script" => State::ScriptData,
        _ => State::Rawtext,
    };
    let options = TokenizeOptions {
        initial_state,
        last_start_tag: Some(text(name)),
        ..TokenizeOptions::default()
    };
    let end_tag = [b"</", name, b">"].concat();
    let made = tokenize([*data, &end_tag], &options, &mut Ignore).ok()?;
    let end_tag = OwnedToken::EndTag { name: text(name) };
    let expected = [OwnedToken::Characters(text(data)), end_tag];
    (made.tokens != expected).then_some(Class::RawText)
}

/// Whether the markup is anything but this one token.
fn is_not_said(markup: &[&[u8]], options: &TokenizeOptions, token: &OwnedToken) -> bool {
    match tokenize(markup.iter().copied(), options, &mut Ignore) {
        Ok(made) => made.tokens != [token.clone()],
        Err(_) => false,
    }
}

fn text(bytes: &[u8]) -> Wtf8Buf {
    Wtf8Buf::from_wtf8(bytes.to_vec()).unwrap_or_default()
}
