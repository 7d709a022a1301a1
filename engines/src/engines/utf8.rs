//! What in-process engines that take UTF-8 have in common.

use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, Capability, NoAnswer};
use crate::model::input::{Input, Source, Task};

/// The introduction of the engine of this name. `cannot` lists what else it does not support, with reasons.
pub(super) fn about(engine: &str, version: &str, can: &[Capability], cannot: &[(&str, &str)]) -> About {
    let alike = [("bytes", format!("{engine} takes decoded text")), ("surrogates", format!("{engine} takes UTF-8"))];
    let cannot = cannot.iter().map(|(what, why)| (*what, (*why).to_owned()));
    About {
        name: engine.to_owned(),
        version: version.to_owned(),
        language: "Rust".to_owned(),
        can: can.to_vec(),
        cannot: (alike.into_iter().chain(cannot)).map(|(what, why)| (what.to_owned(), why)).collect(),
        depth: None,
    }
}

/// The answer of the engine of this name to an input. `answer` gives it if the input is text in valid UTF-8.
pub(super) fn answer(
    engine: &str,
    input: &Input,
    answer: impl FnOnce(&str, &Task) -> Result<Answer, NoAnswer>,
) -> Answer {
    text(engine, input).and_then(|text| answer(text, &input.task)).unwrap_or_else(Answer::from)
}

fn text<'i>(engine: &str, input: &'i Input) -> Result<&'i str, NoAnswer> {
    match &input.source {
        Source::Text(text) => text.as_str().ok_or_else(|| surrogates(engine, "text")),
        Source::Bytes { .. } => Err(format!("bytes: {engine} takes decoded text").into()),
        Source::Tree(_) => Err(format!("serialise: {engine} takes no trees").into()),
    }
}

/// The name of the last start tag before an input for the tokenizer, if there was one.
///
/// # Errors
/// When it is not valid UTF-8: the answer of the engine of this name.
pub(super) fn last_start_tag<'n>(engine: &str, name: Option<&'n Wtf8Buf>) -> Result<Option<&'n str>, NoAnswer> {
    let said = |name: &'n Wtf8Buf| name.as_str().ok_or_else(|| surrogates(engine, "tag name"));
    name.map(said).transpose()
}

/// The answer of the engine of this name to a question with a lone surrogate.
pub(super) fn surrogates(engine: &str, what: &str) -> NoAnswer {
    format!("surrogates: {engine} takes UTF-8, and the {what} holds a lone surrogate").into()
}
