//! Compares a tree with a sequence of nodes, without building a second tree.

use std::slice;

use super::{Node, Row, TakeNodes, Tree};

/// A tree that is compared with the nodes it takes.
#[derive(Debug)]
pub(crate) struct Comparison<'t> {
    tree: &'t Tree,
    rest: slice::Iter<'t, Row>,
    is_same: bool,
}

impl<'t> Comparison<'t> {
    /// Compares this tree, with nothing so far.
    pub(crate) fn with(tree: &'t Tree) -> Self {
        Self { tree, rest: tree.nodes.iter(), is_same: true }
    }

    /// Whether the nodes that were taken are those of the tree.
    pub(crate) fn is_same(&self) -> bool {
        self.is_same && self.rest.len() == 0
    }
}

impl TakeNodes for Comparison<'_> {
    #[inline(always)]
    fn push(&mut self, depth: u32, node: Node<'_>) {
        let next = self.rest.next();
        self.is_same &= next.is_some_and(|row| row.depth == depth && self.tree.node(row) == node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::standard::{Made, Standard, canonical_tree, show};
    use crate::fuzzing::generate::Generator;
    use crosscheck_standard::parser::parse::Parsed;

    fn is_same(parsed: &Parsed, tree: &Tree) -> bool {
        let mut comparison = Comparison::with(tree);
        show(parsed, &mut comparison);
        comparison.is_same()
    }

    #[test]
    fn trees_are_the_same_as_when_both_are_made() {
        let documents = Generator::Soup.documents(3).take(400);
        let made = documents.filter_map(|case| match Standard::default().make(&case.input()) {
            Ok(Made::Tree(parsed)) => Some(parsed),
            _ => None,
        });
        let all: Vec<(Parsed, Tree)> = made
            .map(|parsed| {
                let tree = canonical_tree(&parsed);
                (parsed, tree)
            })
            .collect();
        for (index, (parsed, tree)) in all.iter().enumerate() {
            assert!(is_same(parsed, tree), "{index}");
            for (_, other) in &all[..index] {
                assert_eq!(is_same(parsed, other), tree == other, "{index}");
            }
        }
    }

    #[test]
    fn every_part_of_a_node_counts() {
        let parsed = |text: &str| {
            let options = crosscheck_standard::parser::options::Options::default();
            crosscheck_standard::parser::parse::parse_document(text, options).expect("it is small")
        };
        let tree = canonical_tree(&parsed("<p a=1>x<!--y--><svg></svg><b></b>"));
        for other in [
            "<p a=2>x<!--y--><svg></svg><b></b>",
            "<p b=1>x<!--y--><svg></svg><b></b>",
            "<p a=1 b>x<!--y--><svg></svg><b></b>",
            "<p>x<!--y--><svg></svg><b></b>",
            "<p a=1>y<!--y--><svg></svg><b></b>",
            "<p a=1>x<!--x--><svg></svg><b></b>",
            "<p a=1>x<!--y--><math></math><b></b>",
            "<p a=1>x<!--y--></p><svg></svg><b></b>",
            "<p a=1>x<!--y--><svg></svg>",
            "<p a=1>x<!--y--><svg></svg><b></b><i></i>",
            "<p a=1>x<!--y--><svg></svg><b><i></i></b>",
        ] {
            assert!(!is_same(&parsed(other), &tree), "{other}");
        }
        assert!(is_same(&parsed("<p a=1>x<!--y--><svg/><b>"), &tree));
    }
}
