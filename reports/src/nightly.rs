//! The result of `crosscheck nightly`: what is new since the night before.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::compare::CheckChange;
use crate::document::Body;
use crate::run::Provenance;

/// What a night found, and what of it is new.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NightlyReport {
    /// When, how and of what it was made.
    pub provenance: Provenance,
    /// The parts, in the order in which they were done.
    pub parts: Vec<PartEntry>,
    /// What the fixtures say.
    pub fixtures: FixturesNight,
    /// The records of divergences that are not as they were accepted.
    pub records: Vec<RecordEntry>,
    /// How many records are as they were accepted.
    pub records_as_accepted: usize,
    /// The root causes that the hunt found.
    pub causes: Compared<FoundCause>,
    /// The mutants that the suites do not notice.
    pub survivors: Compared<String>,
    /// The artifacts of fuzz targets.
    pub artifacts: Vec<String>,
    /// Whether the night was not interrupted.
    #[serde(skip_serializing)]
    pub complete: bool,
}

impl Body for NightlyReport {
    const SCHEMA: &'static str = "crosscheck.nightly/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// The state in which a part of a night ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartState {
    /// It was done.
    #[default]
    Done,
    /// It could not be done, or not all of it.
    Failed,
    /// The time was up before it ended; what it found counts.
    CutShort,
    /// The time was up before it began.
    NotReached,
    /// It was not asked for, or has nothing to do.
    LeftOut,
}

impl fmt::Display for PartState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::CutShort => "cut short",
            Self::NotReached => "not reached",
            Self::LeftOut => "left out",
        })
    }
}

/// A part of a night.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PartEntry {
    /// Its name.
    pub part: String,
    /// How it ended.
    pub state: PartState,
    /// What it did, and why it was not done.
    pub notes: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// What the fixtures say, compared with the last night on which they were run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FixturesNight {
    /// The date of the run it is compared with; `None` on the first night.
    pub since: Option<String>,
    /// How many checks were judged.
    pub judged: usize,
    /// What is worse than it was.
    pub regressions: Vec<Regression>,
    /// What failed and passes now.
    pub fixed: Vec<CheckChange>,
    /// What answered otherwise when it was asked again.
    pub flaky: Vec<CheckChange>,
    /// Engines that have another version: name, older and newer version.
    pub upgrades: Vec<[String; 3]>,
}

/// A check that is worse than it was, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Regression {
    /// The check.
    #[serde(flatten)]
    pub check: CheckChange,
    /// The root causes, as far as they are found.
    pub causes: Vec<FoundCause>,
}

/// A root cause.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FoundCause {
    /// Its name: that of its record.
    pub id: String,
    /// The engine.
    pub engine: String,
    /// What is wrong, in a sentence.
    pub what: String,
    /// How well it is known.
    pub known: String,
    /// The id of the clause, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// A link into the standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The smallest document found.
    pub input: String,
}

impl FoundCause {
    /// The sentence, with the clause where there is one.
    pub fn in_words(&self) -> String {
        match &self.clause {
            Some(clause) => format!("{} (clause {clause})", self.what),
            None => self.what.clone(),
        }
    }
}

/// Things of a night, and which of them are new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared<T> {
    /// The date they are compared with; `None` if there is nothing to compare with.
    pub since: Option<String>,
    /// All of them.
    pub all: Vec<T>,
    /// Those that were not there before.
    pub new: Vec<T>,
    /// Those that are not there any more.
    pub gone: Vec<T>,
}

impl<T> Default for Compared<T> {
    fn default() -> Self {
        Self { since: None, all: Vec::new(), new: Vec::new(), gone: Vec::new() }
    }
}

impl<T: Clone> Compared<T> {
    /// Compares by a key. Without something older nothing is new.
    pub fn of<K: PartialEq>(all: Vec<T>, before: Option<(&str, &[T])>, key: impl Fn(&T) -> K) -> Self {
        let Some((since, before)) = before else {
            return Self { all, ..Self::default() };
        };
        let beyond = |some: &[T], others: &[T]| {
            let is_beyond = |one: &&T| others.iter().all(|other| key(other) != key(one));
            some.iter().filter(is_beyond).cloned().collect()
        };
        Self { since: Some(since.to_owned()), new: beyond(&all, before), gone: beyond(before, &all), all }
    }
}

/// A record of a divergence that is not as it was accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordEntry {
    /// Its name.
    pub record: String,
    /// The engine.
    pub engine: String,
    /// Why it could not be replayed; `None` if it was and says something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

impl NightlyReport {
    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<&PartEntry> {
        self.parts.iter().find(|part| part.part == name)
    }

    /// Whether a part has results to compare with.
    pub fn has(&self, name: &str) -> bool {
        self.part(name).is_some_and(|part| part.state == PartState::Done)
    }

    /// The records that say something else than what was accepted.
    pub fn changed_records(&self) -> impl Iterator<Item = &RecordEntry> {
        self.records.iter().filter(|record| record.left_out.is_none())
    }

    /// How many things are worse than the night before.
    pub fn worse(&self) -> usize {
        self.fixtures.regressions.len()
            + self.changed_records().count()
            + self.causes.new.len()
            + self.survivors.new.len()
            + self.artifacts.len()
    }
}
