//! Preprocessing the input stream: newlines are normalised, and what should not be in a document is an error.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream>

use std::ops::Range;

use super::{TokenSink, Tokenizer};
use crate::clauses::clause::clause;
use crate::clauses::error::ErrorCode;
use crate::clauses::observer::Observer as _;
use crate::parser::words::is_printable_word;

/// Normalises newlines, in pieces.
///
/// <https://infra.spec.whatwg.org/#normalize-newlines>
#[derive(Debug, Default)]
pub(super) struct Newlines {
    /// Whether the piece before ended in a CR, so that an LF that begins this one is part of the same newline.
    after_cr: bool,
}

impl Newlines {
    /// The piece with each CR LF pair and each other CR as LF: itself when it has none, else in `buffer`.
    pub(super) fn normalize<'p>(&mut self, piece: &'p [u8], buffer: &'p mut Vec<u8>) -> &'p [u8] {
        let mut rest = piece;
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        let Some(mut cr) = memchr::memchr(b'\r', rest) else {
            return rest;
        };
        buffer.clear();
        buffer.reserve(rest.len());
        loop {
            buffer.extend_from_slice(&rest[..cr]);
            buffer.push(b'\n');
            rest = &rest[cr + 1..];
            self.after_cr = rest.is_empty();
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            match memchr::memchr(b'\r', rest) {
                Some(next) => cr = next,
                None => break,
            }
        }
        buffer.extend_from_slice(rest);
        buffer
    }
}

/// What a character of the input stream may be that is an error.
#[derive(Clone, Copy)]
enum Problem {
    Surrogate,
    Noncharacter,
    Control,
}

impl<S: TokenSink> Tokenizer<S> {
    /// Reports the characters of preprocessed text, not all printable ASCII, that are errors wherever they stand.
    pub(super) fn check_input_stream(&mut self, text: &[u8]) {
        let (words, rest) = text.as_chunks::<{ size_of::<u64>() }>();
        for (index, word) in words.iter().enumerate() {
            if !is_printable_word(u64::from_le_bytes(*word)) {
                let start = index * word.len();
                self.check_characters(text, start..start + word.len());
            }
        }
        self.check_characters(text, text.len() - rest.len()..text.len());
    }

    /// Reports the characters that are errors and begin in this part of the text.
    fn check_characters(&mut self, text: &[u8], part: Range<usize>) {
        for offset in part {
            if SUSPICIOUS[usize::from(text[offset])]
                && let Some(problem) = problem_at(&text[offset..])
            {
                self.report_problem(problem, offset);
            }
        }
    }

    fn report_problem(&mut self, problem: Problem, offset: usize) {
        let (clause, code) = match problem {
            Problem::Surrogate => {
                (clause!("preprocessing/surrogate", "a surrogate is an error"), ErrorCode::SurrogateInInputStream)
            }
            Problem::Noncharacter => (
                clause!("preprocessing/noncharacter", "a noncharacter is an error"),
                ErrorCode::NoncharacterInInputStream,
            ),
            Problem::Control => (
                clause!("preprocessing/control", "a control is an error, but for whitespace and U+0000"),
                ErrorCode::ControlCharacterInInputStream,
            ),
        };
        if self.sink.observer().step(clause) {
            self.errors.code_at(code, offset);
        }
    }
}

/// The bytes that a character may begin with that is an error.
static SUSPICIOUS: [bool; 256] = {
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        set[byte] = matches!(
            byte,
            0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F | 0xC2 | 0xED | 0xEF | 0xF0..=0xF4
        );
        byte += 1;
    }
    set
};

/// What is wrong with the character that `text`, preprocessed WTF-8, begins with.
fn problem_at(text: &[u8]) -> Option<Problem> {
    match *text {
        [0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F, ..] | [0xC2, 0x80..=0x9F, ..] => {
            Some(Problem::Control)
        }
        [0xED, 0xA0..=0xBF, ..] => Some(Problem::Surrogate),
        [0xEF, 0xB7, 0x90..=0xAF, ..] // U+FDD0 to U+FDEF
        | [0xEF, 0xBF, 0xBE | 0xBF, ..] // U+FFFE and U+FFFF
        | [0xF0..=0xF4, 0x8F | 0x9F | 0xAF | 0xBF, 0xBF, 0xBE | 0xBF, ..] => {
            Some(Problem::Noncharacter)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalized(pieces: &[&str]) -> String {
        let mut newlines = Newlines::default();
        let mut buffer = Vec::new();
        let mut result = Vec::new();
        for piece in pieces {
            result.extend_from_slice(newlines.normalize(piece.as_bytes(), &mut buffer));
        }
        String::from_utf8(result).unwrap()
    }

    #[test]
    fn newlines_are_normalized_across_pieces() {
        assert_eq!(normalized(&["a\rb\r\nc\n\rd\r\r\n"]), "a\nb\nc\n\nd\n\n");
        assert_eq!(normalized(&["a\r", "\nb"]), "a\nb");
        assert_eq!(normalized(&["a\r", "", "\nb"]), "a\nb");
        assert_eq!(normalized(&["a\r", "\n\nb"]), "a\n\nb");
        assert_eq!(normalized(&["\r", "\r", "\n"]), "\n\n");
        assert_eq!(normalized(&["\r\n", "\n"]), "\n\n");
    }

    #[test]
    fn text_without_cr_is_not_copied() {
        let text = b"a\nb";
        let mut buffer = Vec::new();
        let same = Newlines::default().normalize(text, &mut buffer);
        assert!(std::ptr::eq(same, text));
    }

    #[test]
    fn the_problems_of_every_code_point() {
        for code_point in 0..=0x10FFFF {
            let mut text = crate::wtf8::Wtf8Buf::new();
            text.push_code_point(code_point);
            let expected = match code_point {
                0xD800..=0xDFFF => "surrogate",
                0xFDD0..=0xFDEF => "noncharacter",
                _ if code_point & 0xFFFE == 0xFFFE => "noncharacter",
                0x0 | 0x9 | 0xA | 0xC | 0xD | 0x20 => "nothing",
                0x1..=0x1F | 0x7F..=0x9F => "control",
                _ => "nothing",
            };
            let suspicious = SUSPICIOUS[text.as_bytes()[0] as usize];
            let found = match problem_at(text.as_bytes()) {
                Some(Problem::Surrogate) if suspicious => "surrogate",
                Some(Problem::Noncharacter) if suspicious => "noncharacter",
                Some(Problem::Control) if suspicious => "control",
                _ => "nothing",
            };
            assert_eq!(found, expected, "U+{code_point:04X}");
        }
    }
}
