//! The expectations of engines.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Color};

use super::{DIM, NAME, number, styled, table};
use crate::expectations::{ExpectationEntry, ExpectationsReport};
use crate::visible::visible_line;
use crate::words::counted;

/// Draws the expectations, at most `width` columns wide: a table of the files, with `entries` a line for each entry,
/// and the sum.
///
/// # Errors
/// Those of the writer.
pub fn expectations(report: &ExpectationsReport, width: usize, entries: bool, out: &mut dyn Write) -> io::Result<()> {
    if !report.files.is_empty() {
        write_files(report, width, out)?;
    }
    for file in report.files.iter().filter(|_| entries) {
        writeln!(out, "\n{}", styled(NAME, visible_line(&file.file)))?;
        file.entries.iter().try_for_each(|entry| write_entry(entry, out))?;
    }
    let expectations = report.files.iter().map(|file| file.entries.len()).sum();
    let files = report.files.len();
    write!(out, "\n{} of {}", counted(expectations, "expectation"), counted(files, "engine"))?;
    match &report.stale_before {
        Some(day) => writeln!(out, " not checked since {day}"),
        None => writeln!(out),
    }
}

fn write_files(report: &ExpectationsReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let headings = ["engine", "expectations", "pinned", "unpinned", "checked", "version"];
    let mut table = table(width, headings);
    for file in &report.files {
        let (checked, color) = match &file.checked {
            Some(day) => (day.as_str(), Color::Green),
            None => ("never", Color::Yellow),
        };
        table.add_row([
            Cell::new(visible_line(&file.engine)).fg(Color::Cyan),
            Cell::new(file.entries.len()).set_alignment(CellAlignment::Right),
            number(file.pinned, Color::Green),
            number(file.unpinned, Color::Yellow),
            Cell::new(checked).fg(color),
            Cell::new(visible_line(file.version.as_deref().unwrap_or_default())),
        ]);
    }
    writeln!(out, "{table}")
}

fn write_entry(entry: &ExpectationEntry, out: &mut dyn Write) -> io::Result<()> {
    let fixture = entry.fixture.as_deref().unwrap_or_default();
    let pin = match &entry.answer {
        Some(answer) => format!(" {answer}"),
        None => String::new(),
    };
    writeln!(
        out,
        "  {} {}{DIM}{pin}{DIM:#} {}: {}",
        entry.hash,
        entry.verdict,
        visible_line(fixture),
        visible_line(&entry.reason)
    )
}
