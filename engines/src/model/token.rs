//! Tokens and parse errors as plain values, for comparing.

pub mod html5lib;

use crosscheck_standard::clauses::error;
pub use crosscheck_standard::clauses::error::Position;
/// A token, as tokenizer fixtures write it. Adjacent characters are one token. Attributes are sorted by name, because
/// their order is not part of the answer; duplicates are.
pub use crosscheck_standard::parser::tokenizer::OwnedToken as Token;

/// Adds a token. Characters after characters join them. Empty characters are not added.
pub fn push_token(tokens: &mut Vec<Token>, token: Token) {
    match (token, tokens.last_mut()) {
        (Token::Characters(more), _) if more.is_empty() => {}
        (Token::Characters(more), Some(Token::Characters(run))) => run.push_wtf8(&more),
        (token, _) => tokens.push(token),
    }
}

/// Sorts the attributes of a start tag. A tokenizer gives them in the order of the source.
pub fn sort_attributes(token: &mut Token) {
    if let Token::StartTag { attributes, .. } = token {
        attributes.sort();
    }
}

/// A parse error an engine reported, or a fixture expects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParseError {
    /// The line, from 1, and the column, from 1, in UTF-16 code units, if known.
    pub position: Option<Position>,
    /// The standard's code for the error; or the standard engine's name for one of tree construction, which the
    /// standard does not name.
    pub code: String,
}

impl ParseError {
    /// Whether it is one of tree construction: one that the standard has no code for, and the standard engine a name.
    pub fn is_of_tree(&self) -> bool {
        let mut names = error::TreeError::ALL.iter().map(|error| error.code());
        names.any(|name| name == self.code)
    }
}

impl From<error::ParseError> for ParseError {
    fn from(error: error::ParseError) -> Self {
        Self { position: Some(error.position), code: error.kind.to_string() }
    }
}
