//! Engines agree on markup: an engine parses a text and serialises the tree to the standard's markup, to the last
//! character. Nothing is forgiven.

use super::not_asked_for;
use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::Input;

/// Where an engine's markup is not the standard's, in words; `None` if it is.
///
/// # Errors
/// When one of the answers is no markup.
pub fn difference(standard: &Answer, engine: &Answer) -> Result<Option<String>, NoAnswer> {
    match (standard, engine) {
        (Answer::Markup(standard), Answer::Markup(markup)) => {
            Ok((standard != markup).then(|| "other markup".to_owned()))
        }
        (Answer::Markup(_), other) | (other, _) => Err(not_asked_for(other)),
    }
}

/// The question for the markup of what a text is parsed to.
///
/// # Errors
/// When the input is none to be parsed.
pub(super) fn question(input: &Input) -> Result<Input, NoAnswer> {
    let task = input.task.serialised();
    Ok(Input { task: task.ok_or("it is about what is parsed")?, ..input.clone() })
}
