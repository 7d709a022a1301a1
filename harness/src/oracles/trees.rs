//! Engines agree on trees: an engine makes the standard's tree, to the last node and attribute. Nothing is forgiven.

use super::not_asked_for;
use crate::engines::Answer;
use crate::triage::first_difference;

/// Where an engine's tree differs from the standard's first; `None` if it does not.
///
/// # Errors
/// When one of them is no tree.
pub fn difference(standard: &Answer, engine: &Answer) -> Result<Option<String>, String> {
    match (standard, engine) {
        (Answer::Tree { tree: standard, .. }, Answer::Tree { tree, .. }) => {
            Ok(first_difference(standard, tree))
        }
        (Answer::Tree { .. }, other) | (other, _) => Err(not_asked_for(other)),
    }
}
