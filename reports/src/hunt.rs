//! The result of `crosscheck hunt` and `crosscheck triage`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::document::Body;
use crate::shell::ShellLine;

/// Where engines depart from the standard, by root cause.
#[derive(Debug, Clone, Serialize)]
pub struct HuntReport {
    /// Whether the hunt ran to its end with at least one engine.
    #[serde(skip)]
    pub complete: bool,
    /// The seed of the generated documents; `None` if they were not generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many documents reached an engine.
    pub executions: usize,
    /// How many documents there were. Not all reach engines that are asked about a sample.
    pub documents: usize,
    /// How many clauses of the standard they reached.
    pub clauses: usize,
    /// On how many of them an engine fails an oracle.
    pub divergent: usize,
    /// How many of these have several root causes at once.
    pub combined: usize,
    /// How many have root causes that were known from the beginning.
    pub masked: usize,
    /// How many were not investigated, because their engine reached the limit of questions.
    pub untold: usize,
    /// How often another property did not hold only because of root causes.
    pub consequences: usize,
    /// One for each root cause, and one for each other property that does not hold: crashes and hangs first, then wrong
    /// trees, last what leaves the trees as they are; of each those that put the standard engine in doubt first, then
    /// the most frequent.
    pub divergences: Vec<DivergenceEntry>,
    /// How many documents each engine other than the standard engine was asked about.
    pub asked: Vec<AskedEntry>,
    /// Why engines were lost.
    pub problems: Vec<String>,
    /// How long it took.
    pub seconds: f64,
    /// How long minimising and explaining took, while others asked engines.
    pub triage_seconds: f64,
}

impl HuntReport {
    /// How long the smallest documents are, at the median, in bytes. `None` if there are none.
    pub fn median_length(&self) -> Option<usize> {
        median(self.divergences.iter().map(|found| found.length))
    }
}

/// What half of the numbers or more are at most: of two in the middle the larger one.
fn median(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied()
}

impl Body for HuntReport {
    const SCHEMA: &'static str = "crosscheck.hunt/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// How many documents an engine was asked about.
#[derive(Debug, Clone, Serialize)]
pub struct AskedEntry {
    /// The engine.
    pub engine: String,
    /// About how many.
    pub documents: usize,
    /// On how many of them oracles could judge it, by their names.
    pub judged: BTreeMap<String, usize>,
    /// How many of them were skipped, by what the engine lacks.
    pub left_out: BTreeMap<String, usize>,
}

/// A divergence of an engine.
#[derive(Debug, Clone, Default, Serialize)]
pub struct DivergenceEntry {
    /// Its name, in letters, digits and hyphens: that of its record.
    pub id: String,
    /// The engine it was found on.
    pub engine: String,
    /// All engines in groups with the same answer, the standard's first.
    pub engines: Vec<Vec<String>>,
    /// The engines that depart from the standard. None if the standard itself produces the result.
    pub departs: Vec<String>,
    /// The families of these. Engines of one family share faults and count as one witness.
    pub families: Vec<String>,
    /// Whether several families disagree with the standard engine and none agrees, so that the standard engine should
    /// be checked first.
    pub ours_first: bool,
    /// The oracle that found it.
    pub oracle: String,
    /// What is wrong, in a sentence.
    pub what: String,
    /// How well the cause is known: `confirmed` (it gives the engine's answer on every document tried), `consistent`
    /// (so far, on few documents), `suspected` (it explains these documents, and is refuted by another) or
    /// `unexplained`.
    pub known: &'static str,
    /// On how many documents the cause gives the engine's answer.
    pub tried: usize,
    /// A cause that explains these documents and is refuted by another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspect: Option<SuspectEntry>,
    /// The nearest document on which the engine agrees, if nothing explains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<NeighbourEntry>,
    /// Whether the trees are the same, and the document's mode is another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_mode: bool,
    /// The reason, in a sentence, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
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
    /// How many bytes it has.
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
    pub reproduce: ShellLine,
}

/// A cause that is refuted.
#[derive(Debug, Clone, Serialize)]
pub struct SuspectEntry {
    /// The engine that behaves the same on the divergent documents.
    pub behaves_like: String,
    /// A document on which it does not.
    pub counterexample: String,
    /// A command line that shows both.
    pub reproduce: ShellLine,
}

/// A document on which an engine agrees, next to one on which it does not.
#[derive(Debug, Clone, Serialize)]
pub struct NeighbourEntry {
    /// The change to the divergent document that makes it, as a command.
    pub change: String,
    /// The document.
    pub input: String,
    /// The ids of the clauses that take effect on the divergent document but not on this one.
    pub clauses: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_in_the_middle_the_larger_is_the_median() {
        for (numbers, expected) in
            [(&[][..], None), (&[7], Some(7)), (&[9, 1], Some(9)), (&[9, 1, 4], Some(4)), (&[9, 1, 4, 6], Some(6))]
        {
            assert_eq!(median(numbers.iter().copied()), expected, "{numbers:?}");
        }
    }
}
