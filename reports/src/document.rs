//! The envelope of every JSON document of Crosscheck.

use std::io::{self, Write};

use serde::Serialize;

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

/// Writes a result as an indented JSON document with a final newline.
///
/// # Errors
/// Those of the writer.
pub fn write_json(body: &impl Body, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &Document::new(body))?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

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
