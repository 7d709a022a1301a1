//! Refuting causes: asks the engine about documents on which a cause predicts a divergence.
//!
//! Some of these are close to the smallest document that the cause explains: a cause that is nearly right is wrong
//! there. Others are of all kinds: a cause that is too broad is wrong elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::cause::{Cause, explains, predict};
use super::matrix::Matrix;
use super::observation::{Document, Observation, differ};
use super::target::Target;
use super::vary::{Variation, variations};
use crate::fuzzing::generate::{Schedule, TestCase};
use crate::fuzzing::minimise::minimise;
use crate::oracles::Oracle;

/// The number of documents of all kinds.
const SAMPLES: u64 = 4_096;

/// The seed of these documents. Any constant makes trials repeatable.
const SEED: u64 = 0;

/// On how many samples with a predicted divergence a cause is tried.
const MOST_SAMPLES: usize = 32;

/// For how many samples the prediction is made at most.
const MOST_PREDICTIONS: usize = 1_024;

/// The number of documents that are two changes away, and of documents in the same context.
const MOST_FARTHER: usize = 256;

/// The number of documents at large.
pub(super) const AT_LARGE: usize = 512;

/// How many divergent documents are examined closely for one cause.
const MOST_CLOSELY: usize = 4;

/// How many variations of a document are tried at most.
const MOST_VARIATIONS: usize = 384;

/// Documents of all generators, the smallest first: fewest causes apply to them at once. Answers are compared by errors
/// if that is the oracle, or else by the usual oracle of the task.
fn all_kinds(oracle: Oracle) -> &'static [Arc<Document>] {
    static USUALLY: LazyLock<Vec<Arc<Document>>> = LazyLock::new(|| samples(|case| Oracle::comparing(&case.task)));
    static BY_ERRORS: LazyLock<Vec<Arc<Document>>> = LazyLock::new(|| samples(|_| Oracle::Errors));
    match oracle {
        Oracle::Errors => &BY_ERRORS,
        _ => &USUALLY,
    }
}

/// Documents at large: of all kinds and sizes.
pub(super) fn at_large(oracle: Oracle) -> impl Iterator<Item = &'static Arc<Document>> {
    first_and_spread(all_kinds(oracle).iter().collect(), AT_LARGE)
}

fn samples(oracle: impl Fn(&TestCase) -> Oracle) -> Vec<Arc<Document>> {
    let schedule = Schedule::new(SEED, false);
    let test_cases = (0..SAMPLES).map(|number| schedule.document(number, 0));
    let documents = test_cases.filter_map(|case| Document::of(oracle(&case), case));
    let mut documents: Vec<_> = documents.map(Arc::new).collect();
    documents.sort_by_key(|document| document.input.source.len());
    documents
}

/// A change to a divergent document after which the engine agrees.
#[derive(Debug, Clone)]
pub(super) struct Nearest {
    /// The change, as a command.
    pub(super) change: String,
    /// The document after it.
    pub(super) document: Arc<Document>,
}

/// The candidates for a row that no document refutes. Asks the engine about documents that may.
pub(super) fn not_refuted(
    matrix: &mut Matrix,
    row: usize,
    mut candidates: Vec<Cause>,
    target: &Target<'_>,
) -> Vec<Cause> {
    candidates.retain(|cause| matrix.counterexample(cause).is_none());
    if candidates.is_empty() {
        return candidates;
    }
    let oracle = matrix.rows()[row].document.oracle;
    let near = documents_near(matrix, row);
    let near = near.into_iter().map(|(_, document)| document).collect();
    ask_about(matrix, &candidates, near, target);
    let mut candidates = not_refuted_elsewhere(matrix, oracle, candidates, target);
    if !candidates.is_empty() {
        ask_about(matrix, &candidates, documents_farther(matrix, row), target);
        candidates.retain(|cause| matrix.counterexample(cause).is_none());
    }
    candidates.retain(|cause| !is_refuted_closely(matrix, cause, target));
    candidates.retain(|cause| matrix.is_evident(cause));
    candidates
}

/// Whether a divergent document refutes a cause. Such a document may show another fault, so it is minimised while the
/// cause mispredicts it. It refutes the cause unless a part of it diverges in another way.
fn is_refuted_closely(matrix: &mut Matrix, cause: &Cause, target: &Target<'_>) -> bool {
    for _ in 0..MOST_CLOSELY {
        let Some(row) = matrix.doubtful(cause) else {
            break;
        };
        let document = Arc::clone(&matrix.rows()[row].document);
        let is_explained = |seen: &Observation| explains(cause, seen.seen(), matrix.changes());
        let small = minimise(&document.case, |case| {
            let observed = target.observe(document.oracle, case);
            observed.is_some_and(|seen| departs_for(cause, &seen.document) && !is_explained(&seen))
        });
        let without = (0..small.pieces.len()).map(|place| {
            let mut part = small.clone();
            part.pieces.remove(place);
            part
        });
        let is_other_fault = without
            .filter_map(|part| target.observe(document.oracle, &part))
            .any(|part| part.is_divergent && !is_explained(&part));
        matrix.look_closely(cause, row, false);
        if let Some(observed) = target.observe(document.oracle, &small) {
            let input = observed.document.input.clone();
            matrix.add(observed);
            if let Some(row) = matrix.row(document.oracle, &input) {
                matrix.look_closely(cause, row, !is_other_fault);
            }
        }
        if matrix.counterexample(cause).is_some() {
            return true;
        }
    }
    false
}

/// The candidates that neither a row nor a document of all kinds refutes.
pub(super) fn not_refuted_elsewhere(
    matrix: &mut Matrix,
    oracle: Oracle,
    mut candidates: Vec<Cause>,
    target: &Target<'_>,
) -> Vec<Cause> {
    candidates.retain(|cause| matrix.counterexample(cause).is_none());
    let mut samples: BTreeMap<usize, Arc<Document>> = BTreeMap::new();
    let is_by_errors = oracle == Oracle::Errors;
    for cause in candidates.iter().filter(|cause| matrix.samples(cause, is_by_errors)) {
        let all = all_kinds(oracle).iter().enumerate();
        let reached: Vec<_> = all.filter(|(_, sample)| cause.is_reached(&sample.reached)).collect();
        let telling: Vec<_> =
            first_and_spread(reached, MOST_PREDICTIONS).filter(|(_, sample)| departs_for(cause, sample)).collect();
        samples.extend(first_and_spread(telling, MOST_SAMPLES).map(|(place, sample)| (place, Arc::clone(sample))));
    }
    ask(matrix, target, samples.into_values().collect());
    candidates.retain(|cause| matrix.counterexample(cause).is_none());
    candidates
}

/// Asks about documents close to an unexplained row, and once about documents at large. Returns the smallest change
/// after which the engine agrees.
pub(super) fn look_around(matrix: &mut Matrix, row: usize, target: &Target<'_>) -> Option<Nearest> {
    let oracle = matrix.rows()[row].document.oracle;
    if matrix.asks_at_large(oracle == Oracle::Errors) {
        ask(matrix, target, at_large(oracle).cloned().collect());
    }
    let near = documents_near(matrix, row);
    let documents = near.iter().map(|(_, document)| Arc::clone(document));
    ask(matrix, target, documents.collect());
    let agrees = |document: &Document| {
        let observation = matrix.observation(document.oracle, &document.input);
        observation.is_some_and(|observation| !observation.is_divergent)
    };
    let nearest = near.into_iter().find(|(_, document)| agrees(document));
    nearest.map(|(change, document)| Nearest { change, document })
}

/// Documents one change away from that of a row, each with the change: the smallest changes, and some of all others.
fn documents_near(matrix: &Matrix, row: usize) -> Vec<(String, Arc<Document>)> {
    let document = &matrix.rows()[row].document;
    let near = first_and_spread(variations(&document.case), MOST_VARIATIONS);
    let documents = near.filter_map(|Variation { change, case }| {
        let varied = Document::of(document.oracle, case)?;
        Some((change, Arc::new(varied)))
    });
    documents.collect()
}

/// Documents two changes away from that of a row, and other documents in its context.
fn documents_farther(matrix: &Matrix, row: usize) -> Vec<Arc<Document>> {
    let document = &matrix.rows()[row].document;
    let mut random = fastrand::Rng::with_seed(SEED);
    let near = variations(&document.case);
    let far = (0..MOST_FARTHER).filter_map(|_| {
        let near = random.choice(&near)?;
        Some(random.choice(variations(&near.case))?.case)
    });
    let elsewhere = all_kinds(document.oracle).iter();
    let of_form = elsewhere.filter(|other| other.case.form == document.case.form);
    let there =
        of_form.take(MOST_FARTHER).map(|other| TestCase { task: document.case.task.clone(), ..other.case.clone() });
    let test_cases: Vec<TestCase> = far.chain(there).collect();
    let documents = test_cases.into_iter().filter_map(|case| Document::of(document.oracle, case));
    documents.map(Arc::new).collect()
}

/// Asks about the documents on which one of some causes predicts a divergence.
fn ask_about(matrix: &mut Matrix, causes: &[Cause], mut documents: Vec<Arc<Document>>, target: &Target<'_>) {
    documents.retain(|document| causes.iter().any(|cause| departs_for(cause, document)));
    ask(matrix, target, documents);
}

/// At most `most` of these: the first ones for a half, and the other half spread over the rest.
fn first_and_spread<T>(mut first: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let rest = first.split_off(first.len().min(most / 2));
    let step = rest.len().div_ceil(most / 2).max(1);
    first.into_iter().chain(rest.into_iter().step_by(step))
}

fn ask(matrix: &mut Matrix, target: &Target<'_>, mut documents: Vec<Arc<Document>>) {
    documents.retain(|document| matrix.observation(document.oracle, &document.input).is_none());
    for observation in target.observe_all(documents) {
        matrix.add(observation);
    }
}

/// Whether a cause predicts a divergence on a document.
fn departs_for(cause: &Cause, document: &Document) -> bool {
    cause.is_reached(&document.reached) && {
        let predicted = predict([cause], &document.input, document.oracle);
        predicted.is_none_or(|answer| differ(document.oracle, &document.standard, &answer))
    }
}
