//! The result of `crosscheck clauses`.

use serde::Serialize;

use crate::document::Body;

/// The clauses of the standard's algorithm.
#[derive(Debug, Clone, Serialize)]
pub struct ClausesReport {
    /// One entry for each, by section in the standard's order.
    pub clauses: Vec<ClauseEntry>,
}

impl Body for ClausesReport {
    const SCHEMA: &'static str = "crosscheck.clauses/1";
}

/// One clause.
#[derive(Debug, Clone, Serialize)]
pub struct ClauseEntry {
    /// The stable id.
    pub id: String,
    /// What it says, in a sentence.
    pub title: String,
    /// The section of the standard it belongs to.
    pub section: String,
    /// A link into the standard.
    pub link: String,
    /// Whether an input can reach it; no clause is known yet that none can.
    pub reachable: bool,
    /// The source file that implements it, from the parser crate's root.
    pub file: String,
    /// The line there, from 1.
    pub line: u32,
}
