//! What a variant of the standard does on an input, event by event.

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::error::ParseErrorKind;
use crosscheck_standard::clauses::list::ListSet;
use crosscheck_standard::clauses::observer::{Null, Observer};
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::ElementName;
use crosscheck_standard::name::Name;

use super::Standard;
use crate::model::input::Input;
use crate::mutants::{MutantSet, Mutate};
use crate::quiet::guarded;

/// Something that the algorithm does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A row or a step runs.
    Ran(Clause),
    /// A condition holds, or does not.
    Asked(Clause, bool),
    /// Tree construction is done with a token.
    Processed,
}

/// How many events are kept. Documents that were made small have a few dozen.
const MOST_EVENTS: usize = 65_536;

/// What an edition of the standard with mutants does on an input, in order.
pub fn events(edition: Edition, mutants: &MutantSet, input: &Input) -> Vec<Event> {
    let mut tracer = Tracer { variant: Mutate::new(mutants.iter(), input), events: Vec::new() };
    guarded(|| Standard::of_mutants(edition).make_watched(input, &mut tracer));
    tracer.events
}

/// Writes down what a variant of the standard does.
struct Tracer {
    variant: Mutate,
    events: Vec<Event>,
}

impl Tracer {
    fn push(&mut self, event: Event) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(event);
        }
    }

    fn ran(&mut self, clause: Clause, runs: bool) -> bool {
        if runs {
            self.push(Event::Ran(clause));
        }
        runs
    }
}

impl Observer for Tracer {
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        let runs = self.variant.row(clause, length);
        self.ran(clause, runs)
    }

    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        let runs = self.variant.tag_row(clause, name);
        self.ran(clause, runs)
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let holds = self.variant.condition(clause, holds);
        self.push(Event::Asked(clause, holds));
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        let runs = self.variant.step(clause);
        self.ran(clause, runs)
    }

    fn null(&mut self, state: State, at: Option<View<'_>>) -> Null {
        self.variant.null(state, at)
    }

    fn error(&mut self, error: ParseErrorKind) {
        self.variant.error(error);
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        self.variant.token(token, before)
    }

    fn processed(&mut self, after: View<'_>) {
        self.variant.processed(after);
        self.push(Event::Processed);
    }

    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        self.variant.lists(name, lists)
    }

    fn named_reference(&mut self, name: &'static str) -> bool {
        self.variant.named_reference(name)
    }
}
