//! From the sink's nodes to the canonical [`Tree`].

use html5ever::{Attribute, ns};

use super::sink::{Data, Element, NodeRef};
use crate::model::tree::{AttributeNamespace, Namespace, Tree};

/// In which order an element's attributes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttributeOrder {
    /// The canonical tree's.
    Sorted,
    /// The source's, which a serialiser keeps.
    AsWritten,
}

/// Adds what is inside `root`.
pub(super) fn push_children(tree: &mut Tree, root: NodeRef<'_>, order: AttributeOrder) {
    let mut pending: Vec<(NodeRef<'_>, u32)> = Vec::with_capacity(32);
    pending.extend(root.first_child().map(|node| (node, 0)));
    while let Some((node, depth)) = pending.pop() {
        pending.extend(node.next_sibling().map(|next| (next, depth)));
        pending.extend(node.first_child().map(|child| (child, depth + 1)));
        match &node.data {
            Data::Root => {
                unreachable!("the document, template contents and shadow roots have no parent")
            }
            Data::Doctype { name, public_id, system_id } => {
                tree.push_doctype(depth, name.as_bytes(), public_id.as_bytes(), system_id.as_bytes());
            }
            Data::Text(text) => tree.push_text(depth, text.borrow().as_bytes()),
            Data::Comment(text) => tree.push_comment(depth, text.as_bytes()),
            Data::ProcessingInstruction { target, data } => {
                tree.push_processing_instruction(depth, target.as_bytes(), data.as_bytes());
            }
            Data::Element(element) => {
                push_element(tree, depth, element, order);
                let inner = if let Some((mode, root)) = element.shadow_root.get() {
                    tree.push_shadow_root(depth + 1, mode);
                    Some(root)
                } else if let Some(contents) = element.template_contents.get() {
                    tree.push_template_contents(depth + 1);
                    Some(contents)
                } else {
                    None
                };
                let first = inner.and_then(|inner| inner.first_child());
                pending.extend(first.map(|node| (node, depth + 2)));
            }
        }
    }
}

fn push_element(tree: &mut Tree, depth: u32, element: &Element<'_>, order: AttributeOrder) {
    let namespace = match element.name.ns {
        ns!(svg) => Namespace::Svg,
        ns!(mathml) => Namespace::MathMl,
        _ => Namespace::Html,
    };
    let attributes = element.attributes.borrow();
    let mut attributes: Vec<_> = attributes.iter().map(attribute).collect();
    let name = element.name.local.as_bytes();
    match order {
        AttributeOrder::Sorted => tree.push_element(depth, namespace, name, &mut attributes),
        AttributeOrder::AsWritten => {
            tree.push_element_as_written(depth, namespace, name, &attributes);
        }
    }
}

fn attribute(attribute: &Attribute) -> (AttributeNamespace, &[u8], &[u8]) {
    let namespace = match attribute.name.ns {
        ns!(xlink) => AttributeNamespace::XLink,
        ns!(xml) => AttributeNamespace::Xml,
        ns!(xmlns) => AttributeNamespace::Xmlns,
        _ => AttributeNamespace::None,
    };
    (namespace, attribute.name.local.as_bytes(), attribute.value.as_bytes())
}
