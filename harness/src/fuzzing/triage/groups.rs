//! Groups: unexplained divergences that are one bug, and what tells them apart.
//!
//! A [circumstance](super::circumstance) that all documents of a group have names the group. Documents on which the
//! engine agrees may have it too; a name that many of these have says little. So the best grouping is the one with the
//! shortest description of the divergent documents: the names, and for each name which documents with it diverge. This
//! is the principle of [minimum description length](https://en.wikipedia.org/wiki/Minimum_description_length).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use itertools::Itertools as _;

use super::circumstance::Circumstance;
use super::observation::Document;
use super::refute::{AT_LARGE, at_large};
use crate::oracles::Oracle;

/// The cost of naming a circumstance, in bits: another group must save as much. Measured on the foreign faults.
const NAME: f64 = 28.0;

/// The least share of documents that have a common circumstance: one in this many.
const COMMON: usize = 4;

/// The number of documents of all kinds that have each circumstance.
static HOW_MANY: LazyLock<HashMap<Circumstance, usize>> = LazyLock::new(|| {
    at_large(Oracle::Trees).flat_map(|document| document.circumstances().collect::<BTreeSet<_>>()).counts()
});

/// Whether a circumstance is too common, at large and among agreeing documents, to say anything about divergent ones.
fn is_common(circumstance: &Circumstance, without: usize, agreeing: usize) -> bool {
    let all = HOW_MANY.get(circumstance).copied().unwrap_or_default();
    all * COMMON > AT_LARGE && without * COMMON > agreeing
}

/// The places of divergent documents that have a circumstance in common.
struct Group<'c> {
    circumstance: &'c Circumstance,
    places: Vec<usize>,
    cost: f64,
}

/// The groups of divergent documents: the circumstance of each, and the places of its documents.
pub(super) fn groups(divergent: &[&Document], agreeing: &[&Document]) -> Vec<(Option<Circumstance>, Vec<usize>)> {
    let of_divergent: Vec<BTreeSet<Circumstance>> =
        divergent.iter().map(|document| document.circumstances().collect()).collect();
    let mut without: BTreeMap<&Circumstance, usize> = of_divergent.iter().flatten().map(|one| (one, 0)).collect();
    for document in agreeing {
        for circumstance in document.circumstances().collect::<BTreeSet<_>>() {
            if let Some(count) = without.get_mut(&circumstance) {
                *count += 1;
            }
        }
    }
    let has = |place: &usize, circumstance: &Circumstance| of_divergent[*place].contains(circumstance);
    let mut left: Vec<usize> = (0..divergent.len()).collect();
    let mut groups: Vec<Group<'_>> = Vec::new();
    let is_common = |circumstance: &Circumstance, without: usize| is_common(circumstance, without, agreeing.len());
    // Repeatedly take the circumstance with the least cost for each document, common ones last.
    while let Some(circumstance) = without
        .iter()
        .filter_map(|(circumstance, without)| {
            let with = left.iter().filter(|place| has(place, circumstance)).count();
            let each = cost(with, *without) / with as f64;
            (with > 0).then(|| (is_common(circumstance, *without), each, *circumstance))
        })
        .min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)))
        .map(|(.., circumstance)| circumstance)
    {
        let places: Vec<usize> = left.extract_if(.., |place| has(place, circumstance)).collect();
        groups.push(Group { circumstance, cost: cost(places.len(), without[circumstance]), places });
    }
    // Repeatedly merge groups with a common circumstance, if that costs less than they do, and less than no name.
    loop {
        let rare = without.iter().filter(|(circumstance, without)| !is_common(circumstance, **without));
        let merged = rare.filter_map(|(circumstance, without)| {
            let alike = groups.iter().filter(|group| group.places.iter().all(|place| has(place, circumstance)));
            let (with, before) =
                alike.fold((0, 0.0), |(with, before), group| (with + group.places.len(), before + group.cost));
            let after = cost(with, *without);
            let unnamed = bits(with, agreeing.len());
            (after < before.min(unnamed)).then_some((*circumstance, before - after, after))
        });
        let best = merged.max_by(|(_, one, _), (_, other, _)| one.total_cmp(other));
        let Some((circumstance, _, cost)) = best else {
            break;
        };
        let alike = groups.extract_if(.., |group| group.places.iter().all(|place| has(place, circumstance)));
        let places = alike.flat_map(|group| group.places).collect();
        groups.push(Group { circumstance, places, cost });
    }
    let groups = groups.into_iter();
    let named = groups.map(|group| (Some(group.circumstance.clone()), group.places));
    let unnamed = (!left.is_empty()).then_some((None, left));
    named.chain(unnamed).collect()
}

/// Whether a group may take in explained documents that have its circumstance too: whether that costs less than naming
/// their explanation. `agreeing` documents have the circumstance.
pub(super) fn takes_in(group: usize, others: usize, agreeing: usize) -> bool {
    bits(group + others, agreeing) - bits(group, agreeing) < NAME
}

/// The bits that it takes to name a circumstance and to say which documents with it diverge.
fn cost(divergent: usize, agreeing: usize) -> f64 {
    NAME + bits(divergent, agreeing)
}

/// The bits that it takes to say which of some documents diverge: the logarithm of the number of ways.
fn bits(divergent: usize, agreeing: usize) -> f64 {
    let ways = (1..=divergent).map(|place| (agreeing + place) as f64 / place as f64);
    ways.map(f64::log2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::generate::TestCase;

    /// The names of the groups, and their sizes.
    fn named(divergent: &[&str], agreeing: &[&str]) -> Vec<(String, usize)> {
        let documents = |texts: &[&str]| -> Vec<Document> {
            let test_cases = texts.iter().map(|text| TestCase::of_pieces(&[text]));
            let documents = test_cases.filter_map(|case| Document::of(Oracle::Trees, case));
            documents.collect()
        };
        let (divergent, agreeing) = (documents(divergent), documents(agreeing));
        let divergent: Vec<&Document> = divergent.iter().collect();
        let agreeing: Vec<&Document> = agreeing.iter().collect();
        let groups = groups(&divergent, &agreeing).into_iter();
        let mut named: Vec<(String, usize)> = groups
            .map(|(circumstance, places)| {
                let words = circumstance.map(|circumstance| circumstance.to_string());
                (words.unwrap_or_default(), places.len())
            })
            .collect();
        named.sort();
        named
    }

    const ORDINARY: [&str; 12] = [
        "",
        "x",
        "<p>",
        "<p>x",
        "<b>x</b>",
        "<table>",
        "<table><tr><td>x",
        "<!--x-->",
        "<p a=b>",
        "<br>",
        "<ul><li>x",
        "<svg>",
    ];

    #[test]
    fn what_divergent_documents_have_in_common_names_them() {
        let divergent = ["<p\u{c}a>", "<table>\u{c}", "\u{c}", "<b\u{c}></b>"];
        assert_eq!(named(&divergent, &ORDINARY), [("on documents with U+000C".to_owned(), 4)]);
        let divergent = ["<p a>", "<b a=''>"];
        assert_eq!(
            named(&divergent, &ORDINARY),
            [("on documents with an attribute value that is empty".to_owned(), 2)]
        );
    }

    #[test]
    fn a_circumstance_is_common_where_it_is_so_at_large_and_among_agreeing_documents() {
        let rare = Circumstance::Depth(1 << 20);
        let common = HOW_MANY.iter().max_by_key(|(_, count)| **count);
        let (common, _) = common.expect("documents have circumstances");
        for (circumstance, without, expected) in [(common, 10, true), (common, 0, false), (&rare, 10, false)] {
            assert_eq!(is_common(circumstance, without, 10), expected, "{circumstance}");
        }
    }

    #[test]
    fn documents_that_have_little_in_common_are_several_groups() {
        let breaks = ["<p\u{c}a>", "<br\u{c}>", "<i\u{c}b>x", "<a\u{c}>"];
        let comments = ["<!--x-->", "y<!---->", "<p><!-->", "<table><!--z-->"];
        let ordinary: Vec<&str> = ORDINARY.into_iter().filter(|text| !text.contains("<!--")).collect();
        let ordinary = ordinary.repeat(20);
        assert_eq!(
            named(&[breaks, comments].concat(), &ordinary),
            [("on documents with U+000C".to_owned(), 4), ("on documents with a comment".to_owned(), 4)]
        );
    }
}
