//! `crosscheck serialise`: the markup of an input's tree by several engines.

use clap::Args;
use crosscheck::model::input::{Extent, Serialise, ShadowRoots, Source};
use crosscheck::serialise::serialise;
use crosscheck_reports::{RoundTripEntry, SerialiseReport, terminal};

use super::document::DocumentArguments;
use super::error::CommandError;
use super::options::{EditionArguments, EngineArguments, Engines};
use super::output::{Format, deliver, deliver_report};
use super::{Manner, Status, interrupt};

/// Parse one input and print the markup of its tree, by the standard's serialisation algorithm
///
/// With --context, the children of the context element are written. The scripting flag applies to the parser and the
/// serialiser. A line feed follows the markup; `--format json` gives the markup without it. The exit status is 1 if
/// engines write different markup, if one fails, or if no clause explains a difference of a round trip, and 2 if an
/// engine cannot be run.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  echo '<table><p>x' | crosscheck serialise\n",
    "  crosscheck serialise --context 'svg desc' --outer fragment.html\n",
    "  crosscheck serialise --shadow-roots all page.html\n",
    "  crosscheck serialise --round-trip page.html\n",
))]
pub(super) struct Arguments {
    #[command(flatten)]
    document: DocumentArguments,
    /// Which shadow roots to write; with any, templates can declare shadow roots
    #[arg(long, value_enum, default_value_t)]
    shadow_roots: ShadowRoots,
    /// Write the context element, or the document element, with its contents
    #[arg(long)]
    outer: bool,
    /// Parse the markup again and report how the tree changes
    #[arg(long)]
    round_trip: bool,
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
    arguments.edition.apply(&mut specs)?;
    let document = arguments.document.read()?;
    let task = Serialise {
        context: document.context,
        scripting: document.scripting,
        shadow_roots: arguments.shadow_roots,
        extent: if arguments.outer { Extent::Outer } else { Extent::Inner },
    };
    let report = SerialiseReport {
        encoding: document.encoding.name().to_owned(),
        ..serialise(&Source::Text(document.text), &task, &specs, &limits, &worker, arguments.round_trip, cancel)
    };
    match (arguments.format, report.outputs.as_slice()) {
        // The markup alone, byte for byte.
        (Format::Human, [output]) if output.error.is_none() && !arguments.round_trip => {
            let markup = output.markup.as_deref().unwrap_or_default();
            deliver(None, |out| writeln!(out, "{markup}"))
        }
        (format, _) => deliver_report(format, &report, None, |_, out| terminal::serialise(&report, out)),
    }?;
    Ok(status(&report))
}

fn status(report: &SerialiseReport) -> Status {
    if !report.complete {
        return Status::Interrupted;
    }
    if !report.outputs.iter().all(|output| output.asked) {
        return Status::CouldNotRun;
    }
    let is_unexplained = |round_trip: &RoundTripEntry| round_trip.outcome == RoundTripEntry::UNEXPLAINED;
    let all_well = report
        .outputs
        .iter()
        .all(|output| output.error.is_none() && !output.round_trip.as_ref().is_some_and(is_unexplained));
    match all_well && report.groups.len() <= 1 {
        true => Status::AsExpected,
        false => Status::Unexpected,
    }
}
