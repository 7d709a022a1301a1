//! The progress of a sweep in a file, so that it can be resumed after it was killed.
//!
//! A header identifies the sweep. Each document that differs or could not be examined has a line, in order. Now and
//! then a line says up to which document the sweep is done: the documents before it without a line are the same in both
//! editions. An incomplete last line is cut off.
//!
//! Documents have a line before they are examined, too. Those that were being examined when the sweep was killed are
//! examined again, one at a time. The one that is being examined when it is killed once more counts as failed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::outcome::{Changed, KnownOutcome, Outcome};
use crate::files::{self, FileError, WriteError, write_whole};
use crate::sync::lock;

/// The first line of the file.
const SCHEMA: &str = "crosscheck.impact-checkpoint/2";

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
    /// All documents before the first number are done; from the second one on, this many are examined next.
    AtHand(u64, u64, u8),
    /// All documents before this one are done, and none is being examined: the sweep was interrupted.
    Paused(u64),
    /// This one differs.
    Changed(u64, Box<Changed>),
    /// This one could not be examined.
    Failed(u64, String),
}

/// The progress of a sweep; by default none, which is kept nowhere.
#[derive(Debug, Default)]
pub struct Checkpoint {
    known: Remembered,
    writer: Option<Mutex<Writer>>,
}

/// The content of an earlier checkpoint.
#[derive(Debug, Default)]
struct Remembered {
    done: u64,
    outcomes: BTreeMap<u64, KnownOutcome>,
    /// How often documents that are not done have been examined.
    attempts: BTreeMap<u64, u32>,
}

/// A checkpoint that is being written.
#[derive(Debug)]
struct Writer {
    path: PathBuf,
    file: File,
    /// All documents before this one are done.
    done: u64,
    /// Those before this one are so by the file.
    written: u64,
    error: Option<io::Error>,
}

impl Checkpoint {
    /// Creates a new checkpoint; an existing one is overwritten.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(path: &Path, header: &Header) -> Result<Self, WriteError> {
        let header = line(header).map_err(WriteError::of(path))?;
        write_whole(path, |out| out.write_all(&header))?;
        Self::continued(path, header.len(), Remembered::default()).map_err(WriteError::of(path))
    }

    /// Continues a checkpoint of the same sweep, or creates one if there is none.
    ///
    /// # Errors
    /// When the file is a checkpoint of something else, or none, or cannot be read or written.
    pub fn resume(path: &Path, header: &Header) -> Result<Self, FileError> {
        let unreadable = |error: io::Error| FileError::unreadable(path, &error);
        let bytes = match files::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(unreadable)?,
        };
        // An incomplete line was being written when the sweep was killed.
        let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
        if whole == 0 {
            return Self::begin(path, header).map_err(|error| unreadable(error.source));
        }
        let known = read(path, &bytes[..whole], header)?;
        Self::continued(path, whole, known).map_err(unreadable)
    }

    /// Continues a file after its first `whole` bytes.
    fn continued(path: &Path, whole: usize, known: Remembered) -> io::Result<Self> {
        let mut file = files::open_to_write(path)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let (done, written) = (known.done, known.done);
        let writer = Writer { path: path.to_owned(), file, done, written, error: None };
        Ok(Self { known, writer: Some(Mutex::new(writer)) })
    }

    /// The outcome of the document of this number, from 0; `None` if it is not known.
    pub(super) fn outcome(&self, number: u64) -> Option<KnownOutcome> {
        let outcome = self.known.outcomes.get(&number).cloned();
        (number < self.known.done).then(|| outcome.unwrap_or(KnownOutcome::Same))
    }

    /// How often the sweep was killed while it examined a document that is not done.
    pub(super) fn attempts(&self, number: u64) -> u32 {
        self.known.attempts.get(&number).copied().unwrap_or_default()
    }

    /// Writes that documents are examined next. A write error is reported at the end.
    pub(super) fn at_hand(&self, documents: Range<u64>) {
        if let Some(writer) = &self.writer {
            let mut writer = lock(writer);
            let count = u8::try_from(documents.end - documents.start).unwrap_or(u8::MAX);
            let done = writer.done;
            writer.write(&Line::AtHand(done, documents.start, count), done);
        }
    }

    /// Writes the outcome of a document. A write error is reported at the end.
    pub(super) fn note(&self, number: u64, outcome: &Outcome) {
        if let Some(writer) = &self.writer {
            lock(writer).note(number, outcome);
        }
    }

    /// Removes the checkpoint after the result of a complete sweep was written; otherwise it stays.
    ///
    /// # Errors
    /// When it could not be written, or not be taken away.
    pub fn end(self, is_complete: bool) -> Result<(), WriteError> {
        let Some(writer) = self.writer else {
            return Ok(());
        };
        let mut writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !is_complete {
            let done = writer.done;
            writer.write(&Line::Paused(done), done);
        }
        match writer.error {
            Some(source) => Err(WriteError { path: writer.path, source }),
            None if is_complete => fs::remove_file(&writer.path).map_err(WriteError::of(&writer.path)),
            None => Ok(()),
        }
    }
}

impl Writer {
    fn note(&mut self, number: u64, outcome: &Outcome) {
        if number < self.done {
            return;
        }
        let noted = match outcome {
            Outcome::Skipped => return,
            Outcome::Same(_) if number - self.written < STRIDE => None,
            Outcome::Same(_) => Some(Line::Before(number + 1)),
            Outcome::Changed(_, changed) => Some(Line::Changed(number, Box::new(changed.clone()))),
            Outcome::Failed(why) => Some(Line::Failed(number, why.clone())),
        };
        self.done = number + 1;
        if let Some(noted) = noted {
            self.write(&noted, number + 1);
        }
    }

    /// Writes a line, after which all documents before `done` are so by the file.
    fn write(&mut self, noted: &Line, done: u64) {
        if self.error.is_none() {
            let written = line(noted).and_then(|line| self.file.write_all(&line));
            self.error = written.err();
            self.written = done;
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
            Line::AtHand(done, first, count) => {
                for number in (first..).take(count.into()) {
                    *remembered.attempts.entry(number).or_default() += 1;
                }
                (done, None)
            }
            Line::Paused(done) => {
                remembered.attempts.clear();
                (done, None)
            }
            Line::Changed(place, changed) => (place + 1, Some((place, KnownOutcome::Changed(changed)))),
            Line::Failed(place, why) => (place + 1, Some((place, KnownOutcome::Failed(why)))),
        };
        remembered.done = done;
        remembered.outcomes.extend(outcome);
    }
    remembered.attempts = remembered.attempts.split_off(&remembered.done);
    Ok(remembered)
}
