//! Formatting elements, which the adoption agency moves.

use std::collections::BTreeSet;

use crosscheck_parser::list::List;

use super::super::Class;
use super::super::rows::Rows;
use super::Place;
use crate::oracles::mutation_xss::FORMATTING;

impl Place<'_, '_> {
    /// Whether a nested a or nobr, from here on, makes the parser restructure what it is in.
    pub(super) fn is_in_nested_formatting(&self) -> bool {
        let mut outer = self.rows.ancestors(self.index);
        outer.any(|outer| {
            let mut inner = self.nested_in(outer);
            // Behind a barrier of its scope the outer element stays as it is in the tree, but is open no more.
            inner
                .any(|inner| inner >= self.index || self.is_out_of_scope(inner, outer, List::Scope))
        })
    }

    /// The elements in an a or a nobr whose start tags close it.
    fn nested_in(&self, outer: usize) -> impl Iterator<Item = usize> {
        let name = self.rows.html(outer);
        let name = name.filter(|name| [&b"a"[..], b"nobr"].contains(name));
        let within = name.map_or(0..0, |_| self.rows.subtree(outer));
        within
            .filter(move |&inner| self.rows.html(inner) == name && !self.is_shielded(inner, outer))
    }

    /// The class of what the adoption agency moves although nothing is wrong with it.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>
    pub(super) fn class_of_restructured(
        &self,
        after: &Rows<'_>,
        known: &BTreeSet<Class>,
    ) -> Option<Class> {
        let unbalanced = self.of_unbalanced_formatting(after, known);
        unbalanced.or_else(|| {
            let is_behind = self.is_behind_nested_formatting();
            is_behind.then_some(Class::NestedFormatting)
        })
    }

    /// The class of a node behind this that cannot stand where it stands, in a formatting element that this is in too: fewer
    /// formatting elements may be open then than there are end tags, one of which ends the outer one.
    fn of_unbalanced_formatting(&self, after: &Rows<'_>, known: &BTreeSet<Class>) -> Option<Class> {
        let ancestors = self.rows.ancestors(self.index);
        let outermost = ancestors
            .filter(|&index| self.is_formatting(index))
            .last()?;
        let mut behind = self.index + 1..self.rows.subtree(outermost).end;
        behind.find_map(|index| Place { index, ..*self }.class(after, known))
    }

    fn is_formatting(&self, index: usize) -> bool {
        let name = self.rows.html(index);
        name.is_some_and(|name| FORMATTING.iter().any(|other| other.as_bytes() == name))
    }

    /// Whether an a or a nobr stands before this that holds another: the formatting elements in it may go on behind it.
    fn is_behind_nested_formatting(&self) -> bool {
        (0..self.index).any(|outer| self.nested_in(outer).next().is_some())
    }

    /// Whether there is a marker of the list of active formatting elements between two nodes.
    fn is_shielded(&self, inner: usize, outer: usize) -> bool {
        let markers: [&[u8]; 7] = [
            b"applet",
            b"marquee",
            b"object",
            b"template",
            b"td",
            b"th",
            b"caption",
        ];
        let between = self
            .rows
            .ancestors(inner)
            .take_while(|&index| index != outer);
        let mut names = between.filter_map(|index| self.rows.html(index));
        names.any(|name| markers.contains(&name))
    }
}
