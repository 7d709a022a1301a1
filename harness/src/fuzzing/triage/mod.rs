//! Triage: thousands of divergent documents, a few root causes.
//!
//! For each engine there is a `matrix`: observations are rows, divergent and agreeing; candidate causes are columns (the
//! standard without a change, with one thing wrong, with a quirk); a cell says whether the cause predicts what the engine
//! answered. The engine is asked about documents that may refute a candidate. A cause with a counterexample is out, the
//! fewest causes that `cover` the divergent rows are the root causes, and rows that none covers are grouped by their
//! `signature`. How well each cause is known goes with it.

mod candidates;
mod cause;
mod circumstance;
mod cover;
mod groups;
mod investigation;
mod matrix;
mod observation;
pub mod record;
mod refute;
mod signature;
mod target;
mod vary;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crosscheck_standard::clauses::clause::Clause;

use crate::engines::set::EngineSet;
use crate::engines::standard::reference_answer;
use crate::fuzzing::generate::TestCase;
use crate::model::answer::{About, Answer, Outcome};
use crate::model::input::Input;
use crate::oracles::Oracle;
use crate::oracles::no_crash::Fault;

pub use cause::Cause;
pub use circumstance::{Circumstance, Part, Property};
pub use signature::Signature;

use investigation::{Failing, Found, Investigation, observe};
use observation::{Document, Seen};
use signature::{last_row, only_on};
use target::Target;

/// What all made of one document.
pub(crate) struct Round {
    /// The standard's answer; `None` where it has none.
    pub(crate) standard: Option<Answer>,
    /// What each of the others made, in their order.
    pub(crate) others: Vec<Outcome>,
}

/// From how many documents on, on each of which a cause gives the engine's answer and comes to bear, it is confirmed.
const CONFIRMED: usize = 32;

/// How well a cause is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It gives the engine's answer on every document tried, which are many.
    Confirmed,
    /// It gives the engine's answer on every document tried, which are few.
    Consistent,
    /// No cause gives the engine's answer on every document tried; this one does on those that diverge.
    Suspected(Suspect),
    /// No cause does.
    Unexplained,
}

impl Known {
    /// Its name in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Consistent => "consistent",
            Self::Suspected(_) => "suspected",
            Self::Unexplained => "unexplained",
        }
    }
}

/// A cause that is refuted elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// The cause.
    pub cause: Cause,
    /// A document on which it does not give the engine's answer.
    pub counterexample: TestCase,
}

/// A document next to a divergent one on which the engine agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    /// The change to the divergent document that makes it, as a command.
    pub change: String,
    /// The document.
    pub case: TestCase,
    /// The clauses of the standard that come to bear on the divergent document and not on it.
    pub clauses: Vec<Clause>,
}

/// A reason why an engine departs from the standard, with the smallest document that shows it.
#[derive(Debug, Clone)]
pub struct RootCause {
    /// The engine.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The property that does not hold.
    pub oracle: Oracle,
    /// The reason.
    pub cause: Cause,
    /// How well it is known.
    pub known: Known,
    /// On how many documents it gives the engine's answer. Of what is unexplained: how many were made small.
    pub tried: usize,
    /// The other reasons that would explain the documents as well.
    pub alternatives: Vec<Cause>,
    /// The clause of the standard that the engine gets wrong, or else the one at which it parts.
    pub clause: Option<Clause>,
    /// The document.
    pub case: TestCase,
    /// The nearest document found on which the engine agrees, where nothing explains the divergence.
    pub neighbour: Option<Neighbour>,
    /// The standard's answer.
    pub standard: Answer,
    /// What the engine made of it.
    pub outcome: Outcome,
    /// How many documents diverged for this reason alone.
    pub count: usize,
}

impl RootCause {
    /// What is wrong, as a sentence about the engine.
    pub fn title(&self) -> String {
        self.cause.title(&self.engine)
    }
}

/// What is known so far of the departures of engines.
#[derive(Debug, Default)]
pub struct Triage {
    /// How many documents an engine departed on.
    pub divergent: usize,
    /// The oracles that compare answers.
    comparisons: Vec<Oracle>,
    engines: BTreeMap<String, Investigation>,
}

impl Triage {
    /// Triage of what these oracles find, that counts these causes of engines and does not report them.
    pub fn knowing(comparisons: Vec<Oracle>, known: impl IntoIterator<Item = (String, Cause)>) -> Self {
        let mut triage = Self { comparisons, ..Self::default() };
        for (engine, cause) in known {
            triage.engines.entry(engine).or_default().know(cause);
        }
        triage
    }

    /// Takes over what another triage knows of an engine, in place of what this one does.
    pub(crate) fn adopt(&mut self, engine: &str, mut other: Self) {
        self.divergent += other.divergent;
        self.engines.extend(other.engines.remove_entry(engine));
    }

    /// Whether known causes of an engine predict its answer to a question.
    pub fn knows(&self, engine: &str, oracle: Oracle, input: &Input, answer: &Answer) -> bool {
        let seen = Seen { oracle, input, answer };
        self.engines.get(engine).is_some_and(|engine| engine.knows(seen))
    }

    /// Whether an engine's answer to a question follows from what is known: causes predict it, or the document is like those
    /// on which the engine departs for an unknown reason.
    pub fn follows(&self, engine: &str, oracle: Oracle, input: &Input, answer: &Answer) -> bool {
        let is_like_unexplained = |investigation: &Investigation| {
            let document = TestCase::of(input).and_then(|case| Document::of(oracle, case));
            document.is_some_and(|document| investigation.is_like_unexplained(&document))
        };
        self.knows(engine, oracle, input, answer) || self.engines.get(engine).is_some_and(is_like_unexplained)
    }

    /// Whether it is known that an engine fails with these words.
    pub(crate) fn knows_fault(&self, engine: &str, title: &str) -> bool {
        self.engines.get(engine).is_some_and(|engine| engine.knows_fault(title))
    }

    /// How many root causes there are so far.
    pub fn distinct(&self) -> usize {
        self.engines.values().map(Investigation::distinct).sum()
    }

    /// How many documents diverged by several root causes of one engine together.
    pub fn combined(&self) -> usize {
        self.engines.values().map(|engine| engine.combined).sum()
    }

    /// How many divergent documents were not looked into, because their engine was asked enough.
    pub fn untold(&self) -> usize {
        self.engines.values().map(|engine| engine.untold).sum()
    }

    /// How many documents diverged for reasons known from the beginning.
    pub fn masked(&self) -> usize {
        let known = self.engines.values().flat_map(|engine| &engine.known);
        known.map(|(_, count)| count).sum()
    }

    /// The root causes, by engine in the order they were found.
    pub fn causes(&self) -> Vec<RootCause> {
        let of_engine = |(engine, investigation): (&String, &Investigation)| -> Vec<RootCause> {
            let version = &investigation.version;
            let found = investigation.found().map(|found| root_cause(engine, version, found));
            let faults = investigation.faults.iter();
            let faults = faults.map(|(fault, failing)| of_fault(engine, version, fault, failing));
            found.chain(faults).collect()
        };
        self.engines.iter().flat_map(of_engine).collect()
    }

    /// Looks into all that waits, and then at everything again with all that was found.
    pub(crate) fn settle(&mut self, engine_set: &EngineSet, cancel: &AtomicBool) {
        self.checkpoint(engine_set, cancel);
        self.engines.values_mut().for_each(Investigation::settle);
    }

    /// Looks into all that waits.
    pub(crate) fn checkpoint(&mut self, engine_set: &EngineSet, cancel: &AtomicBool) {
        for (member, about) in engine_set.abouts().enumerate() {
            if let Some(investigation) = self.engines.get_mut(&about.name) {
                let questions = investigation.questions_left();
                let target = Target::new(engine_set, member, about, questions, cancel);
                investigation.checkpoint(&target);
            }
        }
    }

    /// Counts a document on which no engine departs but this one, if it does for the cause that most documents have: there
    /// is nothing to look into, and no need to know the standard's answer.
    pub(crate) fn count_frequent(&mut self, engine: &str, input: &Input, answer: &Answer) -> bool {
        let investigation = self.engines.get_mut(engine);
        let counted =
            investigation.is_some_and(|investigation| investigation.count_frequent(&self.comparisons, input, answer));
        self.divergent += usize::from(counted);
        counted
    }

    /// Sorts what engines made of a document under its root causes; what is new waits for a checkpoint.
    pub(crate) fn take(&mut self, case: &TestCase, round: Round, engine_set: &EngineSet, cancel: &AtomicBool) {
        let diverged = self.look_into(case, round, engine_set, cancel);
        self.divergent += usize::from(diverged);
    }

    /// The same of a document that was counted, or is asked about on the way. Whether an engine departed.
    pub(crate) fn look_into(
        &mut self,
        case: &TestCase,
        round: Round,
        engine_set: &EngineSet,
        cancel: &AtomicBool,
    ) -> bool {
        let Some(standard) = round.standard else {
            return false;
        };
        let abouts: Vec<&About> = engine_set.abouts().collect();
        let mut diverged = false;
        for (member, outcome) in round.others.into_iter().enumerate() {
            let about = abouts[member];
            let oracle = match &outcome {
                Outcome::Answer(answer) => match self.departure(&standard, answer) {
                    None => continue,
                    oracle => oracle,
                },
                _ => None,
            };
            diverged = true;
            let investigation = self.engines.entry(about.name.clone()).or_default();
            investigation.version.clone_from(&about.version);
            let questions = investigation.questions_left();
            let target = Target::new(engine_set, member, about, questions, cancel);
            match (outcome, oracle) {
                (Outcome::Answer(answer), Some(oracle)) => {
                    let observation = observe(oracle, case, &answer);
                    observation.into_iter().for_each(|observation| investigation.take(observation, &target));
                }
                (fault, _) => take_fault(investigation, case, fault, &target),
            }
        }
        diverged
    }

    /// In what an engine's answer departs first from the standard's. Other errors of another tree are no news.
    fn departure(&self, standard: &Answer, engine: &Answer) -> Option<Oracle> {
        let mut oracles = self.comparisons.iter().copied();
        oracles.find(|oracle| oracle.differ(standard, engine))
    }
}

fn take_fault(investigation: &mut Investigation, case: &TestCase, outcome: Outcome, target: &Target<'_>) {
    let Some(fault) = Fault::of(&outcome) else {
        return;
    };
    if investigation.count_fault(&fault) {
        return;
    }
    let small = match outcome {
        // Every smaller document would take as long.
        Outcome::TimedOut(_) => case.clone(),
        _ => target.minimise_fault(case, &fault),
    };
    let outcome = match small == *case {
        true => outcome,
        false => target.ask(&small),
    };
    if let Ok(standard) = reference_answer(&small.input()) {
        let failing = Failing { case: small, standard, outcome, count: 1 };
        investigation.faults.insert(fault, failing);
    }
}

fn root_cause(engine: &str, version: &str, found: Found<'_>) -> RootCause {
    let smallest = found.rows[0];
    let document = &smallest.document;
    let known = match (found.cause.is_explained(), found.suspect) {
        (true, _) if found.tried >= CONFIRMED => Known::Confirmed,
        (true, _) => Known::Consistent,
        (false, Some((cause, counterexample))) if found.rows.len() > 1 => {
            Known::Suspected(Suspect { cause, counterexample: counterexample.document.case.clone() })
        }
        (false, _) => Known::Unexplained,
    };
    RootCause {
        engine: engine.to_owned(),
        version: version.to_owned(),
        oracle: document.oracle,
        known,
        tried: found.tried,
        alternatives: found.alternatives,
        clause: found.cause.clause().or_else(|| last_row(&document.input)),
        cause: found.cause,
        case: document.case.clone(),
        neighbour: found.nearest.map(|nearest| Neighbour {
            change: nearest.change.clone(),
            case: nearest.document.case.clone(),
            clauses: only_on(&document.reached, &nearest.document.reached),
        }),
        standard: document.standard.clone(),
        outcome: Outcome::Answer(smallest.answer.clone()),
        count: found.rows.iter().map(|row| row.count).sum(),
    }
}

fn of_fault(engine: &str, version: &str, fault: &Fault, failing: &Failing) -> RootCause {
    RootCause {
        engine: engine.to_owned(),
        version: version.to_owned(),
        oracle: Oracle::NoCrash,
        cause: Cause::Fault(fault.clone()),
        known: Known::Confirmed,
        tried: failing.count,
        alternatives: Vec::new(),
        clause: last_row(&failing.case.input()),
        case: failing.case.clone(),
        neighbour: None,
        standard: failing.standard.clone(),
        outcome: failing.outcome.clone(),
        count: failing.count,
    }
}

#[cfg(test)]
mod tests {
    use super::matrix::tests::{cause, observed};
    use super::*;

    #[test]
    fn a_cause_that_was_tried_often_enough_is_confirmed() {
        let cause = cause("in-body/start-tag-hr:off");
        let row = observed(std::slice::from_ref(&cause), "<p><hr>");
        for (tried, known) in [(CONFIRMED - 1, Known::Consistent), (CONFIRMED, Known::Confirmed)] {
            let found = Found {
                cause: cause.clone(),
                alternatives: Vec::new(),
                rows: vec![&row],
                tried,
                suspect: None,
                nearest: None,
            };
            assert_eq!(root_cause("x", "1", found).known, known, "{tried}");
        }
    }
}
