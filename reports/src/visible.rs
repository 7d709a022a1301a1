//! Text for showing, in which nothing is invisible: controls, NUL among them, and characters that have no shape or
//! steer the direction of writing.

use std::borrow::Cow;

/// A stretch of text for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Text as it is.
    Plain(&'t str),
    /// What stands for one character that would not show, such as `\0`. To be set apart, since the text may hold it
    /// too.
    Substitute(String),
}

impl<'t> Piece<'t> {
    /// The text to show.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Substitute(text) => text,
        }
    }
}

/// Splits text at the characters that would not show. A line feed counts as shown: what lays out lines takes it out.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (piece, length) = match substitute(first) {
            Some(shown) => (Piece::Substitute(shown), first.len_utf8()),
            None => {
                let length = rest.find(|c| substitute(c).is_some()).unwrap_or(rest.len());
                (Piece::Plain(&rest[..length]), length)
            }
        };
        rest = &rest[length..];
        Some(piece)
    })
}

/// The text with everything shown, for where substitutes cannot be set apart.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| substitute(c).is_some()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(pieces(text).fold(String::with_capacity(text.len()), |all, piece| all + piece.as_str()))
}

/// The text as one line with everything shown, line feeds too.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', "\\n")),
        text => text,
    }
}

/// Whether a character shows itself.
pub(crate) fn is_shown(c: char) -> bool {
    substitute(c).is_none()
}

/// What is shown in place of a character; `None` where the character shows itself.
fn substitute(c: char) -> Option<String> {
    match c {
        '\n' => None,
        // Not the pictures Unicode has of them: few fonts do.
        '\0' | '\t' | '\r' => Some(c.escape_debug().to_string()),
        '\x01'..='\x1F'
        | '\x7F'..='\u{A0}'
        | '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FDD0}'..='\u{FDEF}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}' => Some(c.escape_unicode().to_string()),
        // Noncharacters stand at the end of every plane; XML forbids some of them.
        _ if u32::from(c) & 0xFFFE == 0xFFFE => Some(c.escape_unicode().to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_itself_is_left_alone() {
        let text = "| <p>\n|   \"ä 漢 🙂 e\u{301}\"";
        assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
    }

    #[test]
    fn what_does_not_show_is_shown() {
        assert_eq!(visible("a\0b\t\r\x7F"), r"a\0b\t\r\u{7f}");
        assert_eq!(visible("\u{85}\u{A0}\u{202E}"), r"\u{85}\u{a0}\u{202e}");
        assert_eq!(visible("\u{FFFF}\u{1FFFE}"), r"\u{ffff}\u{1fffe}");
    }

    #[test]
    fn a_line_stays_one() {
        assert_eq!(visible_line("a\nerror: b\u{1B}"), r"a\nerror: b\u{1b}");
        assert!(matches!(visible_line("a b"), Cow::Borrowed("a b")));
    }

    #[test]
    fn a_substitute_is_told_from_the_same_text() {
        let found: Vec<_> = pieces("\\0\0x").collect();
        let expected = [Piece::Plain("\\0"), Piece::Substitute("\\0".to_owned()), Piece::Plain("x")];
        assert_eq!(found, expected);
    }
}
