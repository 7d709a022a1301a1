//! An engine parses a text and serialises the tree to exactly the standard's markup. No difference is accepted.

use super::not_asked_for;
use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::Input;

/// Describes the first difference between an engine's markup and the standard's; `None` if they are the same.
///
/// # Errors
/// When one of the answers is not markup.
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
    Ok(Input { task: task.ok_or("the input is not parsed")?, ..input.clone() })
}
