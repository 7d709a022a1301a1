//! The documents of a hunt, looked at side by side and handed over in their order.
//!
//! Documents are taken by the chunk. In-process engines are asked by scouts, a process each; other engines, and those
//! that a scout died of, through their workers. Whoever asks, the same is told of a document: what is kept, and
//! so which documents come later, does not depend on the number of jobs.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::HuntOptions;
use super::guide::{EPOCH, Seen, Shelf};
use super::judge::{Judge, Jury, Note, Party};
use super::panel::Panel;
use super::scout::{self, Order, Told};
use crate::engines::supervise::{Failure, Worker};
use crate::engines::{
    Capability, EngineKind, EngineSpec, EngineUnavailable, Outcome, WorkerCommand, standard,
};
use crate::generate::{Mix, Soup};
use crate::input::Input;

/// How many documents are taken at a time.
const CHUNK: u64 = 256;

/// How many chunks may wait to be taken before no more are looked at.
const UNTAKEN: usize = 32;

/// How often whoever waits looks whether to give up.
const TICK: Duration = Duration::from_millis(50);

/// Documents that were looked at, and what is worth telling of them.
pub(super) struct Chunk {
    /// How many there are.
    pub(super) documents: u64,
    /// What is worth telling.
    pub(super) notes: Vec<(Soup, Note)>,
    /// How many clauses all documents up to here reached.
    pub(super) clauses: usize,
}

/// All who look at documents.
pub(super) struct Scouts<'h> {
    options: &'h HuntOptions,
    panel: &'h Panel,
    cancel: &'h AtomicBool,
    jury: Jury,
    judges_standard: bool,
    /// The places of the engines that scouts ask, and of those that workers ask.
    scouted: Vec<usize>,
    others: Vec<usize>,
    command: WorkerCommand,
    board: Mutex<Board>,
    changed: Condvar,
    deadline: Option<Instant>,
}

/// What all share.
struct Board {
    /// The number of the next document nobody has taken.
    next: u64,
    /// It has been decided of all documents before this number whether they are kept.
    decided: u64,
    shelf: Shelf,
    seen: Seen,
    /// What is done, but not all before it.
    done: BTreeMap<u64, (u64, BTreeMap<u64, Note>)>,
    ready: VecDeque<Chunk>,
    /// Why no more can be looked at.
    error: Option<EngineUnavailable>,
    /// How many are still looking.
    looking: usize,
    /// Whether nobody takes chunks any more.
    abandoned: bool,
}

impl<'h> Scouts<'h> {
    pub(super) fn new(
        options: &'h HuntOptions,
        panel: &'h Panel,
        deadline: Option<Instant>,
        cancel: &'h AtomicBool,
    ) -> Self {
        let parties = panel.parties();
        let engines: Vec<&EngineSpec> = options
            .engines
            .iter()
            .filter(|spec| spec.name != standard::NAME)
            .collect();
        let judges_standard = engines.len() < options.engines.len();
        let is_scouted = |place: &usize| engines[*place].kind == EngineKind::InProcess;
        let (scouted, others): (Vec<usize>, Vec<usize>) = (0..engines.len()).partition(is_scouted);
        // Bytes are for those who take them; if there is nobody but the standard engine, it does.
        let takes_bytes = |party: &Party| party.can.contains(&Capability::Bytes);
        let bytes = parties.is_empty() || parties.iter().any(takes_bytes);
        let of_scouts = scouted.iter().map(|place| (*place, engines[*place]));
        Self {
            command: scout::command(options, of_scouts, judges_standard, bytes),
            jury: Jury::of_hunt(&options.oracles),
            judges_standard,
            scouted,
            others,
            board: Mutex::new(Board {
                next: 0,
                decided: 0,
                shelf: Shelf::new(Mix::new(options.seed, bytes)),
                seen: Seen::new(parties.len()),
                done: BTreeMap::new(),
                ready: VecDeque::new(),
                error: None,
                looking: options.jobs.max(1),
                abandoned: false,
            }),
            changed: Condvar::new(),
            options,
            panel,
            cancel,
            deadline,
        }
    }

    /// The next chunk in order; `None` when all were looked at, the time is over or it is cancelled.
    ///
    /// # Errors
    /// When an engine cannot be asked any more.
    pub(super) fn next(&self) -> Result<Option<Chunk>, EngineUnavailable> {
        let mut board = self.board();
        loop {
            if let Some(error) = board.error.take() {
                return Err(error);
            }
            if self.is_over() {
                return Ok(None);
            }
            if let Some(chunk) = board.ready.pop_front() {
                self.changed.notify_all();
                return Ok(Some(chunk));
            }
            if board.looking == 0 {
                return Ok(None);
            }
            board = self.wait(board);
        }
    }

    /// The documents, with those that were kept.
    pub(super) fn into_shelf(self) -> Shelf {
        let board = self.board.into_inner();
        board.unwrap_or_else(PoisonError::into_inner).shelf
    }

    /// Nobody takes chunks any more.
    pub(super) fn abandon(&self) {
        self.board().abandoned = true;
        self.changed.notify_all();
    }

    /// Looks at documents until there are no more. Each job does so, on a thread of its own.
    pub(super) fn look(&self) {
        if let Err(error) = self.look_or_fail() {
            self.board().error.get_or_insert(error);
        }
        self.board().looking -= 1;
        self.changed.notify_all();
    }

    fn look_or_fail(&self) -> Result<(), EngineUnavailable> {
        let mut scout = Scout {
            worker: None,
            kept: 0,
        };
        while let Some((first, count)) = self.take_next() {
            let mut notes = BTreeMap::new();
            let end = first + count;
            let mut looked = first;
            while looked < end && !self.is_over() {
                looked = self.send(&mut scout, looked, end, &mut notes);
                if looked < end && !self.is_over() {
                    // Whatever the scout died of is before its next mark.
                    let mark = (looked / scout::MARK_EVERY + 1) * scout::MARK_EVERY;
                    self.ask(&self.scouted, looked, mark.min(end), &mut notes)?;
                    looked = mark.min(end);
                }
            }
            if !self.others.is_empty() {
                self.ask(&self.others, first, end, &mut notes)?;
            }
            if self.is_over() {
                return Ok(());
            }
            self.hand_in(first, count, notes);
        }
        Ok(())
    }

    /// Takes the next documents: the number of the first, and how many.
    fn take_next(&self) -> Option<(u64, u64)> {
        let mut board = self.board();
        loop {
            if self.is_over() || board.abandoned || board.error.is_some() {
                return None;
            }
            let first = board.next;
            let left = self.options.inputs.map_or(CHUNK, |inputs| {
                CHUNK.min((inputs as u64).saturating_sub(first))
            });
            if left == 0 {
                return None;
            }
            let is_decided = board.decided >= (first / EPOCH).saturating_sub(1) * EPOCH;
            if is_decided && board.ready.len() < UNTAKEN {
                board.next += left;
                return Some((first, left));
            }
            board = self.wait(board);
        }
    }

    /// Has a scout look at documents, up to `end`. Gives the number of the first it did not come to.
    fn send(
        &self,
        scout: &mut Scout,
        first: u64,
        end: u64,
        notes: &mut BTreeMap<u64, Note>,
    ) -> u64 {
        let cancelled = || self.is_over();
        let worker = match &mut scout.worker {
            Some(worker) => worker,
            none => {
                let limit = self.options.limits.startup;
                let Ok(worker) = Worker::start(&self.command, limit, &cancelled) else {
                    return first;
                };
                scout.kept = 0;
                none.insert(worker)
            }
        };
        let keep = self.board().shelf.kept_from(scout.kept).to_vec();
        scout.kept += keep.len();
        let order = Order {
            keep,
            first,
            count: end - first,
        };
        worker.send(order.line());
        let mut marked = first;
        // What was told of documents behind the last mark.
        let mut unmarked: BTreeMap<u64, Note> = BTreeMap::new();
        while marked < end {
            let limit = Instant::now() + self.options.limits.timeout;
            match hear(worker, limit, &cancelled) {
                Ok(Heard::Mark(number)) => {
                    marked = number;
                    notes.append(&mut unmarked);
                }
                Ok(Heard::Note(number, note)) => {
                    unmarked.insert(number, note);
                }
                Err(_) => {
                    scout.worker = None;
                    return marked;
                }
            }
        }
        marked
    }

    /// Asks engines about documents through their workers.
    fn ask(
        &self,
        places: &[usize],
        first: u64,
        end: u64,
        notes: &mut BTreeMap<u64, Note>,
    ) -> Result<(), EngineUnavailable> {
        let inputs: Vec<Input> = {
            let board = self.board();
            (first..end)
                .map(|number| board.shelf.document(number).input())
                .collect()
        };
        let mut judge = Judge::new(
            self.jury.clone(),
            self.panel.parties(),
            self.judges_standard && places == self.scouted,
        );
        for (number, note) in judge.judge_all(self.panel, places, first, &inputs, self.cancel)? {
            notes.entry(number).or_default().join(note);
        }
        Ok(())
    }

    /// Hands in what is worth telling of some documents, and decides what is kept as far as all before are in.
    fn hand_in(&self, first: u64, count: u64, notes: BTreeMap<u64, Note>) {
        let mut board = self.board();
        let board = &mut *board;
        board.done.insert(first, (count, notes));
        while let Some((documents, notes)) = board.done.remove(&board.decided) {
            let mut told = Vec::new();
            for (number, note) in notes {
                let soup = board.shelf.document(number);
                if board.seen.add(&note.features) {
                    board.shelf.keep(number);
                }
                if !note.departures.is_empty() || !note.findings.is_empty() {
                    told.push((soup, note));
                }
            }
            board.decided += documents;
            board.ready.push_back(Chunk {
                documents,
                notes: told,
                clauses: board.seen.clauses(),
            });
        }
        self.changed.notify_all();
    }

    fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, board: MutexGuard<'b, Board>) -> MutexGuard<'b, Board> {
        match self.changed.wait_timeout(board, TICK) {
            Ok((board, _)) => board,
            Err(poisoned) => poisoned.into_inner().0,
        }
    }
}

/// A scout, once it is started, and how much of what is kept it was told.
struct Scout {
    worker: Option<Worker<Told>>,
    kept: usize,
}

enum Heard {
    Note(u64, Note),
    Mark(u64),
}

/// What a scout says next, a note with its answers.
fn hear(
    worker: &mut Worker<Told>,
    deadline: Instant,
    cancelled: &dyn Fn() -> bool,
) -> Result<Heard, Failure> {
    let nonsense = || Failure::Nonsense("an answer out of place".to_owned());
    match worker.receive(deadline, cancelled)? {
        Told::Mark(number) => Ok(Heard::Mark(number)),
        Told::Answer(_) => Err(nonsense()),
        Told::Note {
            number,
            mut note,
            answers,
        } => {
            for _ in 0..answers {
                let Told::Answer(reply) = worker.receive(deadline, cancelled)? else {
                    return Err(nonsense());
                };
                let place = usize::try_from(reply.id).map_err(|_| nonsense())?;
                let outcome = Outcome::Answer(reply.answer);
                note.departures.push((place, outcome));
            }
            Ok(Heard::Note(number, note))
        }
    }
}
