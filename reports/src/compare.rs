//! Two runs compared: what is new since the older one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::document::Body;
use crate::run::{CheckResult, Provenance, RunReport, Verdict};
use crate::shell::ShellLine;

/// What is different in the newer of two runs. A check is the same check if the engine has the same name and the hash
/// is the same.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CompareReport {
    /// How the older run was made.
    pub old: Provenance,
    /// How the newer run was made.
    pub new: Provenance,
    /// The engines of either run, by name.
    pub engines: Vec<EngineChange>,
    /// How many checks both runs have.
    pub compared: usize,
    /// Checks that fail now and did not fail before.
    pub newly_failing: Vec<CheckChange>,
    /// Checks that fail otherwise than before.
    pub failing_otherwise: Vec<CheckChange>,
    /// Checks that pass now and failed before.
    pub newly_passing: Vec<CheckChange>,
    /// Checks that were judged before and are not judged now.
    pub no_longer_judged: Vec<CheckChange>,
    /// Checks that only the newer run has and that fail.
    pub added_failing: Vec<CheckChange>,
    /// How many checks only the newer run has.
    pub added: usize,
    /// How many checks only the older run has.
    pub removed: usize,
    /// What makes the comparison incomplete.
    pub notes: Vec<String>,
}

impl Body for CompareReport {
    const SCHEMA: &'static str = "crosscheck.compare/1";
}

/// An engine in two runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineChange {
    /// The engine's name.
    pub engine: String,
    /// In the older run.
    pub old: Option<EngineThen>,
    /// In the newer run.
    pub new: Option<EngineThen>,
}

/// An engine in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineThen {
    /// Its version.
    pub version: String,
    /// The time it took itself, in seconds.
    pub seconds: f64,
}

impl EngineChange {
    /// The older and the newer version, where they differ.
    pub fn upgrade(&self) -> Option<[&str; 2]> {
        let [old, new] = [self.old.as_ref()?, self.new.as_ref()?];
        (old.version != new.version).then_some([&old.version, &new.version])
    }
}

/// A check whose result is another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckChange {
    /// The engine's name.
    pub engine: String,
    /// The suite's name.
    pub suite: String,
    /// `FILE:LINE` of the fixture.
    pub place: String,
    /// The identity of the check.
    pub hash: String,
    /// The kind of check.
    pub kind: String,
    /// What the fixture calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The verdict of the older run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Verdict>,
    /// The verdict of the newer run.
    pub new: Verdict,
    /// The command that runs the check alone; none where the newer run was saved without it.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub reproduce: Option<ShellLine>,
}

impl CompareReport {
    /// Compares two runs.
    pub fn of(old: &RunReport, new: &RunReport) -> Self {
        let (before, now) = (checks(old), checks(new));
        let mut report = Self {
            old: old.provenance.clone(),
            new: new.provenance.clone(),
            engines: engines(old, new),
            removed: before.keys().filter(|check| !now.contains_key(*check)).count(),
            notes: notes(old, new),
            ..Self::default()
        };
        for (check, is) in &now {
            match before.get(check) {
                Some(was) => report.add(*check, *was, *is),
                None => {
                    report.added += 1;
                    if is.verdict.is_fault() {
                        report.added_failing.push(change(*check, None, *is));
                    }
                }
            }
        }
        report
    }

    fn add(&mut self, check: Check<'_>, was: Seen<'_>, is: Seen<'_>) {
        self.compared += 1;
        let list = match (kind(was.verdict), kind(is.verdict)) {
            (Kind::Fault, Kind::Fault) if was.verdict != is.verdict || was.answer() != is.answer() => {
                &mut self.failing_otherwise
            }
            (Kind::Fault, Kind::Fault) => return,
            (_, Kind::Fault) => &mut self.newly_failing,
            (Kind::Fault, Kind::Passed) => &mut self.newly_passing,
            (Kind::Fault | Kind::Passed, Kind::NotJudged) => &mut self.no_longer_judged,
            (Kind::Passed | Kind::NotJudged, _) => return,
        };
        list.push(change(check, Some(was), is));
    }

    /// The checks that make the newer run worse.
    pub fn regressions(&self) -> impl Iterator<Item = &CheckChange> {
        [&self.newly_failing, &self.failing_otherwise, &self.added_failing, &self.no_longer_judged]
            .into_iter()
            .flatten()
    }
}

/// An engine's name and the hash of a check.
type Check<'r> = (&'r str, &'r str);

/// The result of a check. Suites may share a check; then it is the worst result.
#[derive(Clone, Copy)]
struct Seen<'r> {
    verdict: Verdict,
    result: Option<&'r CheckResult>,
}

impl Seen<'_> {
    fn answer(&self) -> Option<&str> {
        self.result.and_then(|result| result.answer.as_deref())
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    NotJudged,
    Passed,
    Fault,
}

fn kind(verdict: Verdict) -> Kind {
    match verdict {
        Verdict::Passed => Kind::Passed,
        Verdict::Unsupported | Verdict::Stale => Kind::NotJudged,
        Verdict::Failed | Verdict::Crashed | Verdict::TimedOut => Kind::Fault,
    }
}

fn checks(report: &RunReport) -> BTreeMap<Check<'_>, Seen<'_>> {
    let passed = report.passed.iter().flat_map(|passed| {
        let seen = Seen { verdict: Verdict::Passed, result: None };
        passed.hashes.iter().map(move |hash| ((passed.engine.as_str(), hash.as_str()), seen))
    });
    let results = report.results.iter().map(|result| {
        let seen = Seen { verdict: result.verdict, result: Some(result) };
        ((result.engine.as_str(), result.hash.as_str()), seen)
    });
    let mut checks: BTreeMap<_, Seen<'_>> = BTreeMap::new();
    for (check, seen) in passed.chain(results) {
        let worst = checks.entry(check).or_insert(seen);
        if kind(seen.verdict) > kind(worst.verdict) {
            *worst = seen;
        }
    }
    checks
}

fn change((engine, hash): Check<'_>, was: Option<Seen<'_>>, is: Seen<'_>) -> CheckChange {
    let known = is.result.or_else(|| was.and_then(|was| was.result));
    CheckChange {
        engine: engine.to_owned(),
        suite: known.map(|result| result.suite.clone()).unwrap_or_default(),
        place: known.map(CheckResult::place).unwrap_or_default(),
        hash: hash.to_owned(),
        kind: known.map(|result| result.kind.clone()).unwrap_or_default(),
        description: known.and_then(|result| result.description.clone()),
        old: was.map(|was| was.verdict),
        new: is.verdict,
        reproduce: known.map(|result| result.reproduce.clone()),
    }
}

fn engines(old: &RunReport, new: &RunReport) -> Vec<EngineChange> {
    let then = |report: &RunReport, name: &str| {
        let engine = report.engines.iter().find(|engine| engine.name == name)?;
        Some(EngineThen { version: engine.version.clone(), seconds: engine.seconds })
    };
    let names: BTreeSet<&str> = old.engines.iter().chain(&new.engines).map(|engine| engine.name.as_str()).collect();
    let change = |name: &str| EngineChange { engine: name.to_owned(), old: then(old, name), new: then(new, name) };
    names.into_iter().map(change).collect()
}

fn notes(old: &RunReport, new: &RunReport) -> Vec<String> {
    let mut notes = Vec::new();
    for (which, report) in [("older", old), ("newer", new)] {
        if !report.complete {
            notes.push(format!("the {which} run was interrupted"));
        }
        notes.extend(report.problems.iter().map(|problem| format!("not in the {which} run: {problem}")));
    }
    notes
}

impl RunReport {
    /// The run with what failed in an older one in the same way as expected: only what is new since then is unexpected.
    #[must_use]
    pub fn since(mut self, baseline: &Self) -> Self {
        let before = checks(baseline);
        let note = match baseline.provenance.date.as_str() {
            "" => "in the baseline".to_owned(),
            date => format!("in the baseline of {date}"),
        };
        self.excuse(|result| {
            let was = before.get(&(result.engine.as_str(), result.hash.as_str()))?;
            let is_known = was.verdict == result.verdict && was.answer() == result.answer.as_deref();
            (is_known && result.verdict != Verdict::Passed).then(|| note.clone())
        });
        self
    }
}
