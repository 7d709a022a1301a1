//! Triage of given documents.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::evaluator::{Note, OracleSet};
use super::{Hunt, HuntOptions, Inquest, Progress};
use crate::engines::EngineUnavailable;
use crate::engines::set::EngineSet;
use crate::fuzzing::generate::TestCase;
use crate::model::input::Input;

/// How many documents form a batch.
const BATCH: usize = 500;

/// Triages documents as a hunt does. If `cancel` is set, it returns the results so far.
///
/// # Errors
/// When an engine cannot be asked at the beginning.
pub fn triage(
    options: &HuntOptions,
    documents: &[TestCase],
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
) -> Result<Hunt, EngineUnavailable> {
    let start = Instant::now();
    let engine_set = options.engine_set()?;
    let oracle_set = OracleSet::of_documents(&options.oracles);
    let mut inquest = Inquest::new(options, &engine_set, oracle_set, cancel);
    for batch in documents.chunks(BATCH) {
        let notes = judged(&mut inquest, &engine_set, batch, cancel);
        inquest.hunt.state.divergent += notes.len();
        for (place, note) in notes {
            inquest.take(&batch[place], note);
        }
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        inquest.hunt.state.clauses = inquest.evaluator.seen.clauses();
        inquest.hunt.state.inputs += batch.len();
        inquest.hunt.state.distinct = inquest.distinct();
        progress.tried(&inquest.hunt.state);
    }
    for place in 0..inquest.evaluator.parties.len() {
        let documents = inquest.hunt.state.inputs;
        let asked = inquest.evaluator.asked(place, documents, &inquest.evaluator.tally);
        inquest.hunt.asked.push(asked);
    }
    Ok(inquest.end(start, &options.oracles))
}

/// The documents to report, with their indexes.
fn judged(
    inquest: &mut Inquest<'_>,
    engine_set: &EngineSet,
    documents: &[TestCase],
    cancel: &AtomicBool,
) -> Vec<(usize, Note)> {
    let inputs = documents.iter().map(TestCase::input);
    let documents: Vec<(u64, Input)> = (0..).zip(inputs).collect();
    let places: Vec<usize> = (0..inquest.evaluator.parties.len()).collect();
    let notes = inquest.evaluator.judge_all(engine_set, &places, &documents, cancel);
    let notes = notes.into_iter().filter(|(_, note)| note.is_divergent());
    notes.map(|(number, note)| (number as usize, note)).collect()
}
