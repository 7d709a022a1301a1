//! Documents that others made: triage of many, and one made small.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::findings::smallest;
use super::judge::{Jury, Note, Who, unanswered};
use super::{Hunt, HuntOptions, Inquest, Panel, Progress};
use crate::engines::EngineUnavailable;
use crate::generate::Soup;
use crate::input::Input;
use crate::oracles::{Finding, Oracle};

/// How many documents are asked about at a time.
const BATCH: usize = 500;

/// Looks into documents as a hunt does into its own. After `cancel` is set it ends with what it has.
///
/// # Errors
/// When an engine cannot be asked, at the beginning or any more.
pub fn triage(
    options: &HuntOptions,
    documents: &[Soup],
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
) -> Result<Hunt, EngineUnavailable> {
    let start = Instant::now();
    let panel = Panel::new(options)?;
    let jury = Jury::of_documents(&options.oracles);
    let mut inquest = Inquest::new(options, &panel, jury, cancel);
    for batch in documents.chunks(BATCH) {
        for (place, note) in judged(&mut inquest, &panel, batch, cancel)? {
            inquest.take(&batch[place], note)?;
        }
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        inquest.hunt.state.clauses = inquest.judge.seen.clauses();
        inquest.tell(batch.len() as u64, progress);
    }
    inquest.end(start)
}

/// What is worth telling of documents, with their places among them.
fn judged(
    inquest: &mut Inquest<'_>,
    panel: &Panel,
    documents: &[Soup],
    cancel: &AtomicBool,
) -> Result<Vec<(usize, Note)>, EngineUnavailable> {
    let inputs: Vec<Input> = documents.iter().map(Soup::input).collect();
    let places: Vec<usize> = (0..inquest.judge.parties.len()).collect();
    let notes = inquest
        .judge
        .judge_all(panel, &places, 0, &inputs, cancel)?;
    let is_divergent = |note: &Note| !note.departures.is_empty() || !note.findings.is_empty();
    let notes = notes.into_iter().filter(|(_, note)| is_divergent(note));
    Ok(notes
        .map(|(number, note)| (number as usize, note))
        .collect())
}

/// The smallest document that shows what another showed.
#[derive(Debug, Clone)]
pub struct Smallest {
    /// The document.
    pub soup: Soup,
    /// The engine.
    pub engine: String,
    /// The oracle.
    pub oracle: Oracle,
    /// What the oracle found.
    pub finding: Finding,
}

/// Makes a document small on which an oracle finds something: the first engine, and of it the first finding. `None` if all is
/// as it should be.
///
/// # Errors
/// When an engine cannot be asked, at the beginning or any more.
pub fn minimise(
    options: &HuntOptions,
    document: &Soup,
    cancel: &AtomicBool,
) -> Result<Option<Smallest>, EngineUnavailable> {
    let panel = Panel::new(options)?;
    let jury = Jury::of_documents(&options.oracles);
    let inquest = Inquest::new(options, &panel, jury, cancel);
    let judge = &inquest.judge;
    let mut unavailable = None;
    let mut ask = |place: usize, input: &Input| {
        let answer = panel.answer(place, input.clone(), cancel);
        answer.unwrap_or_else(|error| unanswered(&mut unavailable, error))
    };
    let input = document.input();
    let standard = judge.judges_standard.then_some(Who::Standard);
    let others = (0..judge.parties.len()).map(Who::Other);
    let engines = standard.into_iter().chain(others);
    let found = engines
        .flat_map(|who| judge.jury.all().map(move |oracle| (who, oracle)))
        .find_map(|(who, oracle)| {
            let finding = judge.find(oracle, who, &input, &mut ask)?;
            Some((who, oracle, finding))
        });
    if let Some(error) = unavailable {
        return Err(error);
    }
    let Some((who, oracle, finding)) = found else {
        return Ok(None);
    };
    let mut ask = |place: usize, input: &Input| panel.answer(place, input.clone(), cancel);
    Ok(Some(Smallest {
        soup: smallest(document, who, oracle, &finding, judge, &mut ask)?,
        engine: judge.name(who).to_owned(),
        oracle,
        finding,
    }))
}
