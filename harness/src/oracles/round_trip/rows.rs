//! A tree as rows that know their parents.

use crosscheck_parser::dom::ElementName;
use crosscheck_parser::list::List;
use crosscheck_parser::name::Name;
use crosscheck_parser::wtf8;

use crate::input::Namespace;
use crate::tree::{AttributeNamespace, Node, Tree};

/// The nodes of a tree in tree order, each with its depth and the index of its parent.
pub(super) struct Rows<'t> {
    nodes: Vec<(u32, Node<'t>)>,
    parents: Vec<Option<usize>>,
}

impl<'t> Rows<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        let nodes: Vec<_> = tree.nodes().collect();
        let mut open: Vec<usize> = Vec::new();
        let mut parents = Vec::with_capacity(nodes.len());
        for (index, (depth, _)) in nodes.iter().enumerate() {
            open.truncate(*depth as usize);
            parents.push(open.last().copied());
            open.push(index);
        }
        Self { nodes, parents }
    }

    /// The index of the first node that is not the same in both; `None` when all are.
    pub(super) fn first_difference(&self, other: &Self) -> Option<usize> {
        let length = self.nodes.len().max(other.nodes.len());
        (0..length).find(|&index| self.nodes.get(index) != other.nodes.get(index))
    }

    pub(super) fn node(&self, index: usize) -> Option<&Node<'t>> {
        self.nodes.get(index).map(|(_, node)| node)
    }

    /// The depth, 0 for the first nodes.
    pub(super) fn depth(&self, index: usize) -> u32 {
        self.nodes[index].0
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        *self.parents.get(index)?
    }

    /// The ancestors, the parent first. The contents of a template and its element are two of them.
    pub(super) fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(index), |&index| self.parent(index))
    }

    /// The children.
    pub(super) fn children(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        self.subtree(index)
            .filter(move |&child| self.parent(child) == Some(index))
    }

    /// What is below a node.
    pub(super) fn subtree(&self, index: usize) -> std::ops::Range<usize> {
        let depth = self.nodes[index].0;
        let below = &self.nodes[index + 1..];
        let length = below.iter().take_while(|(other, _)| *other > depth).count();
        index + 1..index + 1 + length
    }

    /// Whether the same is below two nodes.
    pub(super) fn have_same_below(&self, one: usize, other: usize) -> bool {
        let below = |index: usize| {
            let nodes = self.nodes[self.subtree(index)].iter();
            nodes.map(move |(depth, node)| (depth - self.depth(index), node))
        };
        below(one).eq(below(other))
    }

    /// Namespace and name, if it is an element.
    pub(super) fn element(&self, index: usize) -> Option<(Namespace, &'t [u8])> {
        match self.node(index)? {
            Node::Element {
                namespace, name, ..
            } => Some((*namespace, name)),
            _ => None,
        }
    }

    /// The name, if it is an HTML element.
    pub(super) fn html(&self, index: usize) -> Option<&'t [u8]> {
        match self.element(index)? {
            (Namespace::Html, name) => Some(name),
            _ => None,
        }
    }

    /// The value of an attribute without a namespace, if it is an element that has it.
    pub(super) fn attribute(&self, index: usize, attribute: &[u8]) -> Option<&'t [u8]> {
        let Node::Element { attributes, .. } = self.node(index)? else {
            return None;
        };
        let mut attributes = attributes.iter();
        let found = attributes.find(|(namespace, name, _)| {
            *namespace == AttributeNamespace::None && *name == attribute
        });
        found.map(|(_, _, value)| value)
    }

    pub(super) fn is_html(&self, index: usize, name: &str) -> bool {
        self.html(index) == Some(name.as_bytes())
    }

    /// Whether it is an element of the list.
    pub(super) fn is_on(&self, index: usize, list: List) -> bool {
        self.element(index)
            .is_some_and(|(namespace, name)| is_on(list, namespace, name))
    }

    /// The names of a node and its ancestors, for people.
    pub(super) fn shown(&self, index: usize) -> Option<String> {
        self.node(index)?;
        let mut path: Vec<_> = self
            .ancestors(index)
            .map(|index| self.name(index))
            .collect();
        path.reverse();
        path.push(self.name(index));
        Some(path.join(" "))
    }

    fn name(&self, index: usize) -> String {
        match &self.nodes[index].1 {
            Node::Element {
                namespace, name, ..
            } => format!("<{}{}>", namespace.prefix(), wtf8::to_display(name)),
            Node::Text(data) => format!("{:?}", excerpt(data)),
            Node::Comment(data) => format!("<!--{}-->", excerpt(data)),
            Node::ProcessingInstruction { target, .. } => format!("<?{}?>", excerpt(target)),
            Node::Doctype { name, .. } => format!("<!DOCTYPE {}>", excerpt(name)),
            Node::TemplateContents => "content".to_owned(),
            Node::ShadowRoot { .. } => "#shadow-root".to_owned(),
        }
    }
}

/// Whether an element of this name is on the list.
pub(super) fn is_on(list: List, namespace: Namespace, name: &[u8]) -> bool {
    Name::known(name).is_some_and(|local| list.contains(ElementName { namespace, local }))
}

/// The beginning of a text.
fn excerpt(data: &[u8]) -> String {
    const SHOWN: usize = 40;
    wtf8::to_display(data).chars().take(SHOWN).collect()
}
