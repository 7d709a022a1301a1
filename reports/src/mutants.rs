//! The result of `crosscheck mutants`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::document::Body;
use crate::run::{Problem, Verdict};

/// What suites notice of mutants of the standard's algorithm.
#[derive(Debug, Clone, Default, Serialize)]
pub struct MutantsReport {
    /// Whether every mutant that was asked for was tried.
    #[serde(skip)]
    pub complete: bool,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// The checks that could notice a mutant, by kind.
    pub checks: BTreeMap<String, usize>,
    /// The checks that could not, because the standard engine does not pass them, by its verdict.
    pub left_out: BTreeMap<Verdict, usize>,
    /// All of them together.
    #[serde(flatten)]
    pub sum: MutantCounts,
    /// The same by section of the standard, in its order.
    pub sections: Vec<MutantSection>,
    /// The mutants that nothing noticed, and that are not argued to be equivalent.
    pub survivors: Vec<MutantEntry>,
    /// The mutants that are argued to be equivalent, and that nothing noticed.
    pub equivalents: Vec<MutantEntry>,
    /// The mutants that are argued to be equivalent, and that a check noticed: the argument is wrong.
    pub refuted: Vec<MutantEntry>,
    /// The mutants that were noticed, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<MutantEntry>,
    /// How long it took.
    pub seconds: f64,
}

impl Body for MutantsReport {
    const SCHEMA: &'static str = "crosscheck.mutants/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// How many mutants were tried, with their fates.
#[derive(Debug, Clone, Default, Serialize)]
pub struct MutantCounts {
    /// How many there were.
    pub mutants: usize,
    /// How many a check noticed by its answer.
    pub killed: usize,
    /// How many were noticed only because they ran out of steps.
    pub timed_out: usize,
    /// How many nothing noticed, and that are not argued to be equivalent.
    pub survived: usize,
    /// Of the survivors, those that no input reached.
    pub unreached: usize,
    /// How many are argued to be equivalent, and nothing noticed.
    pub equivalent: usize,
    /// How many were noticed by each kind of check.
    pub by_check: BTreeMap<String, usize>,
}

impl MutantCounts {
    /// How many were noticed.
    pub fn noticed(&self) -> usize {
        self.killed + self.timed_out
    }

    /// The share that was noticed of those that are not argued to be equivalent, in percent.
    pub fn score(&self) -> f64 {
        share(self.noticed(), self.mutants - self.equivalent)
    }

    /// The share of those argued to be equivalent, in percent.
    pub fn equivalent_share(&self) -> f64 {
        share(self.equivalent, self.mutants)
    }

    /// How many checks of this kind noticed.
    pub fn noticed_by(&self, check: &str) -> usize {
        self.by_check.get(check).copied().unwrap_or_default()
    }
}

/// In percent; all of nothing is all.
fn share(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 100.0,
        _ => 100.0 * part as f64 / whole as f64,
    }
}

/// The mutants of one section.
#[derive(Debug, Clone, Serialize)]
pub struct MutantSection {
    /// What the ids of its mutants begin with.
    pub key: String,
    /// Its title in the standard.
    pub section: String,
    /// A link into the standard.
    pub link: String,
    /// Their fates.
    #[serde(flatten)]
    pub counts: MutantCounts,
}

/// One mutant.
#[derive(Debug, Clone, Serialize)]
pub struct MutantEntry {
    /// Its id: as an engine it is called `standard@mutant:ID`.
    pub mutant: String,
    /// The id of the clause that is wrong, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// What is wrong, in a sentence.
    pub description: String,
    /// A link into the standard.
    pub link: String,
    /// The source file that implements the clause, from the parser crate's root, and the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Whether an input reached what is wrong.
    pub reached: bool,
    /// The first check of each kind that noticed it: `FILE:LINE`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub noticed_by: BTreeMap<String, String>,
    /// The argument why no input can tell it from the standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<String>,
}
