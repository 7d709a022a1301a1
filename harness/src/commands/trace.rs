//! `crosscheck trace`: what the standard engine does for each token.

use clap::Args;
use crosscheck::trace::trace;
use crosscheck_reports::terminal;

use super::Status;
use super::document::DocumentArguments;
use super::error::CommandError;
use super::options::EditionArguments;
use super::output::{Format, deliver_report};

/// Show how the standard parses one input: for each token, the clauses that run and what they do
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  echo '<table><p>x' | crosscheck trace\n",
    "  crosscheck trace page.html --without processing-instructions-2026\n",
    "  crosscheck trace page.html --edition 2019-06-01\n",
    "  crosscheck trace page.html --format json | jq -r '.tokens[].clauses[].id' | sort | uniq -c",
))]
pub(super) struct Arguments {
    #[command(flatten)]
    document: DocumentArguments,
    #[command(flatten)]
    edition: EditionArguments,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(arguments: Arguments) -> Result<Status, CommandError> {
    let edition = arguments.edition.edition()?;
    let document = arguments.document.read()?;
    let context = document.context.as_ref();
    let report = trace(&document.text, context, document.scripting, edition)?;
    deliver_report(arguments.format, &report, None, |_, out| terminal::trace(&report, out))?;
    Ok(Status::AsExpected)
}
