//! Answers as text for people, a line each, in the notation of the fixtures.

use crate::engines::Answer;
use crate::fixtures::{ExpectedError, FixtureToken};
use crate::token::{ParseError, Token};

/// What an engine answered, without the errors that go with it.
pub(crate) fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Tree { tree, .. } => tree.dump().to_display().into_owned(),
        Answer::Tokens {
            tokens: answered, ..
        } => tokens(answered),
        Answer::Encoding(name) => name.clone(),
        Answer::Markup(markup) => markup.to_display().into_owned(),
        Answer::Unsupported(reason) => format!("unsupported: {reason}"),
    }
}

pub(super) fn tokens(tokens: &[Token]) -> String {
    let line = |token| {
        serde_json::to_string(&FixtureToken::from(token))
            .expect("tokens have string keys and no failing parts")
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

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}
