//! `crosscheck minimise`: the smallest document with the same divergence as a file.

use std::path::PathBuf;

use clap::Args;
use crosscheck::fuzzing::generate::TestCase;
use crosscheck::fuzzing::hunt;
use crosscheck::model::input::Source;

use super::document::DocumentArguments;
use super::error::CommandError;
use super::hunt::{Bar, JudgingArguments, status};
use super::message::say;
use super::output::deliver;
use super::{Manner, Status, interrupt};

/// Print the smallest document that shows the same divergence as a file
///
/// A line on standard error names the divergence: its root cause, as in `crosscheck hunt`, or what an oracle found. If
/// there is no divergence, nothing is printed and the exit status is 0. Otherwise the exit status is 1, or 2 if an
/// engine could not answer what an oracle needs.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck minimise page.html --engine html5ever > small.html\n",
    "  crosscheck minimise fuzz/artifacts/fragment/crash-1 --context div --engine html5ever\n",
    "  crosscheck minimise page.html --oracle mutation-xss",
))]
pub(super) struct Arguments {
    #[command(flatten)]
    document: DocumentArguments,
    /// Write the document to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    judging: JudgingArguments,
}

pub(super) fn run(arguments: Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.judging.options(manner)?;
    let input = arguments.document.read()?.into_input();
    let case = TestCase::of(&input).unwrap_or_default();
    let mut bar = Bar::new(Some(1), manner);
    let found = hunt::triage(&options, &[case], &mut bar, cancel);
    bar.finish();
    let found = found?;
    for problem in found.problems() {
        say(format_args!("error: {problem}"));
    }
    let Some((smallest, what)) = found.smallest().next() else {
        return Ok(status(&found));
    };
    if !manner.quiet {
        say(format_args!("{what}"));
    }
    if let Source::Text(text) = smallest.input().source {
        let out = arguments.out.as_deref();
        deliver(out, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(status(&found))
}
