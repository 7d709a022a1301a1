//! The pin of a wrong answer: a hash over what the engine answered to a check, in each mode of scripting that was
//! asked. An expectation that has one holds for this answer and for no other.

use super::{Expected, SHOWN_DUMP, asked_errors, show};
use crate::model::answer::{Answer, Outcome};
use crate::model::hash::{Fields, ShortHash};

/// The hash of what an engine answered to a check.
pub type AnswerHash = ShortHash;

/// The pin of the outcomes of a check that expects this.
pub(super) fn pin(expected: &Expected, outcomes: &[Outcome]) -> AnswerHash {
    let mut fields = Fields::default();
    for outcome in outcomes {
        fields.add_optional(part(expected, outcome).as_deref());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::token::ParseError;
    use crate::model::tree::Tree;

    /// The pin of answers: for each text a comment of it, and these errors.
    fn pin_of(expected: Expected, texts: &[(&str, [&str; 2])]) -> AnswerHash {
        let outcome = |(text, codes): &(&str, [&str; 2])| {
            let mut tree = Tree::new();
            tree.push_comment(0, text.as_bytes());
            let errors = codes.map(|code| ParseError { position: None, code: code.to_owned() });
            Outcome::Answer(Answer::Tree { tree, errors: Some(errors.to_vec()), mode: None })
        };
        let outcomes: Vec<Outcome> = texts.iter().map(outcome).collect();
        pin(&expected, &outcomes)
    }

    const ONE: [&str; 2] = ["form-in-form", "form-in-table"];
    const TURNED: [&str; 2] = ["form-in-table", "form-in-form"];
    const OTHER: [&str; 2] = ["form-in-form", "form-in-form"];

    #[test]
    fn a_pin_is_of_every_mode() {
        let pin = |texts: [&str; 2]| {
            let answers = texts.map(|text| (text, ONE));
            pin_of(Expected::Tree("".into()), &answers)
        };
        assert_eq!(pin(["x", "y"]), pin(["x", "y"]));
        assert_ne!(pin(["x", "y"]), pin(["x", "z"]));
        assert_ne!(pin(["x", "y"]), pin(["y", "x"]));
    }

    #[test]
    fn a_pin_is_of_what_the_check_compares() {
        let of_tree = |text, codes| pin_of(Expected::Tree("".into()), &[(text, codes)]);
        assert_eq!(of_tree("x", ONE), of_tree("x", OTHER));
        assert_ne!(of_tree("x", ONE), of_tree("X", ONE));
        let of_errors = |text, codes| pin_of(Expected::TreeErrors(Vec::new()), &[(text, codes)]);
        assert_eq!(of_errors("x", ONE), of_errors("y", ONE));
        assert_eq!(of_errors("x", ONE), of_errors("x", TURNED));
        assert_ne!(of_errors("x", ONE), of_errors("x", OTHER));
    }
}
