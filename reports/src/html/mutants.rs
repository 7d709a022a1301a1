//! Coverage and mutants as one page.

use std::collections::BTreeMap;
use std::io::{self, Write};

use askama::Template;

use super::{Frame, number};
use crate::coverage::CoverageReport;
use crate::mutants::{MutantCounts, MutantEntry, MutantsReport};
use crate::shell::ShellLine;

/// Writes the page of a campaign, with the coverage of the same suites. `command` makes the page again.
///
/// # Errors
/// Those of the writer.
pub fn write(
    mutants: &MutantsReport,
    coverage: &CoverageReport,
    command: &ShellLine,
    mut out: impl Write,
) -> io::Result<()> {
    Page::new(mutants, coverage, command).write_into(&mut out)
}

#[derive(Template)]
#[template(path = "mutants.html")]
struct Page<'r> {
    frame: Frame<'r>,
    command: &'r ShellLine,
    class: &'static str,
    mutants: &'r MutantsReport,
    coverage: &'r CoverageReport,
    /// All together, and the sections that are not whole.
    rows: Vec<Row<'r>>,
    /// The sections of which everything is reached and noticed.
    whole: Vec<Row<'r>>,
    groups: Vec<Group<'r>>,
}

/// A section: its clauses, if it has some that can be reached, and its mutants, if some were tried.
struct Row<'r> {
    title: &'r str,
    link: &'r str,
    clauses: Option<(usize, usize)>,
    counts: Option<&'r MutantCounts>,
}

impl Row<'_> {
    fn is_whole(&self) -> bool {
        self.clauses.is_none_or(|(reached, reachable)| reached == reachable)
            && self.counts.is_none_or(|counts| counts.survived == 0)
    }
}

/// Mutants under one heading.
struct Group<'r> {
    id: &'static str,
    title: &'static str,
    count: usize,
    /// By section, and in it by the argument that they share, if there is one.
    sections: Vec<Section<'r>>,
    open: bool,
}

/// The mutants of one section.
struct Section<'r> {
    title: &'r str,
    count: usize,
    arguments: Vec<(&'r str, Vec<&'r MutantEntry>)>,
}

impl<'r> Group<'r> {
    fn new(id: &'static str, title: &'static str, entries: &'r [MutantEntry], report: &'r MutantsReport) -> Self {
        let mut sections: BTreeMap<usize, BTreeMap<&str, Vec<&MutantEntry>>> = BTreeMap::new();
        for entry in entries {
            // The longest key is that of the innermost section.
            let of_entry = report.sections.iter().enumerate().filter(|(_, section)| {
                entry
                    .mutant
                    .strip_prefix(&*section.key)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':']))
            });
            let place = of_entry.max_by_key(|(_, section)| section.key.len()).map_or(usize::MAX, |(place, _)| place);
            let argument = entry.argument.as_deref().unwrap_or_default();
            sections.entry(place).or_default().entry(argument).or_default().push(entry);
        }
        let section = |(place, arguments): (usize, BTreeMap<&'r str, Vec<&'r MutantEntry>>)| Section {
            title: report.sections.get(place).map_or("Others", |section| &section.section),
            count: arguments.values().map(Vec::len).sum(),
            arguments: arguments.into_iter().collect(),
        };
        let open = matches!(id, "refuted" | "survivors");
        Self { id, title, count: entries.len(), sections: sections.into_iter().map(section).collect(), open }
    }
}

impl<'r> Page<'r> {
    fn new(mutants: &'r MutantsReport, coverage: &'r CoverageReport, command: &'r ShellLine) -> Self {
        let groups = [
            ("refuted", "Argued to be equivalent, but noticed", &mutants.refuted),
            ("survivors", "Survived", &mutants.survivors),
            ("equivalents", "Argued to be equivalent", &mutants.equivalents),
            ("noticed", "Noticed", &mutants.noticed),
        ];
        let groups = groups.into_iter().filter(|(_, _, entries)| !entries.is_empty());
        let is_good =
            mutants.complete && mutants.problems.is_empty() && mutants.refuted.is_empty() && mutants.sum.survived == 0;
        let (whole, rows) = rows(mutants, coverage).into_iter().partition(Row::is_whole);
        let rows: Vec<Row<'_>> = [all(mutants, coverage)].into_iter().chain::<Vec<_>>(rows).collect();
        Self {
            frame: Frame::new("mutants.html", &[]),
            command,
            class: if is_good { "good" } else { "odd" },
            mutants,
            coverage,
            rows,
            whole,
            groups: groups.map(|(id, title, entries)| Group::new(id, title, entries, mutants)).collect(),
        }
    }
}

/// The sections that have reachable clauses, with their mutants, then the others that have mutants: the lists.
fn rows<'r>(mutants: &'r MutantsReport, coverage: &'r CoverageReport) -> Vec<Row<'r>> {
    let with_clauses = coverage.sections.iter().map(|section| {
        let of_section = mutants.sections.iter().find(|other| other.section == section.section);
        Row {
            title: &section.section,
            link: &section.link,
            clauses: Some((section.reached, section.reachable)),
            counts: of_section.map(|section| &section.counts),
        }
    });
    let others = mutants
        .sections
        .iter()
        .filter(|section| coverage.sections.iter().all(|other| other.section != section.section));
    let others = others.map(|section| Row {
        title: &section.section,
        link: &section.link,
        clauses: None,
        counts: Some(&section.counts),
    });
    with_clauses.chain(others).collect()
}

/// All sections together.
fn all<'r>(mutants: &'r MutantsReport, coverage: &'r CoverageReport) -> Row<'r> {
    Row {
        title: "All",
        link: "https://html.spec.whatwg.org/multipage/parsing.html",
        clauses: Some((coverage.reached, coverage.reachable)),
        counts: Some(&mutants.sum),
    }
}
