//! `crosscheck expectations`: the known failures of engines, and when they were last checked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use crosscheck::expectations::{Expectation, Expectations, Source};
use crosscheck::fixtures::FixtureHash;
use crosscheck::run::problem;
use crosscheck_reports::{ExpectationEntry, ExpectationsFile, ExpectationsReport, Verdict, terminal};

use super::error::CommandError;
use super::output::{Format, deliver_report};
use super::{Manner, Status, day};

/// List the expectations of engines: how many pin an answer, and when they were last checked
///
/// The date of a file is that of the last `crosscheck run --update-expectations` that covered every entry. --verbose
/// lists every entry. --stale lists only the files that have not been checked for the given time; the exit status is 1
/// if there are any.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck expectations\n",
    "  crosscheck expectations --stale 30d --verbose\n",
    "  crosscheck expectations --format json | jq '.files[].entries[] | select(.answer == null)'",
))]
pub(super) struct Arguments {
    /// Folder of expectations, with one file per engine [default: suites/expectations, or what this program knows of its
    /// engines]
    #[arg(long, value_name = "FOLDER", env = "CROSSCHECK_EXPECTATIONS")]
    expectations: Option<PathBuf>,
    /// List only files that have not been checked for this long, for example 30d or 2weeks
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    stale: Option<Duration>,
    /// Day from which --stale counts back, for example 2026-11-22 [default: today, in UTC]
    #[arg(long, value_name = "DAY", requires = "stale")]
    on: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let report = arguments.report()?;
    let _ = terminal::problems(&report.problems, &mut anstream::stderr());
    deliver_report(arguments.format, &report, None, |width, out| {
        terminal::expectations(&report, width, manner.verbose, out)
    })?;
    Ok(match (report.problems.as_slice(), &arguments.stale) {
        ([_, ..], _) => Status::CouldNotRun,
        ([], Some(_)) if !report.files.is_empty() => Status::Unexpected,
        ([], _) => Status::AsExpected,
    })
}

impl Arguments {
    fn report(&self) -> Result<ExpectationsReport, CommandError> {
        let on = self.on.clone().unwrap_or_else(day::today);
        let before = self.stale.map(|stale| day::before(&on, stale));
        let mut report = ExpectationsReport {
            stale_before: before.transpose().map_err(CommandError::NotADay)?,
            on,
            ..ExpectationsReport::default()
        };
        let source = self.expectations.clone().map_or_else(Source::usual, Source::Folder);
        for engine in source.engines()? {
            match source.load(&engine) {
                Ok((path, known)) => report.files.push(file(engine, &path, &known)),
                Err(errors) => report.problems.extend(errors.iter().map(problem)),
            }
        }
        if let Some(day) = &report.stale_before {
            let is_stale = |file: &ExpectationsFile| file.checked.as_ref().is_none_or(|on| on < day);
            report.files.retain(|file| !file.entries.is_empty() && is_stale(file));
        }
        Ok(report)
    }
}

fn file(engine: String, path: &Path, known: &Expectations) -> ExpectationsFile {
    let wrong = || known.entries().filter(|(_, entry)| entry.verdict == Verdict::Failed);
    let pinned = wrong().filter(|(_, entry)| entry.answer.is_some()).count();
    ExpectationsFile {
        engine,
        file: path.display().to_string(),
        checked: known.checked.clone(),
        version: known.version.clone(),
        pinned,
        unpinned: wrong().count() - pinned,
        unanswered: known.unanswered.clone().map(Vec::from_iter),
        entries: known.entries().map(entry).collect(),
    }
}

fn entry((hash, expectation): (FixtureHash, &Expectation)) -> ExpectationEntry {
    ExpectationEntry {
        hash: hash.to_string(),
        fixture: expectation.fixture.clone(),
        verdict: expectation.verdict,
        answer: expectation.answer.map(|answer| answer.to_string()),
        reason: expectation.reason.clone(),
    }
}
