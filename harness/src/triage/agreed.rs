//! Documents on which an engine answers as the standard does: evidence against causes.

use std::collections::{BTreeSet, VecDeque};

use super::cause::{Cause, predict};
use crate::coverage::Reached;
use crate::engines::Answer;
use crate::engines::standard::Standard;
use crate::input::Input;
use crate::mutants::guarded;
use crate::oracles::Oracle;

/// How many documents are kept: of those asked about while another was made small the last are most like it.
const MOST: usize = 256;

/// Documents on which an engine does not depart, the last of them.
#[derive(Debug, Default)]
pub(super) struct Agreed(VecDeque<Document>);

#[derive(Debug)]
struct Document {
    oracle: Oracle,
    input: Input,
    standard: Answer,
    reached: Reached,
}

impl Agreed {
    /// Adds a document, and what the engine and the standard answer to it.
    pub(super) fn add(&mut self, oracle: Oracle, input: Input, standard: Answer) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        let mut reached = Reached::default();
        guarded(|| Standard::default().make(&input, &mut reached));
        self.0.push_back(Document {
            oracle,
            input,
            standard,
            reached,
        });
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
    }

    /// The causes that would not make the engine depart on these documents. `None`, if each of them would.
    pub(super) fn not_refuted(&self, causes: &BTreeSet<Cause>) -> Option<BTreeSet<Cause>> {
        let is_refuted = |cause: &&Cause| self.0.iter().any(|document| document.refutes(cause));
        let left = causes.iter().filter(|cause| !is_refuted(cause));
        let left: BTreeSet<Cause> = left.cloned().collect();
        (!left.is_empty()).then_some(left)
    }
}

impl Document {
    /// Whether the engine would depart on it for this cause.
    fn refutes(&self, cause: &Cause) -> bool {
        let departs = |answer| self.oracle.differ(&self.standard, &answer);
        cause.is_reached(&self.reached)
            && predict([cause], &self.input, self.oracle).is_none_or(departs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::generate::Soup;

    #[test]
    fn what_would_make_the_engine_depart_where_it_does_not_is_refuted() {
        let cause = |name| Cause::from_engine(name).expect("a variant of the standard engine");
        let off = cause("standard@mutant:in-table/characters:off");
        let ignored = cause("standard@mutant:in-table-text:ignore:doctype");
        let both = BTreeSet::from([off.clone(), ignored.clone()]);
        let mut agreed = Agreed::default();
        assert_eq!(agreed.not_refuted(&both).as_ref(), Some(&both));
        let soup = Soup {
            pieces: vec!["<table> ".into()],
            ..Soup::default()
        };
        let input = soup.input();
        let standard = Standard::default().answer(&input);
        agreed.add(Oracle::Trees, input, standard);
        assert_eq!(agreed.not_refuted(&both), Some(BTreeSet::from([ignored])));
        assert_eq!(agreed.not_refuted(&BTreeSet::from([off])), None);
    }
}
