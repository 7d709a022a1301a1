//! `crosscheck triage`: traces divergences on given documents to root causes, as a hunt does.

use std::path::PathBuf;

use clap::Args;
use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::fuzzing::hunt;

use super::error::CommandError;
use super::folder::documents;
use super::generate::form;
use super::hunt::{Bar, JudgingArguments, OutputArguments};
use super::{Manner, Status, interrupt};

/// Find out which engines depart from the standard on given documents, and why
///
/// The documents are the files below a folder, for example the artifacts or the corpus of a fuzzer. If the folder has a
/// file questions.jsonl, as written by `crosscheck generate --out`, the documents are those of its questions. Every
/// oracle judges each document. Divergences are traced to root causes as in `crosscheck hunt`. The exit status is 1 if
/// divergences were found, and 2 if an engine could not answer what an oracle needs.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck triage fuzz/artifacts/tree_construction --engine html5ever\n",
    "  crosscheck triage fuzz/corpus/fragment --form fragment --engine standard,html5ever\n",
    "  crosscheck triage mutated/ --oracle mutation-xss --format json | jq -r '.divergences[].what'",
))]
pub(super) struct Arguments {
    /// Folder or file; - reads questions of the engine protocol from standard input, one per line
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// How to read the files [default: document, or bytes for a file that is not UTF-8]
    #[arg(long, value_name = "FORM", value_parser = form())]
    form: Option<CorpusForm>,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    judging: JudgingArguments,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.judging.options(manner)?;
    let documents = documents(&arguments.path, arguments.form)?;
    let mut bar = Bar::new(Some(documents.read.len()), manner);
    let found = hunt::triage(&options, &documents.read, &mut bar, cancel);
    bar.finish();
    let status = arguments.output.deliver(&found?, None)?;
    Ok(documents.status(status))
}
