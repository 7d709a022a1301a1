//! Where results go: standard output, or a file.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anstream::AutoStream;
use anstream::adapter::strip_bytes;
use crosscheck::files::write_whole;
use crosscheck_reports::terminal::DEFAULT_WIDTH;

use super::error::CommandError;

/// The forms every result comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Human,
    /// For programs
    Json,
}

/// The width to draw in, in columns: that of the terminal, if standard output is one and the result goes there.
pub(super) fn width(out: Option<&Path>) -> usize {
    let terminal = match out {
        None => terminal_size::terminal_size_of(io::stdout()),
        Some(_) => None,
    };
    terminal.map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
}

/// Writes a result to standard output, or whole to a file, byte for byte.
pub(super) fn deliver(
    out: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    match out {
        Some(path) => Ok(write_whole(path, write)?),
        None => quietly(|| {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            out.flush()
        }),
    }
}

/// Writes a result for people: as [`deliver`], with its colours where they are wanted.
pub(super) fn deliver_to_people(
    out: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    let mut text = Vec::new();
    write(&mut text).map_err(CommandError::Output)?;
    match out {
        Some(_) => deliver(out, |out| out.write_all(&strip_bytes(&text).into_vec())),
        None => quietly(|| {
            let mut out = AutoStream::auto(io::stdout()).lock();
            out.write_all(&text)?;
            out.flush()
        }),
    }
}

/// Writes to standard output. Who closes a pipe has read enough, and is not told of an error.
fn quietly(write: impl FnOnce() -> io::Result<()>) -> Result<(), CommandError> {
    match write() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(CommandError::Output),
    }
}

/// Whether there is a person at standard error to show progress to.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}
