//! Suites as probes of the algorithm: each distinct input with the standard engine's output, the clauses it reaches,
//! and the checks that depend on it.

use std::collections::{BTreeMap, HashMap};

use crosscheck_reports::{Problem, Verdict};
use crosscheck_standard::clauses::change::Edition;

use crate::coverage::Reached;
use crate::engines::standard::{Made, Standard};
use crate::fixtures::{Check, CheckKind, Discovered};
use crate::judge::{judge, reconsider};
use crate::model::answer::{Capability, Outcome};
use crate::model::input::Input;

/// An input of a suite.
#[derive(Debug)]
pub struct Probe {
    /// The input.
    pub input: Input,
    /// The edition of the standard that is asked.
    pub edition: Edition,
    /// The standard engine's output.
    pub made: Made,
    /// What the input reaches; for an older edition, only clauses that the newest lacks.
    pub reached: Reached,
    /// The checks that depend on it, as indexes into [`Probes::checks`].
    pub checks: Vec<usize>,
}

/// The probes there are, and the questions that have no answer.
type KnownProbes = HashMap<(Edition, Input), Option<usize>>;

/// A check that the standard engine passes.
#[derive(Debug)]
pub struct ProbeCheck {
    /// The check.
    pub check: Check,
    /// Where its fixture is: `FILE:LINE`.
    pub place: String,
}

/// The inputs of suites whose checks the standard engine passes.
#[derive(Debug, Default)]
pub struct Probes {
    /// The inputs, the shortest first.
    pub probes: Vec<Probe>,
    /// The checks.
    pub checks: Vec<ProbeCheck>,
    /// How many checks are not used, by reason.
    pub left_out: LeftOut,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// How many checks are left out, by the reason: the verdict of the standard engine on them.
pub type LeftOut = BTreeMap<Verdict, usize>;

impl Probes {
    /// Asks the standard engine every question of the files. A check that it does not pass (because it is stale or
    /// unsupported) cannot notice anything and is left out.
    pub fn new(discovered: &Discovered) -> Self {
        let mut probes =
            Self { problems: discovered.errors.iter().map(crate::run::problem).collect(), ..Self::default() };
        let mut known = HashMap::new();
        for file in &discovered.files {
            for fixture in &file.fixtures {
                let place = format!("{}:{}", file.path.display(), fixture.line);
                for check in fixture.checks() {
                    probes.add(check, &place, &mut known);
                }
            }
        }
        probes.sort();
        if probes.checks.is_empty() && probes.problems.is_empty() {
            probes.problems.push(probes.none());
        }
        probes
    }

    /// The problem that there is no usable check.
    fn none(&self) -> Problem {
        let verdicts = self.left_out.iter();
        let verdicts: Vec<_> = verdicts.map(|(verdict, count)| format!("{count} {verdict}")).collect();
        Problem {
            message: format!(
                "the standard engine passes none of these checks, so they cannot reach a clause or notice a mutant: {}",
                verdicts.join(", ")
            ),
            ..Problem::default()
        }
    }

    /// The kinds of checks there are.
    pub fn kinds(&self) -> Vec<CheckKind> {
        let mut kinds: Vec<_> = self.checks.iter().map(|check| check.check.kind).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }

    /// Everything that is reached.
    pub fn reached(&self) -> Reached {
        let mut all = Reached::default();
        self.probes.iter().for_each(|probe| all.add(&probe.reached));
        all
    }

    fn add(&mut self, check: Check, place: &str, known: &mut KnownProbes) {
        let of = check.edition.as_ref();
        let edition = of.map_or(Edition::NEWEST, |of| of.edition);
        let verdict = match check.questions_of(edition, Capability::ALL) {
            Ok(_) => self.verdict(&check, edition, known),
            Err(_) => Verdict::Unsupported,
        };
        if verdict != Verdict::Passed {
            *self.left_out.entry(verdict).or_default() += 1;
            return;
        }
        let index = self.checks.len();
        for input in &check.inputs {
            if let Some(Some(probe)) = known.get(&(edition, input.clone())) {
                self.probes[*probe].checks.push(index);
            }
        }
        self.checks.push(ProbeCheck { check, place: place.to_owned() });
    }

    /// The verdict of the standard engine on a check of an edition; its inputs become probes.
    fn verdict(&mut self, check: &Check, edition: Edition, known: &mut KnownProbes) -> Verdict {
        let standard = Standard::of_edition(edition);
        let mut outcomes = Vec::new();
        for input in &check.inputs {
            let probe = *known.entry((edition, input.clone())).or_insert_with(|| {
                let mut reached = Reached::default();
                let made = standard.make_watched(input, &mut reached).ok()?;
                if edition != Edition::NEWEST {
                    reached.keep_taken_out(edition);
                }
                self.probes.push(Probe { input: input.clone(), edition, made, reached, checks: Vec::new() });
                Some(self.probes.len() - 1)
            });
            match probe {
                Some(probe) => outcomes.push(Outcome::Answer(self.probes[probe].made.clone().into())),
                None => return Verdict::Unsupported,
            }
        }
        reconsider(check, judge(check, &outcomes)).verdict
    }

    /// Puts the shortest inputs first, and leaves out those that no check depends on.
    fn sort(&mut self) {
        self.probes.retain(|probe| !probe.checks.is_empty());
        self.probes.sort_by_key(|probe| probe.input.source.len());
    }
}
