//! The result of `crosscheck run`.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::document::Body;
use crate::shell::ShellLine;
use crate::words::counted;

/// The result of one check on one engine. Nothing but [`Passed`](Verdict::Passed) counts as passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The answer is the fixture's.
    Passed,
    /// The answer is another one.
    Failed,
    /// The engine died, or broke the protocol.
    Crashed,
    /// The engine took longer than its limit.
    TimedOut,
    /// The engine says that it cannot answer, and why.
    Unsupported,
    /// The answer is another one, and a named change to the standard has overtaken the fixture.
    Stale,
}

impl Verdict {
    /// All of them, in the order they are shown in.
    pub const ALL: [Self; 6] =
        [Self::Passed, Self::Failed, Self::Crashed, Self::TimedOut, Self::Unsupported, Self::Stale];

    /// The word for people: `timed out`, where the JSON has `timed_out`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed out",
            Self::Unsupported => "unsupported",
            Self::Stale => "stale",
        }
    }

    /// Whether the engine is at fault: it answered wrongly or not at all. Without an expectation this fails a run.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Failed | Self::Crashed | Self::TimedOut)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// What a run of suites through engines found.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RunReport {
    /// When, how and of what it was made.
    pub provenance: Provenance,
    /// The engines, in the order they were asked for.
    pub engines: Vec<EngineVersion>,
    /// One entry for each engine, suite and kind of check.
    pub totals: Vec<Total>,
    /// The wall-clock time of the run, in seconds.
    pub seconds: f64,
    /// Every check, by engine, file and index.
    pub results: Vec<CheckResult>,
    /// The checks that passed as expected and are not among the results, for each engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<PassedChecks>,
    /// What could not be run; the rest was.
    pub problems: Vec<Problem>,
    /// Whether every check was run; not so when the run was interrupted.
    #[serde(skip_serializing)]
    pub complete: bool,
}

impl Body for RunReport {
    const SCHEMA: &'static str = "crosscheck.run/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

impl RunReport {
    /// The results that are not as expected, in order.
    pub fn unexpected(&self) -> impl Iterator<Item = &CheckResult> {
        self.results.iter().filter(|result| result.unexpected)
    }

    /// The report in which only the hashes are left of what passed as expected; the counts stay. An expectation that no
    /// longer applies stays too.
    #[must_use]
    pub fn without_passed(mut self) -> Self {
        let (left_out, results) =
            self.results.into_iter().partition(|result| result.verdict == Verdict::Passed && !result.unexpected);
        self.results = results;
        for CheckResult { engine, hash, .. } in Vec::<CheckResult>::into_iter(left_out) {
            match self.passed.iter_mut().rfind(|passed| passed.engine == engine) {
                Some(passed) => passed.hashes.push(hash),
                None => self.passed.push(PassedChecks { engine, hashes: vec![hash] }),
            }
        }
        self
    }

    /// Makes unexpected results expected, where `note` says why.
    pub fn excuse(&mut self, mut note: impl FnMut(&CheckResult) -> Option<String>) {
        for result in self.results.iter_mut().filter(|result| result.unexpected) {
            let Some(note) = note(result) else { continue };
            result.unexpected = false;
            result.expectation = Some(note);
            let total = self.totals.iter_mut().find(|total| {
                (&total.engine, &total.suite, &total.kind) == (&result.engine, &result.suite, &result.kind)
            });
            if let Some(Total { counts, .. }) = total {
                counts.unexpected = counts.unexpected.saturating_sub(1);
                counts.expected += 1;
            }
        }
    }

    /// The counts over everything.
    pub fn sum(&self) -> VerdictCounts {
        self.sum_where(|_| true)
    }

    /// The counts of an engine.
    pub fn sum_of(&self, engine: &str) -> VerdictCounts {
        self.sum_where(|total| total.engine == engine)
    }

    fn sum_where(&self, is_counted: impl Fn(&Total) -> bool) -> VerdictCounts {
        let mut sum = VerdictCounts::default();
        for total in self.totals.iter().filter(|total| is_counted(total)) {
            sum.add_counts(&total.counts);
        }
        sum
    }
}

impl RunReport {
    /// How it ended, in a word or two, and the counts: `As expected`, `8 checks in 1.50 s: 8 passed`.
    pub fn in_words(&self) -> (&'static str, String) {
        let sum = self.sum();
        let heading = match (self.complete, sum.unexpected, self.problems.len()) {
            (false, ..) => "Interrupted",
            (true, 0, 0) => "As expected",
            (true, _, 1..) if sum.judged() == 0 => "Nothing judged",
            (true, _, 1..) => "Not all run",
            _ => "Unexpected",
        };
        let mut parts = vec![match sum.words_without(&[]) {
            words if words.is_empty() => "nothing was run".to_owned(),
            words => words,
        }];
        if sum.expected > 0 {
            parts.push(format!("{} known", sum.expected));
        }
        if sum.unexpected > 0 {
            parts.push(format!("{} unexpected", sum.unexpected));
        }
        if !self.problems.is_empty() {
            parts.push(counted(self.problems.len(), "problem"));
        }
        (heading, format!("{} in {:.2} s: {}", counted(sum.checks(), "check"), self.seconds, parts.join("; ")))
    }
}

/// When, how and of what a result was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// When it was begun, in UTC: `2026-11-22T10:00:00Z`.
    pub date: String,
    /// The command line.
    pub command: String,
    /// The commit of the Git repository it was made in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The commit that Crosscheck was built from, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crosscheck_commit: Option<String>,
    /// The paths that were read.
    pub sources: Vec<SourceVersion>,
}

/// A file or folder that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceVersion {
    /// Its path, as it was given.
    pub path: String,
    /// The commit of the Git repository it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// The checks that an engine passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassedChecks {
    /// The engine's name.
    pub engine: String,
    /// The hashes of the checks.
    pub hashes: Vec<String>,
}

/// An engine that took part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineVersion {
    /// The name it is called by on the command line.
    pub name: String,
    /// Its version, as it tells it.
    pub version: String,
    /// The time it took itself, summed over its answers, in seconds.
    pub seconds: f64,
}

/// How many checks of one kind in one suite ended how on one engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// The engine's name.
    pub engine: String,
    /// The suite's name.
    pub suite: String,
    /// The kind of check: `tree`, `errors`, `tokens`, …
    pub kind: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: VerdictCounts,
}

/// Checks counted by verdict, and apart from that by whether they were expected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictCounts {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many crashed the engine.
    pub crashed: usize,
    /// How many took the engine too long.
    pub timed_out: usize,
    /// How many the engine cannot answer.
    pub unsupported: usize,
    /// How many failed against a fixture that a change has overtaken.
    pub stale: usize,
    /// How many are known not to pass: an expectation explains them.
    pub expected: usize,
    /// How many make the run fail: a fault that no expectation explains, or an expectation that no longer applies.
    pub unexpected: usize,
}

impl VerdictCounts {
    /// Counts one more check.
    pub fn add(&mut self, verdict: Verdict, expected: bool, unexpected: bool) {
        *self.slot(verdict) += 1;
        self.expected += usize::from(expected);
        self.unexpected += usize::from(unexpected);
    }

    /// How many have this verdict.
    pub const fn of(&self, verdict: Verdict) -> usize {
        match verdict {
            Verdict::Passed => self.passed,
            Verdict::Failed => self.failed,
            Verdict::Crashed => self.crashed,
            Verdict::TimedOut => self.timed_out,
            Verdict::Unsupported => self.unsupported,
            Verdict::Stale => self.stale,
        }
    }

    /// How many there are.
    pub fn checks(&self) -> usize {
        Verdict::ALL.into_iter().map(|verdict| self.of(verdict)).sum()
    }

    /// How many were judged: the engine could be asked.
    pub fn judged(&self) -> usize {
        self.checks() - self.unsupported
    }

    /// The verdicts that occur, with their counts, except those left out: `4 unsupported, 1 crashed`; empty for none.
    pub fn words_without(&self, left_out: &[Verdict]) -> String {
        let words = Verdict::ALL
            .into_iter()
            .filter(|&verdict| self.of(verdict) > 0 && !left_out.contains(&verdict))
            .map(|verdict| format!("{} {verdict}", self.of(verdict)));
        words.collect::<Vec<_>>().join(", ")
    }

    fn add_counts(&mut self, other: &Self) {
        for verdict in Verdict::ALL {
            *self.slot(verdict) += other.of(verdict);
        }
        self.expected += other.expected;
        self.unexpected += other.unexpected;
    }

    fn slot(&mut self, verdict: Verdict) -> &mut usize {
        match verdict {
            Verdict::Passed => &mut self.passed,
            Verdict::Failed => &mut self.failed,
            Verdict::Crashed => &mut self.crashed,
            Verdict::TimedOut => &mut self.timed_out,
            Verdict::Unsupported => &mut self.unsupported,
            Verdict::Stale => &mut self.stale,
        }
    }
}

impl CheckResult {
    /// What happened, in a word: a pass is only unexpected where an expectation says otherwise.
    pub fn in_a_word(&self) -> &'static str {
        match self.verdict {
            Verdict::Passed if self.unexpected => "passed unexpectedly",
            verdict => verdict.words(),
        }
    }

    /// `FILE:LINE`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    /// Why it is unexpected, as far as that is known: what the expectation says, or the engine, or the verdict.
    pub fn why(&self) -> &str {
        let known = self.expectation.as_deref().or(self.reason.as_deref());
        known.unwrap_or(self.in_a_word())
    }
}

/// One check of one fixture on one engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The engine's name.
    pub engine: String,
    /// The suite's name.
    pub suite: String,
    /// The fixture's file, as a path that leads there from where the run was started.
    pub file: String,
    /// The fixture's place in the file, from 0.
    pub index: usize,
    /// The line the fixture begins on, from 1.
    pub line: u32,
    /// The identity of the check: a short hash over everything that determines the answer.
    pub hash: String,
    /// The kind of check: `tree`, `errors`, `tokens`, …
    pub kind: String,
    /// What the fixture calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its verdict.
    pub verdict: Verdict,
    /// Whether it makes the run fail.
    pub unexpected: bool,
    /// Why the verdict is what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The explanation of the expectation that covers it; or, where that does not hold, what was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expectation: Option<String>,
    /// What the engine was given, for showing.
    pub input: String,
    /// How it was to be taken: the context element, the scripting flag, the initial state.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mode: String,
    /// The answer of the fixture, for showing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The answer of the engine, for showing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// The pin of a wrong answer, as expectations write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The command that runs this check alone.
    #[serde(deserialize_with = "reproduce")]
    pub reproduce: ShellLine,
}

/// The options that the command of a result has, and whether they have a value. With these it can
/// neither write a file nor start another program.
const REPRODUCE_OPTIONS: [(&str, bool); 7] = [
    ("--engine", true),
    ("--suite-kind", true),
    ("--timeout", true),
    ("--memory", true),
    ("--filter", true),
    ("--expectations", true),
    ("--no-expectations", false),
];

/// Reads the command of a result. The file is not trusted, and people paste the command into a shell.
fn reproduce<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ShellLine, D::Error> {
    let text = String::deserialize(deserializer)?;
    let line = match text.starts_with('#') {
        true => Some(ShellLine::comment()),
        false => ShellLine::read(&text).filter(is_check),
    };
    line.ok_or_else(|| D::Error::custom("`reproduce` is not the command `crosscheck run` for one check"))
}

fn is_check(line: &ShellLine) -> bool {
    let words = line.words().unwrap_or_default();
    let mut words = words.iter().map(Vec::as_slice);
    if [words.next(), words.next()] != [Some(b"crosscheck".as_slice()), Some(b"run")] {
        return false;
    }
    while let Some(word) = words.next() {
        if !word.starts_with(b"-") {
            continue;
        }
        let name = word.split(|byte| *byte == b'=').next().unwrap_or_default();
        match REPRODUCE_OPTIONS.iter().find(|(option, _)| option.as_bytes() == name) {
            Some((_, true)) if name == word => drop(words.next()),
            Some(_) => {}
            None => return false,
        }
    }
    true
}

/// Something that could not be run: a file that could not be read, or not as what it should be; an engine that gave up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The engine, if it is about one: not all its checks were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The file, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What was wrong and what was expected.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
            }
            f.write_str(" ")?;
        }
        f.write_str(&self.message)
    }
}
