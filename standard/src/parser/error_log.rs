//! Where parse errors are collected: by offset while a piece of the input stream is tokenized, by line and column
//! afterwards, so that nobody counts lines while tokenizing.

use crate::clauses::error::{ErrorCode, ParseError, ParseErrorKind, Position, TreeError};

/// The parse errors found so far. When it is off, reporting to it does nothing.
#[derive(Debug)]
pub struct ErrorLog {
    enabled: bool,
    /// The offset, in the piece at hand, of the token or character that is being processed.
    current: usize,
    /// Whether the characters of the token that is being processed stand in the piece, beginning at `current`.
    in_piece: bool,
    /// What was found. In the piece at hand each byte counts as a column until the piece is consumed.
    errors: Vec<ParseError>,
    /// How many errors were found in the pieces before the one at hand.
    settled: usize,
    /// Whether those are in order.
    in_order: bool,
    /// The position of the first character of the piece at hand.
    position: Position,
}

impl ErrorLog {
    /// An empty log, which collects nothing when it is not `enabled`.
    #[inline]
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            current: 0,
            in_piece: false,
            errors: Vec::with_capacity(if enabled { 8 } else { 0 }),
            settled: 0,
            in_order: true,
            position: Position { line: 1, column: 1 },
        }
    }

    /// Whether errors are collected.
    #[inline]
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Reports an error of tree construction, at the token that is being processed: where its last character is, for
    /// characters the first.
    #[inline]
    pub fn tree(&mut self, error: TreeError) {
        self.tree_at(error, 0);
    }

    /// Reports an error of tree construction at one of the characters that are being processed, which begins `offset`
    /// bytes into the token.
    #[inline]
    pub fn tree_at(&mut self, error: TreeError, offset: usize) {
        let offset = if self.in_piece { offset } else { 0 };
        self.report(self.current + offset, ParseErrorKind::Tree(error));
    }

    /// Reports an error that the standard names, at the token that is being processed.
    #[inline]
    pub fn code(&mut self, code: ErrorCode) {
        self.code_at(code, self.current);
    }

    /// Reports an error that the standard names, at an offset in the piece at hand.
    #[inline]
    pub(crate) fn code_at(&mut self, code: ErrorCode, offset: usize) {
        self.report(offset, ParseErrorKind::Code(code));
    }

    #[inline]
    fn report(&mut self, offset: usize, kind: ParseErrorKind) {
        if self.enabled {
            self.errors.push(ParseError { position: self.position.columns_on(offset), kind });
        }
    }

    /// Says where in the piece at hand the token stands that is about to be processed.
    #[inline]
    pub(crate) fn set_current(&mut self, offset: usize, in_piece: bool) {
        self.current = offset;
        self.in_piece = in_piece;
    }

    /// Settles the positions of what was found in the piece at hand, now that this much of it is consumed for good.
    pub(crate) fn resolve(&mut self, consumed: &[u8], is_printable_ascii: bool) {
        if !self.enabled {
            return;
        }
        let found = &mut self.errors[self.settled..];
        // Stable, and nearly always in order already.
        if !found.is_sorted_by_key(order) {
            found.sort_by_key(order);
        }
        self.position = if is_printable_ascii {
            self.position.columns_on(consumed.len())
        } else {
            place(found, consumed, self.position)
        };
        // Pieces are in order; only an error at the end of one may stand before one of the input stream in the next.
        let seam = self.settled.saturating_sub(1);
        self.in_order &= self.errors[seam..].iter().take(2).is_sorted_by_key(order);
        self.settled = self.errors.len();
    }

    /// Takes out the errors, in the order of their positions.
    pub fn take(&mut self) -> Vec<ParseError> {
        let mut errors = std::mem::take(&mut self.errors);
        if !self.in_order {
            errors.sort_by_key(order);
        }
        errors
    }
}

/// An error about the input stream stands before the others of its character, whoever saw it first.
fn order(error: &ParseError) -> (Position, bool) {
    (error.position, !is_of_input_stream(error.kind))
}

/// Gives errors their places, for which each byte of `text` has counted as a column from `position` on; gives the
/// position behind the text.
fn place(errors: &mut [ParseError], text: &[u8], position: Position) -> Position {
    let start = position.column;
    let mut position = position;
    let mut from = 0;
    for error in errors {
        let offset = (error.position.column - start) as usize;
        position = advance(position, &text[from..offset]);
        from = offset;
        error.position = position;
    }
    advance(position, &text[from..])
}

fn is_of_input_stream(kind: ParseErrorKind) -> bool {
    matches!(
        kind,
        ParseErrorKind::Code(
            ErrorCode::ControlCharacterInInputStream
                | ErrorCode::NoncharacterInInputStream
                | ErrorCode::SurrogateInInputStream
        )
    )
}

/// The position behind `text`, which begins at `position`.
fn advance(position: Position, text: &[u8]) -> Position {
    match memchr::memrchr(b'\n', text) {
        Some(last) => Position {
            line: position.line + memchr::memchr_iter(b'\n', &text[..=last]).count() as u32,
            column: 1 + utf16_units(&text[last + 1..]),
        },
        None => Position { line: position.line, column: position.column + utf16_units(text) },
    }
}

/// How many UTF-16 code units WTF-8 text takes.
fn utf16_units(text: &[u8]) -> u32 {
    text.iter().map(|byte| utf16_units_begun(*byte)).sum()
}

/// How many UTF-16 code units the character takes that begins with this byte of WTF-8: none where none begins.
#[inline(always)]
fn utf16_units_begun(byte: u8) -> u32 {
    u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units_and_lines_end_at_lf() {
        let start = Position { line: 1, column: 1 };
        let at = |text: &str| {
            let Position { line, column } = advance(start, text.as_bytes());
            (line, column)
        };
        assert_eq!(at(""), (1, 1));
        assert_eq!(at("a\u{e9}\u{1F600}"), (1, 5));
        assert_eq!(at("a\n\nb\n"), (4, 1));
        assert_eq!(at("a\nbc"), (2, 3));
    }

    #[test]
    fn errors_of_the_input_stream_come_first_at_their_character() {
        let mut log = ErrorLog::new(true);
        log.code_at(ErrorCode::UnexpectedNullCharacter, 1);
        log.code_at(ErrorCode::InvalidFirstCharacterOfTagName, 2);
        log.code_at(ErrorCode::ControlCharacterInInputStream, 2);
        log.resolve(b"a\0\x01", false);
        let codes: Vec<_> = log.take().iter().map(|error| (error.position.column, error.kind.to_string())).collect();
        assert_eq!(
            codes,
            [
                (2, "unexpected-null-character".to_owned()),
                (3, "control-character-in-input-stream".to_owned()),
                (3, "invalid-first-character-of-tag-name".to_owned()),
            ]
        );
    }

    #[test]
    fn positions_in_short_and_long_text_are_counted_alike() {
        let short = "a\u{e9}\n\u{4f60}\u{1F600}b";
        for text in [short.to_owned(), short.repeat(20), "x".repeat(100) + short] {
            let behind = advance(Position { line: 1, column: 3 }, text.as_bytes());
            let (lines, last) = text.rsplit_once('\n').expect("there is a newline");
            assert_eq!(behind.line as usize, 2 + lines.matches('\n').count());
            assert_eq!(behind.column as usize, 1 + last.encode_utf16().count());
        }
    }

    #[test]
    fn a_log_that_is_off_stays_empty() {
        let mut log = ErrorLog::new(false);
        log.tree(TreeError::ExpectedDoctype);
        log.resolve(b"a", true);
        assert_eq!(log.take(), []);
    }
}
