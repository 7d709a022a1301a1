//! `crosscheck findings`: what was found in engines.

use std::path::PathBuf;

use clap::Args;
use crosscheck::fuzzing::triage::record;
use crosscheck_reports::{markdown, write_json};

use super::Status;
use super::error::CommandError;
use super::output::deliver;

/// List the recorded divergences of engines: what is wrong, the document, the clause, and the command that shows it
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck findings\n",
    "  crosscheck findings corpus/divergences --format json | jq '.engines[].engine'",
))]
pub(super) struct Arguments {
    /// Folder of recorded divergences
    #[arg(value_name = "FOLDER", default_value = "corpus/divergences")]
    folder: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Form::Markdown)]
    format: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Markdown
    Markdown,
    /// JSON, for programs
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let report = record::findings(&arguments.folder)?;
    match arguments.format {
        Form::Markdown => deliver(None, |out| markdown::findings(&report, out)),
        Form::Json => deliver(None, |out| write_json(&report, out)),
    }?;
    Ok(Status::AsExpected)
}
