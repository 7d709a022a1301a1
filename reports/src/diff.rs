//! Two texts side by side, line by line, with what differs marked. The terminal and the HTML page both draw these rows.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// Time limit for finding the best alignment of two texts. After it the rows are still correct but less well aligned.
const PATIENCE: Duration = Duration::from_millis(500);

/// Lines longer than this, in bytes, are marked as a whole.
const LONGEST_COMPARED: usize = 2_000;

/// Two lines that have less than this in common are marked as a whole, because many small marks are hard to read.
const LEAST_SHARED: f64 = 0.5;

/// One row of two texts side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row<'t> {
    /// The same line on both sides.
    Same(Line<'t>),
    /// A line on one side, or two different ones.
    Different(Option<Line<'t>>, Option<Line<'t>>),
    /// This many lines that are the same on both sides are left out.
    Skipped(usize),
}

impl Row<'_> {
    fn bytes(&self) -> usize {
        let line = |line: &Line<'_>| line.spans.iter().map(|span| span.text.len()).sum();
        match self {
            Self::Same(same) => line(same),
            Self::Different(left, right) => [left, right].into_iter().flatten().map(line).sum(),
            Self::Skipped(_) => 0,
        }
    }
}

/// One line of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'t> {
    /// The stretches of it, in order.
    pub spans: Vec<Span<'t>>,
}

/// A stretch of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<'t> {
    /// The text.
    pub text: &'t str,
    /// Whether the other side's line does not have it.
    pub differs: bool,
}

impl<'t> Line<'t> {
    fn whole(text: &'t str, differs: bool) -> Self {
        Self { spans: vec![Span { text, differs }] }
    }

    /// Whether only a part of it differs, so that the differing letters are marked.
    pub fn differs_in_part(&self) -> bool {
        let mut differing = self.spans.iter().map(|span| span.differs);
        let first = differing.next();
        differing.any(|differs| Some(differs) != first)
    }
}

/// Aligns two texts. Of a run of same lines, `context` lines are kept next to each difference.
pub fn side_by_side<'t>(left: &'t str, right: &'t str, context: usize) -> Vec<Row<'t>> {
    // Only LF ends a line: a CR is part of an answer and must be kept.
    let left: Vec<&str> = left.split('\n').collect();
    let right: Vec<&str> = right.split('\n').collect();
    let deadline = Instant::now() + PATIENCE;
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &left, &right, Some(deadline));
    let last = operations.len().saturating_sub(1);
    let mut rows = Vec::new();
    for (at, operation) in operations.iter().enumerate() {
        match *operation {
            DiffOp::Equal { old_index, len, .. } => {
                let before = if at == 0 { 0 } else { context };
                let after = if at == last { 0 } else { context };
                push_same(&mut rows, &left[old_index..][..len], before, after);
            }
            DiffOp::Delete { old_index, old_len, .. } => push_different(&mut rows, &left[old_index..][..old_len], &[]),
            DiffOp::Insert { new_index, new_len, .. } => push_different(&mut rows, &[], &right[new_index..][..new_len]),
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                push_different(&mut rows, &left[old_index..][..old_len], &right[new_index..][..new_len])
            }
        }
    }
    rows
}

/// Keeps the first rows up to a limit of bytes, and returns how many it left out. A difference deep in a tree can be
/// too large to read or lay out.
pub fn keep_readable(rows: &mut Vec<Row<'_>>, bytes: usize) -> usize {
    let mut total = 0;
    let kept = rows.iter().position(|row| {
        total += row.bytes();
        total > bytes
    });
    let kept = kept.unwrap_or(rows.len());
    let left_out = rows.len() - kept;
    rows.truncate(kept);
    left_out
}

fn push_same<'t>(rows: &mut Vec<Row<'t>>, lines: &[&'t str], before: usize, after: usize) {
    let same = |line: &&'t str| Row::Same(Line::whole(line, false));
    let skipped = lines.len().saturating_sub(before.saturating_add(after));
    // A row that says "1 line" takes as much room as the line.
    if skipped <= 1 {
        rows.extend(lines.iter().map(same));
        return;
    }
    rows.extend(lines[..before].iter().map(same));
    rows.push(Row::Skipped(skipped));
    rows.extend(lines[before + skipped..].iter().map(same));
}

fn push_different<'t>(rows: &mut Vec<Row<'t>>, left: &[&'t str], right: &[&'t str]) {
    for at in 0..left.len().max(right.len()) {
        rows.push(match (left.get(at), right.get(at)) {
            (Some(left), Some(right)) => {
                let (left, right) = mark(left, right);
                Row::Different(Some(left), Some(right))
            }
            (left, right) => {
                Row::Different(left.map(|line| Line::whole(line, true)), right.map(|line| Line::whole(line, true)))
            }
        });
    }
}

/// Marks what differs between two lines that stand side by side.
fn mark<'t>(left: &'t str, right: &'t str) -> (Line<'t>, Line<'t>) {
    let whole = || (Line::whole(left, true), Line::whole(right, true));
    if left.len().max(right.len()) > LONGEST_COMPARED {
        return whole();
    }
    let left_chars: Vec<char> = left.chars().collect();
    let right_chars: Vec<char> = right.chars().collect();
    let deadline = Instant::now() + PATIENCE;
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &left_chars, &right_chars, Some(deadline));
    let shared: usize = operations
        .iter()
        .filter(|operation| matches!(operation, DiffOp::Equal { .. }))
        .map(|operation| operation.old_range().len())
        .sum();
    if (shared as f64) < LEAST_SHARED * left_chars.len().max(right_chars.len()) as f64 {
        return whole();
    }
    let ranges = |side: fn(&DiffOp) -> usize| {
        operations.iter().map(move |operation| (side(operation), !matches!(operation, DiffOp::Equal { .. })))
    };
    (
        cut(left, ranges(|operation| operation.old_range().len())),
        cut(right, ranges(|operation| operation.new_range().len())),
    )
}

/// Cuts a line into spans of these numbers of characters.
fn cut(line: &str, lengths: impl Iterator<Item = (usize, bool)>) -> Line<'_> {
    let mut rest = line;
    let mut spans = Vec::new();
    for (characters, differs) in lengths.filter(|&(characters, _)| characters > 0) {
        let end = rest.char_indices().nth(characters).map_or(rest.len(), |(offset, _)| offset);
        let (text, after) = rest.split_at(end);
        spans.push(Span { text, differs });
        rest = after;
    }
    Line { spans }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &Line<'_>) -> String {
        line.spans.iter().map(|span| span.text).collect()
    }

    /// Both sides, put together again from the rows, with nothing skipped.
    fn rejoin(rows: &[Row<'_>]) -> (String, String) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                Row::Same(line) => {
                    left.push(text(line));
                    right.push(text(line));
                }
                Row::Different(old, new) => {
                    left.extend(old.as_ref().map(text));
                    right.extend(new.as_ref().map(text));
                }
                Row::Skipped(_) => unreachable!("the context is unlimited"),
            }
        }
        (left.join("\n"), right.join("\n"))
    }

    #[test]
    fn rows_lose_nothing() {
        let texts = ["", "\n", "a\r\nb\r", "| <p>\n|   \"x\"", "| <p>\n|   \"y\"\n| <p>\n", "ä漢🙂\0"];
        for left in texts {
            for right in texts {
                let rows = side_by_side(left, right, usize::MAX);
                let marked = rows.iter().any(|row| matches!(row, Row::Different(..)));
                assert_eq!(marked, left != right, "{left:?} {right:?}");
                if marked {
                    assert_eq!(rejoin(&rows), (left.to_owned(), right.to_owned()));
                }
            }
        }
    }

    #[test]
    fn the_differing_letters_are_marked() {
        let rows = side_by_side("|   \"aXbc\"", "|   \"aYbc\"", 3);
        let [Row::Different(Some(left), Some(right))] = rows.as_slice() else {
            panic!("{rows:?}");
        };
        let marked = |line: &Line<'_>| -> Vec<String> {
            let spans = line.spans.iter().filter(|span| span.differs);
            spans.map(|span| span.text.to_owned()).collect()
        };
        assert_eq!(marked(left), ["X"]);
        assert_eq!(marked(right), ["Y"]);
    }

    #[test]
    fn same_lines_far_from_a_difference_are_left_out() {
        let left = "1\n2\n3\n4\n5\n6";
        let right = "1\n2\n3\n4\n5\nx";
        let rows = side_by_side(left, right, 2);
        assert!(matches!(rows[0], Row::Skipped(3)), "{rows:?}");
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn rows_beyond_what_is_readable_are_counted() {
        let text = "12345\n12345\n12345";
        let mut rows = side_by_side(text, "", usize::MAX);
        assert_eq!(keep_readable(&mut rows, 100), 0);
        assert_eq!(rows.len(), 3);
        assert_eq!(keep_readable(&mut rows, 10), 1);
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn a_single_same_line_is_never_left_out() {
        let rows = side_by_side("1\n2\n3", "1\n2\nx", 1);
        assert!(!rows.iter().any(|row| matches!(row, Row::Skipped(_))), "{rows:?}");
    }
}
