//! How two readings of a document differ, in kinds.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crosscheck_standard::parser::parse::Parsed;
use serde::{Deserialize, Serialize};

use super::reading::Reading;
use crate::engines::standard::{Made, show};
use crate::model::tree::{Namespace, Node, TakeNodes};

crate::named! {
    /// How two readings of a document differ.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Kind {
        Structure "structure" "Nodes are added, removed or moved."
        Attributes "attributes" "Elements have different attributes."
        TextMoved "text-moved" "Text moves to another element."
        TextChanged "text-changed" "Text is lost, added or decoded differently."
        Namespace "namespace" "Elements move to another namespace."
        ShadowRoots "shadow-roots" "Shadow roots have different properties."
        QuirksMode "quirks-mode" "The document is in a different mode."
        Encoding "encoding" "The bytes are decoded from a different encoding."
        Tokens "tokens" "The tokenizer alone gives different tokens."
        ErrorsOnly "errors-only" "Only the parse errors differ."
        SerialisationOnly "serialisation-only" "Only the serialised markup differs."
    }
}

crate::named! {
    /// Elements that pages depend on and that are added, removed or moved.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Moved {
        Scripts "scripts" "Script elements are added, removed, moved or changed."
        Forms "forms" "Forms or form controls are added, removed, moved or changed."
        Links "links" "Links are added, removed, moved or changed."
    }
}

impl Kind {
    /// Whether the tree, the mode or the encoding differ, not the errors or the markup alone.
    pub const fn is_of_tree(self) -> bool {
        !matches!(self, Self::ErrorsOnly | Self::SerialisationOnly)
    }
}

/// How two readings of a document differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// In what; nothing if they are the same.
    pub kinds: BTreeSet<Kind>,
    /// What moves.
    pub moved: BTreeSet<Moved>,
}

impl Difference {
    /// How a reading differs from an older one. What is written of the trees is not compared.
    pub fn of(old: &Reading, new: &Reading) -> Self {
        let mut difference = Self::default();
        if old.encoding != new.encoding {
            difference.kinds.insert(Kind::Encoding);
        }
        match (&old.made, &new.made) {
            (Made::Tree(old), Made::Tree(new)) => difference.of_trees(old, new),
            (Made::Tokens(old), Made::Tokens(new)) if old.tokens != new.tokens => {
                difference.kinds.insert(Kind::Tokens);
            }
            (Made::Encoding(old), Made::Encoding(new)) if old != new => {
                difference.kinds.insert(Kind::Encoding);
            }
            (Made::Markup(old), Made::Markup(new)) if old != new => {
                difference.kinds.insert(Kind::SerialisationOnly);
            }
            _ => {}
        }
        if difference.kinds.is_empty() && !old.made.is_same(&new.made) {
            difference.kinds.insert(Kind::ErrorsOnly);
        }
        difference
    }

    /// Adds another difference of the same document.
    pub(super) fn join(&mut self, other: Self) {
        self.kinds.extend(other.kinds);
        self.moved.extend(other.moved);
    }

    fn of_trees(&mut self, old: &Parsed, new: &Parsed) {
        if old.document.quirks_mode != new.document.quirks_mode {
            self.kinds.insert(Kind::QuirksMode);
        }
        if old.document.same_below(old.root(), &new.document, new.root()) {
            return;
        }
        let (old, new) = (Contents::of(old), Contents::of(new));
        self.kinds.extend(old.differs_from(&new));
        let moved = Moved::ALL.iter().copied();
        self.moved.extend(moved.filter(|what| old.places_of(what) != new.places_of(what)));
    }
}

/// The elements of which a page's forms are made.
const FORMS: [&[u8]; 8] = [b"form", b"button", b"fieldset", b"input", b"option", b"output", b"select", b"textarea"];

/// The elements that lead elsewhere.
const LINKS: [&[u8]; 4] = [b"a", b"area", b"base", b"link"];

/// The aspects of a tree, so that each can be compared alone. They are hashes, to save memory. Whether the trees differ
/// at all was determined exactly before.
#[derive(Debug, Default)]
struct Contents {
    /// The places of the nodes above, and of the last one: hashes over the names above and their own.
    above: Vec<u64>,
    /// All nodes with all that is in them, in tree order.
    nodes: DefaultHasher,
    /// The nodes in tree order, without namespaces, attributes and the data of texts.
    structure: DefaultHasher,
    /// The elements of each name, with their attributes.
    elements: HashMap<u64, Several>,
    /// How many elements of a name there are in each namespace.
    namespaces: HashMap<u64, [usize; Namespace::ALL.len()]>,
    /// The texts that are more than white space, with the elements they are in.
    texts: HashMap<u64, Several>,
    /// How often each byte that is no white space is in a text.
    bytes: BTreeMap<u8, usize>,
    /// Where the scripts, forms and links are, in tree order, with their attributes.
    places: BTreeMap<Moved, DefaultHasher>,
}

/// Several things of a name, in any order: how many, and the sum of their hashes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Several {
    count: usize,
    sum: u64,
}

impl Several {
    fn add(&mut self, hash: u64) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(hash);
    }

    /// Whether there are as many, and they are others.
    fn are_others(&self, new: &Self) -> bool {
        self.count == new.count && self.sum != new.sum
    }
}

impl TakeNodes for Contents {
    fn push(&mut self, depth: u32, node: Node<'_>) {
        self.above.truncate(depth as usize);
        let parent = self.above.last().copied().unwrap_or_default();
        (depth, exactly(node)).hash(&mut self.nodes);
        match node {
            Node::Element { namespace, name, attributes } => {
                (depth, name).hash(&mut self.structure);
                let attributes: Vec<_> = attributes.iter().collect();
                let attributes = hashed(attributes);
                if let Some(what) = acts(name) {
                    let places = self.places.entry(what).or_default();
                    (parent, name, attributes).hash(places);
                }
                self.elements.entry(hashed(name)).or_default().add(attributes);
                // Some names of SVG have another case in other namespaces.
                let name = hashed(name.to_ascii_lowercase());
                self.namespaces.entry(name).or_default()[namespace as usize] += 1;
            }
            Node::Text(data) => {
                (depth, "text").hash(&mut self.structure);
                if !data.trim_ascii().is_empty() {
                    self.texts.entry(hashed(data)).or_default().add(parent);
                }
                for byte in data.iter().filter(|byte| !byte.is_ascii_whitespace()) {
                    *self.bytes.entry(*byte).or_default() += 1;
                }
            }
            other => (depth, exactly(other)).hash(&mut self.structure),
        }
        self.above.push(place(parent, node));
    }
}

impl Contents {
    fn of(parsed: &Parsed) -> Self {
        let mut contents = Self::default();
        show(parsed, &mut contents);
        contents
    }

    fn places_of(&self, what: &Moved) -> Option<u64> {
        self.places.get(what).map(Hasher::finish)
    }

    fn differs_from(&self, new: &Self) -> BTreeSet<Kind> {
        if self.nodes.finish() == new.nodes.finish() {
            // Of a shadow root its mode alone is a node's.
            return [Kind::ShadowRoots].into();
        }
        let structure = self.structure.finish() != new.structure.finish();
        let kinds = [
            (Kind::Structure, structure),
            (Kind::Attributes, are_others(&self.elements, &new.elements)),
            (Kind::Namespace, self.has_other_namespaces(new)),
            (Kind::TextChanged, self.bytes != new.bytes),
            (Kind::TextMoved, self.has_text_elsewhere(new)),
        ];
        let differs = kinds.into_iter().filter(|(_, differs)| *differs);
        let mut kinds: BTreeSet<Kind> = differs.map(|(kind, _)| kind).collect();
        if kinds.is_empty() {
            // What is left is white space.
            kinds.insert(Kind::TextChanged);
        }
        kinds
    }

    /// Whether there are fewer elements of a name in one namespace, and more in another.
    fn has_other_namespaces(&self, new: &Self) -> bool {
        self.namespaces.iter().any(|(name, counts)| {
            new.namespaces.get(name).is_some_and(|others| {
                let mut pairs = std::iter::zip(counts, others);
                pairs.clone().any(|(old, new)| new < old) && pairs.any(|(old, new)| new > old)
            })
        })
    }

    /// Whether a text of which there are as many is in other places, or text was cut otherwise into nodes.
    fn has_text_elsewhere(&self, new: &Self) -> bool {
        are_others(&self.texts, &new.texts) || (self.bytes == new.bytes && self.texts != new.texts)
    }
}

/// Whether of something there are as many, and they are others.
fn are_others(old: &HashMap<u64, Several>, new: &HashMap<u64, Several>) -> bool {
    old.iter().any(|(name, old)| new.get(name).is_some_and(|new| old.are_others(new)))
}

fn hashed(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A node with all that is in it.
fn exactly(node: Node<'_>) -> u64 {
    match node {
        Node::Doctype { name, public_id, system_id } => hashed(("doctype", name, public_id, system_id)),
        Node::Element { namespace, name, attributes } => {
            let attributes: Vec<_> = attributes.iter().collect();
            hashed((namespace, name, attributes))
        }
        Node::Text(data) => hashed(("text", data)),
        Node::Comment(data) => hashed(("comment", data)),
        Node::ProcessingInstruction { target, data } => hashed(("instruction", target, data)),
        Node::TemplateContents => hashed("contents"),
        Node::ShadowRoot { mode } => hashed(mode),
    }
}

/// What pages act by that an element of this name is part of.
fn acts(name: &[u8]) -> Option<Moved> {
    match name {
        b"script" => Some(Moved::Scripts),
        name if FORMS.contains(&name) => Some(Moved::Forms),
        name if LINKS.contains(&name) => Some(Moved::Links),
        _ => None,
    }
}

/// The place of a node: what it is, in its parent's place.
fn place(parent: u64, node: Node<'_>) -> u64 {
    match node {
        Node::Element { namespace, name, .. } => hashed((parent, namespace, name)),
        Node::ShadowRoot { .. } => hashed((parent, "shadow")),
        // What is in the contents of a template is elsewhere than what is in the template.
        _ => hashed((parent, "contents")),
    }
}
