//! The results of a run: their formats, and the files of a report.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use crosscheck::files::{WriteError, make_folder, write_whole};
use crosscheck_reports::terminal::{self, Detail};
use crosscheck_reports::{RunReport, github, html, junit, markdown, sarif, tap, write_json};

use super::error::CommandError;
use super::message::say;
use super::output::{self, deliver, deliver_to_people};
use super::{Manner, Status};

#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub(super) struct ResultArguments {
    /// Include passed checks in the JSON output
    #[arg(long)]
    all: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the results to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a report to this folder: index.html, run.json, junit.xml
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// JSON, for programs
    Json,
    /// JUnit XML, for continuous integration
    Junit,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// Markdown, for a comment or a job summary
    Markdown,
    /// Test Anything Protocol
    Tap,
}

/// The exit status of a run.
pub(super) fn status(report: &RunReport) -> Status {
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

impl ResultArguments {
    /// Checks before a run that its results can be written.
    pub(super) fn prepare(&self) -> Result<(), CommandError> {
        if let Some(folder) = &self.report {
            make_folder(folder)?;
        }
        let parent = self.out.as_deref().and_then(Path::parent).filter(|parent| *parent != Path::new(""));
        match (parent, &self.out) {
            (Some(parent), Some(out)) if !parent.is_dir() => {
                Err(WriteError { path: out.clone(), source: io::ErrorKind::NotFound.into() }.into())
            }
            _ => Ok(()),
        }
    }

    /// Writes the results before the report, so that they are not lost if the report cannot be written.
    pub(super) fn hand_over(&self, report: RunReport, manner: &Manner) -> Result<(), CommandError> {
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
            Format::Sarif => deliver(out, |out| sarif::write(&report, out)),
            Format::Github => deliver(out, |out| github::write(&report, out)),
            Format::Markdown => deliver(out, |out| markdown::run(&report, out)),
            Format::Tap => deliver(out, |out| tap::write(&report, out)),
        }?;
        let Some(folder) = &self.report else {
            return Ok(());
        };
        let index = self.write_report(folder, report)?;
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
            false => report.without_passed(),
        }
    }

    /// Writes the files of a report and gives the path of its page.
    fn write_report(&self, folder: &Path, report: RunReport) -> Result<PathBuf, CommandError> {
        make_folder(folder)?;
        let index = folder.join("index.html");
        write_whole(&index, |out| html::write(&report, out))?;
        write_whole(&folder.join("junit.xml"), |out| junit::write(&report, out))?;
        let told = self.told(report);
        write_whole(&folder.join("run.json"), |out| write_json(&told, out))?;
        Ok(index)
    }
}

fn detail(manner: &Manner) -> Detail {
    match (manner.quiet, manner.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    }
}
