//! Observations: an engine's answer to a document, divergent or not. They are the rows of the [matrix](super::matrix).

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::circumstance::{self, Circumstance};
use crate::coverage::Reached;
use crate::engines::standard::Standard;
use crate::fuzzing::generate::TestCase;
use crate::model::answer::Answer;
use crate::model::input::Input;
use crate::oracles::Oracle;
use crate::quiet::guarded;

/// A document with the standard's answer.
#[derive(Debug)]
pub(super) struct Document {
    /// The oracle that compares the answers.
    pub(super) oracle: Oracle,
    pub(super) case: TestCase,
    pub(super) input: Input,
    pub(super) standard: Answer,
    /// What it reaches in the standard.
    pub(super) reached: Reached,
    /// Its circumstances but for clauses, computed when they are needed.
    said: OnceLock<BTreeSet<Circumstance>>,
}

impl Document {
    /// The document; `None` if the standard has no answer.
    pub(super) fn of(oracle: Oracle, case: TestCase) -> Option<Self> {
        let input = case.input();
        let mut reached = Reached::default();
        let made = guarded(|| Standard::default().make_watched(&input, &mut reached))?;
        Some(Self {
            oracle,
            standard: made.ok()?.into_answer(oracle == Oracle::Errors),
            case,
            input,
            reached,
            said: OnceLock::new(),
        })
    }

    /// All its circumstances.
    pub(super) fn circumstances(&self) -> impl Iterator<Item = Circumstance> + '_ {
        self.said().iter().cloned().chain(circumstance::clauses(&self.reached))
    }

    /// Whether it has a circumstance.
    pub(super) fn has(&self, circumstance: &Circumstance) -> bool {
        match circumstance {
            Circumstance::Clause(clause) => self.reached.held(*clause),
            Circumstance::Rule(_) => circumstance::clauses(&self.reached).any(|one| one == *circumstance),
            other => self.said().contains(other),
        }
    }

    fn said(&self) -> &BTreeSet<Circumstance> {
        self.said.get_or_init(|| circumstance::of(&self.case, &self.standard))
    }
}

/// An engine's answer to a document.
#[derive(Debug, Clone)]
pub(super) struct Observation {
    pub(super) document: Arc<Document>,
    /// The answer.
    pub(super) answer: Answer,
    /// Whether it is not the standard's answer.
    pub(super) is_divergent: bool,
    /// The number of divergent documents that it represents.
    pub(super) count: usize,
}

impl Observation {
    /// The observation of an answer; `None` if it is unsupported.
    pub(super) fn of(document: Arc<Document>, answer: Answer) -> Option<Self> {
        let is_answer = !matches!(answer, Answer::Unsupported(_));
        is_answer.then(|| Self {
            is_divergent: differ(document.oracle, &document.standard, &answer),
            document,
            answer,
            count: 0,
        })
    }

    /// The answer as predictions are compared with it. With another tree, errors are no news.
    pub(super) fn seen(&self) -> Seen<'_> {
        Seen {
            oracle: match self.shows_in_tree() {
                true => Oracle::Trees,
                false => self.document.oracle,
            },
            input: &self.document.input,
            answer: &self.answer,
        }
    }

    /// Whether the tree differs, which shows a fault best.
    pub(super) fn shows_in_tree(&self) -> bool {
        match (&self.document.standard, &self.answer) {
            (Answer::Tree { tree, .. }, Answer::Tree { tree: other, .. }) => !tree.is_same(other),
            _ => false,
        }
    }

    /// The key by which the smallest of several is found.
    pub(super) fn size(&self) -> (bool, usize) {
        (!self.shows_in_tree(), self.document.input.source.len())
    }
}

/// Whether two answers differ by an oracle. By errors, answers with other trees or tokens differ too.
pub(super) fn differ(oracle: Oracle, one: &Answer, other: &Answer) -> bool {
    oracle.differ(one, other)
        || oracle == Oracle::Errors
            && [Oracle::Trees, Oracle::Tokens].iter().any(|of_errors| of_errors.differ(one, other))
}

/// An answer to a question, and the oracle that compares it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'s> {
    pub(super) oracle: Oracle,
    pub(super) input: &'s Input,
    pub(super) answer: &'s Answer,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;

    #[test]
    fn a_tree_shows_a_fault_better_than_errors_do() {
        let observed = |text: &str, tree: Option<&str>| {
            let case = TestCase::of_pieces(&[text]);
            let document = Arc::new(Document::of(Oracle::Errors, case)?);
            let answer = match (tree, document.standard.clone()) {
                (Some(other), _) => Standard::default().answer(&Input::document(other)),
                (None, Answer::Tree { tree, mode, .. }) => Answer::Tree { tree, errors: Some(Vec::new()), mode },
                (None, other) => other,
            };
            Observation::of(document, answer)
        };
        let by_errors = observed("<p a a>", None).expect("a tree");
        let by_tree = observed("<p>longer text", Some("<p>")).expect("a tree");
        assert!(by_errors.is_divergent && by_tree.is_divergent);
        assert!(by_tree.size() < by_errors.size());
        assert_eq!(by_tree.seen().oracle, Oracle::Trees);
        assert_eq!(by_errors.seen().oracle, Oracle::Errors);
    }
}
