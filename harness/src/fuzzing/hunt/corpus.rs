//! The corpus of a hunt: the documents to mutate.
//!
//! Coverage is clauses × engines: a document is kept if it is the first to reach a clause, or the first to reach it
//! while an engine departs. Generators mutate and cross over the kept documents.

use crosscheck_standard::clauses::clause;
use crosscheck_standard::clauses::observer::CoverageMap;

use crate::fuzzing::generate::{Schedule, TestCase};

/// How many documents are made from what is known at one time. What these find is known to the documents after the next
/// epoch: by then it has been decided, for any number of jobs.
pub(super) const EPOCH: u64 = 4_096;

/// A clause that took effect on an input, or on an input on which an engine departs, as a number.
pub(super) type Feature = u32;

/// The features that were seen: a set of clauses for all inputs, and one for those on which each engine departs.
#[derive(Debug)]
pub(super) struct Seen(Vec<CoverageMap>);

impl Seen {
    pub(super) fn new(engines: usize) -> Self {
        Self((0..=engines).map(|_| CoverageMap::default()).collect())
    }

    /// Adds what an input coverage_map, on which these engines depart, by their numbers. Gives what was not seen
    /// before.
    pub(super) fn look(
        &mut self,
        coverage_map: &CoverageMap,
        departing: impl IntoIterator<Item = usize>,
    ) -> Vec<Feature> {
        let mut new = Vec::new();
        for plane in [0].into_iter().chain(departing.into_iter().map(|e| e + 1)) {
            let seen = &mut self.0[plane];
            if !coverage_map.has_more_than(seen) {
                continue;
            }
            for (index, _) in coverage_map.clauses().iter().enumerate().filter(|(_, is)| **is) {
                if seen.add(index) {
                    new.push(plane * clause::COUNT + index);
                }
            }
        }
        new.into_iter().filter_map(|feature| Feature::try_from(feature).ok()).collect()
    }

    /// Adds features and returns whether any is new. Out-of-range numbers are ignored.
    pub(super) fn add(&mut self, features: &[Feature]) -> bool {
        let mut is_new = false;
        for &feature in features {
            let (plane, index) = (feature as usize / clause::COUNT, feature as usize % clause::COUNT);
            if let Some(seen) = self.0.get_mut(plane) {
                is_new |= seen.add(index);
            }
        }
        is_new
    }

    /// How many clauses were reached.
    pub(super) fn clauses(&self) -> usize {
        self.0[0].clauses().iter().filter(|seen| **seen).count()
    }
}

/// The documents of a hunt, by number, and those among them that are kept.
#[derive(Debug)]
pub(super) struct Corpus {
    schedule: Schedule,
    kept: Vec<u64>,
}

impl Corpus {
    pub(super) fn new(schedule: Schedule) -> Self {
        Self { schedule, kept: Vec::new() }
    }

    /// The document of this number. All that is kept of the documents before the last epoch must have been.
    pub(super) fn document(&self, number: u64) -> TestCase {
        let decided = (number / EPOCH).saturating_sub(1) * EPOCH;
        let known = self.kept.partition_point(|kept| *kept < decided);
        self.schedule.document(number, known)
    }

    /// Keeps the document of this number, which is greater than all before.
    pub(super) fn keep(&mut self, number: u64) {
        let case = self.document(number);
        if self.schedule.know(case) {
            self.kept.push(number);
        }
    }

    /// The numbers of the documents that are kept, from the `first` on.
    pub(super) fn kept_from(&self, first: usize) -> &[u64] {
        self.kept.get(first..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::standard::Standard;

    fn coverage_map(text: &str) -> CoverageMap {
        let mut coverage_map = CoverageMap::default();
        let case = TestCase { pieces: vec![text.into()], ..TestCase::default() };
        let made = Standard::default().make_watched(&case.input(), &mut coverage_map);
        assert!(made.is_ok());
        coverage_map
    }

    #[test]
    fn what_is_new_is_told_once_for_all_and_once_for_each_engine() {
        let mut seen = Seen::new(2);
        let one = coverage_map("<p>x");
        let first = seen.look(&one, []);
        assert!(!first.is_empty());
        assert_eq!(seen.clauses(), first.len());
        assert!(seen.look(&one, []).is_empty());
        assert_eq!(seen.look(&one, [1]).len(), first.len());
        assert!(seen.look(&one, [1]).is_empty());
        let more = seen.look(&coverage_map("<p>x<table>"), []);
        assert!(!more.is_empty() && more.len() < first.len());
        let mut other = Seen::new(2);
        assert!(other.add(&first) && !other.add(&first) && other.add(&more));
        assert_eq!(other.clauses(), seen.clauses());
    }

    #[test]
    fn what_is_kept_is_used_from_the_epoch_after_the_next_on() {
        let mut corpus = Corpus::new(Schedule::new(1, false));
        let documents = |corpus: &Corpus, epoch: u64| -> Vec<TestCase> {
            let first = epoch * EPOCH;
            (first..first + 64).map(|n| corpus.document(n)).collect()
        };
        let before: Vec<_> = (0..3).map(|epoch| documents(&corpus, epoch)).collect();
        corpus.keep(5);
        assert_eq!(corpus.kept_from(0), [5]);
        for (epoch, before) in before.iter().enumerate() {
            let is_same = documents(&corpus, epoch as u64) == *before;
            assert_eq!(is_same, epoch < 2, "epoch {epoch}");
        }
    }
}
