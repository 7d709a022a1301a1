//! Engines that read something else than what is written, as the parser comes to it.
//!
//! The standard's parser is fed one character at a time. What a fault changes goes by the clauses that ran and the
//! tokens that came so far.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crosscheck::engines::standard::Standard;
use crosscheck::model::answer::Answer;
use crosscheck::model::input::{Input, Source, Task};
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::NodeId;
use crosscheck_standard::name::Name;

use super::engine::{parsed, standard};
use super::observers::{Hooks, Watched, is_html};

/// What an observer of a parser that is being fed has seen.
#[derive(Clone, Default)]
struct Seen {
    /// The last row of the tokenizer that matched.
    row: Rc<Cell<&'static str>>,
    /// What the parser reads before the rest of the document.
    first: Rc<RefCell<String>>,
}

/// Feeds a document. `before_each` is told of the rest, and of how much of it is skipped; `at_end` what comes last.
fn fed(
    input: &Input,
    mut hooks: impl Hooks,
    seen: &Seen,
    skipped: impl Fn(&[u8]) -> usize,
    at_end: impl Fn() -> &'static str,
) -> Answer {
    let (Source::Text(text), Task::Tree { context, scripting }) = (&input.source, &input.task) else {
        return standard(input);
    };
    let mut parser = Standard::default().parser(Watched(&mut hooks), context.as_ref(), *scripting);
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        rest = &rest[skipped(rest)..];
        let is_continued = |byte: &&u8| **byte & 0xC0 == 0x80;
        let length = rest.len().min(1) + rest.iter().skip(1).take_while(is_continued).count();
        let (character, after) = rest.split_at(length);
        parser.feed_wtf8(character).expect("it is WTF-8, and not large");
        let first = std::mem::take(&mut *seen.first.borrow_mut());
        parser.feed(&first).expect("it is not large");
        rest = after;
    }
    parser.feed(at_end()).expect("it is not large");
    match parser.finish() {
        Ok(made) => parsed(made),
        Err(failure) => Answer::Unsupported(failure.to_string()),
    }
}

fn nothing_skipped(_: &[u8]) -> usize {
    0
}

fn nothing_last() -> &'static str {
    ""
}

/// The answer of an engine for which `/>` ends every element that it begins.
pub(crate) fn self_closing(input: &Input) -> Answer {
    let seen = Seen::default();
    let observer = SelfClosing { seen: seen.clone(), closing: None, current: None };
    fed(input, observer, &seen, nothing_skipped, nothing_last)
}

struct SelfClosing {
    seen: Seen,
    /// The name of the self-closing start tag at hand.
    closing: Option<Name>,
    /// The current node before it.
    current: Option<NodeId>,
}

impl Hooks for SelfClosing {
    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        self.closing = match token {
            // No end tag ends plaintext.
            Token::StartTag(tag) if tag.self_closing && tag.name != Name::PLAINTEXT => Some(tag.name),
            _ => None,
        };
        self.current = before.open_nodes().last();
        true
    }

    fn processed(&mut self, after: View<'_>) {
        let current = after.open_nodes().last();
        let new = current.filter(|_| current != self.current);
        if let (Some(name), Some(node)) = (self.closing.take(), new)
            && is_html(after.document, node, name)
        {
            let name = String::from_utf8_lossy(after.document.names.spelling(name)).into_owned();
            *self.seen.first.borrow_mut() = format!("</{name}>");
        }
    }
}

/// What `<isindex>` was read as before 2016.
const ISINDEX: &str = "<form><hr><label>This is a searchable index. Enter search keywords: \
                       <input name=isindex></label><hr></form>";

/// The answer of an engine that reads `<isindex>` as a form.
pub(crate) fn isindex(input: &Input) -> Answer {
    let seen = Seen::default();
    fed(input, IsIndex(seen.clone()), &seen, nothing_skipped, nothing_last)
}

struct IsIndex(Seen);

impl Hooks for IsIndex {
    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        let is_isindex = match token {
            Token::StartTag(tag) => before.document.names.spelling(tag.name) == b"isindex",
            _ => false,
        };
        if is_isindex {
            *self.0.first.borrow_mut() = ISINDEX.to_owned();
        }
        !is_isindex
    }
}

/// Takes down the tokenizer's rows.
struct Rows(Seen);

impl Hooks for Rows {
    fn row(&mut self, clause: &'static str) -> bool {
        if clause.split('/').next().is_some_and(|section| section.ends_with("-state")) {
            self.0.row.set(clause);
        }
        true
    }
}

/// The answer of an engine for which a tag that is cut off by the end of the file is one.
pub(crate) fn cut_off_tags(input: &Input) -> Answer {
    let seen = Seen::default();
    fed(input, Rows(seen.clone()), &seen, nothing_skipped, || end_of_tag(seen.row.get()))
}

/// What ends the tag that the tokenizer is in after a row, if it is in one.
fn end_of_tag(row: &str) -> &'static str {
    let (state, what) = row.split_once('/').unwrap_or((row, ""));
    match (state, what) {
        (_, "greater-than-sign" | "eof") => "",
        ("attribute-value-double-quoted-state", "quotation-mark")
        | ("attribute-value-single-quoted-state", "apostrophe") => ">",
        ("attribute-value-double-quoted-state", _) | ("before-attribute-value-state", "quotation-mark") => "\">",
        ("attribute-value-single-quoted-state", _) | ("before-attribute-value-state", "apostrophe") => "'>",
        (
            "tag-name-state"
            | "before-attribute-name-state"
            | "attribute-name-state"
            | "after-attribute-name-state"
            | "before-attribute-value-state"
            | "attribute-value-unquoted-state"
            | "after-attribute-value-quoted-state"
            | "self-closing-start-tag-state",
            _,
        ) => ">",
        _ => "",
    }
}

/// The answer of an engine for which white space may stand between the hyphens and the `>` that end a comment.
pub(crate) fn spaced_comment_ends(input: &Input) -> Answer {
    let seen = Seen::default();
    let skipped = |rest: &[u8]| {
        let hyphens = [
            "comment-start-dash-state/hyphen-minus",
            "comment-end-dash-state/hyphen-minus",
            "comment-end-state/hyphen-minus",
        ];
        let is_space = |byte: &&u8| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
        let spaces = rest.iter().take_while(is_space).count();
        match hyphens.contains(&seen.row.get()) && rest.get(spaces) == Some(&b'>') {
            true => spaces,
            false => 0,
        }
    };
    fed(input, Rows(seen.clone()), &seen, skipped, nothing_last)
}
