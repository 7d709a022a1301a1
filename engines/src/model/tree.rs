//! Trees in a canonical form, so that a comparison compares three vectors.
//!
//! The nodes stand in tree order with their depth; all strings stand in one buffer. Nothing here recurses.

pub mod comparison;
mod difference;
pub mod nodes;
mod read_dump;

pub use crosscheck_standard::dom::Namespace;
pub use difference::{Difference, Differing, first_difference};

use std::borrow::Cow;

pub use crosscheck_standard::dom::{AttributeNamespace, ShadowRootMode};
use crosscheck_standard::wtf8::{self, Wtf8Buf};

pub use read_dump::NotADump;

/// A tree in tree order. Two trees are equal when they are the same structure, given in the same form;
/// [`Tree::is_same`] compares trees whatever form they were given in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Tree {
    nodes: Vec<Row>,
    attributes: Vec<AttributeRow>,
    text: Vec<u8>,
    /// The dump, if an engine gave the tree as one. The nodes are then a reading of it.
    given: Option<Wtf8Buf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Row {
    depth: u32,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Doctype { name: Span, public_id: Span, system_id: Span },
    Element { namespace: Namespace, name: Span, first_attribute: u32, attributes: u32 },
    Text(Span),
    Comment(Span),
    ProcessingInstruction { target: Span, data: Span },
    TemplateContents,
    ShadowRoot { mode: ShadowRootMode },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct AttributeRow {
    namespace: AttributeNamespace,
    name: Span,
    value: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Span {
    start: u32,
    length: u32,
}

/// One node of a [`Tree`], borrowed. Strings are WTF-8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node<'t> {
    /// A doctype. The dump does not tell a missing identifier from an empty one, and no tree does either.
    Doctype {
        /// The name.
        name: &'t [u8],
        /// The public identifier.
        public_id: &'t [u8],
        /// The system identifier.
        system_id: &'t [u8],
    },
    /// An element.
    Element {
        /// Its namespace.
        namespace: Namespace,
        /// Its local name.
        name: &'t [u8],
        /// Its attributes, sorted.
        attributes: Attributes<'t>,
    },
    /// A text node.
    Text(&'t [u8]),
    /// A comment.
    Comment(&'t [u8]),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: &'t [u8],
        /// The data.
        data: &'t [u8],
    },
    /// The contents of the template element above; its children follow one level deeper.
    TemplateContents,
    /// The shadow root of the element above; its children follow one level deeper.
    ShadowRoot {
        /// Whether scripts may look in.
        mode: ShadowRootMode,
    },
}

/// An attribute of an element, borrowed: its namespace, local name and value.
pub type Attribute<'t> = (AttributeNamespace, &'t [u8], &'t [u8]);

/// The attributes of an element, sorted as the dump sorts them.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'t>(AttributeSource<'t>);

#[derive(Debug, Clone, Copy)]
enum AttributeSource<'t> {
    Rows(&'t Tree, &'t [AttributeRow]),
    Sorted(&'t [Attribute<'t>]),
}

impl PartialEq for Attributes<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Attributes<'_> {}

impl<'t> Attributes<'t> {
    /// Sorts them in place, by UTF-16 code units of the name as the dump writes it, prefix included.
    pub fn sort<'s: 't>(attributes: &'t mut [Attribute<'s>]) -> Self {
        if attributes.len() > 1 {
            attributes.sort_by(|a, b| dumped_name(a.0, a.1).cmp(dumped_name(b.0, b.1)).then_with(|| a.2.cmp(b.2)));
        }
        Self(AttributeSource::Sorted(attributes))
    }

    /// Namespace, local name and value of each.
    pub fn iter(self) -> impl Iterator<Item = Attribute<'t>> {
        (0..self.len()).map(move |index| match self.0 {
            AttributeSource::Rows(tree, rows) => {
                let row = &rows[index];
                (row.namespace, tree.slice(row.name), tree.slice(row.value))
            }
            AttributeSource::Sorted(attributes) => attributes[index],
        })
    }

    /// How many there are.
    pub fn len(self) -> usize {
        match self.0 {
            AttributeSource::Rows(_, rows) => rows.len(),
            AttributeSource::Sorted(attributes) => attributes.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A consumer of the nodes of a tree, in tree order.
pub trait TakeNodes {
    /// Takes a node of any kind, at `depth` 0 for a child of the document.
    fn push(&mut self, depth: u32, node: Node<'_>);
}

impl TakeNodes for Tree {
    fn push(&mut self, depth: u32, node: Node<'_>) {
        match node {
            Node::Doctype { name, public_id, system_id } => self.push_doctype(depth, name, public_id, system_id),
            Node::Element { namespace, name, attributes } => self.push_sorted(depth, namespace, name, attributes),
            Node::Text(data) => self.push_text(depth, data),
            Node::Comment(data) => self.push_comment(depth, data),
            Node::ProcessingInstruction { target, data } => {
                self.push_processing_instruction(depth, target, data);
            }
            Node::TemplateContents => self.push_template_contents(depth),
            Node::ShadowRoot { mode } => self.push_shadow_root(depth, mode),
        }
    }
}

impl TakeNodes for Dump {
    #[inline(always)]
    fn push(&mut self, depth: u32, node: Node<'_>) {
        dump_node(&mut self.out, depth, node);
    }
}

impl Tree {
    /// A tree without nodes; the pushing methods add them in tree order.
    pub fn new() -> Self {
        Self::default()
    }

    /// A tree without nodes that has room for this many nodes, and bytes of text, without growing.
    pub fn with_capacity(nodes: usize, bytes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), attributes: Vec::new(), text: Vec::with_capacity(bytes), given: None }
    }

    /// Adds a doctype, at `depth` 0 for a child of the document.
    pub fn push_doctype(&mut self, depth: u32, name: &[u8], public_id: &[u8], system_id: &[u8]) {
        let kind = Kind::Doctype {
            name: self.intern(name),
            public_id: self.intern(public_id),
            system_id: self.intern(system_id),
        };
        self.push_row(depth, kind);
    }

    /// Adds an element. `attributes` are sorted in place into the dump's order: by UTF-16 code units of the name as
    /// the dump writes it, prefix included.
    pub fn push_element(&mut self, depth: u32, namespace: Namespace, name: &[u8], attributes: &mut [Attribute<'_>]) {
        self.push_sorted(depth, namespace, name, Attributes::sort(attributes));
    }

    /// Adds an element whose attributes stay in their order: to a tree that is serialised, and compared with none.
    pub fn push_element_as_written(
        &mut self,
        depth: u32,
        namespace: Namespace,
        name: &[u8],
        attributes: &[Attribute<'_>],
    ) {
        let attributes = Attributes(AttributeSource::Sorted(attributes));
        self.push_sorted(depth, namespace, name, attributes);
    }

    fn push_sorted(&mut self, depth: u32, namespace: Namespace, name: &[u8], attributes: Attributes<'_>) {
        let name = self.intern(name);
        let first_attribute = as_u32(self.attributes.len());
        for (namespace, name, value) in attributes.iter() {
            let row = AttributeRow { namespace, name: self.intern(name), value: self.intern(value) };
            self.attributes.push(row);
        }
        let attributes = as_u32(attributes.len());
        let kind = Kind::Element { namespace, name, first_attribute, attributes };
        self.push_row(depth, kind);
    }

    /// Adds a text node. Neighbouring text nodes are not merged, so that an engine that creates them differs.
    pub fn push_text(&mut self, depth: u32, data: &[u8]) {
        let kind = Kind::Text(self.intern(data));
        self.push_row(depth, kind);
    }

    /// Adds a comment.
    pub fn push_comment(&mut self, depth: u32, data: &[u8]) {
        let kind = Kind::Comment(self.intern(data));
        self.push_row(depth, kind);
    }

    /// Adds a processing instruction.
    pub fn push_processing_instruction(&mut self, depth: u32, target: &[u8], data: &[u8]) {
        let kind = Kind::ProcessingInstruction { target: self.intern(target), data: self.intern(data) };
        self.push_row(depth, kind);
    }

    /// Adds the line for the contents of a template element; what is inside follows one level deeper.
    pub fn push_template_contents(&mut self, depth: u32) {
        self.push_row(depth, Kind::TemplateContents);
    }

    /// Adds the line for a shadow root; what is inside follows one level deeper.
    pub fn push_shadow_root(&mut self, depth: u32, mode: ShadowRootMode) {
        self.push_row(depth, Kind::ShadowRoot { mode });
    }

    fn push_row(&mut self, depth: u32, kind: Kind) {
        // With another node the tree is no longer the one that the dump describes.
        self.given = None;
        self.nodes.push(Row { depth, kind });
    }

    /// How many nodes there are, template contents and shadow roots included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes with their depth, in tree order.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, Node<'_>)> {
        self.nodes.iter().map(|row| (row.depth, self.node(row)))
    }

    /// How deep its elements go; template contents count. The root is the first.
    pub fn depth(&self) -> usize {
        let is_text = |node: &Node<'_>| matches!(node, Node::Text(_) | Node::Comment(_));
        let depths = self.nodes().filter(|(_, node)| !is_text(node));
        depths.map(|(depth, _)| depth as usize + 1).max().unwrap_or_default()
    }

    /// Whether a text, a name or a value holds a lone surrogate.
    pub fn has_surrogates(&self) -> bool {
        std::str::from_utf8(&self.text).is_err()
    }

    /// The tree as JSON, in the form of the engine protocol: unlike a dump, never ambiguous.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        nodes::write(&mut json, self);
        json
    }

    /// The dump in html5lib's format, with WPT's form of processing instructions, without a final newline.
    ///
    /// Each line is indented by its depth, so that the dump of a deep tree takes the square of its depth; where trees
    /// are not trusted, use [`Tree::dump_within`].
    pub fn dump(&self) -> Wtf8Buf {
        self.dump_within(usize::MAX).expect("nothing is longer than that")
    }

    /// The [dump](Tree::dump), if it takes no more than `limit` bytes.
    pub fn dump_within(&self, limit: usize) -> Option<Wtf8Buf> {
        if let Some(given) = &self.given {
            return (given.len() <= limit).then(|| given.clone());
        }
        let mut dump = Dump::with_capacity((self.text.len() + self.nodes.len() * 16).min(limit));
        for (depth, node) in self.nodes() {
            dump.push(depth, node);
            if dump.length() > limit {
                return None;
            }
        }
        Some(dump.finish())
    }

    /// Whether an engine gave the tree as a dump, which may have other readings than these nodes.
    pub const fn is_given_as_dump(&self) -> bool {
        self.given.is_some()
    }

    /// Whether the trees are the same as far as their forms show: the same structure, or the same dump if one was given
    /// as a dump. Two trees that are the same as a third one, given as a dump, can differ from each other.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.given, &other.given) {
            (None, None) => self == other,
            (Some(dump), _) => other.has_dump(dump.as_bytes()),
            (None, Some(dump)) => self.has_dump(dump.as_bytes()),
        }
    }

    /// Whether this is the [dump](Tree::dump). It is compared line by line: a deep tree's takes the square of its
    /// depth.
    pub fn has_dump(&self, dump: &[u8]) -> bool {
        if let Some(given) = &self.given {
            return given.as_bytes() == dump;
        }
        let mut line = Dump::with_capacity(INDENT.len());
        let mut rest = dump;
        for (index, (depth, node)) in self.nodes().enumerate() {
            if index > 0 {
                let Some(next) = rest.strip_prefix(b"\n") else {
                    return false;
                };
                rest = next;
            }
            line.out.clear();
            line.push(depth, node);
            let line = &line.out[..line.length()];
            let Some(next) = rest.strip_prefix(line) else {
                return false;
            };
            rest = next;
        }
        rest.is_empty()
    }

    /// The tree as its dump is read, if `other` was given as a dump: so that what a dump leaves open is read alike in
    /// both. The dump of a deep tree takes the square of its depth; where it takes more than `limit` bytes, the tree
    /// stays as it is.
    pub fn read_like(&self, other: &Self, limit: usize) -> Cow<'_, Self> {
        let is_reread = other.is_given_as_dump() && !self.is_given_as_dump();
        let dump = is_reread.then(|| self.dump_within(limit)).flatten();
        let reread = dump.and_then(|dump| Self::given_as_dump(dump).ok());
        reread.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    fn node(&self, row: &Row) -> Node<'_> {
        match row.kind {
            Kind::Doctype { name, public_id, system_id } => Node::Doctype {
                name: self.slice(name),
                public_id: self.slice(public_id),
                system_id: self.slice(system_id),
            },
            Kind::Element { namespace, name, first_attribute, attributes } => Node::Element {
                namespace,
                name: self.slice(name),
                attributes: Attributes(AttributeSource::Rows(
                    self,
                    &self.attributes[first_attribute as usize..][..attributes as usize],
                )),
            },
            Kind::Text(data) => Node::Text(self.slice(data)),
            Kind::Comment(data) => Node::Comment(self.slice(data)),
            Kind::ProcessingInstruction { target, data } => {
                Node::ProcessingInstruction { target: self.slice(target), data: self.slice(data) }
            }
            Kind::TemplateContents => Node::TemplateContents,
            Kind::ShadowRoot { mode } => Node::ShadowRoot { mode },
        }
    }

    fn slice(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..][..span.length as usize]
    }

    fn intern(&mut self, bytes: &[u8]) -> Span {
        debug_assert!(wtf8::validate(bytes).is_ok(), "engines hand over WTF-8");
        let span = Span { start: as_u32(self.text.len()), length: as_u32(bytes.len()) };
        self.text.extend_from_slice(bytes);
        span
    }
}

fn as_u32(n: usize) -> u32 {
    u32::try_from(n).expect("a tree holds less than 4 GiB of text: engines are given less than that to parse")
}

/// The name of an attribute as the dump writes it, as UTF-16 code units for sorting.
fn dumped_name(namespace: AttributeNamespace, name: &[u8]) -> impl Iterator<Item = u16> + '_ {
    namespace.prefix().encode_utf16().chain(wtf8::code_points(name).flat_map(|c| {
        let (first, second) = match c.checked_sub(0x1_0000) {
            None => (c as u16, None),
            Some(rest) => (0xD800 + (rest >> 10) as u16, Some(0xDC00 + (rest & 0x3FF) as u16)),
        };
        std::iter::once(first).chain(second)
    }))
}

/// Writes a dump node by node, in tree order; see [`Tree::dump`].
#[derive(Debug)]
pub struct Dump {
    out: Vec<u8>,
}

impl Dump {
    /// An empty dump with room for this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { out: Vec::with_capacity(bytes) }
    }

    /// How many bytes it takes as it is.
    fn length(&self) -> usize {
        self.out.len().saturating_sub(1)
    }

    /// The dump, without a final newline.
    pub fn finish(mut self) -> Wtf8Buf {
        self.out.pop();
        // All strings in a tree are WTF-8, and the dump adds ASCII between them.
        Wtf8Buf::from_valid(self.out)
    }
}

// Inlined, so that a caller with a known kind of node skips the match.
#[inline(always)]
fn dump_node(out: &mut Vec<u8>, depth: u32, node: Node<'_>) {
    indent(out, depth);
    match node {
        Node::Doctype { name, public_id, system_id } => dump_doctype(out, name, public_id, system_id),
        Node::Element { namespace, name, attributes } => {
            out.push(b'<');
            if namespace != Namespace::Html {
                out.extend_from_slice(namespace.prefix().as_bytes());
            }
            put(out, &[name, b">\n"]);
            for attribute in attributes.iter() {
                dump_attribute(out, depth + 1, attribute);
            }
        }
        Node::Text(data) => put(out, &[b"\"", data, b"\"\n"]),
        Node::Comment(data) => put(out, &[b"<!-- ", data, b" -->\n"]),
        Node::ProcessingInstruction { target, data } => {
            put(out, &[b"<?", target, b" ", data, b"?>\n"]);
        }
        Node::TemplateContents => put(out, &[b"content\n"]),
        Node::ShadowRoot { mode: ShadowRootMode::Open } => put(out, &[b"#shadow-root (open)\n"]),
        Node::ShadowRoot { mode: ShadowRootMode::Closed } => put(out, &[b"#shadow-root (closed)\n"]),
    }
}

fn dump_doctype(out: &mut Vec<u8>, name: &[u8], public_id: &[u8], system_id: &[u8]) {
    put(out, &[b"<!DOCTYPE ", name]);
    if !public_id.is_empty() || !system_id.is_empty() {
        put(out, &[b" \"", public_id, b"\" \"", system_id, b"\""]);
    }
    out.extend_from_slice(b">\n");
}

#[inline]
fn put<const N: usize>(out: &mut Vec<u8>, parts: &[&[u8]; N]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

fn dump_attribute(out: &mut Vec<u8>, depth: u32, (namespace, name, value): Attribute<'_>) {
    indent(out, depth);
    let prefix = namespace.prefix().as_bytes();
    put(out, &[prefix, name, b"=\"", value, b"\"\n"]);
}

/// What is in front of every line, and deep enough for most nodes.
const INDENT: &[u8; 66] = b"|                                                                 ";

#[inline]
fn indent(out: &mut Vec<u8>, depth: u32) {
    /// Copying this many takes fewer instructions than copying as many as are wanted.
    const USUAL: usize = 32;
    let width = 2 + 2 * depth as usize;
    if width <= USUAL {
        let end = out.len() + width;
        out.extend_from_slice(&INDENT[..USUAL]);
        out.truncate(end);
        return;
    }
    match INDENT.get(..width) {
        Some(indent) => out.extend_from_slice(indent),
        None => {
            out.extend_from_slice(INDENT);
            out.resize(out.len() + width - INDENT.len(), b' ');
        }
    }
}
