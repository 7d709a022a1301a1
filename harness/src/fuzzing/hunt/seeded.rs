//! Seeded bugs: which mutants a hunt notices, and on which document first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::corpus::Corpus;
use super::evaluator::{Evaluator, OracleSet, Party};
use crate::coverage::Reached;
use crate::engines::Engine as _;
use crate::engines::standard::Standard;
use crate::engines::standard::attempt::{Attempt, attempt};
use crate::fuzzing::generate::Schedule;
use crate::model::answer::Outcome;
use crate::model::input::Input;
use crate::mutants::Mutant;
use crate::quiet::guarded;

/// The bugs to be found, and how.
#[derive(Debug, Clone, Copy)]
pub struct SeededBugs<'m> {
    /// The mutants, each of which is the engine of a hunt.
    pub mutants: &'m [Mutant],
    /// Seed of the generated documents.
    pub seed: u64,
    /// How many documents each hunt has.
    pub inputs: u64,
    /// How many threads share the mutants.
    pub jobs: usize,
}

/// The result of the hunt for one bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sought {
    /// The bug.
    pub mutant: Mutant,
    /// The number of the document on which the mutant was noticed; `None` if it was on none.
    pub found_at: Option<u64>,
}

impl SeededBugs<'_> {
    /// Hunts for all of them at once. Each result is that of a separate hunt, because the documents depend only on the
    /// standard until an engine departs. Results are in the order of the mutants.
    ///
    /// After `cancel` is set, those not found so far count as not found.
    pub fn seek(&self, cancel: &AtomicBool) -> Vec<Sought> {
        let jobs = self.jobs.max(1);
        let of_job = |job: usize| {
            let mutants = self.mutants.iter().copied().skip(job).step_by(jobs);
            self.seek_some(mutants.map(Search::new).collect(), cancel)
        };
        let shares: Vec<Vec<Sought>> = thread::scope(|scope| {
            let shares: Vec<_> = (0..jobs).map(|job| scope.spawn(move || of_job(job))).collect();
            let joined = shares.into_iter().map(|share| share.join());
            joined.map(|share| share.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        (0..self.mutants.len()).map(|index| shares[index % jobs][index / jobs]).collect()
    }

    fn seek_some(&self, mut searches: Vec<Search>, cancel: &AtomicBool) -> Vec<Sought> {
        let mut corpus = Corpus::new(Schedule::new(self.seed, true));
        let mut evaluator = Evaluator::new(OracleSet::of_hunt(&[]), Vec::new(), false);
        for number in 0..self.inputs {
            let is_over = searches.iter().all(|search| search.sought.found_at.is_some());
            if is_over || cancel.load(Ordering::Relaxed) {
                break;
            }
            let input = corpus.document(number).input();
            let mut reached = Reached::default();
            guarded(|| Standard::default().make_watched(&input, &mut reached));
            let open = |search: &&mut Search| search.sought.found_at.is_none();
            for search in searches.iter_mut().filter(open) {
                search.look(number, &input, &reached);
            }
            let note = evaluator.judge(number, &input, &mut |_, _| unreachable!("there are no engines"));
            if note.is_some_and(|note| !note.features.is_empty()) {
                corpus.keep(number);
            }
        }
        searches.into_iter().map(|search| search.sought).collect()
    }
}

/// A hunt with one mutant as the engine.
struct Search {
    sought: Sought,
    evaluator: Evaluator,
}

impl Search {
    fn new(mutant: Mutant) -> Self {
        let party = Party { about: Standard::of_mutant(mutant).about(), family: String::new(), is_asked: true };
        Self {
            sought: Sought { mutant, found_at: None },
            evaluator: Evaluator::new(OracleSet::of_hunt(&[]), vec![party], false),
        }
    }

    /// Evaluates the document of this number as a hunt does. A mutant that is not reached cannot be noticed.
    fn look(&mut self, number: u64, input: &Input, reached: &Reached) {
        let mutant = self.sought.mutant;
        if !mutant.is_reached(reached) && !self.evaluator.asks_more(number) {
            return;
        }
        let mut ask = |_: usize, input: &Input| match attempt(mutant, mutant.edition(), input) {
            Attempt::Made(made) => Outcome::Answer((*made).into()),
            Attempt::Stopped | Attempt::Panicked => Outcome::Crashed("it stopped".to_owned()),
        };
        let note = guarded(|| self.evaluator.judge(number, input, &mut ask)).flatten();
        let is_noticed = note.is_some_and(|note| note.is_divergent());
        self.sought.found_at = is_noticed.then_some(number);
    }
}
