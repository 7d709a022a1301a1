//! Decodes the bytes of a file as the standard does, so that all engines get the same text.

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::observer::Ignore;
use crosscheck_standard::parser::encoding::{Confidence, Encoding, Metadata, sniff};
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::Failure;
use crosscheck_standard::parser::watch::encoding_of;
use crosscheck_standard::wtf8::Wtf8Buf;

/// How many bytes are parsed between checks whether the encoding is certain.
const PIECE: usize = 64 * 1024;

/// Decoded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without byte order mark.
    pub text: Wtf8Buf,
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
}

/// Decodes a file by its byte order mark, or else by the user's encoding, or else by a declaration in it, or else as
/// UTF-8 if it is valid, or else as windows-1252.
///
/// In a document a declaration may stand anywhere; in a fragment, which is never in bytes in the standard, only
/// where the prescan looks.
///
/// # Errors
/// When the document is too large for the parser, which looks for the declaration.
///
/// ```
/// use crosscheck::documents::decode::decode;
///
/// let decoded = decode(b"<meta charset=windows-1252>\xE9", None, false)?;
/// assert_eq!(decoded.encoding.name(), "windows-1252");
/// assert!(decoded.text.to_display().ends_with('\u{E9}'));
/// # Ok::<(), crosscheck_standard::parser::parse::Failure>(())
/// ```
pub fn decode(bytes: &[u8], user_override: Option<&'static Encoding>, is_fragment: bool) -> Result<Decoded, Failure> {
    let metadata = Metadata {
        user_override,
        likely: std::str::from_utf8(bytes).is_ok().then_some(encoding_rs::UTF_8),
        ..Metadata::default()
    };
    let encoding = match sniff(&mut Ignore, bytes, &metadata, Edition::NEWEST) {
        (encoding, Confidence::Tentative) if !is_fragment && may_declare(encoding, bytes) => declared(bytes, metadata)?,
        (encoding, _) => encoding,
    };
    let (text, _, _) = encoding.decode(bytes);
    Ok(Decoded { text: Wtf8Buf::from(text.into_owned()), encoding })
}

/// Whether there may be a meta element in a document of this encoding.
fn may_declare(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let is_meta = |at| {
        let tag = bytes.get(at..at + 5);
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(b"<meta"))
    };
    !encoding.is_ascii_compatible() || memchr::memchr_iter(b'<', bytes).any(is_meta)
}

/// The encoding that the document ends with when it is parsed.
fn declared(bytes: &[u8], metadata: Metadata) -> Result<&'static Encoding, Failure> {
    let options = Options { errors: false, ..Options::default() };
    encoding_of(&mut bytes.chunks(PIECE), options, metadata)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of the encoding of a document, and what the parser says when it is asked at once.
    fn encodings(bytes: &[u8]) -> [&'static str; 2] {
        let asked = declared(bytes, Metadata::default()).unwrap();
        [decode(bytes, None, false).unwrap().encoding.name(), asked.name()]
    }

    #[test]
    fn a_declaration_is_found_wherever_it_is() {
        let spaces = b" ".repeat(3 * PIECE);
        let late = |before: &[u8], markup: &[u8]| [before, &spaces, markup, b"\xFF"].concat();
        let documents = [
            (late(b"", b""), "windows-1252"),
            (late(b"", b"<meta charset=koi8-r>"), "KOI8-R"),
            (late(b"", b"<META CHARSET=KOI8-R>"), "KOI8-R"),
            (late(b"", b"<!--<meta charset=koi8-r>-->"), "windows-1252"),
            (late(b"", b"<meta charset=koi8-r"), "windows-1252"),
            // An escape sequence is no text, wherever it stands.
            (late(b"<?xml encoding='iso-2022-jp'?>", b"<\x1B(Bmeta charset=koi8-r>"), "KOI8-R"),
        ];
        for (bytes, name) in documents {
            let end = bytes[3 * PIECE..].escape_ascii();
            assert_eq!(encodings(&bytes), [name; 2], "{end}");
        }
    }

    #[test]
    fn utf_8_is_detected_where_nothing_else_is_said() {
        let name = |bytes: &[u8]| decode(bytes, None, false).unwrap().encoding.name();
        assert_eq!(name("\u{e9}".as_bytes()), "UTF-8");
        assert_eq!(name("\u{e9}<meta charset=koi8-r>".as_bytes()), "KOI8-R");
        assert_eq!(name(b"\xE9"), "windows-1252");
    }
}
