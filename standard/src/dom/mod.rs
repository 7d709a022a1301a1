//! The tree: one arena of nodes, one of attributes, one buffer of text. Nothing recurses, nothing is counted.

mod compare;
mod mutation;
mod shadow;
mod text;

use std::num::NonZeroU32;

use smallvec::SmallVec;

use crate::name::{Name, Names};
use shadow::ShadowRoots;
pub use shadow::{ShadowRoot, ShadowRootMode, is_valid_shadow_host_name};
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

impl Namespace {
    /// All namespaces.
    pub const ALL: [Self; 3] = [Self::Html, Self::MathMl, Self::Svg];

    /// What the notation for dumps of trees puts before a local name: nothing, `math ` or `svg `.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Html => "",
            Self::MathMl => "math ",
            Self::Svg => "svg ",
        }
    }

    /// The namespace's name.
    pub const fn uri(self) -> &'static str {
        match self {
            Self::Html => "http://www.w3.org/1999/xhtml",
            Self::MathMl => "http://www.w3.org/1998/Math/MathML",
            Self::Svg => "http://www.w3.org/2000/svg",
        }
    }
}

impl AttributeNamespace {
    /// All namespaces.
    pub const ALL: [Self; 4] = [Self::None, Self::XLink, Self::Xml, Self::Xmlns];

    /// What the notation for dumps of trees puts before a local name.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::XLink => "xlink ",
            Self::Xml => "xml ",
            Self::Xmlns => "xmlns ",
        }
    }

    pub(crate) const XLINK_URI: &'static str = "http://www.w3.org/1999/xlink";
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
        Self { namespace: Namespace::Html, local }
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

/// A run of attributes in the arena. Elements made for the same token share it.
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
    /// The contents of a template element, a shadow root, or what fragment parsing gives.
    DocumentFragment,
    /// A doctype.
    Doctype(DoctypeId),
    /// An element.
    Element(Element),
    /// A text node.
    Text(Text),
    /// A comment.
    Comment(Text),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: Name,
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

/// Where a document keeps a [`Doctype`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoctypeId(u32);

/// What is particular to a doctype.
#[derive(Debug, Clone, Copy)]
pub struct Doctype {
    /// The name.
    pub name: Text,
    /// The public identifier, empty when missing.
    pub public_id: Text,
    /// The system identifier, empty when missing.
    pub system_id: Text,
}

/// A document's mode.
/// <https://dom.spec.whatwg.org/#concept-document-mode>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuirksMode {
    /// No-quirks mode.
    #[default]
    NoQuirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Quirks mode.
    Quirks,
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
    /// One in all documents but those that somebody else made.
    doctypes: SmallVec<[Doctype; 1]>,
    shadow_roots: ShadowRoots,
    /// The names of elements and attributes.
    pub names: Names,
    /// The document's mode.
    pub quirks_mode: QuirksMode,
    nodes_overflowed: bool,
    /// How many nodes there may be.
    pub(crate) most_nodes: u32,
}

impl Default for Document {
    #[inline]
    fn default() -> Self {
        let mut document = Self {
            nodes: Vec::with_capacity(16),
            attributes: Vec::new(),
            text: TextBuffer::default(),
            doctypes: SmallVec::new(),
            shadow_roots: ShadowRoots::default(),
            names: Names::default(),
            quirks_mode: QuirksMode::default(),
            nodes_overflowed: false,
            most_nodes: u32::MAX - 1,
        };
        document.create(NodeKind::Document);
        document
    }
}

impl Document {
    /// A new node, not yet in the tree. Beyond 4 Gi nodes there are no more, and the document
    /// [overflows](Self::is_too_large).
    #[inline]
    pub fn create(&mut self, kind: NodeKind) -> NodeId {
        let number = u32::try_from(self.nodes.len() + 1).ok().and_then(NonZeroU32::new);
        let Some(number) = number else {
            self.nodes_overflowed = true;
            return NodeId(NonZeroU32::MAX);
        };
        self.nodes.push(Node {
            kind,
            parent: None,
            first_child: None,
            last_child: None,
            previous_sibling: None,
            next_sibling: None,
        });
        NodeId(number)
    }

    /// Whether the document has more nodes than it may, or outgrew its 32-bit numbers, so that it is not to be relied
    /// on.
    pub fn is_too_large(&self) -> bool {
        self.nodes_overflowed || self.nodes.len() > self.most_nodes as usize || self.text.is_too_large()
    }

    /// All nodes that were made for the document.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        let count = self.nodes.len() as u32;
        (1..=count).filter_map(NonZeroU32::new).map(NodeId)
    }

    /// How many nodes were made for the document, whether or not they are in it.
    pub fn nodes_made(&self) -> usize {
        self.nodes.len()
    }

    /// How many bytes of text were stored for the document, whether or not they are in it.
    pub fn text_length(&self) -> usize {
        self.text.length()
    }

    /// A new element. An HTML template element gets its contents.
    #[inline]
    pub fn create_element(&mut self, name: ElementName, attributes: AttributeRange) -> NodeId {
        let contents = name.is_html(Name::TEMPLATE).then(|| self.create(NodeKind::DocumentFragment));
        self.create(NodeKind::Element(Element { name, attributes, contents }))
    }

    /// A new text node.
    #[inline]
    pub fn create_text(&mut self, text: &[u8]) -> NodeId {
        let text = self.text.store(text);
        self.create(NodeKind::Text(text))
    }

    /// A new doctype.
    pub fn create_doctype(&mut self, name: &[u8], public_id: &[u8], system_id: &[u8]) -> NodeId {
        let doctype = Doctype {
            name: self.text.store(name),
            public_id: self.text.store(public_id),
            system_id: self.text.store(system_id),
        };
        let id = DoctypeId(self.doctypes.len() as u32);
        self.doctypes.push(doctype);
        self.create(NodeKind::Doctype(id))
    }

    /// Stores the attributes of an element about to be made.
    #[inline]
    pub fn store_attributes<'v>(
        &mut self,
        attributes: impl Iterator<Item = (AttributeNamespace, Name, &'v [u8])>,
    ) -> AttributeRange {
        let start = self.attributes.len();
        for (namespace, name, value) in attributes {
            let value = self.text.store(value);
            self.attributes.push(Attribute { namespace, name, value });
        }
        AttributeRange { start: start as u32, length: (self.attributes.len() - start) as u32 }
    }

    /// Adds attributes behind those that an element has.
    pub fn add_attributes(&mut self, node: NodeId, added: &[Attribute]) {
        let NodeKind::Element(element) = &mut self.nodes[node.index()].kind else {
            return;
        };
        let old = element.attributes;
        element.attributes =
            AttributeRange { start: self.attributes.len() as u32, length: old.length + added.len() as u32 };
        let old = old.start as usize..(old.start + old.length) as usize;
        self.attributes.extend_from_within(old);
        self.attributes.extend_from_slice(added);
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

    /// Whether the node is the HTML element of that name.
    #[inline]
    pub fn is_html(&self, node: NodeId, name: Name) -> bool {
        self.element(node).is_some_and(|element| element.name.is_html(name))
    }

    /// The value of an element's attribute in no namespace, if it has it.
    pub fn attribute(&self, node: NodeId, name: Name) -> Option<&[u8]> {
        let attributes = self.attributes(self.element(node)?.attributes);
        let attribute = attributes
            .iter()
            .find(|attribute| attribute.name == name && attribute.namespace == AttributeNamespace::None)?;
        Some(self.text(attribute.value))
    }

    /// What is particular to a doctype.
    pub fn doctype(&self, id: DoctypeId) -> &Doctype {
        &self.doctypes[id.0 as usize]
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

    /// The children, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |child| self.next_sibling(*child))
    }

    /// The descendants in tree order, each with its depth: 1 for a child. The contents of templates and shadow roots
    /// are no descendants.
    pub fn descendants(&self, node: NodeId) -> Descendants<'_> {
        Descendants { document: self, next: self.first_child(node), depth: 1 }
    }

    /// The text, as WTF-8.
    #[inline]
    pub fn text(&self, text: Text) -> &[u8] {
        self.text.get(text)
    }

    /// Stores text for a node about to be made.
    #[inline]
    pub fn store_text(&mut self, text: &[u8]) -> Text {
        self.text.store(text)
    }

    /// The attributes of a run.
    #[inline]
    pub fn attributes(&self, range: AttributeRange) -> &[Attribute] {
        &self.attributes[range.start as usize..][..range.length as usize]
    }

    /// The document's child element, if it has one.
    pub fn document_element(&self) -> Option<NodeId> {
        self.children(NodeId::DOCUMENT).find(|child| matches!(self.kind(*child), NodeKind::Element(_)))
    }

    /// The body element.
    /// <https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2>
    pub fn body_element(&self) -> Option<NodeId> {
        let root = self.document_element()?;
        self.children(root).find(|child| self.is_body_element(*child))
    }

    /// Whether the node is the body element of a document that was parsed, which has no second one.
    /// <https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2>
    pub fn is_body_element(&self, node: NodeId) -> bool {
        let is_root = |node| self.is_html(node, Name::HTML) && self.parent(node) == Some(NodeId::DOCUMENT);
        (self.is_html(node, Name::BODY) || self.is_html(node, Name::FRAMESET)) && self.parent(node).is_some_and(is_root)
    }

    /// Whether the document has a doctype or an element for a child.
    pub fn has_doctype_or_element(&self) -> bool {
        self.children(NodeId::DOCUMENT)
            .any(|child| matches!(self.kind(child), NodeKind::Doctype(_) | NodeKind::Element(_)))
    }
}

/// The descendants of a node; see [`Document::descendants`].
#[derive(Debug, Clone)]
pub struct Descendants<'d> {
    document: &'d Document,
    next: Option<NodeId>,
    depth: usize,
}

impl Iterator for Descendants<'_> {
    type Item = (usize, NodeId);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        let item = (self.depth, node);
        let mut last = node;
        self.next = self.document.first_child(node);
        if self.next.is_some() {
            self.depth += 1;
        } else {
            while self.depth > 0 {
                self.next = self.document.next_sibling(last);
                if self.next.is_some() {
                    break;
                }
                self.depth -= 1;
                match self.document.parent(last) {
                    Some(parent) => last = parent,
                    None => break,
                }
            }
            if self.depth == 0 {
                self.next = None;
            }
        }
        Some(item)
    }
}
