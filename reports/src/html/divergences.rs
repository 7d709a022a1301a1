//! Divergences of engines from the standard: a page for each, and an index by engine.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use super::{
    Bit, DrawnRow, Frame, Link, ReportFile, Text, anchor, bits, counted, drawn_rows, file_name, is_standard, number,
    prose,
};
use crate::hunt::HuntReport;
use crate::issue::{Issue, issue};
use crate::shell::ShellLine;

/// The page of all divergences.
pub(super) const INDEX: &str = "divergences.html";

/// A divergence with what its page shows.
#[derive(Debug, Clone)]
pub struct DivergenceSheet {
    /// Its name: that of its record.
    pub id: String,
    /// The engine that departs.
    pub engine: String,
    /// The version it was seen in.
    pub version: String,
    /// The oracle that found it.
    pub oracle: String,
    /// How well the cause is known: `confirmed`, `consistent`, `suspected`, `unexplained`; or `reviewed` if a person
    /// accepted it.
    pub known: String,
    /// The variant of the standard engine that behaves the same.
    pub behaves_like: Option<String>,
    /// The id of the clause.
    pub clause: Option<String>,
    /// The issue of the engine's maintainers.
    pub upstream: Option<String>,
    /// The same in words for the maintainers.
    pub issue: Issue,
    /// What engines answer, in groups with the same answer, the standard's first.
    pub answers: Vec<AnswerGroup>,
    /// How many documents diverged for this reason alone, if they were counted.
    pub count: Option<usize>,
}

/// Engines with the same answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerGroup {
    /// The engines.
    pub engines: Vec<String>,
    /// Their answer, or why there is none.
    pub answer: String,
}

/// A divergence with its page.
pub(super) struct Listed<'r> {
    pub(super) sheet: &'r DivergenceSheet,
    pub(super) href: String,
    input: Text,
}

/// The divergences with the names of their pages.
pub(super) fn listed(sheets: &[DivergenceSheet]) -> Vec<Listed<'_>> {
    let mut taken = BTreeSet::new();
    sheets
        .iter()
        .enumerate()
        .map(|(place, sheet)| {
            let mut name = file_name("divergence", &sheet.id);
            if !taken.insert(name.clone()) {
                name = format!("{name}-{place}");
                taken.insert(name.clone());
            }
            Listed { sheet, href: name + ".html", input: Text::new(short(&sheet.issue.input)) }
        })
        .collect()
}

/// The beginning of a text, for a line.
fn short(text: &str) -> &str {
    const LONGEST: usize = 100;
    &text[..text.floor_char_boundary(LONGEST)]
}

/// The pages of the divergences of a hunt, which belong into one folder. The first is `divergences.html`. `command`
/// makes them again.
pub fn hunt(report: &HuntReport, sheets: &[DivergenceSheet], command: &ShellLine) -> Vec<ReportFile> {
    write(sheets, &[Link::new(INDEX, "Divergences")], Some(Hunt { report, command }))
}

/// The index and the pages.
pub(super) fn files(sheets: &[DivergenceSheet], links: &[Link]) -> Vec<ReportFile> {
    match sheets.is_empty() {
        true => Vec::new(),
        false => write(sheets, links, None),
    }
}

fn write(sheets: &[DivergenceSheet], links: &[Link], hunt: Option<Hunt<'_>>) -> Vec<ReportFile> {
    let listed = listed(sheets);
    let index = Index { frame: Frame::new(INDEX, links), engines: by_engine(&listed), count: listed.len(), hunt };
    let pages = listed.iter().map(|listed| ReportFile::page(&listed.href, &Page::new(listed, links)));
    [ReportFile::page(INDEX, &index)].into_iter().chain(pages).collect()
}

fn by_engine<'l, 'r>(listed: &'l [Listed<'r>]) -> Vec<OfEngine<'l, 'r>> {
    let mut engines: BTreeMap<&str, Vec<&Listed<'_>>> = BTreeMap::new();
    for listed in listed {
        engines.entry(&listed.sheet.engine).or_default().push(listed);
    }
    engines.into_iter().map(|(engine, listed)| OfEngine { engine, id: anchor(engine), listed }).collect()
}

#[derive(Template)]
#[template(path = "divergences.html")]
struct Index<'r> {
    frame: Frame<'r>,
    engines: Vec<OfEngine<'r, 'r>>,
    count: usize,
    hunt: Option<Hunt<'r>>,
}

/// The hunt that found the divergences.
struct Hunt<'r> {
    report: &'r HuntReport,
    command: &'r ShellLine,
}

/// The divergences of an engine.
struct OfEngine<'l, 'r> {
    engine: &'r str,
    id: String,
    listed: Vec<&'l Listed<'r>>,
}

#[derive(Template)]
#[template(path = "divergence.html")]
struct Page<'r> {
    frame: Frame<'r>,
    sheet: &'r DivergenceSheet,
    engine_anchor: String,
    input: Text,
    rows: Vec<DrawnRow>,
    answers: Vec<Answer<'r>>,
    markdown: String,
}

/// A group of engines with their answer.
struct Answer<'r> {
    group: &'r AnswerGroup,
    /// Each with its class: the first that is not the standard's has one of its own.
    lines: Vec<(&'static str, Vec<Bit>)>,
    left_out: usize,
}

impl<'r> Answer<'r> {
    fn new(group: &'r AnswerGroup, standard: &str) -> Self {
        let first = first_difference(standard, &group.answer);
        let Text { lines, left_out } = Text::new(&group.answer);
        let is_end = left_out == 0 && first == Some(lines.len());
        let class = |line| if Some(line) == first { "line first" } else { "line" };
        let mut lines: Vec<_> = lines.into_iter().enumerate().map(|(line, bits)| (class(line), bits)).collect();
        if is_end {
            lines.push(("line first rest", bits("(nothing more)", "").collect()));
        }
        Self { group, lines, left_out }
    }
}

impl<'r> Page<'r> {
    fn new(listed: &Listed<'r>, links: &'r [Link]) -> Self {
        let sheet = listed.sheet;
        let mut markdown = Vec::new();
        // A vector takes everything.
        let _ = issue(&sheet.issue, &mut markdown);
        let standard = sheet.answers.first().map_or("", |group| &group.answer);
        Self {
            frame: Frame::new(&listed.href, links),
            sheet,
            engine_anchor: anchor(&sheet.engine),
            input: Text::new(&sheet.issue.input),
            rows: drawn_rows(&sheet.issue.expected, &sheet.issue.actual),
            answers: sheet.answers.iter().map(|group| Answer::new(group, standard)).collect(),
            markdown: String::from_utf8_lossy(&markdown).into_owned(),
        }
    }
}

/// The place of the first line in which a text differs from the standard's.
fn first_difference(standard: &str, other: &str) -> Option<usize> {
    let same = standard.split('\n').zip(other.split('\n')).take_while(|(one, other)| one == other).count();
    (standard != other).then_some(same)
}

/// The class of how well a cause is known.
pub(super) fn known_tone(known: &str) -> &'static str {
    match known {
        "confirmed" | "reviewed" => "good",
        "unexplained" => "bad",
        _ => "odd",
    }
}
