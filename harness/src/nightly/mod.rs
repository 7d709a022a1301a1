//! A night: everything that can find something, within a budget of time, compared with the night before.
//!
//! A part that fails or runs out of time is reported, and the others are done all the same. Each night has a folder of
//! its own; a part is compared with the last night on which it was done.

mod budget;
mod fixtures;
mod fuzz;
mod hunt;
mod mutants;
mod records;
mod state;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crosscheck_reports::{
    CheckChange, CheckResult, FoundCause, NightlyReport, PartEntry, PartState, Provenance, Regression, RunReport,
};

use crate::engines::{EngineSpec, Limits, WorkerCommand};
use crate::expectations::Source;
use crate::files::FileError;
use budget::Budget;
pub use state::{Night, State};

/// The options of a night.
#[derive(Debug, Clone)]
pub struct NightlyOptions {
    /// Fixture files, and folders of them.
    pub paths: Vec<PathBuf>,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The expectations.
    pub expectations: Option<Source>,
    /// The folder of recorded divergences.
    pub records: Option<PathBuf>,
    /// The folder of fuzz targets, as `cargo fuzz` has it.
    pub fuzz: Option<PathBuf>,
    /// What an engine's process may take.
    pub limits: Limits,
    /// How many worker processes to run at a time.
    pub jobs: usize,
    /// How to start a worker process.
    pub worker: WorkerCommand,
    /// How long the night may take.
    pub budget: Duration,
    /// How long the hunt may take of it.
    pub hunt: Duration,
    /// How long each fuzz target may take of it.
    pub fuzz_time: Duration,
    /// The seed of the hunt: another one each night finds more.
    pub seed: u64,
    /// When, how and of what it is made.
    pub provenance: Provenance,
}

/// Receives the progress of a night.
pub trait Progress {
    /// The next part begins.
    fn part(&mut self, name: &str);
}

/// What a night found.
#[derive(Debug, Default)]
pub struct Found {
    /// What is new.
    pub report: NightlyReport,
    /// The run of the fixtures; `None` if it could not be run.
    pub run: Option<RunReport>,
    /// What it is compared with.
    before: Option<RunReport>,
}

/// What a part did, and why it is not done.
struct Ended {
    state: PartState,
    notes: Vec<String>,
}

impl Ended {
    fn done(notes: Vec<String>) -> Self {
        Self { state: PartState::Done, notes }
    }

    fn failed(why: impl ToString) -> Self {
        Self { state: PartState::Failed, notes: vec![why.to_string()] }
    }

    fn left_out(why: impl ToString) -> Self {
        Self { state: PartState::LeftOut, notes: vec![why.to_string()] }
    }
}

type Part = fn(&NightlyOptions, &State, &Budget<'_>, &mut Found) -> Ended;

/// The parts, the most important first.
const PARTS: [(&str, Part); 5] = [
    (fixtures::NAME, fixtures::part),
    (records::NAME, records::part),
    (mutants::NAME, mutants::part),
    (hunt::NAME, hunt::part),
    (fuzz::NAME, fuzz::part),
];

/// Does everything that the budget allows, and compares it with the earlier nights in `state`. If `cancel` is set, it
/// ends with what it has.
pub fn nightly(options: &NightlyOptions, state: &State, progress: &mut dyn Progress, cancel: &AtomicBool) -> Found {
    let mut found = Found::default();
    found.report.provenance = options.provenance.clone();
    let budget = Budget::new(options.budget, cancel);
    for (name, part) in PARTS {
        let start = Instant::now();
        let ended = match budget.is_over() {
            true => Ended { state: PartState::NotReached, notes: Vec::new() },
            false => {
                progress.part(name);
                part(options, state, &budget, &mut found)
            }
        };
        found.report.parts.push(PartEntry {
            part: name.to_owned(),
            state: ended.state,
            notes: ended.notes,
            seconds: start.elapsed().as_secs_f64(),
        });
    }
    found.report.complete = !cancel.load(Ordering::Relaxed);
    found
}

/// The report of the last night on which a part was done, with its date.
fn last<'s>(state: &'s State, part: &str) -> Option<(&'s str, &'s NightlyReport)> {
    let night = state.nights().rev().find(|night| night.report.has(part))?;
    Some((night.report.provenance.date.as_str(), &night.report))
}

/// Why a file could not be read, in a line.
fn in_a_line(errors: &[FileError]) -> String {
    let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
    errors.join("; ")
}

impl Found {
    /// The run of the fixtures in which only what is worse is unexpected, with its causes. Without an earlier night it is
    /// as it was.
    pub fn worse(&self) -> Option<RunReport> {
        let mut run = self.run.clone()?;
        let Some(before) = &self.before else {
            return Some(run);
        };
        run = run.since(before);
        let fixtures = &self.report.fixtures;
        let is_of =
            |check: &CheckChange, result: &CheckResult| (&check.engine, &check.hash) == (&result.engine, &result.hash);
        run.excuse(|result| {
            let is_flaky = fixtures.flaky.iter().any(|check| is_of(check, result));
            is_flaky.then(|| "flaky: another answer when asked again".to_owned())
        });
        for result in &mut run.results {
            let regression = fixtures.regressions.iter().find(|regression| is_of(&regression.check, result));
            if let Some(Regression { causes, .. }) = regression.filter(|regression| !regression.causes.is_empty()) {
                let causes: Vec<_> = causes.iter().map(FoundCause::in_words).collect();
                result.reason = Some(causes.join("; "));
                result.expectation = None;
            }
        }
        Some(run)
    }
}
