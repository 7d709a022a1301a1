//! `crosscheck check-engine`: checks that a command works as an engine.

use std::env;

use clap::Args;
use crosscheck::engines::{Limits, WorkerCommand, check};
use crosscheck::settings::Timeout;
use crosscheck_reports::terminal;

use super::error::CommandError;
use super::output::{Format, deliver_report};
use super::{Manner, Status};

/// Check that a command works as an engine: it speaks the engine protocol and loses no data
///
/// The exit status is 1 if a check fails or an answer differs from the standard's, and 2 if the engine supports nothing
/// that the checks ask for.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck check-engine -- python3 my_engine.py\n",
    "  crosscheck check-engine --timeout 60s -- ./slow-engine --flag\n",
    "  crosscheck check-engine --format json -- node engine.mjs",
))]
pub(super) struct Arguments {
    /// The program and its arguments
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<String>,
    /// Time limit for one input, for example 10s or 500ms
    #[arg(long, value_name = "TIME", env = "CROSSCHECK_TIMEOUT")]
    timeout: Option<Timeout>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let folder = env::current_dir().map_err(CommandError::NoFolder)?;
    let mut limits = Limits::default();
    let crosscheck = WorkerCommand::this_program().map_err(CommandError::NoWorker)?.program;
    let command = WorkerCommand {
        guard: Some(crosscheck),
        memory: limits.memory,
        ..WorkerCommand::in_folder(&arguments.command, &folder)
    };
    if let Some(Timeout(timeout)) = arguments.timeout.or(manner.settings()?.timeout) {
        limits.timeout = timeout;
    }
    let report = check::check(&command, &limits);
    deliver_report(arguments.format, &report, None, |_, out| terminal::check_engine(&report, out))?;
    Ok(match report.is_good() {
        false => Status::Unexpected,
        true if report.asked_nothing() => Status::CouldNotRun,
        true => Status::AsExpected,
    })
}
