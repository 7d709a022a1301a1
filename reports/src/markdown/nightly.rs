//! A night as Markdown: the summary of a job, and the text of an issue.

use std::io::{self, Write};

use super::{code, fenced};
use crate::compare::CheckChange;
use crate::nightly::{FoundCause, NightlyReport};

/// How many entries of a list are written.
const MOST: usize = 50;

/// Writes what happened: the parts, what is worse, what is better.
///
/// # Errors
/// Those of the writer.
pub fn nightly(report: &NightlyReport, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    match report.worse() {
        0 => writeln!(out, "## Crosscheck: nothing is worse\n")?,
        worse => writeln!(out, "## Crosscheck: {worse} worse\n")?,
    }
    writeln!(out, "| part | state | seconds | notes |\n| --- | --- | ---: | --- |")?;
    for part in &report.parts {
        let notes: Vec<_> = part.notes.iter().map(|note| code(note).replace('|', "\\|")).collect();
        writeln!(out, "| {} | {} | {:.1} | {} |", part.part, part.state, part.seconds, notes.join(" "))?;
    }
    writeln!(out)?;
    worse(report, out)?;
    checks(out, "Flaky", &report.fixtures.flaky)?;
    checks(out, "Fixed", &report.fixtures.fixed)?;
    causes(out, "Root causes that were not found again", &report.causes.gone)
}

/// Writes the text of an issue with what is worse, and nothing if nothing is.
///
/// # Errors
/// Those of the writer.
pub fn nightly_issue(report: &NightlyReport, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    if report.worse() == 0 {
        return Ok(());
    }
    let since = match &report.fixtures.since {
        Some(since) => format!(" since {}", code(since)),
        None => String::new(),
    };
    writeln!(out, "# Nightly run: {} worse{since}\n", report.worse())?;
    for [engine, old, new] in &report.fixtures.upgrades {
        writeln!(out, "* {} was upgraded from {} to {}\n", code(engine), code(old), code(new))?;
    }
    worse(report, out)?;
    writeln!(out, "Made by:\n")?;
    fenced(out, "sh", &report.provenance.command)
}

fn worse(report: &NightlyReport, out: &mut impl Write) -> io::Result<()> {
    let regressions = &report.fixtures.regressions;
    if !regressions.is_empty() {
        writeln!(out, "### Worse than before: {}\n", regressions.len())?;
    }
    for regression in regressions.iter().take(MOST) {
        check(out, &regression.check)?;
        for cause in &regression.causes {
            write!(out, "  ")?;
            write_cause(out, cause)?;
        }
        if let Some(reproduce) = &regression.check.reproduce {
            writeln!(out)?;
            fenced(out, "sh", &reproduce.to_string())?;
        }
    }
    more(out, regressions.len())?;
    let changed: Vec<_> = report.changed_records().map(|record| record.record.clone()).collect();
    names(out, "Records that are not as they were accepted", &changed)?;
    causes(out, "New root causes", &report.causes.new)?;
    names(out, "New survivors among the mutants", &report.survivors.new)?;
    names(out, "Artifacts of fuzz targets", &report.artifacts)
}

fn check(out: &mut impl Write, change: &CheckChange) -> io::Result<()> {
    let was = change.old.map(|old| format!("{old} → ")).unwrap_or_default();
    let what = format!("{} {} {} {}", change.engine, change.kind, change.place, change.hash);
    writeln!(out, "* **{was}{}** {}", change.new, code(&what))
}

fn checks(out: &mut impl Write, title: &str, changes: &[CheckChange]) -> io::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    writeln!(out, "### {title}: {}\n", changes.len())?;
    changes.iter().take(MOST).try_for_each(|change| check(out, change))?;
    more(out, changes.len())
}

fn causes(out: &mut impl Write, title: &str, causes: &[FoundCause]) -> io::Result<()> {
    if causes.is_empty() {
        return Ok(());
    }
    writeln!(out, "### {title}: {}\n", causes.len())?;
    causes.iter().take(MOST).try_for_each(|cause| write_cause(out, cause))?;
    more(out, causes.len())
}

fn write_cause(out: &mut impl Write, cause: &FoundCause) -> io::Result<()> {
    let what = format!("{}: {}: {}", cause.engine, cause.known, cause.in_words());
    writeln!(out, "* {} on {}", code(&what), code(&cause.input))
}

fn names(out: &mut impl Write, title: &str, names: &[String]) -> io::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    writeln!(out, "### {title}: {}\n", names.len())?;
    names.iter().take(MOST).try_for_each(|name| writeln!(out, "* {}", code(name)))?;
    more(out, names.len())
}

/// Ends a list, with the number of entries that are not in it.
fn more(out: &mut impl Write, entries: usize) -> io::Result<()> {
    match entries.saturating_sub(MOST) {
        0 => writeln!(out),
        more => writeln!(out, "* {more} more are in the files of the night\n"),
    }
}
