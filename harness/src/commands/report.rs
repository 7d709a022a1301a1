//! `crosscheck report`: a saved run in another format.

use std::path::PathBuf;

use clap::Args;
use crosscheck_reports::terminal;

use super::error::CommandError;
use super::results::{ResultArguments, status};
use super::{Manner, Status, saved};

/// Show a saved run in any format
///
/// FILE is what `crosscheck run --format json --out FILE` or `--report FOLDER` wrote. The exit status is that of the run.
/// Of a run that was saved without --all, the checks that passed are only counted.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck report target/crosscheck-report/run.json\n",
    "  crosscheck report run.json --format sarif --out run.sarif\n",
    "  crosscheck report run.json --format markdown >> \"$GITHUB_STEP_SUMMARY\"",
))]
pub(super) struct Arguments {
    /// A saved run
    file: PathBuf,
    #[command(flatten)]
    results: ResultArguments,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let report = saved::run(&arguments.file)?;
    let _ = terminal::problems(&report.problems, &mut anstream::stderr());
    let status = status(&report);
    arguments.results.hand_over(report, manner)?;
    Ok(status)
}
