//! The tokens that rows of tree construction match by their kind alone.

use std::fmt;

use crosscheck_standard::clauses::token::Token;

/// A token that is neither a tag nor text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Declaration {
    /// A DOCTYPE token.
    Doctype,
    /// A comment token.
    Comment,
    /// A processing instruction token.
    ProcessingInstruction,
}

impl Declaration {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Doctype, Self::Comment, Self::ProcessingInstruction];

    /// The kind of a token, if it is one of them.
    pub fn of(token: Token<'_>) -> Option<Self> {
        match token {
            Token::Doctype(_) => Some(Self::Doctype),
            Token::Comment(_) => Some(Self::Comment),
            Token::ProcessingInstruction { .. } => Some(Self::ProcessingInstruction),
            Token::StartTag(_) | Token::EndTag(_) | Token::Characters(_) | Token::EndOfFile => None,
        }
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Doctype => "doctype",
            Self::Comment => "comment",
            Self::ProcessingInstruction => "processing-instruction",
        })
    }
}
