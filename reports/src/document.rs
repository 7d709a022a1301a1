//! The envelope of every JSON document of Crosscheck.

use std::io::{self, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

use crate::visible::is_shown;

/// A result that is written as a JSON document of its own.
pub trait Body: Serialize {
    /// The first member of the document: `crosscheck.<kind>/<version>`.
    const SCHEMA: &'static str;

    /// Whether the result is complete; that of an interrupted command is not.
    fn complete(&self) -> bool {
        true
    }
}

/// A [`Body`] as a document: it begins with the schema and the version of Crosscheck, and ends with `complete`, so that
/// a truncated document is detected.
#[derive(Debug, Serialize)]
pub struct Document<'b, B> {
    schema: &'static str,
    crosscheck: &'static str,
    #[serde(flatten)]
    body: &'b B,
    complete: bool,
}

impl<'b, B: Body> Document<'b, B> {
    /// Wraps a result.
    pub fn new(body: &'b B) -> Self {
        Self { schema: B::SCHEMA, crosscheck: env!("CARGO_PKG_VERSION"), body, complete: body.complete() }
    }
}

/// Writes a result as an indented JSON document with a final newline. Characters that do not show are escaped, so that
/// the document is harmless on a terminal.
///
/// # Errors
/// Those of the writer.
pub fn write_json(body: &impl Body, out: impl Write) -> io::Result<()> {
    write_value(&Document::new(body), out)
}

/// Writes JSON as [`write_json`] does, without the envelope.
pub(crate) fn write_value(value: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut out, Visible::default()))?;
    out.write_all(b"\n")
}

/// Why a text is not the document of a result.
#[derive(Debug, thiserror::Error)]
pub enum NotADocument {
    /// It is not JSON, a member is missing or is not what it should be, or the text ends too early.
    #[error("{0}")]
    Malformed(#[from] serde_json::Error),
    /// It is the document of something else, or of another version of Crosscheck.
    #[error("the schema is `{found}`; expected `{expected}`")]
    Schema {
        /// The schema it has.
        found: String,
        /// The schema of the result.
        expected: &'static str,
    },
}

impl NotADocument {
    /// The line it is in, from 1.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::Malformed(error) => u32::try_from(error.line()).ok(),
            Self::Schema { .. } => None,
        }
    }
}

/// Reads a result that [`write_json`] has written.
///
/// # Errors
/// When the text is not such a document.
pub fn read_json<B: Body + DeserializeOwned>(text: &[u8]) -> Result<B, NotADocument> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let Head { schema } = serde_json::from_slice(text)?;
    match schema == B::SCHEMA {
        true => Ok(serde_json::from_slice(text)?),
        false => Err(NotADocument::Schema { found: schema, expected: B::SCHEMA }),
    }
}

/// Indents, and escapes what does not show.
#[derive(Default)]
struct Visible(PrettyFormatter<'static>);

macro_rules! indented {
    ($($method:ident $(($argument:ident: $type:ty))?),*) => {
        $(fn $method<W: ?Sized + Write>(&mut self, out: &mut W $(, $argument: $type)?) -> io::Result<()> {
            self.0.$method(out $(, $argument)?)
        })*
    };
}

impl Formatter for Visible {
    indented!(
        begin_array,
        end_array,
        begin_array_value(first: bool),
        end_array_value,
        begin_object,
        end_object,
        begin_object_key(first: bool),
        begin_object_value,
        end_object_value
    );

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, hidden)) = rest.char_indices().find(|(_, c)| !is_shown(*c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + hidden.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Text(std::collections::BTreeMap<&'static str, Vec<&'static str>>);

    impl Body for Text {
        const SCHEMA: &'static str = "crosscheck.text/1";
    }

    #[test]
    fn what_does_not_show_is_escaped_and_read_back() {
        let text = "\u{9B}31m\u{202E}\u{E0001}\n\u{1B}é \u{1F600}";
        let mut out = Vec::new();
        write_json(&Text([("a", vec![text, "", "b"]), ("c", vec![])].into()), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(crate::visible::visible(&out), out);
        assert!(out.contains(r#"    "\u009b31m\u202e\udb40\udc01\n\u001bé 😀","#), "{out}");
        let read: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(read["a"][0], text);
    }

    #[derive(Serialize)]
    struct Interrupted {
        found: u32,
    }

    impl Body for Interrupted {
        const SCHEMA: &'static str = "crosscheck.interrupted/1";

        fn complete(&self) -> bool {
            false
        }
    }

    #[test]
    fn schema_comes_first_and_complete_last() {
        let mut out = Vec::new();
        write_json(&Interrupted { found: 3 }, &mut out).unwrap();
        let expected = format!(
            "{{\n  \"schema\": \"crosscheck.interrupted/1\",\n  \"crosscheck\": \"{}\",\n  \"found\": 3,\n  \"complete\": false\n}}\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
