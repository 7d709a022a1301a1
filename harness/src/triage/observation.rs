//! What an engine made of a document, divergent or not: a row of the [matrix](super::matrix).

use std::sync::Arc;

use crate::coverage::Reached;
use crate::engines::Answer;
use crate::engines::standard::Standard;
use crate::generate::Soup;
use crate::input::{Input, Task};
use crate::mutants::guarded;
use crate::oracles::Oracle;

/// A document with the standard's answer.
#[derive(Debug)]
pub(super) struct Document {
    /// The oracle that compares answers to it.
    pub(super) oracle: Oracle,
    pub(super) soup: Soup,
    pub(super) input: Input,
    pub(super) standard: Answer,
    /// What the standard does on it.
    pub(super) reached: Reached,
}

impl Document {
    /// The document; `None` where the standard has no answer.
    pub(super) fn of(oracle: Oracle, soup: Soup) -> Option<Self> {
        let input = soup.input();
        let mut reached = Reached::default();
        let made = guarded(|| Standard::default().make_watched(&input, &mut reached))?;
        Some(Self {
            oracle,
            standard: made.ok()?.into_answer(oracle == Oracle::Errors),
            soup,
            input,
            reached,
        })
    }

    /// The oracle that compares most of the answers to a task.
    pub(super) fn usual_oracle(task: &Task) -> Oracle {
        match task {
            Task::Tree { .. } => Oracle::Trees,
            Task::Tokens { .. } => Oracle::Tokens,
            Task::Encoding => Oracle::Encoding,
            Task::Serialise(_) => Oracle::Markup,
        }
    }
}

/// A document and what the engine made of it.
#[derive(Debug, Clone)]
pub(super) struct Observation {
    pub(super) document: Arc<Document>,
    /// What the engine answered.
    pub(super) answer: Answer,
    /// Whether that is not the standard's answer.
    pub(super) is_divergent: bool,
    /// How many divergent documents it stands for.
    pub(super) count: usize,
}

impl Observation {
    /// The observation of this answer; `None` if the engine cannot say.
    pub(super) fn of(document: Arc<Document>, answer: Answer) -> Option<Self> {
        let is_answer = !matches!(answer, Answer::Unsupported(_));
        is_answer.then(|| Self {
            is_divergent: document.oracle.differ(&document.standard, &answer),
            document,
            answer,
            count: 0,
        })
    }

    /// The answer to compare predictions with.
    pub(super) fn seen(&self) -> Seen<'_> {
        Seen {
            oracle: self.document.oracle,
            input: &self.document.input,
            answer: &self.answer,
        }
    }

    /// Whether the tree itself differs, which shows a fault best.
    pub(super) fn shows_in_tree(&self) -> bool {
        match (&self.document.standard, &self.answer) {
            (Answer::Tree { tree, .. }, Answer::Tree { tree: other, .. }) => !tree.is_same(other),
            _ => false,
        }
    }

    /// By what the smallest of several is found.
    pub(super) fn size(&self) -> (bool, usize) {
        (!self.shows_in_tree(), self.document.input.source.len())
    }
}

/// What an engine answered to one question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'s> {
    pub(super) oracle: Oracle,
    pub(super) input: &'s Input,
    pub(super) answer: &'s Answer,
}
