//! The result of `crosscheck impact`.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::document::Body;
use crate::shell::ShellLine;

/// How the standard's results for documents differ between two editions.
#[derive(Debug, Clone, Serialize)]
pub struct ImpactReport {
    /// Whether all documents were looked at.
    #[serde(skip)]
    pub complete: bool,
    /// The engines that were asked, with their versions: the standard engine, and those that stand on sides.
    pub engines: BTreeMap<String, String>,
    /// The old edition.
    pub from: String,
    /// The new edition.
    pub to: String,
    /// The command that makes the report again.
    pub command: ShellLine,
    /// How many documents were examined.
    pub documents: usize,
    /// How many of them differ in the tree, the mode, the errors or the serialised markup.
    pub changed: usize,
    /// How many could not be examined.
    pub failed: usize,
    /// How many archive records are not pages.
    pub skipped: usize,
    /// How long it took.
    pub seconds: f64,
    /// The real pages that are different, if real pages were examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<PageShare>,
    /// How many documents differ in the tree, the mode or the encoding, in the errors alone, in the written markup
    /// alone.
    pub levels: Vec<CountEntry>,
    /// In what documents differ. A document can differ in several things.
    pub kinds: Vec<CountEntry>,
    /// What moves that pages act by.
    pub moved: Vec<CountEntry>,
    /// The results of serialising the trees and parsing them again.
    pub security: SecurityEntry,
    /// By sort of document.
    pub sources: Vec<SourceEntry>,
    /// By change, oldest first; those that make no difference too.
    pub changes: Vec<ImpactEntry>,
    /// How many documents differ by several changes together.
    pub combined: usize,
    /// How many documents were too long to attribute the difference to a change.
    pub unexplained: usize,
    /// The checks of fixtures on which the editions differ.
    pub fixtures: Vec<FixtureEntry>,
    /// The fixtures whose checks are unaffected but whose parse errors differ: those that html5lib's fixtures count in
    /// `#errors`, which no check compares.
    pub unjudged: Vec<UnjudgedEntry>,
    /// New expectations for the fixtures of the old side, as a patch to their files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// Checks of fixtures that need new expectations but are not in the patch, and why.
    pub by_hand: Vec<String>,
    /// What could not be examined, the first of it.
    pub problems: Vec<String>,
}

impl Body for ImpactReport {
    const SCHEMA: &'static str = "crosscheck.impact/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// A count of documents.
#[derive(Debug, Clone, Serialize)]
pub struct CountEntry {
    /// Its name.
    pub id: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// How many documents.
    pub documents: usize,
    /// How many of them are real pages, if real pages were examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<PageShare>,
}

/// A number of real pages as a share of all real pages that were examined. Fixtures, records of divergences and
/// generated documents are no sample of anything, so that they have no share.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PageShare {
    /// How many pages.
    pub pages: usize,
    /// Their share of the pages examined.
    pub rate: f64,
    /// The Wilson score interval of the rate at 95 % confidence.
    pub interval: [f64; 2],
}

/// The rate with its interval, in percent.
impl fmt::Display for PageShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = self.interval;
        let digits = match upper {
            upper if upper < 0.001 => 4,
            upper if upper < 0.1 => 2,
            _ => 1,
        };
        write!(f, "{:.digits$} % ({:.digits$} to {:.digits$} %)", 100.0 * self.rate, 100.0 * lower, 100.0 * upper)
    }
}

/// The results of serialising the trees and parsing them again.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityEntry {
    /// How many documents serialise differently.
    pub serialised: usize,
    /// How many documents the editions parse differently after one of them serialised them.
    pub second_parse: usize,
    /// What is new in the second parse, with how many documents.
    pub dangers: BTreeMap<String, usize>,
}

/// The documents of one sort.
#[derive(Debug, Clone, Serialize)]
pub struct SourceEntry {
    /// The sort: page, fixture, divergence, generated.
    pub source: &'static str,
    /// How many were examined.
    pub documents: usize,
    /// How many of them are different.
    pub changed: usize,
}

/// What one change does.
#[derive(Debug, Clone, Serialize)]
pub struct ImpactEntry {
    /// The id of the change.
    pub id: String,
    /// The day it was made.
    pub date: &'static str,
    /// What changed, in a sentence.
    pub title: &'static str,
    /// A link to the commit that made it.
    pub link: String,
    /// How many documents it makes different.
    pub documents: usize,
    /// How many of them it makes different alone.
    pub alone: usize,
    /// How many of them are real pages, if real pages were examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<PageShare>,
    /// In what, with how many documents.
    pub kinds: BTreeMap<&'static str, usize>,
    /// What moves, with how many documents.
    pub moved: BTreeMap<&'static str, usize>,
    /// The names of the first documents that it makes different.
    pub examples: Vec<String>,
    /// The smallest document found that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<SnippetEntry>,
    /// For each kind of difference the smallest document found.
    pub snippets: Vec<SnippetEntry>,
    /// The side of each engine: the standard's behaviour before the change or after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<SideEntry>,
}

/// A small document that shows what a change does.
#[derive(Debug, Clone, Serialize)]
pub struct SnippetEntry {
    /// The kind of difference.
    pub kind: &'static str,
    /// The document that it was made from.
    pub from: String,
    /// Its markup.
    pub input: String,
    /// How many bytes it has.
    pub length: usize,
    /// The context element, if it is a fragment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The scripting flag.
    pub scripting: bool,
    /// What the standard gave before the change.
    pub old: String,
    /// What it gives after.
    pub new: String,
    /// A command that shows both.
    pub reproduce: ShellLine,
}

/// On which side of a change an engine stands.
#[derive(Debug, Clone, Serialize)]
pub struct SideEntry {
    /// The engine.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The side: old, new, other, or unknown.
    pub side: &'static str,
}

/// A fixture whose parse errors differ, which no check compares.
#[derive(Debug, Clone, Serialize)]
pub struct UnjudgedEntry {
    /// The file, and the line on which the fixture begins.
    pub place: String,
    /// The first change that makes a difference.
    pub change: String,
}

/// A check of a fixture on which the editions differ.
#[derive(Debug, Clone, Serialize)]
pub struct FixtureEntry {
    /// The file.
    pub file: String,
    /// The place of the fixture in it, from 0.
    pub index: usize,
    /// The line it begins on.
    pub line: u32,
    /// The identity of the check's question.
    pub hash: String,
    /// The kind of check.
    pub kind: String,
    /// The change that makes the first difference.
    pub change: String,
    /// Whose answer the fixture expects: that of the old edition, of the new one, or another.
    pub side: &'static str,
    /// What the fixture expects, where it is not the new answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The new answer, where it is not what the fixture expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}
