//! Getting an XML encoding: `text/html` that begins with an XML declaration.

use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr, memmem};

use super::is_utf_16;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;

/// The encoding that an XML declaration at the start of the bytes says.
///
/// As the text stands, the label may be behind the end of the declaration, which only has to be there.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing>
pub(super) fn xml_encoding<O: Observer>(observer: &mut O, bytes: &[u8]) -> Option<&'static Encoding> {
    let begins = bytes.starts_with(b"<?xml");
    if !observer.condition(clause!("xml-encoding/declaration", "the bytes must begin with `<?xml`"), begins) {
        return None;
    }
    let ends = memchr(b'>', bytes).is_some();
    if !observer.condition(clause!("xml-encoding/end", "a greater-than sign must follow"), ends) {
        return None;
    }
    let found = memmem::find(bytes, b"encoding")?;
    let rest = skip_controls(&bytes[found + b"encoding".len()..]);
    let value = rest.strip_prefix(b"=");
    if !observer.condition(
        clause!("xml-encoding/equals", "behind the first `encoding` there must be an equals sign"),
        value.is_some(),
    ) {
        return None;
    }
    let (quote, rest) = skip_controls(value.unwrap_or(rest)).split_first()?;
    let is_quote = matches!(quote, b'"' | b'\'');
    if !observer.condition(clause!("xml-encoding/quote", "behind that there must be a quote"), is_quote) {
        return None;
    }
    let length = memchr(*quote, rest);
    if !observer.condition(clause!("xml-encoding/closing-quote", "the quote must be closed"), length.is_some()) {
        return None;
    }
    let label = &rest[..length.unwrap_or(rest.len())];
    let has_space = label.iter().any(|byte| *byte <= b' ');
    if observer.condition(clause!("xml-encoding/space", "a label with white space or a control is none"), has_space) {
        return None;
    }
    let encoding = Encoding::for_label(label)?;
    if is_utf_16(encoding)
        && observer.row(clause!("xml-encoding/utf-16", "UTF-16 in an XML declaration means UTF-8"), 1)
    {
        return Some(UTF_8);
    }
    observer.row(clause!("xml-encoding/encoding", "the label names the encoding"), 1).then_some(encoding)
}

/// What is behind the spaces and controls, as XML declarations have them.
fn skip_controls(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take_while(|byte| **byte <= b' ').count();
    &bytes[length..]
}
