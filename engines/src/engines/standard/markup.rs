//! The standard engine as a serialiser.

use crosscheck_standard::clauses::observer::{Ignore, Observer};
use crosscheck_standard::dom::{AttributeRange, Document, ElementName, NodeId, NodeKind, ShadowRoot};
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Failure, Parsed};
use crosscheck_standard::parser::serialise::{SerialiseOptions, Serialiser};
use crosscheck_standard::parser::watch::{self, Watch};
use crosscheck_standard::wtf8::Wtf8Buf;

use super::{Standard, fragment_context};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Extent, Serialise, ShadowRoots, Source};
use crate::model::tree::{Node, ShadowRootMode, Tree};

impl Standard {
    /// The markup of a tree, or of the tree of a text, with an observer of the parser and the serialiser.
    pub(super) fn serialise(
        &self,
        source: &Source,
        task: &Serialise,
        mut watch: Watch<'_>,
    ) -> Result<Wtf8Buf, NoAnswer> {
        let parsed = match source {
            Source::Tree(tree) => Ok(document_of(tree)),
            Source::Text(text) => self.parse_to_serialise(text, task, watch.reborrow()),
            Source::Bytes { .. } => {
                return Err("what is serialised is a tree or text".into());
            }
        };
        let (mut document, mut root) = parsed.map_err(|failure| failure.to_string())?;
        if let Some(context) = &task.context {
            root = put_into(&mut document, root, context);
        }
        let options = SerialiseOptions {
            scripting: task.scripting,
            serializable_shadow_roots: task.shadow_roots == ShadowRoots::Serializable,
            shadow_roots: match task.shadow_roots {
                ShadowRoots::All => document.shadow_roots().collect(),
                ShadowRoots::None | ShadowRoots::Serializable => Default::default(),
            },
            edition: self.edition,
            ..SerialiseOptions::default()
        };
        let observer: &mut dyn Observer = match watch {
            Watch::Nobody => &mut Ignore,
            Watch::CoverageMap(coverage_map) => coverage_map,
            Watch::Onlooker(observer) | Watch::Observer(observer) => observer,
        };
        let serialiser = Serialiser::new(&document, &options, observer);
        let markup = match (task.extent, &task.context) {
            (Extent::Inner, _) => serialiser.inner(root),
            (Extent::Outer, Some(_)) => serialiser.outer(root),
            (Extent::Outer, None) => match document.document_element() {
                Some(element) => serialiser.outer(element),
                None => Wtf8Buf::new(),
            },
        };
        Ok(markup)
    }

    /// The markup of a tree, with the document that was made of it and the node whose content is written.
    pub fn write<O: Observer>(
        &self,
        tree: &Tree,
        context: Option<&Context>,
        scripting: bool,
        observer: O,
    ) -> (Document, NodeId, Wtf8Buf) {
        let (mut document, mut root) = document_of(tree);
        if let Some(context) = context {
            root = put_into(&mut document, root, context);
        }
        let options = SerialiseOptions { scripting, edition: self.edition, ..SerialiseOptions::default() };
        let markup = Serialiser::new(&document, &options, observer).inner(root);
        (document, root, markup)
    }

    fn parse_to_serialise(
        &self,
        text: &Wtf8Buf,
        task: &Serialise,
        watch: Watch<'_>,
    ) -> Result<(Document, NodeId), Failure> {
        let options = Options {
            allow_declarative_shadow_roots: task.shadow_roots != ShadowRoots::None,
            ..self.options(task.scripting, &task.context)
        };
        let context = task.context.as_ref().map(fragment_context);
        let Parsed { document, fragment, .. } = watch::parse(&[text.as_bytes()], context.as_ref(), options, watch)?;
        Ok((document, fragment.unwrap_or(NodeId::DOCUMENT)))
    }
}

/// Makes the context element, and puts what is in `root` into it: into its contents if it is a template.
fn put_into(document: &mut Document, root: NodeId, context: &Context) -> NodeId {
    let name =
        ElementName { namespace: context.namespace, local: document.names.intern(context.local_name.as_bytes()) };
    let element = document.create_element(name, AttributeRange::default());
    let inside = document.element(element).and_then(|made| made.contents);
    document.reparent_children(root, inside.unwrap_or(element));
    element
}

/// The tree as a document, and the node its first nodes are children of.
fn document_of(tree: &Tree) -> (Document, NodeId) {
    let mut document = Document::default();
    // Where the children of each depth go.
    let mut parents = vec![NodeId::DOCUMENT];
    for (depth, node) in tree.nodes() {
        parents.truncate(depth as usize + 1);
        let parent = parents[parents.len() - 1];
        let inside = match node {
            Node::TemplateContents => match document.element(parent).and_then(|host| host.contents) {
                Some(contents) => contents,
                // Template contents without a template, which no document has.
                None => document.create(NodeKind::DocumentFragment),
            },
            Node::ShadowRoot { mode } => attach_shadow(&mut document, parent, mode),
            _ => {
                let made = make(&mut document, node);
                document.append(parent, made);
                made
            }
        };
        parents.push(inside);
    }
    (document, NodeId::DOCUMENT)
}

/// Attaches a shadow root of which only the mode is known.
fn attach_shadow(document: &mut Document, host: NodeId, mode: ShadowRootMode) -> NodeId {
    let root = ShadowRoot {
        mode,
        delegates_focus: false,
        serializable: false,
        manual_slot_assignment: false,
        clonable: false,
        keeps_null_registry: false,
    };
    document.attach_shadow(host, root)
}

fn make(document: &mut Document, node: Node<'_>) -> NodeId {
    match node {
        Node::Doctype { name, public_id, system_id } => document.create_doctype(name, public_id, system_id),
        Node::Text(data) => document.create_text(data),
        Node::Comment(data) => {
            let data = document.store_text(data);
            document.create(NodeKind::Comment(data))
        }
        Node::ProcessingInstruction { target, data } => {
            let target = document.names.intern(target);
            let data = document.store_text(data);
            document.create(NodeKind::ProcessingInstruction { target, data })
        }
        Node::Element { namespace, name, attributes } => {
            let name = ElementName { namespace, local: document.names.intern(name) };
            let attributes: Vec<_> = attributes
                .iter()
                .map(|(namespace, name, value)| (namespace, document.names.intern(name), value))
                .collect();
            let attributes = document.store_attributes(attributes.into_iter());
            document.create_element(name, attributes)
        }
        Node::TemplateContents | Node::ShadowRoot { .. } => {
            unreachable!("these are no nodes of their own")
        }
    }
}
