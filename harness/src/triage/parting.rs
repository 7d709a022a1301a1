//! Where an engine and the standard part.

use std::fmt;

use crosscheck_parser::clause::{Clause, ClauseKind};
use crosscheck_parser::observer::Observer;
use crosscheck_parser::tokenizer::Token;
use crosscheck_parser::tree_builder::View;

use super::pool::Seen;
use crate::engines::Answer;
use crate::engines::standard::Standard;
use crate::input::Input;
use crate::mutants::guarded;

/// How two answers part: divergences for which nothing else is known are told apart by it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parting {
    /// The kind of the first difference.
    pub difference: String,
    /// The last row of the standard that was at work.
    pub clause: Option<Clause>,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.difference)?;
        match self.clause {
            Some(clause) => write!(f, ", at {}: {}", clause.id(), clause.title()),
            None => Ok(()),
        }
    }
}

impl Parting {
    /// How an engine parts from the standard on a document of which nothing can be left out.
    pub(super) fn of(seen: &Seen<'_>, standard: &Answer) -> Self {
        let difference = seen.oracle.compare(standard, seen.answer);
        Self {
            difference: difference.unwrap_or_default(),
            clause: last_row(seen.input),
        }
    }
}

/// The row of the standard that treats the last token, which is where engines part on a document of which nothing can be
/// left out: of tree construction, or of the tokenizer where there is none. Of what is serialised it is the row that
/// treats the last node, or the condition by which there is none.
pub(super) fn last_row(input: &Input) -> Option<Clause> {
    let mut rows = LastRow::default();
    guarded(|| Standard::default().make_watched(input, &mut rows));
    let serialising = rows.of_nodes.or(rows.of_no_nodes);
    serialising.or(rows.of_tree).or(rows.of_tokens)
}

/// The section of the rows and conditions that treat nodes to be serialised.
const SERIALISING: &str = "serialise";

/// Takes down the last rows before the end of the file.
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
