//! The result of `crosscheck expectations`.

use serde::Serialize;

use crate::document::Body;
use crate::run::{Problem, Verdict};

/// The expectations of engines, and when they were last checked.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ExpectationsReport {
    /// The day that the ages are counted back from.
    pub on: String,
    /// Files not checked since this day are stale, if a time was given; then only stale files are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale_before: Option<String>,
    /// The files, by engine.
    pub files: Vec<ExpectationsFile>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Body for ExpectationsReport {
    const SCHEMA: &'static str = "crosscheck.expectations/1";
}

/// The expectations of one engine.
#[derive(Debug, Clone, Serialize)]
pub struct ExpectationsFile {
    /// The engine.
    pub engine: String,
    /// The file.
    pub file: String,
    /// When a run last asked about every entry, and every entry held; nothing where none has.
    pub checked: Option<String>,
    /// The version of the engine that was asked then.
    pub version: Option<String>,
    /// How many entries explain a wrong answer, and pin it.
    pub pinned: usize,
    /// How many entries explain a wrong answer without pinning it.
    pub unpinned: usize,
    /// What the engine is known to lack, if the file lists it.
    pub unanswered: Option<Vec<String>>,
    /// The entries.
    pub entries: Vec<ExpectationEntry>,
}

/// One expectation.
#[derive(Debug, Clone, Serialize)]
pub struct ExpectationEntry {
    /// The identity of the check.
    pub hash: String,
    /// The fixture.
    pub fixture: Option<String>,
    /// How the check ends.
    pub verdict: Verdict,
    /// The pin of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Why.
    pub reason: String,
}
