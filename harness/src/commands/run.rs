//! `crosscheck run`: suites through engines.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use crosscheck::engines::EngineSpec;
use crosscheck::engines::set::EngineSet;
use crosscheck::expectations::{FOLDER as EXPECTATIONS, Update};
use crosscheck::files::{make_folder, write_whole};
use crosscheck::fixtures::SuiteKind;
use crosscheck::fuzzing::hunt;
use crosscheck::run::{self, Run, RunOptions};
use crosscheck_reports::html::divergences::DivergenceSheet;
use crosscheck_reports::html::run::RunSite;
use crosscheck_reports::terminal::{self, Detail};
use crosscheck_reports::{RunReport, html, junit, write_json};

use super::day;
use super::error::CommandError;
use super::message::say;
use super::options::{EditionArguments, EngineArguments, Engines, JobsArgument};
use super::output::{self, deliver, deliver_to_people, write_files};
use super::progress::Bar;
use super::{Manner, Status, interrupt};

/// The default folder of suites.
const SUITES: &str = "suites";

/// The default folder of recorded divergences.
const DIVERGENCES: &str = "corpus/divergences";

/// Run fixtures on engines and judge the answers
///
/// The exit status is 1 if a failure has no expectation or an expectation no longer holds. It is 2 if a fixture file or
/// an engine could not be used; the others are run all the same.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck run html5lib-tests/tree-construction --engine html5ever\n",
    "  crosscheck run suites/ --engine all --report report/\n",
    "  crosscheck run suites/ --filter tables.dat:12\n",
    "  crosscheck run suites/changes --edition 2023-03-24 --filter search\n",
    "  crosscheck run tests/ --no-expectations --format json --out results.json\n",
    "  crosscheck run tests/ --format junit --out junit.xml",
))]
pub(super) struct Arguments {
    /// Fixture files, and folders of them [default: suites]
    paths: Vec<PathBuf>,
    /// Run only checks whose FILE:LINE, description or hash contains this
    #[arg(short, long, value_name = "TEXT")]
    filter: Option<String>,
    /// Read every file as this kind of suite instead of detecting the kind
    #[arg(long, value_name = "KIND", value_parser = suite_kinds())]
    suite_kind: Option<SuiteKind>,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    engines: EngineArguments,
    #[command(flatten)]
    edition: EditionArguments,
    #[command(flatten)]
    expectations: ExpectationArguments,
    #[command(flatten)]
    results: ResultArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Expectations")]
struct ExpectationArguments {
    /// Folder of known failures, with one file per engine [default: suites/expectations]
    #[arg(long, value_name = "FOLDER", env = "CROSSCHECK_EXPECTATIONS")]
    expectations: Option<PathBuf>,
    /// Report every failure, whether it is expected or not
    #[arg(long)]
    no_expectations: bool,
    /// Add an entry for each new failure, for you to give it a reason, and remove entries that no longer hold
    #[arg(long, conflicts_with = "no_expectations")]
    update_expectations: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
struct ResultArguments {
    /// Include passed checks in the JSON output
    #[arg(long)]
    all: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the results to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a report to this folder: pages that begin with index.html, run.json, junit.xml
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Folder of recorded divergences, for the report [default: corpus/divergences]
    #[arg(long, value_name = "FOLDER", requires = "report")]
    divergences: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// JSON, for programs
    Json,
    /// JUnit XML, for continuous integration
    Junit,
}

/// Reads the name of a kind of suite.
fn suite_kinds() -> impl TypedValueParser<Value = SuiteKind> {
    PossibleValuesParser::new(SuiteKind::ALL.iter().map(|kind| kind.name())).try_map(|name| name.parse::<SuiteKind>())
}

pub(super) fn run(arguments: Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.plan(manner)?;
    let mut bar = Bar::new(!manner.quiet);
    let run = run::run(&options, &mut bar, cancel);
    bar.finish();
    let Run { report, updates } = run?;
    // The results are written even if standard error is closed.
    let _ = terminal::problems(&report.problems, &mut anstream::stderr());
    if arguments.expectations.update_expectations {
        updates.iter().try_for_each(apply)?;
    }
    let status = status(&report);
    let divergences = arguments.results.divergences(&report, &options, cancel)?;
    arguments.results.hand_over(report, &divergences, manner)?;
    Ok(status)
}

fn status(report: &RunReport) -> Status {
    if !report.complete {
        Status::Interrupted
    } else if !report.problems.is_empty() {
        Status::CouldNotRun
    } else if report.sum().unexpected > 0 {
        Status::Unexpected
    } else {
        Status::AsExpected
    }
}

impl Arguments {
    /// Flags and environment variables override the settings file, which overrides the defaults.
    fn plan(&self, manner: &Manner) -> Result<RunOptions, CommandError> {
        let settings = manner.settings()?;
        let paths = match self.paths.as_slice() {
            [] if !Path::new(SUITES).is_dir() => return Err(CommandError::NoSuites),
            [] => vec![PathBuf::from(SUITES)],
            paths => paths.to_owned(),
        };
        let Engines { mut specs, limits, worker } = self.engines.resolve(&settings)?;
        self.edition.apply(&mut specs)?;
        Ok(RunOptions {
            paths,
            suite_kind: self.suite_kind,
            filter: self.filter.clone(),
            engines: specs,
            jobs: self.jobs.resolve(&settings),
            expectations: self.expectations.folder(settings.expectations)?,
            limits,
            worker,
        })
    }
}

impl ExpectationArguments {
    fn folder(&self, setting: Option<PathBuf>) -> Result<Option<PathBuf>, CommandError> {
        if self.no_expectations {
            return Ok(None);
        }
        match self.expectations.clone().or(setting) {
            // An update makes the folder.
            Some(folder) if !folder.is_dir() && !self.update_expectations => Err(CommandError::NoExpectations(folder)),
            Some(folder) => Ok(Some(folder)),
            None => Ok(Some(PathBuf::from(EXPECTATIONS))),
        }
    }
}

/// Updates an expectations file from a run, and prints what changed.
fn apply(update: &Update) -> Result<(), CommandError> {
    let path = update.path.display();
    let updated = update.apply(&day::today())?;
    let changes = [
        (updated.removed, "removed expectations that no longer hold"),
        (updated.added, "added expectations, to be given a reason each"),
        (updated.pinned, "pinned answers"),
        (updated.lacks, "added to `unanswered`"),
    ];
    for (count, what) in changes {
        if count > 0 {
            say(format_args!("{path}: {what}: {count}"));
        }
    }
    if update.unasked > 0 {
        let unasked = update.unasked;
        say(format_args!("{path}: `checked` is unchanged, because the run did not cover {unasked} of the entries"));
    }
    Ok(())
}

impl ResultArguments {
    /// Writes the results before the report, so that they are not lost if the report cannot be written.
    fn hand_over(
        &self,
        report: RunReport,
        divergences: &[DivergenceSheet],
        manner: &Manner,
    ) -> Result<(), CommandError> {
        let out = self.out.as_deref();
        match self.format {
            Format::Human => {
                let width = output::width(out);
                deliver_to_people(out, |out| terminal::run(&report, width, detail(manner), out))
            }
            Format::Json => {
                let told = self.told(report.clone());
                deliver(out, |out| write_json(&told, out))
            }
            Format::Junit => deliver(out, |out| junit::write(&report, out)),
        }?;
        let Some(folder) = &self.report else {
            return Ok(());
        };
        let index = self.write_report(folder, report, divergences)?;
        // Nothing follows a document on standard output.
        if self.format == Format::Human || out.is_some() {
            deliver(None, |out| writeln!(out, "Report: {}", index.display()))?;
        } else {
            say(format_args!("Report: {}", index.display()));
        }
        Ok(())
    }

    /// The part of the report that goes into JSON.
    fn told(&self, report: RunReport) -> RunReport {
        match self.all {
            true => report,
            false => report.brief(),
        }
    }

    /// What the engines of a run have on record, with what all of them answer today.
    fn divergences(
        &self,
        report: &RunReport,
        options: &RunOptions,
        cancel: &AtomicBool,
    ) -> Result<Vec<DivergenceSheet>, CommandError> {
        let default = Path::new(DIVERGENCES);
        let folder = match (&self.report, &self.divergences) {
            (None, _) => return Ok(Vec::new()),
            (Some(_), Some(folder)) => folder,
            (Some(_), None) if default.is_dir() => default,
            (Some(_), None) => return Ok(Vec::new()),
        };
        let took_part = |spec: &&EngineSpec| report.engines.iter().any(|engine| engine.name == spec.name);
        let specs: Vec<EngineSpec> = options.engines.iter().filter(took_part).cloned().collect();
        let engines = EngineSet::new(&specs, &options.limits, options.jobs, &options.worker)?;
        Ok(hunt::recorded(folder, &engines, cancel)?)
    }

    /// Writes the files of a report and gives the path of its first page.
    fn write_report(
        &self,
        folder: &Path,
        report: RunReport,
        divergences: &[DivergenceSheet],
    ) -> Result<PathBuf, CommandError> {
        make_folder(folder)?;
        let site = RunSite { report: &report, divergences, since: None };
        write_files(folder, html::run::files(&site))?;
        write_whole(&folder.join("junit.xml"), |out| junit::write(&report, out))?;
        let told = self.told(report);
        write_whole(&folder.join("run.json"), |out| write_json(&told, out))?;
        Ok(folder.join("index.html"))
    }
}

fn detail(manner: &Manner) -> Detail {
    match (manner.quiet, manner.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    }
}
