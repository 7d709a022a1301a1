//! Sequences that are cut and joined anywhere, each with a summary of its parts: splay trees in one arena.
//!
//! All operations take amortised logarithmic time. <https://www.cs.cmu.edu/~sleator/papers/self-adjusting.pdf>

use super::summary::{Item, NONE, Own, Summary};

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: Item,
    left: Item,
    right: Item,
    own: Own,
    /// Of the item and all below it.
    summary: Summary,
}

/// Sequences of items. Each item is in one.
#[derive(Debug)]
pub(super) struct Sequences {
    nodes: Vec<Node>,
}

impl Default for Sequences {
    fn default() -> Self {
        let none = Node { parent: NONE, left: NONE, right: NONE, own: Own::default(), summary: Summary::EMPTY };
        Self { nodes: vec![none] }
    }
}

impl Sequences {
    /// Makes an item, which is a sequence of its own.
    pub(super) fn create(&mut self, own: Own) -> Item {
        let item = self.nodes.len() as Item;
        self.nodes.push(Node { parent: NONE, left: NONE, right: NONE, own, summary: Summary::of(item, own) });
        item
    }

    /// What an item is.
    pub(super) fn own(&self, item: Item) -> Own {
        self.node(item).own
    }

    /// Changes what an item is.
    pub(super) fn set_own(&mut self, item: Item, own: Own) {
        self.splay(item, NONE);
        self.node_mut(item).own = own;
        self.update(item);
    }

    /// Appends a sequence, given by an item of it, to another.
    pub(super) fn join(&mut self, first: Item, second: Item) {
        let last = self.last(first);
        self.splay(last, NONE);
        self.splay(second, NONE);
        self.attach_right(last, second);
    }

    /// Puts a sequence, given by its first item, before an item of another.
    pub(super) fn insert_before(&mut self, item: Item, first: Item) {
        self.splay(item, NONE);
        self.splay(first, NONE);
        let before = std::mem::replace(&mut self.node_mut(item).left, first);
        self.node_mut(first).left = before;
        self.node_mut(first).parent = item;
        if before != NONE {
            self.node_mut(before).parent = first;
        }
        self.update(first);
        self.update(item);
    }

    /// Cuts a sequence before an item; gives an item of what was before it.
    pub(super) fn cut_before(&mut self, item: Item) -> Item {
        self.splay(item, NONE);
        let left = std::mem::replace(&mut self.node_mut(item).left, NONE);
        self.node_mut(left).parent = NONE;
        self.update(item);
        left
    }

    /// Cuts a sequence after an item; gives an item of what was after it.
    pub(super) fn cut_after(&mut self, item: Item) -> Item {
        self.splay(item, NONE);
        let right = std::mem::replace(&mut self.node_mut(item).right, NONE);
        self.node_mut(right).parent = NONE;
        self.update(item);
        right
    }

    /// The first item of the sequence that an item is in.
    pub(super) fn first(&mut self, item: Item) -> Item {
        self.splay(item, NONE);
        let mut first = item;
        while self.node(first).left != NONE {
            first = self.node(first).left;
        }
        self.splay(first, NONE);
        first
    }

    /// The last item of the sequence that an item is in.
    fn last(&mut self, item: Item) -> Item {
        self.splay(item, NONE);
        let mut last = item;
        while self.node(last).right != NONE {
            last = self.node(last).right;
        }
        self.splay(last, NONE);
        last
    }

    /// The summary of what is between two items of a sequence.
    pub(super) fn between(&mut self, start: Item, end: Item) -> Summary {
        self.splay(end, NONE);
        self.splay(start, end);
        self.node(self.node(start).right).summary
    }

    /// Whether two items are in one sequence, the first before the second.
    pub(super) fn is_before(&mut self, first: Item, second: Item) -> bool {
        if first == second {
            return false;
        }
        self.splay(first, NONE);
        self.splay(second, NONE);
        // The item that was the root is now near it.
        let mut below = first;
        loop {
            let parent = self.node(below).parent;
            if parent == second {
                return self.node(second).left == below;
            }
            if parent == NONE {
                return false;
            }
            below = parent;
        }
    }

    /// The last item before another at which the sum of a weight, from there to that one, becomes positive. `weight`
    /// reads the weight's sum in a summary, and the greatest sum that a part at the end of the sequence has.
    pub(super) fn enclosing(&mut self, item: Item, weight: impl Fn(&Summary) -> (i32, i32)) -> Option<Item> {
        self.splay(item, NONE);
        let mut behind = 0;
        let mut current = self.node(item).left;
        let mut deepest = item;
        while current != NONE {
            deepest = current;
            let node = self.node(current);
            let (sum, greatest) = weight(&self.node(node.right).summary);
            if greatest + behind > 0 {
                current = node.right;
                continue;
            }
            behind += sum;
            let (own, _) = weight(&Summary::of(current, node.own));
            if own + behind > 0 {
                self.splay(current, NONE);
                return Some(current);
            }
            behind += own;
            current = node.left;
        }
        self.splay(deepest, NONE);
        None
    }

    /// Moves an item up to right below `top`, or to the root.
    fn splay(&mut self, item: Item, top: Item) {
        if item == NONE {
            return;
        }
        loop {
            let parent = self.node(item).parent;
            if parent == top {
                return;
            }
            let grandparent = self.node(parent).parent;
            if grandparent != top {
                let is_straight = (self.node(grandparent).left == parent) == (self.node(parent).left == item);
                self.rotate(if is_straight { parent } else { item });
            }
            self.rotate(item);
        }
    }

    /// Moves an item up to the place of its parent.
    fn rotate(&mut self, item: Item) {
        let parent = self.node(item).parent;
        let grandparent = self.node(parent).parent;
        let is_left = self.node(parent).left == item;
        let inner = match is_left {
            true => std::mem::replace(&mut self.node_mut(item).right, parent),
            false => std::mem::replace(&mut self.node_mut(item).left, parent),
        };
        match is_left {
            true => self.node_mut(parent).left = inner,
            false => self.node_mut(parent).right = inner,
        }
        if inner != NONE {
            self.node_mut(inner).parent = parent;
        }
        self.node_mut(parent).parent = item;
        self.node_mut(item).parent = grandparent;
        if grandparent != NONE {
            let above = self.node_mut(grandparent);
            match above.left == parent {
                true => above.left = item,
                false => above.right = item,
            }
        }
        self.update(parent);
        self.update(item);
    }

    fn attach_right(&mut self, root: Item, right: Item) {
        self.node_mut(root).right = right;
        self.node_mut(right).parent = root;
        self.update(root);
    }

    fn update(&mut self, item: Item) {
        let Node { left, right, own, .. } = *self.node(item);
        let before = self.node(left).summary.then(&Summary::of(item, own));
        let summary = before.then(&self.node(right).summary);
        self.node_mut(item).summary = summary;
    }

    fn node(&self, item: Item) -> &Node {
        &self.nodes[item as usize]
    }

    fn node_mut(&mut self, item: Item) -> &mut Node {
        &mut self.nodes[item as usize]
    }
}
