//! Engines detect the same encoding of bytes as the standard.
//!
//! Different labels of the same encoding are accepted. <https://encoding.spec.whatwg.org/#names-and-labels>

use super::not_asked_for;
use crate::model::answer::{Answer, NoAnswer};

/// Describes a different encoding; `None` if it is the same.
///
/// # Errors
/// When one of the answers is not an encoding.
pub fn difference(standard: &Answer, engine: &Answer) -> Result<Option<String>, NoAnswer> {
    let encoding = |answer: &Answer| match answer {
        Answer::Encoding(label) => Ok(encoding_rs::Encoding::for_label(label.as_bytes())
            .map_or_else(|| label.clone(), |encoding| encoding.name().to_owned())),
        other => Err(not_asked_for(other)),
    };
    let (should, is) = (encoding(standard)?, encoding(engine)?);
    Ok((should != is).then(|| format!("{should} is {is}")))
}
