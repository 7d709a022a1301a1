//! `crosscheck trace`: the standard engine at work, token by token.

use std::path::PathBuf;

use clap::Args;
use crosscheck::documents::decode::decode;
use crosscheck::input::Context;
use crosscheck::trace::trace;
use crosscheck_parser::change::{Change, Edition};
use crosscheck_parser::encoding::Encoding;
use crosscheck_reports::{terminal, write_json};

use super::Status;
use super::error::CommandError;
use super::output::{Format, deliver, deliver_to_people};
use super::parse::{Switch, encoding, read};

/// Show how the standard parses one input: for each token, the clauses that ran and what they did
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  echo '<table><p>x' | crosscheck trace\n",
    "  crosscheck trace page.html --without processing-instructions-2026\n",
    "  crosscheck trace page.html --format json | jq -r '.tokens[].clauses[].id' | sort | uniq -c",
))]
pub(super) struct Arguments {
    /// The file to parse, or - for standard input; its bytes are decoded as for `crosscheck parse`
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The encoding of the file, whatever it declares itself: utf-8, latin1, shift_jis
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Parse as a fragment in this element: td, `svg desc`, `math mi`
    #[arg(long, value_name = "ELEMENT")]
    context: Option<Context>,
    /// The scripting flag
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    scripting: Switch,
    /// The standard without this change; may be said more than once
    #[arg(long, value_name = "CHANGE", value_parser = change)]
    without: Vec<Change>,
    /// The form of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

fn change(id: &str) -> Result<Change, String> {
    Change::from_id(id).ok_or_else(|| {
        let known: Vec<_> = Change::ALL.iter().map(|change| change.id()).collect();
        format!("there is no such change; there are: {}", known.join(", "))
    })
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let edition = arguments
        .without
        .iter()
        .fold(Edition::NEWEST, |edition, change| edition.without(*change));
    let scripting = arguments.scripting == Switch::On;
    let context = arguments.context.as_ref();
    let bytes = read(&arguments.file)?;
    let text = decode(&bytes, arguments.encoding, context.is_some())?.text;
    let report = trace(&text, context, scripting, edition)?;
    match arguments.format {
        Format::Human => deliver_to_people(None, |out| terminal::trace(&report, out)),
        Format::Json => deliver(None, |out| write_json(&report, out)),
    }?;
    Ok(Status::AsExpected)
}
