//! The limits of the clauses: what no input can make happen at one, and why.
//!
//! An input is a document, or a fragment with its context element, in the newest edition of the standard, with the
//! parser's options as they are by default but for the scripting mode. What only another edition or option brings about
//! is a limit too, and its argument says so.

use std::fmt;

use crate::clause::{Clause, all, lookup};

/// What cannot happen at a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {
    /// It is never reached: no token or character gets to its row, its condition is never asked, its step never runs.
    Reached,
    /// It is a condition that is asked and never holds.
    Holds,
    /// It is a condition that is asked and always holds.
    Fails,
}

impl Never {
    /// The name in results: `never-reached`, `never-holds` or `always-holds`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reached => "never-reached",
            Self::Holds => "never-holds",
            Self::Fails => "always-holds",
        }
    }
}

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What no input can make happen at a clause.
#[derive(Debug, PartialEq, Eq)]
pub struct Limit {
    clause: Clause,
    /// What cannot happen.
    pub never: Never,
    /// The argument why not.
    pub why: &'static str,
}

impl Limit {
    /// The clause.
    pub const fn clause(&self) -> Clause {
        self.clause
    }
}

impl Clause {
    /// What no input can make happen at the clause; none where everything can.
    pub fn limit(self) -> Option<&'static Limit> {
        LIMITS.iter().find(|limit| limit.clause == self)
    }

    /// The argument why the clause never comes to bear: it is never reached, or is a condition that never holds.
    pub fn why_unreachable(self) -> Option<&'static str> {
        let limit = self.limit()?;
        (limit.never != Never::Fails).then_some(limit.why)
    }

    /// Whether an input can bring the clause to bear: its row to match, its condition to hold, its step to run.
    pub fn is_reachable(self) -> bool {
        self.why_unreachable().is_none()
    }
}

/// The clauses that an input can bring to bear, sorted by id.
pub fn reachable() -> impl Iterator<Item = Clause> {
    all().filter(|clause| clause.is_reachable())
}

macro_rules! limits {
    ($($never:ident $why:literal: $($id:literal)+;)+) => {
        /// All limits.
        pub const LIMITS: &[Limit] = &[$($(Limit { clause: lookup($id), never: Never::$never, why: $why },)+)+];
    };
}

limits! {
    Holds "The initial mode appends the doctype, and it is left for good by the first token that is no white space, comment or \
           processing instruction: nothing has put a doctype or an element into the document before.":
        "initial/doctype/document-taken";
    Fails "The mode is in row only while a tr is open, and only popping it, which leaves the mode, takes it off the stack; a tbody, \
           thead or tfoot in table scope is below it, and what would hide the tr would hide the section too.":
        "in-row/end-tag-section/row-in-scope";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_has_one_limit() {
        let mut clauses: Vec<_> = LIMITS.iter().map(Limit::clause).collect();
        clauses.sort();
        let twice: Vec<_> = clauses.windows(2).filter(|two| two[0] == two[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
