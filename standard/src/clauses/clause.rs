//! Clauses: the smallest units of the algorithm with an identity.
//!
//! A clause is named where it is implemented, by `clause!("section/what", "title")`; the table of clauses comes from
//! those lines at build time.

use std::fmt;

use crate::clauses::section::{SECTIONS, Section, section_of};
use crate::name::Name;

/// One clause, as a dense integer: an index into the [table of clauses](all).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(u16);

/// What a clause does, which is what a mutant of it can undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
    /// A row of a state or a mode: for what it matches, it takes the token or character.
    Row,
    /// A condition: what follows depends on it.
    Condition,
    /// A step: something is done.
    Step,
}

impl ClauseKind {
    /// Its name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Condition => "condition",
            Self::Step => "step",
        }
    }
}

/// What the table of clauses says of a clause.
pub(crate) struct ClauseRow {
    id: &'static str,
    title: &'static str,
    kind: ClauseKind,
    names: &'static [Name],
    file: &'static str,
    line: u32,
}

/// How many clauses there are.
pub const COUNT: usize = include!(concat!(env!("OUT_DIR"), "/clause_count.rs"));

/// Sorted by id, so that a name is found by bisection.
static TABLE: [ClauseRow; COUNT] = include!(concat!(env!("OUT_DIR"), "/clauses.rs"));

/// Names a clause where it is implemented; gives its [`Clause`], found at compile time.
macro_rules! clause {
    ($id:literal, $title:literal) => {
        const { $crate::clauses::clause::lookup($id) }
    };
}
pub(crate) use clause;

impl Clause {
    /// The stable id, e.g. `in-body/start-tag-hr`.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The title: a short sentence in our words.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// What the clause does.
    pub fn kind(self) -> ClauseKind {
        self.row().kind
    }

    /// The names of the tags that a row is for, if it lists names.
    pub fn names(self) -> &'static [Name] {
        self.row().names
    }

    /// The section of the standard the clause belongs to.
    pub fn section(self) -> &'static Section {
        section_of(self.id())
    }

    /// A link into the standard.
    pub fn link(self) -> String {
        self.section().link()
    }

    /// The source file that implements the clause, from the crate's root, and the line.
    pub fn place(self) -> (&'static str, u32) {
        (self.row().file, self.row().line)
    }

    /// The position in the table of clauses, below [`COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The clause of this id.
    pub fn from_id(id: &str) -> Option<Self> {
        let index = TABLE.binary_search_by(|row| row.id.cmp(id)).ok()?;
        Some(Self(index as u16))
    }

    fn row(self) -> &'static ClauseRow {
        &TABLE[self.index()]
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// All clauses, sorted by id.
pub fn all() -> impl ExactSizeIterator<Item = Clause> {
    (0..COUNT as u16).map(Clause)
}

/// All clauses, by section in the standard's order, then as they stand in the sources.
pub fn in_order() -> impl Iterator<Item = Clause> {
    let mut clauses: Vec<Clause> = all().collect();
    clauses.sort_by_cached_key(|clause| {
        let section = clause.section();
        let position = SECTIONS.iter().position(|known| known == section);
        (position, clause.place())
    });
    clauses.into_iter()
}

/// Finds a clause by id, at compile time; an id the build script did not see fails the build.
pub(crate) const fn lookup(id: &str) -> Clause {
    let (mut low, mut high) = (0, COUNT);
    while low < high {
        let middle = (low + high) / 2;
        match compare(TABLE[middle].id.as_bytes(), id.as_bytes()) {
            0 => return Clause(middle as u16),
            ..0 => low = middle + 1,
            _ => high = middle,
        }
    }
    panic!("a clause the build script did not see");
}

/// Negative, zero or positive, as `a` comes before, is, or comes after `b`.
const fn compare(a: &[u8], b: &[u8]) -> i32 {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] as i32 - b[i] as i32;
        }
        i += 1;
    }
    a.len() as i32 - b.len() as i32
}
