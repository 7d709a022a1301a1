//! Refuting causes: the engine is asked about documents on which a cause says that it departs.
//!
//! These are next to the smallest document that the cause explains, since a cause that is nearly right is wrong there, and
//! of all kinds, since one that is too broad is wrong elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::cause::{Cause, predict};
use super::matrix::Matrix;
use super::observation::Document;
use super::target::Target;
use super::vary::{Variation, variations};
use crate::generate::Mix;

/// How many documents there are of all kinds.
const SAMPLES: u64 = 4_096;

/// The seed of these documents. Any would do; always the same makes the trials the same.
const SEED: u64 = 0;

/// On how many samples a cause is tried for which the engine would depart there.
const MOST_SAMPLES: usize = 16;

/// On how many samples at most it is found out whether it would.
const MOST_PREDICTIONS: usize = 256;

/// How many of the variations of a document an engine is asked about at most.
const MOST_VARIATIONS: usize = 96;

/// Documents of all generators.
static ALL_KINDS: LazyLock<Vec<Arc<Document>>> = LazyLock::new(|| {
    let mix = Mix::new(SEED, false);
    let soups = (0..SAMPLES).map(|number| mix.document(number, 0));
    let documents = soups.map(|soup| Document::of(Document::usual_oracle(&soup.task), soup));
    documents.flatten().map(Arc::new).collect()
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
    let near = documents_near(matrix, row)
        .into_iter()
        .map(|(_, document)| document);
    let near = near.filter(|document| candidates.iter().any(|cause| departs_for(cause, document)));
    let near = spread(near.collect(), MOST_VARIATIONS);
    ask(matrix, target, near);
    not_refuted_elsewhere(matrix, candidates, target)
}

/// The candidates that neither a row nor a document of any kind refutes.
pub(super) fn not_refuted_elsewhere(
    matrix: &mut Matrix,
    mut candidates: Vec<Cause>,
    target: &Target<'_>,
) -> Vec<Cause> {
    candidates.retain(|cause| matrix.counterexample(cause).is_none());
    let mut samples: BTreeMap<usize, Arc<Document>> = BTreeMap::new();
    for cause in &candidates {
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
    // The smallest changes come first, and all of these are asked about.
    let (small, large) = near.split_at(near.len().min(MOST_VARIATIONS / 2));
    let large = spread(large.iter().collect(), MOST_VARIATIONS / 2);
    let asked = small.iter().chain(large);
    let documents = asked.map(|(_, document)| Arc::clone(document)).collect();
    ask(matrix, target, documents);
    let agrees = |document: &Document| {
        let observation = matrix.observation(document.oracle, &document.input);
        observation.is_some_and(|observation| !observation.is_divergent)
    };
    let nearest = near.into_iter().find(|(_, document)| agrees(document));
    nearest.map(|(change, document)| Nearest { change, document })
}

/// The documents next to that of a row, each with the change.
fn documents_near(matrix: &Matrix, row: usize) -> Vec<(String, Arc<Document>)> {
    let document = &matrix.rows()[row].document;
    let all = variations(&document.soup).into_iter();
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
