//! Tokens and parse errors as plain values, for comparing.

pub mod html5lib;

use crosscheck_standard::clauses::error;
use crosscheck_standard::parser::tokenizer::OwnedToken;
use crosscheck_standard::wtf8::Wtf8Buf;

/// One token, as a tokenizer fixture writes it. Adjacent characters are one token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A DOCTYPE. Missing is not the same as empty.
    Doctype {
        /// The name.
        name: Option<Wtf8Buf>,
        /// The public identifier.
        public_id: Option<Wtf8Buf>,
        /// The system identifier.
        system_id: Option<Wtf8Buf>,
        /// The force-quirks flag.
        force_quirks: bool,
    },
    /// A start tag.
    StartTag {
        /// The tag name.
        name: Wtf8Buf,
        /// Names and values, sorted by name: their order is not part of the answer, a duplicate is.
        attributes: Vec<(Wtf8Buf, Wtf8Buf)>,
        /// The self-closing flag.
        self_closing: bool,
    },
    /// An end tag.
    EndTag {
        /// The tag name.
        name: Wtf8Buf,
    },
    /// A comment.
    Comment(Wtf8Buf),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: Wtf8Buf,
        /// The data.
        data: Wtf8Buf,
    },
    /// A run of character tokens.
    Characters(Wtf8Buf),
}

impl Token {
    /// Adds the token to others: characters behind characters join them, and no characters are no token.
    pub fn push_to(self, tokens: &mut Vec<Self>) {
        match (self, tokens.last_mut()) {
            (Self::Characters(more), _) if more.is_empty() => {}
            (Self::Characters(more), Some(Self::Characters(run))) => run.push_wtf8(&more),
            (token, _) => tokens.push(token),
        }
    }
}

impl From<OwnedToken> for Token {
    fn from(token: OwnedToken) -> Self {
        match token {
            OwnedToken::Doctype { name, public_id, system_id, force_quirks } => {
                Self::Doctype { name, public_id, system_id, force_quirks }
            }
            OwnedToken::StartTag { name, mut attributes, self_closing } => {
                attributes.sort();
                Self::StartTag { name, attributes, self_closing }
            }
            OwnedToken::EndTag { name } => Self::EndTag { name },
            OwnedToken::Comment(data) => Self::Comment(data),
            OwnedToken::ProcessingInstruction { target, data } => Self::ProcessingInstruction { target, data },
            OwnedToken::Characters(text) => Self::Characters(text),
        }
    }
}

/// A parse error an engine reported, or a fixture expects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParseError {
    /// The line, from 1, and the column, from 1, in UTF-16 code units, if known.
    pub position: Option<Position>,
    /// The standard's code for the error; or the standard engine's name for one of tree construction, which the standard
    /// does not name.
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
        let error::Position { line, column } = error.position;
        Self { position: Some(Position { line, column }), code: error.kind.to_string() }
    }
}

/// Where in the preprocessed input stream something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 code units.
    pub column: u32,
}
