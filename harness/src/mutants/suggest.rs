//! Searching for inputs that tell a mutant from the standard.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Mutant;
use super::campaign::{Attempt, attempt, quietly};
use crate::coverage::Reached;
use crate::engines::standard::{Made, Standard};
use crate::generate::{Soup, soups};

/// Tries mutants on `inputs` generated documents; gives for each that is told apart the shortest document that does,
/// as far as leaving out parts of it finds it. The same seed gives the same documents.
///
/// After `cancel` is set the search ends with what it has.
pub fn tell_apart(
    mutants: &[Mutant],
    inputs: usize,
    seed: u64,
    cancel: &AtomicBool,
) -> BTreeMap<String, Soup> {
    let mut found: BTreeMap<String, Soup> = BTreeMap::new();
    let mut open = mutants.to_vec();
    quietly(|| {
        for soup in soups(seed).take(inputs) {
            if open.is_empty() || cancel.load(Ordering::Relaxed) {
                break;
            }
            let Some((made, reached)) = standard(&soup) else {
                continue;
            };
            open.retain(|mutant| {
                if !mutant.is_reached(&reached) || is_same(*mutant, &soup, &made) {
                    return true;
                }
                let shrunk = soup.shrunk(|soup| differs(*mutant, soup));
                found.insert(mutant.to_string(), shrunk);
                false
            });
        }
    });
    found
}

/// What the standard engine makes of a soup, and what that reaches.
fn standard(soup: &Soup) -> Option<(Made, Reached)> {
    let mut reached = Reached::default();
    let made = Standard::default().make(&soup.input(), &mut reached).ok()?;
    Some((made, reached))
}

fn differs(mutant: Mutant, soup: &Soup) -> bool {
    standard(soup).is_some_and(|(made, _)| !is_same(mutant, soup, &made))
}

fn is_same(mutant: Mutant, soup: &Soup, made: &Made) -> bool {
    matches!(attempt(mutant, &soup.input()), Attempt::Made(other) if other.is_same(made))
}
