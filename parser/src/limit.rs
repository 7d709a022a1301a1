//! The limits of the clauses: what no input can make happen at one, and why.
//!
//! An input is a document, or a fragment with its context element, in the newest edition of the standard, with scripting
//! and declarative shadow roots or without. What only another edition or option brings about is a limit too, and its
//! argument says so.

use std::fmt;

use crate::clause::{Clause, all};

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
    /// The clause's id; with `/*` at its end, the ids of all that begin so.
    id: &'static str,
    /// What cannot happen.
    pub never: Never,
    /// The argument why not.
    pub why: &'static str,
}

impl Limit {
    fn is_of(&self, clause: Clause) -> bool {
        match self.id.strip_suffix('*') {
            Some(start) => clause.id().starts_with(start),
            None => clause.id() == self.id,
        }
    }
}

impl Clause {
    /// What no input can make happen at the clause; none where everything can.
    pub fn limit(self) -> Option<&'static Limit> {
        LIMITS.iter().find(|limit| limit.is_of(self))
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
        pub static LIMITS: &[Limit] = &[$($(Limit { id: $id, never: Never::$never, why: $why },)+)+];
    };
}

limits! {
    Reached "An input has nothing to say of its encoding but its bytes and the label of the transport layer; what else may be known of \
             it is an option of the parser of bytes.":
        "known-encoding/known"
        "encoding-sniffing/user-override"
        "encoding-sniffing/container"
        "encoding-sniffing/container-utf-16"
        "encoding-sniffing/likely";
    Reached "The select insertion modes went with relaxed-select-2025; only an edition without it has them.":
        "in-select/*" "in-select-in-table/*" "in-body/start-tag-select/in-table"
        "reset-insertion-mode/select" "reset-insertion-mode/select-in-table";
    Reached "Since select-in-foreign-2025 a select takes svg and math; only an edition without it asks.":
        "in-body/start-tag-foreign/select-until-2025";
    Reached "Since breakout-in-fragment-2021 foreign content ends in fragments as elsewhere; only an edition without it asks.":
        "foreign-content/break-out/fragment-until-2021";
    Reached "Since processing-instructions-2026 `<?` begins a processing instruction; only an edition without it comes here.":
        "tag-open-state/question-mark-until-2026" "tag-open-state/question-mark-until-2026/error";
    Holds "Whether the document is an iframe's srcdoc is an option of the parser, of which no input speaks.":
        "initial/doctype/srcdoc" "initial/anything-else/srcdoc";
    Holds "Whether the parser may change the mode is an option of the parser, of which no input speaks.":
        "initial/doctype/mode-fixed" "initial/anything-else/mode-fixed";
    Holds "Only a script could have put a doctype or an element there: the mode appends the doctype and is left for good, and the \
           tokens before it, white space, comments and processing instructions, make neither.":
        "initial/doctype/document-taken";
    Holds "Elements go to the document in the mode before html only, which the first of them ends: every other is inserted in an \
           element, a template's contents or target, or a fragment, and a script, which could move those, is not run.":
        "insert-element/document-taken";
    Holds "Characters go where an element that is open has its children, to a template's contents or target, or beside a table: \
           the document is the parent of none of them but the html element, beside which nothing is inserted, and a script, which \
           could move tables and markers, is not run.":
        "insert-character/document";
    Holds "The appropriate place is never in a template: where it would be, it is in the template's contents or insertion target, \
           and a target is the parent of a marker, which only a script could put among a template's children.":
        "in-head/start-tag-template/scope-template";
    Holds "The topmost element is html. In a document it is not the current node where a template start tag goes by the rules of \
           \"in head\": the modes in which it is ignore the tag, or put a head or body on the stack first. In a fragment it can be, and \
           then the adjusted current node is the context element.":
        "in-head/start-tag-template/shadow-host-root";
    Fails "Without scripts an element on the stack is inserted at the place that the one above it has for its children, and is moved \
           only together with what is in it: the last node never holds the place it goes to. That place is in an element or \
           fragment, and what it is in front of, a table or an end marker, is not the last node and stays where it is.":
        "adoption-agency/fits";
    Fails "In this mode a tr is open, or is the context element, or the template began with a td or th. A tbody, thead or tfoot in \
           table scope is above such a tr, whose scope the same elements would end; and in the other two cases there is none, as \
           their start tags ask for a tr in table scope, too.":
        "in-row/end-tag-section/row-in-scope";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_of_a_clause_and_the_only_one() {
        for limit in LIMITS {
            assert!(all().any(|clause| limit.is_of(clause)), "{limit:?}");
        }
        for clause in all() {
            let limits = LIMITS.iter().filter(|limit| limit.is_of(clause));
            assert!(limits.count() <= 1, "{clause:?}");
        }
    }
}
