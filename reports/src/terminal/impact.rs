//! What a change does to documents.

use std::io::{self, Write};

use super::{BOLD, DIM, NAME, ODD, sides, styled};
use crate::impact::{CountEntry, ImpactEntry, ImpactReport, PageShare, SnippetEntry};
use crate::visible::{visible, visible_line};
use crate::words::counted;

/// Draws the impact of a change, at most `width` columns wide: the sums, then each change that makes a difference with
/// the smallest document and what the editions make of it, then the fixtures.
///
/// # Errors
/// Those of the writer.
pub fn impact(report: &ImpactReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    write_sums(report, out)?;
    for change in report.changes.iter().filter(|change| change.documents > 0) {
        write_change(change, width, out)?;
    }
    write_fixtures(report, out)?;
    for problem in &report.problems {
        writeln!(out, "{} {}", styled(ODD, "not examined:"), visible_line(problem))?;
    }
    if !report.complete {
        writeln!(out, "{}", styled(ODD.bold(), "interrupted"))?;
    }
    Ok(())
}

fn write_sums(report: &ImpactReport, out: &mut dyn Write) -> io::Result<()> {
    let seconds = styled(DIM, format!("{:.1} s", report.seconds));
    writeln!(
        out,
        "{} to {}: {} of {} differ{}  {seconds}",
        report.from,
        report.to,
        styled(BOLD, report.changed),
        counted(report.documents, "document"),
        of_pages(report.pages),
    )?;
    for source in report.sources.iter().filter(|_| report.sources.len() > 1) {
        writeln!(out, "  {:>8}  of {} differ", source.changed, counted(source.documents, source.source))?;
    }
    if report.failed > 0 || report.skipped > 0 {
        writeln!(out, "{} could not be examined, {} archive records are not pages", report.failed, report.skipped)?;
    }
    let lists = [&report.levels, &report.kinds, &report.moved];
    for (title, counts) in
        ["by greatest difference", "by kind of difference", "elements that pages depend on"].iter().zip(lists)
    {
        let mut counts = counts.iter().filter(|count| count.documents > 0).peekable();
        if counts.peek().is_some() {
            writeln!(out, "\n{}", styled(BOLD, title))?;
        }
        counts.try_for_each(|count| write_count(count, out))?;
    }
    let security = &report.security;
    writeln!(
        out,
        "\n{}\n  {:>8}  serialise differently\n  {:>8}  parse differently when the other edition serialised them",
        styled(BOLD, "serialised and parsed again"),
        security.serialised,
        security.second_parse,
    )?;
    for (danger, documents) in &security.dangers {
        writeln!(out, "  {documents:>8}  then have {}", visible_line(danger))?;
    }
    writeln!(out)
}

fn write_count(count: &CountEntry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "  {:>8}  {:<20} {}",
        count.documents,
        count.id,
        styled(DIM, of_pages(count.pages).trim_start_matches(", "))
    )
}

/// How many of the documents are real pages, with their share; nothing if no pages were examined.
fn of_pages(share: Option<PageShare>) -> String {
    share.map_or_else(String::new, |share| format!(", {share} of the real pages (95 % confidence)"))
}

fn write_change(change: &ImpactEntry, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let counts = change.kinds.iter().chain(&change.moved);
    let counts: Vec<String> = counts.map(|(id, count)| format!("{id} {count}")).collect();
    writeln!(
        out,
        "{} {}\n   {}, {} by this change alone{}: {}\n   {}",
        styled(NAME.bold(), &change.id),
        change.title,
        counted(change.documents, "document"),
        change.alone,
        of_pages(change.pages),
        counts.join(", "),
        styled(DIM, &change.link),
    )?;
    if !change.engines.is_empty() {
        let engines = change.engines.iter();
        let engines = engines.map(|engine| format!("{} {}: {}", engine.engine, engine.version, engine.side));
        writeln!(out, "   {}", engines.collect::<Vec<_>>().join(", "))?;
    }
    match &change.snippet {
        Some(snippet) => write_snippet(snippet, width, out),
        None => writeln!(out),
    }
}

fn write_snippet(snippet: &SnippetEntry, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let context = snippet.context.as_ref();
    let context = context.map_or_else(String::new, |context| format!("  in {context}"));
    writeln!(
        out,
        "   {}: {}{context}  {}",
        snippet.kind,
        styled(BOLD, visible_line(&snippet.input)),
        styled(DIM, visible_line(&snippet.from)),
    )?;
    sides::write(out, width, ["before", "after"], [&snippet.old, &snippet.new])?;
    writeln!(out, "   {}\n", styled(DIM, &snippet.reproduce))
}

fn write_fixtures(report: &ImpactReport, out: &mut dyn Write) -> io::Result<()> {
    for (side, title) in [
        ("old", "fixtures that expect the old answer"),
        ("new", "fixtures that expect the new answer"),
        ("other", "fixtures that expect neither answer"),
    ] {
        let fixtures = report.fixtures.iter().filter(|fixture| fixture.side == side);
        let fixtures: Vec<_> = fixtures.collect();
        if fixtures.is_empty() {
            continue;
        }
        writeln!(out, "{}", styled(BOLD, title))?;
        for fixture in fixtures {
            writeln!(
                out,
                "  {}:{} {} {}  {}",
                visible_line(&fixture.file),
                fixture.line,
                fixture.kind,
                fixture.hash,
                styled(DIM, &fixture.change)
            )?;
        }
        writeln!(out)?;
    }
    if !report.unjudged.is_empty() {
        let others = counted(report.unjudged.len(), "fixture");
        writeln!(out, "{others} whose parse errors differ, which no check compares")?;
    }
    for by_hand in &report.by_hand {
        writeln!(out, "{} {}", styled(ODD, "change by hand:"), visible_line(by_hand))?;
    }
    if let Some(patch) = &report.patch {
        writeln!(out, "{}\n{}", styled(BOLD, "new expectations"), visible(patch))?;
    }
    Ok(())
}
