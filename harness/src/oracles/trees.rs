//! Engines agree on trees: an engine makes the standard's tree, to the last node and attribute, and sets the document's mode
//! as the standard does.
//!
//! Forgiven is that an engine does not tell the mode, and that it gives the tree that the dump of the standard's is
//! [read as](Tree::from_dump), where that is another: an engine that answers with dumps has no way to say which it means.

use super::not_asked_for;
use crate::engines::Answer;
use crate::mode::DocumentMode;
use crate::tree::Tree;
use crate::triage::first_difference;

/// Where an engine's tree differs from the standard's first; `None` if it does not.
///
/// # Errors
/// When one of them is no tree.
pub fn difference(standard: &Answer, engine: &Answer) -> Result<Option<String>, String> {
    match (standard, engine) {
        (
            Answer::Tree {
                tree: standard,
                mode: wanted,
                ..
            },
            Answer::Tree { tree, mode, .. },
        ) => {
            let difference = match is_same(standard, tree) {
                true => None,
                false => first_difference(standard, tree),
            };
            Ok(difference.or_else(|| mode_difference(*wanted, *mode)))
        }
        (Answer::Tree { .. }, other) | (other, _) => Err(not_asked_for(other)),
    }
}

/// Whether there is a [`difference`]: telling which takes longer.
pub fn differ(standard: &Answer, engine: &Answer) -> bool {
    match (standard, engine) {
        (
            Answer::Tree {
                tree: standard,
                mode: wanted,
                ..
            },
            Answer::Tree { tree, mode, .. },
        ) => !is_same(standard, tree) || mode_difference(*wanted, *mode).is_some(),
        _ => false,
    }
}

/// Whether a tree is the standard's, or what the dump of that is read as.
fn is_same(standard: &Tree, tree: &Tree) -> bool {
    // A dump that is read back is the dump of what was read: what has another is not it.
    standard == tree || (standard.has_dump_of(tree, LONGEST_DUMP) && reads_as(standard, tree))
}

/// How many bytes of dump are read back at most: that of a deep tree takes the square of its depth.
const LONGEST_DUMP: usize = 1 << 20;

/// Whether a tree is what the dump of the standard's is read as.
fn reads_as(standard: &Tree, tree: &Tree) -> bool {
    let dump = standard.dump_within(LONGEST_DUMP);
    dump.is_some_and(|dump| Tree::from_dump(dump.as_bytes()).as_ref() == Ok(tree))
}

fn mode_difference(standard: Option<DocumentMode>, engine: Option<DocumentMode>) -> Option<String> {
    let (standard, engine) = standard.zip(engine)?;
    (standard != engine).then(|| format!("{standard} mode is {engine} mode"))
}
