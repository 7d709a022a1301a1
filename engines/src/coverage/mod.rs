//! Coverage: which clauses of the standard's algorithm a set of inputs reaches.
//!
//! A clause is *reached* when it takes effect: its row matches, its condition holds or its step runs.

mod declaration;

use std::collections::HashSet;

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::clause::{self, Clause};
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::list::ListSet;
use crosscheck_standard::clauses::observer::{Null, Observer};
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::ElementName;
use crosscheck_standard::name::Name;
use fixedbitset::FixedBitSet;

pub use declaration::Declaration;

/// What the algorithm did on some inputs: a passive observer.
///
/// ```
/// use crosscheck_engines::coverage::Reached;
/// use crosscheck_engines::engines::standard::Standard;
/// use crosscheck_engines::model::input::Input;
/// use crosscheck_standard::clauses::clause::Clause;
///
/// let mut reached = Reached::default();
/// Standard::default().make_watched(&Input::document("<hr>"), &mut reached)?;
/// let hr = Clause::from_id("in-body/start-tag-hr").expect("a clause");
/// assert!(reached.held(hr));
/// # Ok::<(), crosscheck_engines::model::answer::NoAnswer>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// The clauses that were evaluated, including conditions that did not hold.
    asked: FixedBitSet,
    /// Of these, the ones that took effect.
    held: FixedBitSet,
    /// The conditions that did not hold.
    failed: FixedBitSet,
    /// The names of tags at rows for several names.
    tags: HashSet<(Clause, Name)>,
    /// The names looked up in the closed lists.
    listed: HashSet<ElementName>,
    /// The named character references that were found, or began a longer name.
    references: HashSet<&'static str>,
    /// The insertion modes to which declarations came.
    declarations: HashSet<(InsertionMode, Declaration)>,
    /// Whether there is a U+0000 in the input stream.
    null: bool,
}

impl Reached {
    /// Whether the clause was evaluated: it took effect, or is a condition that did not hold.
    pub fn asked(&self, clause: Clause) -> bool {
        self.asked.contains(clause.index())
    }

    /// Whether the clause took effect.
    pub fn held(&self, clause: Clause) -> bool {
        self.held.contains(clause.index())
    }

    /// Whether the clause is a condition that did not hold.
    pub fn failed(&self, clause: Clause) -> bool {
        self.failed.contains(clause.index())
    }

    /// Whether a tag of this name came to the row.
    pub fn tag(&self, clause: Clause, name: Name) -> bool {
        self.tags.contains(&(clause, name))
    }

    /// Whether the name was looked up in the closed lists.
    pub fn listed(&self, name: ElementName) -> bool {
        self.listed.contains(&name)
    }

    /// The names that were looked up in the closed lists.
    pub fn listed_names(&self) -> impl Iterator<Item = ElementName> {
        self.listed.iter().copied()
    }

    /// Whether this name of a character reference matched.
    pub fn reference(&self, name: &'static str) -> bool {
        self.references.contains(name)
    }

    /// Whether a token of this kind came to tree construction in this mode.
    pub fn declaration(&self, mode: InsertionMode, kind: Declaration) -> bool {
        self.declarations.contains(&(mode, kind))
    }

    /// Whether there was a U+0000 in the input stream.
    pub fn null(&self) -> bool {
        self.null
    }

    /// Adds what another input reached.
    pub fn add(&mut self, other: &Self) {
        self.asked.union_with(&other.asked);
        self.held.union_with(&other.held);
        self.failed.union_with(&other.failed);
        self.tags.extend(&other.tags);
        self.listed.extend(&other.listed);
        self.references.extend(&other.references);
        self.declarations.extend(&other.declarations);
        self.null |= other.null;
    }

    /// For an older edition, keeps only the clauses that the newest lacks.
    pub fn keep_taken_out(&mut self, edition: Edition) {
        let is_taken_out = |clause: &Clause| clause.until().is_some_and(|change| !edition.has(change));
        let taken_out: FixedBitSet = clause::all().filter(is_taken_out).map(Clause::index).collect();
        let mut kept = Self { tags: std::mem::take(&mut self.tags), ..Self::default() };
        kept.tags.retain(|(clause, _)| is_taken_out(clause));
        kept.asked = &self.asked & &taken_out;
        kept.held = &self.held & &taken_out;
        kept.failed = &self.failed & &taken_out;
        *self = kept;
    }

    fn note(&mut self, clause: Clause, holds: bool) {
        let side = if holds { &mut self.held } else { &mut self.failed };
        side.grow_and_insert(clause.index());
        self.asked.grow_and_insert(clause.index());
    }
}

impl Observer for Reached {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.note(clause, true);
        true
    }

    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        if clause.names().len() > 1 {
            self.tags.insert((clause, name));
        }
        self.row(clause, 1)
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.note(clause, holds);
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.note(clause, true);
        true
    }

    fn null(&mut self, _: State, _: Option<View<'_>>) -> Null {
        self.null = true;
        Null::AsIs
    }

    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        // The lists have no other names.
        if name.local.known_index().is_some() {
            self.listed.insert(name);
        }
        lists
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        let declaration = Declaration::of(token);
        self.declarations.extend(declaration.map(|kind| (before.mode, kind)));
        true
    }

    fn named_reference(&mut self, name: &'static str) -> bool {
        self.references.insert(name);
        true
    }
}
