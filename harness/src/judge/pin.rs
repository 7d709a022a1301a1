//! The pin of a wrong answer: a hash over what the engine answered to a check, in each mode of scripting that was asked.
//! An expectation that has one holds for this answer and for no other.

use super::{Expected, SHOWN_DUMP, asked_errors, show};
use crate::fixtures::Check;
use crate::model::answer::{Answer, Outcome};
use crate::model::hash::{Fields, ShortHash};

/// The hash of what an engine answered to a check.
pub type AnswerHash = ShortHash;

/// The pin of the outcomes of a check.
pub(super) fn pin(check: &Check, outcomes: &[Outcome]) -> AnswerHash {
    let mut fields = Fields::default();
    for outcome in outcomes {
        fields.add_optional(part(&check.expected, outcome).as_deref());
    }
    fields.finish()
}

/// The part of an outcome that a check compares; nothing where the engine did not answer.
fn part(expected: &Expected, outcome: &Outcome) -> Option<Vec<u8>> {
    let Outcome::Answer(answer) = outcome else {
        return None;
    };
    match (expected, answer) {
        (_, Answer::Unsupported(_)) => None,
        (
            Expected::Errors(_) | Expected::TreeErrors(_),
            Answer::Tree { errors, .. } | Answer::Tokens { errors, .. },
        ) => {
            let errors = asked_errors(expected, errors.as_deref()?);
            Some(show::errors(&errors).into_bytes())
        }
        (Expected::Mode(_), Answer::Tree { mode, .. }) => Some(mode.as_ref()?.to_string().into()),
        // The dump of a deep tree can be larger than memory; its JSON is not.
        (_, Answer::Tree { tree, .. }) => Some(match tree.dump_within(SHOWN_DUMP) {
            Some(dump) => dump.into_bytes(),
            None => tree.to_json().into_bytes(),
        }),
        (_, Answer::Tokens { tokens, .. }) => Some(show::tokens(tokens).into_bytes()),
        (_, Answer::Encoding(encoding)) => Some(encoding.clone().into_bytes()),
        (_, Answer::Markup(markup)) => Some(markup.as_bytes().to_vec()),
    }
}
