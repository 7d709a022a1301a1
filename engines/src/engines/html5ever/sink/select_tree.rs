//! html5ever's tree as the standard engine's algorithms of selects see it.
//!
//! html5ever asks its tree sink for the clone of an option that it has popped. What the DOM does where options and
//! selectedcontent elements are inserted and removed is the sink's business alone: it does what the standard engine
//! does.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::ptr;

use crosscheck_standard::parser::select::{Part, PartAttribute, SelectTree, Selects};

use super::{Data, Element, Node, NodeRef, Sink};

/// A node, compared by where it is in memory.
#[derive(Clone, Copy)]
pub(super) struct Handle<'a>(pub(super) NodeRef<'a>);

impl Handle<'_> {
    fn address(self) -> *const () {
        ptr::from_ref(self.0).cast()
    }
}

impl PartialEq for Handle<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }
}

impl Eq for Handle<'_> {}

impl PartialOrd for Handle<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Handle<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.address().cmp(&other.address())
    }
}

impl fmt::Debug for Handle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address().fmt(f)
    }
}

/// The tree of a sink, with what its options and selectedcontent elements remember.
pub(super) struct SinkTree<'s, 'a> {
    pub(super) sink: &'s Sink<'a>,
    pub(super) selects: Selects<Handle<'a>>,
}

impl<'a> SelectTree for SinkTree<'_, 'a> {
    type Node = Handle<'a>;

    fn parent(&self, node: Handle<'a>) -> Option<Handle<'a>> {
        node.0.parent().map(Handle)
    }

    fn first_child(&self, node: Handle<'a>) -> Option<Handle<'a>> {
        node.0.first_child().map(Handle)
    }

    fn next_sibling(&self, node: Handle<'a>) -> Option<Handle<'a>> {
        node.0.next_sibling().map(Handle)
    }

    fn part(&self, node: Handle<'a>) -> Option<Part> {
        part_of(node.0)
    }

    fn attribute(&self, element: Handle<'a>, attribute: PartAttribute) -> Option<Vec<u8>> {
        let value = element.0.element()?.attribute(name_of(attribute))?;
        Some(value.as_bytes().to_vec())
    }

    fn has_attribute(&self, element: Handle<'a>, attribute: PartAttribute) -> bool {
        let element = element.0.element();
        element.is_some_and(|element| element.has_attribute(name_of(attribute)))
    }

    fn shadow_root(&self, element: Handle<'a>) -> Option<Handle<'a>> {
        let (_, root) = element.0.element()?.shadow_root.get()?;
        Some(Handle(root))
    }

    fn is_connected(&mut self, node: Handle<'a>) -> bool {
        self.sink.is_connected(node.0)
    }

    fn link(&mut self, parent: Handle<'a>, node: Handle<'a>, before: Option<Handle<'a>>) {
        match before {
            Some(before) => before.0.insert_before(node.0),
            None => parent.0.append(node.0),
        }
    }

    fn unlink(&mut self, node: Handle<'a>) {
        node.0.detach();
    }

    fn create_fragment(&mut self) -> Handle<'a> {
        Handle(self.sink.alloc(Data::Root))
    }

    fn clone_single_node(&mut self, node: Handle<'a>) -> Handle<'a> {
        let copy = self.sink.alloc(node.0.data.clone());
        if let Some(Element { template_contents, shadow_root, .. }) = copy.element() {
            shadow_root.set(None);
            if template_contents.get().is_some() {
                Cell::set(template_contents, Some(self.sink.alloc(Data::Root)));
            }
        }
        Handle(copy)
    }

    fn cloned_inner_trees(&mut self, node: Handle<'a>, copy: Handle<'a>) -> Vec<(Handle<'a>, Handle<'a>)> {
        let contents = |node: Handle<'a>| node.0.element()?.template_contents.get().map(Handle);
        let contents = contents(node).zip(contents(copy));
        let shadow = self.sink.clone_shadow_root(node.0, copy.0);
        let shadow = shadow.map(|(root, copy)| (Handle(root), Handle(copy)));
        contents.into_iter().chain(shadow).collect()
    }

    fn selects(&self) -> &Selects<Handle<'a>> {
        &self.selects
    }

    fn selects_mut(&mut self) -> &mut Selects<Handle<'a>> {
        &mut self.selects
    }
}

/// Which of the elements that matter to selects a node is.
pub(super) fn part_of(node: &Node<'_>) -> Option<Part> {
    let element = node.element()?;
    [
        ("select", Part::Select),
        ("option", Part::Option),
        ("optgroup", Part::Optgroup),
        ("hr", Part::Hr),
        ("datalist", Part::Datalist),
        ("selectedcontent", Part::Selectedcontent),
    ]
    .into_iter()
    .find(|(name, _)| element.is_html(name))
    .map(|(_, part)| part)
}

fn name_of(attribute: PartAttribute) -> &'static str {
    match attribute {
        PartAttribute::Disabled => "disabled",
        PartAttribute::Multiple => "multiple",
        PartAttribute::Selected => "selected",
        PartAttribute::Size => "size",
    }
}
