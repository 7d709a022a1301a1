//! Asking an engine many questions at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::command::WorkerCommand;
use super::error::EngineUnavailable;
use super::job::{self, Done, Job, Shared, Stop};
use super::supervise::Worker;
use super::{EngineSpec, Limits};
use crate::model::answer::{About, Outcome};
use crate::model::input::Input;
use crate::sync::lock;

/// How many batches of outcomes may queue up before the jobs wait.
const UNTAKEN: usize = 16;

/// Statistics of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many inputs have an outcome: all of them, unless the run was cancelled.
    pub outcomes: usize,
    /// The time the engine itself took, summed over its answers.
    pub engine_time: Duration,
    /// How often a worker process had to be replaced.
    pub restarts: usize,
}

/// Worker processes of one engine. They are reused until they fail.
#[derive(Debug)]
pub struct Pool {
    engine: String,
    command: Result<WorkerCommand, EngineUnavailable>,
    limits: Limits,
    jobs: usize,
    idle: Mutex<Vec<Worker>>,
}

impl Pool {
    /// A pool of at most `jobs` worker processes, started on demand. `worker` is the command that starts crosscheck's
    /// own worker.
    pub fn new(spec: &EngineSpec, limits: Limits, jobs: usize, worker: WorkerCommand) -> Self {
        let command = spec.command(worker, &limits);
        Self::of(&spec.name, command, limits, jobs)
    }

    /// A pool for an engine with its own command. The command must enforce limits on memory and stack itself.
    pub fn of_command(engine: &str, command: WorkerCommand, limits: Limits, jobs: usize) -> Self {
        Self::of(engine, Ok(command), limits, jobs)
    }

    fn of(engine: &str, command: Result<WorkerCommand, EngineUnavailable>, limits: Limits, jobs: usize) -> Self {
        Self { engine: engine.to_owned(), command, limits, jobs: jobs.max(1), idle: Mutex::new(Vec::new()) }
    }

    /// The engine's introduction, with the name that it is called by here, whatever name it gives itself. Starts a
    /// worker unless one is running.
    ///
    /// # Errors
    /// When no worker can be started.
    pub fn about(&self) -> Result<About, EngineUnavailable> {
        Ok(About { name: self.engine.clone(), ..self.introduction()? })
    }

    /// The engine's introduction as it gives it.
    pub(super) fn introduction(&self) -> Result<About, EngineUnavailable> {
        let shared = self.shared(&[], &|| false);
        let worker = match self.take_idle() {
            Some(worker) => worker,
            None => match job::start(&shared) {
                Ok(worker) => worker,
                Err(Stop::Unavailable(error)) => return Err(error),
                Err(Stop::Cancelled) => unreachable!("this is never cancelled"),
            },
        };
        let about = worker.hello.about.clone();
        self.idle().push(worker);
        Ok(about)
    }

    /// Asks about every input and passes on each outcome as it arrives, in any order, with the index of its input.
    /// Returns early, without the missing outcomes, soon after `cancel` is set.
    ///
    /// # Errors
    /// When no worker can be started, at first or later. The outcomes passed on before are valid.
    pub fn ask(
        &self,
        inputs: &[Input],
        on_outcome: &mut dyn FnMut(usize, Outcome),
        cancel: &AtomicBool,
    ) -> Result<Stats, EngineUnavailable> {
        let unavailable = Mutex::new(None);
        let stop = AtomicBool::new(false);
        let cancelled = || cancel.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        let shared = self.shared(inputs, &cancelled);
        let mut stats = Stats::default();
        thread::scope(|scope| {
            let (sender, done) = mpsc::sync_channel(UNTAKEN);
            for _ in 0..self.jobs.min(inputs.len()) {
                let sender = sender.clone();
                let (shared, unavailable, stop) = (&shared, &unavailable, &stop);
                scope.spawn(move || {
                    if let Some(error) = self.run_job(shared, sender) {
                        stop.store(true, Ordering::Relaxed);
                        *lock(unavailable) = Some(error);
                    }
                });
            }
            drop(sender);
            for Done { index, outcome, engine_time } in done.into_iter().flatten() {
                stats.outcomes += 1;
                stats.engine_time += engine_time;
                on_outcome(index, outcome);
            }
        });
        stats.restarts = shared.restarts.load(Ordering::Relaxed);
        match lock(&unavailable).take() {
            Some(error) => Err(error),
            None => Ok(stats),
        }
    }

    fn run_job(&self, shared: &Shared<'_>, done: SyncSender<Vec<Done>>) -> Option<EngineUnavailable> {
        match Job::new(shared, self.take_idle(), done).run() {
            Ok(worker) => {
                self.idle().extend(worker);
                None
            }
            Err(Stop::Cancelled) => None,
            Err(Stop::Unavailable(error)) => Some(error),
        }
    }

    fn shared<'a>(&'a self, inputs: &'a [Input], cancelled: &'a (dyn Fn() -> bool + Sync)) -> Shared<'a> {
        Shared {
            engine: &self.engine,
            command: self.command.as_ref(),
            limits: &self.limits,
            jobs: self.jobs,
            inputs,
            next: AtomicUsize::new(0),
            cancelled,
            restarts: AtomicUsize::new(0),
        }
    }

    /// A running worker that has not failed.
    fn take_idle(&self) -> Option<Worker> {
        let mut idle = self.idle();
        std::iter::from_fn(|| idle.pop()).find(Worker::is_idle)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Worker>> {
        lock(&self.idle)
    }
}
