//! The investigation of one engine: its minimised divergences, and the causes that cover them.
//!
//! A divergent document that a listed cause explains is counted. Any other waits in a queue. When the queue is full, at
//! a checkpoint, each of its documents is minimised and becomes a row of the [matrix](super::matrix). Candidates become
//! columns, and the engine is asked about documents that may refute them. Then the list is rebuilt: the fewest causes
//! that cover the rows, and the remaining rows grouped by signature.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::candidates::{Stage, beside};
use super::cause::{Cause, explains, predict};
use super::cover::{Chosen, cover};
use super::groups::{groups, takes_in};
use super::matrix::{Matrix, explain_together};
use super::observation::{Document, Observation, Seen};
use super::refute::{Nearest, look_around, not_refuted, not_refuted_elsewhere};
use super::signature::Signature;
use super::target::Target;
use crate::fuzzing::generate::TestCase;
use crate::model::answer::{Answer, Outcome};
use crate::model::input::Input;
use crate::oracles::Oracle;
use crate::oracles::no_crash::Fault;

/// The number of queued documents that triggers a checkpoint. Not measured yet.
const QUEUE: usize = 16;

/// How many questions an engine is asked about its causes at most. Not measured yet.
const MOST_QUESTIONS: usize = 100_000;

/// The least size of a group that takes in documents by their circumstance alone, without minimising them.
const ENOUGH: usize = 8;

/// How many listed causes together may explain a document.
const MOST_TOGETHER: usize = 3;

/// The same for the hundreds of documents of a minimisation.
const FEW_TOGETHER: usize = 2;

/// The investigation of one engine.
#[derive(Debug, Default)]
pub(super) struct Investigation {
    /// The engine's version.
    pub(super) version: String,
    /// The causes known from the beginning, with their counts. They are not reported.
    pub(super) known: Vec<(Cause, usize)>,
    /// The number of documents with several causes at once.
    pub(super) combined: usize,
    /// The number of documents that were not examined because the engine had no questions left.
    pub(super) untold: usize,
    matrix: Matrix,
    queue: Vec<Observation>,
    /// The rows of minimised divergent documents.
    open: Vec<usize>,
    chosen: Vec<Chosen>,
    unexplained: Vec<(Signature, Vec<usize>)>,
    /// The closest agreeing document of each unexplained row.
    nearest: BTreeMap<usize, Nearest>,
    pub(super) faults: BTreeMap<Fault, Failing>,
    questions_asked: usize,
}

/// The document on which an engine fails in one way.
#[derive(Debug)]
pub(super) struct Failing {
    pub(super) case: TestCase,
    pub(super) standard: Answer,
    pub(super) outcome: Outcome,
    pub(super) count: usize,
}

/// A cause, with its evidence.
pub(super) struct Found<'i> {
    pub(super) cause: Cause,
    pub(super) alternatives: Vec<Cause>,
    /// Its observations, the smallest first.
    pub(super) rows: Vec<&'i Observation>,
    /// The number of documents on which the cause gave the engine's answer.
    pub(super) tried: usize,
    /// A refuted cause that explains all of these, with the document that refutes it.
    pub(super) suspect: Option<(Cause, &'i Observation)>,
    /// The closest agreeing document of the smallest of them.
    pub(super) nearest: Option<&'i Nearest>,
}

impl Investigation {
    /// Adds a cause known from the beginning.
    pub(super) fn know(&mut self, cause: Cause) {
        self.known.push((cause, 0));
        self.list();
    }

    /// The causes known from the beginning that predict answers.
    fn predicting(&self) -> Vec<Cause> {
        let known = self.known.iter().map(|(cause, _)| cause);
        known.filter(|cause| cause.is_explained()).cloned().collect()
    }

    fn list(&mut self) {
        let chosen = self.chosen.iter().map(|chosen| chosen.cause.clone());
        let listed = self.predicting().into_iter().chain(chosen).collect();
        self.matrix.list(listed);
    }

    /// The number of causes that were not known from the beginning.
    pub(super) fn distinct(&self) -> usize {
        self.chosen.len() + self.unexplained.len() + self.faults.len()
    }

    /// Whether listed causes predict an answer.
    pub(super) fn knows(&self, seen: Seen<'_>) -> bool {
        self.matrix.explaining(seen).is_some() || self.matrix.explain_together(seen, MOST_TOGETHER)
    }

    /// Whether a document has the circumstance of an unexplained group.
    pub(super) fn is_like_unexplained(&self, document: &Document) -> bool {
        let mut signatures = self.unexplained.iter().map(|(signature, _)| &signature.circumstance);
        signatures.any(|circumstance| circumstance.as_ref().is_some_and(|one| document.has(one)))
    }

    /// The first row of the unexplained group that takes in a document without minimising it.
    fn group_of(&self, document: &Document) -> Option<usize> {
        let enough = if self.questions_left() == 0 { 1 } else { ENOUGH };
        let large = self.unexplained.iter().filter(|(_, rows)| rows.len() >= enough);
        let mut alike = large.filter(|(signature, _)| {
            let circumstance = signature.circumstance.as_ref();
            circumstance.is_some_and(|circumstance| document.has(circumstance))
        });
        alike.next().map(|(_, rows)| rows[0])
    }

    /// Counts a document for the most frequent cause, if that predicts all that these oracles compare.
    pub(super) fn count_frequent(&mut self, oracles: &[Oracle], input: &Input, answer: &Answer) -> bool {
        let known = self.known.iter().map(|(cause, count)| (*count, cause, None));
        let chosen = self.chosen.iter().map(|chosen| {
            let count = self.matrix.count(&chosen.rows);
            (count, &chosen.cause, Some(chosen.rows[0]))
        });
        let explained = known.chain(chosen).filter(|(_, cause, _)| cause.is_explained());
        let Some((_, cause, row)) = explained.max_by_key(|(count, ..)| *count) else {
            return false;
        };
        let oracle = match oracles.contains(&Oracle::Errors) {
            true => Oracle::Errors,
            false => Oracle::Trees,
        };
        let is_predicted = predict([cause], input, oracle)
            .is_some_and(|predicted| oracles.iter().all(|oracle| !oracle.differ(&predicted, answer)));
        let cause = cause.clone();
        match (is_predicted, row) {
            (false, _) => {}
            (true, Some(row)) => self.matrix.row_mut(row).count += 1,
            (true, None) => self.count_known(|known| *known == cause),
        }
        is_predicted
    }

    fn count_known(&mut self, is_it: impl Fn(&Cause) -> bool) {
        if let Some((_, count)) = self.known.iter_mut().find(|(cause, _)| is_it(cause)) {
            *count += 1;
        }
    }

    /// Counts an observation that listed causes explain, or that belongs to an unexplained group.
    fn file(&mut self, observation: &Observation) -> bool {
        let seen = observation.seen();
        if let Some(cause) = self.matrix.explaining(seen).cloned() {
            match self.chosen.iter().find(|chosen| chosen.cause == cause) {
                Some(chosen) if self.is_better(observation, chosen.rows[0]) => return false,
                Some(chosen) => self.matrix.row_mut(chosen.rows[0]).count += 1,
                None => self.count_known(|known| *known == cause),
            }
            return true;
        }
        if self.matrix.explain_together(seen, MOST_TOGETHER) {
            self.combined += 1;
            return true;
        }
        let group = self.group_of(&observation.document);
        if let Some(row) = group {
            self.matrix.row_mut(row).count += 1;
        }
        group.is_some()
    }

    /// Whether an observation shows a cause in a tree and a row does not.
    fn is_better(&self, observation: &Observation, row: usize) -> bool {
        self.questions_left() > 0 && observation.shows_in_tree() && !self.matrix.rows()[row].shows_in_tree()
    }

    /// Files or queues a divergent observation.
    pub(super) fn take(&mut self, observation: Observation, target: &Target<'_>) {
        if self.file(&observation) {
            return;
        }
        self.queue.push(observation);
        if self.queue.len() >= QUEUE {
            self.checkpoint(target);
        }
    }

    /// Examines the queued observations, and rebuilds the list.
    pub(super) fn checkpoint(&mut self, target: &Target<'_>) {
        if self.queue.is_empty() {
            return;
        }
        for observation in std::mem::take(&mut self.queue) {
            if self.file(&observation) {
                continue;
            }
            match target.questions_left() {
                0 => self.untold += 1,
                _ if target.is_cancelled() => self.keep(observation),
                _ => self.look_into(observation, target),
            }
            self.questions_asked = MOST_QUESTIONS - target.questions_left();
        }
        self.group();
    }

    /// How many questions the engine may still be asked.
    pub(super) fn questions_left(&self) -> usize {
        MOST_QUESTIONS - self.questions_asked
    }

    fn look_into(&mut self, observation: Observation, target: &Target<'_>) {
        if let Some(cause) = self.matrix.explaining(observation.seen()).cloned() {
            return self.illustrate(observation, &cause, target);
        }
        // Minimising must not turn the document into one of another bug.
        let causes = self.likely(&observation, target);
        let mut row = self.minimise(observation, &causes, target);
        let mut is_explained = self.explain(row, target);
        if !is_explained && !causes.is_empty() {
            // These causes are refuted.
            row = self.minimise(self.matrix.rows()[row].clone(), &[], target);
            is_explained = self.explain(row, target);
        }
        self.matrix.row_mut(row).count = 1;
        self.open.push(row);
        if !is_explained {
            let nearest = look_around(&mut self.matrix, row, target);
            self.nearest.extend(nearest.map(|nearest| (row, nearest)));
        }
        self.group();
    }

    /// Makes a row of a document without minimising it, after an interruption.
    fn keep(&mut self, observation: Observation) {
        let row = self.matrix.add_small(observation);
        self.matrix.row_mut(row).count = 1;
        self.open.push(row);
    }

    /// Makes a row of the smallest document whose tree shows a cause.
    fn illustrate(&mut self, observation: Observation, cause: &Cause, target: &Target<'_>) {
        let document = &observation.document;
        let shows = |seen: &Observation| seen.shows_in_tree() && explains(cause, seen.seen(), self.matrix.changes());
        let (small, _) = target.minimise(&document.case, document.oracle, shows);
        let small = target.observe(document.oracle, &small).filter(shows);
        let row = self.matrix.add_small(small.unwrap_or(observation));
        self.matrix.row_mut(row).count = 1;
        self.open.push(row);
        self.group();
    }

    /// Makes a row of the smallest document that listed causes do not explain, and one of these `causes` does if there
    /// are any.
    fn minimise(&mut self, observation: Observation, causes: &[Cause], target: &Target<'_>) -> usize {
        let oracle = observation.document.oracle;
        let is_news = |observation: &Observation| {
            let seen = observation.seen();
            let mut causes = causes.iter();
            self.matrix.explaining(seen).is_none()
                && !self.matrix.explain_together(seen, FEW_TOGETHER)
                && (causes.len() == 0 || causes.any(|cause| explains(cause, seen, self.matrix.changes())))
                && self.group_of(&observation.document).is_none()
        };
        let (small, nearest) = target.minimise(&observation.document.case, oracle, is_news);
        let small = match small == observation.document.case {
            true => observation,
            // Without an answer to the small document the original one stays.
            false => target.observe(oracle, &small).filter(|small| small.is_divergent).unwrap_or(observation),
        };
        if oracle == Oracle::Markup {
            // The same trees refute causes that change trees.
            let of_tree = target.observe(Oracle::Trees, &small.document.case.parsed());
            of_tree.map(|of_tree| self.matrix.add(of_tree));
        }
        for observation in nearest {
            self.matrix.add(observation);
        }
        self.matrix.add_small(small)
    }

    /// The likely candidates that explain an observation and that nothing refutes before it is minimised.
    fn likely(&mut self, observation: &Observation, target: &Target<'_>) -> Vec<Cause> {
        let changes = self.matrix.changes();
        let mut causes = Stage::Likely.candidates(changes, &observation.document.input);
        causes.retain(|cause| explains(cause, observation.seen(), changes));
        let oracle = observation.document.oracle;
        not_refuted_elsewhere(&mut self.matrix, oracle, causes, target)
    }

    /// Tries the candidates that explain a row, the likely ones first. Returns whether one of them is not refuted.
    fn explain(&mut self, row: usize, target: &Target<'_>) -> bool {
        for stage in Stage::ALL {
            if target.is_cancelled() {
                return false;
            }
            let input = self.matrix.rows()[row].document.input.clone();
            let candidates = stage.candidates(self.matrix.changes(), &input);
            let candidates = self.matrix.explaining_row(row, candidates);
            let left = not_refuted(&mut self.matrix, row, candidates.clone(), target);
            if !left.is_empty() {
                return true;
            }
            let completed = self.completed(row, &candidates);
            if !not_refuted(&mut self.matrix, row, completed, target).is_empty() {
                return true;
            }
        }
        self.explain_beside(row, target)
    }

    /// Tries the candidates that explain a row only together with a listed cause.
    fn explain_beside(&mut self, row: usize, target: &Target<'_>) -> bool {
        let input = self.matrix.rows()[row].document.input.clone();
        let candidates = Stage::Likely.candidates(self.matrix.changes(), &input);
        let candidates = self.matrix.right_beside(row, &candidates);
        let left = not_refuted(&mut self.matrix, row, candidates, target);
        self.matrix.credit(row, left.clone());
        !left.is_empty()
    }

    /// Refuted causes, each extended by a related one so that it also explains the document that refutes it.
    fn completed(&mut self, row: usize, refuted: &[Cause]) -> Vec<Cause> {
        let mut completed = Vec::new();
        for cause in refuted {
            let Some(counterexample) = self.matrix.known_counterexample(cause) else {
                continue;
            };
            let counterexample = &self.matrix.rows()[counterexample];
            let both = beside(cause, &counterexample.document.reached);
            let both = both.into_iter().filter(|both| explains(both, counterexample.seen(), self.matrix.changes()));
            completed.extend(both);
        }
        completed.sort();
        completed.dedup();
        self.matrix.explaining_row(row, completed)
    }

    /// Chooses the fewest causes for the rows. Returns the rows left.
    fn choose(&mut self, others: &[usize]) -> Vec<usize> {
        let known = self.predicting();
        let (chosen, left) = cover(&mut self.matrix, &self.open, &known, others);
        self.chosen = chosen;
        self.list();
        left
    }

    /// Chooses causes, and groups the rows left by their signatures.
    fn group(&mut self) {
        let left = self.choose(&[]);
        self.group_left(left);
    }

    fn group_left(&mut self, left: Vec<usize>) {
        let (together, left): (Vec<usize>, Vec<usize>) = left
            .into_iter()
            .partition(|row| self.matrix.explain_together(self.matrix.rows()[*row].seen(), MOST_TOGETHER));
        self.open.retain(|row| !together.contains(row));
        self.combined += self.matrix.count(&together);
        // An agreeing tree says nothing about errors, and the other way round.
        let (by_errors, by_trees): (Vec<usize>, Vec<usize>) = left.into_iter().partition(|row| self.is_by_errors(*row));
        let mut groups = self.grouped(&by_trees);
        for (signature, rows) in self.grouped(&by_errors) {
            match groups.iter_mut().find(|(other, _)| other.circumstance == signature.circumstance) {
                Some((_, of_group)) => of_group.extend::<Vec<usize>>(rows),
                None => groups.push((signature, rows)),
            }
        }
        self.unexplained = groups;
    }

    fn is_by_errors(&self, row: usize) -> bool {
        self.matrix.rows()[row].document.oracle == Oracle::Errors
    }

    /// Groups divergent rows, which are all of errors or none.
    fn grouped(&self, divergent: &[usize]) -> Vec<(Signature, Vec<usize>)> {
        let Some(first) = divergent.first() else {
            return Vec::new();
        };
        let by_errors = self.is_by_errors(*first);
        let rows = self.matrix.rows();
        let documents: Vec<&Document> = divergent.iter().map(|row| &*rows[*row].document).collect();
        let agreeing = (0..rows.len()).filter(|row| !rows[*row].is_divergent && self.is_by_errors(*row) == by_errors);
        let agreeing: Vec<&Document> = agreeing.map(|row| &*rows[row].document).collect();
        let groups = groups(&documents, &agreeing).into_iter();
        groups
            .map(|(circumstance, places)| {
                let places = places.into_iter();
                let mut of_group: Vec<usize> = places.map(|place| divergent[place]).collect();
                of_group.sort_by_key(|row| (rows[*row].size(), *row));
                (Signature::of(&rows[of_group[0]], circumstance), of_group)
            })
            .collect()
    }

    /// Counts a failure if its kind is known.
    pub(super) fn count_fault(&mut self, fault: &Fault) -> bool {
        if let Some(failing) = self.faults.get_mut(fault) {
            failing.count += 1;
            return true;
        }
        let is_known = |cause: &Cause| matches!(cause, Cause::Fault(known) if known == fault);
        self.count_known(is_known);
        self.known.iter().any(|(cause, _)| is_known(cause))
    }

    /// Whether a failure with this title is known.
    pub(super) fn knows_fault(&self, title: &str) -> bool {
        self.faults.keys().any(|fault| fault.title == title)
    }

    /// Moves causes that explain only a part of a group into the group.
    fn take_in(&mut self) {
        let departures = self.chosen.iter().map(|chosen| {
            let mut departures = self.matrix.departures(&chosen.cause);
            departures.extend(&chosen.rows);
            (chosen.cause.clone(), departures)
        });
        let departures: BTreeMap<Cause, BTreeSet<usize>> = departures.collect();
        let rows = self.matrix.rows();
        for (signature, of_group) in &mut self.unexplained {
            let Some(circumstance) = &signature.circumstance else {
                continue;
            };
            let has = |row: &usize| rows[*row].document.has(circumstance);
            let agreeing = (0..rows.len()).filter(|row| !rows[*row].is_divergent && has(row));
            let (agreeing, large) = (agreeing.count(), of_group.len());
            let part = self.chosen.extract_if(.., |chosen| {
                let departures = &departures[&chosen.cause];
                matches!(chosen.cause, Cause::Like(_))
                    && departures.iter().all(has)
                    && takes_in(large, departures.len(), agreeing)
            });
            of_group.extend(part.flat_map(|chosen| chosen.rows));
            of_group.sort_by_key(|row| (rows[*row].size(), *row));
        }
    }

    /// Drops, at the end, causes that others explain together and groups that were known from the beginning.
    pub(super) fn settle(&mut self) {
        let others = self.matrix.divergent();
        let left = self.choose(&others);
        self.group_left(left);
        self.take_in();
        let is_known = |signature: &Signature| {
            let mut known = self.known.iter().map(|(cause, _)| cause);
            known.any(|cause| matches!(cause, Cause::Unexplained(on_record) if signature.is(on_record)))
        };
        let rows = self.matrix.rows();
        let count = |of: &[usize]| self.matrix.count(of);
        let (known, unexplained) = std::mem::take(&mut self.unexplained)
            .into_iter()
            .partition::<Vec<_>, _>(|(signature, _)| is_known(signature));
        let counts: Vec<_> = known.iter().map(|(signature, rows)| (signature.clone(), count(rows))).collect();
        self.unexplained = unexplained;
        for (signature, count) in counts {
            let mut known = self.known.iter_mut();
            let known = known.find(|(cause, _)| matches!(cause, Cause::Unexplained(one) if signature.is(one)));
            known.into_iter().for_each(|(_, counted)| *counted += count);
        }
        // The rarest goes first.
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.sort_by_key(|chosen| (matches!(chosen.cause, Cause::Without(_)), count(&chosen.rows)));
        let mut kept: Vec<Chosen> = Vec::new();
        for (place, one) in chosen.iter().enumerate() {
            let others = chosen[place + 1..].iter().chain(&kept).map(|chosen| chosen.cause.clone());
            let listed: Vec<Cause> = self.predicting().into_iter().chain(others).collect();
            let is_known = |row: &usize| explain_together(&listed, rows[*row].seen(), MOST_TOGETHER);
            match one.rows.iter().all(is_known) {
                true => self.combined += count(&one.rows),
                false => kept.push(one.clone()),
            }
        }
        kept.sort_by_key(|chosen| chosen.rows.iter().copied().min());
        self.chosen = kept;
        self.list();
        for chosen in &self.chosen {
            // The report takes the verdict by the final list.
            self.matrix.counterexample(&chosen.cause);
        }
    }

    /// The causes that were not known from the beginning, without faults.
    pub(super) fn found(&self) -> impl Iterator<Item = Found<'_>> {
        let rows = |of: &[usize]| -> Vec<&Observation> { of.iter().map(|row| &self.matrix.rows()[*row]).collect() };
        let chosen = self.chosen.iter().map(move |chosen| {
            let rows = rows(&chosen.rows);
            let counted = self.matrix.count(&chosen.rows).saturating_sub(rows.len());
            Found {
                cause: chosen.cause.clone(),
                alternatives: chosen.alternatives.clone(),
                tried: self.matrix.tried(&chosen.cause) + counted,
                rows,
                suspect: None,
                nearest: None,
            }
        });
        let unexplained = self.unexplained.iter().map(move |(signature, of_group)| Found {
            cause: Cause::Unexplained(signature.clone()),
            alternatives: Vec::new(),
            tried: of_group.len(),
            rows: rows(of_group),
            suspect: self.suspect(of_group),
            nearest: of_group.first().and_then(|row| self.nearest.get(row)),
        });
        chosen.chain(unexplained)
    }

    /// The refuted cause of the lowest rank that explains all rows, with the document that refutes it.
    fn suspect(&self, rows: &[usize]) -> Option<(Cause, &Observation)> {
        let all_explained = |cause: &Cause| {
            let mut seen = rows.iter().map(|row| self.matrix.rows()[*row].seen());
            seen.all(|seen| explains(cause, seen, self.matrix.changes()))
        };
        let mut refuted: Vec<(Cause, usize)> = self
            .matrix
            .causes()
            .into_iter()
            .filter_map(|cause| Some((cause.clone(), self.matrix.known_counterexample(&cause)?)))
            .collect();
        refuted.sort_by_key(|(cause, _)| cause.rank());
        let found = refuted.into_iter().find(|(cause, _)| all_explained(cause));
        found.map(|(cause, row)| (cause, &self.matrix.rows()[row]))
    }
}

/// The observation of an answer to a document, if the standard has an answer too.
pub(super) fn observe(oracle: Oracle, case: &TestCase, answer: &Answer) -> Option<Observation> {
    let document = Document::of(oracle, case.clone())?;
    Observation::of(Arc::new(document), answer.clone())
}
