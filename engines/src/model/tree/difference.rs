//! The first difference of two trees.

use std::cmp::Ordering;
use std::fmt;

use crosscheck_standard::wtf8;

use crate::model::tree::{Node, Tree};

/// The longest dump that is read again to compare it with a dump, in bytes.
const LONGEST_DUMP: usize = 1 << 20;

/// The first difference of a tree from the standard's, in words that do not depend on where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// All nodes are the same; elements have other attributes.
    Attributes,
    /// One node differs.
    Node {
        /// What the standard has; `None` if its tree has ended.
        standard: Option<Differing>,
        /// What that is in; `None` for the root.
        parent: Option<Differing>,
        /// What the other tree has.
        other: Option<Differing>,
        /// Whether that is deeper in its tree, or higher.
        depth: Ordering,
    },
}

/// What a node is: an element with its name, or something without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Differing {
    /// An element of this name.
    Element(String),
    /// Another node.
    Other(&'static str),
}

/// The first difference; `None` for [the same](Tree::is_same) tree.
pub fn first_difference(standard: &Tree, other: &Tree) -> Option<Difference> {
    if standard.is_same(other) {
        return None;
    }
    let standard = &*standard.read_like(other, LONGEST_DUMP);
    let mut path: Vec<Differing> = Vec::new();
    let (mut should, mut is) = (standard.nodes(), other.nodes());
    loop {
        match (should.next(), is.next()) {
            (Some((depth, a)), Some((other_depth, b))) if depth == other_depth && a == b => {
                path.truncate(depth as usize);
                path.push(Differing::of(a));
            }
            (None, None) => return Some(Difference::Attributes),
            (should, is) => {
                let depth = should.map_or(0, |(depth, _)| depth) as usize;
                let parent = depth.checked_sub(1).and_then(|parent| path.get(parent));
                let both = should.zip(is);
                return Some(Difference::Node {
                    standard: should.map(|(_, node)| Differing::of(node)),
                    parent: parent.cloned(),
                    other: is.map(|(_, node)| Differing::of(node)),
                    depth: both.map_or(Ordering::Equal, |((a, _), (b, _))| b.cmp(&a)),
                });
            }
        }
    }
}

impl Difference {
    /// A sentence about the parser that made the other tree.
    pub fn sentence(&self) -> String {
        let quoted = |kind: &Option<Differing>, none: &str| match kind {
            Some(Differing::Element(name)) => format!("`{name}`"),
            Some(Differing::Other(words)) => (*words).to_owned(),
            None => none.to_owned(),
        };
        match self {
            Self::Attributes => "it gives an element other attributes".to_owned(),
            Self::Node { standard, parent, other, depth } => {
                let place = match parent {
                    Some(_) => format!("in {}", quoted(parent, "")),
                    None => "at the top".to_owned(),
                };
                let there = quoted(standard, "nothing");
                match (standard == other, depth) {
                    (true, Ordering::Equal) => {
                        format!("it has {there} {place} that is not the standard's")
                    }
                    (_, depth) => format!(
                        "it has {}{} where the standard has {there} {place}",
                        quoted(other, "nothing"),
                        level(*depth)
                    ),
                }
            }
        }
    }
}

fn level(depth: Ordering) -> &'static str {
    match depth {
        Ordering::Less => " higher in the tree",
        Ordering::Equal => "",
        Ordering::Greater => " deeper in the tree",
    }
}

/// What stands there, below what, and what should.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Node { standard, parent, other, depth } = self else {
            return f.write_str("attributes");
        };
        let words = |kind: &Option<Differing>, none: &str| match kind {
            Some(kind) => kind.to_string(),
            None => none.to_owned(),
        };
        let (standard, other) = (words(standard, "nothing"), words(other, "nothing"));
        write!(f, "{standard} in {} is {other}", words(parent, "the root"))?;
        match depth {
            Ordering::Less => f.write_str(", higher"),
            Ordering::Equal => Ok(()),
            Ordering::Greater => f.write_str(", deeper"),
        }
    }
}

impl Differing {
    fn of(node: Node<'_>) -> Self {
        Self::Other(match node {
            Node::Element { namespace, name, .. } => {
                return Self::Element(format!("{}{}", namespace.prefix(), wtf8::to_display(name)));
            }
            Node::Doctype { .. } => "a doctype",
            Node::Text(_) => "text",
            Node::Comment(_) => "a comment",
            Node::ProcessingInstruction { .. } => "a processing instruction",
            Node::TemplateContents => "content",
            Node::ShadowRoot { .. } => "a shadow root",
        })
    }
}

impl fmt::Display for Differing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(name) => f.write_str(name),
            Self::Other(words) => f.write_str(words),
        }
    }
}
