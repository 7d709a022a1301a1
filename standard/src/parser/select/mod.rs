//! What the DOM does with `select`, `option` and `selectedcontent` elements when nodes are inserted, removed and
//! popped.
//!
//! The algorithms are written as the standard has them, over any tree that is a [`SelectTree`]. What they ask about the
//! tree are methods of that trait, and each is answered by walking through the tree ([`walk`]). The parser can answer
//! the same questions from an index.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#the-select-element>

pub mod mutation;
mod option;
pub mod walk;

use std::collections::BTreeSet;
use std::fmt;

use crate::clauses::clause::Clause;

pub use option::option_was_created;

/// The HTML elements that the algorithms look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `select`
    Select,
    /// `option`
    Option,
    /// `optgroup`
    Optgroup,
    /// `hr`
    Hr,
    /// `datalist`
    Datalist,
    /// `selectedcontent`
    Selectedcontent,
}

/// The attributes that the algorithms look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartAttribute {
    /// `disabled`, of options and optgroups.
    Disabled,
    /// `multiple`, of selects.
    Multiple,
    /// `selected`, of options.
    Selected,
    /// `size`, of selects.
    Size,
}

/// What the elements of a tree remember.
#[derive(Debug, Clone)]
pub struct Selects<N> {
    /// The options whose
    /// [selectedness](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-selectedness) is true.
    selected: BTreeSet<N>,
    /// The selectedcontent elements that are
    /// [disabled](https://html.spec.whatwg.org/multipage/form-elements.html#selectedcontent-disabled).
    disabled: BTreeSet<N>,
    /// The selectedcontent elements whose children are being replaced.
    replacing: Vec<N>,
    /// Whether children of a selectedcontent element were ever removed.
    pub(crate) have_removed: bool,
    /// How many nodes were walked through.
    pub(crate) walked: u64,
}

impl<N> Selects<N> {
    /// Nothing remembered.
    pub const fn new() -> Self {
        Self {
            selected: BTreeSet::new(),
            disabled: BTreeSet::new(),
            replacing: Vec::new(),
            have_removed: false,
            walked: 0,
        }
    }
}

impl<N> Default for Selects<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<N: Copy + Ord> Selects<N> {
    /// Whether an option's selectedness is true.
    pub fn is_selected(&self, option: N) -> bool {
        self.selected.contains(&option)
    }

    /// Whether a selectedcontent element is disabled.
    pub fn is_disabled(&self, selectedcontent: N) -> bool {
        self.disabled.contains(&selectedcontent)
    }
}

/// An option that an element around a subtree has on its list, or a selectedcontent element, in that subtree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartWithin<N> {
    /// The first option whose nearest ancestor select is outside the subtree, and that select.
    Option {
        /// The option.
        option: N,
        /// Its nearest ancestor select.
        select: N,
    },
    /// A selectedcontent element.
    Selectedcontent(N),
}

/// Where a selectedcontent element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nesting<N> {
    /// The nearest select around it.
    pub select: Option<N>,
    /// Whether an option, a selectedcontent element or a second select is around it.
    pub is_nested: bool,
}

/// A tree with `select` elements in it.
///
/// The first methods are about the tree. The questions after them have answers that walk through it; who overrides one
/// gives the same answer in another way.
pub trait SelectTree: Sized {
    /// A node.
    type Node: Copy + Ord + fmt::Debug;

    /// The parent of a node.
    fn parent(&self, node: Self::Node) -> Option<Self::Node>;
    /// The first child of a node.
    fn first_child(&self, node: Self::Node) -> Option<Self::Node>;
    /// The next sibling of a node.
    fn next_sibling(&self, node: Self::Node) -> Option<Self::Node>;
    /// Which of the elements that matter a node is.
    fn part(&self, node: Self::Node) -> Option<Part>;
    /// The value of an attribute of an element, in no namespace.
    fn attribute(&self, element: Self::Node, attribute: PartAttribute) -> Option<Vec<u8>>;
    /// Whether an element has an attribute, in no namespace.
    fn has_attribute(&self, element: Self::Node, attribute: PartAttribute) -> bool;
    /// The shadow root of an element.
    fn shadow_root(&self, element: Self::Node) -> Option<Self::Node>;
    /// Whether a node is [connected](https://dom.spec.whatwg.org/#connected).
    fn is_connected(&mut self, node: Self::Node) -> bool;

    /// Puts a node without a parent before a child of another, or at its end.
    fn link(&mut self, parent: Self::Node, node: Self::Node, before: Option<Self::Node>);
    /// Takes a node out of its parent.
    fn unlink(&mut self, node: Self::Node);
    /// A new document fragment.
    fn create_fragment(&mut self) -> Self::Node;
    /// A copy of a node without its children.
    /// <https://dom.spec.whatwg.org/#clone-a-single-node>
    fn clone_single_node(&mut self, node: Self::Node) -> Self::Node;
    /// The trees of a node that are cloned with it, each with the root that takes the copies: a template's contents and
    /// a clonable shadow root.
    fn cloned_inner_trees(&mut self, node: Self::Node, copy: Self::Node) -> Vec<(Self::Node, Self::Node)>;
    /// Whether there is no room for more nodes.
    fn is_full(&self) -> bool {
        false
    }

    /// What the elements of the tree remember.
    fn selects(&self) -> &Selects<Self::Node>;
    /// What the elements of the tree remember, to be changed.
    fn selects_mut(&mut self) -> &mut Selects<Self::Node>;
    /// Hears that an option's selectedness or a selectedcontent element's disabledness has changed.
    fn state_changed(&mut self, element: Self::Node) {
        let _ = element;
    }
    /// Hears that other options on the list of options of a select may be selected than before.
    fn selected_options_change(&mut self, select: Self::Node) {
        let _ = select;
    }
    /// Hears that a selectedcontent element now holds a clone of an option's children, and nothing else.
    fn clone_was_made(&mut self, option: Self::Node, selectedcontent: Self::Node) {
        let _ = (option, selectedcontent);
    }

    /// What the algorithm is to go by where a condition holds or not.
    #[inline]
    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let _ = clause;
        holds
    }
    /// Whether a step is to run.
    #[inline]
    fn step(&mut self, clause: Clause) -> bool {
        let _ = clause;
        true
    }

    /// The select on whose list of options an option is, or would be.
    fn nearest_ancestor_select(&mut self, element: Self::Node) -> Option<Self::Node> {
        walk::nearest_ancestor_select(self, element)
    }
    /// The first and the last option on a select's list of options whose selectedness is true.
    fn selected_options(&mut self, select: Self::Node) -> Option<(Self::Node, Self::Node)> {
        walk::selected_options(self, select)
    }
    /// The first option on a select's list of options that is not disabled.
    fn first_enabled_option(&mut self, select: Self::Node) -> Option<Self::Node> {
        walk::first_enabled_option(self, select)
    }
    /// The first selectedcontent element in a select.
    fn first_selectedcontent(&mut self, select: Self::Node) -> Option<Self::Node> {
        walk::first_selectedcontent(self, select)
    }
    /// The next selectedcontent element in a select after one, of those that have children.
    fn next_filled_selectedcontent(&mut self, select: Self::Node, after: Self::Node) -> Option<Self::Node> {
        walk::next_filled_selectedcontent(self, select, after)
    }
    /// The parts in a subtree for which it matters that it is inserted or removed, in shadow-including tree order. Of
    /// the options it is the first; see [`mutation`].
    fn parts_within(&mut self, root: Self::Node) -> Vec<PartWithin<Self::Node>> {
        walk::parts_within(self, root)
    }
    /// What is around a selectedcontent element.
    fn nesting(&mut self, selectedcontent: Self::Node) -> Nesting<Self::Node> {
        walk::nesting(self, selectedcontent)
    }
    /// The nearest select that a node is in, or is.
    fn nearest_inclusive_select(&mut self, node: Self::Node) -> Option<Self::Node> {
        walk::nearest_inclusive_select(self, node)
    }
    /// Whether a selectedcontent element holds a clone of an option's children, so that another clone in its place
    /// would change nothing. It may be unknown; then it is `false`.
    fn holds_clone_of(&mut self, selectedcontent: Self::Node, option: Self::Node) -> bool {
        let _ = (selectedcontent, option);
        false
    }
}
