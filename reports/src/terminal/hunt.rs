//! What a hunt found.

use std::io::{self, Write};

use super::{BAD, BOLD, DIM, NAME, ODD, sides, styled};
use crate::hunt::{AskedEntry, DivergenceEntry, HuntReport};
use crate::visible::visible_line;
use crate::words::counted;

/// How many clauses are shown that ran on a divergent document only. JSON has all.
const MOST_CLAUSES: usize = 6;

/// Draws a hunt, at most `width` columns wide: each divergence with the smallest document and both answers, and the
/// sum.
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
        writeln!(out, "Median length of the documents shown: {}", counted(median, "byte"))?;
    }
    for asked in &report.asked {
        write_asked(asked, report.seconds, out)?;
    }
    for problem in &report.problems {
        writeln!(out, "{} {}", styled(BAD.bold(), "error:"), visible_line(problem))?;
    }
    writeln!(
        out,
        "{} in {} of {}, {} reached; {} with several causes, {} consequences of others, {} already recorded, {} not investigated  {}",
        styled(BAD.bold(), counted(report.divergences.len(), "divergence")),
        report.divergent,
        counted(report.documents, "document"),
        counted(report.clauses, "clause"),
        report.combined,
        report.consequences,
        report.masked,
        report.untold,
        styled(DIM, format!("{:.1} s, root causes {:.1} s", report.seconds, report.triage_seconds)),
    )
}

/// About how many documents an engine was asked, and what of them it tells nothing about.
fn write_asked(asked: &AskedEntry, seconds: f64, out: &mut dyn Write) -> io::Result<()> {
    let speed = asked.documents as f64 / seconds.max(1e-9);
    writeln!(
        out,
        "{}: {}, {speed:.0} per second",
        styled(NAME.bold(), &asked.engine),
        counted(asked.documents, "document")
    )?;
    for (reason, count) in &asked.left_out {
        writeln!(out, "   {count} skipped: {}", visible_line(reason))?;
    }
    Ok(())
}

fn write_divergence(number: usize, divergence: &DivergenceEntry, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let count = styled(DIM, format!("{}×", divergence.count));
    writeln!(
        out,
        "{} {}  {count}",
        styled(BOLD, format!("{number}.")),
        styled(NAME.bold(), visible_line(&divergence.what))
    )?;
    write_evidence(divergence, out)?;
    if divergence.ours_first {
        let families = divergence.families.join(" and ");
        let doubt = format!("check the standard engine first: {families} disagree with it, and no engine agrees");
        writeln!(out, "   {}", styled(ODD.bold(), doubt))?;
    }
    if let Some(link) = &divergence.link {
        writeln!(out, "   {}", styled(DIM, link))?;
    }
    let context = divergence.context.as_ref().map_or_else(String::new, |context| format!("  in {context}"));
    let scripting = if divergence.scripting { "  scripting on" } else { "" };
    writeln!(out, "   {}{context}{scripting}", styled(BOLD, visible_line(&divergence.input)))?;
    sides::write(out, width, ["standard", &divergence.engine], [&divergence.expected, &divergence.actual])?;
    writeln!(out, "   {}\n", styled(DIM, &divergence.reproduce))
}

/// How well the cause is known, and by what.
fn write_evidence(divergence: &DivergenceEntry, out: &mut dyn Write) -> io::Result<()> {
    let tried = counted(divergence.tried, "document");
    let known = match divergence.known {
        "confirmed" => format!("confirmed by {tried}"),
        "consistent" => format!("consistent with {tried}, too few to confirm"),
        other => other.to_owned(),
    };
    writeln!(out, "   {known}")?;
    if let Some(suspect) = &divergence.suspect {
        let (like, counterexample) = (&suspect.behaves_like, visible_line(&suspect.counterexample));
        writeln!(out, "   behaves like {like} on these documents, but not on {counterexample}")?;
        writeln!(out, "   {}", styled(DIM, &suspect.reproduce))?;
    }
    if let Some(neighbour) = &divergence.neighbour {
        writeln!(out, "   agrees with the standard after this change: {}", visible_line(&neighbour.change))?;
        let clauses = &neighbour.clauses[..neighbour.clauses.len().min(MOST_CLAUSES)];
        if !clauses.is_empty() {
            writeln!(out, "   {}", styled(DIM, format!("clauses that then do not run: {}", clauses.join(", "))))?;
        }
    }
    Ok(())
}
