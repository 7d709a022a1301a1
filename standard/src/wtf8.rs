//! Text that may hold lone surrogates.
//!
//! A browser's strings, and some fixtures, hold surrogate code points that are not part of a pair. UTF-8 cannot say
//! them; [WTF-8](https://simonsapin.github.io/wtf-8/) can, and is the same as UTF-8 for everything else. All text of
//! the parser is WTF-8, so that a `&str` comes in and goes out without a look at its bytes.

use std::borrow::Cow;
use std::fmt;

/// An owned WTF-8 string: UTF-8 that may also hold lone surrogates. Never holds a surrogate *pair* as two code points.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wtf8Buf {
    bytes: Vec<u8>,
}

/// The bytes given to [`Wtf8Buf::from_wtf8`] were not WTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotWtf8 {
    /// The offset, in bytes, of the first sequence that is not WTF-8.
    pub offset: usize,
}

impl fmt::Display for NotWtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not WTF-8 at byte {}", self.offset)
    }
}

impl std::error::Error for NotWtf8 {}

impl Wtf8Buf {
    /// An empty string.
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// Takes bytes that must be WTF-8.
    ///
    /// # Errors
    /// Gives the offset of the first sequence that is not WTF-8 (a surrogate pair written as two code points is not).
    pub fn from_wtf8(bytes: Vec<u8>) -> Result<Self, NotWtf8> {
        validate(&bytes)?;
        Ok(Self { bytes })
    }

    /// The string of bytes that are known to be WTF-8, made of pieces of other such strings: they are not looked at,
    /// but where debug assertions are on.
    pub fn from_valid(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        debug_assert_eq!(validate(&bytes), Ok(()));
        Self { bytes }
    }

    /// The string of these UTF-16 code units; unpaired surrogates are kept.
    pub fn from_utf16(units: impl IntoIterator<Item = u16>) -> Self {
        let mut text = Self::new();
        for unit in char::decode_utf16(units) {
            match unit {
                Ok(c) => text.push_char(c),
                Err(lone) => text.push_code_point(u32::from(lone.unpaired_surrogate())),
            }
        }
        text
    }

    /// Appends one character.
    pub fn push_char(&mut self, c: char) {
        self.bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    /// Appends one code point, which may be a surrogate; a trail surrogate after a lead one makes the pair's character.
    /// A number above U+10FFFF is no code point and becomes U+FFFD.
    pub fn push_code_point(&mut self, code_point: u32) {
        match char::from_u32(code_point) {
            Some(c) => self.push_char(c),
            None if (0xD800..0xE000).contains(&code_point) => {
                let [.., b1, b0] = code_point.to_be_bytes();
                let encoded = [0xED, 0x80 | (b1 & 0x0F) << 2 | b0 >> 6, 0x80 | b0 & 0x3F];
                push_joined(&mut self.bytes, &encoded);
            }
            None => self.push_char(char::REPLACEMENT_CHARACTER),
        }
    }

    /// Appends UTF-8 text.
    pub fn push_str(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends WTF-8 text; a surrogate pair that comes together at the seam becomes its character.
    pub fn push_wtf8(&mut self, text: &Wtf8Buf) {
        push_joined(&mut self.bytes, &text.bytes);
    }

    /// The WTF-8 bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The WTF-8 bytes, taken out.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The text as UTF-8, or `None` when it holds a lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Whether it holds a lone surrogate. Most text has no byte that one begins with.
    pub fn has_surrogates(&self) -> bool {
        memchr::memchr(0xED, &self.bytes).is_some() && self.as_str().is_none()
    }

    /// The text for showing: every lone surrogate written as `\uXXXX`.
    pub fn to_display(&self) -> Cow<'_, str> {
        to_display(&self.bytes)
    }

    /// The code points, surrogates included, in order.
    pub fn code_points(&self) -> impl Iterator<Item = u32> + '_ {
        code_points(&self.bytes)
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl From<&str> for Wtf8Buf {
    fn from(text: &str) -> Self {
        Self { bytes: text.as_bytes().to_vec() }
    }
}

impl From<String> for Wtf8Buf {
    fn from(text: String) -> Self {
        Self { bytes: text.into_bytes() }
    }
}

impl fmt::Debug for Wtf8Buf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_display(), f)
    }
}

/// Checks that `bytes` are WTF-8.
///
/// # Errors
/// Gives the offset of the first sequence that is not.
pub fn validate(bytes: &[u8]) -> Result<(), NotWtf8> {
    let mut offset = 0;
    loop {
        let Err(error) = std::str::from_utf8(&bytes[offset..]) else {
            return Ok(());
        };
        let bad = offset + error.valid_up_to();
        let after_lead = bad >= 3 && surrogate_at(bytes, bad - 3).is_some_and(|s| s < 0xDC00);
        match surrogate_at(bytes, bad) {
            Some(trail) if trail >= 0xDC00 && after_lead && bad == offset => {
                return Err(NotWtf8 { offset: bad - 3 });
            }
            Some(_) => offset = bad + 3,
            None => return Err(NotWtf8 { offset: bad }),
        }
    }
}

/// Appends WTF-8 `text` to WTF-8 `buffer`, joining a surrogate pair at the seam into its character.
pub fn push_joined(buffer: &mut Vec<u8>, text: &[u8]) {
    if let Some(pair) = pair_at_seam(buffer, text) {
        buffer.truncate(buffer.len() - 3);
        buffer.extend_from_slice(pair.encode_utf8(&mut [0; 4]).as_bytes());
        buffer.extend_from_slice(&text[3..]);
    } else {
        buffer.extend_from_slice(text);
    }
}

/// The character of the surrogate pair that comes together where `left` ends and `right` begins, if one does.
pub fn pair_at_seam(left: &[u8], right: &[u8]) -> Option<char> {
    let trail = surrogate_at(right, 0).filter(|unit| *unit >= 0xDC00)?;
    let lead = surrogate_at(left, left.len().checked_sub(3)?).filter(|unit| *unit < 0xDC00)?;
    char::from_u32(0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00))
}

/// WTF-8 text for showing: every lone surrogate written as `\uXXXX`.
pub fn to_display(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(
            code_points(bytes).map(|c| char::from_u32(c).map_or_else(|| format!("\\u{c:04X}"), String::from)).collect(),
        ),
    }
}

/// The code points of WTF-8 text, surrogates included. A byte that is not WTF-8 counts as U+FFFD.
pub fn code_points(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (code_point, length) = first_code_point(rest)?;
        rest = &rest[length..];
        Some(code_point)
    })
}

/// The first code point of WTF-8 text and its length in bytes; `None` at the end.
pub fn first_code_point(bytes: &[u8]) -> Option<(u32, usize)> {
    let first = *bytes.first()?;
    let tail = |i: usize| bytes.get(i).map_or(0, |b| u32::from(b & 0x3F));
    let first_bits = u32::from(first);
    let (code_point, length) = match first {
        0x00..=0x7F => (first_bits, 1),
        0xC0..=0xDF => ((first_bits & 0x1F) << 6 | tail(1), 2),
        0xE0..=0xEF => ((first_bits & 0x0F) << 12 | tail(1) << 6 | tail(2), 3),
        0xF0..=0xF7 => ((first_bits & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4),
        _ => (0xFFFD, 1),
    };
    Some((code_point, length.min(bytes.len())))
}

/// The surrogate encoded at `offset`, if there is one.
fn surrogate_at(bytes: &[u8], offset: usize) -> Option<u32> {
    match bytes.get(offset..offset + 3)? {
        [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF] => {
            Some(0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_survive_and_pairs_join() {
        let mut text = Wtf8Buf::from("a");
        text.push_code_point(0xD83D);
        assert_eq!(text.as_str(), None);
        assert_eq!(text.to_display(), "a\\uD83D");
        assert_eq!(text.code_points().collect::<Vec<_>>(), [0x61, 0xD83D]);
        text.push_code_point(0xDE00);
        assert_eq!(text.as_str(), Some("a\u{1F600}"));
        assert_eq!(Wtf8Buf::from_utf16([0x61, 0xD83D, 0xDE00]), text);
    }

    #[test]
    fn validation_finds_the_first_bad_byte() {
        assert_eq!(validate(b"ab\xED\xA0\xBDc"), Ok(()), "a lone lead");
        assert_eq!(validate(b"\xED\xB8\x80\xED\xA0\xBD"), Ok(()), "a trail, then a lead");
        assert_eq!(validate(b"a\xED\xA0\xBD\xED\xB8\x80"), Err(NotWtf8 { offset: 1 }), "a pair as two code points");
        assert_eq!(validate(b"abc\xFFd"), Err(NotWtf8 { offset: 3 }));
    }
}
