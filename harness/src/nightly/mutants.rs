//! The mutants that the suites do not notice, compared with the last night.

use crosscheck_reports::{ComparedWithNight, PartState};

use super::budget::Budget;
use super::{Ended, Found, NightlyOptions, State, last};
use crate::campaign::{self, Fate, Probes, Progress, Tried};
use crate::fixtures::discover;
use crate::mutants;

pub(super) const NAME: &str = "mutants";

struct Quiet;

impl Progress for Quiet {
    fn tried(&self, _: &Tried) {}
}

pub(super) fn part(options: &NightlyOptions, state: &State, budget: &Budget<'_>, found: &mut Found) -> Ended {
    let probes = Probes::new(&discover(&options.paths, None));
    if probes.checks.is_empty() {
        return Ended::left_out("no check of the fixtures can notice a mutant");
    }
    let all = mutants::all();
    let campaign = budget.within(|stop| campaign::run(all, &probes, options.jobs, &Quiet, stop));
    let is_survivor = |tried: &&Tried| matches!(tried.fate(), Fate::Survived | Fate::Unreached);
    let survivors = campaign.tried.iter().filter(is_survivor).map(|tried| tried.mutant.to_string());
    let survivors: Vec<String> = survivors.collect();
    let notes = vec![format!("tried: {} of {}, not noticed: {}", campaign.tried.len(), all.len(), survivors.len())];
    if !campaign.complete {
        return Ended { state: PartState::CutShort, notes };
    }
    let before = last(state, NAME).map(|(since, night)| (since, night.survivors.all.as_slice()));
    found.report.survivors = ComparedWithNight::of(survivors, before, Clone::clone);
    Ended::done(notes)
}
