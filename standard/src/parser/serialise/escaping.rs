//! Escaping a string.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#escapingString>

use super::Serialiser;
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;

/// What the string is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The value of an attribute: *attribute mode*.
    Attribute,
    /// The data of a text node.
    Text,
}

/// U+00A0 NO-BREAK SPACE as UTF-8.
const NO_BREAK_SPACE: &[u8] = "\u{A0}".as_bytes();

impl<O: Observer> Serialiser<'_, O> {
    /// Writes a string, escaped. The text replaces one character after the other in the whole string, the ampersand
    /// first; none of the others is part of a replacement, so that once through the string is the same.
    pub(super) fn escape(&mut self, text: &[u8], mode: Mode) {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'&' | b'<' | b'>' | b'"' | 0xC2)) {
            let (literal, from_here) = rest.split_at(at);
            self.write(literal);
            let (length, replacement) = self.replacement(from_here, mode);
            let (escaped, after) = from_here.split_at(length);
            self.write(replacement.unwrap_or(escaped));
            rest = after;
        }
        self.write(rest);
    }

    /// How many bytes of a text to take, one character that may have to be replaced or the first byte of another one,
    /// and what they are replaced by.
    fn replacement(&mut self, text: &[u8], mode: Mode) -> (usize, Option<&'static [u8]>) {
        let angle_brackets = mode == Mode::Text || self.options.edition.has(Change::AttrLtGtEscaped2025);
        let replacement: &'static [u8] = match text[0] {
            b'&' if self.row(clause!("escaping/ampersand", "& becomes &amp;")) => b"&amp;",
            0xC2 if text.starts_with(NO_BREAK_SPACE)
                && self.row(clause!("escaping/no-break-space", "U+00A0 becomes &nbsp;")) =>
            {
                return (NO_BREAK_SPACE.len(), Some(b"&nbsp;"));
            }
            b'<' if angle_brackets && self.row(clause!("escaping/less-than", "< becomes &lt;, in attributes too")) => {
                b"&lt;"
            }
            b'>' if angle_brackets
                && self.row(clause!("escaping/greater-than", "> becomes &gt;, in attributes too")) =>
            {
                b"&gt;"
            }
            b'"' if self.condition(
                clause!("escaping/quotation-mark", "the quotation mark becomes &quot; in attributes"),
                mode == Mode::Attribute,
            ) =>
            {
                b"&quot;"
            }
            _ => return (1, None),
        };
        (1, Some(replacement))
    }
}
