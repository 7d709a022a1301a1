//! Refuting causes: the engine is asked about documents on which a cause says that it departs.
//!
//! These are next to the smallest document that the cause explains, since a cause that is nearly right is wrong there, and
//! of all kinds, since one that is too broad is wrong elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::cause::{Cause, explains, predict};
use super::matrix::Matrix;
use super::observation::{Document, Observation};
use super::target::Target;
use super::vary::{Variation, variations};
use crate::generate::Mix;
use crate::minimise::minimise;

/// How many documents there are of all kinds.
const SAMPLES: u64 = 4_096;

/// The seed of these documents. Any would do; always the same makes the trials the same.
const SEED: u64 = 0;

/// On how many samples a cause is tried for which the engine would depart there.
const MOST_SAMPLES: usize = 16;

/// On how many samples at most it is found out whether it would.
const MOST_PREDICTIONS: usize = 256;

/// How many divergent documents are looked at closely for the sake of one cause.
const MOST_CLOSELY: usize = 4;

/// How many variations of a document there are at most.
const MOST_VARIATIONS: usize = 192;

/// Documents of all generators, the smallest first: on these fewest causes come to bear at once.
static ALL_KINDS: LazyLock<Vec<Arc<Document>>> = LazyLock::new(|| {
    let mix = Mix::new(SEED, false);
    let soups = (0..SAMPLES).map(|number| mix.document(number, 0));
    let documents = soups.map(|soup| Document::of(Document::usual_oracle(&soup.task), soup));
    let mut documents: Vec<_> = documents.flatten().map(Arc::new).collect();
    documents.sort_by_key(|document| document.input.source.len());
    documents
});

/// A change to a divergent document after which the engine agrees on it.
#[derive(Debug, Clone)]
pub(super) struct Nearest {
    /// The change, as a command.
    pub(super) change: String,
    /// The document after it.
    pub(super) document: Arc<Document>,
}

/// The candidates for a row that nothing refutes which the engine is asked about.
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
    let mut near = documents_near(matrix, row);
    near.retain(|(_, document)| candidates.iter().any(|cause| departs_for(cause, document)));
    ask(
        matrix,
        target,
        near.into_iter().map(|(_, document)| document).collect(),
    );
    let mut candidates = not_refuted_elsewhere(matrix, candidates, target);
    candidates.retain(|cause| !is_refuted_closely(matrix, cause, target));
    candidates.retain(|cause| matrix.is_evident(cause));
    candidates
}

/// Whether a divergent document refutes a cause. Another fault may be at work in it; so it is made small as long as the cause
/// is wrong on it. It refutes the cause unless it diverges without what the cause is about.
fn is_refuted_closely(matrix: &mut Matrix, cause: &Cause, target: &Target<'_>) -> bool {
    for _ in 0..MOST_CLOSELY {
        let Some(row) = matrix.doubtful(cause) else {
            break;
        };
        let document = Arc::clone(&matrix.rows()[row].document);
        let is_explained = |seen: &Observation| explains(cause, seen.seen(), matrix.changes());
        let small = minimise(&document.soup, |soup| {
            let observed = target.observe(document.oracle, soup);
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

/// The candidates that neither a row nor a document of any kind refutes.
pub(super) fn not_refuted_elsewhere(
    matrix: &mut Matrix,
    mut candidates: Vec<Cause>,
    target: &Target<'_>,
) -> Vec<Cause> {
    candidates.retain(|cause| matrix.counterexample(cause).is_none());
    let mut samples: BTreeMap<usize, Arc<Document>> = BTreeMap::new();
    for cause in candidates.iter().filter(|cause| matrix.samples(cause)) {
        let reached = ALL_KINDS
            .iter()
            .enumerate()
            .filter(|(_, sample)| cause.is_reached(&sample.reached));
        let telling = reached
            .take(MOST_PREDICTIONS)
            .filter(|(_, sample)| departs_for(cause, sample));
        samples.extend(
            telling
                .take(MOST_SAMPLES)
                .map(|(place, sample)| (place, Arc::clone(sample))),
        );
    }
    ask(matrix, target, samples.into_values().collect());
    candidates.retain(|cause| matrix.counterexample(cause).is_none());
    candidates
}

/// Asks about what is next to a row that nothing explains. Gives the smallest change after which the engine agrees.
pub(super) fn look_around(matrix: &mut Matrix, row: usize, target: &Target<'_>) -> Option<Nearest> {
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

/// Documents next to that of a row, each with the change: those of the smallest changes, and some of all others.
fn documents_near(matrix: &Matrix, row: usize) -> Vec<(String, Arc<Document>)> {
    let document = &matrix.rows()[row].document;
    let mut small = variations(&document.soup);
    let large = small.split_off(small.len().min(MOST_VARIATIONS / 2));
    let all = small.into_iter().chain(spread(large, MOST_VARIATIONS / 2));
    let documents = all.filter_map(|Variation { change, soup }| {
        let varied = Document::of(document.oracle, soup)?;
        Some((change, Arc::new(varied)))
    });
    documents.collect()
}

/// At most so many of these, from the first to the last.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

fn ask(matrix: &mut Matrix, target: &Target<'_>, mut documents: Vec<Arc<Document>>) {
    documents.retain(|document| {
        matrix
            .observation(document.oracle, &document.input)
            .is_none()
    });
    for observation in target.observe_all(documents) {
        matrix.add(observation);
    }
}

/// Whether an engine would depart on a document for a cause.
fn departs_for(cause: &Cause, document: &Document) -> bool {
    cause.is_reached(&document.reached) && {
        let predicted = predict([cause], &document.input, document.oracle);
        predicted.is_none_or(|answer| document.oracle.differ(&document.standard, &answer))
    }
}
