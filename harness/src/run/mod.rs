//! Running suites through engines: fixtures are read, asked, judged and held against the expectations.

mod asking;
mod cases;
mod contestant;
mod reproduce;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crosscheck_reports::{Problem, RunReport, Verdict};

use crate::engines::{EngineSpec, EngineUnavailable, Limits, Pool, WorkerCommand};
use crate::expectations::{Expectations, Update};
use crate::files::FileError;
use crate::fixtures::{Discovered, SuiteKind, discover};
use cases::{Case, cases};
use contestant::Contestant;

/// What to run, and how.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// Fixture files, and folders of them.
    pub paths: Vec<PathBuf>,
    /// The kind all of them are, instead of what their content says.
    pub suite_kind: Option<SuiteKind>,
    /// Only checks whose `FILE:LINE`, description or hash contains this.
    pub filter: Option<String>,
    /// The engines, in the order they are to be reported in.
    pub engines: Vec<EngineSpec>,
    /// The folder of expectations; `None` for raw verdicts.
    pub expectations: Option<PathBuf>,
    /// What an engine's process may take.
    pub limits: Limits,
    /// How many worker processes to run at a time.
    pub jobs: usize,
    /// How to start a worker process.
    pub worker: WorkerCommand,
}

/// Told of how far a run is.
pub trait Progress {
    /// The next engine is asked, about so many checks.
    fn engine(&mut self, name: &str, checks: usize);

    /// One more check is judged.
    fn judged(&mut self, verdict: Verdict);
}

/// Why nothing was run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No engine can be asked at all.
    #[error("{}", lines(.0))]
    Engines(Vec<EngineUnavailable>),
    /// The expectations are not as they must be.
    #[error("{}", lines(.0))]
    Expectations(Vec<FileError>),
    /// The filter left nothing.
    #[error("no check has `{filter}` in its FILE:LINE, its description or its hash; there are {checks} checks")]
    NothingMatches {
        /// The filter.
        filter: String,
        /// How many checks there are without it.
        checks: usize,
    },
}

fn lines(errors: &[impl ToString]) -> String {
    let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// A run's results, and what would bring the expectations in line with them.
#[derive(Debug)]
pub struct Run {
    /// The results.
    pub report: RunReport,
    /// One for each engine, where expectations were asked for.
    pub updates: Vec<Update>,
}

/// The expectations file of an engine.
pub fn expectations_file(folder: &Path, engine: &str) -> PathBuf {
    folder.join(format!("{engine}.toml"))
}

/// Runs suites through engines. What cannot be read and who cannot be asked is told in the report, and the rest is run.
/// After `cancel` is set the report has what was found until then and is not complete.
///
/// # Errors
/// When no engine can be started, expectations are malformed, or the filter leaves nothing.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
///
/// use crosscheck::engines::{Limits, WorkerCommand, find};
/// use crosscheck::run::{Progress, RunOptions, run};
/// use crosscheck_reports::Verdict;
///
/// struct Quiet;
///
/// impl Progress for Quiet {
///     fn engine(&mut self, _: &str, _: usize) {}
///     fn judged(&mut self, _: Verdict) {}
/// }
///
/// let options = RunOptions {
///     paths: vec!["suites".into()],
///     suite_kind: None,
///     filter: None,
///     engines: vec![find("html5ever")?],
///     expectations: None,
///     limits: Limits::default(),
///     jobs: 2,
///     worker: WorkerCommand::new("crosscheck"),
/// };
/// let run = run(&options, &mut Quiet, &AtomicBool::new(false))?;
/// # drop(run);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(options: &RunOptions, progress: &mut dyn Progress, cancel: &AtomicBool) -> Result<Run, RunError> {
    let start = Instant::now();
    let (engines, missing) = contestants(options)?;
    let discovered = discover(&options.paths, options.suite_kind);
    let cases = selected(&discovered, options.filter.as_deref())?;
    let mut run = Run {
        report: RunReport {
            problems: missing
                .iter()
                .map(|missing| of_engine(format!("{missing}; its checks were not run")))
                .chain(discovered.errors.iter().map(problem))
                .collect(),
            complete: true,
            ..RunReport::default()
        },
        updates: Vec::new(),
    };
    for engine in engines {
        engine.run(&cases, options, progress, cancel, &mut run)?;
    }
    run.report.seconds = start.elapsed().as_secs_f64();
    Ok(run)
}

fn selected<'d>(discovered: &'d Discovered, filter: Option<&str>) -> Result<Vec<Case<'d>>, RunError> {
    let mut cases = cases(&discovered.files);
    if let Some(filter) = filter {
        let checks = cases.len();
        cases.retain(|case| case.matches(filter));
        // Where nothing could be read, that is what is to be told.
        if cases.is_empty() && checks > 0 {
            return Err(RunError::NothingMatches { filter: filter.to_owned(), checks });
        }
    }
    Ok(cases)
}

/// What is wrong with a file of fixtures, as results tell it.
pub fn problem(error: &FileError) -> Problem {
    Problem { file: Some(error.path.display().to_string()), line: error.line, message: error.message.clone() }
}

/// What is wrong with an engine, as results tell it.
fn of_engine(message: String) -> Problem {
    Problem { file: None, line: None, message }
}

/// The engines that take part, and those that cannot be asked: one at least takes part.
fn contestants(options: &RunOptions) -> Result<(Vec<Contestant>, Vec<EngineUnavailable>), RunError> {
    let mut there = Vec::new();
    let mut missing = Vec::new();
    for spec in &options.engines {
        let expectations = expectations(spec, options)?;
        let worker = options.worker.clone();
        let pool = Pool::new(spec, options.limits.clone(), options.jobs, worker);
        match pool.about() {
            Ok(about) => there.push(Contestant { about, pool, spec: spec.clone(), expectations }),
            Err(unavailable) => missing.push(unavailable),
        }
    }
    match there.is_empty() {
        true => Err(RunError::Engines(missing)),
        false => Ok((there, missing)),
    }
}

/// What is expected of an engine, and the file that says so.
fn expectations(spec: &EngineSpec, options: &RunOptions) -> Result<Option<(PathBuf, Expectations)>, RunError> {
    let Some(folder) = &options.expectations else {
        return Ok(None);
    };
    let path = expectations_file(folder, &spec.name);
    let expectations = Expectations::load(&path).map_err(RunError::Expectations)?;
    Ok(Some((path, expectations)))
}
