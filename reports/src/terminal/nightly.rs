//! A night for people at a terminal.

use std::io::{self, Write};

use super::{BAD, BOLD, DIM, GOOD, NAME, ODD, styled};
use crate::compare::CheckChange;
use crate::nightly::{FoundCause, NightlyReport, PartState};
use crate::visible::visible_line;

/// How many entries of a list are shown.
const MOST: usize = 20;

/// Writes a night.
///
/// # Errors
/// Those of the writer.
pub fn nightly(report: &NightlyReport, out: &mut dyn Write) -> io::Result<()> {
    for part in &report.parts {
        let style = match part.state {
            PartState::Done => GOOD,
            PartState::Failed => BAD,
            PartState::CutShort | PartState::NotReached | PartState::LeftOut => ODD,
        };
        let state = styled(style, format_args!("{:<11}", part.state));
        writeln!(out, "{state} {} {DIM}{:.1} s{DIM:#}", styled(BOLD, &part.part), part.seconds)?;
        for note in &part.notes {
            writeln!(out, "            {}", visible_line(note))?;
        }
    }
    let regressions = report.fixtures.regressions.iter();
    list(out, "Worse than before", regressions.map(|regression| check(&regression.check, &regression.causes)))?;
    let changed = report
        .changed_records()
        .map(|record| visible_line(&format!("{} {}", record.engine, record.record)).into_owned());
    list(out, "Records that are not as they were accepted", changed)?;
    list(out, "New root causes", report.causes.new.iter().map(cause))?;
    list(out, "New survivors among the mutants", report.survivors.new.iter().map(|id| visible_line(id).into_owned()))?;
    list(out, "Artifacts of fuzz targets", report.artifacts.iter().map(|path| visible_line(path).into_owned()))?;
    list(out, "Flaky: another answer when asked again", report.fixtures.flaky.iter().map(|change| check(change, &[])))?;
    list(out, "Fixed", report.fixtures.fixed.iter().map(|change| check(change, &[])))?;
    list(out, "Root causes that were not found again", report.causes.gone.iter().map(cause))?;
    let is_whole = report.parts.iter().all(|part| matches!(part.state, PartState::Done | PartState::LeftOut));
    let heading = match (report.worse(), is_whole) {
        (0, true) => styled(GOOD.bold(), "Nothing is worse"),
        (0, false) => styled(ODD.bold(), "As far as it was done, nothing is worse"),
        (worse, _) => styled(BAD.bold(), format_args!("{worse} worse")),
    };
    let since = match &report.fixtures.since {
        Some(since) => format!("than on {since}"),
        None => "because there is no earlier night to compare with".to_owned(),
    };
    writeln!(out, "\n{heading} {}", visible_line(&since))
}

fn check(change: &CheckChange, causes: &[FoundCause]) -> String {
    let was = change.old.map(|old| format!("{old} → ")).unwrap_or_default();
    let why: Vec<_> = causes.iter().map(|cause| format!("; {}", cause.in_words())).collect();
    format!(
        "{} {} {} {}: {was}{}{}",
        styled(NAME, visible_line(&change.engine)),
        visible_line(&change.kind),
        visible_line(&change.place),
        visible_line(&change.hash),
        change.new,
        visible_line(&why.concat()),
    )
}

fn cause(cause: &FoundCause) -> String {
    let words = cause.in_words();
    format!("{} {}: {}", styled(NAME, visible_line(&cause.engine)), visible_line(&cause.known), visible_line(&words))
}

fn list(out: &mut dyn Write, title: &str, entries: impl Iterator<Item = String>) -> io::Result<()> {
    let entries: Vec<String> = entries.collect();
    if entries.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{} {}", styled(BOLD, title), entries.len())?;
    for entry in entries.iter().take(MOST) {
        writeln!(out, "  {entry}")?;
    }
    match entries.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "  {DIM}{more} more are in the files{DIM:#}"),
    }
}
