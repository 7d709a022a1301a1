//! What of two answers is compared.

use super::difference::first_difference;
use crate::engines::Answer;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Comparison {
    Trees,
    Tokens,
}

impl Comparison {
    const ALL: [Self; 2] = [Self::Trees, Self::Tokens];

    /// The first in which an answer differs.
    pub(super) fn first(standard: &Answer, engine: &Answer) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|comparison| comparison.difference(standard, engine).is_some())
    }

    pub(super) fn difference(self, standard: &Answer, engine: &Answer) -> Option<String> {
        match (self, standard, engine) {
            (
                Self::Trees,
                Answer::Tree {
                    tree: should,
                    mode: wanted,
                    ..
                },
                Answer::Tree { tree, mode, .. },
            ) => first_difference(should, tree)
                .or_else(|| (mode.is_some() && mode != wanted).then(|| "another mode".to_owned())),
            (
                Self::Tokens,
                Answer::Tokens { tokens: should, .. },
                Answer::Tokens { tokens, .. },
            ) => (should != tokens).then(|| "other tokens".to_owned()),
            _ => None,
        }
    }
}
