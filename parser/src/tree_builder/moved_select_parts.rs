//! Options and selectedcontent elements that the adoption agency moves: they are removed from where they are and inserted
//! again, which can select another option, and shows the selected one anew.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#update-an-option's-nearest-ancestor-select>

use std::collections::BTreeMap;

use crate::clause::clause;
use crate::dom::NodeId;
use crate::name::Name;
use crate::observer::Observer;
use super::TreeBuilder;
use super::list_of_options::{ListedOption, html_name, list_of_options, nearest_ancestor_select};
use super::selectedcontent::{display_size, nearest_select_in_tree};

/// The list of options of a select, when some of them were moved.
struct Moved {
    list: Vec<ListedOption>,
    /// With each, the number of the moved node that it is in, or is; none if it was not moved.
    nodes: Vec<Option<usize>>,
}

/// What the adoption agency moved.
#[derive(Clone, Copy)]
pub(super) enum Move {
    /// The furthest block.
    Block {
        /// Whether it was put in front of another node.
        is_before: bool,
    },
    /// The children of the furthest block, one by one.
    Children {
        /// The block's child now, to which they were moved.
        new: NodeId,
    },
}

/// What is around a furthest block in which there may be options or selectedcontent elements.
#[derive(Clone, Copy)]
pub(super) struct Around {
    block: NodeId,
    /// The select on whose list the options in it are, by the stack of open elements.
    select: Option<NodeId>,
    /// Whether the block leaves an element with which options and selectedcontent elements have to do, or what was taken out
    /// of a selectedcontent element.
    is_out: bool,
}

impl<O: Observer> TreeBuilder<O> {
    /// What is around a furthest block, if there may be options or selectedcontent elements in it, before it is moved; given by
    /// its position on the stack, and that of the formatting element.
    #[inline]
    pub(super) fn around_select_parts(&self, formatting: u32, block_position: u32, block: NodeId) -> Option<Around> {
        let newest = self.selects.newest?;
        if newest < block && !self.patches.were_there() {
            return None;
        }
        let last_before = |name, limit: u32| {
            let mut positions = std::iter::successors(self.stack.last_position(name), |position| self.stack.last_before(*position));
            positions.find(|position| *position < limit)
        };
        let names = [Name::OPTION, Name::OPTGROUP, Name::DATALIST, Name::SELECTEDCONTENT];
        let is_out = names.into_iter().any(|name| last_before(name, block_position) > Some(formatting));
        let select = last_before(Name::SELECT, formatting);
        let group = last_before(Name::OPTGROUP, formatting);
        let barriers = [
            last_before(Name::OPTION, formatting),
            last_before(Name::DATALIST, formatting),
            last_before(Name::TEMPLATE, formatting),
            group.and_then(|group| self.stack.last_before(group)),
        ];
        let select = select.filter(|_| barriers.into_iter().all(|barrier| barrier < select));
        let select = select.and_then(|position| self.stack.get(position)).map(|select| select.node);
        let cut_off = select.and_then(|select| self.cut_off_position(select));
        Some(Around {
            block,
            select: select.filter(|_| cut_off.is_none_or(|cut_off| cut_off >= formatting)),
            is_out: is_out || cut_off == Some(formatting),
        })
    }

    /// What happens to the options and selectedcontent elements among what was moved.
    #[cold]
    pub(super) fn select_parts_were_moved(&mut self, moved: Move, around: Around) {
        if !self.step(clause!("selectedcontent/moved", "what the adoption agency moves is removed and inserted again")) {
            return;
        }
        let select = match self.patches.were_there() {
            true => nearest_ancestor_select(&self.document, around.block),
            false => around.select,
        };
        if let Some(select) = select.filter(|select| !self.is_multiple(*select)) {
            let arrived = match moved {
                Move::Block { .. } if around.is_out || self.patches.were_there() => self.options_that_arrived(select, around.block),
                _ => BTreeMap::new(),
            };
            let state = self.selects.state(select);
            state.is_disordered |= matches!(moved, Move::Block { is_before: true, .. }) || !arrived.is_empty();
            let content = state.newest_content;
            if self.options_were_moved(select, moved, around, &arrived) {
                self.selects.unsettled.extend(content);
            }
        }
        self.selectedcontents_were_moved(moved, around);
    }

    /// The options below a node that were not on the list of a select but are now, and whether they are selected.
    fn options_that_arrived(&mut self, select: NodeId, root: NodeId) -> BTreeMap<NodeId, bool> {
        if self.selects.off_list.is_empty() {
            return BTreeMap::new();
        }
        let below = self.document.descendants(root).map(|(_, node)| node);
        let below: Vec<_> = below.filter(|node| self.selects.off_list.contains_key(node)).collect();
        let mut arrived = BTreeMap::new();
        for node in below {
            let is_listed = nearest_ancestor_select(&self.document, node) == Some(select);
            if is_listed && let Some(is_selected) = self.selects.off_list.remove(&node) {
                arrived.insert(node, is_selected);
            }
        }
        arrived
    }

    /// Lets the options of a select be removed and inserted again with what was moved, and says whether another is selected
    /// then.
    fn options_were_moved(&mut self, select: NodeId, moved: Move, around: Around, arrived: &BTreeMap<NodeId, bool>) -> bool {
        let selected = self.selects.selected_option(select);
        if arrived.is_empty() && !self.can_select_another(select, moved) {
            return false;
        }
        let moved = self.list_of_moved(select, moved, around);
        let position = |node| moved.list.iter().position(|option| option.node == node);
        let arrived = arrived.iter().filter(|(_, is_selected)| **is_selected);
        let arrived = arrived.filter_map(|(node, _)| position(*node)).max();
        let takes_first = display_size(&self.document, select) == Some(1);
        let known = selected.and_then(position).map(|selected| match takes_first {
            true => moved.selected_then(selected),
            false => selected,
        });
        let first = || moved.first(|_| true).filter(|_| takes_first);
        let then = known.max(arrived).or_else(first).map(|position| moved.list[position].node);
        self.selects.select(select, then);
        then != selected
    }

    fn list_of_moved(&self, select: NodeId, moved: Move, around: Around) -> Moved {
        let mut options = BTreeMap::new();
        let mut count = 0;
        for (depth, node) in self.document.descendants(moved.root(around)) {
            count += usize::from(depth == 1 && matches!(moved, Move::Children { .. }));
            if html_name(&self.document, node) == Some(Name::OPTION) {
                options.insert(node, count);
            }
        }
        let list = list_of_options(&self.document, select, None);
        let nodes = list.iter().map(|option| options.get(&option.node).copied()).collect();
        Moved { list, nodes }
    }

    /// Whether what was moved can make another option of a select the selected one. While the options have the order in which
    /// they were made, that is seen at once: the selected one must be moved, no other that can be selected be before what is
    /// moved, and one be in a later child.
    fn can_select_another(&mut self, select: NodeId, moved: Move) -> bool {
        let Some(selected) = self.selects.selected_option(select) else { return false };
        if self.patches.were_there() || !self.selects.has_order(select) {
            return true;
        }
        let Move::Children { new, .. } = moved else { return false };
        let Some(first_moved) = self.document.first_child(new) else { return false };
        let Some(second_moved) = self.document.next_sibling(first_moved) else { return false };
        selected >= first_moved
            && self.selects.newest.is_some_and(|newest| newest >= second_moved)
            && self.first_enabled_option(select).is_none_or(|first| first >= first_moved)
    }

    /// Lets the selectedcontent elements that were moved be inserted again.
    fn selectedcontents_were_moved(&mut self, moved: Move, around: Around) {
        let is_patched = self.patches.were_there();
        let mut contents = Vec::new();
        while let Some(content) = self.selects.unsettled.pop_if(|content| *content > around.block || is_patched) {
            contents.push(content);
        }
        if around.is_out && matches!(moved, Move::Block { .. }) {
            let below = self.document.descendants(around.block).map(|(_, node)| node);
            contents.extend(below.filter(|node| html_name(&self.document, *node) == Some(Name::SELECTEDCONTENT)));
        }
        contents.sort_unstable();
        contents.dedup();
        for content in contents {
            let is_moved = self.is_inclusive_ancestor(moved.root(around), content);
            if is_moved {
                self.selectedcontent_was_connected(content);
            }
            if !is_moved || !self.is_settled(content) {
                self.selects.unsettled.push(content);
            }
        }
    }

    /// Whether nothing changes any more when a selectedcontent element is inserted again.
    fn is_settled(&self, content: NodeId) -> bool {
        let is_open = self.stack.find(Name::SELECTEDCONTENT, content).is_some();
        !is_open && nearest_select_in_tree(&self.document, content).is_none_or(|select| self.selects.shows_selected_option(select))
    }
}

impl Move {
    /// The node below which all is that was moved.
    fn root(self, around: Around) -> NodeId {
        match self {
            Self::Block { .. } => around.block,
            Self::Children { new } => new,
        }
    }
}

impl Moved {
    /// The place on the list of the option that is selected at last, for that of the one that was, if without one the first
    /// is that is not disabled.
    fn selected_then(&self, selected: usize) -> usize {
        if self.nodes[selected].is_none() {
            return selected;
        }
        // First all are moved at once: meanwhile another is selected, and of the two the last stays.
        if let Some(other) = self.first(|position| self.nodes[position].is_none()) {
            return selected.max(other);
        }
        // Then node by node: each takes with it the option that is selected, and the first of a later node is selected.
        let mut last = selected;
        while let Some(next) = self.first_behind(last) {
            last = next;
        }
        last
    }

    /// The first of a later node than that with the option at this place that is not disabled.
    fn first_behind(&self, position: usize) -> Option<usize> {
        let mut behind = position + 1..self.list.len();
        behind.find(|other| self.nodes[*other] > self.nodes[position] && !self.list[*other].is_disabled)
    }

    /// The first that is not disabled, of those where a condition holds.
    fn first(&self, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let mut positions = 0..self.list.len();
        positions.find(|position| !self.list[*position].is_disabled && holds(*position))
    }
}
