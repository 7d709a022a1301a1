//! The hunt: documents are generated, engines asked, and each departure from the standard is traced to its root cause.
//!
//! A hunt of so many inputs finds the same for the same seed, whatever the machine and the number of jobs: what bounds it
//! are counts, never seconds.

mod panel;
mod report;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engines::{EngineSpec, EngineUnavailable, Limits, WorkerCommand};
use crate::generate::{Soup, soups};

use crate::triage::Triage;

pub(crate) use panel::{Panel, Round, standard};
pub use report::report;
pub(crate) use report::reproduce;

/// How many documents are asked about at a time.
const BATCH: usize = 2_000;

/// What to hunt with.
#[derive(Debug, Clone)]
pub struct HuntOptions {
    /// The engines. The standard engine judges, whether it is among them or not.
    pub engines: Vec<EngineSpec>,
    /// What an engine's process may take.
    pub limits: Limits,
    /// How many worker processes to run at a time, for each engine.
    pub jobs: usize,
    /// How to start a worker process.
    pub worker: WorkerCommand,
    /// Where the generated documents begin.
    pub seed: u64,
    /// How many documents to try; `None` for no end.
    pub inputs: Option<usize>,
    /// How long to go on; `None` for no end.
    pub time: Option<Duration>,
}

/// Told of how far a hunt is.
pub trait Progress {
    /// So many documents were tried, so many diverged, and so many root causes are known.
    fn tried(&mut self, inputs: usize, divergent: usize, causes: usize);
}

/// What a hunt found.
#[derive(Debug)]
pub struct Hunt {
    /// How many documents were tried.
    pub inputs: usize,
    /// What became of those on which an engine departed from the standard.
    pub triage: Triage,
    /// How long it took.
    pub took: Duration,
    /// How long finding out about root causes took of that.
    pub triage_took: Duration,
    /// Whether it went on to its end.
    pub complete: bool,
}

/// Hunts. After `cancel` is set the hunt ends with what it has.
///
/// # Errors
/// When an engine cannot be asked, at the beginning or any more.
pub fn hunt(
    options: &HuntOptions,
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
) -> Result<Hunt, EngineUnavailable> {
    let start = Instant::now();
    let panel = Panel::new(options)?;
    let mut hunt = Hunt {
        inputs: 0,
        triage: Triage::default(),
        took: Duration::ZERO,
        triage_took: Duration::ZERO,
        complete: true,
    };
    let mut documents = soups(options.seed);
    loop {
        let left = options
            .inputs
            .map_or(BATCH, |inputs| BATCH.min(inputs - hunt.inputs));
        let is_over = options.time.is_some_and(|time| start.elapsed() >= time);
        if left == 0 || is_over {
            break;
        }
        let batch: Vec<Soup> = documents.by_ref().take(left).collect();
        let rounds = panel.ask(&batch, cancel)?;
        if cancel.load(Ordering::Relaxed) {
            hunt.complete = false;
            break;
        }
        hunt.inputs += batch.len();
        let before = Instant::now();
        for (soup, round) in batch.iter().zip(rounds) {
            hunt.triage.take(soup, round, &panel, cancel)?;
        }
        hunt.triage_took += before.elapsed();
        progress.tried(hunt.inputs, hunt.triage.divergent, hunt.triage.distinct());
    }
    let before = Instant::now();
    hunt.triage.settle();
    hunt.triage_took += before.elapsed();
    hunt.took = start.elapsed();
    Ok(hunt)
}
