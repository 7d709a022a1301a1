//! An engine parses a text and serialises the tree to exactly the standard's markup. No difference is accepted.

use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::Input;

/// Describes the first difference between an engine's markup and the standard's; `None` if they are the same, or an
/// answer is not markup.
pub fn difference(standard: &Answer, engine: &Answer) -> Option<String> {
    match (standard, engine) {
        (Answer::Markup(standard), Answer::Markup(markup)) if standard != markup => Some("other markup".to_owned()),
        _ => None,
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
