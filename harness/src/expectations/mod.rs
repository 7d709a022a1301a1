//! Expectations: the known failures of one engine, in `suites/expectations/<engine>.toml`.
//!
//! ```toml
//! checked = 2026-11-22
//! version = "8.0.1"
//! unanswered = ["errors", "tokens"]
//!
//! [0123456789ab]
//! fixture = "html5lib-tests/tree-construction/webkit02.dat:404 tree"
//! verdict = "failed"
//! answer = "ba9876543210"
//! reason = "Made before the standard's change of …"
//! upstream = "https://github.com/…"
//! ```
//!
//! The key of an entry is the [`FixtureHash`] of a check; the entry explains the verdict. A check that passes, ends in
//! another way, or fails with an answer other than the pinned one is unexpected. `unanswered` lists what the engine
//! lacks; a check that is unsupported for any other reason is unexpected. Without `unanswered`, every unsupported check
//! is accepted. `checked` is the last day on which a run with that version covered every entry of the file and every
//! entry held.

mod read;
mod update;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crosscheck_reports::Verdict;
use include_dir::{Dir, include_dir};

use crate::files::FileError;
use crate::fixtures::FixtureHash;
use crate::judge::AnswerHash;
pub use update::{Proposal, Update, Updated};

/// The folder of this repository's expectations.
pub const FOLDER: &str = "suites/expectations";

/// The expectations that this program was built with: what is known of its engines.
static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../suites/expectations");

/// Where expectations are, one file for each engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// In a folder.
    Folder(PathBuf),
    /// In this program.
    BuiltIn,
}

impl Source {
    /// The default: the folder of a repository of suites, or what this program knows where there is none.
    pub fn usual() -> Self {
        match Path::new(FOLDER).is_dir() {
            true => Self::Folder(FOLDER.into()),
            false => Self::BuiltIn,
        }
    }

    /// The expectations of an engine, with their file. Without a file there are none.
    ///
    /// # Errors
    /// As [`Expectations::load`].
    pub fn load(&self, engine: &str) -> Result<(PathBuf, Expectations), Vec<FileError>> {
        let name = format!("{engine}.toml");
        let path = match self {
            Self::Folder(folder) => folder.join(&name),
            Self::BuiltIn => Path::new(FOLDER).join(&name),
        };
        let known = match self {
            Self::Folder(_) => Expectations::load(&path)?,
            Self::BuiltIn => match BUILT_IN.get_file(&name).and_then(|file| file.contents_utf8()) {
                Some(text) => Expectations::parse(&path, text)?,
                None => Expectations::default(),
            },
        };
        Ok((path, known))
    }

    /// The engines that have a file, in order.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn engines(&self) -> Result<Vec<String>, FileError> {
        let mut files: Vec<PathBuf> = match self {
            Self::BuiltIn => BUILT_IN.files().map(|file| file.path().to_owned()).collect(),
            Self::Folder(folder) => {
                let unreadable = |error| FileError::unreadable(folder, &error);
                let entries = fs::read_dir(folder).map_err(unreadable)?;
                let paths = entries.map(|entry| entry.map(|entry| entry.path()));
                paths.collect::<Result<_, _>>().map_err(unreadable)?
            }
        };
        files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        let stems = files.iter().filter_map(|path| path.file_stem());
        Ok(stems.map(|stem| stem.to_string_lossy().into_owned()).collect())
    }
}

/// The expectations of one engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expectations {
    entries: BTreeMap<FixtureHash, Expectation>,
    /// What the engine lacks, as the reasons of the verdict *unsupported* name it; `None` where the file does not say.
    pub unanswered: Option<BTreeSet<String>>,
    /// When every entry was last seen to hold, as `2026-11-22`.
    pub checked: Option<String>,
    /// The version of the engine that was asked then.
    pub version: Option<String>,
}

/// The expected verdict of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The fixture, for people.
    pub fixture: Option<String>,
    /// How the check ends: a fault, or unsupported.
    pub verdict: Verdict,
    /// What the engine answers, if that is pinned.
    pub answer: Option<AnswerHash>,
    /// Why.
    pub reason: String,
    /// A link to the engine's bug tracker.
    pub upstream: Option<String>,
}

/// The parts of a result that expectations are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observed<'r> {
    /// The check.
    pub hash: FixtureHash,
    /// How it ended.
    pub verdict: Verdict,
    /// The pin of a wrong answer.
    pub answer: Option<AnswerHash>,
    /// What the engine lacks, where it leaves the check unanswered.
    pub lacks: Option<&'r str>,
}

/// How a result compares with the expectations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether an expectation explains it.
    pub expected: bool,
    /// Whether it makes the run fail: a fault without an explanation, or an expectation that does not hold.
    pub unexpected: bool,
    /// The explanation; or what does not hold.
    pub note: Option<String>,
}

impl Expectations {
    /// The entries, by the hashes of their checks.
    pub fn entries(&self) -> impl Iterator<Item = (FixtureHash, &Expectation)> {
        self.entries.iter().map(|(hash, entry)| (*hash, entry))
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The expectation of a check.
    pub fn get(&self, hash: FixtureHash) -> Option<&Expectation> {
        self.entries.get(&hash)
    }

    /// Compares the results of a run with the expectations, in their order. The whole run is needed: two suites may ask
    /// the same question and expect different answers, and the expectation then holds for one of them.
    pub fn standings(&self, results: &[Observed<'_>]) -> Vec<Standing> {
        let holds = |result: &Observed<'_>| self.get(result.hash).is_some_and(|e| e.holds(result));
        let holding: HashSet<FixtureHash> =
            results.iter().filter(|result| holds(result)).map(|result| result.hash).collect();
        let standing = |result: &Observed<'_>| match self.get(result.hash) {
            None => self.without_entry(result),
            Some(expectation) if expectation.holds(result) => {
                Standing { expected: true, unexpected: false, note: Some(expectation.explanation()) }
            }
            Some(_) if !result.verdict.is_fault() && holding.contains(&result.hash) => self.without_entry(result),
            Some(expectation) => {
                Standing { expected: false, unexpected: true, note: Some(expectation.broken_by(result)) }
            }
        };
        results.iter().map(standing).collect()
    }

    fn without_entry(&self, result: &Observed<'_>) -> Standing {
        let Some(lacks) = result.lacks.filter(|lacks| !self.may_lack(lacks)) else {
            return Standing { unexpected: result.verdict.is_fault(), ..Standing::default() };
        };
        Standing {
            unexpected: true,
            note: Some(format!("expected: an answer; `unanswered` does not list `{lacks}`")),
            ..Standing::default()
        }
    }

    fn may_lack(&self, lacks: &str) -> bool {
        let known = self.unanswered.as_ref();
        known.is_none_or(|known| known.contains(lacks))
    }
}

impl Expectation {
    fn holds(&self, result: &Observed<'_>) -> bool {
        self.verdict == result.verdict && (self.answer.is_none() || self.answer == result.answer)
    }

    /// What does not hold, where a check ends otherwise.
    fn broken_by(&self, result: &Observed<'_>) -> String {
        let (expected, explanation) = (self.verdict, self.explanation());
        if expected == result.verdict {
            return format!(
                "expected: {expected} with a different answer; the expectation does not hold: {explanation}"
            );
        }
        format!("expected: {expected}; the expectation does not hold: {explanation}")
    }

    fn explanation(&self) -> String {
        match &self.upstream {
            Some(upstream) => format!("{} ({upstream})", self.reason),
            None => self.reason.clone(),
        }
    }
}

/// The verdict as files write it: `timed_out`.
fn verdict_name(verdict: Verdict) -> String {
    verdict.words().replace(' ', "_")
}
