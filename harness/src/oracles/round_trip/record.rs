//! The record of reading markup.

use std::collections::HashMap;
use std::ops::Range;

use crosscheck_standard::clauses::clause::{Clause, ClauseKind};
use crosscheck_standard::dom::NodeId;

use super::Cause;

/// The record. Nodes of the tree that was written are known by [`NodeId::index`].
#[derive(Default)]
pub(super) struct Record {
    /// The node that each node came back as.
    pub(super) counterparts: Vec<Option<NodeId>>,
    /// Why a node may have come back otherwise.
    pub(super) reasons: Vec<Vec<Reason>>,
    /// The events that removed nodes of the new tree, or added attributes or text to them.
    pub(super) changes: HashMap<NodeId, Vec<usize>>,
    /// The elements that were created for tokens that stand for no node.
    pub(super) strays: Vec<NodeId>,
    pub(super) events: Vec<Event>,
    /// Whether each clause ran while a token did the plain thing.
    pub(super) plain: Vec<bool>,
}

/// Why a node may have come back otherwise.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reason {
    /// A token did something else than the plain thing.
    Event(usize),
    /// The node's piece was not read as what it is meant to be, for this cause, or for none.
    Misread(Option<Cause>),
}

/// Something else than the plain thing.
#[derive(Debug)]
pub(super) struct Event {
    /// Why the token stands for no node, if it ought to.
    pub(super) misread: Option<Option<Cause>>,
    /// The last clause before the first parse error.
    pub(super) error: Option<Clause>,
    /// The last clause before the stack or the tree first changed in another than the plain way.
    pub(super) effect: Option<Clause>,
    /// All clauses of tree construction that ran.
    pub(super) clauses: Vec<Clause>,
    /// The nodes that were made.
    pub(super) nodes: Range<usize>,
}

impl Record {
    /// What answers for a reason, if anything does.
    pub(super) fn cause(&self, reason: Reason) -> Option<Cause> {
        match reason {
            Reason::Misread(cause) => cause,
            Reason::Event(index) => {
                let event = &self.events[index];
                event.misread.unwrap_or_else(|| self.clause(event).map(Cause::Clause))
            }
        }
    }

    /// The clause that made an event: the one that found a parse error; or else the one that did something else than
    /// the plain thing; or else the first that does not run where tokens do the plain thing, a condition rather than a
    /// row, and that rather than a step.
    fn clause(&self, event: &Event) -> Option<Clause> {
        let unusual = |kind| {
            let is_of_kind = move |clause: &&Clause| clause.kind() == kind;
            let is_unusual = |clause: &&Clause| !self.plain[clause.index()];
            event.clauses.iter().filter(is_of_kind).find(is_unusual)
        };
        let kinds = [ClauseKind::Condition, ClauseKind::Row, ClauseKind::Step];
        let first = || kinds.into_iter().find_map(unusual).or(event.clauses.last());
        event.error.or(event.effect).or_else(|| first().copied())
    }

    /// The event that made a node of the new tree.
    pub(super) fn maker(&self, node: NodeId) -> Option<usize> {
        let after = |event: &Event| event.nodes.end <= node.index();
        let index = self.events.partition_point(after);
        let event = self.events.get(index)?;
        event.nodes.contains(&node.index()).then_some(index)
    }
}
