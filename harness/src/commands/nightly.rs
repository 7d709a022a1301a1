//! `crosscheck nightly`: everything that can find something, compared with the night before.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;
use crosscheck::expectations::Source;
use crosscheck::files::{WriteError, write_whole};
use crosscheck::nightly::{self, Found, Night, NightlyOptions, Progress, State};
use crosscheck_reports::{NightlyReport, PartState, html, junit, markdown, sarif, terminal};

use super::error::CommandError;
use super::message::say;
use super::options::{EngineArguments, Engines, JobsArgument};
use super::output::{Format, deliver_report};
use super::{Manner, Status, interrupt, provenance};

/// The folder of recorded divergences in a repository of suites.
const RECORDS: &str = "corpus/divergences";

/// The variable with the file that GitHub Actions shows as the summary of a job.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Run everything that can find something, and report what is new since the last night
///
/// The parts are: the fixtures on the engines, the divergences on record, the mutants, a hunt, and fuzz targets. Checks
/// that are worse than on the last night are asked again, and traced to the clause of the standard if they stay so. A
/// part that fails or is out of time does not keep others from being done. Each night gets a folder of its own below
/// the one given with --nights: nightly.json, run.json, summary.md, issue.md, and where fixtures were run junit.xml,
/// run.sarif and index.html, in which only what is worse is a failure. The exit status is 1 if something is worse, and 2
/// if a part failed.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck nightly suites/ --engine html5ever --nights nights/\n",
    "  crosscheck nightly suites/ html5lib-tests/ --engine all --nights nights/ --budget 2h --hunt 30m\n",
    "  crosscheck nightly tests/ --engine mine --nights nights/ --fuzz fuzz --fuzz-time 10m",
))]
pub(super) struct Arguments {
    /// Fixture files, and folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Folder of the nights: the earlier ones are read, and this one is added
    #[arg(long, value_name = "FOLDER", default_value = "nights")]
    nights: PathBuf,
    /// Time for everything, for example 2h; parts that are not reached are reported
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = humantime::parse_duration)]
    budget: Duration,
    /// Time for the hunt, for example 30m, or 0s for none
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = humantime::parse_duration)]
    hunt: Duration,
    /// Seed of the hunt [default: the number of days since 1970-01-01]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Folder of recorded divergences [default: corpus/divergences, if it exists]
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Folder of fuzz targets, which `cargo fuzz` runs
    #[arg(long, value_name = "FOLDER")]
    fuzz: Option<PathBuf>,
    /// Time for each fuzz target
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = humantime::parse_duration)]
    fuzz_time: Duration,
    /// Folder of known failures, with one file per engine
    #[arg(long, value_name = "FOLDER", env = "CROSSCHECK_EXPECTATIONS")]
    expectations: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    engines: EngineArguments,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.plan(manner)?;
    let state = State::read(&arguments.nights)?;
    let mut parts = Parts { is_quiet: manner.quiet };
    let found = nightly::nightly(&options, &state, &mut parts, cancel);
    let report = &found.report;
    let folder = Night::write(&arguments.nights, report, found.run.as_ref())?;
    write_forms(&folder, &found)?;
    deliver_report(arguments.format, report, None, |_, out| terminal::nightly(report, out))?;
    if !manner.quiet {
        say(format_args!("Night: {}", folder.display()));
    }
    Ok(status(report))
}

struct Parts {
    is_quiet: bool,
}

impl Progress for Parts {
    fn part(&mut self, name: &str) {
        if !self.is_quiet {
            say(format_args!("{name} …"));
        }
    }
}

impl Arguments {
    fn plan(&self, manner: &Manner) -> Result<NightlyOptions, CommandError> {
        let settings = manner.settings()?;
        let Engines { specs, limits, worker } = self.engines.resolve(&settings)?;
        let since_1970 = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let expectations = self.expectations.clone().or(settings.expectations.clone());
        Ok(NightlyOptions {
            paths: self.paths.clone(),
            engines: specs,
            expectations: Some(expectations.map_or_else(Source::usual, Source::Folder)),
            records: self.records.clone().or_else(|| Path::new(RECORDS).is_dir().then(|| RECORDS.into())),
            fuzz: self.fuzz.clone(),
            limits,
            jobs: self.jobs.resolve(&settings),
            worker,
            budget: self.budget,
            hunt: self.hunt,
            fuzz_time: self.fuzz_time,
            seed: self.seed.unwrap_or(since_1970.as_secs() / DAY),
            provenance: provenance::of(&self.paths),
        })
    }
}

fn status(report: &NightlyReport) -> Status {
    if !report.complete {
        Status::Interrupted
    } else if report.worse() > 0 {
        Status::Unexpected
    } else if report.parts.iter().any(|part| part.state == PartState::Failed) {
        Status::CouldNotRun
    } else {
        Status::AsExpected
    }
}

/// Writes what people and services read of a night.
fn write_forms(folder: &Path, found: &Found) -> Result<(), CommandError> {
    let report = &found.report;
    write_whole(&folder.join("issue.md"), |out| markdown::nightly_issue(report, out))?;
    write_whole(&folder.join("summary.md"), |out| markdown::nightly(report, out))?;
    if let Some(run) = found.worse() {
        write_whole(&folder.join("junit.xml"), |out| junit::write(&run, out))?;
        write_whole(&folder.join("run.sarif"), |out| sarif::write(&run, out))?;
        write_whole(&folder.join("index.html"), |out| html::write(&run, out))?;
    }
    if let Some(path) = std::env::var_os(SUMMARY) {
        let path = PathBuf::from(path);
        let mut text = Vec::new();
        markdown::nightly(report, &mut text).map_err(CommandError::Output)?;
        let appended = OpenOptions::new().append(true).create(true).open(&path);
        appended.and_then(|mut file| file.write_all(&text)).map_err(WriteError::of(&path))?;
    }
    Ok(())
}
