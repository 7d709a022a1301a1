//! The result of `crosscheck coverage`.

use serde::Serialize;

use crate::document::Body;
use crate::run::Problem;

/// Which clauses of the standard's algorithm suites reach.
#[derive(Debug, Clone, Serialize)]
pub struct CoverageReport {
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// How many inputs there were.
    pub inputs: usize,
    /// How many clauses there are.
    pub clauses: usize,
    /// How many of them an input can reach.
    pub reachable: usize,
    /// How many of these an input reached.
    pub reached: usize,
    /// The ids of the others, by section in the standard's order.
    pub missing: Vec<String>,
    /// The ids of conditions that always held, although they can fail.
    pub always_held: Vec<String>,
    /// The clauses that no input can reach.
    pub unreachable: Vec<Unreachable>,
    /// The sections that have clauses, in the standard's order.
    pub sections: Vec<SectionCoverage>,
    /// What another set of suites reaches, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
}

impl Body for CoverageReport {
    const SCHEMA: &'static str = "crosscheck.coverage/1";
}

/// A clause that no input can reach.
#[derive(Debug, Clone, Serialize)]
pub struct Unreachable {
    /// Its id.
    pub id: String,
    /// The argument why not.
    pub why: String,
}

/// The coverage of one section.
#[derive(Debug, Clone, Serialize)]
pub struct SectionCoverage {
    /// Its title in the standard.
    pub section: String,
    /// A link into the standard.
    pub link: String,
    /// How many of its clauses an input can reach.
    pub reachable: usize,
    /// How many of these an input reached.
    pub reached: usize,
    /// How many of them the suites to compare with do, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_there: Option<usize>,
}

/// How another set of suites compares.
#[derive(Debug, Clone, Serialize)]
pub struct Compared {
    /// How many reachable clauses it reaches.
    pub reached: usize,
    /// The ids of the clauses that only the first set reaches.
    pub only_here: Vec<String>,
    /// The ids of the clauses that only the other one reaches.
    pub only_there: Vec<String>,
}
