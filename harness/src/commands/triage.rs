//! `crosscheck triage`: documents that others made, looked into as those of a hunt.

use std::path::PathBuf;

use clap::Args;
use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::fuzzing::hunt;

use super::error::CommandError;
use super::folder::documents;
use super::generate::form;
use super::hunt::{Bar, JudgingArguments, OutputArguments};
use super::{Manner, Status, interrupt};

/// Look into documents: which engines depart from the standard on them, and why
///
/// The documents are the files below a folder, such as the artifacts or the corpus of a fuzzer. If the folder has a file
/// questions.jsonl, as `crosscheck generate --out` writes it, the documents are those that it asks about. Every oracle judges
/// each document. Divergences are traced to root causes as by `crosscheck hunt`. The exit status is 1 when the list has a
/// divergence, and 2 when an engine could not be asked what an oracle needs.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck triage fuzz/artifacts/tree_construction --engine html5ever\n",
    "  crosscheck triage fuzz/corpus/fragment --form fragment --engine standard,html5ever\n",
    "  crosscheck triage mutated/ --oracle mutation-xss --format json | jq -r '.divergences[].what'",
))]
pub(super) struct Arguments {
    /// The folder, or a file; `-` for questions of the engine protocol on standard input, one a line
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// How the files stand for inputs [default: documents, of bytes where they are no text]
    #[arg(long, value_name = "FORM", value_parser = form())]
    form: Option<CorpusForm>,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    judging: JudgingArguments,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.judging.options()?;
    let documents = documents(&arguments.path, arguments.form)?;
    let mut bar = Bar::new(Some(documents.len()), manner);
    let found = hunt::triage(&options, &documents, &mut bar, cancel);
    bar.finish();
    arguments.output.deliver(&found?, None)
}
