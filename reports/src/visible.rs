//! Text for showing, in which nothing is invisible: controls, NUL among them, and characters that have no shape or
//! steer the direction of writing.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A stretch of text for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Text as it is.
    Plain(&'t str),
    /// What stands for one character that would not show, such as `␀`. To be set apart, since the text may hold it too.
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
    Cow::Owned(
        pieces(text).fold(String::with_capacity(text.len()), |all, piece| {
            all + piece.as_str()
        }),
    )
}

/// What is shown in place of a character; `None` where the character shows itself.
fn substitute(c: char) -> Option<String> {
    match c {
        '\n' => None,
        // The Control Pictures block follows the order of C0.
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).map(String::from),
        '\x7F' => Some("␡".to_owned()),
        '\u{80}'..='\u{A0}'
        | '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FDD0}'..='\u{FDEF}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}' => Some(escape(c)),
        // Noncharacters stand at the end of every plane; XML forbids some of them.
        _ if u32::from(c) & 0xFFFE == 0xFFFE => Some(escape(c)),
        _ => None,
    }
}

fn escape(c: char) -> String {
    let mut escape = String::with_capacity(8);
    write!(escape, "\\u{{{:X}}}", u32::from(c)).expect("writing to a string does not fail");
    escape
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
        assert_eq!(visible("a\0b\t\r\x7F"), "a␀b␉␍␡");
        assert_eq!(visible("\u{85}\u{A0}\u{202E}"), "\\u{85}\\u{A0}\\u{202E}");
        assert_eq!(visible("\u{FFFF}\u{1FFFE}"), "\\u{FFFF}\\u{1FFFE}");
    }

    #[test]
    fn a_substitute_is_told_from_the_same_text() {
        let found: Vec<_> = pieces("␀\0x").collect();
        let expected = [
            Piece::Plain("␀"),
            Piece::Substitute("␀".to_owned()),
            Piece::Plain("x"),
        ];
        assert_eq!(found, expected);
    }
}
