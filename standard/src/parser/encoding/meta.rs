//! Extracting a character encoding from a meta element.

use encoding_rs::Encoding;
use memchr::memchr;

use super::WHITESPACE;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;

const CHARSET: &[u8] = b"charset";

/// The encoding in the `content` attribute of a meta element, as in `text/html; charset=LABEL`.
///
/// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element>
pub fn extract_encoding<O: Observer>(observer: &mut O, text: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label(observer, text)?)
}

/// The label in the text.
fn label<'t, O: Observer>(observer: &mut O, text: &'t [u8]) -> Option<&'t [u8]> {
    let mut rest = text;
    loop {
        let found = rest.windows(CHARSET.len()).position(|word| word.eq_ignore_ascii_case(CHARSET))?;
        if !observer
            .row(clause!("meta-encoding/charset", "a label is behind the word `charset`, in any case"), CHARSET.len())
        {
            return None;
        }
        rest = skip_whitespace(&rest[found + CHARSET.len()..]);
        let has_equals = rest.first() == Some(&b'=');
        if observer.condition(
            clause!("meta-encoding/equals", "only a `charset` counts that an equals sign follows"),
            has_equals,
        ) {
            break;
        }
    }
    let value = skip_whitespace(rest.get(1..).unwrap_or_default());
    match value.split_first() {
        Some((quote @ (b'"' | b'\''), rest))
            if observer.row(clause!("meta-encoding/quoted", "a label may be quoted"), 1) =>
        {
            let length = memchr(*quote, rest);
            let is_closed = observer
                .condition(clause!("meta-encoding/closing-quote", "then the quote must be closed"), length.is_some());
            is_closed.then(|| &rest[..length.unwrap_or(rest.len())])
        }
        // Without a next character the label is empty, which is no encoding's.
        _ if observer
            .row(clause!("meta-encoding/unquoted", "a label without quotes ends at white space or a semicolon"), 1) =>
        {
            value.split(|byte| WHITESPACE.contains(byte) || *byte == b';').next()
        }
        _ => None,
    }
}

fn skip_whitespace(text: &[u8]) -> &[u8] {
    let length = text.iter().take_while(|byte| WHITESPACE.contains(byte)).count();
    &text[length..]
}
