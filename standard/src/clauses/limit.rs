//! The limits of the clauses: what no input can make happen at one, and why. And the clauses that only older editions
//! have.
//!
//! An input is a document, or a fragment with its context element, with scripting and declarative shadow roots or
//! without. The edition is the newest that has the clause. What only an option brings about is a limit too, and its
//! argument says so.

use std::fmt;

use crate::clauses::change::{Change, Edition};
use crate::clauses::clause::{Clause, all};

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

/// Whether the clause has this id; of a pattern with `/*` at its end, whether its id begins so.
fn is_id_of(pattern: &str, clause: Clause) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => clause.id().starts_with(start),
        None => clause.id() == pattern,
    }
}

impl Clause {
    /// What no input can make happen at the clause; none where everything can.
    pub fn limit(self) -> Option<&'static Limit> {
        LIMITS.iter().find(|limit| is_id_of(limit.id, self))
    }

    /// The change that took the clause out of the standard: only an edition without it has the clause.
    pub fn until(self) -> Option<Change> {
        let taken_out = TAKEN_OUT.iter().find(|(id, _)| is_id_of(id, self));
        taken_out.map(|(_, change)| *change)
    }

    /// The newest edition that has the clause.
    pub fn edition(self) -> Edition {
        let newest = Edition::NEWEST;
        self.until().map_or(newest, |change| newest.without(change))
    }

    /// The argument why the clause never comes to bear: it is never reached, or is a condition that never holds.
    pub fn why_unreachable(self) -> Option<&'static str> {
        let limit = self.limit()?;
        (limit.never != Never::Fails).then_some(limit.why)
    }

    /// Whether an input can bring the clause to bear in the newest edition that has it: its row to match, its condition
    /// to hold, its step to run.
    pub fn is_reachable(self) -> bool {
        self.why_unreachable().is_none()
    }
}

/// The clauses that an input can bring to bear, sorted by id.
pub fn reachable() -> impl Iterator<Item = Clause> {
    all().filter(|clause| clause.is_reachable())
}

macro_rules! taken_out {
    ($($change:ident: $($id:literal)+;)+) => {
        /// The clauses that a change took out of the standard, with the change. An id may be a pattern.
        static TAKEN_OUT: &[(&str, Change)] = &[$($(($id, Change::$change),)+)+];
    };
}

taken_out! {
    RelaxedSelect2025:
        "in-select/*" "in-select-in-table/*" "in-body/start-tag-select/in-table"
        "reset-insertion-mode/select" "reset-insertion-mode/select-in-table";
    SelectInForeign2025: "in-body/start-tag-foreign/select-until-2025";
    BreakoutInFragment2021: "foreign-content/break-out/fragment-until-2021";
    ProcessingInstructions2026:
        "tag-open-state/question-mark-until-2026" "tag-open-state/question-mark-until-2026/error";
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
    Reached "An hr is popped as soon as it is inserted, and nothing is ever in one: a template that patches puts nodes into an hr only \
             where a marker is in it.":
        "nearest-ancestor-select/hr";
    Holds "A common ancestor is an element, and so is, or is in, the node that its place is in.":
        "adoption-agency/document-taken";
    Holds "An element on the stack is inserted at the place that the one above it has for its children, is moved only together with \
           what is in it, and what selectedcontent elements remove goes nowhere else. What a template patches was there before it. So \
           the last node never holds the place that an element above it on the stack has.":
        "adoption-agency/holds-target";
    Fails "In this mode a tr is open, or is the context element, or the template began with a td or th. A tbody, thead or tfoot in \
           table scope is above such a tr, whose scope the same elements would end; and in the other two cases there is none, as \
           their start tags ask for a tr in table scope, too.":
        "in-row/end-tag-section/row-in-scope";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_of_a_clause_and_the_only_one() {
        let ids = || {
            let limits = LIMITS.iter().map(|limit| limit.id);
            limits.chain(TAKEN_OUT.iter().map(|(id, _)| *id))
        };
        for id in ids() {
            assert!(all().any(|clause| is_id_of(id, clause)), "{id}");
        }
        for clause in all() {
            let of_clause = ids().filter(|id| is_id_of(id, clause));
            assert!(of_clause.count() <= 1, "{clause:?}");
        }
    }
}
