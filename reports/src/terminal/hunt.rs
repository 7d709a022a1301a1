//! What a hunt found.

use std::io::{self, Write};

use super::{BAD, BOLD, DIM, NAME, ODD, counted, sides, styled};
use crate::hunt::{AskedEntry, DivergenceEntry, HuntReport};
use crate::visible::visible;

/// Draws a hunt, at most `width` columns wide: each divergence with the smallest document and both answers, and the sum.
///
/// # Errors
/// Those of the writer.
pub fn hunt(report: &HuntReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for (index, divergence) in report.divergences.iter().enumerate() {
        write_divergence(index + 1, divergence, width, out)?;
    }
    if !report.complete && report.problems.is_empty() {
        writeln!(out, "{}", styled(ODD.bold(), "interrupted"))?;
    }
    if let Some(median) = report.median_length() {
        writeln!(
            out,
            "The documents have {} at the median",
            counted(median, "byte")
        )?;
    }
    for asked in &report.asked {
        write_asked(asked, out)?;
    }
    for problem in &report.problems {
        writeln!(out, "{} {}", styled(BAD.bold(), "error:"), visible(problem))?;
    }
    let speed = report.executions as f64 / report.seconds.max(1e-9);
    writeln!(
        out,
        "{} in {} divergent of {}, {} reached; {} by several causes, {} in consequence, {} known before  {}",
        styled(BAD.bold(), counted(report.divergences.len(), "divergence")),
        report.divergent,
        counted(report.executions, "document"),
        counted(report.clauses, "clause"),
        report.combined,
        report.consequences,
        report.masked,
        styled(
            DIM,
            format!(
                "{:.1} s, {:.1} s for causes, {speed:.0} documents/s",
                report.seconds, report.triage_seconds
            )
        ),
    )
}

/// About how many documents an engine was asked, and what of them it tells nothing about.
fn write_asked(asked: &AskedEntry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{} was asked about {}",
        styled(NAME.bold(), &asked.engine),
        counted(asked.documents, "document")
    )?;
    for (reason, count) in &asked.left_out {
        writeln!(out, "   {count} left out: {}", visible(reason))?;
    }
    Ok(())
}

fn write_divergence(
    number: usize,
    divergence: &DivergenceEntry,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let engine = styled(NAME.bold(), &divergence.engine);
    let count = styled(DIM, format!("{}×", divergence.count));
    writeln!(
        out,
        "{} {engine} {}  {count}",
        styled(BOLD, format!("{number}.")),
        visible(&divergence.what)
    )?;
    if divergence.ours_first {
        let families = divergence.families.join(" and ");
        let doubt =
            format!("ours to examine first: the standard engine stands alone against {families}");
        writeln!(out, "   {}", styled(ODD.bold(), doubt))?;
    }
    if let Some(link) = &divergence.link {
        writeln!(out, "   {}", styled(DIM, link))?;
    }
    let context = divergence
        .context
        .as_ref()
        .map_or_else(String::new, |context| format!("  in {context}"));
    let scripting = if divergence.scripting {
        "  scripting on"
    } else {
        ""
    };
    writeln!(
        out,
        "   {}{context}{scripting}",
        styled(BOLD, visible(&divergence.input))
    )?;
    sides::write(
        out,
        width,
        ["standard", &divergence.engine],
        [&divergence.expected, &divergence.actual],
    )?;
    writeln!(out, "   {}\n", styled(DIM, &divergence.reproduce))
}
