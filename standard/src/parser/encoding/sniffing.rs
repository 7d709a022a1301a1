//! The encoding sniffing algorithm: the encoding that parsing begins with.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::{PRESCANNED, is_utf_16, prescan};
use crate::clauses::change::Edition;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;

/// How sure the parser is of the encoding of its input.
/// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Confidence {
    /// A declaration in the document may change it.
    Tentative,
    /// It stays.
    Certain,
    /// The input is text, and has no encoding.
    #[default]
    Irrelevant,
}

/// What is known of a document's encoding from elsewhere than its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// The known definite encoding.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#a-known-definite-encoding>
    pub known: Option<&'static Encoding>,
    /// The encoding that the user says it is.
    pub user_override: Option<&'static Encoding>,
    /// The label that the transport layer gives, as in `Content-Type: text/html; charset=LABEL`.
    pub transport_label: Option<String>,
    /// The encoding of the container document, if that has the same origin.
    pub container: Option<&'static Encoding>,
    /// The likely encoding: from an earlier visit, or detected.
    pub likely: Option<&'static Encoding>,
    /// The encoding where nothing else is known.
    pub fallback: &'static Encoding,
}

/// Nothing is known; the fallback is windows-1252, as it is for most locales.
impl Default for Metadata {
    fn default() -> Self {
        Self {
            known: None,
            user_override: None,
            transport_label: None,
            container: None,
            likely: None,
            fallback: WINDOWS_1252,
        }
    }
}

/// Determines the encoding to begin with, from the beginning of the bytes: [`PRESCANNED`] of them, or all if there are
/// fewer.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
pub fn sniff<O: Observer>(
    observer: &mut O,
    bytes: &[u8],
    metadata: &Metadata,
    edition: Edition,
) -> (&'static Encoding, Confidence) {
    if let Some(encoding) = metadata.known
        && observer.row(clause!("known-encoding/known", "a known definite encoding is certain"), 1)
    {
        return (encoding, Confidence::Certain);
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes)
        && observer.row(clause!("encoding-sniffing/byte-order-mark", "a byte order mark is certain"), length)
    {
        return (encoding, Confidence::Certain);
    }
    if let Some(encoding) = metadata.user_override
        && observer.row(clause!("encoding-sniffing/user-override", "what the user says is certain"), 1)
    {
        return (encoding, Confidence::Certain);
    }
    if let Some(encoding) = metadata.transport_label.as_ref().and_then(|label| Encoding::for_label(label.as_bytes()))
        && observer.row(
            clause!(
                "encoding-sniffing/transport-layer",
                "what the transport layer says is certain, if it is supported"
            ),
            1,
        )
    {
        return (encoding, Confidence::Certain);
    }
    if let Some(encoding) = prescan(observer, &bytes[..bytes.len().min(PRESCANNED)], edition)
        && observer.row(clause!("encoding-sniffing/prescan", "what the prescan finds is tentative"), 1)
    {
        return (encoding, Confidence::Tentative);
    }
    if let Some(encoding) = metadata.container
        && !observer.condition(
            clause!("encoding-sniffing/container-utf-16", "UTF-16 is not taken over from the container document"),
            is_utf_16(encoding),
        )
        && observer
            .row(clause!("encoding-sniffing/container", "the encoding of the container document is tentative"), 1)
    {
        return (encoding, Confidence::Tentative);
    }
    if let Some(encoding) = metadata.likely
        && observer.row(clause!("encoding-sniffing/likely", "a likely encoding is tentative"), 1)
    {
        return (encoding, Confidence::Tentative);
    }
    if observer.row(clause!("encoding-sniffing/fallback", "the default encoding is tentative"), 1) {
        return (metadata.fallback, Confidence::Tentative);
    }
    // What documents have that nobody says anything of: <https://dom.spec.whatwg.org/#concept-document-encoding>.
    (UTF_8, Confidence::Tentative)
}
