//! Which clauses suites reach.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Color};

use super::{BAD, BOLD, DIM, GOOD, NAME, number, styled, table};
use crate::coverage::{Compared, CoverageReport};
use crate::words::counted;

/// Draws a coverage, at most `width` columns wide: a table of the sections, the missing clauses by name, and the sum.
///
/// # Errors
/// Those of the writer.
pub fn coverage(report: &CoverageReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    write_sections(report, width, out)?;
    write_ids("not reached", &report.missing, out)?;
    write_ids("conditions that always hold", &report.always_held, out)?;
    if !report.unreachable.is_empty() {
        writeln!(out, "\n{}", styled(BOLD, "unreachable"))?;
        for clause in &report.unreachable {
            let (id, why) = (styled(NAME, &clause.id), styled(DIM, &clause.why));
            writeln!(out, "  {id}  {why}")?;
        }
    }
    if let Some(compared) = &report.compared {
        write_ids("reached only by these suites", &compared.only_here, out)?;
        write_ids("reached only by the compared suites", &compared.only_there, out)?;
    }
    write_sum(report, out)
}

fn write_sections(report: &CoverageReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut headings = vec!["section", "reachable", "reached", "missing"];
    headings.extend(report.compared.is_some().then_some("compared"));
    let mut table = table(width, headings);
    for section in &report.sections {
        let mut row = vec![
            Cell::new(&section.section),
            Cell::new(section.reachable).set_alignment(CellAlignment::Right),
            number(section.reached, Color::Green),
            number(section.reachable - section.reached, Color::Red),
        ];
        row.extend(section.reached_there.map(|reached| number(reached, Color::Green)));
        table.add_row(row);
    }
    writeln!(out, "{table}")
}

fn write_ids(heading: &str, ids: &[String], out: &mut dyn Write) -> io::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", styled(BOLD, heading))?;
    ids.iter().try_for_each(|id| writeln!(out, "  {}", styled(NAME, id)))
}

fn write_sum(report: &CoverageReport, out: &mut dyn Write) -> io::Result<()> {
    let inputs = counted(report.inputs, "input");
    let reached = sum(report.reached, report.reachable);
    write!(out, "\n{inputs}: {reached} of {} reachable clauses", report.reachable)?;
    if let Some(Compared { reached, .. }) = &report.compared {
        write!(out, "; compared suites: {}", sum(*reached, report.reachable))?;
    }
    writeln!(out)
}

fn sum(reached: usize, reachable: usize) -> String {
    let style = if reached == reachable { GOOD } else { BAD };
    styled(style.bold(), format!("{reached} reached"))
}
