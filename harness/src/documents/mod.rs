//! Web pages as received from servers, read one at a time; an archive is never in memory as a whole.

pub mod decode;
mod members;
pub mod warc;

/// A document with the encoding from the transport layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Where it came from: a URL or a path.
    pub name: String,
    /// The encoding label the transport layer gave, if any.
    pub charset: Option<String>,
    /// The bytes as they came.
    pub bytes: Vec<u8>,
}
