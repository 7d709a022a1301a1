//! The data of the page of all results: scripts that each call one function with JSON, because pages of the file system
//! can load scripts and nothing else.
//!
//! Texts go into them with every character visible, as the page shows them: what stands for a character that does not
//! show is between U+0001 and U+0002, which no such text has.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::groups::title;
use super::{CONTEXT, LONGEST_INPUT, ReportFile, anchor, file_name};
use crate::diff::{Line, Row, keep_readable, side_by_side};
use crate::run::{CheckResult, RunReport, Verdict};
use crate::visible::{Piece, pieces};

/// A script of texts is complete when it has more than this many bytes.
const SIZE: usize = 1_000_000;

/// Answers up to this size, in bytes, are stored as what differs from the expected answer.
const SMALL: usize = 16_000;

/// The most text of a long answer, in bytes.
const MOST_BYTES: usize = 32_000;

/// The scripts of a run, and what the page must know to load them.
pub(super) struct Data {
    pub(super) files: Vec<ReportFile>,
    /// For the page's script.
    pub(super) index: String,
}

/// Makes the scripts of a run.
pub(super) fn data(report: &RunReport) -> Data {
    let mut checks = Texts::new("checks");
    let mut known: HashMap<Question<'_>, usize> = HashMap::new();
    let mut files = Vec::new();
    let mut engines = Vec::new();
    let mut of_engines: HashMap<&str, Vec<&CheckResult>> = HashMap::new();
    for result in &report.results {
        of_engines.entry(&result.engine).or_default().push(result);
    }
    for engine in &report.engines {
        let results = of_engines.remove(&*engine.name).unwrap_or_default();
        let name = file_name("results", &engine.name);
        let mut answers = Texts::new(&file_name("answers", &engine.name));
        let mut rows = Rows::default();
        for result in results {
            let answer = is_shown(result).then(|| {
                let (question, answer) = answer(result);
                let check = *known.entry(question).or_insert_with(|| checks.push(&shown_question(question)));
                answers.push(&json!([check, answer, shown(result.reason.as_deref().unwrap_or_default())]))
            });
            rows.push(result, answer);
        }
        let mut table = json!(rows);
        table["chunks"] = json!(answers.starts);
        files.push(script(&name, &table));
        files.extend(answers.finish());
        engines.push(json!([shown(&engine.name), name, file_name("answers", &engine.name)]));
    }
    let suites: Vec<&str> = report.suites().collect();
    let index = json!({
        "engines": engines,
        "checks": checks.starts,
        "suites": suites.iter().map(|suite| shown(suite)).collect::<Vec<_>>(),
        "verdicts": Verdict::ALL.map(|verdict| verdict.words()),
    });
    files.extend(checks.finish());
    // Within a page, `<` could end the element that the index is in.
    Data { files, index: index.to_string().replace('<', "\\u003c") }
}

/// Whether the texts of a result are shown.
fn is_shown(result: &CheckResult) -> bool {
    result.unexpected || !matches!(result.verdict, Verdict::Passed | Verdict::Unsupported)
}

/// Input, mode and expected answer, which engines share.
type Question<'r> = (&'r str, &'r str, Option<&'r str>);

fn shown_question((input, mode, expected): Question<'_>) -> Value {
    let end = input.char_indices().nth(LONGEST_INPUT).map_or(input.len(), |(offset, _)| offset);
    let left_out = input[end..].chars().count();
    json!([shown(&input[..end]), shown(mode), expected.map(|text| shown(cut(text))), left_out])
}

/// A question, and the answer: the lines that differ from the expected answer; drawn rows if they are long; the only
/// answer there is; or nothing.
fn answer(result: &CheckResult) -> (Question<'_>, Value) {
    let question = (&*result.input, &*result.mode, result.expected.as_deref());
    match (&result.expected, &result.actual) {
        (Some(expected), Some(actual)) if expected.len() + actual.len() <= SMALL => (question, delta(expected, actual)),
        (Some(expected), Some(actual)) => ((question.0, question.1, None), long(expected, actual)),
        (None, Some(actual)) => (question, Value::String(shown(cut(actual)))),
        (_, None) => (question, Value::Null),
    }
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MOST_BYTES)]
}

/// The actual answer as changes of the expected one: a number of lines that are the same, or a number of lines that are
/// others with the lines in their place.
fn delta(expected: &str, actual: &str) -> Value {
    let mut parts: Vec<Value> = Vec::new();
    let (mut same, mut gone, mut new) = (0_usize, 0_usize, Vec::new());
    let text = |line: &Line<'_>| -> String { line.spans.iter().map(|span| span.text).collect() };
    let mut flush = |same: &mut usize, gone: &mut usize, new: &mut Vec<String>| {
        if *same > 0 {
            parts.push(json!(*same));
        }
        if *gone > 0 || !new.is_empty() {
            parts.push(json!([*gone, std::mem::take(new)]));
        }
        (*same, *gone) = (0, 0);
    };
    for row in side_by_side(expected, actual, usize::MAX) {
        match row {
            Row::Same(_) if gone == 0 && new.is_empty() => same += 1,
            Row::Same(_) => {
                flush(&mut same, &mut gone, &mut new);
                same = 1;
            }
            Row::Different(left, right) => {
                gone += usize::from(left.is_some());
                new.extend(right.as_ref().map(|line| shown(&text(line))));
            }
            Row::Skipped(lines) => same += lines,
        }
    }
    flush(&mut same, &mut gone, &mut new);
    Value::Array(parts)
}

/// Rows with both sides; a number counts lines that are the same and left out.
fn long(expected: &str, actual: &str) -> Value {
    let mut rows = side_by_side(expected, actual, CONTEXT);
    let left_out = keep_readable(&mut rows, MOST_BYTES);
    let text = |line: Line<'_>| -> String { line.spans.iter().map(|span| shown(span.text)).collect() };
    let rows: Vec<Value> = rows
        .into_iter()
        .map(|row| match row {
            Row::Same(line) => json!([text(line)]),
            Row::Different(left, right) => json!([left.map(text), right.map(text)]),
            Row::Skipped(lines) => json!(lines),
        })
        .collect();
    json!({"rows": rows, "left": left_out})
}

/// The results of an engine, by file, kind and command.
#[derive(Default, Serialize)]
struct Rows {
    causes: Vec<[String; 2]>,
    files: Vec<FileRows>,
    #[serde(skip)]
    cause_of: HashMap<String, usize>,
    #[serde(skip)]
    file_of: HashMap<[String; 4], usize>,
}

#[derive(Serialize)]
struct FileRows {
    suite: String,
    file: String,
    kind: String,
    /// What stands before and after the hash in the command that runs a check.
    command: [String; 2],
    /// Line and hash; then verdict, cause, whether it is unexpected, place of the answer, and description, as far as
    /// there are some.
    rows: Vec<Value>,
}

impl Rows {
    fn push(&mut self, result: &CheckResult, answer: Option<usize>) {
        let line = result.reproduce.to_string();
        let (before, after) = line.rsplit_once(&result.hash).unwrap_or((&line, ""));
        let key = [&result.file, &result.kind, before, after].map(str::to_owned);
        let place = *self.file_of.entry(key).or_insert_with(|| {
            self.files.push(FileRows {
                suite: shown(&result.suite),
                file: shown(&result.file),
                kind: shown(&result.kind),
                command: [before.to_owned(), after.to_owned()],
                rows: Vec::new(),
            });
            self.files.len() - 1
        });
        let mut row = vec![json!(result.line), json!(result.hash)];
        if result.verdict != Verdict::Passed || result.unexpected {
            let verdict = Verdict::ALL.iter().position(|verdict| *verdict == result.verdict);
            row.extend([json!(verdict), json!(self.cause(title(result)))]);
        }
        if let Some(answer) = answer {
            row.extend([json!(usize::from(result.unexpected)), json!(answer)]);
            row.extend(result.description.as_deref().map(|description| json!(shown(description))));
        }
        self.files[place].rows.push(Value::Array(row));
    }

    fn cause(&mut self, title: String) -> usize {
        let next = self.causes.len();
        let place = *self.cause_of.entry(title.clone()).or_insert(next);
        if place == next {
            self.causes.push([anchor(&title), shown(&title)]);
        }
        place
    }
}

/// Texts in scripts of a limited size.
struct Texts {
    name: String,
    /// The number of the first text of each script.
    starts: Vec<usize>,
    full: Vec<ReportFile>,
    current: String,
    count: usize,
}

impl Texts {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), starts: vec![0], full: Vec::new(), current: String::new(), count: 0 }
    }

    /// Adds a text and returns its number.
    fn push(&mut self, text: &Value) -> usize {
        if self.current.len() > SIZE {
            self.end();
            self.starts.push(self.count);
        }
        if !self.current.is_empty() {
            self.current.push_str(",\n");
        }
        self.current.push_str(&text.to_string());
        self.count += 1;
        self.count - 1
    }

    fn end(&mut self) {
        let name = format!("{}-{}", self.name, self.full.len());
        let texts = std::mem::take(&mut self.current);
        self.full.push(call(&name, &format!("[{texts}]")));
    }

    fn finish(mut self) -> Vec<ReportFile> {
        if self.count > 0 {
            self.end();
        }
        self.full
    }
}

/// A script that hands over a value under its own name.
fn script(name: &str, value: &Value) -> ReportFile {
    call(name, &value.to_string())
}

fn call(name: &str, json: &str) -> ReportFile {
    ReportFile { name: format!("{name}.js"), text: format!("crosscheck({}, {json});\n", json!(name)) }
}

/// A text with every character visible, and what stands for one set apart.
fn shown(text: &str) -> String {
    pieces(text).fold(String::with_capacity(text.len()), |all, piece| match piece {
        Piece::Plain(text) => all + text,
        Piece::Substitute(text) => all + "\u{1}" + &text + "\u{2}",
    })
}
