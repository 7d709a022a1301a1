//! The tree: one arena of nodes, one of attributes, one buffer of text. Nothing recurses, nothing is counted.

mod text;

use std::num::NonZeroU32;

use crate::name::{Name, Names};
pub use text::Text;
use text::TextBuffer;

/// A node of a [`Document`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The document node.
    pub const DOCUMENT: Self = Self(NonZeroU32::MIN);

    /// A dense number, from 0 for the document.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The namespaces an element can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Namespace {
    /// <http://www.w3.org/1999/xhtml>
    Html,
    /// <http://www.w3.org/1998/Math/MathML>
    MathMl,
    /// <http://www.w3.org/2000/svg>
    Svg,
}

/// The namespaces an attribute can be in; the prefix follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum AttributeNamespace {
    /// No namespace.
    None,
    /// <http://www.w3.org/1999/xlink>
    XLink,
    /// <http://www.w3.org/XML/1998/namespace>
    Xml,
    /// <http://www.w3.org/2000/xmlns/>
    Xmlns,
}

/// An element's namespace and local name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementName {
    /// The namespace.
    pub namespace: Namespace,
    /// The local name.
    pub local: Name,
}

impl ElementName {
    /// An HTML element's name.
    pub const fn html(local: Name) -> Self {
        Self {
            namespace: Namespace::Html,
            local,
        }
    }

    /// Whether this is the HTML element of that name.
    #[inline(always)]
    pub fn is_html(self, local: Name) -> bool {
        self.namespace as u8 == Namespace::Html as u8 && self.local.index() == local.index()
    }
}

/// An attribute of an element.
#[derive(Debug, Clone, Copy)]
pub struct Attribute {
    /// The namespace.
    pub namespace: AttributeNamespace,
    /// The local name.
    pub name: Name,
    /// The value.
    pub value: Text,
}

/// A run of attributes in the arena. Elements cloned from one another share it, since only html and body elements
/// ever gain attributes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AttributeRange {
    start: u32,
    length: u32,
}

/// What a node is.
#[derive(Debug, Clone, Copy)]
pub enum NodeKind {
    /// The document.
    Document,
    /// The contents of a template element, or a shadow root.
    DocumentFragment,
    /// A doctype.
    Doctype {
        /// The name.
        name: Text,
        /// The public identifier, empty when missing.
        public_id: Text,
        /// The system identifier, empty when missing.
        system_id: Text,
    },
    /// An element.
    Element(Element),
    /// A text node.
    Text(Text),
    /// A comment.
    Comment(Text),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: Text,
        /// The data.
        data: Text,
    },
}

/// What is particular to an element.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    /// Its namespace and local name.
    pub name: ElementName,
    /// Its attributes.
    pub attributes: AttributeRange,
    /// The contents of a template element.
    pub contents: Option<NodeId>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: NodeKind,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    previous_sibling: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// A document and every node made for it.
#[derive(Debug, Clone)]
pub struct Document {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    text: TextBuffer,
    /// The names of elements and attributes.
    pub names: Names,
}

impl Default for Document {
    fn default() -> Self {
        let mut document = Self {
            nodes: Vec::new(),
            attributes: Vec::new(),
            text: TextBuffer::default(),
            names: Names::default(),
        };
        document.create(NodeKind::Document);
        document
    }
}

impl Document {
    /// A new node, not yet in the tree.
    pub fn create(&mut self, kind: NodeKind) -> NodeId {
        self.nodes.push(Node {
            kind,
            parent: None,
            first_child: None,
            last_child: None,
            previous_sibling: None,
            next_sibling: None,
        });
        let number = u32::try_from(self.nodes.len())
            .ok()
            .and_then(NonZeroU32::new);
        NodeId(number.expect("the parser stops before 4 Gi nodes"))
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> &NodeKind {
        &self.nodes[node.index()].kind
    }

    /// The element the node is, if it is one.
    #[inline]
    pub fn element(&self, node: NodeId) -> Option<&Element> {
        match self.kind(node) {
            NodeKind::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The parent.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child
    }

    /// The last child.
    #[inline]
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].last_child
    }

    /// The previous sibling.
    #[inline]
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].previous_sibling
    }

    /// The next sibling.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next_sibling
    }

    /// The text, as WTF-8.
    #[inline]
    pub fn text(&self, text: Text) -> &[u8] {
        self.text.get(text)
    }

    /// Stores text for a node about to be made.
    pub fn store_text(&mut self, text: &[u8]) -> Text {
        self.text.store(text)
    }

    /// The attributes of a run.
    #[inline]
    pub fn attributes(&self, range: AttributeRange) -> &[Attribute] {
        &self.attributes[range.start as usize..][..range.length as usize]
    }

    /// Appends a node that has no parent as the last child.
    pub fn append(&mut self, parent: NodeId, child: NodeId) {
        self.insert(parent, child, None);
    }

    /// Inserts a node that has no parent before `before`, a child of `parent`; at the end when there is none.
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
        let (parent, previous, next) = (
            node.parent.take(),
            node.previous_sibling.take(),
            node.next_sibling.take(),
        );
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

    /// Appends to the data of a text node.
    pub fn append_text(&mut self, node: NodeId, more: &[u8]) {
        if let NodeKind::Text(text) = &mut self.nodes[node.index()].kind {
            self.text.append(text, more);
        }
    }
}
