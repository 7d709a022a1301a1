//! The list of changes.

use std::io::{self, Write};

use super::{BOLD, DIM, NAME, styled};
use crate::changes::ChangesReport;
use crate::words::counted;

/// Writes the changes, and how many there are.
///
/// # Errors
/// Those of the writer.
pub fn changes(report: &ChangesReport, out: &mut dyn Write) -> io::Result<()> {
    for change in &report.changes {
        let (date, id) = (styled(BOLD, change.date), styled(NAME, change.id));
        writeln!(out, "{date}  {id}  {}", change.title)?;
        if let Some(why_not) = change.why_not {
            writeln!(out, "            {}", styled(DIM, format!("no switch: {why_not}")))?;
        }
        writeln!(out, "            {}", styled(DIM, &change.link))?;
    }
    let implemented = report.changes.iter().filter(|change| change.implemented);
    let count = counted(report.changes.len(), "change");
    writeln!(out, "\n{count}, {} of them with a switch", implemented.count())
}
