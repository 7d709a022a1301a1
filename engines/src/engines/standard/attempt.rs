//! Running mutants on inputs. A mutant can panic or run without end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crosscheck_standard::clauses::change::Edition;

use super::{Made, Standard};
use crate::model::input::Input;
use crate::mutants::{Mutant, Mutate};

/// The output of a mutant of an edition for an input.
#[derive(Debug)]
pub enum Attempt {
    /// It finished.
    Made(Box<Made>),
    /// It hit a limit of the parser.
    Stopped,
    /// It panicked, as wrong parsers may.
    Panicked,
}

/// Asks a mutant of an edition.
pub fn attempt(mutant: Mutant, edition: Edition, input: &Input) -> Attempt {
    let mut observer = Mutate::new([mutant], input);
    let made = catch_unwind(AssertUnwindSafe(|| Standard::of_mutants(edition).make_watched(input, &mut observer)));
    match made {
        Ok(Ok(made)) => Attempt::Made(Box::new(made)),
        // A document without end.
        Ok(Err(_)) => Attempt::Stopped,
        _ if observer.is_out_of_steps() => Attempt::Stopped,
        _ => Attempt::Panicked,
    }
}
