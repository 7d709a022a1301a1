//! Root causes: what an engine does otherwise than the standard.

use std::fmt;

use crosscheck_parser::change::{Change, Edition};
use crosscheck_parser::observer::Ignore;

use crate::coverage::Reached;
use crate::engines::standard::Standard;
use crate::hunt::tree_of;
use crate::input::Input;
use crate::mutants::{self, Mutant, MutateAll, guarded};
use crate::tree::Tree;

/// Why an engine departs from the standard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// It behaves like the standard without a change.
    Without(Change),
    /// It behaves like a mutant of the standard.
    Like(Mutant),
    /// It behaves like nothing that is known; the first difference between the trees.
    Unexplained(String),
    /// It did not answer: it crashed, or took too long.
    Fault(String),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(change) => write!(f, "like the standard without {change}"),
            Self::Like(mutant) => write!(f, "like the mutant {mutant}: {}", mutant.description()),
            Self::Unexplained(difference) => write!(f, "unexplained: {difference}"),
            Self::Fault(fault) => write!(f, "no answer: {fault}"),
        }
    }
}

impl Cause {
    /// The variant of the standard engine that behaves so.
    pub fn engine(&self) -> Option<String> {
        match self {
            Self::Without(change) => Some(format!("standard@without:{change}")),
            Self::Like(mutant) => Some(format!("standard@mutant:{mutant}")),
            Self::Unexplained(_) | Self::Fault(_) => None,
        }
    }

    /// Whether it predicts trees.
    pub(super) fn is_explained(&self) -> bool {
        matches!(self, Self::Without(_) | Self::Like(_))
    }

    /// Whether an engine that does this makes this tree of the input.
    pub(super) fn predicts(&self, input: &Input, tree: &Tree) -> bool {
        predict(std::slice::from_ref(self), input).as_ref() == Some(tree)
    }
}

/// The tree of an engine that does all of this at once.
pub(super) fn predict(causes: &[Cause], input: &Input) -> Option<Tree> {
    let mut edition = Edition::NEWEST;
    let mut mutants = Vec::new();
    for cause in causes {
        match cause {
            Cause::Without(change) => edition = edition.without(*change),
            Cause::Like(mutant) => mutants.push(*mutant),
            Cause::Unexplained(_) | Cause::Fault(_) => {}
        }
    }
    let made = match mutants.as_slice() {
        [] => guarded(|| Standard::of_edition(edition).make(input, &mut Ignore)),
        mutants => guarded(|| {
            let mut mutate = MutateAll::new(mutants, input);
            Standard::of_mutants(edition).make(input, &mut mutate)
        }),
    };
    tree_of(made?.ok()?)
}

/// The changes and mutants that make exactly this tree of the input: each a candidate for why an engine does. Those come
/// first that say most.
pub(super) fn explanations(input: &Input, tree: &Tree) -> Vec<Cause> {
    let changes = Change::ALL.iter().copied().map(Cause::Without);
    let mut reached = Reached::default();
    let made = guarded(|| Standard::default().make(input, &mut reached));
    let mutants = made.map_or(Vec::new(), |_| {
        let mutants = mutants::all().iter().copied();
        mutants
            .filter(|mutant| mutant.is_reached(&reached))
            .collect()
    });
    let mut causes: Vec<Cause> = changes
        .chain(mutants.into_iter().map(Cause::Like))
        .filter(|cause| cause.predicts(input, tree))
        .collect();
    causes.sort_by_key(rank);
    causes
}

/// An older edition says more than a mutant, and a name more than a whole row.
fn rank(cause: &Cause) -> u8 {
    match cause {
        Cause::Without(_) => 0,
        Cause::Like(Mutant::TagDropped(..)) => 1,
        Cause::Like(Mutant::MemberDropped(..) | Mutant::MemberAdded(..)) => 2,
        Cause::Like(Mutant::Never(_) | Mutant::ReferenceDropped(_)) => 3,
        Cause::Like(Mutant::Off(_)) => 4,
        Cause::Like(Mutant::Negated(_)) => 5,
        Cause::Unexplained(_) | Cause::Fault(_) => 6,
    }
}
