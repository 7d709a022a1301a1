//! Tokens, as the tokenizer hands them to tree construction: borrowed, reused, never allocated one by one.

use std::cell::Cell;

use crate::name::Name;

/// A token, borrowed from the tokenizer. All text is WTF-8.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
#[derive(Debug, Clone, Copy)]
pub enum Token<'t> {
    /// A DOCTYPE token.
    Doctype(&'t Doctype),
    /// A start tag token.
    StartTag(&'t Tag),
    /// An end tag token.
    EndTag(&'t Tag),
    /// A comment token.
    Comment(&'t [u8]),
    /// A processing instruction token.
    ProcessingInstruction {
        /// The target.
        target: &'t [u8],
        /// The data.
        data: &'t [u8],
    },
    /// A run of character tokens, never empty. U+0000 comes alone.
    Characters(&'t [u8]),
    /// The end-of-file token.
    EndOfFile,
}

/// A DOCTYPE token.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doctype {
    /// The name; missing is not empty.
    pub name: Option<Vec<u8>>,
    /// The public identifier; missing is not empty.
    pub public_id: Option<Vec<u8>>,
    /// The system identifier; missing is not empty.
    pub system_id: Option<Vec<u8>>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// An attribute of a [`Tag`], which holds its value.
#[derive(Debug, Clone, Copy)]
pub struct TagAttribute {
    /// The name.
    pub name: Name,
    start: usize,
    end: usize,
}

/// A start or end tag token. One is kept and used again for every tag.
#[derive(Debug, Clone)]
pub struct Tag {
    /// The tag name.
    pub name: Name,
    /// The self-closing flag.
    pub self_closing: bool,
    acknowledged: Cell<bool>,
    attributes: Vec<TagAttribute>,
    values: Vec<u8>,
}

impl Default for Tag {
    fn default() -> Self {
        Self::new(Name::HTML)
    }
}

impl Tag {
    /// A tag of this name without attributes, its self-closing flag unset.
    pub fn new(name: Name) -> Self {
        Self { name, self_closing: false, acknowledged: Cell::new(false), attributes: Vec::new(), values: Vec::new() }
    }

    /// The attributes, without duplicates, in order.
    #[inline]
    pub fn attributes(&self) -> &[TagAttribute] {
        &self.attributes
    }

    /// The value of an attribute of this tag, as WTF-8.
    #[inline]
    pub fn value(&self, attribute: TagAttribute) -> &[u8] {
        self.values.get(attribute.start..attribute.end).unwrap_or_default()
    }

    /// The value of the attribute of this name, if the tag has it.
    pub fn attribute(&self, name: Name) -> Option<&[u8]> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == name)?;
        Some(self.value(*attribute))
    }

    /// Acknowledges the self-closing flag, if it is set: it is then no error.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#acknowledge-self-closing-flag>
    #[inline]
    pub fn acknowledge_self_closing(&self) {
        self.acknowledged.set(true);
    }

    /// Whether the self-closing flag is set and nobody acknowledged it.
    pub(crate) fn is_unacknowledged(&self) -> bool {
        self.self_closing && !self.acknowledged.get()
    }

    /// Makes this a new tag token without attributes. Its name is set when it is known.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.self_closing = false;
        self.acknowledged.set(false);
        self.attributes.clear();
        self.values.clear();
    }

    /// Where the value of an attribute starts that begins now.
    #[inline]
    pub(crate) fn value_start(&self) -> usize {
        self.values.len()
    }

    /// Appends to the value of the current attribute.
    #[inline]
    pub(crate) fn append_to_value(&mut self, text: &[u8]) {
        self.values.extend_from_slice(text);
    }

    /// Completes an attribute whose value starts there and ends here.
    #[inline]
    pub(crate) fn push_attribute(&mut self, name: Name, start: usize) {
        let end = self.values.len();
        self.attributes.push(TagAttribute { name, start, end });
    }

    /// Forgets the value that starts there: its attribute is removed from the token.
    pub(crate) fn discard_value(&mut self, start: usize) {
        self.values.truncate(start);
    }
}
