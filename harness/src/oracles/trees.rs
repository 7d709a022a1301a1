//! An engine gives exactly the standard's tree and document mode.
//!
//! An engine need not report the mode. A dump is compared with [the dump of the standard's
//! tree](crate::model::tree::Tree::is_same), because several trees can have the same dump.

use crate::model::answer::Answer;
use crate::model::mode::DocumentMode;
use crate::model::tree::first_difference;

/// The first difference between an engine's tree and the standard's; `None` if they are the same, or an answer is not a
/// tree.
pub fn difference(standard: &Answer, engine: &Answer) -> Option<String> {
    match (standard, engine) {
        (Answer::Tree { tree: standard, mode: wanted, .. }, Answer::Tree { tree, mode, .. }) => {
            let difference = first_difference(standard, tree).map(|difference| difference.to_string());
            difference.or_else(|| mode_difference(*wanted, *mode))
        }
        _ => None,
    }
}

/// Whether there is a [`difference`], without finding it.
pub fn differ(standard: &Answer, engine: &Answer) -> bool {
    match (standard, engine) {
        (Answer::Tree { tree: standard, mode: wanted, .. }, Answer::Tree { tree, mode, .. }) => {
            !standard.is_same(tree) || mode_difference(*wanted, *mode).is_some()
        }
        _ => false,
    }
}

/// What an engine does whose answer differs, as a predicate, and how its tree differs, as a sentence.
pub(super) fn departure(standard: &Answer, engine: &Answer) -> (String, Option<String>) {
    let trees = match (standard, engine) {
        (Answer::Tree { tree, mode, .. }, Answer::Tree { tree: other, mode: set, .. }) => {
            (first_difference(tree, other), mode.zip(*set))
        }
        _ => (None, None),
    };
    match trees {
        (None, Some((mode, set))) => (format!("sets {set} mode instead of {mode} mode"), None),
        (difference, _) => ("builds a different tree".to_owned(), difference.map(|difference| difference.sentence())),
    }
}

fn mode_difference(standard: Option<DocumentMode>, engine: Option<DocumentMode>) -> Option<String> {
    let (standard, engine) = standard.zip(engine)?;
    (standard != engine).then(|| format!("{standard} mode is {engine} mode"))
}
