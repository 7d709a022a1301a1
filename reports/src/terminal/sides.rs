//! Two texts side by side in columns, or one below the other where the terminal is narrow.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use super::{BAD, BOLD, DIM, GOOD, ODD};
use crate::diff::{Line, Row, keep_readable, side_by_side};
use crate::visible::{Piece, pieces};

/// Same lines kept next to a difference.
const CONTEXT: usize = 3;

/// The most text to draw of two texts, in bytes: some screens full.
const MOST_BYTES: usize = 40_000;

/// Below this many columns two texts do not fit next to each other.
const NARROW: usize = 72;

/// No column of text is narrower than this, however narrow the terminal says it is.
const LEAST_COLUMN: usize = 10;

/// Columns left of each line: the indent and, if the texts stand below each other, the mark.
const INDENT: &str = "  ";

/// Draws two texts with what differs marked: `-` is only on the left, `+` only on the right, `~` differs. The titles
/// name the sides.
pub(super) fn write(out: &mut dyn Write, width: usize, titles: [&str; 2], texts: [&str; 2]) -> io::Result<()> {
    let mut rows = side_by_side(texts[0], texts[1], CONTEXT);
    let left_out = keep_readable(&mut rows, MOST_BYTES);
    if width < NARROW {
        write_stacked(out, width, titles, &rows)?;
    } else {
        write_columns(out, width, titles, &rows)?;
    }
    match left_out {
        0 => Ok(()),
        _ => writeln!(out, "{INDENT}{ODD}⋮ {left_out} more rows, too long to show here{ODD:#}"),
    }
}

fn write_columns(out: &mut dyn Write, width: usize, titles: [&str; 2], rows: &[Row<'_>]) -> io::Result<()> {
    let column = (width - INDENT.len() - 3) / 2;
    let titles = titles.map(|title| Line::plain(title).lay_out(column, BOLD));
    write_pair(out, column, &titles[0], &titles[1], ' ')?;
    for row in rows {
        match row {
            Row::Same(line) => {
                let line = line.lay_out(column, Style::new());
                write_pair(out, column, &line, &line, ' ')?;
            }
            Row::Different(left, right) => {
                let mark = match (left, right) {
                    (Some(_), Some(_)) => '~',
                    (Some(_), None) => '-',
                    _ => '+',
                };
                let lay_out = |line: &Option<Line<'_>>, style| {
                    line.as_ref().map_or_else(Vec::new, |line| line.lay_out(column, style))
                };
                write_pair(out, column, &lay_out(left, BAD), &lay_out(right, GOOD), mark)?;
            }
            Row::Skipped(lines) => writeln!(out, "{INDENT}{DIM}⋮ {lines} equal lines{DIM:#}")?,
        }
    }
    Ok(())
}

/// Draws one text, as it is.
pub(super) fn write_one(out: &mut dyn Write, width: usize, text: &str) -> io::Result<()> {
    let column = width.saturating_sub(INDENT.len()).max(LEAST_COLUMN);
    for line in text.split('\n') {
        for drawn in Line::plain(line).lay_out(column, Style::new()) {
            writeln!(out, "{INDENT}{}", drawn.text)?;
        }
    }
    Ok(())
}

fn write_pair(out: &mut dyn Write, column: usize, left: &[Drawn], right: &[Drawn], mark: char) -> io::Result<()> {
    for at in 0..left.len().max(right.len()) {
        let empty = Drawn::default();
        let left = left.get(at).unwrap_or(&empty);
        let right = right.get(at).unwrap_or(&empty);
        let padding = column.saturating_sub(left.width);
        let mark = if at == 0 && mark != ' ' { mark } else { '│' };
        writeln!(out, "{INDENT}{}{:padding$} {DIM}{mark}{DIM:#} {}", left.text, "", right.text)?;
    }
    Ok(())
}

fn write_stacked(out: &mut dyn Write, width: usize, titles: [&str; 2], rows: &[Row<'_>]) -> io::Result<()> {
    let column = width.saturating_sub(INDENT.len() + 2).max(LEAST_COLUMN);
    let mut put = |mark: char, line: &Line<'_>, style: Style| -> io::Result<()> {
        for drawn in line.lay_out(column, style) {
            writeln!(out, "{INDENT}{style}{mark}{style:#} {}", drawn.text)?;
        }
        Ok(())
    };
    put('-', &Line::plain(titles[0]), BAD)?;
    put('+', &Line::plain(titles[1]), GOOD)?;
    for row in rows {
        match row {
            Row::Same(line) => put(' ', line, Style::new())?,
            Row::Different(left, right) => {
                left.iter().try_for_each(|line| put('-', line, BAD))?;
                right.iter().try_for_each(|line| put('+', line, GOOD))?;
            }
            Row::Skipped(lines) => put('⋮', &Line::plain(&format!("{lines} equal lines")), DIM)?,
        }
    }
    Ok(())
}

/// One row of a terminal: its text with colours, and its width without them.
#[derive(Default)]
struct Drawn {
    text: String,
    width: usize,
}

impl<'t> Line<'t> {
    fn plain(text: &'t str) -> Self {
        Self { spans: vec![crate::diff::Span { text, differs: false }] }
    }

    /// Breaks the line into rows of at most `column` columns. Nothing is cut off: the difference could be there.
    fn lay_out(&self, column: usize, style: Style) -> Vec<Drawn> {
        let mut rows = vec![Drawn::default()];
        let marks = self.differs_in_part();
        for span in &self.spans {
            let marked = marks && span.differs;
            let base = if marked { style.invert() } else { style };
            for piece in pieces(span.text) {
                let style = match piece {
                    Piece::Plain(_) => base,
                    Piece::Substitute(_) if marked => base,
                    Piece::Substitute(_) => ODD.bold(),
                };
                append(&mut rows, column, style, piece.as_str());
            }
        }
        rows
    }
}

/// Appends text to the last row, and begins rows as needed. Every column is wide enough for the widest character.
fn append(rows: &mut Vec<Drawn>, column: usize, style: Style, text: &str) {
    let mut rest = text;
    while !rest.is_empty() {
        let row = rows.last_mut().expect("there is always a row");
        let (length, width) = fit(rest, column.saturating_sub(row.width));
        if length == 0 {
            rows.push(Drawn::default());
            continue;
        }
        row.text.push_str(&super::styled(style, &rest[..length]));
        row.width += width;
        rest = &rest[length..];
    }
}

/// How many bytes from the start fit into this many columns, and the columns they take.
fn fit(text: &str, columns: usize) -> (usize, usize) {
    let mut used = 0;
    for (offset, c) in text.char_indices() {
        let width = c.width().unwrap_or(0);
        if used + width > columns {
            return (offset, used);
        }
        used += width;
    }
    (text.len(), used)
}
