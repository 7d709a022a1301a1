//! The tree as far as its markup tells it to any parser: without what is not written, and with what every parser reads
//! otherwise. This part is exact.

use std::collections::BTreeSet;

use crosscheck_parser::list::List;

use super::rows::Rows;
use super::{Class, Surroundings};
use crate::input::Namespace;
use crate::tree::{Node, Tree};

/// The tree that the markup tells of, and the classes of what it does not tell.
pub(super) fn written(tree: &Tree, around: &Surroundings) -> (Tree, BTreeSet<Class>) {
    let rows = Rows::new(tree);
    let mut writer = Writer {
        rows: &rows,
        around,
        tree: Tree::new(),
        classes: BTreeSet::new(),
        text: None,
    };
    let mut index = 0;
    while index < rows.len() {
        index = match writer.not_written(index) {
            Some(class) => {
                writer.classes.insert(class);
                rows.subtree(index).end
            }
            None => {
                writer.node(index);
                index + 1
            }
        };
    }
    writer.end_text();
    (writer.tree, writer.classes)
}

struct Writer<'r, 't> {
    rows: &'r Rows<'t>,
    around: &'r Surroundings,
    tree: Tree,
    classes: BTreeSet<Class>,
    /// A run of text nodes: its depth, the index of the first, and the characters.
    text: Option<(u32, usize, Vec<u8>)>,
}

impl Writer<'_, '_> {
    /// Why the node is not written at all.
    fn not_written(&self, index: usize) -> Option<Class> {
        let node = self.rows.node(index)?;
        if matches!(node, Node::ShadowRoot { .. }) {
            return Some(Class::ShadowRoot);
        }
        let Some(parent) = self.rows.parent(index) else {
            let context = self.around.context.as_ref()?;
            let is_void =
                |list| super::rows::is_on(list, context.namespace, context.local_name.as_bytes());
            return (is_void(List::Void) || is_void(List::FormerlyVoid))
                .then_some(Class::VoidContent);
        };
        if self.rows.is_on(parent, List::Void) || self.rows.is_on(parent, List::FormerlyVoid) {
            return Some(Class::VoidContent);
        }
        let is_template = self.rows.is_html(parent, "template");
        (is_template && *node != Node::TemplateContents).then_some(Class::TemplateChildren)
    }

    fn node(&mut self, index: usize) {
        let Some(node) = self.rows.node(index).copied() else {
            return;
        };
        let depth = self.rows.depth(index);
        if let Node::Text(data) = node {
            return self.add_text(depth, index, data);
        }
        self.end_text();
        match node {
            Node::Text(_) | Node::ShadowRoot { .. } => {}
            Node::TemplateContents => self.tree.push_template_contents(depth),
            Node::Doctype {
                name,
                public_id,
                system_id,
            } => {
                if !public_id.is_empty() || !system_id.is_empty() {
                    self.classes.insert(Class::DoctypeIdentifiers);
                }
                self.tree.push_doctype(depth, name, b"", b"");
            }
            Node::Comment(data) => {
                let data = self.read(data, NullCharacters::Replaced);
                self.tree.push_comment(depth, &data);
            }
            Node::ProcessingInstruction { target, data } => {
                let data = self.read(data, NullCharacters::Kept);
                self.tree.push_processing_instruction(depth, target, &data);
            }
            Node::Element {
                namespace,
                name,
                attributes,
            } => {
                let values: Vec<_> = attributes
                    .iter()
                    .map(|(_, _, value)| self.read(value, NullCharacters::Replaced))
                    .collect();
                let names = attributes
                    .iter()
                    .map(|(namespace, name, _)| (namespace, name));
                let mut attributes: Vec<_> = std::iter::zip(names, &values)
                    .map(|((namespace, name), value)| (namespace, name, value.as_slice()))
                    .collect();
                self.tree
                    .push_element(depth, namespace, name, &mut attributes);
            }
        }
    }

    fn add_text(&mut self, depth: u32, index: usize, data: &[u8]) {
        match &mut self.text {
            // A run of text nodes is one of siblings: nothing came between them, at whatever depth.
            Some((run, _, text)) if *run == depth => {
                self.classes.insert(Class::AdjacentText);
                crosscheck_parser::wtf8::push_joined(text, data);
            }
            _ => {
                self.end_text();
                self.text = Some((depth, index, data.to_vec()));
            }
        }
    }

    fn end_text(&mut self) {
        let Some((depth, first, text)) = self.text.take() else {
            return;
        };
        if text.is_empty() {
            self.classes.insert(Class::AdjacentText);
            return;
        }
        let null_characters = self.null_characters(first);
        let mut text = self.read(&text, null_characters);
        if text.starts_with(b"\n") && self.drops_line_feed(first) {
            self.classes.insert(Class::LeadingLineFeed);
            text.remove(0);
        }
        if !text.is_empty() {
            self.tree.push_text(depth, &text);
        }
    }

    /// Whether the parser drops a line feed where this text begins.
    fn drops_line_feed(&self, index: usize) -> bool {
        let Some(parent) = self.rows.parent(index) else {
            return false;
        };
        let name = self.rows.html(parent);
        index == parent + 1
            && name.is_some_and(|name| [&b"pre"[..], b"listing", b"textarea"].contains(&name))
    }

    /// What becomes of U+0000 in this text.
    fn null_characters(&self, index: usize) -> NullCharacters {
        let parent = self.rows.parent(index);
        let foreign = |index| {
            let (namespace, _) = self.rows.element(index)?;
            (namespace != Namespace::Html).then_some(())
        };
        let raw = |index| {
            self.rows
                .html(index)
                .filter(|name| is_raw(name, self.around.scripting))
        };
        match parent {
            Some(parent) if foreign(parent).is_some() || raw(parent).is_some() => {
                NullCharacters::Replaced
            }
            _ => NullCharacters::Dropped,
        }
    }

    /// Text as the parser reads it: line ends made one, and no U+0000.
    fn read(&mut self, text: &[u8], null_characters: NullCharacters) -> Vec<u8> {
        let mut read = Vec::with_capacity(text.len());
        let mut bytes = text.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\r' => {
                    self.classes.insert(Class::CarriageReturn);
                    bytes.next_if_eq(&b'\n');
                    read.push(b'\n');
                }
                0 if null_characters != NullCharacters::Kept => {
                    self.classes.insert(Class::NullCharacter);
                    if null_characters == NullCharacters::Replaced {
                        read.extend_from_slice("\u{FFFD}".as_bytes());
                    }
                }
                _ => read.push(byte),
            }
        }
        read
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NullCharacters {
    Replaced,
    Dropped,
    Kept,
}

/// Whether there is only text in an HTML element of this name: raw text, RCDATA, and the like.
pub(super) fn is_raw(name: &[u8], scripting: bool) -> bool {
    let raw: [&[u8]; 9] = [
        b"title",
        b"textarea",
        b"style",
        b"script",
        b"xmp",
        b"iframe",
        b"noembed",
        b"noframes",
        b"plaintext",
    ];
    raw.contains(&name) || (scripting && name == b"noscript")
}
