//! Triage: reduces thousands of divergent documents to a few root causes.
//!
//! Each engine has a `matrix`. Its rows are observations, divergent and agreeing. Its columns are candidate causes: the
//! standard without a change, with one thing wrong, or with a quirk. A cell says whether the cause predicts the
//! engine's answer. Triage asks the engine about documents that may refute a candidate, and drops candidates with a
//! counterexample. The root causes are the fewest causes that `cover` the divergent rows. Rows that no cause covers are
//! grouped by their `signature`.

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
mod title;
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

/// The answers of all engines to one document.
pub(crate) struct Round {
    /// The standard's answer, if it has one.
    pub(crate) standard: Option<Answer>,
    /// The outcomes of the other engines, in their order.
    pub(crate) others: Vec<Outcome>,
}

/// The least number of documents on which a confirmed cause applies and gives the engine's answer.
const CONFIRMED: usize = 32;

/// How well a cause is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It gives the engine's answer on every document tried, and these are many.
    Confirmed,
    /// It gives the engine's answer on every document tried, and these are few.
    Consistent,
    /// It gives the engine's answer on the divergent documents, and another document refutes it.
    Suspected(Suspect),
    /// No cause gives the engine's answer.
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

/// A cause that explains some documents and is refuted by another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// The cause.
    pub cause: Cause,
    /// The document that refutes it.
    pub counterexample: TestCase,
}

/// A document close to a divergent one, on which the engine agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    /// The change that makes it of the divergent document, as a command.
    pub change: String,
    /// The document.
    pub case: TestCase,
    /// The clauses of the standard that apply to the divergent document alone.
    pub clauses: Vec<Clause>,
}

/// Why an engine departs from the standard, with the smallest document that shows it.
#[derive(Debug, Clone)]
pub struct RootCause {
    /// The engine.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The oracle that found it.
    pub oracle: Oracle,
    /// The cause.
    pub cause: Cause,
    /// How well it is known.
    pub known: Known,
    /// The number of documents on which it gives the engine's answer; of an unexplained cause, the number of minimised
    /// documents.
    pub tried: usize,
    /// Other causes that explain the documents as well.
    pub alternatives: Vec<Cause>,
    /// The clause that the engine gets wrong, or else the last one before it departs.
    pub clause: Option<Clause>,
    /// The document.
    pub case: TestCase,
    /// For an unexplained cause, the closest document found on which the engine agrees.
    pub neighbour: Option<Neighbour>,
    /// The standard's answer.
    pub standard: Answer,
    /// The engine's outcome.
    pub outcome: Outcome,
    /// The number of documents that diverge by this cause alone.
    pub count: usize,
}

/// The causes found so far, by engine.
#[derive(Debug, Default)]
pub struct Triage {
    /// The number of documents on which some engine departs.
    pub divergent: usize,
    /// The oracles that compare answers.
    comparisons: Vec<Oracle>,
    engines: BTreeMap<String, Investigation>,
}

impl Triage {
    /// Triage by these oracles. It counts the known causes of engines without reporting them.
    pub fn knowing(comparisons: Vec<Oracle>, known: impl IntoIterator<Item = (String, Cause)>) -> Self {
        let mut triage = Self { comparisons, ..Self::default() };
        for (engine, cause) in known {
            triage.engines.entry(engine).or_default().know(cause);
        }
        triage
    }

    /// Replaces what is known of an engine by what another triage knows of it.
    pub(crate) fn adopt(&mut self, engine: &str, mut other: Self) {
        self.divergent += other.divergent;
        self.engines.extend(other.engines.remove_entry(engine));
    }

    /// Whether known causes of an engine predict its answer to a question.
    pub fn knows(&self, engine: &str, oracle: Oracle, input: &Input, answer: &Answer) -> bool {
        let seen = Seen { oracle, input, answer };
        self.engines.get(engine).is_some_and(|engine| engine.knows(seen))
    }

    /// Whether known causes predict an engine's answer, or the document is like the engine's unexplained ones.
    pub fn follows(&self, engine: &str, oracle: Oracle, input: &Input, answer: &Answer) -> bool {
        let is_like_unexplained = |investigation: &Investigation| {
            let document = TestCase::of(input).and_then(|case| Document::of(oracle, case));
            document.is_some_and(|document| investigation.is_like_unexplained(&document))
        };
        self.knows(engine, oracle, input, answer) || self.engines.get(engine).is_some_and(is_like_unexplained)
    }

    /// Whether an engine is known to fail with these words.
    pub(crate) fn knows_fault(&self, engine: &str, title: &str) -> bool {
        self.engines.get(engine).is_some_and(|engine| engine.knows_fault(title))
    }

    /// The number of root causes so far.
    pub fn distinct(&self) -> usize {
        self.engines.values().map(Investigation::distinct).sum()
    }

    /// The number of documents that diverge by several causes of one engine together.
    pub fn combined(&self) -> usize {
        self.engines.values().map(|engine| engine.combined).sum()
    }

    /// The number of divergent documents that were not examined because their engine had no questions left.
    pub fn untold(&self) -> usize {
        self.engines.values().map(|engine| engine.untold).sum()
    }

    /// The number of documents that diverge by causes known from the beginning.
    pub fn masked(&self) -> usize {
        let known = self.engines.values().flat_map(|engine| &engine.known);
        known.map(|(_, count)| count).sum()
    }

    /// The root causes by engine, in the order in which they were found.
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

    /// Examines all queued documents, and then chooses the causes again with everything that was found.
    pub(crate) fn settle(&mut self, engine_set: &EngineSet, cancel: &AtomicBool) {
        self.checkpoint(engine_set, cancel);
        self.engines.values_mut().for_each(Investigation::settle);
    }

    /// Examines all queued documents.
    pub(crate) fn checkpoint(&mut self, engine_set: &EngineSet, cancel: &AtomicBool) {
        for (member, about) in engine_set.abouts().enumerate() {
            if let Some(investigation) = self.engines.get_mut(&about.name) {
                let questions = investigation.questions_left();
                let target = Target::new(engine_set, member, about, questions, cancel);
                investigation.checkpoint(&target);
            }
        }
    }

    /// Counts a document on which only this engine departs, if its most frequent cause predicts the answer. This needs
    /// no answer of the standard.
    pub(crate) fn count_frequent(&mut self, engine: &str, input: &Input, answer: &Answer) -> bool {
        let investigation = self.engines.get_mut(engine);
        let counted =
            investigation.is_some_and(|investigation| investigation.count_frequent(&self.comparisons, input, answer));
        self.divergent += usize::from(counted);
        counted
    }

    /// Files the outcomes of a document under their root causes, and queues new ones for a checkpoint.
    pub(crate) fn take(&mut self, case: &TestCase, round: Round, engine_set: &EngineSet, cancel: &AtomicBool) {
        let diverged = self.look_into(case, round, engine_set, cancel);
        self.divergent += usize::from(diverged);
    }

    /// The same without counting the document. Returns whether an engine departs.
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

    /// The first oracle by which an engine's answer departs. With another tree, other errors are no news.
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
        // Each smaller document may take as long.
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
