//! Engines: the parsers under test or used as reference.

use crate::input::Input;
use crate::token::{ParseError, Token};
use crate::tree::Tree;

/// A parser that answers questions in this process. It may crash or hang: only worker processes call it on input that
/// nobody vouches for.
pub trait Engine {
    /// Who it is and what it can do.
    fn about(&self) -> About;

    /// Answers one question. The same question gives the same answer, whatever was asked before.
    fn answer(&mut self, input: &Input) -> Answer;
}

/// Who an engine is and what it can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The name it is called by on the command line.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language it is written in.
    pub language: String,
    /// What it can do.
    pub can: Vec<Capability>,
}

/// Something an engine can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Parse a document.
    Document,
    /// Parse a fragment.
    Fragment,
    /// Parse with the scripting flag on as well as off.
    Scripting,
    /// Tokenise from a given state.
    Tokens,
    /// Report parse errors by the standard's codes.
    Errors,
    /// Take undecoded bytes.
    Bytes,
    /// Take and give lone surrogates.
    Surrogates,
}

/// What an engine answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The tree, to [`Task::Tree`](crate::input::Task::Tree).
    Tree {
        /// The tree of the document, or of the fragment.
        tree: Tree,
        /// The parse errors, if the engine reports them.
        errors: Option<Vec<ParseError>>,
    },
    /// The tokens, to [`Task::Tokens`](crate::input::Task::Tokens).
    Tokens {
        /// The tokens, without the end-of-file token.
        tokens: Vec<Token>,
        /// The parse errors, if the engine reports them.
        errors: Option<Vec<ParseError>>,
    },
    /// The engine cannot say, and why.
    Unsupported(String),
}
