//! Coverage and mutants as one page.

use std::io::{self, Write};

use askama::Template;

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
    version: &'static str,
    command: &'r ShellLine,
    class: &'static str,
    mutants: &'r MutantsReport,
    coverage: &'r CoverageReport,
    rows: Vec<Row<'r>>,
    groups: Vec<Group<'r>>,
}

/// A section: its clauses, if it has some that can be reached, and its mutants, if some were tried.
struct Row<'r> {
    title: &'r str,
    link: &'r str,
    clauses: Option<(usize, usize)>,
    counts: Option<&'r MutantCounts>,
}

/// Mutants under one heading.
struct Group<'r> {
    id: &'static str,
    title: &'static str,
    entries: &'r [MutantEntry],
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
        Self {
            version: env!("CARGO_PKG_VERSION"),
            command,
            class: if is_good { "good" } else { "odd" },
            mutants,
            coverage,
            rows: rows(mutants, coverage),
            groups: groups.map(|(id, title, entries)| Group { id, title, entries }).collect(),
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
    let all = Row {
        title: "All",
        link: "https://html.spec.whatwg.org/multipage/parsing.html",
        clauses: Some((coverage.reached, coverage.reachable)),
        counts: Some(&mutants.sum),
    };
    [all].into_iter().chain(with_clauses).chain(others).collect()
}
