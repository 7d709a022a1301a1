//! Runs suites on engines: reads fixtures, asks engines, judges the answers, and compares the verdicts with the
//! expectations.

mod asking;
mod cases;
mod contestant;
mod reproduce;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crosscheck_reports::{Problem, RunReport, Verdict};

use crate::engines::{EngineSpec, EngineUnavailable, Limits, Pool, WorkerCommand};
use crate::expectations::{Source, Update};
use crate::files::FileError;
use crate::fixtures::{Discovered, FixtureHash, SuiteKind, discover};
use crate::model::input::Input;
use cases::{Case, cases};
use contestant::Contestant;

/// The options of a run.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// Fixture files, and folders of them.
    pub paths: Vec<PathBuf>,
    /// The kind all of them are, instead of what their content says.
    pub suite_kind: Option<SuiteKind>,
    /// Which checks are run; `None` for all.
    pub filter: Option<Filter>,
    /// The engines, in the order they are to be reported in.
    pub engines: Vec<EngineSpec>,
    /// The expectations; `None` for raw verdicts.
    pub expectations: Option<Source>,
    /// What an engine's process may take.
    pub limits: Limits,
    /// How many worker processes to run at a time.
    pub jobs: usize,
    /// How to start a worker process.
    pub worker: WorkerCommand,
}

/// Which checks of the fixtures are run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Those whose `FILE:LINE`, description or hash contains this.
    Text(String),
    /// These.
    Checks(BTreeSet<FixtureHash>),
}

impl Filter {
    fn has(&self, case: &Case<'_>) -> bool {
        match self {
            Self::Text(text) => case.matches(text),
            Self::Checks(hashes) => hashes.contains(&case.check.hash),
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Checks(hashes) => hashes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",").fmt(f),
        }
    }
}

/// Receives the progress of a run.
pub trait Progress {
    /// The next engine is asked, with this number of checks.
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
    /// The expectations are malformed.
    #[error("{}", lines(.0))]
    Expectations(Vec<FileError>),
    /// The filter left nothing.
    #[error(
        "`--filter {filter}` matches no check; it is compared with FILE:LINE, description and hash (checks read: {checks})"
    )]
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

/// The results of a run, and the changes they make to the expectations.
#[derive(Debug)]
pub struct Run {
    /// The results.
    pub report: RunReport,
    /// One for each engine, where expectations were asked for.
    pub updates: Vec<Update>,
}

/// Runs suites on engines. Files that cannot be read and engines that cannot be asked are reported as problems; the
/// others are run all the same. If `cancel` is set, the report has the results so far and is marked as incomplete.
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
    let cases = selected(&discovered, options.filter.as_ref())?;
    let mut run = Run {
        report: RunReport {
            problems: missing
                .iter()
                .map(|missing| of_engine(&missing.engine, format!("{missing}; its checks were not run")))
                .chain(discovered.errors.iter().map(problem))
                .collect(),
            complete: true,
            ..RunReport::default()
        },
        updates: Vec::new(),
    };
    for engine in engines {
        engine.run(&cases, options, progress, cancel, &mut run);
    }
    run.report.seconds = start.elapsed().as_secs_f64();
    Ok(run)
}

fn selected<'d>(discovered: &'d Discovered, filter: Option<&Filter>) -> Result<Vec<Case<'d>>, RunError> {
    let mut cases = cases(&discovered.files);
    if let Some(filter) = filter {
        let checks = cases.len();
        cases.retain(|case| filter.has(case));
        // If nothing could be read, the read errors are the ones to report.
        if cases.is_empty() && checks > 0 {
            return Err(RunError::NothingMatches { filter: filter.to_string(), checks });
        }
    }
    Ok(cases)
}

/// What is asked in some checks of the fixtures in these files and folders.
pub fn inputs(paths: &[PathBuf], checks: &BTreeSet<FixtureHash>) -> BTreeMap<FixtureHash, Vec<Input>> {
    let discovered = discover(paths, None);
    let wanted = cases(&discovered.files).into_iter().filter(|case| checks.contains(&case.check.hash));
    wanted.map(|case| (case.check.hash, case.check.inputs)).collect()
}

/// An error in a fixture file as a problem of the report.
pub fn problem(error: &FileError) -> Problem {
    Problem {
        file: Some(error.path.display().to_string()),
        line: error.line,
        message: error.message.clone(),
        ..Problem::default()
    }
}

/// An error of an engine as a problem of the report.
fn of_engine(engine: &str, message: String) -> Problem {
    Problem { engine: Some(engine.to_owned()), message, ..Problem::default() }
}

/// The engines that take part, at least one, and those that cannot be asked.
fn contestants(options: &RunOptions) -> Result<(Vec<Contestant>, Vec<EngineUnavailable>), RunError> {
    let mut there = Vec::new();
    let mut missing = Vec::new();
    for spec in &options.engines {
        let expectations = options.expectations.as_ref().map(|source| source.load(&spec.name)).transpose();
        let expectations = expectations.map_err(RunError::Expectations)?;
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
