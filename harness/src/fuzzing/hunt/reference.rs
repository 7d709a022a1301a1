//! The standard's answer for a document. For most documents an engine's tree is compared with the parsed tree directly,
//! and no answer is built.

use std::cell::OnceCell;

use crosscheck_standard::parser::parse::Parsed;

use crate::engines::standard::{Made, is_answer, tree_answer};
use crate::model::answer::Answer;

/// The standard's answer to one question.
#[derive(Debug)]
pub(super) struct ReferenceAnswer {
    /// The document, if only its tree and mode are of interest.
    parsed: Option<Parsed>,
    answer: OnceCell<Answer>,
}

impl ReferenceAnswer {
    /// The standard engine's answer, with or without parse errors.
    pub(super) fn of(made: Made, with_errors: bool) -> Self {
        match made {
            Made::Tree(parsed) if !with_errors => Self { parsed: Some(parsed), answer: OnceCell::new() },
            made => Self { parsed: None, answer: made.into_answer(with_errors).into() },
        }
    }

    /// The answer.
    pub(super) fn answer(&self) -> &Answer {
        self.answer.get_or_init(|| {
            let parsed = self.parsed.as_ref();
            tree_answer(parsed.expect("anything else is an answer already"), None)
        })
    }

    /// Whether a quick comparison shows that an engine's answer is the same.
    pub(super) fn is(&self, answer: &Answer) -> bool {
        let parsed = self.parsed.as_ref();
        parsed.is_some_and(|parsed| is_answer(parsed, answer))
    }
}
