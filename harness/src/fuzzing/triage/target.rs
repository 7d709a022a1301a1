//! The engine under investigation, and its budget of questions.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::observation::{Document, Observation};
use crate::engines::set::EngineSet;
use crate::fuzzing::generate::TestCase;
use crate::fuzzing::minimise::minimise;
use crate::model::answer::{About, Answer, Outcome};
use crate::oracles::Oracle;
use crate::oracles::no_crash::Fault;

/// How many agreeing documents of a minimisation are kept: the last ones, which are most like the smallest divergent
/// one.
const NEAREST: usize = 16;

/// An engine under investigation.
pub(super) struct Target<'p> {
    engine_set: &'p EngineSet,
    member: usize,
    pub(super) about: &'p About,
    cancel: &'p AtomicBool,
    /// How many questions it may still be asked.
    questions: Cell<usize>,
}

impl<'p> Target<'p> {
    /// The engine at a place, with a budget of questions.
    pub(super) fn new(
        engine_set: &'p EngineSet,
        member: usize,
        about: &'p About,
        questions: usize,
        cancel: &'p AtomicBool,
    ) -> Self {
        Self { engine_set, member, about, cancel, questions: Cell::new(questions) }
    }

    /// How many questions it may still be asked.
    pub(super) fn questions_left(&self) -> usize {
        self.questions.get()
    }

    /// Whether the hunt was interrupted.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Takes questions from the budget. Returns whether they may be asked.
    fn spend(&self, questions: usize) -> bool {
        let left = self.questions.get();
        self.questions.set(left.saturating_sub(questions));
        left >= questions && !self.is_cancelled()
    }

    /// Asks about a document.
    pub(super) fn ask(&self, case: &TestCase) -> Outcome {
        match self.spend(1) {
            true => self.engine_set.answer(self.member, case.input(), self.cancel),
            false => Outcome::Answer(Answer::Unsupported("not asked: enough questions, or interrupted".to_owned())),
        }
    }

    /// The observation of a document; `None` if the engine gives no answer that can be compared.
    pub(super) fn observe(&self, oracle: Oracle, case: &TestCase) -> Option<Observation> {
        match self.ask(case) {
            Outcome::Answer(Answer::Unsupported(_)) => None,
            Outcome::Answer(answer) => {
                let document = Document::of(oracle, case.clone())?;
                self.observation(Arc::new(document), answer)
            }
            _ => None,
        }
    }

    fn observation(&self, document: Arc<Document>, answer: Answer) -> Option<Observation> {
        let left_out = self.about.left_out(&document.input, || &document.standard);
        left_out.is_none().then(|| Observation::of(document, answer))?
    }

    /// The observations of documents, asked about together: an out-of-process engine answers many questions in little
    /// more time than one.
    pub(super) fn observe_all(&self, documents: Vec<Arc<Document>>) -> Vec<Observation> {
        if !self.spend(documents.len()) {
            return Vec::new();
        }
        let inputs: Vec<_> = documents.iter().map(|document| document.input.clone()).collect();
        let outcomes = self.engine_set.ask(&[self.member], &inputs, self.cancel);
        let answers = documents.into_iter().zip(outcomes.into_iter().flatten());
        let observed = answers.filter_map(|(document, outcome)| match outcome {
            Outcome::Answer(answer) => self.observation(document, answer),
            _ => None,
        });
        observed.collect()
    }

    /// The smallest document found on which the engine departs in a way that `counts`, and the closest agreeing
    /// documents.
    pub(super) fn minimise(
        &self,
        case: &TestCase,
        oracle: Oracle,
        counts: impl Fn(&Observation) -> bool,
    ) -> (TestCase, Vec<Observation>) {
        let mut agreeing = VecDeque::new();
        let small = minimise(case, |case| {
            let observation = self.observe(oracle, case);
            let Some(observation) = observation else {
                return false;
            };
            // A divergence of errors must not become one of trees.
            let is_of_tree = oracle == Oracle::Errors && observation.shows_in_tree();
            let does = observation.is_divergent && !is_of_tree && counts(&observation);
            if !observation.is_divergent {
                agreeing.truncate(NEAREST - 1);
                agreeing.push_front(observation);
            }
            does
        });
        (small, agreeing.into())
    }

    /// The smallest document found on which the engine fails in this way.
    pub(super) fn minimise_fault(&self, case: &TestCase, fault: &Fault) -> TestCase {
        minimise(case, |case| Fault::of(&self.ask(case)).as_ref() == Some(fault))
    }
}
