//! The matrix: rows are observations, columns are causes, and a cell says whether the cause predicts the engine's
//! answer.
//!
//! An engine may have several things wrong at once. So a cause may predict an answer together with the changes that the
//! engine lacks, and a wrong prediction is no counterexample if the cause and another listed one together predict the
//! answer.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crosscheck_standard::clauses::clause::Clause;
use itertools::Itertools as _;

use super::candidates::reached;
use super::cause::{Cause, explains, predict, predicts};
use super::observation::{Observation, Seen, differ};
use crate::coverage::Reached;
use crate::model::input::Input;
use crate::mutants::Mutant;
use crate::oracles::Oracle;

/// How many rows there are at most, to bound memory. Not measured yet.
const MOST_ROWS: usize = 8_192;

/// How a cause's prediction compares with an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// The cause does not apply.
    Idle,
    /// The cause applies, and predicts the standard's answer, which is the engine's.
    Agrees,
    /// The cause predicts the divergent answer.
    Right,
    /// The cause predicts another answer.
    Wrong,
}

/// The column of a cause.
#[derive(Debug, Default)]
struct Column {
    /// The cells by row, as far as they were needed.
    cells: Vec<Option<Cell>>,
    /// Whether the engine was asked about documents of all kinds for this cause: for trees, and for errors.
    is_sampled: [bool; 2],
    /// The divergent rows that were examined closely, and whether they refute the cause.
    close: BTreeMap<usize, bool>,
    verdict: Verdict,
}

/// Whether a cause is refuted, and what that is based on.
#[derive(Debug, Clone, Copy, Default)]
struct Verdict {
    /// The number of the list of causes, any of which may excuse it.
    list: usize,
    /// The number of rows.
    rows: usize,
    /// The row that refutes it.
    counterexample: Option<usize>,
}

/// The matrix of one engine.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    rows: Vec<Observation>,
    asked: HashMap<(Oracle, Input), usize>,
    /// The rows of minimised divergent documents.
    small: BTreeSet<usize>,
    columns: BTreeMap<Cause, Column>,
    /// The changes that the engine lacks.
    changes: Vec<Cause>,
    /// Whether changes affect rows.
    are_changed: HashMap<Vec<Cause>, BTreeMap<usize, bool>>,
    /// Whether the engine was asked about documents at large: for trees, and for errors.
    is_asked_at_large: [bool; 2],
    /// The causes on the list.
    listed: Vec<Cause>,
    /// The number of earlier lists.
    lists: usize,
    /// The divergent rows that a cause predicts only together with another one.
    beside: BTreeMap<Cause, BTreeSet<usize>>,
}

impl Matrix {
    pub(super) fn rows(&self) -> &[Observation] {
        &self.rows
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut Observation {
        &mut self.rows[row]
    }

    /// The number of divergent documents that rows represent.
    pub(super) fn count(&self, rows: &[usize]) -> usize {
        rows.iter().map(|row| self.rows[*row].count).sum()
    }

    pub(super) fn changes(&self) -> &[Cause] {
        &self.changes
    }

    /// The observation of a document, if there is a row of it.
    pub(super) fn observation(&self, oracle: Oracle, input: &Input) -> Option<&Observation> {
        Some(&self.rows[self.row(oracle, input)?])
    }

    /// The row of a document.
    pub(super) fn row(&self, oracle: Oracle, input: &Input) -> Option<usize> {
        self.asked.get(&(oracle, input.clone())).copied()
    }

    /// Adds the row of an observation, if there is room and no row of its document.
    pub(super) fn add(&mut self, observation: Observation) -> Option<usize> {
        let document = &observation.document;
        let row = self.rows.len();
        match self.asked.entry((document.oracle, document.input.clone())) {
            Entry::Vacant(entry) if row < MOST_ROWS => {
                entry.insert(row);
                self.rows.push(observation);
                Some(row)
            }
            _ => None,
        }
    }

    /// Adds the row of a minimised document, which is to be explained.
    pub(super) fn add_small(&mut self, observation: Observation) -> usize {
        let row = self.rows.len();
        self.rows.push(observation);
        self.small.insert(row);
        row
    }

    /// Sets the list of causes. Cells of rows that other changes affect become void.
    pub(super) fn list(&mut self, causes: Vec<Cause>) {
        if causes == self.listed {
            return;
        }
        let is_change = |cause: &&Cause| matches!(cause, Cause::Without(_));
        let changes: Vec<Cause> = causes.iter().filter(is_change).cloned().collect();
        if changes != self.changes {
            let were_changed = self.rows_that_are_changed();
            self.changes = changes;
            let are_changed = self.rows_that_are_changed();
            for column in self.columns.values_mut() {
                for row in were_changed.iter().chain(&are_changed) {
                    if let Some(cell) = column.cells.get_mut(*row) {
                        *cell = None;
                    }
                }
            }
        }
        self.listed = causes;
        self.lists += 1;
    }

    /// The row that refutes a cause, if one does. The newest rows come first: they are most like the document of the
    /// cause.
    pub(super) fn counterexample(&mut self, cause: &Cause) -> Option<usize> {
        let verdict = self.columns.entry(cause.clone()).or_default().verdict;
        let known = match verdict.list == self.lists {
            true if verdict.counterexample.is_some() => return verdict.counterexample,
            true => verdict.rows,
            false => 0,
        };
        let mut rows = verdict.counterexample.into_iter().chain((known..self.rows.len()).rev());
        let counterexample = rows.find(|row| self.is_telling(cause, *row) && self.is_wrong(cause, *row));
        let verdict = Verdict { list: self.lists, rows: self.rows.len(), counterexample };
        self.columns.entry(cause.clone()).or_default().verdict = verdict;
        counterexample
    }

    /// Whether a row can refute a cause. A divergent document that is not minimised may show another fault.
    fn is_telling(&self, cause: &Cause, row: usize) -> bool {
        let refutes = |column: &Column| column.close.get(&row) == Some(&true);
        !self.rows[row].is_divergent || self.small.contains(&row) || self.columns.get(cause).is_some_and(refutes)
    }

    /// Whether a cause mispredicts a row, and no other cause excuses it.
    fn is_wrong(&mut self, cause: &Cause, row: usize) -> bool {
        self.cell(cause, row) == Cell::Wrong && !self.is_excused(cause, row)
    }

    /// A divergent row that a cause mispredicts and that was not examined closely.
    pub(super) fn doubtful(&mut self, cause: &Cause) -> Option<usize> {
        let mut rows = (0..self.rows.len()).rev();
        rows.find(|row| {
            let column = self.columns.get(cause);
            !self.is_telling(cause, *row)
                && column.is_none_or(|column| !column.close.contains_key(row))
                && self.is_wrong(cause, *row)
        })
    }

    /// Sets whether a divergent row that was examined closely refutes a cause.
    pub(super) fn look_closely(&mut self, cause: &Cause, row: usize, refutes: bool) {
        let column = self.columns.entry(cause.clone()).or_default();
        column.close.insert(row, refutes);
        column.verdict.rows = column.verdict.rows.min(row);
    }

    /// The divergent rows.
    pub(super) fn divergent(&self) -> Vec<usize> {
        let rows = 0..self.rows.len();
        rows.filter(|row| self.rows[*row].is_divergent).collect()
    }

    /// Whether any divergent row reaches a clause.
    pub(super) fn reaches(&self, clause: Clause) -> bool {
        let mut divergent = self.rows.iter().filter(|row| row.is_divergent);
        divergent.any(|row| row.document.reached.held(clause))
    }

    /// Whether all that a cause states was seen. An inverted condition takes a divergent row where it holds, and one
    /// where it does not.
    pub(super) fn is_evident(&self, cause: &Cause) -> bool {
        let (Cause::Like(mutants), Some(column)) = (cause, self.columns.get(cause)) else {
            return true;
        };
        let is_seen = |is_reached: &dyn Fn(&Reached) -> bool| {
            let mut cells = self.rows.iter().zip(&column.cells);
            cells.any(|(row, cell)| *cell == Some(Cell::Right) && is_reached(&row.document.reached))
        };
        mutants.iter().all(|mutant| match mutant {
            Mutant::Negated(clause) => {
                is_seen(&|reached| reached.held(clause)) && is_seen(&|reached| reached.failed(clause))
            }
            _ => true,
        })
    }

    /// Whether the engine was not yet asked about documents of all kinds for a cause, by errors or else; marks it as
    /// asked.
    pub(super) fn samples(&mut self, cause: &Cause, by_errors: bool) -> bool {
        let column = self.columns.entry(cause.clone()).or_default();
        !std::mem::replace(&mut column.is_sampled[usize::from(by_errors)], true)
    }

    /// Whether the engine was not yet asked about documents at large, by errors or else; marks it as asked.
    pub(super) fn asks_at_large(&mut self, by_errors: bool) -> bool {
        !std::mem::replace(&mut self.is_asked_at_large[usize::from(by_errors)], true)
    }

    fn cell(&mut self, cause: &Cause, row: usize) -> Cell {
        let column = self.columns.entry(cause.clone()).or_default();
        if column.cells.len() <= row {
            column.cells.resize(self.rows.len(), None);
        }
        if let Some(cell) = column.cells[row] {
            return cell;
        }
        let cell = self.predicted(cause, row);
        self.columns.entry(cause.clone()).or_default().cells[row] = Some(cell);
        cell
    }

    fn predicted(&mut self, cause: &Cause, row: usize) -> Cell {
        let is_changed = !self.changes.contains(cause) && self.is_changed(row);
        let observation = &self.rows[row];
        let document = &observation.document;
        let is_reached = cause.is_reached(&document.reached);
        if !is_reached && !is_changed {
            return Cell::Idle;
        }
        // Changes always count as reached.
        let same = match is_reached && matches!(cause, Cause::Like(_)) && !observation.is_divergent {
            true => Cell::Agrees,
            false => Cell::Idle,
        };
        let seen = observation.seen();
        let differ = |one: &_, other: &_| differ(seen.oracle, one, other);
        let alone = predict([cause], seen.input, seen.oracle);
        let is_same = alone.as_ref().is_some_and(|answer| !differ(&document.standard, answer));
        let is_right = alone.is_some_and(|answer| !differ(&answer, seen.answer));
        if is_right || !is_changed {
            return match (is_same, is_right) {
                (true, _) => same,
                (false, true) => Cell::Right,
                (false, false) => Cell::Wrong,
            };
        }
        let without = predict(&self.changes, seen.input, seen.oracle);
        let with = predict(self.changes.iter().chain([cause]), seen.input, seen.oracle);
        match (without, with) {
            (Some(without), Some(with)) if is_same && !differ(&without, &with) => same,
            (Some(without), Some(with)) if differ(&without, &with) && !differ(&with, seen.answer) => Cell::Right,
            _ => Cell::Wrong,
        }
    }

    /// The rows that the changes affect which the engine lacks.
    fn rows_that_are_changed(&mut self) -> Vec<usize> {
        let rows = 0..self.rows.len();
        rows.filter(|row| self.is_changed(*row)).collect()
    }

    /// Whether the changes that the engine lacks affect a row.
    fn is_changed(&mut self, row: usize) -> bool {
        let (document, changes) = (&self.rows[row].document, &self.changes);
        if changes.is_empty() {
            return false;
        }
        let rows = self.are_changed.entry(changes.clone()).or_default();
        *rows.entry(row).or_insert_with(|| {
            let with = predict(changes, &document.input, document.oracle);
            with.is_none_or(|with| differ(document.oracle, &document.standard, &with))
        })
    }

    /// The causes that predict a row, alone or together with the changes that the engine lacks.
    pub(super) fn explaining_row(&mut self, row: usize, mut causes: Vec<Cause>) -> Vec<Cause> {
        let is_changed = self.is_changed(row);
        let seen = self.rows[row].seen();
        let changes = if is_changed { &self.changes[..] } else { &[] };
        causes.retain(|cause| explains(cause, seen, changes));
        causes
    }

    /// Whether a cause predicts the answer together with a listed one that applies, or with all listed ones.
    fn is_excused(&self, cause: &Cause, row: usize) -> bool {
        let seen = self.rows[row].seen();
        self.at_work(row).into_iter().any(|other| {
            predicts([cause, other], seen)
                || !self.changes.is_empty() && predicts(self.changes.iter().chain([cause, other]), seen)
        }) || predicts(self.listed.iter().chain([cause]), seen)
    }

    /// The listed causes, but for changes, that apply to a row.
    fn at_work(&self, row: usize) -> Vec<&Cause> {
        let reached = &self.rows[row].document.reached;
        let is_at_work = |other: &&Cause| matches!(other, Cause::Like(_)) && other.is_reached(reached);
        self.listed.iter().filter(is_at_work).collect()
    }

    /// The rows that a cause predicts.
    pub(super) fn right(&mut self, cause: &Cause, rows: &[usize]) -> BTreeSet<usize> {
        let beside = self.beside.get(cause).cloned().unwrap_or_default();
        let is_right = |row: &usize| beside.contains(row) || self.cell(cause, *row) == Cell::Right;
        rows.iter().copied().filter(is_right).collect()
    }

    /// The causes that predict a row together with a listed one.
    pub(super) fn right_beside(&self, row: usize, causes: &[Cause]) -> Vec<Cause> {
        let seen = self.rows[row].seen();
        let others = self.at_work(row);
        let both = |cause: &Cause, other: &Cause| predicts(self.changes.iter().chain([cause, other]), seen);
        let causes = causes.iter().filter(|cause| others.iter().any(|other| both(cause, other)));
        causes.cloned().collect()
    }

    /// Marks a row as predicted by causes together with listed ones.
    pub(super) fn credit(&mut self, row: usize, causes: Vec<Cause>) {
        for cause in causes {
            self.beside.entry(cause).or_default().insert(row);
        }
    }

    /// The number of rows to which a cause applies and whose answer it gives.
    pub(super) fn tried(&self, cause: &Cause) -> usize {
        let cells = self.columns.get(cause).map_or(&[][..], |column| &column.cells);
        let is_tried = |cell: &&Option<Cell>| matches!(cell, Some(Cell::Agrees | Cell::Right));
        cells.iter().filter(is_tried).count()
    }

    /// The divergent rows that a cause is known to predict alone.
    pub(super) fn departures(&self, cause: &Cause) -> BTreeSet<usize> {
        let column = self.columns.get(cause);
        let cells = column.into_iter().flat_map(|column| column.cells.iter().enumerate());
        let right = cells.filter(|(_, cell)| **cell == Some(Cell::Right));
        right.map(|(row, _)| row).collect()
    }

    /// All causes that have a column.
    pub(super) fn causes(&self) -> Vec<Cause> {
        self.columns.keys().cloned().collect()
    }

    /// The row that is known to refute a cause.
    pub(super) fn known_counterexample(&self, cause: &Cause) -> Option<usize> {
        self.columns.get(cause)?.verdict.counterexample
    }

    /// The first listed cause that explains an answer alone, or else together with the changes that the engine lacks.
    pub(super) fn explaining(&self, seen: Seen<'_>) -> Option<&Cause> {
        let alone = self.listed.iter().find(|cause| predicts([*cause], seen));
        let beside = || self.listed.iter().find(|cause| explains(cause, seen, &self.changes));
        alone.or_else(beside)
    }

    /// Whether at most this many listed causes predict an answer together.
    pub(super) fn explain_together(&self, seen: Seen<'_>, most: usize) -> bool {
        explain_together(&self.listed, seen, most)
    }
}

/// Whether causes together predict an answer: all of them, or the changes among them and at most this many others. At
/// least half of these others must apply to the document.
pub(super) fn explain_together(causes: &[Cause], seen: Seen<'_>, most: usize) -> bool {
    let (changes, others): (Vec<&Cause>, Vec<&Cause>) =
        causes.iter().partition(|cause| matches!(cause, Cause::Without(_)));
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
    use crate::fuzzing::generate::TestCase;
    use crate::fuzzing::triage::observation::Document;

    pub(in crate::fuzzing::triage) fn cause(mutants: &str) -> Cause {
        let name = format!("standard@mutant:{mutants}");
        Cause::from_engine(&name).expect("a variant of the standard engine")
    }

    /// The observation of a document on an engine with these causes.
    pub(in crate::fuzzing::triage) fn observed(causes: &[Cause], text: &str) -> Observation {
        let case = TestCase::of(&Input::document(text)).expect("a document");
        let document = Document::of(Oracle::Trees, case).expect("the standard has an answer");
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
        assert_eq!(matrix.add(observed(engine, "<table> ")), None, "there is a row of it");
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
        let row = matrix.add_small(observed(&[change.clone(), bug.clone()], "<p><hr><?x>"));
        assert_eq!(matrix.counterexample(&bug), Some(row));
        matrix.list(vec![change]);
        assert_eq!(matrix.counterexample(&bug), None);
        assert_eq!(matrix.right(&bug, &[row]), BTreeSet::from([row]));
    }

    #[test]
    fn a_document_with_another_fault_refutes_nothing_unless_it_was_looked_at_closely() {
        let bug = cause("in-body/start-tag-hr:off");
        let other = cause("list/special:drop:search");
        let mut matrix = Matrix::default();
        let row = matrix.add(observed(&[bug.clone(), other], "<b><search></b><p><hr>"));
        assert_eq!(matrix.counterexample(&bug), None);
        assert_eq!(matrix.doubtful(&bug), row);
        let row = row.expect("it is new");
        matrix.look_closely(&bug, row, false);
        assert_eq!((matrix.doubtful(&bug), matrix.counterexample(&bug)), (None, None));
        matrix.look_closely(&bug, row, true);
        assert_eq!(matrix.counterexample(&bug), Some(row));
    }

    #[test]
    fn a_condition_turned_round_is_evident_from_departures_on_both_sides_of_it() {
        let turned = cause("in-body/start-tag-hr/close-p:negated");
        let engine = std::slice::from_ref(&turned);
        for (documents, is_evident) in [(&["<p><hr>"][..], false), (&["<hr>"], false), (&["<p><hr>", "<hr>"], true)] {
            let mut matrix = Matrix::default();
            for text in documents {
                matrix.add_small(observed(engine, text));
            }
            assert_eq!(matrix.counterexample(&turned), None);
            assert_eq!(matrix.departures(&turned).len(), documents.len());
            assert_eq!(matrix.is_evident(&turned), is_evident, "{documents:?}");
        }
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
        let observation = observed(&three, "<b><math><annotation-xml></b><template><thead><thead>");
        let explains = |causes: &[Cause], most| explain_together(causes, observation.seen(), most);
        assert!(!explains(&three[1..], 3));
        assert!(explains(&three, 2), "all there are");
        assert!(!explains(&four, 2));
        assert!(explains(&four, 3));
    }
}
