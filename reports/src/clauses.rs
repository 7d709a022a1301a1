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
    /// Whether an input can reach it in the newest edition that has it: its row matches, its condition holds or its
    /// step runs.
    pub reachable: bool,
    /// The change that removed it from the standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<&'static str>,
    /// What no input can make happen at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<ClauseLimit>,
    /// The source file that implements it, from the parser crate's root.
    pub file: String,
    /// The line there, from 1.
    pub line: u32,
}

/// What no input can make happen at a clause.
#[derive(Debug, Clone, Serialize)]
pub struct ClauseLimit {
    /// What cannot happen: it is `never-reached`, `never-holds` or `always-holds`.
    pub kind: &'static str,
    /// The argument why not.
    pub why: &'static str,
}
