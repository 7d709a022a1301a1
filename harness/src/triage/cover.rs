//! The fewest causes that explain all departures: a greedy set cover of the matrix.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::cause::Cause;
use super::matrix::Matrix;

/// A cause, and the departures it is chosen for.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) cause: Cause,
    /// The rows, the smallest document first.
    pub(super) rows: Vec<usize>,
    /// What else explains them all.
    pub(super) alternatives: Vec<Cause>,
}

/// How often the list is made anew at most because what is on it excuses causes, or makes changes be at work. Not measured
/// yet.
const MOST_ROUNDS: usize = 4;

/// Chooses causes for rows, and lists them in the matrix with those `known` before. Gives the rows that are left too.
pub(super) fn cover(
    matrix: &mut Matrix,
    rows: &[usize],
    known: &[Cause],
) -> (Vec<Chosen>, Vec<usize>) {
    let mut best = choose(matrix, rows);
    for _ in 1..MOST_ROUNDS {
        let mut listed: Vec<Cause> = known.to_vec();
        listed.extend(best.0.iter().map(|chosen| chosen.cause.clone()));
        matrix.list(listed);
        let again = choose(matrix, rows);
        let causes = |chosen: &[Chosen]| -> Vec<Cause> {
            chosen.iter().map(|chosen| chosen.cause.clone()).collect()
        };
        let is_same = causes(&again.0) == causes(&best.0);
        best = again;
        if is_same {
            break;
        }
    }
    best
}

/// Again and again the cause that explains most of the rows left; of several the one that says most.
fn choose(matrix: &mut Matrix, rows: &[usize]) -> (Vec<Chosen>, Vec<usize>) {
    let mut candidates: Vec<(Cause, BTreeSet<usize>)> = Vec::new();
    for cause in matrix.causes() {
        let right = matrix.right(&cause, rows);
        if !right.is_empty() && matrix.counterexample(&cause).is_none() && matrix.is_evident(&cause)
        {
            candidates.push((cause, right));
        }
    }
    let mut left: Vec<usize> = rows.to_vec();
    let mut chosen: Vec<Chosen> = Vec::new();
    loop {
        let covered =
            |right: &BTreeSet<usize>| left.iter().filter(|row| right.contains(row)).count();
        let best = candidates
            .iter()
            .map(|(cause, right)| (Reverse(covered(right)), cause.rank(), cause, right))
            .filter(|(Reverse(covered), ..)| *covered > 0)
            .min_by(|one, other| (one.0, one.1, one.2).cmp(&(other.0, other.1, other.2)));
        let Some((_, _, cause, right)) = best else {
            break;
        };
        let mut of_cause: Vec<usize> = left.extract_if(.., |row| right.contains(row)).collect();
        of_cause.sort_by_key(|row| (matrix.rows()[*row].size(), *row));
        let explains_all = |right: &BTreeSet<usize>| of_cause.iter().all(|row| right.contains(row));
        let others = candidates
            .iter()
            .filter(|(other, right)| other != cause && explains_all(right));
        let mut alternatives: Vec<Cause> = others.map(|(other, _)| other.clone()).collect();
        alternatives.sort_by_key(Cause::rank);
        chosen.push(Chosen {
            cause: cause.clone(),
            rows: of_cause,
            alternatives,
        });
    }
    (merged(matrix, chosen), left)
}

/// Makes one of causes that go together, where all that is wrong together explains every row and nothing refutes it.
fn merged(matrix: &mut Matrix, chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut merged: Vec<Chosen> = Vec::new();
    for one in chosen {
        let together = merged.iter().enumerate().find_map(|(place, other)| {
            let cause = other.cause.and_akin(&one.cause)?;
            let rows = [&one.rows[..], &other.rows].concat();
            let explains_all = matrix.right(&cause, &rows).len() == rows.len();
            let is_refuted = matrix.counterexample(&cause).is_some();
            (explains_all && !is_refuted).then_some((place, cause))
        });
        match together {
            Some((place, cause)) => {
                let into = &mut merged[place];
                into.cause = cause;
                into.alternatives.clear();
                into.rows.extend(one.rows);
                into.rows
                    .sort_by_key(|row| (matrix.rows()[*row].size(), *row));
            }
            None => merged.push(one),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::matrix::tests::{cause, observed};

    /// The causes chosen for what an engine makes of documents, and how many documents are left.
    fn chosen(engine: &[Cause], candidates: &[Cause], documents: &[&str]) -> (Vec<Cause>, usize) {
        let mut matrix = Matrix::default();
        let rows: Vec<usize> = documents
            .iter()
            .filter_map(|text| matrix.add(observed(engine, text)))
            .collect();
        let divergent: Vec<usize> = rows
            .into_iter()
            .filter(|row| matrix.rows()[*row].is_divergent)
            .collect();
        for candidate in candidates {
            matrix.counterexample(candidate);
        }
        let (chosen, left) = cover(&mut matrix, &divergent, &[]);
        (
            chosen.into_iter().map(|chosen| chosen.cause).collect(),
            left.len(),
        )
    }

    #[test]
    fn the_cause_that_explains_most_is_chosen_and_what_is_refuted_is_not() {
        let special = cause("list/special:drop:search");
        let hr = cause("in-body/start-tag-hr:off");
        let broad = cause("in-body/end-tag-formatting:off");
        let candidates = [broad, special.clone(), hr.clone()];
        let documents = [
            "<b><search></b>",
            "<b><search></b><p>",
            "<p><hr>",
            "<b></b>x",
        ];
        let engine = [special.clone(), hr.clone()];
        assert_eq!(
            chosen(&engine, &candidates, &documents),
            (vec![special, hr.clone()], 0)
        );
        let candidates = [hr];
        assert_eq!(
            chosen(&engine, &candidates, &documents),
            (candidates.to_vec(), 2)
        );
    }

    #[test]
    fn one_rule_of_several_insertion_modes_is_one_cause() {
        let names = [
            "before-head/start-tag-html:off",
            "in-head/start-tag-html:off",
        ];
        let engine = names.map(cause);
        let documents = ["<html><html><head a=b>", "<head><html><!---->"];
        let both = engine[0].and_akin(&engine[1]).expect("they have one title");
        let sentence = both.title("x");
        assert!(
            sentence.starts_with("x does not apply the rule “an html start tag goes by in body”"),
            "{sentence}"
        );
        assert_eq!(chosen(&engine, &engine, &documents), (vec![both], 0));
    }
}
