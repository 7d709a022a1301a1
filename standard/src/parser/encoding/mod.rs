//! The input byte stream: which encoding bytes are in, and parsing them.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>

mod get_attribute;
mod meta;
mod prescan;
mod sniffing;
mod xml_declaration;

pub use encoding_rs::Encoding;
use encoding_rs::{UTF_16BE, UTF_16LE};
pub use meta::extract_encoding;
pub use prescan::prescan;
pub use sniffing::{Confidence, Metadata, sniff};

/// How many bytes are scanned for a declaration before parsing begins.
/// <https://html.spec.whatwg.org/multipage/semantics.html#charset1024>
pub const PRESCANNED: usize = 1024;

/// The bytes of ASCII whitespace.
const WHITESPACE: &[u8] = b"\t\n\x0C\r ";

/// Whether the encoding is UTF-16BE/LE.
/// <https://encoding.spec.whatwg.org/#utf-16be-le>
pub(crate) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}
