//! Decoding the bytes of a file as the standard says, so that engines that take text alone get the same.

use crosscheck_parser::encoding::{ByteParser, Confidence, Encoding, Metadata, sniff};
use crosscheck_parser::observer::Ignore;
use crosscheck_parser::options::Options;
use crosscheck_parser::parse::Failure;
use crosscheck_parser::wtf8::Wtf8Buf;

/// How much is parsed before it is asked whether the encoding is certain, in bytes.
const PIECE: usize = 64 * 1024;

/// Text that was bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without byte order mark.
    pub text: Wtf8Buf,
    /// The encoding that the bytes were in.
    pub encoding: &'static Encoding,
}

/// Decodes a file: by its byte order mark, or as the user says, or by the declaration in it, or as UTF-8 if it is that, or
/// else as windows-1252.
///
/// In a document a declaration may stand anywhere; in a fragment, which is never in bytes in the standard, only
/// where the prescan looks.
///
/// # Errors
/// When the document is too large for the parser, which looks for the declaration.
pub fn decode(
    bytes: &[u8],
    user_override: Option<&'static Encoding>,
    is_fragment: bool,
) -> Result<Decoded, Failure> {
    let metadata = Metadata {
        user_override,
        likely: std::str::from_utf8(bytes)
            .is_ok()
            .then_some(encoding_rs::UTF_8),
        ..Metadata::default()
    };
    let encoding = match sniff(&mut Ignore, bytes, &metadata) {
        (encoding, Confidence::Tentative) if !is_fragment && may_declare(encoding, bytes) => {
            declared(bytes, metadata)?
        }
        (encoding, _) => encoding,
    };
    let (text, _, _) = encoding.decode(bytes);
    Ok(Decoded {
        text: Wtf8Buf::from(text.into_owned()),
        encoding,
    })
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
    let options = Options {
        errors: false,
        ..Options::default()
    };
    let mut parser = ByteParser::new(Ignore, options, metadata);
    for piece in bytes.chunks(PIECE) {
        parser.feed(piece)?;
        if let Some((encoding, Confidence::Certain)) = parser.encoding() {
            return Ok(encoding);
        }
    }
    let (_, encoding) = parser.finish()?;
    Ok(encoding)
}
