//! Results as HTML pages that open from the file system, without fonts, images or anything from elsewhere.
//!
//! Answers of parsers are hostile text. The template engine escapes all of it, [`pieces`] make invisible characters
//! visible, and the policy of each page forbids it to load or run anything. The page of all results has one script of
//! its own, which its policy names by hash; what that loads are files of data next to the page, whose text it shows as
//! text.

mod data;
pub mod divergences;
mod groups;
pub mod impact;
pub mod mutants;
pub mod run;

use std::fmt;

use askama::Template;
use askama::filters::{Escaper, Html};

use crate::diff::{Line, Row, keep_readable, side_by_side};
use crate::run::{Verdict, VerdictCounts};
use crate::visible::{Piece, pieces};

/// Same lines kept next to a difference.
const CONTEXT: usize = 6;

/// The most text to show of two answers, in bytes.
const MOST_BYTES: usize = 64_000;

/// The longest input shown, in characters.
const LONGEST_INPUT: usize = 5_000;

/// A file of a report.
#[derive(Debug, Clone)]
pub struct ReportFile {
    /// Its name in the folder of the report: letters, digits, hyphens and dots.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl ReportFile {
    fn page(name: &str, page: &impl Template) -> Self {
        // The templates have no fallible parts, and a string takes everything.
        Self { name: name.to_owned(), text: page.render().unwrap_or_default() }
    }
}

/// What every page of a report has.
struct Frame<'r> {
    version: &'static str,
    links: &'r [Link],
    /// The name of the page's own file.
    page: String,
}

impl<'r> Frame<'r> {
    fn new(page: &str, links: &'r [Link]) -> Self {
        Self { version: env!("CARGO_PKG_VERSION"), links, page: page.to_owned() }
    }
}

/// A link to another page of the report.
struct Link {
    href: String,
    words: String,
}

impl Link {
    fn new(href: impl Into<String>, words: impl Into<String>) -> Self {
        Self { href: href.into(), words: words.into() }
    }
}

/// The outcome: a heading and a class for the style sheet.
struct State {
    words: &'static str,
    class: &'static str,
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

/// A text by lines, as far as it is shown.
struct Text {
    lines: Vec<Vec<Bit>>,
    left_out: usize,
}

impl Text {
    fn new(text: &str) -> Self {
        let end = text.char_indices().nth(LONGEST_INPUT).map_or(text.len(), |(offset, _)| offset);
        Self { left_out: text[end..].chars().count(), ..Self::whole(&text[..end]) }
    }

    fn whole(text: &str) -> Self {
        Self { lines: text.split('\n').map(|line| bits(line, "").collect()).collect(), left_out: 0 }
    }
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
        Piece::Substitute(text) => Bit { class: if class == "d" { "c d" } else { "c" }, text },
    })
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
const fn tone(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "good",
        Verdict::Failed | Verdict::Crashed | Verdict::TimedOut => "bad",
        Verdict::Unsupported | Verdict::Stale => "odd",
    }
}

/// The parts of a bar of what could be judged: a class, where it begins, and how wide it is, in percent.
fn shares(counts: &VerdictCounts) -> Vec<(&'static str, String, String)> {
    let all = counts.judged().max(1) as f64;
    let mut from = 0.0;
    let mut shares = Vec::new();
    for verdict in Verdict::ALL.into_iter().filter(|verdict| *verdict != Verdict::Unsupported) {
        let width = 100.0 * counts.of(verdict) as f64 / all;
        if width > 0.0 {
            shares.push((tone(verdict), format!("{from:.2}"), format!("{width:.2}")));
        }
        from += width;
    }
    shares
}

/// A sentence with what is between backticks as code.
fn prose(text: &str) -> Vec<Bit> {
    let mut parts = text.split('`').enumerate().peekable();
    let mut out = Vec::new();
    while let Some((place, part)) = parts.next() {
        match (place % 2 == 1, parts.peek().is_some()) {
            (true, true) => out.extend(bits(part, "code")),
            // A backtick that nothing ends is one.
            (true, false) => out.extend(bits("`", "").chain(bits(part, ""))),
            (false, _) => out.extend(bits(part, "")),
        }
    }
    out
}

/// A path in parts after which a line may break.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split_inclusive('/')
}

/// Whether an engine is the standard engine, which others are compared with.
fn is_standard(engine: &str) -> bool {
    engine == "standard"
}

/// A number with its digits in groups of three: `12,345`.
fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 check`, `2,000 checks`.
fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", number(count))
}

/// A share in percent that only all of it makes 100.
fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".to_owned(),
        _ if part == whole => "100 %".to_owned(),
        _ => format!("{:.1} %", (1000.0 * part as f64 / whole as f64).floor() / 10.0),
    }
}

/// The name of an anchor or of a file: the first words of a text and a hash of all of it.
fn anchor(text: &str) -> String {
    const MOST_WORDS: usize = 8;
    const LONGEST: usize = 60;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = words.take(MOST_WORDS).collect::<Vec<_>>().join("-").to_ascii_lowercase();
    name.truncate(LONGEST);
    // FNV-1a: stable, and enough to tell the texts of one report apart.
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{name}-{hash:08x}")
}

/// The name of a page about something with a name: the name itself, if it can be that of a file.
fn file_name(kind: &str, name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    match name.len() <= 100 && name.chars().all(is_plain) {
        true => format!("{kind}-{name}"),
        false => format!("{kind}-{}", anchor(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        let grouped = [0, 999, 1000, 1_234_567].map(number);
        assert_eq!(grouped, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn what_is_between_backticks_is_code() {
        let drawn = |text: &str| -> String {
            let bits = prose(text).into_iter().filter(|bit| !bit.text.is_empty());
            bits.map(|bit| format!("[{}{}]", if bit.class == "code" { "code " } else { "" }, bit.text)).collect()
        };
        assert_eq!(drawn("a `<b>` c"), "[a ][code <b>][ c]");
        assert_eq!(drawn("it`s"), "[it][`][s]");
    }

    #[test]
    fn almost_all_is_not_all() {
        assert_eq!([percent(99_999, 100_000), percent(5, 5), percent(0, 0)], ["99.9 %", "100 %", "–"]);
    }

    #[test]
    fn names_of_files_hold_nothing_that_leads_elsewhere() {
        assert_eq!(file_name("engine", "validator.nu"), "engine-validator.nu");
        for hostile in ["../x", "a/b", "C:\\x", "A", "x\0", "\u{202E}", &"x".repeat(300)] {
            let name = file_name("engine", hostile);
            assert!(name.len() < 90 && !name.contains(['/', '\\', ':', '\0']) && name.is_ascii(), "{name}");
        }
        assert_ne!(file_name("engine", "A"), file_name("engine", "a"));
    }
}
