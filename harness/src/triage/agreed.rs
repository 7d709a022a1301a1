//! Documents on which an engine answers as the standard does: evidence against causes.

use std::collections::{BTreeSet, VecDeque};

use super::cause::{Cause, predict};
use crate::coverage::Reached;
use crate::engines::Answer;
use crate::engines::standard::Standard;
use crate::input::Input;
use crate::mutants::guarded;
use crate::oracles::Oracle;

/// How many documents are kept: of those asked about while another was made small the last are most like it.
const MOST: usize = 256;

/// Documents on which an engine does not depart, the last of them.
#[derive(Debug, Default)]
pub(super) struct Agreed(VecDeque<Document>);

/// A document with the standard's answer.
#[derive(Debug)]
pub(super) struct Document {
    oracle: Oracle,
    pub(super) input: Input,
    pub(super) standard: Answer,
    pub(super) reached: Reached,
}

impl Agreed {
    /// Adds a document.
    pub(super) fn add(&mut self, oracle: Oracle, input: Input) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.extend(Document::of(oracle, input));
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
    }

    /// The causes that would not make the engine depart on these documents, or not beside one of the `known` causes that it
    /// has as well. `None`, if there are none.
    pub(super) fn not_refuted(
        &self,
        causes: &BTreeSet<Cause>,
        known: &[Cause],
    ) -> Option<BTreeSet<Cause>> {
        let is_refuted = |cause: &&Cause| {
            let mut documents = self.0.iter();
            documents.any(|document| document.refutes_beside(cause, known))
        };
        let left = causes.iter().filter(|cause| !is_refuted(cause));
        let left: BTreeSet<Cause> = left.cloned().collect();
        (!left.is_empty()).then_some(left)
    }
}

impl Document {
    /// The document, and in whose eyes answers to it are the same. None where the standard has no answer.
    pub(super) fn of(oracle: Oracle, input: Input) -> Option<Self> {
        let mut reached = Reached::default();
        let made = guarded(|| Standard::default().make_watched(&input, &mut reached))?;
        Some(Self {
            oracle,
            standard: made.ok()?.into_answer(oracle == Oracle::Errors),
            input,
            reached,
        })
    }

    /// Whether an engine that can answer gives this answer, which is the standard's.
    pub(super) fn agrees(&self, answer: &Answer) -> bool {
        !matches!(answer, Answer::Unsupported(_)) && !self.oracle.differ(&self.standard, answer)
    }

    /// Whether the engine would depart on it for this cause.
    pub(super) fn refutes(&self, cause: &Cause) -> bool {
        cause.is_reached(&self.reached) && self.departs_for([cause])
    }

    /// Whether the engine would depart on it for this cause, whichever of the `known` causes it has as well.
    pub(super) fn refutes_beside(&self, cause: &Cause, known: &[Cause]) -> bool {
        let mut known = known.iter();
        self.refutes(cause) && known.all(|other| self.departs_for([cause, other]))
    }

    fn departs_for<'c>(&self, causes: impl IntoIterator<Item = &'c Cause>) -> bool {
        let departs = |answer| self.oracle.differ(&self.standard, &answer);
        predict(causes, &self.input, self.oracle).is_none_or(departs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Soup;

    #[test]
    fn what_would_make_the_engine_depart_where_it_does_not_is_refuted() {
        let cause = |name| Cause::from_engine(name).expect("a variant of the standard engine");
        let off = cause("standard@mutant:in-table/characters:off");
        let ignored = cause("standard@mutant:in-table-text:ignore:doctype");
        let both = BTreeSet::from([off.clone(), ignored.clone()]);
        let mut agreed = Agreed::default();
        assert_eq!(agreed.not_refuted(&both, &[]).as_ref(), Some(&both));
        let soup = Soup {
            pieces: vec!["<table> ".into()],
            ..Soup::default()
        };
        let input = soup.input();
        agreed.add(Oracle::Trees, input);
        let left = agreed.not_refuted(&both, &[]);
        assert_eq!(left, Some(BTreeSet::from([ignored])));
        assert_eq!(agreed.not_refuted(&BTreeSet::from([off]), &[]), None);
    }

    #[test]
    fn what_another_cause_undoes_refutes_nothing() {
        let cause = |name| Cause::from_engine(name).expect("a variant of the standard engine");
        let scope = cause("standard@mutant:list/scope:drop:math:annotation-xml");
        let special = cause("standard@mutant:list/special:drop:math:annotation-xml");
        let known = [
            cause("standard@without:processing-instructions-2026"),
            special,
        ];
        let mut agreed = Agreed::default();
        agreed.add(
            Oracle::Trees,
            Input::document("<b><math><annotation-xml></b>"),
        );
        let scope = BTreeSet::from([scope]);
        assert_eq!(agreed.not_refuted(&scope, &[]), None);
        assert_eq!(agreed.not_refuted(&scope, &known[..1]), None);
        assert_eq!(agreed.not_refuted(&scope, &known), Some(scope.clone()));
    }
}
