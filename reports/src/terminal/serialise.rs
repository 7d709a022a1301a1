//! What several engines made of one tree.

use std::io::{self, Write};

use super::{BAD, DIM, GOOD, NAME, ODD, styled};
use crate::serialise::{MarkupOutput, RoundTripEntry, SerialiseReport};
use crate::visible::visible_line;

/// Writes the markup of each group of engines that agree; who wrote it, if more than one was asked; and the result of
/// the round trip, if requested.
///
/// # Errors
/// Those of the writer.
pub fn serialise(report: &SerialiseReport, out: &mut dyn Write) -> io::Result<()> {
    for group in &report.groups {
        let members: Vec<&MarkupOutput> =
            group.iter().filter_map(|name| report.outputs.iter().find(|output| output.engine == *name)).collect();
        if report.outputs.len() > 1 {
            let names: Vec<String> = members.iter().map(|output| heading(output)).collect();
            writeln!(out, "{}", names.join(", "))?;
        }
        if let Some(markup) = members.first().and_then(|output| output.markup.as_ref()) {
            for line in markup.split('\n') {
                writeln!(out, "{}", visible_line(line))?;
            }
        }
    }
    for output in &report.outputs {
        if let Some(round_trip) = &output.round_trip {
            write_round_trip(output, round_trip, out)?;
        }
        if let Some(error) = &output.error {
            let name = styled(NAME, visible_line(&output.engine));
            writeln!(out, "{name} {}", styled(BAD, visible_line(error)))?;
        }
    }
    Ok(())
}

fn heading(output: &MarkupOutput) -> String {
    let version = output.version.as_deref().unwrap_or_default();
    let name = format!("{} {version}", output.engine);
    styled(NAME.bold(), visible_line(name.trim_end()))
}

fn write_round_trip(output: &MarkupOutput, round_trip: &RoundTripEntry, out: &mut dyn Write) -> io::Result<()> {
    let style = match round_trip.outcome {
        RoundTripEntry::UNEXPLAINED => BAD,
        _ if round_trip.causes.is_empty() => GOOD,
        _ => ODD,
    };
    let name = styled(NAME, visible_line(&output.engine));
    writeln!(out, "{name} round trip: {}", styled(style, round_trip.outcome))?;
    for cause in &round_trip.causes {
        writeln!(out, "  {} {DIM}{}{DIM:#}", styled(ODD, cause.id), cause.title)?;
    }
    if let Some(what) = &round_trip.what {
        let shown = |node: &Option<String>| {
            let node = node.as_deref().unwrap_or("nothing");
            visible_line(node).into_owned()
        };
        writeln!(out, "  {}", visible_line(what))?;
        writeln!(out, "  was  {}", shown(&round_trip.before))?;
        writeln!(out, "  is   {}", shown(&round_trip.after))?;
    }
    Ok(())
}
