//! The adoption agency algorithm.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>

use super::classes::Class;
use super::formatting::FormattingElement;
use super::insertion::Location;
use super::stack::StackEntry;
use super::{Next, TreeBuilder};
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::observer::Observer;
use crate::dom::{ElementName, NodeId};
use crate::name::Name;
use crate::parser::options::Lookup;

/// What one round of the algorithm is about.
#[derive(Clone, Copy)]
struct Round {
    element: FormattingElement,
    /// Where the list has the formatting element.
    entry: u32,
    /// Where the stack has it.
    position: u32,
    block: NodeId,
    block_position: u32,
    common_ancestor: NodeId,
}

impl<O: Observer> TreeBuilder<O> {
    /// Runs the algorithm for a token of this name.
    pub(super) fn adoption_agency(&mut self, subject: Name) -> Next {
        let lone = self.is_lone(subject);
        if self.condition(
            clause!("adoption-agency/lone", "the current node is popped if it is the subject's and not on the list"),
            lone,
        ) {
            self.pop();
            return Next::Done;
        }
        let mut outer_loop_counter = 0;
        loop {
            if self.condition(
                clause!("adoption-agency/outer-loop", "after eight rounds it is enough"),
                outer_loop_counter >= 8,
            ) {
                return Next::Done;
            }
            outer_loop_counter += 1;
            // What a mutant makes of the counter must end too.
            if outer_loop_counter > 1000 {
                return Next::Done;
            }
            let entry = self.formatting.last_of(subject);
            if self.condition(
                clause!(
                    "adoption-agency/no-formatting-element",
                    "without a formatting element it is any other end tag"
                ),
                entry.is_none(),
            ) {
                return self.any_other_end_tag(subject);
            }
            let Some(entry) = entry else { return Next::Done };
            match self.adoption_round(entry) {
                Some(round) => self.adopt(round),
                None => return Next::Done,
            }
        }
    }

    /// Whether the current node is the subject's and not on the list.
    fn is_lone(&self, subject: Name) -> bool {
        self.stack
            .current()
            .is_some_and(|current| current.name.is_html(subject) && !self.formatting.is_at(current.link, current.node))
    }

    /// Whether the algorithm will find no formatting element, and be any other end tag. Before
    /// [`AaaNoFormattingContinue2026`](crate::clauses::change::Change) that could be read as abandoning the tag for
    /// which it runs.
    pub(super) fn will_be_any_other_end_tag(&self, subject: Name) -> bool {
        !self.is_lone(subject) && self.formatting.last_of(subject).is_none()
    }

    /// The first half of a round, up to where there is nothing to adopt.
    fn adoption_round(&mut self, entry: u32) -> Option<Round> {
        let element = *self.formatting.get(entry)?;
        let position = element.stack_position;
        let is_open = self.stack.is_at(position, element.node);
        if !self.condition(
            clause!("adoption-agency/open", "the formatting element must be open, or it leaves the list"),
            is_open,
        ) {
            self.error(TreeError::FormattingElementNotOpen);
            self.formatting.remove(entry);
            return None;
        }
        let in_scope = self.stack.is_in_scope(Class::Scope, position);
        if !self.condition(clause!("adoption-agency/in-scope", "the formatting element must be in scope"), in_scope) {
            self.error(TreeError::FormattingElementNotInScope);
            return None;
        }
        let is_current = self.stack.current_position() == Some(position);
        if !self.condition(
            clause!("adoption-agency/current", "the formatting element ought to be the current node"),
            is_current,
        ) {
            self.error(TreeError::MisnestedFormattingElement);
        }
        let block_position = self.stack.first_of_after(Class::Special, position);
        let block = block_position.and_then(|position| Some((position, self.stack.get(position)?.node)));
        if self.condition(
            clause!("adoption-agency/no-furthest-block", "without a furthest block the formatting element is closed"),
            block.is_none(),
        ) {
            self.pop_through(position);
            self.formatting.remove(entry);
            return None;
        }
        let (block_position, block) = block?;
        let above = self.stack.above(position)?;
        let common_ancestor = self.stack.get(above)?.node;
        Some(Round { element, entry, position, block, block_position, common_ancestor })
    }

    /// The second half of a round, where elements change their parents.
    fn adopt(&mut self, round: Round) {
        self.markers.shuffle();
        let (last_node, bookmark) = self.clone_in_between(round);
        self.place_last_node(round.common_ancestor, last_node);
        let FormattingElement { name, attributes, .. } = round.element;
        let new = self.create_for_same_token(name, attributes);
        if self.step(clause!("adoption-agency/take-children", "the new element takes the furthest block's children")) {
            self.take_children(round.block, new);
        }
        if self.step(clause!("adoption-agency/append", "the new element goes into the furthest block")) {
            self.append(round.block, new);
        }
        let new_entry = FormattingElement { node: new, stack_position: round.block_position, ..round.element };
        let stack = &mut self.stack;
        self.formatting.move_after(round.entry, bookmark, new_entry, |element, entry| {
            stack.set_link(element.stack_position, element.node, entry);
        });
        let mut open = StackEntry::new(new, ElementName::html(name), name);
        open.link = bookmark.max(round.entry);
        let formatting = &mut self.formatting;
        self.stack.move_below(round.position, round.block_position, open, |element, position| {
            formatting.set_stack_position(element.link, element.node, position);
        });
    }

    /// The inner loop: makes new elements of the formatting elements between the furthest block and the formatting
    /// element, each in the next, and takes the others off the stack. Gives the outermost, and the entry in the list
    /// that the bookmark is after.
    fn clone_in_between(&mut self, round: Round) -> (NodeId, u32) {
        let mut last_node = round.block;
        let mut bookmark = round.entry;
        let mut position = round.block_position;
        let mut inner_loop_counter = 0;
        while let Some(above) = self.stack.above(position).filter(|above| *above > round.position) {
            position = above;
            inner_loop_counter += 1;
            let Some(node) = self.stack.get(position).copied() else { break };
            let mut entry = self.formatting.get(node.link).copied().filter(|entry| entry.node == node.node);
            if self.condition(
                clause!("adoption-agency/inner-loop", "from the fourth on elements leave the list"),
                inner_loop_counter > 3 && entry.is_some(),
            ) {
                self.formatting.remove(node.link);
                entry = None;
            }
            let Some(entry) = entry else {
                if self.step(clause!("adoption-agency/leave-stack", "what is not on the list leaves the stack")) {
                    self.stack.remove_between(position);
                }
                continue;
            };
            let new = self.create_for_same_token(entry.name, entry.attributes);
            self.formatting.replace(node.link, new, position);
            self.stack.replace(position, new);
            if last_node == round.block
                && self.step(clause!("adoption-agency/bookmark", "the bookmark moves behind the first new element"))
            {
                bookmark = node.link;
            }
            if self.step(clause!("adoption-agency/nest", "the last node goes into the new element")) {
                self.remove(last_node);
                self.append(new, last_node);
            }
            last_node = new;
        }
        (last_node, bookmark)
    }

    /// Inserts what was made where it belongs by the common ancestor, unless the DOM would reject it.
    fn place_last_node(&mut self, common_ancestor: NodeId, last_node: NodeId) {
        if !self.edition.has(Change::AaaDropUnreinsertable2026) {
            return self.place_last_node_before_2026(common_ancestor, last_node);
        }
        let location = self.adjusted_insertion_location(Some(common_ancestor));
        if self.step(clause!("adoption-agency/remove-last-node", "the last node is removed from its parent")) {
            self.remove(last_node);
        }
        let holds_target = self.is_host_including_inclusive_ancestor(last_node, location.parent);
        if self.condition(
            clause!("adoption-agency/holds-target", "a last node that holds the place it would go to is left out"),
            holds_target,
        ) || holds_target
        {
            return;
        }
        let is_taken = location.parent == NodeId::DOCUMENT && self.document.document_element().is_some();
        if self.condition(
            clause!("adoption-agency/document-taken", "a last node is left out of a document that has an element"),
            is_taken,
        ) {
            return;
        }
        let has_moved = location.before.is_some_and(|before| self.document.parent(before) != Some(location.parent));
        if self.condition(
            clause!(
                "adoption-agency/reference-moved",
                "a last node is left out where the node that it would be before is gone"
            ),
            has_moved,
        ) {
            return;
        }
        if self.document.parent(last_node).is_none() {
            // Only a mutant comes here with a reference node that has moved.
            self.insert_at(Location { before: location.before.filter(|_| !has_moved), ..location }, last_node);
        }
    }

    /// Before [`Change::AaaDropUnreinsertable2026`] the text did not say what happens where the node cannot be
    /// inserted. It can be read so that the place is looked for when the node is out of the way; then it is there but
    /// in a node that the last node holds, which no tree can be.
    fn place_last_node_before_2026(&mut self, common_ancestor: NodeId, last_node: NodeId) {
        self.remove(last_node);
        let location = self.adjusted_insertion_location(Some(common_ancestor));
        if !self.is_host_including_inclusive_ancestor(last_node, location.parent) {
            self.insert_at(location, last_node);
        }
    }

    /// Whether a node is another, one of its ancestors, or one of those of the template or shadow host that it is in.
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    fn is_host_including_inclusive_ancestor(&mut self, node: NodeId, other: NodeId) -> bool {
        // While elements go only where the one above on the stack has its children, an element is never in one below.
        let can_be = O::sees_all() || self.patches.were_there() || self.select_state.selects.have_removed;
        let checks = self.options.lookup == Lookup::Check;
        if !can_be && !checks {
            return false;
        }
        let is_ancestor = self.walks_up_to(node, other);
        if is_ancestor && !can_be {
            self.disagree("whether it holds the place where it is to go", node, "true", "false");
        }
        is_ancestor
    }

    fn walks_up_to(&self, node: NodeId, other: NodeId) -> bool {
        let mut ancestor = Some(other);
        while let Some(current) = ancestor {
            if current == node {
                return true;
            }
            ancestor = self.document.parent(current).or_else(|| self.document.host(current));
        }
        false
    }
}
