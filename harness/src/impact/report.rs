//! The report of a sweep.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crosscheck_reports::{
    CountEntry, FixtureEntry, ImpactEntry, ImpactReport, PageShare, SecurityEntry, ShellLine, SideEntry, SnippetEntry,
    SourceEntry,
};
use crosscheck_standard::clauses::change::Change;

use super::difference::{Kind, Moved};
use super::documents::Origin;
use super::interval::wilson;
use super::limited::Limited;
use super::patch::{Patch, patch};
use super::sides::Engines;
use super::snippets::Snippet;
use super::tally::{Candidate, Cases, ChangeTally, PlacedFixture, Tally};
use crate::model::input::{Input, Task};
use crate::sync::side_by_side;

/// A finished sweep, with what the report needs.
pub struct Swept<'s> {
    /// What was found.
    pub tally: &'s Tally,
    /// What examined the documents.
    pub limited: &'s Limited,
    /// The engines whose side of each change is reported.
    pub engines: &'s Engines,
    /// How many documents are minimised in parallel.
    pub jobs: usize,
    /// Whether the sweep is complete.
    pub is_whole: bool,
    /// If this is set, documents not yet minimised are left out.
    pub cancel: &'s AtomicBool,
}

/// Puts together what a sweep found that began at `start`. For this its documents are made small, fixtures are given
/// new expectations, and the side of each engine is determined. `command` is the command that makes the report again.
pub fn report(swept: &Swept<'_>, command: ShellLine, start: Instant) -> ImpactReport {
    let Swept { tally, limited, .. } = swept;
    let examiner = &limited.examiner;
    let pages = tally.origins.get(&Origin::Page).copied().unwrap_or_default();
    let changes = entries(swept);
    let Patch { text, by_hand } = patch(&tally.fixtures, examiner.comparison.to.edition);
    ImpactReport {
        complete: swept.is_whole && !swept.cancel.load(Ordering::Relaxed),
        engines: swept.engines.versions(),
        from: examiner.comparison.from.notation.clone(),
        to: examiner.comparison.to.notation.clone(),
        command,
        documents: tally.documents.all,
        changed: tally.documents.changed,
        failed: tally.failed,
        skipped: tally.skipped,
        seconds: start.elapsed().as_secs_f64(),
        pages: share(pages.changed, pages.all),
        levels: levels(tally, pages.all),
        kinds: Kind::ALL
            .iter()
            .map(|kind| count(kind.name(), kind.about(), tally.kinds.kinds.get(kind), pages.all))
            .collect(),
        moved: Moved::ALL
            .iter()
            .map(|moved| count(moved.name(), moved.about(), tally.kinds.moved.get(moved), pages.all))
            .collect(),
        security: SecurityEntry {
            serialised: tally.serialised,
            second_parse: tally.second_parse,
            dangers: tally.dangers.clone(),
        },
        sources: tally
            .origins
            .iter()
            .map(|(origin, count)| SourceEntry { source: origin.name(), documents: count.all, changed: count.changed })
            .collect(),
        changes,
        combined: tally.combined,
        unexplained: tally.unexplained,
        fixtures: tally.fixtures.iter().map(fixture).collect(),
        unjudged: tally.unjudged.clone(),
        patch: (!text.is_empty()).then_some(text),
        by_hand,
        problems: tally.problems.clone(),
    }
}

/// A number of pages as a share of all pages; `None` if there are none.
fn share(pages: usize, all: usize) -> Option<PageShare> {
    (all > 0).then(|| PageShare { pages, rate: pages as f64 / all as f64, interval: wilson(pages, all) })
}

fn count(id: &'static str, about: &'static str, cases: Option<&Cases>, pages: usize) -> CountEntry {
    let cases = cases.copied().unwrap_or_default();
    CountEntry { id, about, documents: cases.documents, pages: share(cases.pages, pages) }
}

/// The documents by what differs most.
fn levels(tally: &Tally, pages: usize) -> Vec<CountEntry> {
    let only = |kind: Kind| count(kind.name(), kind.about(), tally.kinds.kinds.get(&kind), pages);
    vec![
        count("tree", "The tree, the mode or the encoding differs.", Some(&tally.trees), pages),
        only(Kind::ErrorsOnly),
        only(Kind::SerialisationOnly),
    ]
}

fn entries(swept: &Swept<'_>) -> Vec<ImpactEntry> {
    let nothing = ChangeTally::default();
    let mut small = snippets(swept);
    let entry = |change: &Change| {
        let of_change = swept.tally.changes.get(change).unwrap_or(&nothing);
        let small = small.remove(change).unwrap_or_default();
        let engines = match small.first() {
            Some(snippet) => swept.engines.sides(snippet, swept.cancel),
            None => Vec::new(),
        };
        let pages = swept.tally.origins.get(&Origin::Page).map_or(0, |count| count.all);
        entry(*change, of_change, pages, &small, engines)
    };
    swept.limited.examiner.changes().iter().map(entry).collect()
}

/// For each change, and each kind of difference that it makes, a small document.
fn snippets(swept: &Swept<'_>) -> BTreeMap<Change, Vec<Snippet>> {
    let changes = swept.tally.changes.iter();
    let work: Vec<(Change, Kind, &Candidate)> = changes
        .flat_map(|(change, tally)| {
            let candidates = tally.candidates.iter();
            candidates.map(|(kind, candidate)| (*change, *kind, candidate))
        })
        .collect();
    let made = side_by_side(&work, swept.jobs, swept.cancel, |(change, kind, candidate)| {
        (*change, swept.limited.snippet(*change, *kind, &candidate.document, swept.cancel))
    });
    let mut of_changes: BTreeMap<Change, Vec<Snippet>> = BTreeMap::new();
    for (change, small) in made {
        of_changes.entry(change).or_default().extend(small);
    }
    of_changes
}

fn entry(change: Change, tally: &ChangeTally, pages: usize, small: &[Snippet], engines: Vec<SideEntry>) -> ImpactEntry {
    let snippets: Vec<SnippetEntry> = small.iter().map(snippet_entry).collect();
    let kinds = tally.kinds.kinds.iter();
    let moved = tally.kinds.moved.iter();
    ImpactEntry {
        id: change.id().to_owned(),
        date: change.date(),
        title: change.title(),
        link: change.link(),
        documents: tally.documents.documents,
        alone: tally.alone,
        pages: share(tally.documents.pages, pages),
        kinds: kinds.map(|(kind, count)| (kind.name(), count.documents)).collect(),
        moved: moved.map(|(what, count)| (what.name(), count.documents)).collect(),
        examples: tally.examples.clone(),
        snippet: snippets.first().cloned(),
        snippets,
        engines,
    }
}

fn snippet_entry(snippet: &Snippet) -> SnippetEntry {
    let Input { source, task } = &snippet.input;
    let (context, scripting) = match task {
        Task::Tree { context, scripting } => (context.as_ref().map(ToString::to_string), *scripting),
        _ => (None, false),
    };
    SnippetEntry {
        kind: snippet.kind.name(),
        from: snippet.from.clone(),
        input: source.to_display(),
        length: source.len(),
        context,
        scripting,
        old: snippet.old.clone(),
        new: snippet.new.clone(),
        reproduce: snippet.reproduce(),
    }
}

fn fixture(fixture: &PlacedFixture) -> FixtureEntry {
    let finding = &fixture.finding;
    FixtureEntry {
        file: fixture.file.clone(),
        index: fixture.index,
        line: fixture.line,
        hash: finding.hash.clone(),
        kind: finding.kind.clone(),
        change: finding.change.clone().unwrap_or_default(),
        side: finding.side.name(),
        expected: finding.expected.clone(),
        new: finding.new.clone(),
    }
}
