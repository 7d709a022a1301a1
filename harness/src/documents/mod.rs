//! Real documents: web pages as they came over the wire, one at a time, never a whole archive in memory.

pub mod decode;
mod members;
pub mod warc;

/// A document and what the transport layer said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Where it came from: a URL or a path.
    pub name: String,
    /// The encoding label the transport layer gave, if any.
    pub charset: Option<String>,
    /// The bytes as they came.
    pub bytes: Vec<u8>,
}
