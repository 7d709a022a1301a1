//! `crosscheck parse`: the trees of one input by several engines.

use clap::Args;
use crosscheck::engines::{self, EngineSpec, standard};
use crosscheck::parse::{Wanted, parse};
use crosscheck_reports::{ParseReport, terminal};

use super::document::DocumentArguments;
use super::error::CommandError;
use super::options::{EditionArguments, EngineArguments, Engines};
use super::output::{Format, deliver_report};
use super::{Manner, Status, interrupt};

/// Parse one input with several engines, and show their trees, grouped by agreement
///
/// The exit status is 1 if the trees differ or an engine fails, and 2 if an engine cannot be run.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  echo '<table><p>x' | crosscheck parse\n",
    "  crosscheck parse page.html --engine all --errors\n",
    "  crosscheck parse page.html --engine html5ever --check\n",
    "  crosscheck parse page.html --edition 2019-06-01\n",
    "  crosscheck parse --context 'svg desc' fragment.html\n",
    "  crosscheck parse page.html --engine all --no-tree --format json | jq .groups",
))]
pub(super) struct Arguments {
    #[command(flatten)]
    document: DocumentArguments,
    /// Also run the standard engine, so that the exit status is 1 if an engine departs from the standard
    #[arg(long)]
    check: bool,
    /// Show the parse errors
    #[arg(long)]
    errors: bool,
    /// Leave out the trees
    #[arg(long)]
    no_tree: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    engines: EngineArguments,
    #[command(flatten)]
    edition: EditionArguments,
}

pub(super) fn run(arguments: Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let Engines { mut specs, limits, worker } = arguments.engines.resolve(&manner.settings()?)?;
    if arguments.check {
        add_standard(&mut specs)?;
    }
    arguments.edition.apply(&mut specs)?;
    let document = arguments.document.read()?;
    let encoding = document.encoding.name().to_owned();
    let input = document.into_input();
    let wanted = Wanted { trees: !arguments.no_tree, errors: arguments.errors };
    let report = ParseReport { encoding: Some(encoding), ..parse(&input, &specs, &limits, &worker, wanted, cancel) };
    deliver_report(arguments.format, &report, None, |width, out| terminal::parse(&report, width, out))?;
    Ok(status(&report))
}

/// Adds the standard engine, to compare the others with it.
fn add_standard(specs: &mut Vec<EngineSpec>) -> Result<(), CommandError> {
    if specs.iter().all(|spec| spec.name == standard::NAME) {
        return Err(CommandError::NothingToCheck);
    }
    if specs.iter().all(|spec| spec.name != standard::NAME) {
        specs.push(engines::find(standard::NAME)?);
    }
    Ok(())
}

fn status(report: &ParseReport) -> Status {
    if !report.complete {
        return Status::Interrupted;
    }
    if !report.outputs.iter().all(|output| output.asked) {
        return Status::CouldNotRun;
    }
    let all_answered = report.outputs.iter().all(|output| output.error.is_none());
    match all_answered && report.groups.len() <= 1 {
        true => Status::AsExpected,
        false => Status::Unexpected,
    }
}
