//! Trying causes on generated documents: one that would make the engine depart where it does not is not the engine's.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::agreed::Document;
use super::cause::Cause;
use crate::generate::Mix;
use crate::input::Task;
use crate::mutants::{self, Mutant};
use crate::oracles::Oracle;

/// How many documents there are to try causes on.
const SAMPLES: u64 = 4_096;

/// The seed of these documents. Any would do; always the same makes the trials the same.
const SEED: u64 = 0;

/// On how many documents a cause is tried on which it would make an engine depart.
const MOST_TRIALS: usize = 16;

/// On how many documents at most it is found out whether a cause would make an engine depart.
const MOST_PREDICTIONS: usize = 256;

/// Documents of all generators.
static SAMPLES_TO_TRY: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let mix = Mix::new(SEED, false);
    let soups = (0..SAMPLES).map(|number| mix.document(number, 0));
    let documents = soups.map(|soup| Document::of(oracle(&soup.task), soup.input()));
    documents.flatten().collect()
});

/// In whose eyes answers to a task are the same.
fn oracle(task: &Task) -> Oracle {
    match task {
        Task::Tree { .. } => Oracle::Trees,
        Task::Tokens { .. } => Oracle::Tokens,
        Task::Encoding => Oracle::Encoding,
        Task::Serialise(_) => Oracle::Markup,
    }
}

/// Tells whether an engine answers as the standard does.
pub(super) type Agrees<'a> = dyn FnMut(&Document) -> bool + 'a;

/// What became of the causes that were tried for one engine.
#[derive(Debug, Default)]
pub(super) struct Trials {
    /// Whether the engine agrees with the standard on samples, by their places.
    agrees: BTreeMap<usize, bool>,
    /// The first sample that refutes a cause, if one does.
    refuted_by: BTreeMap<Cause, Option<usize>>,
}

impl Trials {
    /// Whether a cause would make the engine depart on a sample where it does not, whichever of the `known` causes it has as
    /// well.
    pub(super) fn refute(
        &mut self,
        cause: &Cause,
        known: &[Cause],
        agrees: &mut Agrees<'_>,
    ) -> bool {
        if !self.refuted_by.contains_key(cause) {
            let refuted_by = self.refuting(cause, known, agrees).next();
            self.refuted_by.insert(cause.clone(), refuted_by);
        }
        self.has_refuted(cause, known)
    }

    /// Whether that was found out of a cause.
    pub(super) fn has_refuted(&self, cause: &Cause, known: &[Cause]) -> bool {
        let refuted_by = self.refuted_by.get(cause).copied().flatten();
        refuted_by.is_some_and(|place| SAMPLES_TO_TRY[place].refutes_beside(cause, known))
    }

    /// On how many samples a cause would make the engine depart and it does not.
    pub(super) fn refutations(
        &mut self,
        cause: &Cause,
        known: &[Cause],
        agrees: &mut Agrees<'_>,
    ) -> usize {
        self.refuting(cause, known, agrees).count()
    }

    /// What else may be wrong with an engine for which a refuted cause explains something: with something akin to the cause
    /// wrong too, it would not depart on the sample that refutes the cause.
    pub(super) fn completed(&self, cause: &Cause) -> Vec<Cause> {
        let Some(Some(place)) = self.refuted_by.get(cause) else {
            return Vec::new();
        };
        let sample = &SAMPLES_TO_TRY[*place];
        let reached = mutants::all().iter().copied();
        let reached = reached.filter(|mutant: &Mutant| mutant.is_reached(&sample.reached));
        let both = reached.filter_map(|mutant| cause.and_akin(&Cause::from(mutant)));
        both.filter(|both| both != cause && !sample.refutes(both))
            .collect()
    }

    /// The samples that refute a cause.
    fn refuting(
        &mut self,
        cause: &Cause,
        known: &[Cause],
        agrees: &mut Agrees<'_>,
    ) -> impl Iterator<Item = usize> {
        let samples = SAMPLES_TO_TRY.iter().enumerate();
        let reached = samples.filter(|(_, sample)| cause.is_reached(&sample.reached));
        reached
            .take(MOST_PREDICTIONS)
            .filter(|(_, sample)| sample.refutes_beside(cause, known))
            .take(MOST_TRIALS)
            .map(|(place, _)| place)
            .filter(|place| {
                let sample = &SAMPLES_TO_TRY[*place];
                *self.agrees.entry(*place).or_insert_with(|| agrees(sample))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;

    fn cause(name: &str) -> Cause {
        Cause::from_engine(name).expect("a variant of the standard engine")
    }

    /// Whether an engine of this name agrees with the standard.
    fn agrees(name: &str) -> impl FnMut(&Document) -> bool {
        let mut engine = Standard::from_name(name).expect("a variant of the standard engine");
        move |document| document.agrees(&engine.answer(&document.input))
    }

    #[test]
    fn what_is_wrong_with_the_engine_is_not_refuted_and_what_is_too_broad_is() {
        let engine = "standard@mutant:list/special:drop:search";
        let (right, broad) = (
            cause(engine),
            cause("standard@mutant:in-body/end-tag-formatting:off"),
        );
        let mut trials = Trials::default();
        assert!(!trials.refute(&right, &[], &mut agrees(engine)));
        assert!(trials.refute(&broad, &[], &mut agrees(engine)));
        assert!(trials.has_refuted(&broad, &[]) && !trials.has_refuted(&right, &[]));
        assert!(trials.refutations(&broad, &[], &mut agrees(engine)) > 1);
    }

    #[test]
    fn what_is_refuted_is_completed_by_what_is_akin_to_it() {
        let part = "standard@mutant:list/table-sections:drop:thead";
        let whole = format!("{part}+list/table-sections:add:table");
        let mut trials = Trials::default();
        assert!(trials.refute(&cause(part), &[], &mut agrees(&whole)));
        assert!(trials.completed(&cause(part)).contains(&cause(&whole)));
        assert!(!trials.refute(&cause(&whole), &[], &mut agrees(&whole)));
        assert_eq!(trials.completed(&cause(&whole)), []);
    }
}
