//! The matrix: observations are rows, causes are columns, and a cell says whether the cause predicts what the engine
//! answered.
//!
//! An engine may have several things wrong at once. So a cause need not predict an answer alone: the changes that the engine
//! lacks are at work beside it, and an answer that it mispredicts is no counterexample where it predicts the answer together
//! with another cause on the list.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use itertools::Itertools as _;

use super::candidates::reached;
use super::cause::{Cause, explains, predict, predicts};
use super::observation::{Observation, Seen};
use crate::input::Input;
use crate::oracles::Oracle;

/// How many rows there may be, beside those of minimised documents. Hunts of html5ever, parse5 and turbohtml have fewer; the
/// bound is there for memory, about 5 KB a row.
const MOST_ROWS: usize = 8_192;

/// What a cause says of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// It makes no difference.
    Same,
    /// It predicts the departure.
    Right,
    /// It predicts another answer.
    Wrong,
}

/// A cause and what it says of the observations.
#[derive(Debug, Default)]
struct Column {
    /// How many rows it was held against, or is to be.
    rows: usize,
    /// Those it is yet to be held against; the last comes first.
    pending: Vec<Range<usize>>,
    /// The departures it predicts.
    right: Vec<usize>,
    /// On how many rows it came to bear and gave the engine's answer.
    tried: usize,
    /// The row that it mispredicts.
    counterexample: Option<usize>,
}

impl Column {
    /// The next row to hold it against.
    fn next(&mut self) -> Option<usize> {
        while let Some(rows) = self.pending.last_mut() {
            match rows.next_back() {
                None => drop(self.pending.pop()),
                row => return row,
            }
        }
        None
    }
}

/// What is known of one engine.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    rows: Vec<Observation>,
    asked: HashMap<(Oracle, Input), usize>,
    columns: BTreeMap<Cause, Column>,
    /// The changes that the engine lacks.
    changes: Vec<Cause>,
    /// Whether these make a difference to rows.
    are_changed: HashMap<usize, bool>,
    /// The causes on the list.
    listed: Vec<Cause>,
    /// Departures that a cause predicts together with another one only, by their rows.
    beside: BTreeMap<Cause, BTreeSet<usize>>,
}

impl Matrix {
    pub(super) fn rows(&self) -> &[Observation] {
        &self.rows
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut Observation {
        &mut self.rows[row]
    }

    pub(super) fn changes(&self) -> &[Cause] {
        &self.changes
    }

    /// What the engine made of a document, if it was asked about it for the sake of causes.
    pub(super) fn observation(&self, oracle: Oracle, input: &Input) -> Option<&Observation> {
        let row = self.asked.get(&(oracle, input.clone()))?;
        Some(&self.rows[*row])
    }

    /// Adds an observation that causes are to be held against, if there is room and it is none there already.
    pub(super) fn add(&mut self, observation: Observation) -> Option<usize> {
        let document = &observation.document;
        let row = self.rows.len();
        match self.asked.entry((document.oracle, document.input.clone())) {
            Entry::Vacant(entry) if row < MOST_ROWS => {
                entry.insert(row);
                Some(self.push(observation))
            }
            _ => None,
        }
    }

    /// Adds an observation that is to be explained.
    pub(super) fn push(&mut self, observation: Observation) -> usize {
        self.rows.push(observation);
        self.rows.len() - 1
    }

    /// Says which causes are on the list. What was said of other causes beside other changes is void.
    pub(super) fn list(&mut self, causes: Vec<Cause>) {
        let is_change = |cause: &&Cause| matches!(cause, Cause::Without(_));
        let changes: Vec<Cause> = causes.iter().filter(is_change).cloned().collect();
        if changes != self.changes {
            self.columns
                .values_mut()
                .for_each(|column| *column = Column::default());
            self.are_changed.clear();
            self.changes = changes;
        }
        self.listed = causes;
    }

    /// The row that refutes a cause, if one does. It is held against the rows that are new to it, the newest first, which
    /// are most like what it was made up for.
    pub(super) fn counterexample(&mut self, cause: &Cause) -> Option<usize> {
        let mut column = self.columns.remove(cause).unwrap_or_default();
        column.pending.push(column.rows..self.rows.len());
        column.rows = self.rows.len();
        if let Some(row) = column.counterexample
            && self.is_excused(cause, row)
        {
            column.counterexample = None;
        }
        while column.counterexample.is_none()
            && let Some(row) = column.next()
        {
            match self.cell(cause, row) {
                Cell::Right => {
                    column.right.push(row);
                    column.tried += 1;
                }
                Cell::Same => {
                    let document = &self.rows[row].document;
                    // A change is never said not to be reached.
                    let is_reached =
                        matches!(cause, Cause::Like(_)) && cause.is_reached(&document.reached);
                    column.tried += usize::from(is_reached && !self.rows[row].is_divergent);
                }
                Cell::Wrong if self.is_excused(cause, row) => {}
                Cell::Wrong => column.counterexample = Some(row),
            }
        }
        let counterexample = column.counterexample;
        self.columns.insert(cause.clone(), column);
        counterexample
    }

    fn cell(&mut self, cause: &Cause, row: usize) -> Cell {
        let is_changed = !self.changes.contains(cause) && self.is_changed(row);
        let observation = &self.rows[row];
        let document = &observation.document;
        if !cause.is_reached(&document.reached) && !is_changed {
            return Cell::Same;
        }
        let seen = observation.seen();
        let differ = |one: &_, other: &_| seen.oracle.differ(one, other);
        let alone = predict([cause], seen.input, seen.oracle);
        let is_same = alone
            .as_ref()
            .is_some_and(|answer| !differ(&document.standard, answer));
        let is_right = alone.is_some_and(|answer| !differ(&answer, seen.answer));
        if is_right || !is_changed {
            return match (is_same, is_right) {
                (true, _) => Cell::Same,
                (false, true) => Cell::Right,
                (false, false) => Cell::Wrong,
            };
        }
        let without = predict(&self.changes, seen.input, seen.oracle);
        let with = predict(self.changes.iter().chain([cause]), seen.input, seen.oracle);
        match (without, with) {
            (Some(without), Some(with)) if is_same && !differ(&without, &with) => Cell::Same,
            (Some(without), Some(with))
                if differ(&without, &with) && !differ(&with, seen.answer) =>
            {
                Cell::Right
            }
            _ => Cell::Wrong,
        }
    }

    /// Whether the changes that the engine lacks make a difference to a row.
    fn is_changed(&mut self, row: usize) -> bool {
        let (rows, changes) = (&self.rows, &self.changes);
        *self.are_changed.entry(row).or_insert_with(|| {
            let document = &rows[row].document;
            let with = predict(changes, &document.input, document.oracle);
            !changes.is_empty()
                && with.is_none_or(|with| document.oracle.differ(&document.standard, &with))
        })
    }

    /// Whether a cause predicts the answer together with another on the list.
    fn is_excused(&self, cause: &Cause, row: usize) -> bool {
        let seen = self.rows[row].seen();
        let others = self.listed.iter().filter(|other| *other != cause);
        let both = |other| predicts(self.changes.iter().chain([cause, other]), seen);
        others
            .clone()
            .any(|other| predicts([cause, other], seen) || !self.changes.is_empty() && both(other))
            || predicts(self.listed.iter().chain([cause]), seen)
    }

    /// The departures that a cause predicts, by their rows.
    pub(super) fn right(&self, cause: &Cause) -> BTreeSet<usize> {
        let alone = self
            .columns
            .get(cause)
            .map_or(&[][..], |column| &column.right);
        let beside = self.beside.get(cause).into_iter().flatten();
        alone.iter().chain(beside).copied().collect()
    }

    /// Those of some causes that predict a row together with one that is on the list.
    pub(super) fn right_beside(&self, row: usize, causes: &[Cause]) -> Vec<Cause> {
        let observation = &self.rows[row];
        let seen = observation.seen();
        let is_at_work = |other: &&Cause| {
            matches!(other, Cause::Like(_)) && other.is_reached(&observation.document.reached)
        };
        let others: Vec<&Cause> = self.listed.iter().filter(is_at_work).collect();
        let both = |cause: &Cause, other: &Cause| {
            predicts(self.changes.iter().chain([cause, other]), seen)
        };
        let causes = causes
            .iter()
            .filter(|cause| others.iter().any(|other| both(cause, other)));
        causes.cloned().collect()
    }

    /// Says that causes predict a row together with others on the list.
    pub(super) fn credit(&mut self, row: usize, causes: Vec<Cause>) {
        for cause in causes {
            self.beside.entry(cause).or_default().insert(row);
        }
    }

    /// On how many documents that were asked about for the sake of causes a cause came to bear and gave the engine's
    /// answer.
    pub(super) fn tried(&self, cause: &Cause) -> usize {
        self.columns.get(cause).map_or(0, |column| column.tried)
    }

    /// All causes that were held against rows.
    pub(super) fn causes(&self) -> Vec<Cause> {
        self.columns.keys().cloned().collect()
    }

    /// The row that refutes a cause, as far as it was held against rows.
    pub(super) fn known_counterexample(&self, cause: &Cause) -> Option<usize> {
        self.columns.get(cause)?.counterexample
    }

    /// The first cause on the list that explains an answer alone, or beside the changes that the engine lacks.
    pub(super) fn explaining(&self, seen: Seen<'_>) -> Option<&Cause> {
        self.listed
            .iter()
            .find(|cause| explains(cause, seen, &self.changes))
    }

    /// Whether causes on the list predict an answer together.
    pub(super) fn explain_together(&self, seen: Seen<'_>, most: usize) -> bool {
        explain_together(&self.listed, seen, most)
    }
}

/// Whether causes predict an answer: all of them, or the changes among them and at most so many others. Of two of these one
/// comes to bear by the standard's way too, and of three two do.
pub(super) fn explain_together(causes: &[Cause], seen: Seen<'_>, most: usize) -> bool {
    let (changes, others): (Vec<&Cause>, Vec<&Cause>) = causes
        .iter()
        .partition(|cause| matches!(cause, Cause::Without(_)));
    let with = |few: &[&Cause]| predicts(changes.iter().chain(few).copied(), seen);
    let reached = reached(causes, seen.input);
    let is_reached = |cause: &&&Cause| cause.is_reached(&reached);
    let mut few = (1..=most)
        .flat_map(|size| others.iter().copied().combinations(size))
        .filter(|few| few.iter().filter(is_reached).count() * 2 >= few.len());
    changes.len() > 1 && with(&[]) || others.len() > 1 && with(&others) || few.any(|few| with(&few))
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::generate::Soup;
    use crate::triage::observation::Document;

    pub(in crate::triage) fn cause(mutants: &str) -> Cause {
        let name = format!("standard@mutant:{mutants}");
        Cause::from_engine(&name).expect("a variant of the standard engine")
    }

    /// What an engine with these causes makes of a document.
    pub(in crate::triage) fn observed(causes: &[Cause], text: &str) -> Observation {
        let soup = Soup::of(&Input::document(text)).expect("a document");
        let document = Document::of(Oracle::Trees, soup).expect("the standard has an answer");
        let answer = predict(causes, &document.input, Oracle::Trees).expect("a tree");
        Observation::of(Arc::new(document), answer).expect("a tree is an answer")
    }

    #[test]
    fn an_agreeing_document_on_which_a_cause_says_otherwise_is_a_counterexample() {
        let right = cause("in-table-text:ignore:doctype");
        let broad = cause("in-table/characters:off");
        let engine = std::slice::from_ref(&right);
        let mut matrix = Matrix::default();
        matrix.add(observed(engine, "<table>x<!DOCTYPE>"));
        assert_eq!(matrix.counterexample(&broad), None);
        let row = matrix.add(observed(engine, "<table> "));
        assert_eq!(matrix.counterexample(&broad), row);
        assert_eq!(matrix.counterexample(&right), None);
        assert_eq!(
            matrix.add(observed(engine, "<table> ")),
            None,
            "it is there"
        );
    }

    #[test]
    fn what_another_cause_undoes_refutes_nothing() {
        let scope = cause("list/scope:drop:math:annotation-xml");
        let special = cause("list/special:drop:math:annotation-xml");
        let change = Cause::from_engine("standard@without:processing-instructions-2026");
        let change = change.expect("a change");
        let engine = [scope.clone(), special.clone(), change.clone()];
        let mut matrix = Matrix::default();
        let row = matrix.add(observed(&engine, "<b><math><annotation-xml></b>"));
        assert_eq!(matrix.counterexample(&scope), row);
        matrix.list(vec![change.clone()]);
        assert_eq!(matrix.counterexample(&scope), row);
        matrix.list(vec![change, special]);
        assert_eq!(matrix.counterexample(&scope), None);
    }

    #[test]
    fn a_cause_is_right_beside_the_changes_that_the_engine_lacks() {
        let change = Cause::from_engine("standard@without:processing-instructions-2026");
        let change = change.expect("a change");
        let bug = cause("in-body/start-tag-hr:off");
        let mut matrix = Matrix::default();
        let row = matrix.add(observed(&[change.clone(), bug.clone()], "<p><hr><?x>"));
        assert_eq!(matrix.counterexample(&bug), row);
        matrix.list(vec![change]);
        assert_eq!(matrix.counterexample(&bug), None);
        assert_eq!(matrix.right(&bug), row.into_iter().collect());
    }

    #[test]
    fn what_causes_do_only_together_is_no_news() {
        let three = [
            cause("list/scope:drop:math:annotation-xml"),
            cause("list/special:drop:math:annotation-xml"),
            cause("list/table-sections:drop:thead+list/table-sections:add:table"),
        ];
        // With this as well, all together make another tree.
        let four = [&three[..], &[cause("foreign-content/end-tag:off")]].concat();
        let observation = observed(
            &three,
            "<b><math><annotation-xml></b><template><thead><thead>",
        );
        let explains = |causes: &[Cause], most| explain_together(causes, observation.seen(), most);
        assert!(!explains(&three[1..], 3));
        assert!(explains(&three, 2), "all there are");
        assert!(!explains(&four, 2));
        assert!(explains(&four, 3));
    }
}
