//! Every sequence of tags over the vocabulary of an insertion mode: the shortest first, none left out.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use compact_str::format_compact;
use crosscheck_standard::clauses::clause;

use super::test_case::{Piece, TestCase};

/// An insertion mode with tags that it has rules for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    /// What the ids of its clauses begin with.
    pub section: &'static str,
    /// What leads there.
    pub prefix: &'static [&'static str],
    /// The tags that its clauses name, and one of each kind that none names.
    pub vocabulary: Vec<Piece>,
}

/// Tags that no rule names.
const ANY_OTHER: [&str; 2] = ["<x>", "</x>"];

/// The section of a mode, and what leads from the beginning of a document there.
const PREFIXES: &[(&str, &[&str])] = &[
    ("before-html", &["<!DOCTYPE html>"]),
    ("before-head", &["<!DOCTYPE html>", "<html>"]),
    ("in-head", &["<!DOCTYPE html>", "<head>"]),
    ("in-head-noscript", &["<!DOCTYPE html>", "<head>", "<noscript>"]),
    ("after-head", &["<!DOCTYPE html>", "<head>", "</head>"]),
    ("in-body", &["<!DOCTYPE html>", "<body>"]),
    ("in-table", &["<!DOCTYPE html>", "<table>"]),
    ("in-caption", &["<!DOCTYPE html>", "<table>", "<caption>"]),
    ("in-column-group", &["<!DOCTYPE html>", "<table>", "<colgroup>"]),
    ("in-table-body", &["<!DOCTYPE html>", "<table>", "<tbody>"]),
    ("in-row", &["<!DOCTYPE html>", "<table>", "<tbody>", "<tr>"]),
    ("in-cell", &["<!DOCTYPE html>", "<table>", "<tbody>", "<tr>", "<td>"]),
    ("in-template", &["<!DOCTYPE html>", "<body>", "<template>"]),
    ("after-body", &["<!DOCTYPE html>", "<body>", "</body>"]),
    ("in-frameset", &["<!DOCTYPE html>", "<frameset>"]),
    ("after-frameset", &["<!DOCTYPE html>", "<frameset>", "</frameset>"]),
    ("after-after-body", &["<!DOCTYPE html>", "<body>", "</body>", "</html>"]),
    ("after-after-frameset", &["<!DOCTYPE html>", "<frameset>", "</frameset>", "</html>"]),
    ("foreign-content", &["<!DOCTYPE html>", "<body>", "<svg>"]),
];

/// The modes, in the standard's order. The alphabets come from the clauses.
pub static MODES: LazyLock<Vec<Mode>> = LazyLock::new(|| {
    let mode = |(section, prefix): &(&'static str, &'static [&'static str])| Mode {
        section,
        prefix,
        vocabulary: vocabulary(section),
    };
    PREFIXES.iter().map(mode).collect()
});

/// The tags that the clauses of a section name. A clause's id says whether it is about start or end tags.
fn vocabulary(section: &str) -> Vec<Piece> {
    let mut tags: BTreeSet<Piece> = ANY_OTHER.map(Piece::from).into();
    for clause in clause::all().filter(|clause| clause.section().key == section) {
        let names = clause.names().iter().filter_map(|name| name.known_spelling());
        for name in names {
            if !clause.id().contains("/end-tag") {
                tags.insert(format_compact!("<{name}>"));
            }
            if !clause.id().contains("/start-tag") {
                tags.insert(format_compact!("</{name}>"));
            }
        }
    }
    tags.into_iter().collect()
}

/// The mode of this section.
pub fn mode(section: &str) -> Option<&'static Mode> {
    MODES.iter().find(|mode| mode.section == section)
}

impl Mode {
    /// Every sequence of up to `longest` tags, the shortest first, the empty one included.
    pub fn sequences(&self, longest: usize) -> impl Iterator<Item = TestCase> {
        (0..=longest).flat_map(|length| self.sequences_of(length))
    }

    /// Every sequence of this many tags, in the order of the vocabulary.
    pub fn sequences_of(&self, length: usize) -> impl Iterator<Item = TestCase> {
        // One digit for each tag; the last runs fastest.
        let mut digits = Some(vec![0; length]);
        std::iter::from_fn(move || {
            let current = digits.take()?;
            let case = self.sequence(&current);
            digits = self.next(current);
            Some(case)
        })
    }

    fn next(&self, mut digits: Vec<usize>) -> Option<Vec<usize>> {
        for place in (0..digits.len()).rev() {
            digits[place] += 1;
            if digits[place] < self.vocabulary.len() {
                return Some(digits);
            }
            digits[place] = 0;
        }
        None
    }

    fn sequence(&self, digits: &[usize]) -> TestCase {
        let prefix = self.prefix.iter().map(|tag| Piece::from(*tag));
        let tags = digits.iter().map(|digit| self.vocabulary[*digit].clone());
        TestCase::document(prefix.chain(tags).collect())
    }
}

/// Every sequence of one tag in every mode, then every sequence of two, and so on without end.
pub fn all() -> impl Iterator<Item = TestCase> {
    (1..).flat_map(|length| MODES.iter().flat_map(move |mode| mode.sequences_of(length)))
}

/// The sequence of this number among [`all`].
pub(super) fn nth(number: u64) -> TestCase {
    let mut left = number;
    for length in 1_u32.. {
        for mode in MODES.iter() {
            let size = mode.vocabulary.len() as u64;
            let count = size.saturating_pow(length);
            if left < count {
                let mut digits = vec![0; length as usize];
                for digit in digits.iter_mut().rev() {
                    *digit = (left % size) as usize;
                    left /= size;
                }
                return mode.sequence(&digits);
            }
            left -= count;
        }
    }
    unreachable!("sequences get longer until there are enough of them")
}

/// One of the sequences, of up to three tags.
pub(super) fn one(u: &mut Unstructured<'_>) -> Result<TestCase> {
    let mode = u.choose(&MODES)?;
    let length = u.int_in_range(1..=3)?;
    let digits: Result<Vec<usize>> = (0..length).map(|_| u.choose_index(mode.vocabulary.len())).collect();
    Ok(mode.sequence(&digits?))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::coverage::Reached;
    use crate::engines::standard::Standard;

    #[test]
    fn every_sequence_comes_once_and_none_is_missing() {
        for mode in MODES.iter() {
            let size = mode.vocabulary.len();
            let longest = if size < 30 { 2 } else { 1 };
            let count: usize = (0..=longest).map(|length| size.pow(length)).sum();
            let sequences: Vec<TestCase> = mode.sequences(longest as usize).collect();
            assert_eq!(sequences.len(), count, "{}", mode.section);
            let texts: HashSet<_> = sequences.iter().map(|case| case.pieces.clone()).collect();
            assert_eq!(texts.len(), count, "{}", mode.section);
            let is_ordered = |pair: &[TestCase]| pair[0].pieces.len() <= pair[1].pieces.len();
            assert!(sequences.windows(2).all(is_ordered), "the shortest first");
        }
    }

    #[test]
    fn numbers_are_places() {
        for (number, case) in all().enumerate().take(20_000) {
            assert_eq!(nth(number as u64), case, "{number}");
        }
    }

    #[test]
    fn the_alphabet_is_that_of_the_clauses() {
        let vocabulary = &mode("in-head-noscript").unwrap().vocabulary;
        for tag in ["<noscript>", "</noscript>", "<link>", "</br>", "<x>", "</x>"] {
            assert!(vocabulary.iter().any(|letter| letter == tag), "{tag}");
        }
        assert!(!vocabulary.iter().any(|letter| letter == "</link>"));
    }

    /// A prefix leads where it says: each tag of the vocabulary then reaches a clause of the mode.
    #[test]
    fn prefixes_lead_to_their_modes() {
        for mode in MODES.iter() {
            let of_mode: Vec<_> = clause::all().filter(|clause| clause.section().key == mode.section).collect();
            for case in mode.sequences_of(1) {
                let mut reached = Reached::default();
                Standard::default().make_watched(&case.input(), &mut reached).unwrap();
                let is_there = of_mode.iter().any(|clause| reached.held(*clause));
                assert!(is_there, "{} does not reach {}", case.text(), mode.section);
            }
        }
    }

    /// What has rows for named tags and is an insertion mode is among the modes.
    #[test]
    fn no_mode_is_missing() {
        let named: BTreeSet<&str> = clause::all()
            .filter(|clause| !clause.names().is_empty() && clause.place().0.contains("/modes/"))
            .map(|clause| clause.section().key)
            .collect();
        assert!(!named.is_empty());
        for section in named {
            assert!(mode(section).is_some(), "{section}");
        }
    }
}
