//! A run: a table, each unexpected result, and a line that sums it up.

use std::io::{self, Write};

use anstyle::Style;
use comfy_table::{Attribute, Cell, Color, ColumnConstraint};

use super::{BAD, BOLD, DIM, GOOD, NAME, ODD, number, sides, style_of, styled, table};
use crate::run::{CheckResult, Problem, RunReport, Verdict, VerdictCounts};
use crate::visible::visible_line;

/// How much of a run to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// A line for each unexpected result, and the sum.
    Quiet,
    /// The table, unexpected results with both answers, and the sum.
    Normal,
    /// Also a line for each result that did not pass as expected.
    Verbose,
}

/// From this width on, in columns, names in the table are not broken.
const ROOMY: usize = 90;

/// The column that is broken instead: a list.
const OTHER: usize = 6;

/// The longest input shown, in characters; the fixture's file and line are shown with it.
const LONGEST_INPUT: usize = 2_000;

/// Draws a run, at most `width` columns wide.
///
/// # Errors
/// Those of the writer.
pub fn run(report: &RunReport, width: usize, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    if detail > Detail::Quiet && !report.totals.is_empty() {
        write_table(report, width, out)?;
    }
    if detail >= Detail::Verbose {
        write_known(report, out)?;
    }
    for result in report.unexpected() {
        if detail > Detail::Quiet {
            write_unexpected(result, width, out)?;
        } else {
            write_headline(result, BOLD, out)?;
        }
    }
    write_sum(report, out)
}

/// Draws what could not be run, a line or more each: for standard error.
///
/// # Errors
/// Those of the writer.
pub fn problems(problems: &[Problem], out: &mut dyn Write) -> io::Result<()> {
    let mut errors = problems.iter().map(ToString::to_string);
    errors.try_for_each(|error| writeln!(out, "{} {}", styled(BAD.bold(), "error:"), visible_line(&error)))
}

fn write_table(report: &RunReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for engine in &report.engines {
        let title = format!("{} {}", engine.name, engine.version);
        let title = styled(NAME.bold(), visible_line(&title));
        writeln!(out, "{title} {DIM}took {:.3} s{DIM:#}", engine.seconds)?;
    }
    let headings = ["engine", "suite", "kind", "passed", "failed", "known", "other"];
    let mut table = table(width, headings);
    if width >= ROOMY {
        for column in table.column_iter_mut().filter(|column| column.index != OTHER) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    for total in &report.totals {
        let mut row = vec![
            Cell::new(visible_line(&total.engine)).fg(Color::Cyan),
            Cell::new(visible_line(&total.suite)),
            Cell::new(visible_line(&total.kind)),
        ];
        row.extend(count_cells(&total.counts));
        table.add_row(row);
    }
    if report.totals.len() > 1 {
        let bold = |text| Cell::new(text).add_attribute(Attribute::Bold);
        let mut row = vec![bold("all"), bold(""), bold("")];
        row.extend(count_cells(&report.sum()));
        table.add_row(row);
    }
    writeln!(out, "\n{table}")
}

fn count_cells(counts: &VerdictCounts) -> [Cell; 4] {
    let other = counts.words_without(&[Verdict::Passed, Verdict::Failed]);
    let unexplained = match counts.unexpected {
        0 => Color::Yellow,
        _ => Color::Red,
    };
    [
        number(counts.passed, Color::Green),
        number(counts.failed, unexplained),
        number(counts.expected, Color::Yellow),
        Cell::new(other).fg(Color::Yellow),
    ]
}

/// What did not pass, and is known not to: one line each.
fn write_known(report: &RunReport, out: &mut dyn Write) -> io::Result<()> {
    let known = |result: &&CheckResult| !result.unexpected && result.verdict != Verdict::Passed;
    for result in report.results.iter().filter(known) {
        write_headline(result, Style::new(), out)?;
        let why = result.expectation.as_ref().or(result.reason.as_ref());
        if let Some(why) = why {
            writeln!(out, "    {DIM}{}{DIM:#}", visible_line(why))?;
        }
    }
    Ok(())
}

/// `failed  html5ever  tree  suites/x.dat:12  3f9a2c51`
fn write_headline(result: &CheckResult, place: Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{} {} {DIM}{}{DIM:#} {} {DIM}{}{DIM:#}",
        styled(style_of(result.verdict).bold(), result.in_a_word()),
        styled(NAME, visible_line(&result.engine)),
        visible_line(&result.kind),
        styled(place, visible_line(&result.place())),
        visible_line(&result.hash),
    )
}

fn write_unexpected(result: &CheckResult, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    write_headline(result, BOLD, out)?;
    let texts = [
        ("", result.description.as_ref()),
        ("reason: ", result.reason.as_ref()),
        ("expectation: ", result.expectation.as_ref()),
    ];
    for (label, text) in texts {
        if let Some(text) = text {
            writeln!(out, "  {DIM}{label}{DIM:#}{}", visible_line(text))?;
        }
    }
    let mode = match result.mode.as_str() {
        "" => String::new(),
        mode => format!(" ({})", visible_line(mode)),
    };
    writeln!(out, "\n  {DIM}input{mode}{DIM:#}")?;
    let (input, rest) = cut(&result.input, LONGEST_INPUT);
    sides::write_one(out, width, input)?;
    if rest > 0 {
        writeln!(out, "  {DIM}⋮ {rest} more characters{DIM:#}")?;
    }
    writeln!(out)?;
    match (&result.expected, &result.actual) {
        (Some(expected), Some(actual)) => {
            let texts = [expected.as_str(), actual.as_str()];
            sides::write(out, width, ["expected", "actual"], texts)?;
        }
        (Some(only), None) => {
            writeln!(out, "  {BOLD}expected{BOLD:#}")?;
            sides::write_one(out, width, only)?;
        }
        (None, Some(only)) => {
            writeln!(out, "  {BOLD}actual{BOLD:#}")?;
            sides::write_one(out, width, only)?;
        }
        (None, None) => {}
    }
    writeln!(out, "\n  {DIM}reproduce{DIM:#} {}", result.reproduce)
}

/// The first `characters` characters, and how many are left.
fn cut(text: &str, characters: usize) -> (&str, usize) {
    match text.char_indices().nth(characters) {
        Some((offset, _)) => (&text[..offset], text[offset..].chars().count()),
        None => (text, 0),
    }
}

fn write_sum(report: &RunReport, out: &mut dyn Write) -> io::Result<()> {
    let style = match (report.complete, report.sum().unexpected + report.problems.len()) {
        (false, _) => ODD,
        (true, 0) => GOOD,
        (true, _) => BAD,
    };
    let (heading, counts) = report.in_words();
    writeln!(out, "\n{} {counts}", styled(style.bold(), heading))
}
