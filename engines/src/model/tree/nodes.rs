//! A tree as a JSON array with one array for each node, in tree order: its depth, what it is, and what it holds.
//!
//! ```text
//! [0,"doctype",name,publicId,systemId]
//! [0,"element",namespace,name,[[namespace,name,value],…]]     namespaces: html, svg, math; "", xlink, xml, xmlns
//! [1,"text",data]
//! [1,"comment",data]
//! [1,"pi",target,data]
//! [1,"content"]
//! [1,"shadow","open"]
//! ```
//!
//! Unlike a dump it is never ambiguous, and it is quicker to read.

use std::fmt::{self, Write as _};

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{self, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{AttributeNamespace, Node, ShadowRootMode, Tree};
use crate::model::tree::Namespace;
use crate::model::wtf8_json::{self, JsonSlice};

/// A tree in this form.
pub struct Nodes(pub(crate) Tree);

/// As many bytes as most nodes take, and more.
const ROOM: usize = 1 << 10;

/// Appends the tree to `json`.
pub fn write(json: &mut String, tree: &Tree) {
    json.push('[');
    for (index, (depth, node)) in tree.nodes().enumerate() {
        if index > 0 {
            json.push(',');
        }
        if json.capacity() - json.len() < ROOM {
            // A tree of ten million nodes leaves no room for twice what it takes.
            json.reserve_exact(json.len() / 4 + ROOM);
        }
        let _ = write!(json, "[{depth}");
        write_node(json, node);
        json.push(']');
    }
    json.push(']');
}

fn write_node(json: &mut String, node: Node<'_>) {
    let mut put = |kind: &str, texts: &[&[u8]]| {
        json.push_str(",\"");
        json.push_str(kind);
        json.push('"');
        for text in texts {
            json.push(',');
            wtf8_json::quote(json, text);
        }
    };
    match node {
        Node::Doctype { name, public_id, system_id } => put("doctype", &[name, public_id, system_id]),
        Node::Text(data) => put("text", &[data]),
        Node::Comment(data) => put("comment", &[data]),
        Node::ProcessingInstruction { target, data } => put("pi", &[target, data]),
        Node::TemplateContents => put("content", &[]),
        Node::ShadowRoot { mode } => put("shadow", &[mode_name(mode).as_bytes()]),
        Node::Element { namespace, name, attributes } => {
            put("element", &[namespace_name(namespace).as_bytes(), name]);
            json.push_str(",[");
            for (index, (namespace, name, value)) in attributes.iter().enumerate() {
                json.push_str(if index == 0 { "[\"" } else { ",[\"" });
                json.push_str(namespace.prefix().trim_end());
                json.push_str("\",");
                wtf8_json::quote(json, name);
                json.push(',');
                wtf8_json::quote(json, value);
                json.push(']');
            }
            json.push(']');
        }
    }
}

const fn mode_name(mode: ShadowRootMode) -> &'static str {
    match mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    }
}

const fn namespace_name(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Html => "html",
        Namespace::Svg => "svg",
        Namespace::MathMl => "math",
    }
}

impl Serialize for Nodes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = RawValue::from_string(self.0.to_json()).map_err(ser::Error::custom)?;
        json.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(NodesVisitor)
    }
}

struct NodesVisitor;

impl<'de> Visitor<'de> for NodesVisitor {
    type Value = Nodes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<Nodes, A::Error> {
        let mut reader = NodeReader {
            // As most trees take: a document of a test is small.
            tree: Tree::with_capacity(32, 512),
            deepest: 0,
            open: Vec::new(),
        };
        while nodes.next_element_seed(&mut reader)?.is_some() {}
        Ok(Nodes(reader.tree))
    }
}

/// Reads nodes into a tree.
struct NodeReader {
    tree: Tree,
    /// How deep the next node may be.
    deepest: u32,
    /// Whether each node on the way to the next one is an element; others are template contents and shadow roots.
    open: Vec<bool>,
}

impl<'de> DeserializeSeed<'de> for &mut NodeReader {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for &mut NodeReader {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node: its depth, its kind, and what it holds")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let depth: u32 = item(&mut items, "a depth")?;
        if depth > self.deepest {
            return Err(de::Error::custom(format!("a node at depth {depth}; expected at most {}", self.deepest)));
        }
        self.open.truncate(depth as usize);
        let JsonSlice(kind) = item(&mut items, "the kind of node")?;
        let mut container = false;
        match &*kind {
            b"doctype" => {
                let [name, public_id, system_id] = texts(&mut items)?;
                self.tree.push_doctype(depth, &name.0, &public_id.0, &system_id.0);
            }
            b"text" => {
                let [data] = texts(&mut items)?;
                self.tree.push_text(depth, &data.0);
            }
            b"comment" => {
                let [data] = texts(&mut items)?;
                self.tree.push_comment(depth, &data.0);
            }
            b"pi" => {
                let [target, data] = texts(&mut items)?;
                self.tree.push_processing_instruction(depth, &target.0, &data.0);
            }
            b"content" => {
                container = true;
                self.is_in_element("template contents")?;
                self.tree.push_template_contents(depth);
            }
            b"shadow" => {
                container = true;
                self.is_in_element("a shadow root")?;
                let [name] = texts(&mut items)?;
                let modes = [ShadowRootMode::Open, ShadowRootMode::Closed];
                let mode = named(modes, mode_name, &name, "a shadow root's mode")?;
                self.tree.push_shadow_root(depth, mode);
            }
            b"element" => {
                container = true;
                self.element(depth, &mut items)?;
            }
            _ => {
                let kind = String::from_utf8_lossy(&kind);
                return Err(de::Error::custom(format!("`{kind}` is not a kind of node")));
            }
        }
        if items.next_element::<de::IgnoredAny>()?.is_some() {
            return Err(de::Error::custom("a node with too many items"));
        }
        self.deepest = depth + u32::from(container);
        if container {
            self.open.push(&*kind == b"element");
        }
        Ok(())
    }
}

impl NodeReader {
    /// Checks that the next node is in an element.
    fn is_in_element<E: de::Error>(&self, what: &str) -> Result<(), E> {
        match self.open.last() {
            Some(true) => Ok(()),
            _ => Err(E::custom(format!("{what} outside an element"))),
        }
    }

    fn element<'de, A: SeqAccess<'de>>(&mut self, depth: u32, items: &mut A) -> Result<(), A::Error> {
        let [namespace, name] = texts(items)?;
        let namespace = named(Namespace::ALL, namespace_name, &namespace, "an element's namespace")?;
        let attributes: Vec<[JsonSlice<'de>; 3]> = item(items, "an array of attributes")?;
        let attributes: Result<Vec<_>, A::Error> = attributes
            .iter()
            .map(|[namespace, name, value]| {
                let prefix = |namespace: AttributeNamespace| namespace.prefix().trim_end();
                let namespace = named(AttributeNamespace::ALL, prefix, namespace, "an attribute's namespace")?;
                Ok((namespace, &*name.0, &*value.0))
            })
            .collect();
        self.tree.push_element(depth, namespace, &name.0, &mut attributes?);
        Ok(())
    }
}

fn item<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(items: &mut A, expected: &str) -> Result<T, A::Error> {
    items.next_element()?.ok_or_else(|| de::Error::custom(format!("a node ends too early; expected {expected}")))
}

fn texts<'de, const N: usize, A: SeqAccess<'de>>(items: &mut A) -> Result<[JsonSlice<'de>; N], A::Error> {
    let mut texts = [const { JsonSlice(std::borrow::Cow::Borrowed(b"".as_slice())) }; N];
    for text in &mut texts {
        *text = item(items, "a string")?;
    }
    Ok(texts)
}

/// The one of `values` that `name` names.
fn named<T: Copy, E: de::Error>(
    values: impl IntoIterator<Item = T>,
    name_of: impl Fn(T) -> &'static str,
    name: &JsonSlice<'_>,
    what: &str,
) -> Result<T, E> {
    let mut values = values.into_iter();
    values.find(|&value| name_of(value).as_bytes() == &*name.0).ok_or_else(|| {
        let name = String::from_utf8_lossy(&name.0);
        E::custom(format!("`{name}` is not {what}"))
    })
}
