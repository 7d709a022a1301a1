//! `crosscheck serialise`: the markup that engines write for the tree of an input.

use clap::Args;
use crosscheck::model::input::{Extent, Serialise, ShadowRoots, Source};
use crosscheck::serialise::serialise;
use crosscheck_reports::{RoundTripEntry, SerialiseReport, terminal, write_json};

use super::document::DocumentArguments;
use super::error::CommandError;
use super::options::{self, EditionArguments, EngineArguments, Engines};
use super::output::{Format, deliver, deliver_to_people};
use super::{Manner, Status, interrupt};

/// Write the markup of the tree that an input is parsed to, as the standard's algorithm does
///
/// A fragment is parsed in its context element, and what is in that is written; the scripting flag is the parser's and the
/// serialiser's. The markup comes with a line feed behind it; `--format json` has it as it is. The exit status is 1 when engines
/// write different markup, one fails, or no clause answers for a difference of a round trip; 2 when one cannot be asked.
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
    /// Which shadow roots to write; if any, templates may declare them
    #[arg(long, value_enum, default_value_t = Shadows::None)]
    shadow_roots: Shadows,
    /// Write the context element, or the document element, with what is in it
    #[arg(long)]
    outer: bool,
    /// Say what becomes of the tree when the markup is parsed again
    #[arg(long)]
    round_trip: bool,
    /// The form of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    engines: EngineArguments,
    #[command(flatten)]
    edition: EditionArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Shadows {
    /// None of them
    None,
    /// Those that are serializable
    Serializable,
    /// All of them
    All,
}

pub(super) fn run(arguments: Arguments, _manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let Engines { mut specs, limits, worker } = arguments.engines.resolve(&options::settings()?)?;
    arguments.edition.apply(&mut specs)?;
    let document = arguments.document.read()?;
    let task = Serialise {
        context: document.context,
        scripting: document.scripting,
        shadow_roots: match arguments.shadow_roots {
            Shadows::None => ShadowRoots::None,
            Shadows::Serializable => ShadowRoots::Serializable,
            Shadows::All => ShadowRoots::All,
        },
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
        (Format::Human, _) => deliver_to_people(None, |out| terminal::serialise(&report, out)),
        (Format::Json, _) => deliver(None, |out| write_json(&report, out)),
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
