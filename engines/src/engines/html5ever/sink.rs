//! What html5ever builds its tree in: nodes in one arena, linked to each other.
//!
//! Nothing here recurses, and the arena drops its nodes one after the other, so depth costs nothing. What the sink has
//! to know of the DOM (text nodes that merge, shadow hosts, selects) follows the standard, so that a wrong tree is
//! html5ever's and not the sink's.

mod select_tree;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ptr;

use crosscheck_standard::dom::is_valid_shadow_host_name;
use crosscheck_standard::parser::select::{self, Part, Selects, mutation};
use html5ever::interface::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName, ns};

use crate::model::tree::ShadowRootMode;
use select_tree::{Handle, SinkTree, part_of};

/// Where the nodes of one parse live.
pub(super) type Arena<'a> = typed_arena::Arena<Node<'a>>;

/// A node of the arena.
pub(super) type NodeRef<'a> = &'a Node<'a>;

type Link<'a> = Cell<Option<NodeRef<'a>>>;

/// A node and its place in the tree.
pub(super) struct Node<'a> {
    parent: Link<'a>,
    previous_sibling: Link<'a>,
    next_sibling: Link<'a>,
    first_child: Link<'a>,
    last_child: Link<'a>,
    pub(super) data: Data<'a>,
}

/// What a node is.
#[derive(Clone)]
pub(super) enum Data<'a> {
    /// The document, a template's contents, or a shadow root.
    Root,
    Doctype {
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    },
    Text(RefCell<StrTendril>),
    Comment(StrTendril),
    ProcessingInstruction {
        target: StrTendril,
        data: StrTendril,
    },
    Element(Element<'a>),
}

/// An element.
#[derive(Clone)]
pub(super) struct Element<'a> {
    pub(super) name: QualName,
    pub(super) attributes: RefCell<Vec<Attribute>>,
    /// The contents of a template element; those of a declarative shadow root's template are the shadow root.
    pub(super) template_contents: Link<'a>,
    pub(super) shadow_root: Cell<Option<(ShadowRootMode, NodeRef<'a>)>>,
    annotation_xml_integration_point: bool,
}

impl Element<'_> {
    /// Whether this is an HTML element of this name.
    pub(super) fn is_html(&self, name: &str) -> bool {
        self.name.ns == ns!(html) && &*self.name.local == name
    }

    /// Whether there is an attribute of this name, in no namespace.
    pub(super) fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The value of the attribute of this name, in no namespace.
    pub(super) fn attribute(&self, name: &str) -> Option<StrTendril> {
        let attributes = self.attributes.borrow();
        let attribute = attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == name)?;
        Some(attribute.value.clone())
    }
}

impl<'a> Node<'a> {
    pub(super) fn new(data: Data<'a>) -> Self {
        Self {
            parent: Cell::new(None),
            previous_sibling: Cell::new(None),
            next_sibling: Cell::new(None),
            first_child: Cell::new(None),
            last_child: Cell::new(None),
            data,
        }
    }

    pub(super) fn parent(&self) -> Option<NodeRef<'a>> {
        self.parent.get()
    }

    /// The node without a parent that this is in, or is.
    fn root(&'a self) -> NodeRef<'a> {
        let ancestors = std::iter::successors(self.parent.get(), |node| node.parent.get());
        ancestors.last().unwrap_or(self)
    }

    pub(super) fn first_child(&self) -> Option<NodeRef<'a>> {
        self.first_child.get()
    }

    pub(super) fn next_sibling(&self) -> Option<NodeRef<'a>> {
        self.next_sibling.get()
    }

    pub(super) fn element(&self) -> Option<&Element<'a>> {
        match &self.data {
            Data::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Takes the node out of its parent, if it has one.
    pub(super) fn detach(&self) {
        let parent = self.parent.take();
        let previous = self.previous_sibling.take();
        let next = self.next_sibling.take();
        match (previous, parent) {
            (Some(previous), _) => previous.next_sibling.set(next),
            (None, Some(parent)) => parent.first_child.set(next),
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => next.previous_sibling.set(previous),
            (None, Some(parent)) => parent.last_child.set(previous),
            (None, None) => {}
        }
    }

    /// Makes `child` the last child, wherever it was before.
    pub(super) fn append(&'a self, child: NodeRef<'a>) {
        child.detach();
        child.parent.set(Some(self));
        child.previous_sibling.set(self.last_child.get());
        match self.last_child.replace(Some(child)) {
            Some(last) => last.next_sibling.set(Some(child)),
            None => self.first_child.set(Some(child)),
        }
    }

    /// Makes `sibling` the node before this one, wherever it was before.
    pub(super) fn insert_before(&'a self, sibling: NodeRef<'a>) {
        sibling.detach();
        sibling.parent.set(self.parent.get());
        sibling.next_sibling.set(Some(self));
        let previous = self.previous_sibling.replace(Some(sibling));
        sibling.previous_sibling.set(previous);
        match (previous, self.parent.get()) {
            (Some(previous), _) => previous.next_sibling.set(Some(sibling)),
            (None, Some(parent)) => parent.first_child.set(Some(sibling)),
            (None, None) => {}
        }
    }

    /// Adds `text` to this node if it is a text node; says whether it was.
    fn take_text(&self, text: &StrTendril) -> bool {
        match &self.data {
            Data::Text(data) => {
                data.borrow_mut().push_tendril(text);
                true
            }
            _ => false,
        }
    }
}

/// What html5ever has built.
pub(super) struct Built<'a> {
    pub(super) document: NodeRef<'a>,
    pub(super) mode: QuirksMode,
}

/// The tree sink html5ever is given.
pub(super) struct Sink<'a> {
    arena: &'a Arena<'a>,
    document: NodeRef<'a>,
    mode: Cell<QuirksMode>,
    /// The document's [allow declarative shadow
    /// roots](https://dom.spec.whatwg.org/#document-allow-declarative-shadow-roots).
    allow_declarative_shadow_roots: bool,
    /// Whether what is parsed is a fragment, whose nodes are not
    /// [connected](https://dom.spec.whatwg.org/#connected) before all is parsed.
    is_fragment: bool,
    /// The hosts of shadow roots.
    hosts: RefCell<HashMap<*const Node<'a>, NodeRef<'a>>>,
    /// The shadow roots that are clonable.
    clonable: RefCell<HashSet<*const Node<'a>>>,
    selects: RefCell<Selects<Handle<'a>>>,
    /// Whether there ever was an option or a selectedcontent element. Without one no node has steps to run.
    has_select_parts: Cell<bool>,
}

impl<'a> Sink<'a> {
    /// An empty document in `arena`.
    pub(super) fn new(arena: &'a Arena<'a>, allow_declarative_shadow_roots: bool) -> Self {
        Self {
            arena,
            document: arena.alloc(Node::new(Data::Root)),
            mode: Cell::new(QuirksMode::NoQuirks),
            allow_declarative_shadow_roots,
            is_fragment: false,
            hosts: RefCell::default(),
            clonable: RefCell::default(),
            selects: RefCell::default(),
            has_select_parts: Cell::new(false),
        }
    }

    /// What a fragment is parsed to, in `arena`.
    pub(super) fn of_fragment(arena: &'a Arena<'a>) -> Self {
        Self { is_fragment: true, ..Self::new(arena, false) }
    }

    pub(super) fn alloc(&self, data: Data<'a>) -> NodeRef<'a> {
        self.arena.alloc(Node::new(data))
    }

    /// The node to insert; `None` when it is text that `before`, the node it comes after, has taken in.
    fn node_to_insert(&self, child: NodeOrText<NodeRef<'a>>, before: Option<NodeRef<'a>>) -> Option<NodeRef<'a>> {
        match child {
            NodeOrText::AppendNode(node) => Some(node),
            NodeOrText::AppendText(text) if before.is_some_and(|node| node.take_text(&text)) => None,
            NodeOrText::AppendText(text) => Some(self.alloc(Data::Text(RefCell::new(text)))),
        }
    }

    /// Lets the algorithms of selects work on the tree.
    fn with_tree(&self, work: impl FnOnce(&mut SinkTree<'_, 'a>)) {
        let mut tree = SinkTree { sink: self, selects: self.selects.take() };
        work(&mut tree);
        self.selects.replace(tree.selects);
    }

    /// Inserts a node, wherever it was before.
    fn insert(&self, parent: NodeRef<'a>, node: NodeRef<'a>, before: Option<NodeRef<'a>>) {
        if self.has_select_parts.get() {
            self.with_tree(|tree| {
                mutation::remove(tree, Handle(node));
                mutation::insert(tree, Handle(node), Handle(parent), before.map(Handle));
            });
            return;
        }
        match before {
            Some(before) => before.insert_before(node),
            None => parent.append(node),
        }
    }

    /// Attaches a copy of the shadow root of an element to its clone, if it is clonable; gives the root and its copy.
    pub(super) fn clone_shadow_root(&self, node: NodeRef<'a>, copy: NodeRef<'a>) -> Option<(NodeRef<'a>, NodeRef<'a>)> {
        let (mode, root) = node.element()?.shadow_root.get()?;
        if !self.clonable.borrow().contains(&ptr::from_ref(root)) {
            return None;
        }
        let root_copy = self.alloc(Data::Root);
        copy.element()?.shadow_root.set(Some((mode, root_copy)));
        self.hosts.borrow_mut().insert(root_copy, copy);
        self.clonable.borrow_mut().insert(root_copy);
        Some((root, root_copy))
    }

    /// Whether the node, or the host of the shadow tree that it is in, is in the document.
    pub(super) fn is_connected(&self, node: NodeRef<'a>) -> bool {
        let hosts = self.hosts.borrow();
        let roots = std::iter::successors(Some(node.root()), |root| Some(hosts.get(&ptr::from_ref(*root))?.root()));
        !self.is_fragment && roots.last().is_some_and(|root| ptr::eq(root, self.document))
    }
}

/// The element a handle stands for.
///
/// # Panics
/// When it is no element: html5ever promises it is.
fn element<'e, 'a>(node: &'e Node<'a>) -> &'e Element<'a> {
    node.element().expect("html5ever asks this of elements only")
}

impl<'a> TreeSink for Sink<'a> {
    type Handle = NodeRef<'a>;
    type Output = Built<'a>;
    type ElemName<'n>
        = &'n QualName
    where
        Self: 'n;

    fn finish(self) -> Built<'a> {
        Built { document: self.document, mode: self.mode.get() }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeRef<'a> {
        self.document
    }

    fn elem_name<'n>(&'n self, target: &'n NodeRef<'a>) -> &'n QualName {
        &element(target).name
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> NodeRef<'a> {
        let contents = flags.template.then(|| self.alloc(Data::Root));
        let element = self.alloc(Data::Element(Element {
            name,
            attributes: RefCell::new(attributes),
            template_contents: Cell::new(contents),
            shadow_root: Cell::new(None),
            annotation_xml_integration_point: flags.mathml_annotation_xml_integration_point,
        }));
        if let Some(part @ (Part::Option | Part::Selectedcontent)) = part_of(element) {
            self.has_select_parts.set(true);
            if part == Part::Option {
                self.with_tree(|tree| select::option_was_created(tree, Handle(element)));
            }
        }
        element
    }

    fn create_comment(&self, text: StrTendril) -> NodeRef<'a> {
        self.alloc(Data::Comment(text))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeRef<'a> {
        self.alloc(Data::ProcessingInstruction { target, data })
    }

    fn append(&self, parent: &NodeRef<'a>, child: NodeOrText<NodeRef<'a>>) {
        if let Some(node) = self.node_to_insert(child, parent.last_child.get()) {
            self.insert(parent, node, None);
        }
    }

    fn append_before_sibling(&self, sibling: &NodeRef<'a>, child: NodeOrText<NodeRef<'a>>) {
        let node = self.node_to_insert(child, sibling.previous_sibling.get());
        if let Some((node, parent)) = node.zip(sibling.parent.get()) {
            self.insert(parent, node, Some(sibling));
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeRef<'a>,
        previous_element: &NodeRef<'a>,
        child: NodeOrText<NodeRef<'a>>,
    ) {
        match element.parent.get() {
            Some(_) => self.append_before_sibling(element, child),
            None => self.append(previous_element, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.document.append(self.alloc(Data::Doctype { name, public_id, system_id }));
    }

    fn get_template_contents(&self, target: &NodeRef<'a>) -> NodeRef<'a> {
        element(target).template_contents.get().expect("html5ever asks templates only for their contents")
    }

    fn same_node(&self, x: &NodeRef<'a>, y: &NodeRef<'a>) -> bool {
        ptr::eq(*x, *y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.mode.set(mode);
    }

    fn add_attrs_if_missing(&self, target: &NodeRef<'a>, attributes: Vec<Attribute>) {
        let mut existing = element(target).attributes.borrow_mut();
        let names: HashSet<_> = existing.iter().map(|a| a.name.clone()).collect();
        existing.extend(attributes.into_iter().filter(|a| !names.contains(&a.name)));
    }

    fn remove_from_parent(&self, target: &NodeRef<'a>) {
        match self.has_select_parts.get() {
            true => self.with_tree(|tree| mutation::remove(tree, Handle(target))),
            false => target.detach(),
        }
    }

    fn reparent_children(&self, node: &NodeRef<'a>, new_parent: &NodeRef<'a>) {
        if self.has_select_parts.get() {
            return self.with_tree(|tree| mutation::take_children(tree, Handle(node), Handle(new_parent)));
        }
        while let Some(child) = node.first_child.get() {
            new_parent.append(child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &NodeRef<'a>) -> bool {
        element(target).annotation_xml_integration_point
    }

    fn allow_declarative_shadow_roots(&self, _: &NodeRef<'a>) -> bool {
        self.allow_declarative_shadow_roots
    }

    fn attach_declarative_shadow(&self, host: &NodeRef<'a>, template: &NodeRef<'a>, attributes: &[Attribute]) -> bool {
        let element_of_host = element(host);
        let mode =
            attributes.iter().find(|a| &*a.name.local == "shadowrootmode").and_then(|a| shadow_root_mode(&a.value));
        let Some(mode) = mode else { return false };
        if element_of_host.shadow_root.get().is_some() || !is_valid_shadow_host(&element_of_host.name) {
            return false;
        }
        let root = self.alloc(Data::Root);
        element_of_host.shadow_root.set(Some((mode, root)));
        self.hosts.borrow_mut().insert(root, host);
        let mut names = attributes.iter().map(|attribute| &*attribute.name.local);
        if names.any(|name| name == "shadowrootclonable") {
            self.clonable.borrow_mut().insert(root);
        }
        element(template).template_contents.set(Some(root));
        true
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &NodeRef<'a>) {
        self.with_tree(|tree| {
            select::mutation::maybe_clone_an_option_into_selectedcontent(tree, Handle(option));
        });
    }
}

/// Whether the node is an HTML form element.
pub(super) fn is_form(node: NodeRef<'_>) -> bool {
    element(node).is_html("form")
}

/// The state of a [shadowrootmode](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode)
/// attribute, `None` for the none state.
fn shadow_root_mode(value: &str) -> Option<ShadowRootMode> {
    [("open", ShadowRootMode::Open), ("closed", ShadowRootMode::Closed)]
        .into_iter()
        .find(|(keyword, _)| value.eq_ignore_ascii_case(keyword))
        .map(|(_, mode)| mode)
}

/// Whether [attaching a shadow root](https://dom.spec.whatwg.org/#concept-attach-a-shadow-root) to an element of this
/// name can succeed.
fn is_valid_shadow_host(name: &QualName) -> bool {
    name.ns == ns!(html) && is_valid_shadow_host_name(name.local.as_bytes())
}
