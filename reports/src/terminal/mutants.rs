//! What suites notice of mutants.

use std::io::{self, Write};

use comfy_table::{Attribute, Cell, CellAlignment, Color};

use super::{BAD, BOLD, DIM, GOOD, NAME, ODD, number, styled, table};
use crate::mutants::{MutantCounts, MutantEntry, MutantsReport};
use crate::visible::visible_line;
use crate::words::counted;

/// Draws a campaign, at most `width` columns wide: a table of the sections, the survivors, and the sum.
///
/// # Errors
/// Those of the writer.
pub fn mutants(report: &MutantsReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    write_sections(report, width, out)?;
    write_entries("noticed", &report.noticed, out)?;
    write_entries("argued to be equivalent", &report.equivalents, out)?;
    write_entries("survived", &report.survivors, out)?;
    write_entries("argued to be equivalent, but noticed", &report.refuted, out)?;
    write_sum(report, out)
}

fn write_sections(report: &MutantsReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut headings = vec!["section", "mutants", "killed", "stopped", "survived", "equivalent"];
    headings.extend(report.checks.keys().map(String::as_str));
    let mut table = table(width, headings);
    let row = |name: Cell, counts: &MutantCounts| {
        let mut row = vec![
            name,
            Cell::new(counts.mutants).set_alignment(CellAlignment::Right),
            number(counts.killed, Color::Green),
            number(counts.timed_out, Color::Yellow),
            number(counts.survived, Color::Red),
            number(counts.equivalent, Color::Yellow),
        ];
        let kinds = report.checks.keys();
        row.extend(kinds.map(|kind| number(counts.noticed_by(kind), Color::Green)));
        row
    };
    for section in &report.sections {
        table.add_row(row(Cell::new(&section.section), &section.counts));
    }
    table.add_row(row(Cell::new("all").add_attribute(Attribute::Bold), &report.sum));
    writeln!(out, "{table}")
}

fn write_entries(heading: &str, entries: &[MutantEntry], out: &mut dyn Write) -> io::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", styled(BOLD, heading))?;
    for entry in entries {
        let id = styled(NAME, visible_line(&entry.mutant));
        let reached = if entry.reached { "" } else { "  (no input reaches it)" };
        writeln!(out, "  {id}  {}{}", entry.description, styled(ODD, reached))?;
        for (kind, place) in &entry.noticed_by {
            writeln!(out, "      {}", styled(DIM, format!("{kind}: {}", visible_line(place))))?;
        }
        if let Some(argument) = &entry.argument {
            writeln!(out, "      {}", styled(DIM, argument.trim()))?;
        }
    }
    Ok(())
}

fn write_sum(report: &MutantsReport, out: &mut dyn Write) -> io::Result<()> {
    let sum = &report.sum;
    let style = if sum.survived == 0 { GOOD } else { BAD };
    if !report.complete {
        writeln!(out, "\n{}", styled(ODD.bold(), "interrupted"))?;
    }
    writeln!(
        out,
        "\n{}: {} of {} noticed ({:.1} % are argued to be equivalent and do not count); {} survived, {} of them not reached  {}",
        counted(sum.mutants, "mutant"),
        styled(style.bold(), format!("{:.1} %", sum.score())),
        sum.mutants - sum.equivalent,
        sum.equivalent_share(),
        sum.survived,
        sum.unreached,
        styled(DIM, format!("{:.1} s", report.seconds)),
    )
}
