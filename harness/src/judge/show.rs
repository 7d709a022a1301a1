//! Answers as text for people, in the notation of the fixtures.

use crate::fixtures::ExpectedError;
use crate::model::answer::Answer;
use crate::model::token::html5lib::Html5libToken;
use crate::model::token::{ParseError, Token};
use crate::model::tree::Tree;

/// The longest dump that is shown, in bytes: that of a deep tree takes the square of its depth.
const LONGEST_DUMP: usize = 1 << 20;

/// What an engine answered, without the errors that go with it.
pub(crate) fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Tree { tree, .. } => dump(tree, LONGEST_DUMP),
        Answer::Tokens { tokens: answered, .. } => tokens(answered),
        Answer::Encoding(name) => name.clone(),
        Answer::Markup(markup) => markup.to_display().into_owned(),
        Answer::Unsupported(reason) => format!("unsupported: {reason}"),
    }
}

/// What an engine answered, with the mode of the document.
pub(crate) fn with_mode(of: &Answer) -> String {
    let shown = answer(of);
    match of {
        Answer::Tree { mode: Some(mode), .. } => format!("{shown}\nin {mode} mode"),
        _ => shown,
    }
}

/// A tree's dump, or a description if the dump takes more than `limit` bytes.
pub(crate) fn dump(tree: &Tree, limit: usize) -> String {
    match tree.dump_within(limit) {
        Some(dump) => dump.to_display().into_owned(),
        None => format!("{} nodes, whose dump takes more than {limit} bytes", tree.len()),
    }
}

pub(super) fn tokens(tokens: &[Token]) -> String {
    let line = |token| {
        serde_json::to_string(&Html5libToken::from(token)).expect("tokens have string keys and no failing parts")
    };
    lines(tokens.iter().map(line))
}

pub(super) fn expected_errors(errors: &[ExpectedError]) -> String {
    let mut errors: Vec<&ExpectedError> = errors.iter().collect();
    errors.sort_by_key(|error| (error.within, &error.code));
    lines(errors.into_iter().map(ToString::to_string))
}

pub(crate) fn errors(errors: &[ParseError]) -> String {
    let mut errors: Vec<&ParseError> = errors.iter().collect();
    errors.sort();
    lines(errors.into_iter().map(|error| match error.position {
        Some(place) => format!("({}:{}) {}", place.line, place.column, error.code),
        None => error.code.clone(),
    }))
}

/// The parse errors of an answer, one a line.
pub(crate) fn errors_of(answer: &Answer) -> String {
    match answer {
        Answer::Tree { errors: all, .. } | Answer::Tokens { errors: all, .. } => {
            errors(all.as_deref().unwrap_or_default())
        }
        _ => String::new(),
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;
    use crate::model::input::Input;

    #[test]
    fn a_deep_tree_is_shown_in_so_many_words() {
        let shown = |divs: usize| {
            let input = Input::document(&*"<div>".repeat(divs));
            answer(&Standard::default().answer(&input))
        };
        assert!(shown(100).ends_with("<div>"));
        assert_eq!(shown(10_000), "10003 nodes, whose dump takes more than 1048576 bytes");
    }
}
