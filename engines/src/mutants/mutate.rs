//! Mutants as an observer of the algorithm.

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::error::ParseErrorKind;
use crosscheck_standard::clauses::list::ListSet;
use crosscheck_standard::clauses::observer::{Null, Observer};
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::ElementName;
use crosscheck_standard::name::Name;
use itertools::Itertools as _;

use super::Mutant;
use super::quirk::AtWork;
use crate::coverage::Declaration;
use crate::model::input::Input;

/// How many hooks a mutant may call on an empty input.
const LEAST_STEPS: u64 = 50_000;

/// How many more hooks it may call for each byte of input. The algorithm itself calls a few.
const STEPS_PER_BYTE: u64 = 1_000;

/// Overrides the algorithm where mutants do, and panics if a run takes too many steps.
#[derive(Debug)]
pub struct Mutate {
    mutants: Vec<Mutant>,
    /// The quirks among the mutants.
    quirks: Vec<AtWork>,
    steps_left: u64,
}

impl Mutate {
    /// The mutants, with a budget of steps for this input.
    pub fn new(mutants: impl IntoIterator<Item = Mutant>, input: &Input) -> Self {
        let mutants: Vec<Mutant> = mutants.into_iter().collect();
        let quirks = mutants.iter().filter_map(|mutant| match mutant {
            Mutant::Quirk(quirk) => Some(AtWork::new(*quirk, input)),
            _ => None,
        });
        Self { quirks: quirks.collect(), mutants, steps_left: LEAST_STEPS + STEPS_PER_BYTE * input.source.len() as u64 }
    }

    /// Whether the run was stopped because it took too many steps.
    pub fn is_out_of_steps(&self) -> bool {
        self.steps_left == 0
    }

    fn spend_step(&mut self) {
        assert!(self.steps_left > 0, "the mutant `{}` takes too many steps", self.mutants.iter().format("+"));
        self.steps_left -= 1;
    }

    fn has(&self, mutant: Mutant) -> bool {
        self.mutants.contains(&mutant)
    }
}

impl Observer for Mutate {
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        self.spend_step();
        !self.has(Mutant::Off(clause)) && self.quirks.iter_mut().all(|quirk| quirk.row(clause, length))
    }

    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        self.row(clause, 1) && !self.has(Mutant::TagDropped(clause, name))
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.spend_step();
        let holds = self.mutants.iter().fold(holds, |holds, mutant| match mutant {
            Mutant::Never(wrong) if *wrong == clause => false,
            Mutant::Negated(wrong) if *wrong == clause => !holds,
            _ => holds,
        });
        self.quirks.iter_mut().fold(holds, |holds, quirk| quirk.condition(clause, holds))
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.spend_step();
        !self.has(Mutant::Off(clause)) && self.quirks.iter_mut().all(|quirk| quirk.step(clause))
    }

    fn null(&mut self, state: State, at: Option<View<'_>>) -> Null {
        let mut asked = self.quirks.iter_mut().map(|quirk| quirk.null(state, at));
        asked.find(|null| *null != Null::AsIs).unwrap_or(Null::AsIs)
    }

    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        self.mutants.iter().fold(lists, |lists, mutant| match mutant {
            Mutant::MemberDropped(list, wrong) if *wrong == name => lists.with(*list, false),
            Mutant::MemberAdded(list, wrong) if *wrong == name => lists.with(*list, true),
            _ => lists,
        })
    }

    fn error(&mut self, error: ParseErrorKind) {
        self.quirks.iter_mut().for_each(|quirk| quirk.error(error));
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        let ignored = Declaration::of(token).map(|kind| Mutant::Ignored(before.mode, kind));
        !ignored.is_some_and(|ignored| self.has(ignored))
            && self.quirks.iter_mut().all(|quirk| quirk.token(token, before))
    }

    fn processed(&mut self, after: View<'_>) {
        self.quirks.iter_mut().for_each(|quirk| quirk.processed(after));
    }

    fn named_reference(&mut self, name: &'static str) -> bool {
        !self.has(Mutant::ReferenceDropped(name))
    }
}
