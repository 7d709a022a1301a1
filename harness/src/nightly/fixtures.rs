//! The fixtures on all engines: what is worse than on the last night, asked again, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use crosscheck_reports::{CheckChange, CompareReport, FoundCause, PartState, Regression, RunReport, Verdict};

use super::budget::Budget;
use super::hunt::found_cause;
use super::{Ended, Found, NightlyOptions, State};
use crate::fixtures::FixtureHash;
use crate::fuzzing::generate::TestCase;
use crate::fuzzing::hunt::{self, HuntOptions};
use crate::run::{self, Filter, Run, RunOptions};

pub(super) const NAME: &str = "fixtures";

/// How often a check that is worse is asked again.
const AGAIN: usize = 2;

/// How many checks are traced to their causes, for each engine.
const MOST_TRACED: usize = 20;

pub(super) fn part(options: &NightlyOptions, state: &State, budget: &Budget<'_>, found: &mut Found) -> Ended {
    let run = match budget.within(|stop| ask(options, None, stop)) {
        Ok(Run { report, .. }) => RunReport { provenance: options.provenance.clone(), ..report },
        Err(error) => return Ended::failed(error),
    };
    let mut notes: Vec<String> = run.problems.iter().map(ToString::to_string).collect();
    found.report.fixtures.judged = run.sum().judged();
    match state.baseline(&options.engines) {
        Ok(Some(before)) => {
            compare(options, budget, &before, &run, found);
            found.before = Some(before);
        }
        Ok(None) => {}
        Err(error) => notes.push(format!("not compared with the last night: {error}")),
    }
    let state = match (run.complete, notes.is_empty()) {
        (false, _) => PartState::CutShort,
        (true, true) => PartState::Done,
        (true, false) => PartState::Failed,
    };
    found.run = Some(run);
    Ended { state, notes }
}

/// Runs all fixtures, or some checks of them.
fn ask(
    options: &NightlyOptions,
    checks: Option<BTreeSet<FixtureHash>>,
    stop: &AtomicBool,
) -> Result<Run, run::RunError> {
    let options = RunOptions {
        paths: options.paths.clone(),
        suite_kind: None,
        filter: checks.map(Filter::Checks),
        engines: options.engines.clone(),
        expectations: options.expectations.clone(),
        limits: options.limits.clone(),
        jobs: options.jobs,
        worker: options.worker.clone(),
    };
    run::run(&options, &mut Quiet, stop)
}

struct Quiet;

impl run::Progress for Quiet {
    fn engine(&mut self, _: &str, _: usize) {}
    fn judged(&mut self, _: Verdict) {}
}

fn compare(options: &NightlyOptions, budget: &Budget<'_>, before: &RunReport, run: &RunReport, found: &mut Found) {
    let compared = CompareReport::of(before, run);
    let night = &mut found.report.fixtures;
    night.since = Some(before.provenance.date.clone());
    for engine in &compared.engines {
        if let Some([old, new]) = engine.upgrade() {
            night.upgrades.push([engine.engine.clone(), old.to_owned(), new.to_owned()]);
        }
    }
    let worse: Vec<CheckChange> = compared.regressions().cloned().collect();
    let flaky = flaky(options, budget, run, &worse);
    let (flaky, worse): (Vec<_>, Vec<_>) = worse.into_iter().partition(|change| flaky.contains(&key(change)));
    night.flaky = flaky;
    let fixed = compared.newly_passing;
    night.fixed = fixed;
    night.regressions = traced(options, budget, worse);
}

/// What a check is called: engine and hash.
type Key = (String, String);

fn key(change: &CheckChange) -> Key {
    (change.engine.clone(), change.hash.clone())
}

/// The checks that end otherwise when they are asked again.
fn flaky(options: &NightlyOptions, budget: &Budget<'_>, run: &RunReport, worse: &[CheckChange]) -> BTreeSet<Key> {
    let checks: BTreeSet<FixtureHash> = worse.iter().filter_map(|change| change.hash.parse().ok()).collect();
    let mut flaky = BTreeSet::new();
    if checks.is_empty() {
        return flaky;
    }
    let suspects: BTreeSet<Key> = worse.iter().map(key).collect();
    let outcomes = |run: &RunReport| -> BTreeMap<Key, BTreeSet<(Verdict, Option<String>)>> {
        let mut outcomes: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for result in &run.results {
            let key = (result.engine.clone(), result.hash.clone());
            if suspects.contains(&key) {
                outcomes.entry(key).or_default().insert((result.verdict, result.answer.clone()));
            }
        }
        outcomes
    };
    let first = outcomes(run);
    for _ in 0..AGAIN {
        let again = budget.within(|stop| ask(options, Some(checks.clone()), stop));
        let Ok(Run { report, .. }) = again else { break };
        for (key, outcome) in outcomes(&report) {
            if first.get(&key).is_some_and(|first| *first != outcome) {
                flaky.insert(key);
            }
        }
    }
    flaky
}

/// The checks with their causes.
fn traced(options: &NightlyOptions, budget: &Budget<'_>, worse: Vec<CheckChange>) -> Vec<Regression> {
    let hashes: BTreeSet<FixtureHash> = worse.iter().filter_map(|change| change.hash.parse().ok()).collect();
    let inputs = match hashes.is_empty() {
        true => BTreeMap::new(),
        false => run::inputs(&options.paths, &hashes),
    };
    let mut traced: BTreeMap<String, usize> = BTreeMap::new();
    let regression = |check: CheckChange| {
        let count = traced.entry(check.engine.clone()).or_default();
        *count += 1;
        let is_traced = *count <= MOST_TRACED && check.new.is_fault();
        let inputs = check.hash.parse().ok().and_then(|hash: FixtureHash| inputs.get(&hash)).filter(|_| is_traced);
        let documents = inputs.map(|inputs| inputs.iter().filter_map(TestCase::of).collect::<Vec<_>>());
        let causes = documents.map(|documents| causes(options, budget, &check.engine, &documents)).unwrap_or_default();
        Regression { check, causes }
    };
    worse.into_iter().map(regression).collect()
}

/// The root causes of an engine's departures on documents.
fn causes(options: &NightlyOptions, budget: &Budget<'_>, engine: &str, documents: &[TestCase]) -> Vec<FoundCause> {
    let Some(spec) = options.engines.iter().find(|spec| spec.name == engine) else {
        return Vec::new();
    };
    let hunt =
        HuntOptions { limits: options.limits.clone(), ..HuntOptions::new(vec![spec.clone()], options.worker.clone()) };
    let found = budget.within(|stop| hunt::triage(&hunt, documents, &mut (), stop));
    // An engine that cannot be asked any more has no causes to tell.
    found.map(|found| hunt::report(&found, None).divergences.iter().map(found_cause).collect()).unwrap_or_default()
}
