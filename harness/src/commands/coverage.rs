//! `crosscheck coverage`: the clauses that suites reach.

use std::path::PathBuf;

use clap::Args;
use crosscheck::campaign::{Probes, coverage_report};
use crosscheck::fixtures::discover;
use crosscheck_reports::terminal;

use super::Status;
use super::error::CommandError;
use super::output::{Format, deliver_report};

/// Show which clauses of the standard's algorithm suites reach, and which they miss
///
/// An input reaches a clause if the clause takes effect: its row matches, its condition holds or its step runs. Only
/// inputs of checks that the standard engine passes count.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck coverage suites/\n",
    "  crosscheck coverage suites/ --compare html5lib-tests/\n",
    "  crosscheck coverage suites/ --format json | jq -r '.missing[]'",
))]
pub(super) struct Arguments {
    /// Fixture files, and folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Compare with the clauses that these fixtures reach
    #[arg(long, value_name = "PATH", num_args = 1..)]
    compare: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the result to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let probes = Probes::new(&discover(&arguments.paths, None));
    let others = match arguments.compare.as_slice() {
        [] => None,
        paths => Some(Probes::new(&discover(paths, None))),
    };
    let report = coverage_report(&probes, others.as_ref());
    // The results are written even if standard error is closed.
    let _ = terminal::problems(&report.problems, &mut anstream::stderr());
    if probes.checks.is_empty() {
        return Ok(Status::CouldNotRun);
    }
    deliver_report(arguments.format, &report, arguments.out.as_deref(), |width, out| {
        terminal::coverage(&report, width, out)
    })?;
    Ok(match report.problems.is_empty() {
        true => Status::AsExpected,
        false => Status::CouldNotRun,
    })
}
