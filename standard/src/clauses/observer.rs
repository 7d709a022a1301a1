//! What a run of the algorithm can be watched and changed by.
//!
//! The parser is generic over an [`Observer`]. Tracing, coverage and mutation are observers; with [`Ignore`] every
//! hook compiles to nothing.

use crate::clauses::clause::{self, Clause};
use crate::clauses::error::ParseErrorKind;
use crate::clauses::list::ListSet;
use crate::clauses::state::State;
use crate::clauses::token::Token;
use crate::clauses::view::View;
use crate::dom::{ElementName, NodeId};
use crate::name::Name;

/// Hears which clauses run, and may say otherwise (that is what a mutant is).
pub trait Observer {
    /// Whether there is anybody: if not, runs of characters may go to tree construction as they come, else they go
    /// there in parts that one row each handles alike.
    #[inline(always)]
    fn watches() -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Whether it is told of conditions that cannot hold too, and what it returns may be other than what it is told.
    /// Who only looks at what does hold is spared the time that takes.
    #[inline(always)]
    fn sees_all() -> bool
    where
        Self: Sized,
    {
        Self::watches()
    }

    /// A row was reached whose token or character matched. `false` makes the row not match, and the rows after it are
    /// tried. `length` is how many characters it takes at once.
    #[inline(always)]
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        let _ = (clause, length);
        true
    }

    /// A row of a tree construction mode was reached by a tag of this name.
    #[inline(always)]
    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        let _ = name;
        self.row(clause, 1)
    }

    /// A condition was evaluated; what is returned is what the algorithm goes by.
    #[inline(always)]
    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let _ = clause;
        holds
    }

    /// A step is about to run; `false` skips it.
    #[inline(always)]
    fn step(&mut self, clause: Clause) -> bool {
        let _ = clause;
        true
    }

    /// A U+0000 of the input stream is next, and the tokenizer in this state: what is read in its place. There is a
    /// view where there is tree construction.
    #[inline(always)]
    fn null(&mut self, state: State, at: Option<View<'_>>) -> Null {
        let _ = (state, at);
        Null::AsIs
    }

    /// A parse error was found. Those of the input stream, which belong to no token, are not told.
    #[inline(always)]
    fn error(&mut self, error: ParseErrorKind) {
        let _ = error;
    }

    /// Tree construction is about to process a token; `false` makes it ignore the token.
    #[inline(always)]
    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        let _ = (token, before);
        true
    }

    /// Tree construction has processed the token it was told of last.
    #[inline(always)]
    fn processed(&mut self, after: View<'_>) {
        let _ = after;
    }

    /// Tree construction has done something to the tree or to the stack of open elements. The clause that made it do so
    /// is the one the observer was told of last.
    #[inline(always)]
    fn effect(&mut self, effect: Effect) {
        let _ = effect;
    }

    /// The serialiser is about to write a part of the markup, which has this length so far.
    #[inline(always)]
    fn writes(&mut self, part: Part, length: usize) {
        let _ = (part, length);
    }

    /// The lists that a name is on were looked up; what is returned is what the algorithm goes by.
    #[inline(always)]
    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        let _ = name;
        lists
    }

    /// A name of the table of named character references matches the input, and is the longest so far. `false` makes
    /// the search go on as if the table did not have it.
    #[inline(always)]
    fn named_reference(&mut self, name: &'static str) -> bool {
        let _ = name;
        true
    }
}

/// What tree construction has done, beyond inserting a new node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The element was created for the token at hand.
    CreatedForToken(NodeId),
    /// The element was pushed onto the stack of open elements.
    Pushed(NodeId),
    /// The element was popped off the stack of open elements.
    Popped(NodeId),
    /// Characters were appended to the text node, which was there before.
    Appended(NodeId),
    /// The node was removed from its parent, to go elsewhere or to stay out of the tree.
    Removed(NodeId),
    /// Attributes of the token at hand were added to the element.
    AttributesAdded(NodeId),
    /// The node was made as a clone of another.
    Cloned(NodeId),
}

/// A part of the markup of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A node without children, or the start tag of an element.
    Start(NodeId),
    /// The end tag of an element.
    EndTag(NodeId),
}

/// What is read in the place of a U+0000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Null {
    /// The U+0000.
    AsIs,
    /// Nothing.
    Nothing,
    /// A U+FFFD.
    Replacement,
}

/// Watches nothing and changes nothing.
#[derive(Debug, Default, Clone, Copy)]
pub struct Ignore;

impl Observer for Ignore {
    #[inline(always)]
    fn watches() -> bool {
        false
    }
}

/// The hooks of what is behind a pointer.
macro_rules! forward_hooks {
    ($this:ident => $target:expr; $($hook:ident($($argument:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {
        $(#[inline(always)]
        fn $hook(&mut $this, $($argument: $type),*) $(-> $answer)? {
            $target.$hook($($argument),*)
        })*
    };
    ($this:ident => $target:expr) => {
        forward_hooks! {
            $this => $target;
            row(clause: Clause, length: usize) -> bool;
            tag_row(clause: Clause, name: Name) -> bool;
            condition(clause: Clause, holds: bool) -> bool;
            step(clause: Clause) -> bool;
            null(state: State, at: Option<View<'_>>) -> Null;
            error(error: ParseErrorKind);
            token(token: Token<'_>, before: View<'_>) -> bool;
            processed(after: View<'_>);
            effect(effect: Effect);
            writes(part: Part, length: usize);
            lists(name: ElementName, lists: ListSet) -> ListSet;
            named_reference(name: &'static str) -> bool;
        }
    };
}

impl<O: Observer> Observer for &mut O {
    #[inline(always)]
    fn watches() -> bool {
        O::watches()
    }

    #[inline(always)]
    fn sees_all() -> bool {
        O::sees_all()
    }

    forward_hooks!(self => **self);
}

/// The clauses that came to bear on an input: an observer that only looks. It takes next to no time: a byte for each
/// clause is written without being read, as a bit would have to be.
#[derive(Debug)]
pub struct CoverageMap([bool; clause::COUNT]);

impl Default for CoverageMap {
    fn default() -> Self {
        Self([false; clause::COUNT])
    }
}

impl CoverageMap {
    /// Forgets all clauses.
    pub fn clear(&mut self) {
        self.0.fill(false);
    }

    /// Whether each clause came to bear, by its [index](Clause::index).
    pub fn clauses(&self) -> &[bool] {
        &self.0
    }

    /// Adds a clause by its index, and says whether it is new.
    pub fn add(&mut self, index: usize) -> bool {
        !std::mem::replace(&mut self.0[index], true)
    }

    /// Whether there is a clause here that is not there.
    pub fn has_more_than(&self, other: &Self) -> bool {
        // All are looked at: many at a time, if none of them can end it.
        let both = std::iter::zip(&self.0, &other.0);
        both.fold(false, |more, (here, there)| more | (*here & !*there))
    }
}

impl Observer for CoverageMap {
    #[inline(always)]
    fn sees_all() -> bool {
        false
    }

    #[inline(always)]
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.0[clause.index()] = true;
        true
    }

    #[inline(always)]
    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.0[clause.index()] |= holds;
        holds
    }

    #[inline(always)]
    fn step(&mut self, clause: Clause) -> bool {
        self.row(clause, 1)
    }
}

/// An observer of any type. The parser is compiled once for all of them, and calls their hooks through a table.
impl Observer for &mut dyn Observer {
    forward_hooks!(self => **self);
}

/// An observer of any type that only looks at what does hold, and is not told of anything else.
pub struct Onlooker<'a>(pub &'a mut dyn Observer);

impl Observer for Onlooker<'_> {
    #[inline(always)]
    fn sees_all() -> bool {
        false
    }

    forward_hooks!(self => self.0);
}
