//! Which engines of a hunt agree on a document.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use super::Divergence;
use super::evaluator::{Evaluator, Who};
use super::report::shown;
use crate::engines::set::EngineSet;
use crate::engines::standard;
use crate::fuzzing::triage::RootCause;
use crate::model::answer::{Answer, Outcome};
use crate::model::input::Input;
use crate::oracles::{Finding, Oracle};

/// The groups of engines that agree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consensus {
    /// Groups of engines with the same answer, the standard's first. Engines without an answer are in no group.
    pub groups: Vec<Vec<String>>,
    /// The answer of each group as text, if the question is for an answer.
    pub answers: Vec<String>,
    /// The engines that depart from the standard.
    pub departs: Vec<String>,
    /// The families of those. Engines of one family share faults, so they count as one witness.
    pub families: BTreeSet<String>,
    /// Whether several families disagree with the standard engine and none agrees, so that the standard engine should
    /// be checked first.
    pub is_ours_first: bool,
}

/// How many independent families must disagree, with none that agrees, for the standard engine to be in doubt.
const IN_DOUBT: usize = 2;

impl Consensus {
    /// One engine departs from the others.
    fn alone(engine: &str, evaluator: &Evaluator) -> Self {
        let departs = vec![engine.to_owned()];
        Self {
            groups: vec![vec![standard::NAME.to_owned()], departs.clone()],
            families: families(&departs, evaluator),
            departs,
            ..Self::default()
        }
    }

    /// Groups of engines with the same answer, the standard engine's first.
    fn of(groups: Vec<Vec<String>>, departs: Vec<String>, evaluator: &Evaluator) -> Self {
        let families = families(&departs, evaluator);
        let with_standard = groups.first().map_or(0, Vec::len);
        let is_ours_first = with_standard == 1 && families.len() >= IN_DOUBT;
        Self { is_ours_first, groups, answers: Vec::new(), departs, families }
    }

    /// The engines whose answers differ from the standard's.
    pub(super) fn of_cause(
        cause: &RootCause,
        evaluator: &mut Evaluator,
        engine_set: &EngineSet,
        cancel: &AtomicBool,
    ) -> Self {
        if cause.oracle == Oracle::NoCrash {
            // Asking again can take up to the time limit.
            return Self::alone(&cause.engine, evaluator);
        }
        let input = cause.case.input();
        let standard = Outcome::Answer(cause.standard.clone());
        let mut groups = vec![(standard, vec![standard::NAME.to_owned()])];
        for (place, party) in evaluator.parties.iter_mut().enumerate() {
            if !party.is_asked || party.about.left_out(&input, || &cause.standard).is_some() {
                continue;
            }
            let name = &party.about.name;
            let outcome = match *name == cause.engine {
                true => cause.outcome.clone(),
                false => engine_set.answer(place, cause.case.input(), cancel),
            };
            if matches!(outcome, Outcome::Answer(Answer::Unsupported(_))) {
                continue;
            }
            // An engine that hangs is not asked again.
            party.is_asked = !matches!(outcome, Outcome::TimedOut(_));
            let mut alike = groups.iter_mut();
            match alike.find(|(other, _)| is_alike(cause.oracle, other, &outcome)) {
                Some((_, names)) => names.push(name.clone()),
                None => groups.push((outcome, vec![name.clone()])),
            }
        }
        let answers = groups.iter().map(|(outcome, _)| shown(cause.oracle, outcome)).collect();
        let groups: Vec<Vec<String>> = groups.into_iter().map(|(_, names)| names).collect();
        let departs = groups[1..].concat();
        Self { answers, ..Self::of(groups, departs, evaluator) }
    }

    /// Where a property does not hold of engines.
    pub(super) fn of_property(
        divergence: &Divergence,
        evaluator: &Evaluator,
        engine_set: &EngineSet,
        cancel: &AtomicBool,
    ) -> Self {
        if divergence.oracle == Oracle::NoCrash {
            return Self::alone(&divergence.engine, evaluator);
        }
        let input = divergence.case.input();
        let mut ask = |place: usize, question: &Input| engine_set.answer(place, question.clone(), cancel);
        let is_asked = |place: &usize| evaluator.parties[*place].is_asked && !engine_set.is_lost(*place);
        let asked = (0..evaluator.parties.len()).filter(is_asked);
        let others = asked.map(Who::Other);
        let (mut as_they_should, mut not) = (Vec::new(), Vec::new());
        for who in [Who::Standard].into_iter().chain(others) {
            let found = evaluator.question(divergence.oracle, who, &input, &mut ask).found;
            let is_found = |finding: &Finding| finding.what == divergence.finding.what;
            match found.iter().any(is_found) {
                true => not.push(evaluator.name(who).to_owned()),
                false => as_they_should.push(evaluator.name(who).to_owned()),
            }
        }
        let departs = match divergence.finding.by_standard {
            Some(_) => Vec::new(),
            None => not.clone(),
        };
        let mut groups = vec![as_they_should, not];
        groups.retain(|group| !group.is_empty());
        Self::of(groups, departs, evaluator)
    }
}

/// The families of these engines.
fn families(engines: &[String], evaluator: &Evaluator) -> BTreeSet<String> {
    let parties = evaluator.parties.iter();
    parties.filter(|party| engines.contains(&party.about.name)).map(|party| party.family.clone()).collect()
}

/// Whether an oracle sees no difference between two outcomes.
pub(super) fn is_alike(oracle: Oracle, one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Answer(one), Outcome::Answer(other)) => !oracle.differ(one, other),
        (one, other) => one == other,
    }
}
