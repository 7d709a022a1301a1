//! The report of a sweep.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crosscheck_reports::{
    CountEntry, FixtureEntry, ImpactEntry, ImpactReport, SecurityEntry, ShellLine, SideEntry, SnippetEntry, SourceEntry,
};
use crosscheck_standard::clauses::change::Change;

use super::difference::{Kind, Moved};
use super::documents::Origin;
use super::interval::wilson;
use super::limited::Limited;
use super::patch::{Patch, patch};
use super::sides::Engines;
use super::snippets::Snippet;
use super::tally::{Candidate, ChangeTally, Count, PlacedFixture, Tally};
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
    let all = tally.documents.all;
    let share = |documents: usize| (rate(documents, all), wilson(documents, all));
    let (rate, interval) = share(tally.documents.changed);
    let changes = entries(swept);
    let Patch { text, by_hand } = patch(&tally.fixtures, examiner.comparison.to.edition);
    ImpactReport {
        complete: swept.is_whole && !swept.cancel.load(Ordering::Relaxed),
        engines: swept.engines.versions(),
        from: examiner.comparison.from.notation.clone(),
        to: examiner.comparison.to.notation.clone(),
        command,
        documents: all,
        changed: tally.documents.changed,
        failed: tally.failed,
        skipped: tally.skipped,
        seconds: start.elapsed().as_secs_f64(),
        rate,
        interval,
        levels: levels(tally),
        kinds: Kind::ALL
            .iter()
            .map(|kind| count(kind.name(), kind.about(), tally.kinds.kinds.get(kind), all))
            .collect(),
        moved: Moved::ALL
            .iter()
            .map(|moved| count(moved.name(), moved.about(), tally.kinds.moved.get(moved), all))
            .collect(),
        security: SecurityEntry {
            serialised: tally.serialised,
            second_parse: tally.second_parse,
            dangers: tally.dangers.clone(),
        },
        sources: sources(&tally.origins),
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

fn rate(part: usize, all: usize) -> f64 {
    part as f64 / all.max(1) as f64
}

fn count(id: &'static str, about: &'static str, documents: Option<&usize>, all: usize) -> CountEntry {
    let documents = documents.copied().unwrap_or_default();
    CountEntry { id, about, documents, rate: rate(documents, all), interval: wilson(documents, all) }
}

/// The documents by what differs most.
fn levels(tally: &Tally) -> Vec<CountEntry> {
    let all = tally.documents.all;
    let only = |kind: Kind| {
        let documents = tally.kinds.kinds.get(&kind);
        count(kind.name(), kind.about(), documents, all)
    };
    vec![
        count("tree", "The tree, the mode or the encoding differs.", Some(&tally.trees), all),
        only(Kind::ErrorsOnly),
        only(Kind::SerialisationOnly),
    ]
}

fn sources(origins: &BTreeMap<Origin, Count>) -> Vec<SourceEntry> {
    let entry = |(origin, count): (&Origin, &Count)| SourceEntry {
        source: origin.name(),
        documents: count.all,
        changed: count.changed,
        rate: rate(count.changed, count.all),
        interval: wilson(count.changed, count.all),
    };
    origins.iter().map(entry).collect()
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
        let all = swept.tally.documents.all;
        entry(*change, of_change, all, &small, engines)
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

fn entry(change: Change, tally: &ChangeTally, all: usize, small: &[Snippet], engines: Vec<SideEntry>) -> ImpactEntry {
    let snippets: Vec<SnippetEntry> = small.iter().map(snippet_entry).collect();
    let kinds = tally.kinds.kinds.iter();
    let moved = tally.kinds.moved.iter();
    ImpactEntry {
        id: change.id().to_owned(),
        date: change.date(),
        title: change.title(),
        link: change.link(),
        documents: tally.documents,
        alone: tally.alone,
        rate: rate(tally.documents, all),
        interval: wilson(tally.documents, all),
        kinds: kinds.map(|(kind, count)| (kind.name(), *count)).collect(),
        moved: moved.map(|(what, count)| (what.name(), *count)).collect(),
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
