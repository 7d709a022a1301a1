//! A comparison of two runs: what is worse, what is better, and what differs in the runs themselves.

use std::io::{self, Write};

use super::{BAD, DIM, GOOD, NAME, ODD, styled};
use crate::compare::{CheckChange, CompareReport};
use crate::run::Provenance;
use crate::visible::visible_line;
use crate::words::counted;

/// How many checks of a kind are listed unless all are asked for.
const MOST: usize = 20;

/// Writes a comparison; `is_whole` lists every check.
///
/// # Errors
/// Those of the writer.
pub fn compare(report: &CompareReport, is_whole: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{DIM}old{DIM:#} {}", made(&report.old))?;
    writeln!(out, "{DIM}new{DIM:#} {}", made(&report.new))?;
    for engine in &report.engines {
        let name = styled(NAME, visible_line(&engine.engine));
        match (&engine.old, &engine.new) {
            (Some(old), Some(new)) => {
                let versions = match engine.upgrade() {
                    Some([old, new]) => styled(ODD, format_args!("{} → {}", visible_line(old), visible_line(new))),
                    None => visible_line(&new.version).into_owned(),
                };
                writeln!(out, "{name} {versions} {DIM}took {:.3} s, before {:.3} s{DIM:#}", new.seconds, old.seconds)?;
            }
            (None, _) => writeln!(out, "{name} only in the newer run")?,
            (_, None) => writeln!(out, "{name} only in the older run")?,
        }
    }
    let lists = [
        (BAD, "newly failing", &report.newly_failing),
        (BAD, "failing otherwise", &report.failing_otherwise),
        (BAD, "added and failing", &report.added_failing),
        (ODD, "no longer judged", &report.no_longer_judged),
        (GOOD, "newly passing", &report.newly_passing),
    ];
    for (style, title, changes) in lists {
        let most = if is_whole { usize::MAX } else { MOST };
        if !changes.is_empty() {
            writeln!(out, "\n{} {}", styled(style.bold(), title), changes.len())?;
        }
        changes.iter().take(most).try_for_each(|change| write_change(change, out))?;
        if changes.len() > most {
            writeln!(out, "  {DIM}{} more; --verbose lists them{DIM:#}", changes.len() - most)?;
        }
    }
    for note in &report.notes {
        writeln!(out, "\n{} {}", styled(ODD, "incomplete:"), visible_line(note))?;
    }
    write_sum(report, out)
}

/// `2026-11-22T10:00:00Z crosscheck run suites`.
fn made(provenance: &Provenance) -> String {
    let commit = provenance.commit.as_deref().map(|commit| format!(" at {commit:.12}")).unwrap_or_default();
    visible_line(&format!("{} {}{commit}", provenance.date, provenance.command)).into_owned()
}

fn write_change(change: &CheckChange, out: &mut dyn Write) -> io::Result<()> {
    let verdict = match change.old {
        Some(old) => format!("{old} → {}", change.new),
        None => change.new.to_string(),
    };
    writeln!(
        out,
        "  {} {DIM}{}{DIM:#} {} {DIM}{}{DIM:#} {verdict}",
        styled(NAME, visible_line(&change.engine)),
        visible_line(&change.kind),
        visible_line(&change.place),
        visible_line(&change.hash),
    )
}

fn write_sum(report: &CompareReport, out: &mut dyn Write) -> io::Result<()> {
    let worse = report.regressions().count();
    let heading = match worse {
        0 => styled(GOOD.bold(), "Not worse"),
        _ => styled(BAD.bold(), "Worse"),
    };
    writeln!(
        out,
        "\n{heading} {} compared: {worse} worse, {} better; {} added, {} removed",
        counted(report.compared, "check"),
        report.newly_passing.len(),
        report.added,
        report.removed,
    )
}
