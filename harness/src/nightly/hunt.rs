//! The hunt of a night: root causes that the last hunt did not find.

use crosscheck_reports::{ComparedWithNight, DivergenceEntry, FoundCause, PartState};

use super::budget::Budget;
use super::{Ended, Found, NightlyOptions, State, last};
use crate::fuzzing::hunt::{self, Ask, HuntOptions};

pub(super) const NAME: &str = "hunt";

pub(super) fn part(options: &NightlyOptions, state: &State, budget: &Budget<'_>, found: &mut Found) -> Ended {
    if options.hunt.is_zero() {
        return Ended::left_out("no time is set aside for it");
    }
    let plan = HuntOptions {
        limits: options.limits.clone(),
        jobs: options.jobs,
        seed: options.seed,
        ask: Ask::Sampled,
        time: Some(options.hunt.min(budget.left())),
        ..HuntOptions::new(options.engines.clone(), options.worker.clone())
    };
    let hunted = match budget.within(|stop| hunt::hunt(&plan, &mut (), stop)) {
        Ok(hunted) => hunted,
        Err(error) => return Ended::failed(error),
    };
    let report = hunt::report(&hunted, Some(options.seed));
    let causes: Vec<FoundCause> = report.divergences.iter().map(found_cause).collect();
    // A cause that any earlier night found is not new; only the last night tells which are gone.
    let mut compared = ComparedWithNight::of(
        causes,
        last(state, NAME).map(|(since, night)| (since, night.causes.all.as_slice())),
        |cause| cause.id.clone(),
    );
    let is_known = |cause: &FoundCause| {
        state.nights().any(|night| night.report.causes.all.iter().any(|known| known.id == cause.id))
    };
    compared.new.retain(|cause| !is_known(cause));
    found.report.causes = compared;
    let mut notes =
        vec![format!("documents: {}, divergent: {}, seed: {}", report.documents, report.divergent, options.seed)];
    let state = match (report.problems.is_empty(), report.complete) {
        (false, _) => PartState::Failed,
        (true, true) => PartState::Done,
        (true, false) => PartState::CutShort,
    };
    notes.extend(report.problems);
    Ended { state, notes }
}

/// A divergence as a night keeps it.
pub(super) fn found_cause(entry: &DivergenceEntry) -> FoundCause {
    FoundCause {
        id: entry.id.clone(),
        engine: entry.engine.clone(),
        what: entry.explanation.clone().unwrap_or_else(|| entry.what.clone()),
        known: entry.known.to_owned(),
        clause: entry.clause.clone(),
        link: entry.link.clone(),
        input: entry.input.clone(),
    }
}
