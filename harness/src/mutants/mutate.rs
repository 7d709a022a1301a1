//! A mutant as an observer of the algorithm.

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::error::ParseErrorKind;
use crosscheck_standard::clauses::list::ListSet;
use crosscheck_standard::clauses::observer::{Null, Observer};
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::ElementName;
use crosscheck_standard::name::Name;

use super::Mutant;
use super::quirk::AtWork;
use crate::coverage::Declaration;
use crate::model::input::Input;

/// How many hooks a mutant may call on an empty input.
const LEAST_STEPS: u64 = 50_000;

/// How many more hooks it may call for each byte of input. The algorithm itself calls a few.
const STEPS_PER_BYTE: u64 = 1_000;

/// Overrides the algorithm at one clause, and panics if a run takes too many steps.
#[derive(Debug)]
pub struct Mutate {
    mutant: Mutant,
    /// The quirk that it is, if it is one.
    quirk: Option<AtWork>,
    steps_left: u64,
}

impl Mutate {
    /// The mutant, with a budget of steps for this input.
    pub fn new(mutant: Mutant, input: &Input) -> Self {
        Self {
            mutant,
            quirk: match mutant {
                Mutant::Quirk(quirk) => Some(AtWork::new(quirk, input)),
                _ => None,
            },
            steps_left: LEAST_STEPS + STEPS_PER_BYTE * input.source.len() as u64,
        }
    }

    /// Whether the mutant was stopped because it took too many steps.
    pub fn is_out_of_steps(&self) -> bool {
        self.steps_left == 0
    }

    fn spend_step(&mut self) {
        assert!(self.steps_left > 0, "the mutant `{}` takes too many steps", self.mutant);
        self.steps_left -= 1;
    }
}

impl Observer for Mutate {
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        self.spend_step();
        match &mut self.quirk {
            Some(quirk) => quirk.row(clause, length),
            None => self.mutant != Mutant::Off(clause),
        }
    }

    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        self.row(clause, 1) && self.mutant != Mutant::TagDropped(clause, name)
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.spend_step();
        match self.mutant {
            Mutant::Never(wrong) if wrong == clause => false,
            Mutant::Negated(wrong) if wrong == clause => !holds,
            _ => match &mut self.quirk {
                Some(quirk) => quirk.condition(clause, holds),
                None => holds,
            },
        }
    }

    fn null(&mut self, state: State, at: Option<View<'_>>) -> Null {
        match &mut self.quirk {
            Some(quirk) => quirk.null(state, at),
            None => Null::AsIs,
        }
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.spend_step();
        match &mut self.quirk {
            Some(quirk) => quirk.step(clause),
            None => self.mutant != Mutant::Off(clause),
        }
    }

    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        match self.mutant {
            Mutant::MemberDropped(list, wrong) if wrong == name => lists.with(list, false),
            Mutant::MemberAdded(list, wrong) if wrong == name => lists.with(list, true),
            _ => lists,
        }
    }

    fn error(&mut self, error: ParseErrorKind) {
        if let Some(quirk) = &mut self.quirk {
            quirk.error(error);
        }
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        match self.mutant {
            Mutant::Ignored(mode, kind) => before.mode != mode || Declaration::of(token) != Some(kind),
            _ => match &mut self.quirk {
                Some(quirk) => quirk.token(token, before),
                None => true,
            },
        }
    }

    fn processed(&mut self, after: View<'_>) {
        if let Some(quirk) = &mut self.quirk {
            quirk.processed(after);
        }
    }

    fn named_reference(&mut self, name: &'static str) -> bool {
        self.mutant != Mutant::ReferenceDropped(name)
    }
}

/// Several mutants at once: an engine with several things wrong.
#[derive(Debug)]
pub struct MutateAll {
    mutants: Vec<Mutate>,
}

impl MutateAll {
    /// The mutants, each with a budget of steps for this input.
    pub fn new(mutants: impl IntoIterator<Item = Mutant>, input: &Input) -> Self {
        let mutants = mutants.into_iter();
        Self { mutants: mutants.map(|mutant| Mutate::new(mutant, input)).collect() }
    }
}

impl Observer for MutateAll {
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        self.mutants.iter_mut().all(|mutant| mutant.row(clause, length))
    }

    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        self.mutants.iter_mut().all(|mutant| mutant.tag_row(clause, name))
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let mutants = self.mutants.iter_mut();
        mutants.fold(holds, |holds, mutant| mutant.condition(clause, holds))
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.mutants.iter_mut().all(|mutant| mutant.step(clause))
    }

    fn null(&mut self, state: State, at: Option<View<'_>>) -> Null {
        let mut asked = self.mutants.iter_mut().map(|mutant| mutant.null(state, at));
        asked.find(|null| *null != Null::AsIs).unwrap_or(Null::AsIs)
    }

    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        let mutants = self.mutants.iter_mut();
        mutants.fold(lists, |lists, mutant| mutant.lists(name, lists))
    }

    fn error(&mut self, error: ParseErrorKind) {
        let mutants = self.mutants.iter_mut();
        mutants.for_each(|mutant| mutant.error(error));
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        self.mutants.iter_mut().all(|mutant| mutant.token(token, before))
    }

    fn processed(&mut self, after: View<'_>) {
        let mutants = self.mutants.iter_mut();
        mutants.for_each(|mutant| mutant.processed(after));
    }

    fn named_reference(&mut self, name: &'static str) -> bool {
        self.mutants.iter_mut().all(|mutant| mutant.named_reference(name))
    }
}
