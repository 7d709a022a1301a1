//! Writing a tree: the standard's markup of it, cut into pieces that each stand for one node.

use crosscheck_standard::clauses::clause::{Clause, ClauseKind};
use crosscheck_standard::clauses::list::ListSet;
use crosscheck_standard::clauses::observer::{Ignore, Observer, Part};
use crosscheck_standard::dom::{Document, ElementName, NodeId, NodeKind};
use crosscheck_standard::wtf8::{Wtf8Buf, push_joined};

use super::Surroundings;
use crate::engines::standard::Standard;
use crate::model::tree::Tree;

/// A tree and its markup.
pub(super) struct Writing {
    pub(super) document: Document,
    /// The node whose content is written.
    pub(super) root: NodeId,
    pub(super) markup: Wtf8Buf,
    pub(super) pieces: Vec<Piece>,
    /// For each node the clause that wrote it, or left it out.
    clauses: Vec<Option<Clause>>,
    /// Whether each node was left out.
    left_out: Vec<bool>,
    /// Whether each node has an end tag.
    closes: Vec<bool>,
}

/// What stands for one node, or for a run of neighbouring text nodes, in the markup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) part: Part,
    /// Where it begins in the markup, and where it ends.
    pub(super) start: usize,
    end: usize,
}

impl Piece {
    /// The node that it stands for.
    pub(super) fn node(self) -> NodeId {
        let (Part::Start(node) | Part::EndTag(node)) = self.part;
        node
    }
}

impl Writing {
    /// Writes a tree by the standard.
    pub(super) fn of(tree: &Tree, around: &Surroundings) -> Self {
        Self::by(&mut Ignore, tree, around)
    }

    /// Writes a tree by the standard as `mutant` changes it.
    pub(super) fn by(mutant: &mut impl Observer, tree: &Tree, around: &Surroundings) -> Self {
        let mut log = Log { mutant, pieces: Vec::new(), before: None };
        let (document, root, markup) =
            Standard::default().write(tree, around.context.as_ref(), around.scripting, &mut log);
        let nodes = document.nodes_made();
        let mut writing = Self {
            clauses: vec![None; nodes],
            left_out: vec![true; nodes],
            closes: vec![false; nodes],
            document,
            root,
            pieces: Vec::with_capacity(log.pieces.len()),
            markup,
        };
        writing.clauses[root.index()] = log.before;
        let ends = log.pieces.iter().skip(1).map(|(_, start, _)| *start);
        let ends: Vec<usize> = ends.chain([writing.markup.as_bytes().len()]).collect();
        for ((part, start, clause), end) in log.pieces.into_iter().zip(ends) {
            match part {
                Part::Start(node) => {
                    writing.clauses[node.index()] = clause;
                    writing.left_out[node.index()] = false;
                }
                Part::EndTag(node) => writing.closes[node.index()] = true,
            }
            writing.push(Piece { part, start, end });
        }
        writing.charge_what_is_left_out();
        writing
    }

    /// What is left out is so by the clause that wrote what is around it.
    fn charge_what_is_left_out(&mut self) {
        for (node, parent) in nodes_within(&self.document, self.root) {
            if self.left_out[node.index()] {
                self.clauses[node.index()] = self.clauses[parent.index()];
            }
        }
    }

    /// Adds a piece; text that comes right after text is part of its piece.
    fn push(&mut self, piece: Piece) {
        let is_text = |part| matches!(part, Part::Start(node) if is_text(&self.document, node));
        match self.pieces.last_mut() {
            Some(last) if is_text(piece.part) && is_text(last.part) => last.end = piece.end,
            _ => self.pieces.push(piece),
        }
    }

    /// The piece that a place in the markup is in.
    pub(super) fn piece_at(&self, place: usize) -> Option<Piece> {
        let index = self.pieces.partition_point(|piece| piece.end <= place);
        self.pieces.get(index).copied()
    }

    /// The markup of a piece.
    pub(super) fn markup_of(&self, piece: Piece) -> &[u8] {
        &self.markup.as_bytes()[piece.start..piece.end]
    }

    /// The clause that wrote a node, or left it out: the last condition that held, or else the row for such a node.
    pub(super) fn clause(&self, node: NodeId) -> Option<Clause> {
        self.clauses[node.index()]
    }

    /// Whether a node is left out.
    pub(super) fn is_left_out(&self, node: NodeId) -> bool {
        self.left_out[node.index()]
    }

    /// Whether the node is text that is written as it is, nothing in it escaped.
    pub(super) fn is_literal(&self, node: NodeId) -> bool {
        let is_condition = |clause: Clause| clause.kind() == ClauseKind::Condition;
        is_text(&self.document, node) && self.clause(node).is_some_and(is_condition)
    }

    /// Whether an end tag is written for the node.
    pub(super) fn closes(&self, node: NodeId) -> bool {
        self.closes[node.index()]
    }

    /// The data of a text node and of those right after it, which are written as one.
    pub(super) fn run_of_text(&self, first: NodeId) -> Vec<u8> {
        let next = |node: &NodeId| self.document.next_sibling(*node);
        let mut run = Vec::new();
        for node in std::iter::successors(Some(first), next) {
            let NodeKind::Text(data) = *self.document.kind(node) else {
                break;
            };
            push_joined(&mut run, self.document.text(data));
        }
        run
    }
}

/// Whether a node is text.
pub(super) fn is_text(document: &Document, node: NodeId) -> bool {
    matches!(document.kind(node), NodeKind::Text(_))
}

/// The nodes within a node in tree order, each with its parent. What is in the contents of a template, or in a shadow
/// root, comes before the children, with the element for a parent.
pub(super) fn nodes_within(document: &Document, root: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    // The first nodes within a node: of its children, and before them of its contents.
    let first = move |node: NodeId| {
        let inner = document.inner_root(node);
        let roots = [Some(node), inner].into_iter().flatten();
        roots.filter_map(move |root| Some((document.first_child(root)?, node)))
    };
    let mut pending: Vec<_> = first(root).collect();
    std::iter::from_fn(move || {
        let (node, parent) = pending.pop()?;
        pending.extend(document.next_sibling(node).map(|next| (next, parent)));
        pending.extend(first(node));
        Some((node, parent))
    })
}

/// Watches the serialiser, and lets an observer change what it does.
struct Log<'m, M> {
    mutant: &'m mut M,
    /// The parts, where they begin, and by which clause.
    pieces: Vec<(Part, usize, Option<Clause>)>,
    /// The last clause before the first part.
    before: Option<Clause>,
}

impl<M> Log<'_, M> {
    fn clause(&mut self) -> &mut Option<Clause> {
        match self.pieces.last_mut() {
            Some((_, _, clause)) => clause,
            None => &mut self.before,
        }
    }
}

impl<M: Observer> Observer for Log<'_, M> {
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        let matches = self.mutant.row(clause, length);
        if matches {
            self.clause().get_or_insert(clause);
        }
        matches
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let holds = self.mutant.condition(clause, holds);
        if holds {
            *self.clause() = Some(clause);
        }
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.mutant.step(clause)
    }

    fn lists(&mut self, name: ElementName, lists: ListSet) -> ListSet {
        self.mutant.lists(name, lists)
    }

    fn writes(&mut self, part: Part, length: usize) {
        self.pieces.push((part, length, None));
    }
}
