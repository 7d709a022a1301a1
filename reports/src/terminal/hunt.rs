//! What a hunt found.

use std::io::{self, Write};

use super::{BAD, BOLD, DIM, NAME, ODD, counted, sides, styled};
use crate::hunt::{CauseEntry, HuntReport};
use crate::visible::visible;

/// Draws a hunt, at most `width` columns wide: each root cause with the smallest document and both trees, and the sum.
///
/// # Errors
/// Those of the writer.
pub fn hunt(report: &HuntReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for (index, cause) in report.causes.iter().enumerate() {
        write_cause(index + 1, cause, width, out)?;
    }
    if !report.complete {
        writeln!(out, "{}", styled(ODD.bold(), "interrupted"))?;
    }
    let speed = report.inputs as f64 / (report.seconds - report.triage_seconds).max(1e-9);
    writeln!(
        out,
        "{} in {} divergent of {}; {} by several causes, {} known before  {}",
        styled(BAD.bold(), counted(report.causes.len(), "root cause")),
        report.divergent,
        counted(report.inputs, "document"),
        report.combined,
        report.masked,
        styled(
            DIM,
            format!(
                "{:.1} s, {:.1} s of it for causes, else {speed:.0} documents/s",
                report.seconds, report.triage_seconds
            )
        ),
    )
}

fn write_cause(
    number: usize,
    cause: &CauseEntry,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let engine = styled(NAME.bold(), &cause.engine);
    let count = styled(DIM, format!("{}×", cause.count));
    writeln!(
        out,
        "{} {engine} {}  {count}",
        styled(BOLD, format!("{number}.")),
        visible(&cause.cause)
    )?;
    if let Some(link) = &cause.link {
        writeln!(out, "   {}", styled(DIM, link))?;
    }
    let context = cause
        .context
        .as_ref()
        .map_or_else(String::new, |context| format!("  in {context}"));
    let scripting = if cause.scripting {
        "  scripting on"
    } else {
        ""
    };
    writeln!(
        out,
        "   {}{context}{scripting}",
        styled(BOLD, visible(&cause.input))
    )?;
    sides::write(
        out,
        width,
        ["standard", &cause.engine],
        [&cause.expected, &cause.actual],
    )?;
    writeln!(out, "   {}\n", styled(DIM, &cause.reproduce))
}
