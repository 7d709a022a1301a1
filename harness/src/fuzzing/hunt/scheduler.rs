//! The scheduler of a hunt: evaluates documents in parallel and returns the results in order.
//!
//! Documents are taken in chunks. A hunt worker asks all in-process engines in one process. Where it dies, each engine
//! is asked about the documents in question by an engine worker of its own. Which documents are kept, and so which ones
//! come later, depends neither on the number of jobs nor on the other engines: these are asked about documents that
//! were looked at, each at its own pace.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fixedbitset::FixedBitSet;

use super::HuntOptions;
use super::corpus::{Corpus, EPOCH, Seen};
use super::evaluator::{Evaluator, Note, OracleSet, Party, Tally};
use super::queue::{Ask, Backlog};
use super::worker::{self, Order};
use crate::engines::set::EngineSet;
use crate::engines::supervise::{self, Failure};
use crate::engines::{EngineSpec, WorkerCommand, standard};
use crate::fuzzing::generate::{Schedule, TestCase};
use crate::model::answer::{Capability, Outcome};
use crate::model::input::Input;
use crate::sync::lock;

/// The largest chunk. Chunks are large because a worker that waits for orders loses its caches.
const LONGEST_CHUNK: u64 = 1_024;

/// How many chunks may wait to be taken before no more are looked at.
const UNTAKEN: usize = 32;

/// How many documents an engine that is not in-process is asked about at a time.
const BATCH: usize = 1_024;

/// How many documents may have been looked at before all engines have answered, if all are to be asked about all.
const LEAD: usize = 4_096;

/// How often a waiting thread checks for cancellation.
const TICK: Duration = Duration::from_millis(50);

/// Documents that were evaluated, and their reportable results.
pub(super) struct Chunk {
    /// How many there are.
    pub(super) documents: u64,
    /// The reportable results.
    pub(super) notes: Vec<(TestCase, Note)>,
    /// How many clauses all documents up to here reached.
    pub(super) clauses: usize,
    /// On how many documents something is wrong so far, with whatever engine.
    pub(super) divergent: usize,
    /// How many distinct divergences of engines that are not in-process there are so far.
    pub(super) distinct: usize,
}

/// All who look at documents.
pub(super) struct Scheduler<'h> {
    options: &'h HuntOptions,
    engine_set: &'h EngineSet,
    cancel: &'h AtomicBool,
    oracle_set: OracleSet,
    judges_standard: bool,
    /// The places of the in-process engines.
    in_process: Vec<usize>,
    /// The places of the others.
    others: Vec<usize>,
    command: WorkerCommand,
    board: Mutex<Board>,
    changed: Condvar,
    stop: AtomicBool,
    deadline: Option<Instant>,
}

/// What all share.
struct Board {
    /// The number of the next document to take.
    next: u64,
    /// It has been decided of all documents before this number whether they are kept.
    decided: u64,
    corpus: Corpus,
    seen: Seen,
    /// What is done, but not all before it.
    done: BTreeMap<u64, (u64, BTreeMap<u64, Note>)>,
    ready: VecDeque<Chunk>,
    /// On which documents something is wrong, by their numbers.
    divergent: FixedBitSet,
    /// How many these are.
    divergents: usize,
    /// What the other engines are to be asked about.
    queue: Backlog,
    /// How many distinct divergences of each of them there are.
    distinct: Vec<usize>,
    /// How many of them are still asked.
    asking: usize,
    /// Whether there is news of them.
    has_news: bool,
    /// What was left out of what in-process engines were asked about.
    tally: Tally,
    /// How many are still looking.
    looking: usize,
    /// Whether the receiver of chunks is gone.
    abandoned: bool,
}

impl<'h> Scheduler<'h> {
    pub(super) fn new(
        options: &'h HuntOptions,
        engine_set: &'h EngineSet,
        deadline: Option<Instant>,
        cancel: &'h AtomicBool,
    ) -> Self {
        let parties = Party::of(engine_set);
        let engines: Vec<&EngineSpec> = options.engines.iter().filter(|spec| spec.name != standard::NAME).collect();
        let judges_standard = engines.len() < options.engines.len();
        let (in_process, others) = engine_set.places();
        // Bytes are generated only if an engine takes them; the standard engine alone does.
        let takes_bytes = |party: &Party| party.about.can(Capability::Bytes);
        let bytes = parties.is_empty() || parties.iter().any(takes_bytes);
        let of_scouts = in_process.iter().map(|place| (*place, engines[*place]));
        Self {
            command: worker::command(options, of_scouts, judges_standard, bytes),
            oracle_set: OracleSet::of_hunt(&options.oracles),
            judges_standard,
            in_process,
            board: Mutex::new(Board {
                next: 0,
                decided: 0,
                corpus: Corpus::new(Schedule::new(options.seed, bytes).behind(options.corpus.clone())),
                seen: Seen::new(parties.len()),
                done: BTreeMap::new(),
                ready: VecDeque::new(),
                divergent: FixedBitSet::new(),
                divergents: 0,
                queue: Backlog::new(others.len()),
                distinct: vec![0; others.len()],
                asking: others.len(),
                has_news: false,
                tally: Tally::default(),
                looking: options.jobs.max(1),
                abandoned: false,
            }),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            others,
            options,
            engine_set,
            cancel,
            deadline,
        }
    }

    /// The next chunk in order; one of no documents when there is news of other engines. `None` when all were looked at
    /// and all engines have answered, the time is over, it is cancelled or no engine is left.
    pub(super) fn next(&self) -> Option<Chunk> {
        let mut board = self.board();
        loop {
            if self.is_over() {
                return None;
            }
            if let Some(chunk) = board.ready.pop_front() {
                self.changed.notify_all();
                return Some(chunk);
            }
            if std::mem::take(&mut board.has_news) {
                return Some(board.chunk(0, Vec::new()));
            }
            if board.looking == 0 && board.asking == 0 {
                return None;
            }
            board = self.wait(board);
        }
    }

    /// The documents, with those that were kept.
    pub(super) fn into_shelf(self) -> Corpus {
        let board = self.board.into_inner();
        board.unwrap_or_else(PoisonError::into_inner).corpus
    }

    /// Signals that the receiver of chunks is gone.
    pub(super) fn abandon(&self) {
        self.board().abandoned = true;
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Looks at documents until there are no more. Each job does so, on a thread of its own.
    pub(super) fn look(&self) {
        self.look_at_all();
        self.board().looking -= 1;
        self.changed.notify_all();
    }

    fn look_at_all(&self) {
        let mut slot = Slot { worker: None, kept: 0 };
        while let Some((first, count)) = self.take_next() {
            let mut told = Told::default();
            let end = first + count;
            let mut looked = first;
            while looked < end && !self.is_over() {
                looked = self.send(&mut slot, looked, end, &mut told);
                if looked < end && !self.is_over() {
                    // The input that crashed the worker is before its next mark.
                    let mark = (looked / worker::MARK_EVERY + 1) * worker::MARK_EVERY;
                    self.ask(looked, mark.min(end), &mut told);
                    looked = mark.min(end);
                }
            }
            if self.is_over() {
                return;
            }
            self.hand_in(first, count, told);
        }
    }

    /// Takes the next documents. Gives the number of the first, and how many there are.
    fn take_next(&self) -> Option<(u64, u64)> {
        let mut board = self.board();
        loop {
            if self.is_over() || board.abandoned || self.engine_set.is_deserted() {
                return None;
            }
            let first = board.next;
            // All jobs find work in one epoch, while the one before it is not decided; what is known is the same in all
            // of it.
            let chunk = (EPOCH / self.options.jobs.max(1) as u64).clamp(1, LONGEST_CHUNK);
            let chunk = chunk.min(EPOCH - first % EPOCH);
            let left = self.options.inputs.map_or(chunk, |inputs| chunk.min((inputs as u64).saturating_sub(first)));
            if left == 0 {
                return None;
            }
            let is_decided = board.decided >= (first / EPOCH).saturating_sub(1) * EPOCH;
            if is_decided && board.ready.len() < UNTAKEN && !self.is_ahead(&board) {
                board.next += left;
                return Some((first, left));
            }
            board = self.wait(board);
        }
    }

    /// Sends documents up to `end` to a hunt worker. Returns the number of the first one it did not reach.
    fn send(&self, slot: &mut Slot, first: u64, end: u64, told: &mut Told) -> u64 {
        let cancelled = || self.is_over();
        let worker = match &mut slot.worker {
            Some(worker) => worker,
            none => {
                let limit = self.options.limits.startup;
                let Ok(worker) = supervise::Worker::start(&self.command, limit, &cancelled) else {
                    return first;
                };
                slot.kept = 0;
                let worker = none.insert(worker);
                worker.send(worker::corpus_line(&self.options.corpus));
                worker
            }
        };
        let keep = self.board().corpus.kept_from(slot.kept).to_vec();
        slot.kept += keep.len();
        let order = Order { keep, first, count: end - first };
        worker.send(worker::line(&order));
        let mut marked = first;
        // Reports about documents after the last mark.
        let mut unmarked: BTreeMap<u64, Note> = BTreeMap::new();
        while marked < end {
            let limit = Instant::now() + self.options.limits.timeout;
            match hear(worker, limit, &cancelled) {
                Ok(Heard::Mark(number, tally)) => {
                    marked = number;
                    told.notes.append(&mut unmarked);
                    told.tally.extend(tally);
                }
                Ok(Heard::Note(number, note)) => {
                    unmarked.insert(number, note);
                }
                Err(_) => {
                    slot.worker = None;
                    return marked;
                }
            }
        }
        marked
    }

    /// Asks the in-process engines about documents through engine workers.
    fn ask(&self, first: u64, end: u64, told: &mut Told) {
        let documents: Vec<(u64, Input)> = {
            let board = self.board();
            let input = |number| (number, board.corpus.document(number).input());
            (first..end).map(input).collect()
        };
        let parties = Party::of(self.engine_set);
        let mut evaluator = Evaluator::new(self.oracle_set.clone(), parties, self.judges_standard);
        let notes = evaluator.judge_all(self.engine_set, &self.in_process, &documents, self.cancel);
        told.notes.extend(notes);
        told.tally.extend(evaluator.tally);
    }

    /// Submits the reportable results of some documents, and decides which documents to keep, as far as all earlier
    /// results have arrived.
    fn hand_in(&self, first: u64, count: u64, told: Told) {
        let mut board = self.board();
        let board = &mut *board;
        board.tally.extend(told.tally);
        board.done.insert(first, (count, told.notes));
        while let Some((documents, notes)) = board.done.remove(&board.decided) {
            let mut told = Vec::new();
            let mut new = BTreeSet::new();
            for (number, note) in notes {
                let case = board.corpus.document(number);
                if board.seen.add(&note.features) {
                    board.corpus.keep(number);
                    new.insert(number);
                }
                if note.is_divergent() {
                    board.mark_divergent(number);
                    told.push((case, note));
                }
            }
            let numbers = board.decided..board.decided + documents;
            board.decided = numbers.end;
            for number in numbers {
                let is_divergent = board.divergent.contains(number as usize);
                let is_new = new.contains(&number);
                if self.options.ask.wants(number, is_new, is_divergent) {
                    board.queue.push(number);
                }
            }
            let chunk = board.chunk(documents, told);
            board.ready.push_back(chunk);
        }
        self.changed.notify_all();
    }

    /// The places of the in-process engines, and what was left out of what they were asked about.
    pub(super) fn in_process(&self) -> (&[usize], Tally) {
        (&self.in_process, std::mem::take(&mut self.board().tally))
    }

    /// The places of the engines that are not in-process.
    pub(super) fn others(&self) -> &[usize] {
        &self.others
    }

    /// The flag that is set when the receiver of chunks is gone, even while an engine is still answering.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The next documents that the engine at this place is to be asked about, with their numbers. `None` when there are
    /// no more, the time is over or it is cancelled.
    pub(super) fn next_for(&self, place: usize) -> Option<Vec<(u64, TestCase)>> {
        let other = self.other(place);
        let mut board = self.board();
        loop {
            if self.is_over() || board.abandoned {
                return None;
            }
            let is_last = board.looking == 0;
            let numbers = board.queue.take(other, BATCH);
            if !numbers.is_empty() {
                let document = |number| (number, board.corpus.document(number));
                return Some(numbers.into_iter().map(document).collect());
            }
            if is_last {
                return None;
            }
            board = self.wait(board);
        }
    }

    /// Records that the engine at this index has answered about this many documents, on which of them it fails an
    /// oracle, and how many distinct divergences it has so far.
    pub(super) fn heard(
        &self,
        place: usize,
        documents: usize,
        divergent: impl IntoIterator<Item = u64>,
        distinct: usize,
    ) {
        let other = self.other(place);
        let mut board = self.board();
        board.queue.answered(other, documents);
        board.distinct[other] = distinct;
        for number in divergent {
            board.mark_divergent(number);
        }
        board.has_news = true;
        self.changed.notify_all();
    }

    /// Removes the out-of-process engine at this index, so that the hunt does not wait for it.
    pub(super) fn done(&self, place: usize) {
        let other = self.other(place);
        let mut board = self.board();
        board.asking -= 1;
        board.queue.leave(other);
        self.changed.notify_all();
    }

    fn other(&self, place: usize) -> usize {
        let other = self.others.iter().position(|other| *other == place);
        other.expect("it is one of the others")
    }

    /// Whether out-of-process engines are too far behind. Without this limit, slow engines would have seen only few
    /// documents when the time is over.
    fn is_ahead(&self, board: &Board) -> bool {
        let answered = board.queue.answered_by_all();
        self.options.ask == Ask::All && answered.is_some_and(|answered| board.next as usize >= answered + LEAD)
    }

    /// Whether the time is over or it is cancelled.
    pub(super) fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        lock(&self.board)
    }

    fn wait<'b>(&self, board: MutexGuard<'b, Board>) -> MutexGuard<'b, Board> {
        match self.changed.wait_timeout(board, TICK) {
            Ok((board, _)) => board,
            Err(poisoned) => poisoned.into_inner().0,
        }
    }
}

impl Board {
    fn chunk(&self, documents: u64, notes: Vec<(TestCase, Note)>) -> Chunk {
        Chunk {
            documents,
            notes,
            clauses: self.seen.clauses(),
            divergent: self.divergents,
            distinct: self.distinct.iter().sum(),
        }
    }

    fn mark_divergent(&mut self, number: u64) {
        let number = number as usize;
        self.divergent.grow(number + 1);
        self.divergents += usize::from(!self.divergent.put(number));
    }
}

/// The reports about some documents.
#[derive(Default)]
struct Told {
    notes: BTreeMap<u64, Note>,
    tally: Tally,
}

/// A hunt worker, once it is started, and how many of the kept documents it was sent.
struct Slot {
    worker: Option<supervise::Worker<worker::Told>>,
    kept: usize,
}

enum Heard {
    Note(u64, Note),
    Mark(u64, Tally),
}

/// What a worker says next, a note with its answers.
fn hear(
    worker: &mut supervise::Worker<worker::Told>,
    deadline: Instant,
    cancelled: &dyn Fn() -> bool,
) -> Result<Heard, Failure> {
    let nonsense = || Failure::Nonsense("an answer out of place".to_owned());
    match worker.receive(deadline, cancelled)? {
        worker::Told::Mark(number, tally) => Ok(Heard::Mark(number, tally)),
        worker::Told::Answer(..) => Err(nonsense()),
        worker::Told::Note { number, mut note, answers } => {
            for _ in 0..answers {
                let worker::Told::Answer(place, answer) = worker.receive(deadline, cancelled)? else {
                    return Err(nonsense());
                };
                note.departures.push((place, Outcome::Answer(answer)));
            }
            Ok(Heard::Note(number, note))
        }
    }
}
