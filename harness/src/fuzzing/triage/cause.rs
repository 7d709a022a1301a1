//! Causes: what an engine does differently from the standard.

use crosscheck_standard::clauses::change::{Change, Edition};
use crosscheck_standard::clauses::clause::Clause;

use super::observation::{Seen, differ};
use super::signature::Signature;
use crate::coverage::Reached;
use crate::engines::standard::{Made, Standard};
use crate::model::answer::Answer;
use crate::model::input::Input;
use crate::mutants::{Mutant, MutantSet, Mutate};
use crate::oracles::Oracle;
use crate::oracles::no_crash::Fault;
use crate::quiet::guarded;

/// Why an engine departs from the standard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// It behaves like the standard without a change.
    Without(Change),
    /// It behaves like the standard with these mutants: one, or several that go together.
    Like(MutantSet),
    /// It behaves like no variant of the standard engine. The signature is common to its divergences.
    Unexplained(Signature),
    /// It does not answer: it crashes, or takes too long.
    Fault(Fault),
}

impl From<Mutant> for Cause {
    fn from(mutant: Mutant) -> Self {
        Self::Like(MutantSet::from_iter([mutant]))
    }
}

impl Cause {
    /// The name of the variant of the standard engine that behaves like this.
    pub fn engine(&self) -> Option<String> {
        match self {
            Self::Without(change) => Some(format!("standard@without:{change}")),
            Self::Like(mutants) => Some(format!("standard@mutant:{mutants}")),
            Self::Unexplained(_) | Self::Fault(_) => None,
        }
    }

    /// The cause of the variant of this name: the inverse of [`Cause::engine`].
    pub fn from_engine(name: &str) -> Option<Self> {
        match name.strip_prefix("standard@")?.split_once(':')? {
            ("without", change) => Change::from_id(change).map(Self::Without),
            ("mutant", mutants) => MutantSet::from_id(mutants).map(Self::Like),
            _ => None,
        }
    }

    /// The clause that the engine gets wrong, if it is one.
    pub(super) fn clause(&self) -> Option<Clause> {
        match self {
            Self::Like(mutants) => mutants.clause(),
            Self::Unexplained(signature) => signature.clause,
            Self::Without(_) | Self::Fault(_) => None,
        }
    }

    /// The wrong clauses; none if anything else is wrong.
    pub(super) fn clauses(&self) -> Vec<Clause> {
        let clauses: Option<Vec<Clause>> = match self {
            Self::Like(mutants) => mutants.iter().map(Mutant::clause).collect(),
            _ => None,
        };
        clauses.unwrap_or_default()
    }

    /// The mutants of several causes as one cause.
    pub(super) fn all_of<'c>(causes: impl IntoIterator<Item = &'c Self>) -> Self {
        let mutants = causes.into_iter().flat_map(|cause| match cause {
            Self::Like(mutants) => mutants.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        Self::Like(mutants.collect())
    }

    /// Whether it predicts answers.
    pub fn is_explained(&self) -> bool {
        matches!(self, Self::Without(_) | Self::Like(_))
    }

    /// Whether it can affect an input that reaches this.
    pub(super) fn is_reached(&self, reached: &Reached) -> bool {
        match self {
            Self::Without(_) => true,
            // The newest edition does not reach the clauses of older ones.
            Self::Like(mutants) if mutants.edition() != Edition::NEWEST => true,
            Self::Like(mutants) => mutants.iter().any(|mutant| mutant.is_reached(reached)),
            Self::Unexplained(_) | Self::Fault(_) => false,
        }
    }

    /// This cause together with a related one; `None` if the other is not related.
    pub(super) fn and_akin(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Like(mutants), Self::Like(others)) => {
                mutants.is_akin(others).then(|| Self::Like(mutants.union(others)))
            }
            _ => None,
        }
    }

    /// The rank of the cause: the lower, the more specific. Changes come before mutants, newer ones first, because an
    /// engine that lacks one change likely lacks later ones. A name comes before a whole row, and one mutant before
    /// several. Quirks come last: they exist because nothing else explained an engine.
    pub(super) fn rank(&self) -> (bool, usize, usize) {
        match self {
            Self::Without(change) => {
                let newer = Change::ALL.iter().filter(|other| *other > change);
                (false, 0, newer.count())
            }
            Self::Like(mutants) => (
                mutants.iter().any(|mutant| matches!(mutant, Mutant::Quirk(_))),
                mutants.iter().count(),
                mutants.iter().map(rank).max().unwrap_or_default(),
            ),
            Self::Unexplained(_) | Self::Fault(_) => (true, usize::MAX, 0),
        }
    }
}

fn rank(mutant: Mutant) -> usize {
    match mutant {
        Mutant::TagDropped(..) | Mutant::Ignored(..) => 1,
        Mutant::MemberDropped(..) | Mutant::MemberAdded(..) => 2,
        Mutant::Never(_) | Mutant::ReferenceDropped(_) => 3,
        Mutant::Off(_) => 4,
        Mutant::Negated(_) => 5,
        Mutant::Quirk(_) => 6,
    }
}

/// The answer of an engine with all these causes, as far as an oracle compares it; `None` if it has none.
pub(super) fn predict<'c>(
    causes: impl IntoIterator<Item = &'c Cause>,
    input: &Input,
    oracle: Oracle,
) -> Option<Answer> {
    let answer = |made: Made| made.into_answer(oracle == Oracle::Errors);
    let mut edition = Edition::NEWEST;
    let mut wrong = Vec::new();
    for cause in causes {
        match cause {
            Cause::Without(change) => edition = edition.without(*change),
            Cause::Like(mutants) => {
                edition = mutants.edition().missing().fold(edition, Edition::without);
                wrong.extend(mutants.iter());
            }
            Cause::Unexplained(_) | Cause::Fault(_) => {}
        }
    }
    let made = match wrong.as_slice() {
        [] => guarded(|| {
            let made = Standard::of_edition(edition).make(input);
            made.map(answer)
        }),
        // Mutants may make a tree that is not text.
        wrong => guarded(|| {
            let mut mutate = Mutate::new(wrong.iter().copied(), input);
            let made = Standard::of_mutants(edition).make_watched(input, &mut mutate);
            made.map(answer)
        }),
    };
    made?.ok()
}

/// Whether an engine with all these causes gives this answer.
pub(super) fn predicts<'c>(causes: impl IntoIterator<Item = &'c Cause>, seen: Seen<'_>) -> bool {
    let predicted = predict(causes, seen.input, seen.oracle);
    predicted.is_some_and(|answer| !differ(seen.oracle, &answer, seen.answer))
}

/// Whether the cause explains an answer, alone or together with the changes that the engine lacks.
pub(super) fn explains(cause: &Cause, seen: Seen<'_>, changes: &[Cause]) -> bool {
    predicts([cause], seen) || !changes.is_empty() && predicts(changes.iter().chain([cause]), seen)
}
