//! Results as Markdown, for discussions.

mod findings;
mod nightly;
mod run;

pub use findings::findings;
pub use nightly::{nightly, nightly_issue};
pub use run::run;

use std::io::{self, Write};

use crate::impact::{CountEntry, ImpactEntry, ImpactReport, PageShare, SnippetEntry};
use crate::visible::visible;
use crate::words::counted;

/// How many of the new things in the second parse are listed.
const MOST_DANGERS: usize = 20;

/// Writes the impact of a change.
///
/// # Errors
/// Those of the writer.
pub fn impact(report: &ImpactReport, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    writeln!(out, "# {} → {}\n", report.from, report.to)?;
    if !report.complete {
        writeln!(out, "**Interrupted: only some of the documents were examined.**\n")?;
    }
    writeln!(
        out,
        "**{} of {} documents differ{}.** {} could not be examined; {} archive records are not pages.\n",
        report.changed,
        report.documents,
        report.pages.map_or_else(String::new, |share| format!(", {share} of the real pages")),
        report.failed,
        report.skipped
    )?;
    fenced(out, "sh", &report.command.to_string())?;
    writeln!(out, "| documents | differ |\n| --- | ---: |")?;
    for source in &report.sources {
        writeln!(out, "| {} {} | {} |", source.documents, source.source, source.changed)?;
    }
    if report.pages.is_some() {
        writeln!(out, "\nShares are of the real pages, each with its Wilson score interval at 95 % confidence.")?;
    }
    counts(out, "At a glance", &report.levels)?;
    changes(out, report)?;
    counts(out, "Kinds of difference", &report.kinds)?;
    counts(out, "Elements that pages depend on", &report.moved)?;
    security(out, report)?;
    fixtures(out, report)?;
    if !report.problems.is_empty() {
        writeln!(out, "\n## Not examined\n")?;
        for problem in &report.problems {
            writeln!(out, "* {}", code(problem))?;
        }
    }
    Ok(())
}

/// A number of real pages with its share; nothing where no pages were examined.
pub(crate) fn of_pages(share: Option<PageShare>) -> String {
    share.map_or_else(String::new, |share| format!("{}: {share}", share.pages))
}

fn counts(out: &mut impl Write, title: &str, counts: &[CountEntry]) -> io::Result<()> {
    let (some, none): (Vec<_>, Vec<_>) = counts.iter().partition(|count| count.documents > 0);
    writeln!(out, "\n## {title}\n")?;
    if !some.is_empty() {
        writeln!(out, "| | documents | real pages | |\n| --- | ---: | --- | --- |")?;
    }
    for count in some {
        writeln!(out, "| {} | {} | {} | {} |", count.id, count.documents, of_pages(count.pages), count.about)?;
    }
    let none: Vec<&str> = none.into_iter().map(|count| count.id).collect();
    match none.is_empty() {
        true => Ok(()),
        false => writeln!(out, "\nNone: {}.", none.join(", ")),
    }
}

fn security(out: &mut impl Write, report: &ImpactReport) -> io::Result<()> {
    let security = &report.security;
    writeln!(
        out,
        "\n## Serialised and parsed again\n\n* {} serialise differently.\n\
         * {} parse differently in one edition after the other serialised them. A sanitiser and a browser can disagree on these.",
        counted(security.serialised, "document"),
        counted(security.second_parse, "document")
    )?;
    for (danger, documents) in security.dangers.iter().take(MOST_DANGERS) {
        let documents = counted(*documents, "document");
        writeln!(out, "  * {}: {documents}", code(danger))?;
    }
    match security.dangers.len().saturating_sub(MOST_DANGERS) {
        0 => Ok(()),
        more => writeln!(out, "  * {more} more are in the other forms of this report"),
    }
}

fn changes(out: &mut impl Write, report: &ImpactReport) -> io::Result<()> {
    writeln!(
        out,
        "\n## By change\n\nDocuments with several changes: {}. Documents too long to attribute to a change: {}.\n\n\
         | change | documents | by this change alone | real pages |\n| --- | ---: | ---: | --- |",
        report.combined, report.unexplained
    )?;
    let (some, none): (Vec<_>, Vec<_>) = report.changes.iter().partition(|change| change.documents > 0);
    for change in some {
        writeln!(
            out,
            "| [{}]({}) | {} | {} | {} |",
            change.id,
            change.link,
            change.documents,
            change.alone,
            of_pages(change.pages)
        )?;
    }
    let none: Vec<String> = none.into_iter().map(|change| format!("[{}]({})", change.id, change.link)).collect();
    if !none.is_empty() {
        writeln!(out, "\nWithout effect: {}.", none.join(", "))?;
    }
    for change in report.changes.iter().filter(|change| change.documents > 0) {
        of_change(out, change)?;
    }
    Ok(())
}

fn of_change(out: &mut impl Write, change: &ImpactEntry) -> io::Result<()> {
    writeln!(out, "\n### {}\n\n{}: {}\n", change.id, change.date, change.title)?;
    let counts = change.kinds.iter().chain(&change.moved);
    let counts: Vec<String> = counts.map(|(id, count)| format!("{id} {count}")).collect();
    writeln!(out, "{}\n", counts.join(", "))?;
    for engine in &change.engines {
        writeln!(out, "* {} {}: {}", engine.engine, engine.version, engine.side)?;
    }
    change.snippets.iter().try_for_each(|snippet| of_snippet(out, snippet))?;
    writeln!(out, "Documents:\n")?;
    for name in &change.examples {
        writeln!(out, "* {}", code(name))?;
    }
    match change.documents.saturating_sub(change.examples.len()) {
        0 => Ok(()),
        more => writeln!(out, "* {more} more"),
    }
}

fn of_snippet(out: &mut impl Write, snippet: &SnippetEntry) -> io::Result<()> {
    writeln!(out, "\n#### {}\n\nMinimised from {}:\n", snippet.kind, code(&snippet.from))?;
    fenced(out, "html", &snippet.input)?;
    writeln!(out, "Before:\n")?;
    fenced(out, "", &snippet.old)?;
    writeln!(out, "After:\n")?;
    fenced(out, "", &snippet.new)?;
    fenced(out, "sh", &snippet.reproduce.to_string())
}

fn fixtures(out: &mut impl Write, report: &ImpactReport) -> io::Result<()> {
    if report.fixtures.is_empty() && report.unjudged.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n## Fixtures\n\nFixtures of the side `old` need new expectations. Fixtures of the side `new` already have them.\n\n\
         | fixture | check | side | change |\n| --- | --- | --- | --- |"
    )?;
    for fixture in &report.fixtures {
        writeln!(
            out,
            "| {}:{} `{}` | {} | {} | {} |",
            fixture.file, fixture.line, fixture.hash, fixture.kind, fixture.side, fixture.change
        )?;
    }
    if !report.unjudged.is_empty() {
        writeln!(out, "\nFixtures whose parse errors differ, which no check compares:\n")?;
    }
    for fixture in &report.unjudged {
        writeln!(out, "* {} ({})", code(&fixture.place), fixture.change)?;
    }
    for by_hand in &report.by_hand {
        writeln!(out, "\nChange by hand: {}", code(by_hand))?;
    }
    match &report.patch {
        Some(patch) => {
            writeln!(out, "\nNew expectations:\n")?;
            fenced(out, "diff", patch)
        }
        None => Ok(()),
    }
}

/// Text in a block that nothing in it can end, with everything in it to be seen.
pub(crate) fn fenced(out: &mut impl Write, language: &str, text: &str) -> io::Result<()> {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    writeln!(out, "{fence}{language}\n{}\n{fence}\n", visible(text.trim_end_matches('\n')))
}

/// Text in a line, that nothing in it can end.
pub(crate) fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let text = text.replace('\n', " ");
    format!("{fence} {} {fence}", visible(&text))
}

/// How many backticks there are in a row at most.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or_default()
}

/// A text in which Markdown finds no markup but the code spans that it has.
pub(crate) fn escaped(text: &str) -> String {
    let text = visible(text).replace('\n', " ");
    let mut parts = text.split('`').enumerate().peekable();
    let mut out = String::new();
    while let Some((place, part)) = parts.next() {
        // A code span that nothing ends is none.
        match place % 2 == 1 && parts.peek().is_some() {
            true if part.trim() == part && !part.is_empty() => out.extend(["`", part, "`"]),
            true => out.push_str(&code(part)),
            false if place % 2 == 1 => out.extend(["\\`", &plain(part)]),
            false => out.push_str(&plain(part)),
        }
    }
    out
}

/// A text with a backslash before everything that Markdown may read as markup.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if r"\*_<>[]&#~|!".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
