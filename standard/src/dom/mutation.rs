//! What tree construction does to the tree.

use super::{Document, NodeId, NodeKind};

impl Document {
    /// Appends a node that has no parent as the last child.
    #[inline]
    pub fn append(&mut self, parent: NodeId, child: NodeId) {
        self.insert(parent, child, None);
    }

    /// Inserts a node that has no parent before `before`, a child of `parent`; at the end when there is none.
    #[inline]
    pub fn insert(&mut self, parent: NodeId, child: NodeId, before: Option<NodeId>) {
        let previous = match before {
            Some(before) => self.nodes[before.index()].previous_sibling.replace(child),
            None => self.nodes[parent.index()].last_child.replace(child),
        };
        match previous {
            Some(previous) => self.nodes[previous.index()].next_sibling = Some(child),
            None => self.nodes[parent.index()].first_child = Some(child),
        }
        let node = &mut self.nodes[child.index()];
        node.parent = Some(parent);
        node.previous_sibling = previous;
        node.next_sibling = before;
    }

    /// Takes a node out of its parent, if it has one.
    pub fn detach(&mut self, child: NodeId) {
        let node = &mut self.nodes[child.index()];
        let (parent, previous, next) = (node.parent.take(), node.previous_sibling.take(), node.next_sibling.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => self.nodes[previous.index()].next_sibling = next,
            None => self.nodes[parent.index()].first_child = next,
        }
        match next {
            Some(next) => self.nodes[next.index()].previous_sibling = previous,
            None => self.nodes[parent.index()].last_child = previous,
        }
    }

    /// Appends all children of one node to another.
    pub fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        let Some(first) = self.nodes[from.index()].first_child.take() else {
            return;
        };
        let last = self.nodes[from.index()].last_child.take();
        let mut next = Some(first);
        while let Some(child) = next {
            let node = &mut self.nodes[child.index()];
            node.parent = Some(to);
            next = node.next_sibling;
        }
        let previous = self.nodes[to.index()].last_child;
        self.nodes[to.index()].last_child = last;
        self.nodes[first.index()].previous_sibling = previous;
        match previous {
            Some(previous) => self.nodes[previous.index()].next_sibling = Some(first),
            None => self.nodes[to.index()].first_child = Some(first),
        }
    }

    /// Appends to the data of a text node.
    #[inline]
    pub fn append_text(&mut self, node: NodeId, more: &[u8]) {
        if let NodeKind::Text(text) = &mut self.nodes[node.index()].kind {
            self.text.append(text, more);
        }
    }

    /// A new fragment.
    pub(crate) fn create_fragment(&mut self) -> NodeId {
        self.create(NodeKind::DocumentFragment)
    }

    /// A copy of a node without its children. Elements share their attributes with it.
    /// <https://dom.spec.whatwg.org/#clone-a-single-node>
    pub(crate) fn clone_single_node(&mut self, node: NodeId) -> NodeId {
        match *self.kind(node) {
            NodeKind::Element(element) => self.create_element(element.name, element.attributes),
            NodeKind::Text(text) => {
                let text = self.text.copy(text);
                self.create(NodeKind::Text(text))
            }
            kind => self.create(kind),
        }
    }
}
