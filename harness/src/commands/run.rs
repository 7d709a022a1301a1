//! `crosscheck run`: suites through engines.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use crosscheck::expectations::{FOLDER as EXPECTATIONS, Source, Update};
use crosscheck::fixtures::SuiteKind;
use crosscheck::run::{self, Filter, Run, RunOptions};
use crosscheck_reports::terminal;

use super::day;
use super::error::CommandError;
use super::message::say;
use super::options::{EditionArguments, EngineArguments, Engines, JobsArgument};
use super::progress::Bar;
use super::provenance;
use super::results::{ResultArguments, status};
use super::{Manner, Status, interrupt, saved};

/// The default folder of suites.
const SUITES: &str = "suites";

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
    /// Folder of known failures, with one file per engine [default: suites/expectations, or what this program knows of
    /// its engines]
    #[arg(long, value_name = "FOLDER", env = "CROSSCHECK_EXPECTATIONS")]
    expectations: Option<PathBuf>,
    /// Report every failure, whether it is expected or not
    #[arg(long)]
    no_expectations: bool,
    /// Add an entry for each new failure, with --reason, and remove entries that no longer hold
    #[arg(long, conflicts_with = "no_expectations")]
    update_expectations: bool,
    /// Why the engine fails, for the entries that --update-expectations adds
    #[arg(long, value_name = "TEXT", requires = "update_expectations", value_parser = NonEmptyStringValueParser::new())]
    reason: Option<String>,
    /// Fail only on what is new since this saved run: what failed then in the same way is known
    #[arg(long, value_name = "FILE", conflicts_with = "update_expectations")]
    baseline: Option<PathBuf>,
}

/// Reads the name of a kind of suite.
fn suite_kinds() -> impl TypedValueParser<Value = SuiteKind> {
    PossibleValuesParser::new(SuiteKind::ALL.iter().map(|kind| kind.name())).try_map(|name| name.parse::<SuiteKind>())
}

pub(super) fn run(arguments: Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.plan(manner)?;
    arguments.results.prepare()?;
    let baseline = arguments.expectations.baseline.as_deref().map(saved::run).transpose()?;
    let provenance = provenance::of(&options.paths);
    let mut bar = Bar::new(!manner.quiet);
    let run = run::run(&options, &mut bar, cancel);
    bar.finish();
    let Run { mut report, updates } = run?;
    report.provenance = provenance;
    if let Some(baseline) = &baseline {
        report = report.since(baseline);
    }
    // The results are written even if standard error is closed.
    let _ = terminal::problems(&report.problems, &mut anstream::stderr());
    if arguments.expectations.update_expectations {
        arguments.expectations.apply(&updates)?;
    }
    let status = status(&report);
    arguments.results.hand_over(report, manner)?;
    Ok(status)
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
            filter: self.filter.clone().map(Filter::Text),
            engines: specs,
            jobs: self.jobs.resolve(&settings),
            expectations: self.expectations.source(settings.expectations)?,
            limits,
            worker,
        })
    }
}

impl ExpectationArguments {
    fn source(&self, setting: Option<PathBuf>) -> Result<Option<Source>, CommandError> {
        if self.no_expectations {
            return Ok(None);
        }
        Ok(Some(match self.expectations.clone().or(setting) {
            // An update makes the folder.
            Some(folder) if !folder.is_dir() && !self.update_expectations => {
                return Err(CommandError::NoExpectations(folder));
            }
            Some(folder) => Source::Folder(folder),
            None if self.update_expectations => Source::Folder(EXPECTATIONS.into()),
            None => Source::usual(),
        }))
    }
}

impl ExpectationArguments {
    /// Updates the files of expectations, unless a reason is missing.
    fn apply(&self, updates: &[Update]) -> Result<(), CommandError> {
        let new = updates.iter().map(|update| update.proposals.len()).sum();
        match &self.reason {
            None if new > 0 => Err(CommandError::NoReason(new)),
            reason => updates.iter().try_for_each(|update| apply(update, reason.as_deref().unwrap_or_default())),
        }
    }
}

/// Updates an expectations file from a run, and prints what changed.
fn apply(update: &Update, reason: &str) -> Result<(), CommandError> {
    let path = update.path.display();
    let updated = update.apply(&day::today(), reason)?;
    let changes = [
        (updated.removed, "removed expectations that no longer hold"),
        (updated.added, "added expectations"),
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
