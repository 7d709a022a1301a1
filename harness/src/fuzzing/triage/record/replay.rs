//! Replaying records: asks the engines again.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::{ACCEPTED, DEPARTS, Record};
use crate::engines::standard::reference_answer;
use crate::engines::{self, Limits, NoEngine, Pool, WorkerCommand};
use crate::files::{self, FileError};
use crate::model::answer::Outcome;
use crate::model::input::Input;
use crate::sync::lock;

/// The engine that departed when a record was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departed {
    /// The engine.
    pub engine: String,
    /// Its version; `None` if the record is not accepted yet.
    pub version: Option<String>,
}

/// The engine that departed when the record of this `divergence.toml` was accepted.
///
/// # Errors
/// When the record, or its snapshot, cannot be read.
pub fn departed(path: &Path) -> Result<Departed, FileError> {
    let engine = Record::read(path)?.engine;
    let snapshot = path.with_file_name(ACCEPTED);
    let text = match files::read_to_string(&snapshot) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(FileError::unreadable(&snapshot, &error)),
    };
    let departs = format!("{DEPARTS}: {engine} ");
    let version = text.lines().find_map(|line| line.strip_prefix(&departs));
    Ok(Departed { version: version.map(str::to_owned), engine })
}

/// Engines to replay records on. Each is started once and asked one question at a time. All run in processes of their
/// own, because some crash; `worker` starts those of in-process engines.
#[derive(Debug)]
pub struct Engines {
    worker: WorkerCommand,
    pools: Mutex<BTreeMap<String, Arc<Mutex<Pool>>>>,
}

impl Engines {
    /// No engine is started yet.
    pub fn new(worker: WorkerCommand) -> Self {
        Self { worker, pools: Mutex::default() }
    }

    /// The version of an engine.
    ///
    /// # Errors
    /// When there is no such engine, or it cannot be started.
    pub fn version(&self, engine: &str) -> Result<String, NoEngine> {
        let pool = self.pool(engine)?;
        let about = lock(&pool).about();
        Ok(about?.version)
    }

    fn pool(&self, engine: &str) -> Result<Arc<Mutex<Pool>>, NoEngine> {
        let mut pools = lock(&self.pools);
        if let Some(pool) = pools.get(engine) {
            return Ok(Arc::clone(pool));
        }
        let spec = engines::find(engine)?;
        let pool = Pool::new(&spec, Limits::default(), 1, self.worker.clone());
        let pool = Arc::new(Mutex::new(pool));
        pools.insert(engine.to_owned(), Arc::clone(&pool));
        Ok(pool)
    }

    /// The outcome of a question to an engine, and the engine's version.
    fn ask(&self, engine: &str, input: &Input) -> Result<(Outcome, String), String> {
        let pool = self.pool(engine).map_err(|error| error.to_string())?;
        let mut outcome = None;
        let mut take = |_: usize, answered: Outcome| outcome = Some(answered);
        let inputs = std::slice::from_ref(input);
        let asked = lock(&pool).ask(inputs, &mut take, &AtomicBool::new(false));
        asked.map_err(|error| error.to_string())?;
        let outcome = outcome.ok_or_else(|| format!("`{engine}` was not asked"))?;
        let version = self.version(engine).map_err(|error| error.to_string())?;
        Ok((outcome, version))
    }
}

/// The snapshot of today's answers to the record of this `divergence.toml`.
///
/// # Errors
/// When the record cannot be read, names something unknown, or the engine cannot be asked.
pub fn replay(path: &Path, engines: &Engines) -> Result<String, FileError> {
    replay_by(path, &|engine, input| engines.ask(engine, input))
}

/// The same, with the version of the accepted record instead of the engine's.
///
/// # Errors
/// As those of [`replay`].
pub fn replay_as_accepted(path: &Path, engines: &Engines) -> Result<String, FileError> {
    let accepted = departed(path)?.version;
    replay_by(path, &|engine, input| {
        let (outcome, version) = engines.ask(engine, input)?;
        Ok((outcome, accepted.clone().unwrap_or(version)))
    })
}

/// How a record stands to its accepted snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replayed {
    /// Both engines answer as they did.
    AsAccepted,
    /// One of them answers otherwise.
    Changed,
    /// The engine is not here; why.
    LeftOut(String),
}

/// Compares today's answers to a record with its accepted snapshot, whatever version the engine has.
///
/// # Errors
/// As those of [`replay`].
pub fn compare(path: &Path, engines: &Engines) -> Result<Replayed, FileError> {
    let engine = departed(path)?.engine;
    let spec = engines::find(&engine).map_err(|error| FileError::of(path, error.to_string()))?;
    if let Some(remedy) = spec.remedy() {
        return Ok(Replayed::LeftOut(remedy.to_owned()));
    }
    let accepted = path.with_file_name(ACCEPTED);
    let text = files::read_to_string(&accepted).map_err(|error| FileError::unreadable(&accepted, &error))?;
    // A snapshot begins with a head between two lines of hyphens.
    let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(&*text, |(_, body)| body);
    Ok(match replay_as_accepted(path, engines)?.trim() == body.trim() {
        true => Replayed::AsAccepted,
        false => Replayed::Changed,
    })
}

/// Asks the engine of a name: returns the outcome and the engine's version.
pub(super) type AskByName<'a> = dyn Fn(&str, &Input) -> Result<(Outcome, String), String> + 'a;

pub(super) fn replay_by(path: &Path, ask: &AskByName<'_>) -> Result<String, FileError> {
    let record = Record::read(path)?;
    let malformed = |message| FileError::of(path, message);
    let input = record.read_input(path)?;
    let standard = reference_answer(&input).ok();
    let standard = standard.ok_or_else(|| malformed("the standard has no answer".to_owned()))?;
    let (outcome, version) = ask(&record.engine, &input).map_err(malformed)?;
    Ok(record.snapshot(&input, &standard, &outcome, &version))
}
