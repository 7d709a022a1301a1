//! Substitutes shorter markup, to reach documents that removal alone does not.

use std::sync::LazyLock;

use super::{renamed, tag_names};
use crate::fuzzing::generate::{self, TestCase};

/// The name of an element that no rule names.
const NO_RULES_NAME: &str = "x";

/// How long a name may be that is put in the place of longer ones.
const LONGEST: usize = 3;

/// The names to put in the place of longer ones, the shortest first: the standard's, and one that is not.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = generate::tag_names().filter(|name| name.len() <= LONGEST);
    let mut names: Vec<&str> = names.chain([NO_RULES_NAME]).collect();
    names.sort_unstable_by_key(|name| (name.len(), *name != NO_RULES_NAME, *name));
    names.dedup();
    names
});

/// Pieces to put in the place of longer ones, or of two: text, and tags that close or end what is open.
const PIECES: [&str; 6] = ["x", " ", "<p>", "<b>", "</p>", "</b>"];

/// The document with shorter names in the place of others, everywhere at once.
pub(super) fn names(mut best: TestCase, does: &mut impl FnMut(&TestCase) -> bool) -> TestCase {
    for name in tag_names(&best) {
        let shorter = NAMES.iter().take_while(|shorter| shorter.len() < name.len());
        let found = shorter.map(|shorter| renamed(&best, &name, shorter)).find(|case| does(case));
        best = found.unwrap_or(best);
    }
    best
}

/// The document with shorter pieces in the place of two, or of one.
pub(super) fn pieces(mut best: TestCase, does: &mut impl FnMut(&TestCase) -> bool) -> TestCase {
    for count in [2, 1] {
        let mut place = 0;
        while place + count <= best.pieces.len() {
            let found = shorter(&best, place, count).find(|case| does(case));
            best = found.unwrap_or(best);
            place += 1;
        }
    }
    best
}

/// The documents with a shorter piece in place of this many.
fn shorter(case: &TestCase, place: usize, count: usize) -> impl Iterator<Item = TestCase> + '_ {
    let replaced = place..place + count;
    let length: usize = case.pieces[replaced.clone()].iter().map(|piece| piece.len()).sum();
    let pieces = PIECES.iter().filter(move |piece| piece.len() < length);
    pieces.map(move |piece| {
        let mut shorter = case.clone();
        shorter.pieces.splice(replaced.clone(), [(*piece).into()]);
        shorter
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::minimise::minimise;

    /// The smallest document of these pieces that holds one of these texts.
    fn smallest(pieces: &[&str], texts: &[&str]) -> String {
        let case = TestCase::of_pieces(pieces);
        let does = |case: &TestCase| texts.iter().any(|text| case.text().contains(text));
        minimise(&case, does).text()
    }

    #[test]
    fn names_get_shorter() {
        let texts = ["<colgroup>y</colgroup>", "<tr>y</tr>", "<td>y</td>"];
        assert_eq!(smallest(&["<colgroup>", "y", "</colgroup>"], &texts), "<td>y</td>");
        assert_eq!(smallest(&["<mtext>", "y", "</mtext>"], &["<mtext>y</mtext>", "<x>y</x>"]), "<x>y</x>");
        assert_eq!(smallest(&["<tr>"], &["<tr>", "<table>"]), "<tr>");
        assert_eq!(smallest(&["<title>"], &["<title>", "<svg>"]), "<svg>");
    }

    #[test]
    fn one_piece_takes_the_place_of_two_or_of_a_longer_one() {
        assert_eq!(smallest(&["<math>", "<p>"], &["<math><p>", "</p>"]), "</p>");
        assert_eq!(smallest(&["<svg>", "<!-- -->", "<p>"], &["<svg><!-- --><p>", "<svg> <p>"]), "<svg> <p>");
        assert_eq!(smallest(&["<p>", "</p>"], &["</p>"]), "</p>", "no shorter one does");
    }
}
