//! A run, a parse and the list of engines for people at a terminal.
//!
//! Everything is written with colours; the caller's writer takes them out where they are not wanted. No meaning is in a
//! colour alone.

mod changes;
mod check_engine;
mod clauses;
mod compare;
mod coverage;
mod engines;
mod expectations;
mod hunt;
mod impact;
mod mutants;
mod nightly;
mod parse;
mod run;
mod serialise;
mod sides;
mod trace;

pub use changes::changes;
pub use check_engine::check_engine;
pub use clauses::clauses;
pub use compare::compare;
pub use coverage::coverage;
pub use engines::engines;
pub use expectations::expectations;
pub use hunt::hunt;
pub use impact::impact;
pub use mutants::mutants;
pub use nightly::nightly;
pub use parse::parse;
pub use run::{Detail, problems, run};
pub use serialise::serialise;
pub use trace::trace;

use anstyle::{AnsiColor, Style};
use comfy_table::{Attribute, Cell, CellAlignment, Color, LineStyle, Table, TableStyle};

use crate::run::Verdict;

/// How wide to draw, in columns, where the width of the terminal is not known.
pub const DEFAULT_WIDTH: usize = 100;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const ODD: Style = AnsiColor::Yellow.on_default();
const NAME: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Passed => GOOD,
        Verdict::Failed | Verdict::Crashed | Verdict::TimedOut => BAD,
        Verdict::Unsupported | Verdict::Stale => ODD,
    }
}

/// Text in a style, with the style ended after it.
fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A line under the headings, one at the end, and none between: rows that are lines need no more.
const STYLE: TableStyle = TableStyle::new()
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .bottom_border(LineStyle::none().fill('─').junction('─'));

/// An empty table with these headings, at most this wide.
fn table<'h>(width: usize, headings: impl IntoIterator<Item = &'h str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(comfy_table::ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX))
        .enforce_styling()
        .set_header(headings.into_iter().map(|heading| Cell::new(heading).add_attribute(Attribute::Bold)));
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table
}

/// A cell with a number, in this colour unless the number is 0.
fn number(count: usize, color: Color) -> Cell {
    let cell = Cell::new(count).set_alignment(CellAlignment::Right);
    match count {
        0 => cell.add_attribute(Attribute::Dim),
        _ => cell.fg(color),
    }
}
