//! The arguments for one document: a file, its encoding, the context element and the scripting flag.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use crosscheck::documents::decode::{Decoded, decode};
use crosscheck::files;
use crosscheck::model::input::{Context, Input, Source, Task};
use crosscheck_standard::parser::encoding::Encoding;
use crosscheck_standard::wtf8::Wtf8Buf;

use super::error::CommandError;

#[derive(Debug, Args)]
pub(super) struct DocumentArguments {
    /// The file to parse, or - for standard input
    ///
    /// The bytes are decoded as in the standard, by a byte order mark or a declaration in the file. Without either,
    /// they are decoded as UTF-8 if they are valid UTF-8, and otherwise as windows-1252. Engines receive the decoded
    /// text.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Decode the file from this encoding, for example utf-8, latin1 or shift_jis
    ///
    /// It overrides a declaration in the file. A byte order mark overrides it.
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Parse as a fragment with this context element, for example td, `svg desc` or `math mi`
    #[arg(long, value_name = "ELEMENT")]
    context: Option<Context>,
    /// Value of the parser's scripting flag
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    scripting: Switch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Switch {
    On,
    Off,
}

/// A document that was read.
pub(super) struct Document {
    pub(super) text: Wtf8Buf,
    pub(super) encoding: &'static Encoding,
    pub(super) context: Option<Context>,
    pub(super) scripting: bool,
}

impl Document {
    /// The question for its tree.
    pub(super) fn into_input(self) -> Input {
        Input { source: Source::Text(self.text), task: Task::Tree { context: self.context, scripting: self.scripting } }
    }
}

impl DocumentArguments {
    /// Reads and decodes the document.
    pub(super) fn read(self) -> Result<Document, CommandError> {
        let bytes = read(&self.file)?;
        let Decoded { text, encoding } = decode(&bytes, self.encoding, self.context.is_some())?;
        Ok(Document { text, encoding, context: self.context, scripting: self.scripting == Switch::On })
    }
}

/// Reads a whole file, or standard input for `-`.
fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    let read = match path.as_os_str() == "-" {
        true => files::read_whole(io::stdin()),
        false => files::read(path),
    };
    read.map_err(|source| CommandError::Unreadable { path: path.to_owned(), source })
}

/// The encoding of this label.
fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| "not the label of an encoding; expected for example utf-8, latin1 or shift_jis".to_owned())
}
