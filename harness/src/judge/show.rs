//! Answers as text for people, a line each, in the notation of the fixtures.

use crate::fixtures::{ExpectedError, FixtureToken};
use crate::token::{ParseError, Token};

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

pub(super) fn errors(errors: &[ParseError]) -> String {
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
