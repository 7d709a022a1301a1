//! The fewest causes that explain all divergent rows: a greedy set cover of the matrix.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crosscheck_standard::clauses::clause::{self, Clause};
use itertools::Itertools as _;

use super::cause::Cause;
use super::matrix::Matrix;

/// A cause, and the divergent rows it is chosen for.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) cause: Cause,
    /// The rows, the smallest document first.
    pub(super) rows: Vec<usize>,
    /// The other causes that explain all of them.
    pub(super) alternatives: Vec<Cause>,
}

/// How often causes are chosen again at most, because the chosen ones excuse others or include changes. Not measured
/// yet.
const MOST_ROUNDS: usize = 4;

/// Chooses causes for rows, and lists them in the matrix after the `known` ones. Of causes that explain equally many
/// rows it prefers those that explain more of the `others`. Returns also the rows that no cause explains.
pub(super) fn cover(
    matrix: &mut Matrix,
    rows: &[usize],
    known: &[Cause],
    others: &[usize],
) -> (Vec<Chosen>, Vec<usize>) {
    let mut best = choose(matrix, rows, others);
    for _ in 1..MOST_ROUNDS {
        let mut listed: Vec<Cause> = known.to_vec();
        listed.extend(best.0.iter().map(|chosen| chosen.cause.clone()));
        matrix.list(listed);
        let again = choose(matrix, rows, others);
        let causes = |chosen: &[Chosen]| -> Vec<Cause> { chosen.iter().map(|chosen| chosen.cause.clone()).collect() };
        let is_same = causes(&again.0) == causes(&best.0);
        best = again;
        if is_same {
            break;
        }
    }
    best
}

/// Repeatedly takes the cause that explains most of the rows left; of several, the one that explains most of the
/// others, and of these the one with the lowest rank.
fn choose(matrix: &mut Matrix, rows: &[usize], others: &[usize]) -> (Vec<Chosen>, Vec<usize>) {
    let mut candidates: Vec<(Cause, BTreeSet<usize>)> = Vec::new();
    for cause in matrix.causes() {
        let right = matrix.right(&cause, rows);
        if !right.is_empty() && matrix.counterexample(&cause).is_none() && matrix.is_evident(&cause) {
            candidates.push((cause, right));
        }
    }
    let mut left: Vec<usize> = rows.to_vec();
    let mut chosen: Vec<Chosen> = Vec::new();
    loop {
        let covered = |right: &BTreeSet<usize>| left.iter().filter(|row| right.contains(row)).count();
        let best = candidates.iter().max_set_by_key(|(_, right)| covered(right));
        let best = match best.as_slice() {
            [(_, right), ..] if covered(right) == 0 => None,
            [one] => Some(*one),
            several => several.iter().copied().min_by_key(|(cause, _)| {
                let explained = matrix.right(cause, others).len();
                (Reverse(explained), cause.rank(), cause)
            }),
        };
        let Some((cause, right)) = best else {
            break;
        };
        let mut of_cause: Vec<usize> = left.extract_if(.., |row| right.contains(row)).collect();
        of_cause.sort_by_key(|row| (matrix.rows()[*row].size(), *row));
        let explains_all = |right: &BTreeSet<usize>| of_cause.iter().all(|row| right.contains(row));
        let others = candidates.iter().filter(|(other, right)| other != cause && explains_all(right));
        let mut alternatives: Vec<Cause> = others.map(|(other, _)| other.clone()).collect();
        alternatives.sort_by_key(Cause::rank);
        chosen.push(Chosen { cause: cause.clone(), rows: of_cause, alternatives });
    }
    (merged(matrix, chosen), left)
}

/// Merges related causes where the merged cause explains every row and nothing refutes it.
fn merged(matrix: &mut Matrix, chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut merged: Vec<Chosen> = Vec::new();
    for one in chosen {
        let together = merged.iter().enumerate().find_map(|(place, other)| {
            let cause = other.cause.and_akin(&one.cause)?;
            Some((place, united(matrix, cause, [other, &one])?))
        });
        match together {
            Some((place, united)) => merged[place] = united,
            None => merged.push(one),
        }
    }
    let mut sections: Vec<&str> = merged.iter().flat_map(sections).collect();
    sections.sort_by_key(|section| (Reverse(section.len()), *section));
    sections.dedup();
    for section in sections {
        let within: Vec<&Chosen> = merged.iter().filter(|chosen| is_within(chosen, section)).collect();
        if is_much_of(matrix, section, &within) {
            let cause = Cause::all_of(within.iter().map(|chosen| &chosen.cause));
            if let Some(united) = united(matrix, cause, within) {
                merged.retain(|chosen| !is_within(chosen, section));
                merged.push(united);
            }
        }
    }
    merged
}

/// One cause instead of several, if it explains all of their rows and nothing refutes it.
fn united<'c>(matrix: &mut Matrix, cause: Cause, chosen: impl IntoIterator<Item = &'c Chosen>) -> Option<Chosen> {
    let rows = chosen.into_iter().flat_map(|chosen| &chosen.rows);
    let mut rows: Vec<usize> = rows.copied().collect();
    let explains_all = matrix.right(&cause, &rows).len() == rows.len();
    if !explains_all || matrix.counterexample(&cause).is_some() {
        return None;
    }
    rows.sort_by_key(|row| (matrix.rows()[*row].size(), *row));
    Some(Chosen { cause, rows, alternatives: Vec::new() })
}

/// The least number of wrong parts of a section that are one cause.
const SEVERAL: usize = 3;

/// The least share of a section that is wrong then: one part in this many.
const SHARE: usize = 3;

/// The sections of the wrong clauses: an insertion mode or a state, and a row with its conditions.
fn sections(chosen: &Chosen) -> Vec<&'static str> {
    let ids = chosen.cause.clauses().into_iter().map(Clause::id);
    ids.flat_map(|id| id.match_indices('/').map(|(end, _)| &id[..end])).collect()
}

/// The part of a section that an id names.
fn below<'i>(id: &'i str, section: &str) -> Option<&'i str> {
    id.strip_prefix(section)?.strip_prefix('/')?.split('/').next()
}

fn is_within(chosen: &Chosen, section: &str) -> bool {
    let clauses = chosen.cause.clauses();
    !clauses.is_empty() && clauses.iter().all(|clause| below(clause.id(), section).is_some())
}

/// Whether several causes are wrong in much of what divergent documents reach of a section.
fn is_much_of(matrix: &Matrix, section: &str, within: &[&Chosen]) -> bool {
    let parts = |clauses: &mut dyn Iterator<Item = Clause>| -> usize {
        let parts = clauses.filter_map(|clause| below(clause.id(), section));
        parts.collect::<BTreeSet<&str>>().len()
    };
    within.len() > 1 && {
        let wrong = parts(&mut within.iter().flat_map(|chosen| chosen.cause.clauses()));
        let all = parts(&mut clause::all().filter(|clause| matrix.reaches(*clause)));
        wrong >= SEVERAL && wrong * SHARE >= all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::triage::matrix::tests::{cause, observed};

    /// The causes chosen for an engine's answers to documents, and the number of documents left.
    fn chosen(engine: &[Cause], candidates: &[Cause], documents: &[&str]) -> (Vec<Cause>, usize) {
        let mut matrix = Matrix::default();
        let rows: Vec<usize> = documents.iter().filter_map(|text| matrix.add(observed(engine, text))).collect();
        let divergent: Vec<usize> = rows.into_iter().filter(|row| matrix.rows()[*row].is_divergent).collect();
        for candidate in candidates {
            matrix.counterexample(candidate);
        }
        let (chosen, left) = cover(&mut matrix, &divergent, &[], &[]);
        (chosen.into_iter().map(|chosen| chosen.cause).collect(), left.len())
    }

    #[test]
    fn the_cause_that_explains_most_is_chosen_and_what_is_refuted_is_not() {
        let special = cause("list/special:drop:search");
        let hr = cause("in-body/start-tag-hr:off");
        let broad = cause("in-body/end-tag-formatting:off");
        let candidates = [broad, special.clone(), hr.clone()];
        let documents = ["<b><search></b>", "<b><search></b><p>", "<p><hr>", "<b></b>x"];
        let engine = [special.clone(), hr.clone()];
        assert_eq!(chosen(&engine, &candidates, &documents), (vec![special, hr.clone()], 0));
        let candidates = [hr];
        assert_eq!(chosen(&engine, &candidates, &documents), (candidates.to_vec(), 2));
    }

    #[test]
    fn the_smallest_document_comes_first() {
        let hr = cause("in-body/start-tag-hr:off");
        let engine = std::slice::from_ref(&hr);
        let mut matrix = Matrix::default();
        let rows = ["<p>x<hr>", "<p><hr>"].map(|text| matrix.add_small(observed(engine, text)));
        matrix.counterexample(&hr);
        let (chosen, _) = cover(&mut matrix, &rows, &[], &[]);
        assert_eq!(chosen[0].rows, [rows[1], rows[0]]);
    }

    #[test]
    fn one_rule_of_several_insertion_modes_is_one_cause() {
        let names = ["before-head/start-tag-html:off", "in-head/start-tag-html:off"];
        let engine = names.map(cause);
        let documents = ["<html><html><head a=b>", "<head><html><!---->"];
        let both = engine[0].and_akin(&engine[1]).expect("their rules have one title");
        assert_eq!(chosen(&engine, &engine, &documents), (vec![both], 0));
    }
}
