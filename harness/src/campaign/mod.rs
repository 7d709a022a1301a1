//! Campaigns over mutants: which mutants suites notice, and which clauses their inputs reach.

mod coverage;
mod equivalents;
mod probes;
mod report;
mod suggest;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crosscheck_reports::Verdict;

pub use coverage::report as coverage_report;
pub use equivalents::Equivalents;
pub use probes::{LeftOut, Probe, ProbeCheck, Probes};
pub use report::report;
pub use suggest::tell_apart;

use crate::engines::standard::attempt::{Attempt, attempt};
use crate::fixtures::CheckKind;
use crate::judge::judge;
use crate::model::answer::Outcome;
use crate::mutants::Mutant;
use crate::quiet::quietly;
use crate::sync::side_by_side;

/// The fate of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// A check noticed it: the answer was wrong, or the parser panicked.
    Killed,
    /// It exceeded the budget of steps: it loops.
    Stopped,
    /// No check noticed it, although an input reached the clause.
    Survived,
    /// No input reached the clause.
    Unreached,
}

/// The check that noticed a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Killer {
    /// Where its fixture is: `FILE:LINE`.
    pub place: String,
    /// Whether the mutant exceeded the budget of steps.
    pub stopped: bool,
}

/// A mutant that was tried.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The mutant.
    pub mutant: Mutant,
    /// Whether an input reached what is wrong.
    pub is_reached: bool,
    /// The first check of each kind that noticed it.
    pub killers: BTreeMap<CheckKind, Killer>,
}

impl Tried {
    /// Its fate.
    pub fn fate(&self) -> Fate {
        if self.killers.values().any(|killer| !killer.stopped) {
            Fate::Killed
        } else if !self.killers.is_empty() {
            Fate::Stopped
        } else if self.is_reached {
            Fate::Survived
        } else {
            Fate::Unreached
        }
    }
}

/// Receives the progress of a campaign.
pub trait Progress: Sync {
    /// One more mutant was tried.
    fn tried(&self, tried: &Tried);
}

/// The mutants that were tried, in order.
#[derive(Debug, Default)]
pub struct Campaign {
    /// The mutants.
    pub tried: Vec<Tried>,
    /// Whether all requested mutants were tried.
    pub complete: bool,
}

/// Tries mutants on the probes of a suite, `jobs` at a time. After `cancel` is set the campaign ends with what it has.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use crosscheck::campaign::{Probes, Progress, Tried, run};
/// use crosscheck::fixtures::discover;
/// use crosscheck::mutants;
///
/// struct Quiet;
///
/// impl Progress for Quiet {
///     fn tried(&self, _: &Tried) {}
/// }
///
/// let probes = Probes::new(&discover(&["../suites/tree-construction/implied-br-and-p.dat".into()], None));
/// let campaign = run(&mutants::all()[..3], &probes, 1, &Quiet, &AtomicBool::new(false));
/// assert_eq!(campaign.tried.len(), 3);
/// ```
pub fn run(mutants: &[Mutant], probes: &Probes, jobs: usize, progress: &dyn Progress, cancel: &AtomicBool) -> Campaign {
    let kinds = probes.kinds();
    let tried = side_by_side(mutants, jobs, cancel, |mutant| {
        let one = quietly(|| try_one(*mutant, probes, &kinds));
        progress.tried(&one);
        one
    });
    Campaign { complete: tried.len() == mutants.len(), tried }
}

/// Tries one mutant until a check of each kind has noticed it, or all checks were tried.
fn try_one(mutant: Mutant, probes: &Probes, kinds: &[CheckKind]) -> Tried {
    let mut tried = Tried { mutant, is_reached: false, killers: BTreeMap::new() };
    for probe in &probes.probes {
        if !mutant.is_reached(&probe.reached) {
            continue;
        }
        tried.is_reached = true;
        let open = |check: &usize| !tried.killers.contains_key(&probes.checks[*check].check.kind);
        let open: Vec<usize> = probe.checks.iter().copied().filter(open).collect();
        if open.is_empty() {
            continue;
        }
        let Some((outcome, stopped)) = differs(mutant, probe) else {
            continue;
        };
        for index in open {
            let check = &probes.checks[index];
            if judge(&check.check, std::slice::from_ref(&outcome)).verdict != Verdict::Passed {
                let place = check.place.clone();
                let killer = Killer { place, stopped };
                tried.killers.entry(check.check.kind).or_insert(killer);
            }
        }
        if tried.killers.len() == kinds.len() {
            break;
        }
    }
    tried
}

/// The output of a mutant for a probe, if it differs from the standard's, and whether the mutant was stopped.
fn differs(mutant: Mutant, probe: &Probe) -> Option<(Outcome, bool)> {
    match attempt(mutant, probe.edition, &probe.input) {
        Attempt::Made(made) if made.is_same(&probe.made) => None,
        Attempt::Made(made) => Some((Outcome::Answer((*made).into()), false)),
        Attempt::Stopped => Some((Outcome::Crashed("too many steps".to_owned()), true)),
        Attempt::Panicked => Some((Outcome::Crashed("panicked".to_owned()), false)),
    }
}
