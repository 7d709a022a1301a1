//! An engine answers: it does not crash, hang, use up its memory or its stack, or talk nonsense. Nothing is forgiven.
//!
//! Who asks an engine in a process of its own knows of this by the [`Outcome`]; the others may not live to see it.

use crate::engines::Outcome;

/// What went wrong, in words that are the same for the same fault; `None` for an answer.
pub fn fault(outcome: &Outcome) -> Option<String> {
    outcome.fault()
}
