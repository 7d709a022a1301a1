//! The table of clauses.

use std::io::{self, Write};

use super::{BOLD, DIM, NAME, styled};
use crate::clauses::ClausesReport;
use crate::visible::visible_line;
use crate::words::counted;

/// Writes the clauses under the headings of their sections, and how many there are.
///
/// # Errors
/// Those of the writer.
pub fn clauses(report: &ClausesReport, out: &mut dyn Write) -> io::Result<()> {
    let mut section = None;
    for clause in &report.clauses {
        if section != Some(&clause.link) {
            section = Some(&clause.link);
            let heading = styled(BOLD, &clause.section);
            writeln!(out, "{heading}  {}", styled(DIM, &clause.link))?;
        }
        let id = styled(NAME, &clause.id);
        writeln!(out, "  {id}  {}", visible_line(&clause.title))?;
        if let Some(limit) = &clause.limit {
            let kind = limit.kind.replace('-', " ");
            writeln!(out, "      {}", styled(DIM, format!("{kind}: {}", limit.why)))?;
        }
    }
    let reachable = report.clauses.iter().filter(|clause| clause.reachable);
    let count = counted(report.clauses.len(), "clause");
    writeln!(out, "\n{count}, {} of them reachable", reachable.count())
}
