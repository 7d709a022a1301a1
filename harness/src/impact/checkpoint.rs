//! The progress of a sweep in a file, so that it can be resumed after it was killed.
//!
//! A header identifies the sweep. Each document that differs or could not be examined has a line, in order. Now and
//! then a line says up to which document the sweep is done: the documents before it without a line are the same in both
//! editions. An incomplete last line is cut off.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::outcome::{Changed, KnownOutcome, Outcome};
use crate::files::{self, FileError, WriteError, write_whole};

/// The first line of the file.
const SCHEMA: &str = "crosscheck.impact-checkpoint/1";

/// How many documents without a line there are before a progress line is written.
const STRIDE: u64 = 1_000;

/// The parameters of a sweep. Sweeps with the same header find the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    schema: String,
    crosscheck: String,
    from: String,
    to: String,
    sources: Vec<String>,
    scripting: bool,
    page_limit: u64,
}

impl Header {
    /// Of a sweep from an edition to another over these sources, as they are named.
    pub fn new(from: &str, to: &str, sources: Vec<String>, scripting: bool, page_limit: u64) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            crosscheck: env!("CARGO_PKG_VERSION").to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            sources,
            scripting,
            page_limit,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Line {
    /// All documents before this one are done.
    Before(u64),
    /// This one differs.
    Changed(u64, Box<Changed>),
    /// This one could not be examined.
    Failed(u64, String),
}

/// Opens a checkpoint to be continued after its first `whole` bytes.
fn open_at(path: &Path, whole: usize) -> io::Result<File> {
    let mut file = files::open_to_write(path)?;
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// A checkpoint that is being written.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    /// The first document that is in no line.
    done: u64,
    error: Option<io::Error>,
}

/// The content of an earlier checkpoint.
#[derive(Debug, Default)]
pub struct Remembered {
    done: u64,
    outcomes: BTreeMap<u64, KnownOutcome>,
}

impl Remembered {
    /// The outcome of the document of this number, from 0; `None` if it is not known.
    pub(super) fn of(&self, number: u64) -> Option<KnownOutcome> {
        let outcome = self.outcomes.get(&number).cloned();
        (number < self.done).then(|| outcome.unwrap_or(KnownOutcome::Same))
    }

    /// How many documents are done.
    pub fn documents(&self) -> u64 {
        self.done
    }
}

impl Checkpoint {
    /// Creates a new checkpoint; an existing one is overwritten.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(path: &Path, header: &Header) -> Result<Self, WriteError> {
        let header = line(header).map_err(WriteError::of(path))?;
        write_whole(path, |out| out.write_all(&header))?;
        let file = open_at(path, header.len()).map_err(WriteError::of(path))?;
        Ok(Self::of(path, file, 0))
    }

    /// Continues a checkpoint of the same sweep, or creates one if there is none.
    ///
    /// # Errors
    /// When the file is a checkpoint of something else, or none, or cannot be read or written.
    pub fn resume(path: &Path, header: &Header) -> Result<(Self, Remembered), FileError> {
        let unreadable = |error: io::Error| FileError::unreadable(path, &error);
        let bytes = match files::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(unreadable)?,
        };
        // An incomplete line was being written when the sweep was killed.
        let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
        if whole == 0 {
            let begun = Self::begin(path, header);
            let checkpoint = begun.map_err(|error| unreadable(error.source))?;
            return Ok((checkpoint, Remembered::default()));
        }
        let remembered = read(path, &bytes[..whole], header)?;
        let file = open_at(path, whole).map_err(unreadable)?;
        let checkpoint = Self::of(path, file, remembered.done);
        Ok((checkpoint, remembered))
    }

    fn of(path: &Path, file: File, done: u64) -> Self {
        Self { path: path.to_owned(), file, done, error: None }
    }

    /// Writes the outcome of a document. A write error is reported at the end.
    pub fn note(&mut self, number: u64, outcome: &Outcome) {
        if number < self.done || self.error.is_some() {
            return;
        }
        let noted = match outcome {
            Outcome::Skipped => return,
            Outcome::Same(_) if number - self.done < STRIDE => return,
            Outcome::Same(_) => Line::Before(number + 1),
            Outcome::Changed(_, changed) => Line::Changed(number, Box::new(changed.clone())),
            Outcome::Failed(why) => Line::Failed(number, why.clone()),
        };
        self.done = number + 1;
        let written = line(&noted).and_then(|line| self.file.write_all(&line));
        self.error = written.err();
    }

    /// Removes the checkpoint after the result was written.
    ///
    /// # Errors
    /// When it could not be written, or not be taken away.
    pub fn finish(self) -> Result<(), WriteError> {
        let failed = |source| WriteError { path: self.path.clone(), source };
        match self.error {
            Some(error) => Err(failed(error)),
            None => fs::remove_file(&self.path).map_err(failed),
        }
    }
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

fn read(path: &Path, lines: &[u8], header: &Header) -> Result<Remembered, FileError> {
    let mut remembered = Remembered::default();
    let lines = lines.split_inclusive(|byte| *byte == b'\n');
    for (number, line) in (1..).zip(lines) {
        let wrong = |message: String| FileError { line: Some(number), ..FileError::of(path, message) };
        if number == 1 {
            let found: Header = serde_json::from_slice(line)
                .map_err(|error| wrong(format!("not a checkpoint of `crosscheck impact`: {error}")))?;
            if found != *header {
                return Err(wrong(
                    "the checkpoint belongs to another command: the editions, documents, options or version differ; start again without `--resume`"
                        .to_owned(),
                ));
            }
            continue;
        }
        let line =
            serde_json::from_slice(line).map_err(|error| wrong(format!("not a line of a checkpoint: {error}")))?;
        let (done, outcome) = match line {
            Line::Before(done) => (done, None),
            Line::Changed(place, changed) => (place + 1, Some((place, KnownOutcome::Changed(changed)))),
            Line::Failed(place, why) => (place + 1, Some((place, KnownOutcome::Failed(why)))),
        };
        remembered.done = done;
        remembered.outcomes.extend(outcome);
    }
    Ok(remembered)
}
