//! How two readings of a document differ, in kinds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crosscheck_parser::parse::Parsed;
use serde::{Deserialize, Serialize};

use super::reading::Reading;
use crate::engines::standard::{Made, canonical_tree};
use crate::input::Namespace;
use crate::tree::{Node, Tree};

macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $name:literal $about:literal)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $type { $(#[doc = $about] $variant),* }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in results.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it says, in a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// In what two readings of a document differ.
    Kind {
        Structure "structure" "Other nodes stand in the tree, or stand elsewhere in it."
        Attributes "attributes" "Elements have other attributes."
        TextMoved "text-moved" "Text is in another element."
        TextChanged "text-changed" "There is other text: some is lost, or gained, or decoded otherwise."
        Namespace "namespace" "Elements are in another namespace."
        ShadowRoots "shadow-roots" "Shadow roots have other properties."
        QuirksMode "quirks-mode" "The document is in another mode."
        Encoding "encoding" "The bytes are decoded by another encoding."
        Tokens "tokens" "The tokenizer, asked alone, gives other tokens."
        ErrorsOnly "errors-only" "The tree is the same, and the parse errors are not."
        SerialisationOnly "serialisation-only" "The tree and the errors are the same, and the markup that is written is not."
    }
}

named! {
    /// What moves, appears or goes that pages act by.
    Moved {
        Scripts "scripts" "Script elements are elsewhere, or others."
        Forms "forms" "Forms or their controls are elsewhere, or others."
        Links "links" "Links are elsewhere, or others."
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
        if old
            .document
            .same_below(old.root(), &new.document, new.root())
        {
            return;
        }
        let (old, new) = (canonical_tree(old), canonical_tree(new));
        if old == new {
            // A canonical tree has of a shadow root its mode alone.
            self.kinds.insert(Kind::ShadowRoots);
            return;
        }
        let (old, new) = (Contents::of(&old), Contents::of(&new));
        self.kinds.extend(old.differs_from(&new));
        let moved = Moved::ALL.iter().copied();
        self.moved
            .extend(moved.filter(|what| old.places.get(what) != new.places.get(what)));
    }
}

/// The elements of which a page's forms are made.
const FORMS: [&[u8]; 8] = [
    b"form",
    b"button",
    b"fieldset",
    b"input",
    b"option",
    b"output",
    b"select",
    b"textarea",
];

/// The elements that lead elsewhere.
const LINKS: [&[u8]; 4] = [b"a", b"area", b"base", b"link"];

/// An element's attributes, in their order.
type Attributes<'t> = Vec<(&'static str, &'t [u8], &'t [u8])>;

/// What is in a tree, taken apart so that each part can be compared alone.
#[derive(Debug, Default)]
struct Contents<'t> {
    /// The nodes in tree order, without namespaces, attributes and the data of texts.
    structure: Vec<(u32, Bare<'t>)>,
    /// The elements of a name, with their attributes.
    elements: BTreeMap<&'t [u8], Vec<Attributes<'t>>>,
    /// How many elements of a name there are in each namespace.
    namespaces: BTreeMap<Vec<u8>, [usize; Namespace::ALL.len()]>,
    /// The texts that are more than white space, with the elements they are in.
    texts: BTreeMap<&'t [u8], Vec<u64>>,
    /// How often each byte that is no white space is in a text.
    bytes: BTreeMap<u8, usize>,
    /// Where the scripts, forms and links are.
    places: BTreeMap<Moved, Vec<(u64, Attributes<'t>)>>,
}

/// A node by what it is alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bare<'t> {
    Element(&'t [u8]),
    Text,
    Other(Node<'t>),
}

impl<'t> Contents<'t> {
    fn of(tree: &'t Tree) -> Self {
        let mut contents = Self::default();
        // The place of the last node of each depth: a hash over the names above it and its own.
        let mut places: Vec<u64> = Vec::new();
        for (depth, node) in tree.nodes() {
            places.truncate(depth as usize);
            let parent = places.last().copied().unwrap_or_default();
            let bare = contents.take(parent, node);
            contents.structure.push((depth, bare));
            places.push(place(parent, node));
        }
        contents
            .texts
            .values_mut()
            .for_each(|places| places.sort_unstable());
        contents
            .elements
            .values_mut()
            .for_each(|elements| elements.sort_unstable());
        contents
    }

    fn take(&mut self, parent: u64, node: Node<'t>) -> Bare<'t> {
        match node {
            Node::Element {
                namespace,
                name,
                attributes,
            } => {
                let attributes: Attributes<'t> = attributes
                    .iter()
                    .map(|(namespace, name, value)| (namespace.prefix(), name, value))
                    .collect();
                if let Some(what) = acts(name) {
                    let places = self.places.entry(what).or_default();
                    places.push((parent, attributes.clone()));
                }
                self.elements.entry(name).or_default().push(attributes);
                // Some names of SVG have another case in other namespaces.
                let counts = self
                    .namespaces
                    .entry(name.to_ascii_lowercase())
                    .or_default();
                counts[namespace as usize] += 1;
                Bare::Element(name)
            }
            Node::Text(data) => {
                if !data.trim_ascii().is_empty() {
                    self.texts.entry(data).or_default().push(parent);
                }
                for byte in data.iter().filter(|byte| !byte.is_ascii_whitespace()) {
                    *self.bytes.entry(*byte).or_default() += 1;
                }
                Bare::Text
            }
            other => Bare::Other(other),
        }
    }

    fn differs_from(&self, new: &Self) -> BTreeSet<Kind> {
        let kinds = [
            (Kind::Structure, self.structure != new.structure),
            (Kind::Attributes, self.has_other_attributes(new)),
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

    /// Whether elements of a name of which there are as many have other attributes.
    fn has_other_attributes(&self, new: &Self) -> bool {
        self.elements.iter().any(|(name, elements)| {
            let others = new.elements.get(name);
            others.is_some_and(|others| others.len() == elements.len() && others != elements)
        })
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
        let elsewhere = self.texts.iter().any(|(text, places)| {
            let others = new.texts.get(text);
            others.is_some_and(|others| others.len() == places.len() && others != places)
        });
        elsewhere || (self.bytes == new.bytes && self.texts != new.texts)
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
    let mut hasher = DefaultHasher::new();
    parent.hash(&mut hasher);
    match node {
        Node::Element {
            namespace, name, ..
        } => (namespace, name).hash(&mut hasher),
        Node::ShadowRoot { .. } => b"shadow".hash(&mut hasher),
        // What is in the contents of a template is elsewhere than what is in the template.
        _ => b"contents".hash(&mut hasher),
    }
    hasher.finish()
}
