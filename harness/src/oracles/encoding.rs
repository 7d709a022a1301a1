//! Engines detect the same encoding of bytes as the standard.
//!
//! Different labels of the same encoding are accepted. <https://encoding.spec.whatwg.org/#names-and-labels>

use encoding_rs::Encoding;

use crate::model::answer::Answer;

/// Describes a different encoding; `None` if it is the same, or an answer is not an encoding.
pub fn difference(standard: &Answer, engine: &Answer) -> Option<String> {
    let (Answer::Encoding(standard), Answer::Encoding(engine)) = (standard, engine) else {
        return None;
    };
    let name =
        |label: &String| Encoding::for_label(label.as_bytes()).map_or(label.clone(), |found| found.name().into());
    let (should, is) = (name(standard), name(engine));
    (should != is).then(|| format!("{should} is {is}"))
}
