//! Searching for inputs that distinguish a mutant from the standard.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use crosscheck_standard::clauses::change::Edition;

use crate::coverage::Reached;
use crate::engines::standard::attempt::{Attempt, attempt};
use crate::engines::standard::{Made, Standard};
use crate::fuzzing::generate::TestCase;
use crate::mutants::Mutant;
use crate::quiet::quietly;

/// Tries mutants on documents. Returns the mutants that a document distinguishes from the standard, each with a
/// minimised document.
///
/// After `cancel` is set the search ends with what it has.
pub fn tell_apart(
    mutants: &[Mutant],
    documents: impl Iterator<Item = TestCase>,
    cancel: &AtomicBool,
) -> BTreeMap<String, TestCase> {
    let mut found: BTreeMap<String, TestCase> = BTreeMap::new();
    let mut open = mutants.to_vec();
    quietly(|| {
        for case in documents {
            if open.is_empty() || cancel.load(Ordering::Relaxed) {
                break;
            }
            let mut of_editions = HashMap::new();
            open.retain(|mutant| {
                let edition = mutant.edition();
                let made = of_editions.entry(edition).or_insert_with(|| standard(edition, &case));
                let Some((made, reached)) = made else {
                    return true;
                };
                if !mutant.is_reached(reached) || is_same(*mutant, &case, made) {
                    return true;
                }
                let shrunk = case.shrunk(|case| differs(*mutant, case));
                found.insert(mutant.to_string(), shrunk);
                false
            });
        }
    });
    found
}

/// The standard engine's output for a case in an edition, and what it reaches.
fn standard(edition: Edition, case: &TestCase) -> Option<(Made, Reached)> {
    let mut reached = Reached::default();
    let made = Standard::of_edition(edition).make_watched(&case.input(), &mut reached).ok()?;
    Some((made, reached))
}

fn differs(mutant: Mutant, case: &TestCase) -> bool {
    standard(mutant.edition(), case).is_some_and(|(made, _)| !is_same(mutant, case, &made))
}

fn is_same(mutant: Mutant, case: &TestCase, made: &Made) -> bool {
    matches!(attempt(mutant, mutant.edition(), &case.input()), Attempt::Made(other) if other.is_same(made))
}
