//! Engines agree on trees: an engine makes the standard's tree, to the last node and attribute, and sets the document's mode
//! as the standard does.
//!
//! Forgiven is that an engine does not tell the mode. An engine that gives a dump gives the standard's tree if the dump is
//! [that of the standard's](crate::model::tree::Tree::is_same): it has no way to say which of two trees with one dump it means.

use super::not_asked_for;
use crate::model::answer::{Answer, NoAnswer};
use crate::model::mode::DocumentMode;
use crate::model::tree::first_difference;

/// Where an engine's tree differs from the standard's first; `None` if it does not.
///
/// # Errors
/// When one of them is no tree.
pub fn difference(standard: &Answer, engine: &Answer) -> Result<Option<String>, NoAnswer> {
    match (standard, engine) {
        (Answer::Tree { tree: standard, mode: wanted, .. }, Answer::Tree { tree, mode, .. }) => {
            let difference = first_difference(standard, tree);
            Ok(difference.or_else(|| mode_difference(*wanted, *mode)))
        }
        (Answer::Tree { .. }, other) | (other, _) => Err(not_asked_for(other)),
    }
}

/// Whether there is a [`difference`]: telling which takes longer.
pub fn differ(standard: &Answer, engine: &Answer) -> bool {
    match (standard, engine) {
        (Answer::Tree { tree: standard, mode: wanted, .. }, Answer::Tree { tree, mode, .. }) => {
            !standard.is_same(tree) || mode_difference(*wanted, *mode).is_some()
        }
        _ => false,
    }
}

fn mode_difference(standard: Option<DocumentMode>, engine: Option<DocumentMode>) -> Option<String> {
    let (standard, engine) = standard.zip(engine)?;
    (standard != engine).then(|| format!("{standard} mode is {engine} mode"))
}
