//! The impact of a change as one page.

use std::io::{self, Write};

use askama::Template;

use super::{DrawnRow, Frame, Text, counted, drawn_rows, number, prose};
use crate::impact::{CountEntry, FixtureEntry, ImpactEntry, ImpactReport, SnippetEntry};
use crate::markdown::of_pages;

/// How many checks of fixtures are shown; the others are in the other forms of the report.
const MOST_FIXTURES: usize = 500;

/// Writes the page.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &ImpactReport, mut out: impl Write) -> io::Result<()> {
    Page::new(report).write_into(&mut out)
}

#[derive(Template)]
#[template(path = "impact.html")]
struct Page<'r> {
    frame: Frame<'r>,
    report: &'r ImpactReport,
    tables: Vec<CountTable<'r>>,
    changes: Vec<Card<'r>>,
    without_effect: Vec<&'r ImpactEntry>,
    sides: Vec<FixtureTable<'r>>,
    patch: Option<Text>,
}

/// Counts under a heading.
struct CountTable<'r> {
    id: &'static str,
    title: &'static str,
    counts: Vec<&'r CountEntry>,
    /// Of which there are none.
    none: Vec<&'r CountEntry>,
}

/// A change that makes a difference.
struct Card<'r> {
    change: &'r ImpactEntry,
    snippets: Vec<Drawn<'r>>,
}

/// A small document, and what both sides make of it.
struct Drawn<'r> {
    snippet: &'r SnippetEntry,
    input: Text,
    rows: Vec<DrawnRow>,
}

/// Fixtures on one side.
struct FixtureTable<'r> {
    title: &'static str,
    all: usize,
    shown: Vec<&'r FixtureEntry>,
}

impl<'r> Page<'r> {
    fn new(report: &'r ImpactReport) -> Self {
        let (with, without): (Vec<_>, Vec<_>) = report.changes.iter().partition(|change| change.documents > 0);
        let table = |id, title, all: Vec<&'r CountEntry>| {
            let (counts, none) = all.into_iter().partition(|count| count.documents > 0);
            CountTable { id, title, counts, none }
        };
        let is_level = |kind: &&CountEntry| report.levels.iter().any(|level| level.id == kind.id);
        Self {
            frame: Frame::new("impact.html", &[]),
            report,
            tables: vec![
                table("levels", "At a glance", report.levels.iter().collect()),
                table(
                    "kinds",
                    "Kinds of difference in trees",
                    report.kinds.iter().filter(|kind| !is_level(kind)).collect(),
                ),
                table("moved", "Elements that pages depend on", report.moved.iter().collect()),
            ],
            changes: with.into_iter().map(Card::new).collect(),
            without_effect: without,
            sides: fixtures(report),
            patch: report.patch.as_deref().map(Text::whole),
        }
    }
}

impl<'r> Card<'r> {
    fn new(change: &'r ImpactEntry) -> Self {
        let drawn = |snippet: &'r SnippetEntry| Drawn {
            snippet,
            input: Text::new(&snippet.input),
            rows: drawn_rows(&snippet.old, &snippet.new),
        };
        Self { change, snippets: change.snippets.iter().map(drawn).collect() }
    }
}

fn fixtures(report: &ImpactReport) -> Vec<FixtureTable<'_>> {
    let sides = [
        ("old", "They expect the old answer and need new expectations"),
        ("new", "They expect the new answer already"),
        ("other", "They expect neither answer"),
    ];
    let tables = sides.into_iter().map(|(side, title)| {
        let of_side = report.fixtures.iter().filter(move |fixture| fixture.side == side);
        FixtureTable { title, all: of_side.clone().count(), shown: of_side.take(MOST_FIXTURES).collect() }
    });
    tables.filter(|table| table.all > 0).collect()
}
