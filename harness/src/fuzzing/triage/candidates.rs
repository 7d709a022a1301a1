//! Candidates: the causes that may apply to a document. They are the columns of the [matrix](super::matrix).

use crosscheck_standard::clauses::change::{Change, Edition};

use super::cause::Cause;
use crate::coverage::Reached;
use crate::engines::standard::Standard;
use crate::model::input::Input;
use crate::mutants::{self, Mutant, Quirk};
use crate::quiet::guarded;

/// How likely candidates are. The likelier ones are tried first, and the others only when all of these are refuted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// All changes, the mutants that a document reaches, and mutants that go together.
    Likely,
    /// Closed lists with one name too many.
    Additions,
    /// Quirks of engines.
    Quirks,
}

impl Stage {
    pub(super) const ALL: [Self; 3] = [Self::Likely, Self::Additions, Self::Quirks];

    /// The candidates for a document, the likeliest first. `changes` are those that the engine lacks.
    pub(super) fn candidates(self, changes: &[Cause], input: &Input) -> Vec<Cause> {
        let reached = reached(changes, input);
        let is_reached = |mutant: &Mutant| mutant.is_reached(&reached);
        let mut causes: Vec<Cause> = match self {
            Self::Likely => {
                let singles = mutants::all().iter().copied().filter(is_reached);
                let together =
                    mutants::families().iter().filter(|family| family.iter().any(|mutant| is_reached(&mutant)));
                let changes = Change::ALL.iter().copied().map(Cause::Without);
                let together = together.cloned().map(Cause::Like);
                changes.chain(singles.map(Cause::from)).chain(together).collect()
            }
            Self::Additions => mutants::additions(&reached).map(Cause::from).collect(),
            Self::Quirks => {
                let quirks = Quirk::ALL.map(Mutant::Quirk).into_iter();
                quirks.filter(is_reached).map(Cause::from).collect()
            }
        };
        causes.sort_by_cached_key(|cause| (cause.rank(), cause.clone()));
        causes
    }
}

/// A cause together with each related mutant that a document reaches.
pub(super) fn beside(cause: &Cause, reached: &Reached) -> Vec<Cause> {
    let reached = mutants::all().iter().filter(|mutant| mutant.is_reached(reached));
    let both = reached.filter_map(|mutant| cause.and_akin(&Cause::from(*mutant)));
    both.filter(|both| both != cause).collect()
}

/// What the input reaches in the standard, and in the standard without these changes.
pub(super) fn reached(changes: &[Cause], input: &Input) -> Reached {
    let mut reached = Reached::default();
    guarded(|| Standard::default().make_watched(input, &mut reached));
    let mut edition = Edition::NEWEST;
    for cause in changes {
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
    use crate::fuzzing::triage::cause::predict;
    use crate::oracles::Oracle;

    #[test]
    fn a_name_too_many_on_a_list_is_tried_after_what_is_likelier() {
        let input = Input::document("<b><dialog></b>");
        let id = "standard@mutant:list/special:add:dialog";
        let cause = Cause::from_engine(id).expect("any name can be on a list");
        assert_eq!(cause.engine().as_deref(), Some(id));
        assert!(!Stage::Likely.candidates(&[], &input).contains(&cause));
        assert!(Stage::Additions.candidates(&[], &input).contains(&cause));
        let predict = |causes: &[&Cause]| predict(causes.iter().copied(), &input, Oracle::Trees);
        assert_ne!(predict(&[&cause]), predict(&[]));
        for id in ["list/special:add:p", "list/special:add:nothing", "list/x:add:p"] {
            assert_eq!(Cause::from_engine(&format!("standard@mutant:{id}")), None);
        }
    }

    #[test]
    fn quirks_are_no_likely_candidates() {
        let input = Input::document("<p>\0</p>");
        let quirk = Cause::from(Mutant::Quirk(Quirk::NullsRead));
        assert!(!Stage::Likely.candidates(&[], &input).contains(&quirk));
        assert!(Stage::Quirks.candidates(&[], &input).contains(&quirk));
    }
}
