//! Signatures: what unexplained divergences have in common.
//!
//! The divergences of one [group](super::groups) share a [circumstance](super::circumstance) that agreeing documents
//! mostly lack.

use std::fmt;

use crosscheck_standard::clauses::clause::{self, Clause, ClauseKind};
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;

use super::circumstance::Circumstance;
use super::observation::Observation;
use crate::coverage::Reached;
use crate::engines::standard::Standard;
use crate::model::input::Input;
use crate::quiet::guarded;

/// What the divergences of an unexplained bug have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// The common circumstance; `None` if there is none, and in records.
    pub circumstance: Option<Circumstance>,
    /// The first difference on the smallest document.
    pub difference: String,
    /// The last row that the standard applies to it.
    pub clause: Option<Clause>,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.circumstance, self.clause) {
            (Some(circumstance), _) => write!(f, "{circumstance}"),
            (None, Some(clause)) => write!(f, "at {}: {}", clause.id(), self.difference),
            (None, None) => f.write_str(&self.difference),
        }
    }
}

impl Signature {
    /// The signature of a group with this smallest observation and circumstance.
    pub(super) fn of(observation: &Observation, circumstance: Option<Circumstance>) -> Self {
        let document = &observation.document;
        let difference = document.oracle.compare(&document.standard, &observation.answer);
        Self { circumstance, difference: difference.unwrap_or_default(), clause: last_row(&document.input) }
    }

    /// Whether this is the signature of a record, which may lack the circumstance.
    pub(super) fn is(&self, on_record: &Self) -> bool {
        match &on_record.circumstance {
            Some(circumstance) => self.circumstance.as_ref() == Some(circumstance),
            None => self.difference == on_record.difference && self.clause == on_record.clause,
        }
    }
}

/// The clauses that apply to one document and not to another, in the order of their ids.
pub(super) fn only_on(document: &Reached, other: &Reached) -> Vec<Clause> {
    clause::all().filter(|clause| document.held(*clause) && !other.held(*clause)).collect()
}

/// The row that processes the last token. On a minimised document this is where an engine departs. It is a row of tree
/// construction, or else of the tokenizer. In serialising it is the row of the last node, or the condition by which
/// there is none.
pub(super) fn last_row(input: &Input) -> Option<Clause> {
    let mut rows = LastRow::default();
    guarded(|| Standard::default().make_watched(input, &mut rows));
    let serialising = rows.of_nodes.or(rows.of_no_nodes);
    serialising.or(rows.of_tree).or(rows.of_tokens)
}

/// The section of the rows and conditions that treat nodes to be serialised.
const SERIALISING: &str = "serialise";

/// Keeps the last rows before the end of the file.
#[derive(Default)]
struct LastRow {
    of_tree: Option<Clause>,
    of_tokens: Option<Clause>,
    of_nodes: Option<Clause>,
    /// The last condition of serialising that held.
    of_no_nodes: Option<Clause>,
    /// Whether tree construction is at a token.
    is_at_token: bool,
    is_at_end: bool,
}

impl Observer for LastRow {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.is_at_end |= clause.id().ends_with("/eof");
        if clause.kind() == ClauseKind::Row {
            if clause.section().key == SERIALISING {
                self.of_nodes = Some(clause);
            } else if self.is_at_token {
                self.of_tree = Some(clause);
            } else if !self.is_at_end {
                self.of_tokens = Some(clause);
            }
        }
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        if holds && clause.section().key == SERIALISING {
            self.of_no_nodes = Some(clause);
        }
        holds
    }

    fn token(&mut self, token: Token<'_>, _: View<'_>) -> bool {
        self.is_at_token = !matches!(token, Token::EndOfFile);
        true
    }

    fn processed(&mut self, _: View<'_>) {
        self.is_at_token = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_on_record_is_compared_by_all_that_it_says() {
        let clauses = ["in-body/start-tag-hr", "in-body/start-tag-a"].map(Clause::from_id);
        let signature = |circumstance, difference: &str, clause: usize| Signature {
            circumstance,
            difference: difference.to_owned(),
            clause: clauses[clause],
        };
        let one = signature(Some(Circumstance::Fragment), "x", 0);
        for (on_record, is_it) in [
            (signature(None, "x", 0), true),
            (signature(None, "y", 0), false),
            (signature(None, "x", 1), false),
            (signature(Some(Circumstance::Fragment), "y", 1), true),
            (signature(Some(Circumstance::Scripting), "x", 0), false),
        ] {
            assert_eq!(one.is(&on_record), is_it, "{on_record:?}");
        }
    }
}
