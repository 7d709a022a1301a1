//! A run as one self-contained HTML page, without scripts, fonts or images.
//!
//! Answers of parsers are hostile text. The template engine escapes all of it, [`pieces`] make invisible characters
//! visible, and the page's policy forbids it to load or run anything.

pub mod impact;
pub mod mutants;

use std::fmt;
use std::io::{self, Write};

use askama::Template;
use askama::filters::{Escaper, Html};

use crate::diff::{Line, Row, keep_readable, side_by_side};
use crate::run::{CheckResult, RunReport, Verdict, VerdictCounts};
use crate::visible::{Piece, pieces};

/// Same lines kept next to a difference.
const CONTEXT: usize = 6;

/// The most text to show of two answers, in bytes.
const MOST_BYTES: usize = 200_000;

/// This many unexpected results are shown opened.
const MOST_OPEN: usize = 12;

/// This many unexpected results are shown with their trees, because browsers are slow with larger pages. The others are
/// only listed.
const MOST_SHOWN: usize = 500;

/// The longest input shown, in characters.
const LONGEST_INPUT: usize = 5_000;

/// Writes the page of a run.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &RunReport, mut out: impl Write) -> io::Result<()> {
    Page::new(report).write_into(&mut out)
}

#[derive(Template)]
#[template(path = "run.html")]
struct Page<'r> {
    version: &'static str,
    report: &'r RunReport,
    sum: VerdictCounts,
    state: State,
    rows: Vec<MatrixRow<'r>>,
    shown: Vec<Card<'r>>,
    named: Vec<&'r CheckResult>,
    known: Vec<Known<'r>>,
}

/// The outcome of the run: a heading and a class for the style sheet.
struct State {
    words: &'static str,
    class: &'static str,
}

/// One suite and kind, with a cell for each engine.
struct MatrixRow<'r> {
    suite: &'r str,
    kind: &'r str,
    cells: Vec<Option<&'r VerdictCounts>>,
}

/// One unexpected result.
struct Card<'r> {
    result: &'r CheckResult,
    open: bool,
    input: Vec<Vec<Bit>>,
    left_out: usize,
    answer: Shown,
}

/// The answers of the fixture and of the engine.
enum Shown {
    Both(Vec<DrawnRow>),
    One(&'static str, Vec<Vec<Bit>>),
    Neither,
}

/// One row of the two sides; the class says how they differ.
enum DrawnRow {
    Pair(&'static str, Vec<Bit>, Vec<Bit>),
    Skipped(usize),
    LeftOut(usize),
}

/// A stretch of text of one class; the class may be empty.
struct Bit {
    class: &'static str,
    text: String,
}

/// Expected failures with the same reason.
struct Known<'r> {
    engine: &'r str,
    verdict: Verdict,
    why: &'r str,
    results: Vec<&'r CheckResult>,
}

impl<'r> Page<'r> {
    fn new(report: &'r RunReport) -> Self {
        let mut unexpected = report.unexpected();
        let shown = unexpected.by_ref().take(MOST_SHOWN).enumerate();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            report,
            sum: report.sum(),
            state: state(report),
            rows: matrix(report),
            shown: shown.map(|(at, result)| Card::new(result, at < MOST_OPEN)).collect(),
            named: unexpected.collect(),
            known: known(report),
        }
    }
}

fn state(report: &RunReport) -> State {
    let (words, class) = if !report.complete {
        ("Interrupted", "odd")
    } else if !report.problems.is_empty() {
        ("Not everything could be run", "bad")
    } else if report.sum().unexpected > 0 {
        ("Unexpected results", "bad")
    } else {
        ("As expected", "good")
    };
    State { words, class }
}

fn matrix(report: &RunReport) -> Vec<MatrixRow<'_>> {
    let mut rows: Vec<MatrixRow<'_>> = Vec::new();
    for total in &report.totals {
        let (suite, kind) = (total.suite.as_str(), total.kind.as_str());
        let place = rows.iter().position(|row| (row.suite, row.kind) == (suite, kind));
        let place = place.unwrap_or_else(|| {
            rows.push(MatrixRow { suite, kind, cells: vec![None; report.engines.len()] });
            rows.len() - 1
        });
        let column = report.engines.iter().position(|engine| engine.name == total.engine);
        if let Some(column) = column {
            rows[place].cells[column] = Some(&total.counts);
        }
    }
    rows
}

fn known(report: &RunReport) -> Vec<Known<'_>> {
    let mut groups: Vec<Known<'_>> = Vec::new();
    for result in &report.results {
        if result.unexpected || result.verdict == Verdict::Passed {
            continue;
        }
        let why = result.expectation.as_deref().or(result.reason.as_deref());
        let why = why.unwrap_or_default();
        let key = (result.engine.as_str(), result.verdict, why);
        match groups.iter_mut().find(|group| (group.engine, group.verdict, group.why) == key) {
            Some(group) => group.results.push(result),
            None => groups.push(Known { engine: key.0, verdict: key.1, why, results: vec![result] }),
        }
    }
    groups
}

impl<'r> Card<'r> {
    fn new(result: &'r CheckResult, open: bool) -> Self {
        let end = result.input.char_indices().nth(LONGEST_INPUT);
        let end = end.map_or(result.input.len(), |(offset, _)| offset);
        Self {
            result,
            open,
            input: lines(&result.input[..end]),
            left_out: result.input[end..].chars().count(),
            answer: match (&result.expected, &result.actual) {
                (Some(expected), Some(actual)) => Shown::Both(drawn_rows(expected, actual)),
                (Some(expected), None) => Shown::One("expected", lines(expected)),
                (None, Some(actual)) => Shown::One("actual", lines(actual)),
                (None, None) => Shown::Neither,
            },
        }
    }
}

fn lines(text: &str) -> Vec<Vec<Bit>> {
    text.split('\n').map(|line| bits(line, "").collect()).collect()
}

fn drawn_rows(expected: &str, actual: &str) -> Vec<DrawnRow> {
    let mut rows = side_by_side(expected, actual, CONTEXT);
    let left_out = keep_readable(&mut rows, MOST_BYTES);
    let end = (left_out > 0).then_some(DrawnRow::LeftOut(left_out));
    rows.into_iter()
        .map(|row| match row {
            Row::Same(line) => DrawnRow::Pair("same", line_bits(&line), line_bits(&line)),
            Row::Different(Some(left), Some(right)) => DrawnRow::Pair("both", line_bits(&left), line_bits(&right)),
            Row::Different(left, right) => {
                let class = if left.is_some() { "left" } else { "right" };
                let side = |line: Option<Line<'_>>| line.as_ref().map_or_else(Vec::new, line_bits);
                DrawnRow::Pair(class, side(left), side(right))
            }
            Row::Skipped(lines) => DrawnRow::Skipped(lines),
        })
        .chain(end)
        .collect()
}

fn line_bits(line: &Line<'_>) -> Vec<Bit> {
    let marks = line.differs_in_part();
    let spans = line.spans.iter();
    spans.flat_map(|span| bits(span.text, if marks && span.differs { "d" } else { "" })).collect()
}

fn bits(text: &str, class: &'static str) -> impl Iterator<Item = Bit> {
    pieces(text).map(move |piece| match piece {
        Piece::Plain(text) => Bit { class, text: text.to_owned() },
        Piece::Substitute(text) => Bit { class: if class.is_empty() { "c" } else { "c d" }, text },
    })
}

/// The width of a number in a cell's bar, in percent.
fn percent(part: usize, counts: &VerdictCounts) -> f64 {
    100.0 * part as f64 / counts.checks().max(1) as f64
}

/// Escapes text for HTML and makes invisible characters visible. `askama.toml` makes every template of this crate use
/// it.
#[derive(Clone, Copy)]
struct VisibleHtml;

impl Escaper for VisibleHtml {
    fn write_escaped_str<W: fmt::Write>(&self, mut out: W, text: &str) -> fmt::Result {
        pieces(text).try_for_each(|piece| Html.write_escaped_str(&mut out, piece.as_str()))
    }
}

/// The class of a verdict.
const fn tone(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "good",
        Verdict::Failed | Verdict::Crashed | Verdict::TimedOut => "bad",
        Verdict::Unsupported | Verdict::Stale => "odd",
    }
}
