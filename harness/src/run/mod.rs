//! Running suites through engines: fixtures are read, asked, judged and held against the expectations.

mod asking;
mod cases;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crosscheck_parser::change::Edition;
use crosscheck_reports::{
    CheckResult, EngineVersion, Problem, RunReport, Total, Verdict, VerdictCounts,
};

use crate::engines::{EngineSpec, EngineUnavailable, Limits, Pool, WorkerCommand};
use crate::expectations::{Expectations, Proposal, Standing};
use crate::files::FileError;
use crate::fixtures::{Discovered, FixtureHash, SuiteKind, discover};
use crate::judge::Judgement;
use asking::{Asked, ask_all};
use cases::{Case, cases};

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
    #[error(
        "no check has `{filter}` in its FILE:LINE, its description or its hash; there are {checks} checks"
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

/// A run's results, and what would bring the expectations in line with them.
#[derive(Debug)]
pub struct Run {
    /// The results.
    pub report: RunReport,
    /// One for each engine, where expectations were asked for.
    pub updates: Vec<ExpectationsUpdate>,
}

/// What would bring an engine's expectations in line with a run, for [`expectations::update`](crate::expectations::update).
#[derive(Debug)]
pub struct ExpectationsUpdate {
    /// The file.
    pub path: PathBuf,
    /// Entries for faults that have none.
    pub proposals: Vec<Proposal>,
    /// Entries that do not hold.
    pub void: Vec<FixtureHash>,
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
pub fn run(
    options: &RunOptions,
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
) -> Result<Run, RunError> {
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

fn selected<'d>(
    discovered: &'d Discovered,
    filter: Option<&str>,
) -> Result<Vec<Case<'d>>, RunError> {
    let mut cases = cases(&discovered.files);
    if let Some(filter) = filter {
        let checks = cases.len();
        cases.retain(|case| case.matches(filter));
        // Where nothing could be read, that is what is to be told.
        if cases.is_empty() && checks > 0 {
            return Err(RunError::NothingMatches {
                filter: filter.to_owned(),
                checks,
            });
        }
    }
    Ok(cases)
}

/// What is wrong with a file of fixtures, as results tell it.
pub fn problem(error: &FileError) -> Problem {
    Problem {
        file: Some(error.path.display().to_string()),
        line: error.line,
        message: error.message.clone(),
    }
}

/// What is wrong with an engine, as results tell it.
fn of_engine(message: String) -> Problem {
    Problem {
        file: None,
        line: None,
        message,
    }
}

/// The engines that take part, and those that cannot be asked: one at least takes part.
fn contestants(
    options: &RunOptions,
) -> Result<(Vec<Contestant>, Vec<EngineUnavailable>), RunError> {
    let mut there = Vec::new();
    let mut missing = Vec::new();
    for spec in &options.engines {
        let expectations = expectations(spec, options)?;
        let worker = options.worker.clone();
        let pool = Pool::new(spec, options.limits.clone(), options.jobs, worker);
        match pool.about() {
            Ok(about) => there.push(Contestant {
                about,
                pool,
                name: spec.name.clone(),
                edition: spec.edition(),
                expectations,
            }),
            Err(unavailable) => missing.push(unavailable),
        }
    }
    match there.is_empty() {
        true => Err(RunError::Engines(missing)),
        false => Ok((there, missing)),
    }
}

/// What is expected of an engine, and the file that says so.
fn expectations(
    spec: &EngineSpec,
    options: &RunOptions,
) -> Result<Option<(PathBuf, Expectations)>, RunError> {
    let Some(folder) = &options.expectations else {
        return Ok(None);
    };
    let path = expectations_file(folder, &spec.name);
    let expectations = Expectations::load(&path).map_err(RunError::Expectations)?;
    Ok(Some((path, expectations)))
}

/// An engine that takes part in a run.
struct Contestant {
    pool: Pool,
    about: crate::engines::About,
    name: String,
    edition: Edition,
    expectations: Option<(PathBuf, Expectations)>,
}

impl Contestant {
    fn run(
        self,
        cases: &[Case<'_>],
        options: &RunOptions,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
        run: &mut Run,
    ) -> Result<(), RunError> {
        progress.engine(&self.name, cases.len());
        let checks = cases.iter().map(|case| &case.check).collect::<Vec<_>>();
        let Asked {
            judgements,
            engine_time,
            gave_up,
        } = ask_all(
            &checks,
            &self.pool,
            &self.about,
            self.edition,
            progress,
            cancel,
        );
        if let Some(unavailable) = gave_up {
            let message = format!("{unavailable}; its other checks were not run");
            run.report.problems.push(of_engine(message));
        } else {
            run.report.complete &= judgements.iter().all(Option::is_some);
        }
        let judged: Vec<(&Case<'_>, Judgement)> = cases
            .iter()
            .zip(judgements)
            .filter_map(|(case, judgement)| Some((case, judgement?)))
            .collect();
        let verdicts: Vec<(FixtureHash, Verdict)> = judged
            .iter()
            .map(|(case, judgement)| (case.check.hash, judgement.verdict))
            .collect();
        let none = Expectations::default();
        let expectations = self.expectations.as_ref().map_or(&none, |(_, known)| known);
        let standings = expectations.standings(&verdicts);
        if let Some((path, known)) = &self.expectations {
            let update = update(path, known, &judged, &standings);
            run.updates.push(update);
        }
        for ((case, judgement), standing) in judged.into_iter().zip(standings) {
            let result = result(case, &self.name, options.suite_kind, judgement, standing);
            count(&mut run.report.totals, &result);
            run.report.results.push(result);
        }
        run.report.engines.push(EngineVersion {
            name: self.name,
            version: self.about.version,
            seconds: engine_time.as_secs_f64(),
        });
        Ok(())
    }
}

fn update(
    path: &Path,
    known: &Expectations,
    judged: &[(&Case<'_>, Judgement)],
    standings: &[Standing],
) -> ExpectationsUpdate {
    let mut update = ExpectationsUpdate {
        path: path.to_owned(),
        proposals: Vec::new(),
        void: Vec::new(),
    };
    let unexpected = judged.iter().zip(standings).filter(|(_, s)| s.unexpected);
    for ((case, judgement), _) in unexpected {
        if known.get(case.check.hash).is_some() {
            update.void.push(case.check.hash);
        }
        if judgement.verdict.is_fault() {
            update.proposals.push(Proposal {
                hash: case.check.hash,
                fixture: case.name_in_suite(),
                verdict: judgement.verdict,
            });
        }
    }
    update
}

fn result(
    case: &Case<'_>,
    engine: &str,
    suite_kind: Option<SuiteKind>,
    judgement: Judgement,
    standing: Standing,
) -> CheckResult {
    CheckResult {
        engine: engine.to_owned(),
        suite: case.file.suite.clone(),
        file: case.file.path.display().to_string(),
        index: case.fixture.index,
        line: case.fixture.line,
        hash: case.check.hash.to_string(),
        kind: case.check.kind.to_string(),
        description: case.fixture.description.clone(),
        verdict: judgement.verdict,
        unexpected: standing.unexpected,
        reason: judgement.reason,
        expectation: standing.note,
        input: case.shown_input(),
        mode: case.mode(),
        expected: judgement.expected,
        actual: judgement.actual,
        reproduce: case.reproduce(engine, suite_kind),
    }
}

fn count(totals: &mut Vec<Total>, result: &CheckResult) {
    let of = |total: &Total| {
        (&total.engine, &total.suite, &total.kind) == (&result.engine, &result.suite, &result.kind)
    };
    // Results of one suite come together, its kinds by turns.
    let place = totals.iter().rposition(of).unwrap_or_else(|| {
        totals.push(Total {
            engine: result.engine.clone(),
            suite: result.suite.clone(),
            kind: result.kind.clone(),
            counts: VerdictCounts::default(),
        });
        totals.len() - 1
    });
    let expected = result.expectation.is_some() && !result.unexpected;
    totals[place]
        .counts
        .add(result.verdict, expected, result.unexpected);
}
