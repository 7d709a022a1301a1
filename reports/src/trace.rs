//! The result of `crosscheck trace`.

use serde::Serialize;

use crate::document::Body;
use crate::parse::ErrorEntry;

/// One input, token by token.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TraceReport {
    /// The tokens tree construction was given, in order.
    pub tokens: Vec<TracedToken>,
    /// All parse errors, with their places.
    pub errors: Vec<ErrorEntry>,
}

impl Body for TraceReport {
    const SCHEMA: &'static str = "crosscheck.trace/1";
}

/// What happened for one token.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TracedToken {
    /// The token, in the notation of the tokenizer fixtures.
    pub token: String,
    /// The clauses that ran, in order: first those that tokenized it, then those of tree construction.
    pub clauses: Vec<TracedClause>,
    /// The insertion mode before.
    pub mode_before: String,
    /// The insertion mode after.
    pub mode_after: String,
    /// The stack of open elements before, the topmost first.
    pub stack_before: Vec<String>,
    /// The stack of open elements after.
    pub stack_after: Vec<String>,
    /// The parse errors found on the way.
    pub errors: Vec<String>,
}

/// A clause that ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TracedClause {
    /// Its id.
    pub id: String,
    /// What it says.
    pub title: String,
    /// How many bytes of text it took, where it is a row that takes text; else 1.
    pub length: usize,
}
