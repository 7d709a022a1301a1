//! Serialising: a tree in, markup out. Time and memory are linear in the tree and the markup; nothing recurses.
//!
//! The element and attribute namespaces that a [`Document`] does not have, and `is` values without an `is` attribute
//! (which only scripts can make), have no clauses here.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments>

mod escaping;
mod nodes;
mod shadow_roots;

use std::collections::HashSet;

use crate::clauses::change::Edition;
use crate::clauses::clause::Clause;
use crate::clauses::list::{List, ListSet};
use crate::clauses::observer::{Ignore, Observer, Part};
use crate::dom::{Document, ElementName, NodeId};
use crate::name::Name;
use crate::wtf8::{Wtf8Buf, push_joined};

/// What the serialiser is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SerialiseOptions {
    /// Whether scripting is enabled for the nodes: then the text of `noscript` is not escaped. By default it is not.
    pub scripting: bool,
    /// The algorithm's *serializableShadowRoots*: whether shadow roots that are serializable are written, as
    /// declarative ones. By default they are not.
    pub serializable_shadow_roots: bool,
    /// The algorithm's *shadowRoots*: roots that are written whether they are serializable or not.
    pub shadow_roots: HashSet<NodeId>,
    /// Whether the document has a custom element registry, the global one, as the documents of windows do and those
    /// of `DOMParser` do not. By default it has. A shadow root's is the document's unless it keeps null.
    pub document_has_registry: bool,
    /// The standard as of when; by default the newest edition known.
    pub edition: Edition,
}

impl Default for SerialiseOptions {
    fn default() -> Self {
        Self {
            scripting: false,
            serializable_shadow_roots: false,
            shadow_roots: HashSet::new(),
            document_has_registry: true,
            edition: Edition::NEWEST,
        }
    }
}

/// The markup of what is in a node: of its children, of a template element's contents. This is the HTML fragment
/// serialisation algorithm, what `innerHTML` gives. May hold lone surrogates, if the tree does.
///
/// ```
/// use crosscheck_standard::parser::options::Options;
/// use crosscheck_standard::parser::parse::parse_document;
/// use crosscheck_standard::parser::serialise::{SerialiseOptions, inner};
///
/// let parsed = parse_document("<!DOCTYPE html><p title='<'>1 < 2", Options::default())?;
/// let markup = inner(&parsed.document, parsed.root(), &SerialiseOptions::default());
/// let expected = r#"<!DOCTYPE html><html><head></head><body><p title="&lt;">1 &lt; 2</p></body></html>"#;
/// assert_eq!(markup.as_str(), Some(expected));
/// # Ok::<(), crosscheck_standard::parser::parse::Failure>(())
/// ```
pub fn inner(document: &Document, node: NodeId, options: &SerialiseOptions) -> Wtf8Buf {
    Serialiser::new(document, options, Ignore).inner(node)
}

/// The markup of an element with what is in it: that of a node whose only child it is, what `outerHTML` gives.
pub fn outer(document: &Document, node: NodeId, options: &SerialiseOptions) -> Wtf8Buf {
    Serialiser::new(document, options, Ignore).outer(node)
}

/// The algorithm at work, with somebody who watches.
#[derive(Debug)]
pub struct Serialiser<'d, O: Observer> {
    document: &'d Document,
    options: &'d SerialiseOptions,
    observer: O,
    markup: Vec<u8>,
    /// What is still to be written, the next last: the algorithm recurses, this does not.
    pending: Vec<Pending>,
    /// How many templates are around the node at hand, whose contents belong to a document without a registry.
    templates: usize,
}

/// Something still to be written.
#[derive(Debug, Clone, Copy)]
enum Pending {
    /// A child, and the siblings after it.
    Siblings(NodeId),
    /// The end tag of an element whose content is written.
    EndTag(NodeId, Name),
    /// The end of a shadow root whose content is written.
    EndOfShadowRoot,
    /// The end of a template's contents.
    EndOfTemplate,
}

impl<'d, O: Observer> Serialiser<'d, O> {
    /// A serialiser of a document's nodes.
    pub fn new(document: &'d Document, options: &'d SerialiseOptions, observer: O) -> Self {
        Self { document, options, observer, markup: Vec::new(), pending: Vec::new(), templates: 0 }
    }

    /// As [`inner`].
    pub fn inner(mut self, node: NodeId) -> Wtf8Buf {
        self.templates = self.document.templates_around(node);
        self.children(node);
        self.write_pending()
    }

    /// As [`outer`].
    pub fn outer(mut self, node: NodeId) -> Wtf8Buf {
        self.templates = self.document.templates_around(node);
        self.node(node);
        self.write_pending()
    }

    fn write_pending(mut self) -> Wtf8Buf {
        while let Some(pending) = self.pending.pop() {
            match pending {
                Pending::Siblings(node) => {
                    let next = self.document.next_sibling(node);
                    self.pending.extend(next.map(Pending::Siblings));
                    self.node(node);
                }
                Pending::EndTag(element, name) => self.end_tag(element, name),
                Pending::EndOfShadowRoot => self.end_of_shadow_root(),
                Pending::EndOfTemplate => self.templates -= 1,
            }
        }
        Wtf8Buf::from_valid(self.markup)
    }

    /// Appends to the markup. Two text nodes may hold the halves of a surrogate pair.
    #[inline]
    fn write(&mut self, text: &[u8]) {
        push_joined(&mut self.markup, text);
    }

    /// Tells the observer which part of the markup comes next.
    #[inline]
    fn writes(&mut self, part: Part) {
        self.observer.writes(part, self.markup.len());
    }

    fn write_name(&mut self, name: Name) {
        push_joined(&mut self.markup, self.document.names.spelling(name));
    }

    /// Whether a row matches, which it does unless the observer says otherwise.
    #[inline(always)]
    fn row(&mut self, clause: Clause) -> bool {
        self.observer.row(clause, 1)
    }

    /// What the algorithm is to go by where a condition holds or not.
    #[inline(always)]
    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.observer.condition(clause, holds)
    }

    /// Whether a step runs, which it does unless the observer says otherwise.
    #[inline(always)]
    fn step(&mut self, clause: Clause) -> bool {
        self.observer.step(clause)
    }

    /// Whether the element's name is on the list.
    fn on_list(&mut self, list: List, name: ElementName) -> bool {
        self.observer.lists(name, ListSet::of(name)).contains(list)
    }
}
