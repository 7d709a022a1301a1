//! Attributes each difference after a round trip to a clause, node by node.
//!
//! A node came back if its counterpart is the child of its parent's counterpart, right after the counterpart of its
//! previous sibling, and the same in itself. One that did not needs a reason of its own, or stands right by a node that
//! has one. A node of the new tree without a counterpart needs an event that made it.

use std::collections::BTreeSet;

use crosscheck_standard::dom::{Document, Element, NodeId, NodeKind};

use super::reading::Reading;
use super::record::Reason;
use super::writing::{Writing, is_text, nodes_within};
use super::{Arisen, Cause, Difference, RoundTrip, kind, shown};
use crate::model::tree::Attribute;

/// How a tree changed in a round trip, and the elements that are new.
pub(super) fn account(writing: &Writing, reading: &Reading) -> (RoundTrip, Vec<Arisen>) {
    let mut account = Account::new(writing, reading);
    account.match_nodes();
    let outcome = match account.causes() {
        Ok(causes) => RoundTrip::Changed(causes),
        Err(difference) => RoundTrip::Unexplained(difference),
    };
    (outcome, account.arisen())
}

struct Account<'a> {
    writing: &'a Writing,
    reading: &'a Reading,
    old: &'a Document,
    new: &'a Document,
    counterparts: Vec<Option<NodeId>>,
    /// For each node of the new tree the one it is the counterpart of.
    origins: Vec<Option<NodeId>>,
    /// The nodes that did not come back, in tree order, each with the clause that wrote it differently, if there is
    /// one.
    differing: Vec<(NodeId, Option<Cause>)>,
    differs: Vec<bool>,
}

impl<'a> Account<'a> {
    fn new(writing: &'a Writing, reading: &'a Reading) -> Self {
        let (old, new) = (&writing.document, &reading.parsed.document);
        let counterparts = reading.record.counterparts.clone();
        let mut origins = vec![None; new.nodes_made()];
        for (node, _) in nodes_within(old, writing.root) {
            if let Some(counterpart) = counterparts[node.index()] {
                origins[counterpart.index()].get_or_insert(node);
            }
        }
        Self {
            writing,
            reading,
            old,
            new,
            counterparts,
            origins,
            differing: Vec::new(),
            differs: vec![false; old.nodes_made()],
        }
    }

    /// Finds the nodes that did not come back.
    fn match_nodes(&mut self) {
        // What the counterparts of the children of each node, and of what is in its contents, ought to be children of.
        let mut places = vec![(self.reading.parsed.root(), self.reading.parsed.root()); self.old.nodes_made()];
        for (node, parent) in nodes_within(self.old, self.writing.root) {
            let (place, within_contents) = places[parent.index()];
            let is_child = self.old.parent(node) == Some(parent);
            let place = if is_child { place } else { within_contents };
            self.judge(node, place);
            places[node.index()] = match self.counterparts[node.index()] {
                Some(new) => (new, self.new.inner_root(new).unwrap_or(new)),
                // Without the element, what is in it goes where that would have gone.
                None => (place, place),
            };
        }
    }

    fn judge(&mut self, node: NodeId, place: NodeId) {
        if is_text(self.old, node) && self.counterparts[node.index()].is_none() {
            self.adopt_text(node, place);
        }
        let counterpart = self.counterparts[node.index()];
        let is_same = counterpart.is_some_and(|new| self.old.same_node(node, self.new, new));
        let is_placed = counterpart.is_some_and(|new| {
            self.new.parent(new) == Some(place) && self.new.previous_sibling(new) == self.before(node)
        });
        if !is_same || !is_placed {
            self.differs[node.index()] = true;
            let written_otherwise = (!is_same).then(|| self.written_otherwise(node));
            self.differing.push((node, written_otherwise.flatten()));
        }
    }

    /// What ought to be before the counterpart of a node.
    fn before(&self, node: NodeId) -> Option<NodeId> {
        self.counterparts[self.old.previous_sibling(node)?.index()]
    }

    /// Takes the text that is where a text node ought to be for its counterpart.
    fn adopt_text(&mut self, node: NodeId, place: NodeId) {
        let there = match self.before(node) {
            Some(before) => self.new.next_sibling(before),
            None => self.new.first_child(place),
        };
        let free = |text: &NodeId| is_text(self.new, *text) && self.origins[text.index()].is_none();
        if let Some(text) = there.filter(free) {
            self.counterparts[node.index()] = Some(text);
            self.origins[text.index()] = Some(node);
        }
    }

    /// Why a node cannot come back the same, however it is read: the markup does not say what it is.
    fn written_otherwise(&self, node: NodeId) -> Option<Cause> {
        let is_next_to_text = || {
            let beside = [self.old.previous_sibling(node), self.old.next_sibling(node)];
            beside.into_iter().flatten().any(|beside| is_text(self.old, beside))
        };
        let clause = || self.writing.clause(node).map(Cause::Clause);
        let has_return = |text| self.old.text(text).contains(&b'\r');
        let of_return = |has: bool| has.then_some(Cause::CarriageReturn);
        match *self.old.kind(node) {
            _ if self.writing.is_left_out(node) => clause(),
            NodeKind::Text(data) if self.old.text(data).is_empty() || is_next_to_text() => clause(),
            NodeKind::Doctype(_) => clause(),
            NodeKind::Text(data) | NodeKind::Comment(data) => of_return(has_return(data)),
            NodeKind::ProcessingInstruction { data, .. } => of_return(has_return(data)),
            NodeKind::Element(element) => {
                let mut attributes = self.old.attributes(element.attributes).iter();
                match self.old.shadow_root(node) {
                    Some(_) => clause(),
                    None => of_return(attributes.any(|attribute| has_return(attribute.value))),
                }
            }
            NodeKind::Document | NodeKind::DocumentFragment => None,
        }
    }

    /// The causes of all differences.
    fn causes(&self) -> Result<BTreeSet<Cause>, Difference> {
        let mut causes = BTreeSet::new();
        for (node, written_otherwise) in &self.differing {
            let reasons = self.reasons(*node);
            causes.extend(*written_otherwise);
            for reason in &reasons {
                let cause = self.reading.record.cause(*reason);
                causes.insert(cause.ok_or_else(|| self.difference(*node))?);
            }
            if written_otherwise.is_none() && reasons.is_empty() && !self.follows(*node) {
                return Err(self.difference(*node));
            }
        }
        for node in self.unexpected() {
            let event = self.reading.record.maker(node);
            let cause = event.and_then(|event| self.reading.record.cause(Reason::Event(event)));
            causes.insert(cause.ok_or_else(|| self.unexpected_difference(node))?);
        }
        // The trees are not the same: if every node came back, something was not looked at.
        match causes.is_empty() {
            true => Err(self.difference(self.writing.root)),
            false => Ok(causes),
        }
    }

    /// Why a node may differ: its own reasons, and the events that changed its counterpart, or made that before the
    /// node was read, where it is text.
    fn reasons(&self, node: NodeId) -> Vec<Reason> {
        let record = &self.reading.record;
        let counterpart = self.counterparts[node.index()];
        let changes = counterpart.and_then(|new| record.changes.get(&new));
        let makers = counterpart.filter(|_| is_text(self.old, node));
        let makers = makers.and_then(|text| record.maker(text));
        let events = changes.into_iter().flatten().copied().chain(makers);
        let own = record.reasons[node.index()].iter().copied();
        own.chain(events.map(Reason::Event)).collect()
    }

    /// Whether a node is not where it was because another beside it or around it is not, or became one text with it.
    fn follows(&self, node: NodeId) -> bool {
        if let Some(new) = self.counterparts[node.index()]
            && !is_text(self.old, node)
            && !self.old.same_node(node, self.new, new)
        {
            return false;
        }
        let differs = |node: NodeId| self.differs[node.index()];
        let is_unexpected = |new: NodeId| match self.origins[new.index()] {
            Some(origin) => differs(origin),
            None => true,
        };
        let old = [self.old.parent(node), self.old.previous_sibling(node), self.old.next_sibling(node)];
        let beside = |new| [self.new.previous_sibling(new), self.new.next_sibling(new)];
        let new = self.counterparts[node.index()].map(beside).into_iter().flatten();
        old.into_iter().flatten().any(differs) || new.flatten().any(is_unexpected)
    }

    /// The nodes of the new tree without counterparts.
    fn unexpected(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = nodes_within(self.new, self.reading.parsed.root()).map(|(node, _)| node);
        nodes.filter(|node| self.origins[node.index()].is_none())
    }

    /// The elements that were made for tokens that stand for no node, and those that are not what they were.
    fn arisen(&self) -> Vec<Arisen> {
        let strays = self.reading.record.strays.iter().map(|stray| (*stray, None));
        let changed = self.differing.iter().filter_map(|(node, _)| {
            let new = self.counterparts[node.index()]?;
            (!self.old.same_node(*node, self.new, new)).then_some((new, Some(*node)))
        });
        let is_there = |(new, _): &(NodeId, _)| self.new.parent(*new).is_some();
        let arisen = strays.chain(changed).filter(is_there);
        arisen.filter_map(|(new, old)| self.arisen_as(new, old)).collect()
    }

    fn arisen_as(&self, new: NodeId, old: Option<NodeId>) -> Option<Arisen> {
        let element = self.new.element(new)?;
        let was = old.and_then(|old| self.old.element(old));
        let had: BTreeSet<_> = match was {
            Some(was) => attributes(self.old, was).collect(),
            None => BTreeSet::new(),
        };
        let owned = |(namespace, name, value): (_, &[u8], &[u8])| (namespace, name.to_vec(), value.to_vec());
        let new = attributes(self.new, element).filter(|attribute| !had.contains(attribute));
        Some(Arisen {
            namespace: element.name.namespace,
            name: self.new.names.spelling(element.name.local).to_vec(),
            attributes: new.map(owned).collect(),
            was: was.map(|was| was.name.namespace),
        })
    }

    fn difference(&self, node: NodeId) -> Difference {
        let counterpart = self.counterparts[node.index()];
        let after = counterpart.map(|new| shown(self.new, new));
        Difference {
            what: format!("{} comes back otherwise", kind(self.old, node)),
            before: Some(shown(self.old, node)),
            after,
        }
    }

    fn unexpected_difference(&self, node: NodeId) -> Difference {
        Difference {
            what: format!("{} comes up", kind(self.new, node)),
            before: None,
            after: Some(shown(self.new, node)),
        }
    }
}

/// The attributes of an element.
fn attributes<'d>(document: &'d Document, element: &Element) -> impl Iterator<Item = Attribute<'d>> {
    let attributes = document.attributes(element.attributes).iter();
    attributes.map(|attribute| {
        let name = document.names.spelling(attribute.name);
        (attribute.namespace, name, document.text(attribute.value))
    })
}
