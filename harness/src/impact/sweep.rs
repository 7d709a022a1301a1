//! Examines many documents in parallel and returns the outcomes in order. The bytes in flight are limited, to bound
//! memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::checkpoint::Checkpoint;
use super::documents::{Document, Found};
use super::limited::Limited;
use super::outcome::{KnownOutcome, Outcome};
use crate::sync::lock;

/// How many documents, and bytes, form a batch.
const BATCH: (usize, usize) = (64, 256 << 10);

/// How many bytes of documents may be in flight. A single document may be larger.
const ON_THE_WAY: usize = 32 << 20;

/// How often a sweep may be killed while it examines a document before it goes on without the document.
const MOST_ATTEMPTS: u32 = 2;

/// Examines everything that is found. Passes on each outcome with the number of the document, in order; something that
/// is not a document has the number of the next one. The checkpoint gets the outcomes, and those that it knows are not
/// determined again. If `cancel` is set, documents in flight are given up. Returns whether
/// all documents were examined.
pub fn sweep(
    found: impl Iterator<Item = Found> + Send,
    limited: &Limited,
    checkpoint: &Checkpoint,
    jobs: usize,
    cancel: &AtomicBool,
    mut take: impl FnMut(u64, Outcome),
) -> bool {
    let gate = Gate::default();
    let is_whole = AtomicBool::new(false);
    thread::scope(|scope| {
        let (batches, handed_out) = sync_channel::<Batch<Found>>(jobs);
        let (results, handed_in) = channel::<Batch<Outcome>>();
        let (gate, is_whole) = (&gate, &is_whole);
        scope.spawn(move || {
            let to_end = hand_out(found, &batches, gate, checkpoint, cancel);
            is_whole.store(to_end, Ordering::Relaxed);
        });
        let handed_out = Arc::new(Mutex::new(handed_out));
        for _ in 0..jobs.max(1) {
            let (handed_out, results) = (Arc::clone(&handed_out), results.clone());
            scope.spawn(move || work(&handed_out, &results, limited, checkpoint, cancel));
        }
        // The last of them hangs up.
        drop((results, handed_out));
        let mut waiting = BTreeMap::new();
        let (mut next, mut has_gap) = (0, false);
        for batch in handed_in {
            waiting.insert(batch.place, batch);
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                if !has_gap {
                    for (number, outcome) in batch.items {
                        checkpoint.note(number, &outcome);
                        take(number, outcome);
                    }
                }
                // Outcomes are in order: after a document that was given up there are none.
                has_gap |= !batch.is_whole;
                gate.leave(batch.size);
            }
        }
        if has_gap {
            is_whole.store(false, Ordering::Relaxed);
        }
    });
    is_whole.into_inner()
}

/// Documents that are handed over together.
struct Batch<T> {
    /// Its place among the batches.
    place: u64,
    size: usize,
    /// Whether no item is missing at the end.
    is_whole: bool,
    /// The items with the numbers of their documents. An item that is not a document has the number of the next one.
    items: Vec<(u64, T)>,
}

/// Hands out documents; returns whether it reached the end.
fn hand_out(
    mut found: impl Iterator<Item = Found>,
    batches: &SyncSender<Batch<Found>>,
    gate: &Gate,
    checkpoint: &Checkpoint,
    cancel: &AtomicBool,
) -> bool {
    let (mut place, mut number) = (0, 0);
    loop {
        let mut batch = Batch { place, size: 0, is_whole: true, items: Vec::new() };
        let mut is_end = false;
        let mut at_hand = 0..0;
        while batch.items.len() < BATCH.0 && batch.size < BATCH.1 && !cancel.load(Ordering::Relaxed) {
            let is_suspect = checkpoint.attempts(number) > 0;
            if is_suspect && !batch.items.is_empty() {
                break;
            }
            let Some(item) = found.next() else {
                is_end = true;
                break;
            };
            let is_document = !matches!(item, Found::Skipped);
            batch.size += match &item {
                // Nothing else is in flight with it.
                Found::Document(_) if is_suspect => ON_THE_WAY,
                Found::Document(document) => document.size(),
                Found::Skipped | Found::Broken(_) => size_of::<Found>(),
            };
            if matches!(item, Found::Document(_)) && checkpoint.outcome(number).is_none() {
                let first = if at_hand.is_empty() { number } else { at_hand.start };
                at_hand = first..number + 1;
            }
            batch.items.push((number, item));
            number += u64::from(is_document);
        }
        place += 1;
        gate.enter(batch.size);
        if !at_hand.is_empty() {
            checkpoint.at_hand(at_hand);
        }
        if batches.send(batch).is_err() || cancel.load(Ordering::Relaxed) {
            return false;
        }
        if is_end {
            return true;
        }
    }
}

/// Examines batches until there are no more.
fn work(
    batches: &Mutex<Receiver<Batch<Found>>>,
    results: &Sender<Batch<Outcome>>,
    limited: &Limited,
    checkpoint: &Checkpoint,
    cancel: &AtomicBool,
) {
    loop {
        let received = lock(batches).recv();
        let Ok(Batch { place, size, items, .. }) = received else { return };
        let found = items.len();
        let mut documents = Vec::new();
        let outcomes: Vec<(u64, Option<Outcome>)> = items
            .into_iter()
            .map(|(number, found)| (number, known_outcome(found, number, checkpoint, &mut documents)))
            .collect();
        let mut examined = limited.examine(documents, cancel).into_iter();
        let items =
            outcomes.into_iter().map_while(|(number, known)| Some((number, known.or_else(|| examined.next())?)));
        let items: Vec<_> = items.collect();
        if results.send(Batch { place, size, is_whole: items.len() == found, items }).is_err() {
            return;
        }
    }
}

/// The outcome of what needs not be examined. What must be examined is added to the documents.
fn known_outcome(found: Found, number: u64, checkpoint: &Checkpoint, documents: &mut Vec<Document>) -> Option<Outcome> {
    let document = match found {
        Found::Document(document) => document,
        Found::Skipped => return Some(Outcome::Skipped),
        Found::Broken(why) => return Some(Outcome::Failed(why)),
    };
    match checkpoint.outcome(number) {
        Some(KnownOutcome::Same) => Some(Outcome::Same(document)),
        Some(KnownOutcome::Changed(changed)) => Some(Outcome::Changed(document, *changed)),
        Some(KnownOutcome::Failed(why)) => Some(Outcome::Failed(why)),
        None if checkpoint.attempts(number) >= MOST_ATTEMPTS => {
            Some(Outcome::Failed(format!("{}: the command was killed each time it examined this", document.name)))
        }
        None => {
            documents.push(document);
            None
        }
    }
}

/// Limits the amount in flight.
#[derive(Default)]
struct Gate {
    inside: Mutex<usize>,
    left: Condvar,
}

impl Gate {
    /// Waits until there is room, or nothing is in flight.
    fn enter(&self, size: usize) {
        let inside = lock(&self.inside);
        let mut inside = self
            .left
            .wait_while(inside, |inside| *inside > 0 && *inside + size > ON_THE_WAY)
            .unwrap_or_else(PoisonError::into_inner);
        *inside += size;
    }

    fn leave(&self, size: usize) {
        *lock(&self.inside) -= size;
        self.left.notify_all();
    }
}
