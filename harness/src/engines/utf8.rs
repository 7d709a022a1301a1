//! What engines that take UTF-8 cannot be asked.

use super::Answer;
use crate::input::{Input, Source};

/// The text of an input.
///
/// # Errors
/// When it is no text, or none that UTF-8 can say: the answer of the engine of this name.
pub(super) fn text<'i>(engine: &str, input: &'i Input) -> Result<&'i str, Answer> {
    match &input.source {
        Source::Text(text) => text.as_str().ok_or_else(|| surrogates(engine, "text")),
        Source::Bytes { .. } => Err(Answer::Unsupported(format!(
            "bytes: {engine} takes decoded text"
        ))),
        Source::Tree(_) => Err(Answer::Unsupported(format!(
            "serialise: {engine} takes no trees"
        ))),
    }
}

/// The answer of the engine of this name where what is asked holds a lone surrogate.
pub(super) fn surrogates(engine: &str, what: &str) -> Answer {
    Answer::Unsupported(format!(
        "surrogates: {engine} takes UTF-8, and the {what} holds a lone surrogate"
    ))
}
