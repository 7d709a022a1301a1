//! The list of engines.

use std::io::{self, Write};

use comfy_table::{Cell, Color};

use super::table;
use crate::engines::{Editions, EnginesReport};
use crate::visible::visible_line;

/// Draws the list, at most `width` columns wide.
///
/// # Errors
/// Those of the writer.
pub fn engines(report: &EnginesReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut table = table(width, ["engine", "version", "kind", "family", "can"]);
    for engine in &report.engines {
        let can = match &engine.why_not {
            Some(why_not) => Cell::new(visible_line(why_not)).fg(Color::Yellow),
            None => Cell::new(engine.can.join(", ")),
        };
        table.add_row([
            Cell::new(visible_line(&engine.name)).fg(Color::Cyan),
            Cell::new(visible_line(engine.version.as_deref().unwrap_or("–"))),
            Cell::new(&engine.kind),
            Cell::new(&engine.family),
            can,
        ]);
    }
    writeln!(out, "{table}")?;
    let Editions { first, newest } = report.editions;
    writeln!(
        out,
        "standard follows the standard of {newest}, standard@DATE that of another day from {first} on, and standard@without:ID leaves out a change. List the changes with: crosscheck changes"
    )
}
