//! Asking an engine many questions at once.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{About, EngineSpec, Limits, Outcome};
use crate::input::Input;

/// How to start crosscheck's own worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// What stands before `--engine NAME`.
    pub arguments: Vec<OsString>,
}

impl WorkerCommand {
    /// `PROGRAM worker`, where the program is a `crosscheck` command.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: vec!["worker".into()],
        }
    }

    /// The worker of the program that is running.
    ///
    /// # Errors
    /// When the system cannot say where this program's file is.
    pub fn this_program() -> io::Result<Self> {
        std::env::current_exe().map(Self::new)
    }
}

/// The engine cannot be asked at all: it is not there, or dies whenever it is started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("engine `{engine}` is not available: {reason}")]
pub struct EngineUnavailable {
    /// The engine's name.
    pub engine: String,
    /// What went wrong.
    pub reason: String,
}

/// What asking took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many inputs have an outcome: all of them, unless the asking was cancelled.
    pub outcomes: usize,
    /// The time the engine itself took, summed over its answers.
    pub engine_time: Duration,
    /// How often a worker process had to be replaced.
    pub restarts: usize,
}

/// Worker processes of one engine.
#[derive(Debug)]
pub struct Pool {
    spec: EngineSpec,
}

impl Pool {
    /// Workers for an engine: at most `jobs` processes at a time, started when they are needed.
    pub fn new(spec: &EngineSpec, limits: Limits, jobs: usize, worker: WorkerCommand) -> Self {
        let _ = (limits, jobs, worker);
        Self { spec: spec.clone() }
    }

    /// Who the engine says it is. Starts a worker unless one is running.
    ///
    /// # Errors
    /// When no worker can be started.
    pub fn about(&self) -> Result<About, EngineUnavailable> {
        Ok(self.spec.engine().about())
    }

    /// Asks about every input and hands over each outcome as it comes, in any order, with the index of its input.
    /// Returns early, without the outcomes still missing, soon after `cancel` is set.
    ///
    /// # Errors
    /// When no worker can be started, or none any more. The outcomes handed over until then stand.
    pub fn ask(
        &self,
        inputs: &[Input],
        on_outcome: &mut dyn FnMut(usize, Outcome),
        cancel: &AtomicBool,
    ) -> Result<Stats, EngineUnavailable> {
        let mut engine = self.spec.engine();
        let mut stats = Stats::default();
        for (index, input) in inputs.iter().enumerate() {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            let start = Instant::now();
            let answer = engine.answer(input);
            stats.engine_time += start.elapsed();
            stats.outcomes += 1;
            on_outcome(index, Outcome::Answer(answer));
        }
        Ok(stats)
    }
}
