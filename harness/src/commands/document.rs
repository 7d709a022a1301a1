//! The one document that several subcommands take: a file, how it is decoded, and where it is parsed.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use crosscheck::documents::decode::{Decoded, decode};
use crosscheck::model::input::{Context, Input, Source, Task};
use crosscheck_standard::parser::encoding::Encoding;
use crosscheck_standard::wtf8::Wtf8Buf;

use super::error::CommandError;

#[derive(Debug, Args)]
pub(super) struct DocumentArguments {
    /// The file to parse, or - for standard input
    ///
    /// Its bytes are decoded as the standard says, by a byte order mark or a declaration in it; without one they are taken
    /// as UTF-8 if they are that, or else as windows-1252. The engines are given the text.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The encoding of the file, whatever it declares itself: utf-8, latin1, shift_jis
    ///
    /// Only a byte order mark goes before it.
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Parse as a fragment in this element: td, `svg desc`, `math mi`
    #[arg(long, value_name = "ELEMENT")]
    context: Option<Context>,
    /// The scripting flag
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    scripting: Switch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Switch {
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
    /// The question what tree it is.
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
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => io::stdin().read_to_end(&mut bytes),
        false => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(source) => Err(CommandError::Unreadable { path: path.to_owned(), source }),
    }
}

/// The encoding of this label.
fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| "no encoding has this label; some are utf-8, latin1, shift_jis".to_owned())
}
