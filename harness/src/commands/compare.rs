//! `crosscheck compare`: two saved runs.

use std::path::PathBuf;

use clap::Args;
use crosscheck_reports::{CompareReport, terminal};

use super::error::CommandError;
use super::output::{Format, deliver_report};
use super::{Manner, Status, saved};

/// Compare two saved runs: what fails now that did not, what passes now, and what the runs differ in
///
/// OLD and NEW are what `crosscheck run --format json --out FILE` or `--report FOLDER` wrote. The exit status is 1 if
/// something fails in NEW that did not fail in OLD, fails in another way, or is no longer judged.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck compare yesterday.json today.json\n",
    "  crosscheck compare old.json new.json --format json | jq '.newly_failing[].place'",
))]
pub(super) struct Arguments {
    /// The older run
    old: PathBuf,
    /// The newer run
    new: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the comparison to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let compared = CompareReport::of(&saved::run(&arguments.old)?, &saved::run(&arguments.new)?);
    deliver_report(arguments.format, &compared, arguments.out.as_deref(), |_, out| {
        terminal::compare(&compared, manner.verbose, out)
    })?;
    Ok(match compared.regressions().next() {
        Some(_) => Status::Unexpected,
        None => Status::AsExpected,
    })
}
