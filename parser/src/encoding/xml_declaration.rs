//! Getting an XML encoding: `text/html` that begins with an XML declaration.

use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr, memmem};

use super::is_utf_16;
use crate::clause::clause;
use crate::observer::Observer;

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
    let Some(found) = memmem::find(bytes, b"encoding") else {
        observer.row(clause!("xml-encoding/no-encoding", "without the word `encoding` there is none"), 1);
        return None;
    };
    let rest = skip_controls(&bytes[found + b"encoding".len()..]);
    let Some((b'=', rest)) = rest.split_first() else {
        observer.row(clause!("xml-encoding/no-equals", "without an equals sign there is no encoding"), 1);
        return None;
    };
    let Some((quote @ (b'"' | b'\''), rest)) = skip_controls(rest).split_first() else {
        observer.row(clause!("xml-encoding/no-quote", "without a quote there is no encoding"), 1);
        return None;
    };
    let Some(length) = memchr(*quote, rest) else {
        observer.row(clause!("xml-encoding/no-closing-quote", "without a closing quote there is no encoding"), 1);
        return None;
    };
    let label = &rest[..length];
    let has_space = label.iter().any(|byte| *byte <= b' ');
    if observer.condition(clause!("xml-encoding/space", "a label with white space or a control is none"), has_space) {
        return None;
    }
    let encoding = Encoding::for_label(label)?;
    if is_utf_16(encoding) && observer.row(clause!("xml-encoding/utf-16", "UTF-16 in an XML declaration means UTF-8"), 1) {
        return Some(UTF_8);
    }
    observer.row(clause!("xml-encoding/encoding", "the label names the encoding"), 1).then_some(encoding)
}

/// What is behind the spaces and controls, as XML declarations have them.
fn skip_controls(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take_while(|byte| **byte <= b' ').count();
    &bytes[length..]
}
