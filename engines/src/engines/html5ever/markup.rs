//! html5ever's serialiser on the canonical tree.

use std::io;

use html5ever::serialize::{HtmlSerializer, SerializeOpts, Serializer, TraversalScope};
use html5ever::{LocalName, QualName, ns};

use super::namespace;
use crate::model::input::{Context, Extent, Serialise};
use crate::model::tree::{AttributeNamespace, Node, Tree};

/// The markup that html5ever writes for the tree, which holds no lone surrogates. Shadow roots are left out: its
/// serialiser knows none.
///
/// # Errors
/// None: the serialiser has those of its writer, and this one, a buffer, has none.
pub(super) fn serialise(tree: &Tree, task: &Serialise) -> io::Result<Vec<u8>> {
    let context = task.context.as_ref().map(name_of);
    let options = SerializeOpts {
        scripting_enabled: task.scripting,
        traversal_scope: match task.extent {
            Extent::Inner => TraversalScope::ChildrenOnly(context.clone()),
            Extent::Outer => TraversalScope::IncludeNode,
        },
        create_missing_parent: false,
    };
    let mut writer = Writer { serializer: HtmlSerializer::new(Vec::new(), options), open: Vec::new() };
    let around = context.filter(|_| task.extent == Extent::Outer);
    if let Some(name) = &around {
        writer.serializer.start_elem(name.clone(), [].into_iter())?;
    }
    // Of a document's children, its outer markup is the element's.
    let element_alone = task.extent == Extent::Outer && task.context.is_none();
    let mut skipped: Option<u32> = None;
    for (depth, node) in tree.nodes() {
        if skipped.is_some_and(|above| depth > above) {
            continue;
        }
        let is_element = matches!(node, Node::Element { .. });
        let skip = matches!(node, Node::ShadowRoot { .. })
            || (element_alone && depth == 0 && !is_element)
            || writer.is_beside_contents(depth, &node);
        skipped = skip.then_some(depth);
        if !skip {
            writer.node(depth, node)?;
        }
    }
    writer.end_down_to(0)?;
    if let Some(name) = around {
        writer.serializer.end_elem(name)?;
    }
    Ok(writer.serializer.writer)
}

struct Writer {
    serializer: HtmlSerializer<Vec<u8>>,
    /// The open elements, each with its depth.
    open: Vec<(u32, QualName)>,
}

impl Writer {
    /// Whether a node is a child of a template element, not one of its contents.
    fn is_beside_contents(&self, depth: u32, node: &Node<'_>) -> bool {
        let is_contents = *node == Node::TemplateContents;
        let parent = self.open.iter().rev().find(|(open, _)| *open < depth);
        parent.is_some_and(|(open, name)| {
            let is_template = name.ns == ns!(html) && &*name.local == "template";
            is_template && open + 1 == depth && !is_contents
        })
    }

    fn node(&mut self, depth: u32, node: Node<'_>) -> io::Result<()> {
        self.end_down_to(depth)?;
        match node {
            Node::Doctype { name, .. } => self.serializer.write_doctype(text(name)),
            Node::Text(data) => self.serializer.write_text(text(data)),
            Node::Comment(data) => self.serializer.write_comment(text(data)),
            Node::ProcessingInstruction { target, data } => {
                self.serializer.write_processing_instruction(text(target), text(data))
            }
            Node::TemplateContents | Node::ShadowRoot { .. } => Ok(()),
            Node::Element { namespace: element_namespace, name, attributes } => {
                let local = LocalName::from(text(name));
                let name = QualName::new(None, namespace(element_namespace), local);
                let attributes: Vec<_> = attributes
                    .iter()
                    .map(|(namespace, name, value)| (attribute_name(namespace, name), text(value)))
                    .collect();
                let borrowed = attributes.iter().map(|(name, value)| (name, *value));
                self.serializer.start_elem(name.clone(), borrowed)?;
                self.open.push((depth, name));
                Ok(())
            }
        }
    }

    /// Ends the elements that are as deep, or deeper.
    fn end_down_to(&mut self, depth: u32) -> io::Result<()> {
        while let Some((_, name)) = self.open.pop_if(|(open, _)| *open >= depth) {
            self.serializer.end_elem(name)?;
        }
        Ok(())
    }
}

fn name_of(context: &Context) -> QualName {
    let local = LocalName::from(&*context.local_name);
    QualName::new(None, namespace(context.namespace), local)
}

fn attribute_name(namespace: AttributeNamespace, name: &[u8]) -> QualName {
    let namespace = match namespace {
        AttributeNamespace::None => ns!(),
        AttributeNamespace::XLink => ns!(xlink),
        AttributeNamespace::Xml => ns!(xml),
        AttributeNamespace::Xmlns => ns!(xmlns),
    };
    QualName::new(None, namespace, LocalName::from(text(name)))
}

/// Text that is known to hold no lone surrogates.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}
