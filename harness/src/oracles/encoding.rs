//! Engines agree on encodings: an engine finds the standard's encoding of bytes.
//!
//! What is forgiven is which of its labels an encoding is called by. <https://encoding.spec.whatwg.org/#names-and-labels>

use super::not_asked_for;
use crate::model::answer::{Answer, NoAnswer};

/// In words, that an engine finds another encoding; `None` if it does not.
///
/// # Errors
/// When one of the answers is none of encodings.
pub fn difference(standard: &Answer, engine: &Answer) -> Result<Option<String>, NoAnswer> {
    let encoding = |answer: &Answer| match answer {
        Answer::Encoding(label) => Ok(encoding_rs::Encoding::for_label(label.as_bytes())
            .map_or_else(|| label.clone(), |encoding| encoding.name().to_owned())),
        other => Err(not_asked_for(other)),
    };
    let (should, is) = (encoding(standard)?, encoding(engine)?);
    Ok((should != is).then(|| format!("{should} is {is}")))
}
