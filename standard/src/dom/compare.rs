//! Comparing trees of different documents.

use super::{Attribute, Document, NodeId, NodeKind};

impl Document {
    /// Whether what is below a node of this document, and what is below a node of another, are the same: node by node,
    /// the attributes in the same order, with the contents of templates and the shadow roots.
    pub fn same_below(&self, node: NodeId, other: &Self, other_node: NodeId) -> bool {
        let mut pending = vec![(node, other_node)];
        while let Some((node, other_node)) = pending.pop() {
            let (mut a, mut b) = (self.first_child(node), other.first_child(other_node));
            while let (Some(x), Some(y)) = (a, b) {
                if !self.same_node(x, other, y) {
                    return false;
                }
                pending.push((x, y));
                match (self.inner_root(x), other.inner_root(y)) {
                    (Some(x), Some(y)) => pending.push((x, y)),
                    (None, None) => {}
                    _ => return false,
                }
                (a, b) = (self.next_sibling(x), other.next_sibling(y));
            }
            if a.is_some() || b.is_some() {
                return false;
            }
        }
        true
    }

    /// The shadow root of an element, or else the contents of a template.
    #[inline]
    pub fn inner_root(&self, node: NodeId) -> Option<NodeId> {
        match self.shadow_root(node) {
            Some((root, _)) => Some(root),
            None => self.element(node)?.contents,
        }
    }

    /// Whether a node of this document and one of another are the same, whatever is in them: elements with the
    /// attributes in the same order.
    pub fn same_node(&self, node: NodeId, other: &Self, other_node: NodeId) -> bool {
        match (*self.kind(node), *other.kind(other_node)) {
            (NodeKind::Document, NodeKind::Document) | (NodeKind::DocumentFragment, NodeKind::DocumentFragment) => true,
            (NodeKind::Doctype(a), NodeKind::Doctype(b)) => {
                let texts = |document: &Self, id| {
                    let doctype = document.doctype(id);
                    [doctype.name, doctype.public_id, doctype.system_id].map(|text| document.text(text).to_vec())
                };
                texts(self, a) == texts(other, b)
            }
            (NodeKind::Text(a), NodeKind::Text(b)) | (NodeKind::Comment(a), NodeKind::Comment(b)) => {
                self.text(a) == other.text(b)
            }
            (
                NodeKind::ProcessingInstruction { target, data },
                NodeKind::ProcessingInstruction { target: other_target, data: other_data },
            ) => {
                self.names.spelling(target) == other.names.spelling(other_target)
                    && self.text(data) == other.text(other_data)
            }
            (NodeKind::Element(a), NodeKind::Element(b)) => {
                let attributes = self.attributes(a.attributes);
                let other_attributes = other.attributes(b.attributes);
                a.name.namespace == b.name.namespace
                    && self.names.spelling(a.name.local) == other.names.spelling(b.name.local)
                    && attributes.len() == other_attributes.len()
                    && std::iter::zip(attributes, other_attributes).all(|(a, b)| self.same_attribute(a, other, b))
                    && self.shadow_root(node).map(|(_, root)| root)
                        == other.shadow_root(other_node).map(|(_, root)| root)
            }
            _ => false,
        }
    }

    fn same_attribute(&self, a: &Attribute, other: &Self, b: &Attribute) -> bool {
        a.namespace == b.namespace
            && self.names.spelling(a.name) == other.names.spelling(b.name)
            && self.text(a.value) == other.text(b.value)
    }
}
