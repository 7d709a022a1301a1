//! The sums of a sweep, in bounded memory.

use std::collections::BTreeMap;

use crosscheck_reports::UnjudgedEntry;
use crosscheck_standard::clauses::change::Change;

use super::difference::{Difference, Kind, Moved};
use super::documents::{Body, Document, Origin};
use super::examine::{MOST_DANGERS, OTHER_DANGERS};
use super::fixtures::FixtureFinding;
use super::outcome::{Changed, Outcome};

/// How many problems are kept; the others are only counted.
const MOST_PROBLEMS: usize = 100;

/// How many documents with a difference are named for each change.
const MOST_EXAMPLES: usize = 20;

/// Longer documents are not kept for minimising.
const LONGEST_CANDIDATE: usize = 1 << 20;

/// What a sweep found.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many documents were examined, and how many of them differ.
    pub documents: Count,
    /// How many could not be examined.
    pub failed: usize,
    /// How many records are no documents.
    pub skipped: usize,
    /// The documents by their sort.
    pub origins: BTreeMap<Origin, Count>,
    /// In how many documents each kind of difference is, and what moves.
    pub kinds: Kinds,
    /// How many differ in more than the errors, or the markup that is written.
    pub trees: Cases,
    /// How many serialise differently.
    pub serialised: usize,
    /// How many parse differently after serialisation.
    pub second_parse: usize,
    /// What is new in them.
    pub dangers: BTreeMap<String, usize>,
    /// What each change does.
    pub changes: BTreeMap<Change, ChangeTally>,
    /// How many documents several changes make different.
    pub combined: usize,
    /// How many documents were too long to attribute the difference to a change.
    pub unexplained: usize,
    /// The checks on which the editions differ, with the file and the place of the fixture.
    pub fixtures: Vec<PlacedFixture>,
    /// The places of fixtures whose checks are unaffected but whose parse errors, which no check compares, differ.
    pub unjudged: Vec<UnjudgedEntry>,
    /// What could not be examined.
    pub problems: Vec<String>,
}

/// How many there are, and how many of them differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// All.
    pub all: usize,
    /// Those that differ.
    pub changed: usize,
}

/// How many documents something is the case of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cases {
    /// All.
    pub documents: usize,
    /// Those that are real pages.
    pub pages: usize,
}

impl Cases {
    fn add(&mut self, origin: Origin) {
        self.documents += 1;
        self.pages += usize::from(origin == Origin::Page);
    }
}

/// In how many documents there is a difference of each kind.
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    /// By kind.
    pub kinds: BTreeMap<Kind, Cases>,
    /// By what moves.
    pub moved: BTreeMap<Moved, Cases>,
}

/// What one change does.
#[derive(Debug, Default)]
pub struct ChangeTally {
    /// How many documents it makes different.
    pub documents: Cases,
    /// How many of them it makes different alone.
    pub alone: usize,
    /// In what.
    pub kinds: Kinds,
    /// The names of the first documents that it makes different.
    pub examples: Vec<String>,
    /// For each kind of difference the document that shows it best: a page rather than another, the shortest first.
    pub candidates: BTreeMap<Kind, Candidate>,
}

/// A document that shows what a change does.
#[derive(Debug)]
pub struct Candidate {
    rank: (Origin, usize, u64),
    /// The document.
    pub document: Document,
}

/// A check on which the editions differ, and where it is.
#[derive(Debug, Clone)]
pub struct PlacedFixture {
    /// The file.
    pub file: String,
    /// The place of the fixture in it, from 0.
    pub index: usize,
    /// The line it begins on.
    pub line: u32,
    /// What differs.
    pub finding: FixtureFinding,
}

impl Kinds {
    fn add(&mut self, origin: Origin, difference: &Difference) {
        for kind in &difference.kinds {
            self.kinds.entry(*kind).or_default().add(origin);
        }
        for moved in &difference.moved {
            self.moved.entry(*moved).or_default().add(origin);
        }
    }
}

impl Tally {
    /// Counts the outcome of the document of this number.
    pub fn take(&mut self, number: u64, outcome: Outcome) {
        match outcome {
            Outcome::Skipped => self.skipped += 1,
            Outcome::Failed(why) => {
                self.failed += 1;
                if self.problems.len() < MOST_PROBLEMS {
                    self.problems.push(why);
                }
            }
            Outcome::Same(document) => self.count(&document, false),
            Outcome::Changed(document, changed) => {
                self.count(&document, true);
                self.add(number, document, changed);
            }
        }
    }

    fn count(&mut self, document: &Document, changed: bool) {
        let origin = self.origins.entry(document.origin()).or_default();
        for count in [&mut self.documents, origin] {
            count.all += 1;
            count.changed += usize::from(changed);
        }
    }

    fn add(&mut self, number: u64, document: Document, changed: Changed) {
        let Changed { finding, checks } = changed;
        let origin = document.origin();
        self.kinds.add(origin, &finding.difference);
        if finding.difference.kinds.iter().any(|kind| kind.is_of_tree()) {
            self.trees.add(origin);
        }
        self.serialised += usize::from(finding.markup);
        self.second_parse += usize::from(finding.second_parse);
        self.combined += usize::from(finding.shares.len() > 1);
        self.unexplained += usize::from(finding.is_too_long);
        for danger in finding.dangers {
            let is_known = self.dangers.contains_key(&danger) || self.dangers.len() < MOST_DANGERS;
            let danger = if is_known { danger } else { OTHER_DANGERS.to_owned() };
            *self.dangers.entry(danger).or_default() += 1;
        }
        if let Body::Fixture(path, fixture) = &document.body {
            if checks.is_empty() {
                let change = finding.shares.first().map(|share| share.change.clone());
                self.unjudged.push(UnjudgedEntry { place: document.name.clone(), change: change.unwrap_or_default() });
            }
            self.fixtures.extend(checks.into_iter().map(|finding| PlacedFixture {
                file: path.display().to_string(),
                index: fixture.index,
                line: fixture.line,
                finding,
            }));
        }
        for share in finding.shares {
            let Some(change) = Change::from_id(&share.change) else {
                continue;
            };
            let tally = self.changes.entry(change).or_default();
            tally.documents.add(origin);
            tally.alone += usize::from(share.alone);
            tally.kinds.add(origin, &share.difference);
            if tally.examples.len() < MOST_EXAMPLES {
                tally.examples.push(document.name.clone());
            }
            for kind in share.difference.kinds {
                tally.consider(kind, number, &document);
            }
        }
    }
}

impl ChangeTally {
    fn consider(&mut self, kind: Kind, number: u64, document: &Document) {
        let length = document.questions().iter().map(|question| question.length()).sum();
        let rank = (document.origin(), length, number);
        let is_better = self.candidates.get(&kind).is_none_or(|known| rank < known.rank);
        if length <= LONGEST_CANDIDATE && is_better {
            let document = document.clone();
            self.candidates.insert(kind, Candidate { rank, document });
        }
    }
}
