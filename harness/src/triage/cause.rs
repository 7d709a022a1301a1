//! Root causes: what an engine does otherwise than the standard.

use std::fmt;

use crosscheck_parser::change::{Change, Edition};

use super::parting::Parting;
use crate::coverage::Reached;
use crate::engines::Answer;
use crate::engines::standard::{Made, Standard};
use crate::input::Input;
use crate::mutants::{self, Habit, Mutant, MutantSet, MutateAll, guarded};
use crate::oracles::Oracle;

/// Why an engine departs from the standard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// It behaves like the standard without a change.
    Without(Change),
    /// It behaves like the standard with this wrong: one thing, or several that go together.
    Like(MutantSet),
    /// It behaves like nothing that is known; how the answers part.
    Unexplained(Parting),
    /// It did not answer: it crashed, or took too long.
    Fault(String),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(change) => write!(f, "lacks the change {change}: {}", change.title()),
            Self::Like(mutants) => write!(f, "{}", mutants.description()),
            Self::Unexplained(parting) => write!(f, "unexplained: {parting}"),
            Self::Fault(fault) => write!(f, "no answer: {fault}"),
        }
    }
}

impl From<Mutant> for Cause {
    fn from(mutant: Mutant) -> Self {
        Self::Like(MutantSet::from_iter([mutant]))
    }
}

impl Cause {
    /// The variant of the standard engine that behaves so.
    pub fn engine(&self) -> Option<String> {
        match self {
            Self::Without(change) => Some(format!("standard@without:{change}")),
            Self::Like(mutants) => Some(format!("standard@mutant:{mutants}")),
            Self::Unexplained(_) | Self::Fault(_) => None,
        }
    }

    /// The cause that makes the standard engine this variant of it: the inverse of [`Cause::engine`].
    pub fn from_engine(name: &str) -> Option<Self> {
        match name.strip_prefix("standard@")?.split_once(':')? {
            ("without", change) => Change::from_id(change).map(Self::Without),
            ("mutant", mutants) => MutantSet::from_id(mutants).map(Self::Like),
            _ => None,
        }
    }

    /// Whether it predicts answers.
    pub fn is_explained(&self) -> bool {
        matches!(self, Self::Without(_) | Self::Like(_))
    }

    /// Whether it can make a difference to an input that reaches this.
    pub(super) fn is_reached(&self, reached: &Reached) -> bool {
        match self {
            Self::Without(_) => true,
            Self::Like(mutants) => mutants.iter().any(|mutant| mutant.is_reached(reached)),
            Self::Unexplained(_) | Self::Fault(_) => false,
        }
    }

    /// This, and another wrong besides that may be of the same root.
    pub(super) fn and_akin(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Like(mutants), Self::Like(others)) => mutants
                .is_akin(others)
                .then(|| Self::Like(mutants.union(others))),
            _ => None,
        }
    }

    /// How little it says: an older edition says more than a mutant, and the newest of them most, since an engine that
    /// lacks one change likely lacks what came after it; a name more than a whole row, one thing more than several.
    pub(super) fn rank(&self) -> (usize, usize) {
        match self {
            Self::Without(change) => {
                let newer = Change::ALL.iter().filter(|other| *other > change);
                (0, newer.count())
            }
            Self::Like(mutants) => (
                mutants.iter().count(),
                mutants.iter().map(rank).max().unwrap_or_default(),
            ),
            Self::Unexplained(_) | Self::Fault(_) => (usize::MAX, 0),
        }
    }
}

fn rank(mutant: Mutant) -> usize {
    match mutant {
        Mutant::Habit(_) => 0,
        Mutant::TagDropped(..) | Mutant::Ignored(..) => 1,
        Mutant::MemberDropped(..) | Mutant::MemberAdded(..) => 2,
        Mutant::Never(_) | Mutant::ReferenceDropped(_) => 3,
        Mutant::Off(_) => 4,
        Mutant::Negated(_) => 5,
    }
}

/// What an engine answers that has all these causes at once, as far as an oracle looks at it; `None` where it does not end, or
/// cannot say.
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
            Cause::Like(mutants) => wrong.extend(mutants.iter()),
            Cause::Unexplained(_) | Cause::Fault(_) => {}
        }
    }
    let made = match wrong.as_slice() {
        [] => guarded(|| {
            let made = Standard::of_edition(edition).make(input);
            made.map(answer)
        }),
        // What mutants make need not even be text, which the answer is.
        wrong => guarded(|| {
            let mut mutate = MutateAll::new(wrong.iter().copied(), input);
            let made = Standard::of_mutants(edition).make_watched(input, &mut mutate);
            made.map(answer)
        }),
    };
    made?.ok()
}

/// The causes that can make a difference to an input: each change, each mutant of what it reaches, and what mutants of
/// the closed lists do together. `base` is what the engine is known to do otherwise.
pub(super) fn suspects(base: &[Cause], input: &Input) -> Vec<Cause> {
    let reached = reached(base, input);
    let is_reached = |mutant: &Mutant| mutant.is_reached(&reached);
    let singles = mutants::all().iter().copied().filter(is_reached);
    let together = mutants::families()
        .iter()
        .filter(|family| family.iter().any(|mutant| is_reached(&mutant)));
    let mut causes: Vec<Cause> = Change::ALL.iter().copied().map(Cause::Without).collect();
    let habits = Habit::ALL.map(Mutant::Habit).into_iter().filter(is_reached);
    causes.extend(habits.chain(singles).map(Cause::from));
    causes.extend(together.cloned().map(Cause::Like));
    causes.sort_by_key(Cause::rank);
    causes
}

/// The causes that are less likely: names on lists that have nothing to do with them.
pub(super) fn other_suspects(base: &[Cause], input: &Input) -> Vec<Cause> {
    let reached = reached(base, input);
    let mut causes: Vec<Cause> = mutants::additions(&reached).map(Cause::from).collect();
    causes.sort();
    causes
}

/// What the input reaches of the standard, and of the standard without the changes that are lacking.
fn reached(base: &[Cause], input: &Input) -> Reached {
    let mut reached = Reached::default();
    guarded(|| Standard::default().make_watched(input, &mut reached));
    let mut edition = Edition::NEWEST;
    for cause in base {
        if let Cause::Without(change) = cause {
            edition = edition.without(*change);
        }
    }
    if edition != Edition::NEWEST {
        guarded(|| Standard::of_edition(edition).make_watched(input, &mut reached));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_too_many_on_a_list_is_suspected_last() {
        let input = Input::document("<b><dialog></b>");
        let id = "standard@mutant:list/special:add:dialog";
        let cause = Cause::from_engine(id).expect("any name can be on a list");
        assert_eq!(cause.engine().as_deref(), Some(id));
        assert!(!suspects(&[], &input).contains(&cause));
        assert!(other_suspects(&[], &input).contains(&cause));
        let predict = |causes: &[&Cause]| predict(causes.iter().copied(), &input, Oracle::Trees);
        assert_ne!(predict(&[&cause]), predict(&[]));
        for id in [
            "list/special:add:p",
            "list/special:add:nothing",
            "list/x:add:p",
        ] {
            assert_eq!(Cause::from_engine(&format!("standard@mutant:{id}")), None);
        }
    }
}
