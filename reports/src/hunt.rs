//! The result of `crosscheck hunt`.

use serde::Serialize;

use crate::document::Body;

/// Where engines depart from the standard, by root cause.
#[derive(Debug, Clone, Serialize)]
pub struct HuntReport {
    /// Whether the hunt went on to its end.
    #[serde(skip)]
    pub complete: bool,
    /// Where the generated documents began.
    pub seed: u64,
    /// How many documents were tried.
    pub inputs: usize,
    /// On how many of them an engine departed from the standard.
    pub divergent: usize,
    /// How many of these have several root causes at once.
    pub combined: usize,
    /// How many have root causes that were known from the beginning.
    pub masked: usize,
    /// One for each root cause, the most frequent first.
    pub causes: Vec<CauseEntry>,
    /// How long the hunt took.
    pub seconds: f64,
    /// How much of that went into minimising and explaining.
    pub triage_seconds: f64,
}

impl Body for HuntReport {
    const SCHEMA: &'static str = "crosscheck.hunt/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// A root cause.
#[derive(Debug, Clone, Serialize)]
pub struct CauseEntry {
    /// The engine that departs.
    pub engine: String,
    /// The reason, in a sentence.
    pub cause: String,
    /// The engine that behaves the same: `standard@without:ID` or `standard@mutant:ID`; none when it is unexplained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behaves_like: Option<String>,
    /// The id of the clause, if the reason is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// A link into the standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Other engines that would explain the document as well.
    pub alternatives: Vec<String>,
    /// How many documents diverged for this reason alone.
    pub count: usize,
    /// The smallest document found.
    pub input: String,
    /// How many bytes it is.
    pub length: usize,
    /// The context element, if it is a fragment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The scripting flag.
    pub scripting: bool,
    /// The standard's tree.
    pub expected: String,
    /// The engine's tree, or why there is none.
    pub actual: String,
    /// A command line that shows it.
    pub reproduce: String,
}
