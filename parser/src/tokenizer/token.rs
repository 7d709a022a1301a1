//! Tokens, as the tokenizer hands them to tree construction: borrowed, reused, never allocated one by one.

use crate::name::Name;

/// A token, borrowed from the tokenizer. All text is WTF-8.
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
#[derive(Debug, Clone, Default)]
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

/// An attribute of a tag token.
#[derive(Debug, Clone, Copy)]
pub struct TagAttribute {
    /// The name.
    pub name: Name,
    start: u32,
    end: u32,
}

/// A start or end tag token. One is kept and used again for every tag.
#[derive(Debug, Clone)]
pub struct Tag {
    /// The tag name.
    pub name: Name,
    /// The self-closing flag.
    pub self_closing: bool,
    attributes: Vec<TagAttribute>,
    values: Vec<u8>,
}

impl Tag {
    /// The attributes, without duplicates, in order.
    pub fn attributes(&self) -> &[TagAttribute] {
        &self.attributes
    }

    /// The value of an attribute of this tag, as WTF-8.
    pub fn value(&self, attribute: TagAttribute) -> &[u8] {
        &self.values[attribute.start as usize..attribute.end as usize]
    }

    /// The value of the attribute of this name, if the tag has it.
    pub fn attribute(&self, name: Name) -> Option<&[u8]> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == name)?;
        Some(self.value(*attribute))
    }
}
