//! The documents of a sweep, from all sources, in order.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use walkdir::{DirEntry, WalkDir};

use super::reading::Question;
use crate::documents::Document as Page;
use crate::documents::warc::{self, Record, Warc};
use crate::files::{self, FileError};
use crate::fixtures::{Fixture, FixtureFile};
use crate::fuzzing::generate::Schedule;
use crate::fuzzing::triage::record;
use crate::model::input::{Input, Source as Material};

/// Where documents come from.
pub enum Source {
    /// A folder, or a file: a page, a web archive, a file of fixtures, a record of a divergence.
    Path(PathBuf),
    /// A list of paths, one a line.
    List(Box<dyn BufRead + Send>),
    /// Generated documents.
    Generated {
        /// How many.
        count: u64,
        /// Where they begin.
        seed: u64,
    },
}

crate::named! {
    /// The kind of a document.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Origin {
        Page "page" "A web page."
        Fixture "fixture" "A fixture."
        Divergence "divergence" "The input of a recorded divergence."
        Generated "generated" "Made by a generator."
    }
}

/// A document.
#[derive(Debug, Clone)]
pub struct Document {
    /// Where it is: a URL, a path, a place in a file.
    pub name: String,
    /// What it is.
    pub body: Body,
}

/// What a document is.
#[derive(Debug, Clone)]
pub enum Body {
    /// A page.
    Page {
        /// Its bytes.
        page: Page,
        /// The scripting flag it is parsed with.
        scripting: bool,
    },
    /// A fixture, and the file it is in.
    Fixture(PathBuf, Box<Fixture>),
    /// The input of a recorded divergence.
    Divergence(Box<Input>),
    /// The generated document of this number.
    Generated(Arc<Schedule>, u64),
}

impl Document {
    /// What sort of document it is.
    pub fn origin(&self) -> Origin {
        match self.body {
            Body::Page { .. } => Origin::Page,
            Body::Fixture(..) => Origin::Fixture,
            Body::Divergence(_) => Origin::Divergence,
            Body::Generated(..) => Origin::Generated,
        }
    }

    /// About how much memory it takes, in bytes.
    pub fn size(&self) -> usize {
        size_of::<Self>()
            + self.name.len()
            + match &self.body {
                Body::Page { page, .. } => page.bytes.len(),
                Body::Divergence(input) => input.source.len(),
                // They are small, and the former shares its file.
                Body::Fixture(..) | Body::Generated(..) => 0,
            }
    }

    /// What is asked about it: several questions for a fixture that is parsed with scripting and without.
    pub fn questions(&self) -> Vec<Question<'_>> {
        match &self.body {
            Body::Page { page, scripting } => vec![Question::Page { page: Cow::Borrowed(page), scripting: *scripting }],
            Body::Divergence(input) => vec![Question::Input(Cow::Borrowed(input))],
            Body::Generated(schedule, number) => {
                vec![Question::Input(Cow::Owned(schedule.document(*number, 0).input()))]
            }
            Body::Fixture(_, fixture) => {
                let mut inputs: Vec<Input> = Vec::new();
                for input in fixture.checks().into_iter().flat_map(|check| check.inputs) {
                    if !inputs.contains(&input) && !matches!(input.source, Material::Tree(_)) {
                        inputs.push(input);
                    }
                }
                let questions = inputs.into_iter().map(Cow::Owned);
                questions.map(Question::Input).collect()
            }
        }
    }
}

/// What is found at a source.
#[derive(Debug)]
pub enum Found {
    /// A document.
    Document(Document),
    /// Something that is no document, such as an image in an archive.
    Skipped,
    /// Something that cannot be read, and why.
    Broken(String),
}

/// How documents are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The scripting flag that pages are parsed with.
    pub scripting: bool,
    /// Pages larger than this many bytes are broken.
    pub page_limit: u64,
}

/// The documents of several sources, in order: folders by the names of their files.
pub struct Documents {
    reading: Reading,
    sources: std::vec::IntoIter<Source>,
    cancel: Option<&'static AtomicBool>,
    /// What is being read, the innermost last: an archive in a folder in a list.
    open: Vec<Open>,
}

enum Open {
    Folder(walkdir::IntoIter),
    Archive(Box<Warc>),
    Fixtures(PathBuf, std::vec::IntoIter<Fixture>),
    List(Box<dyn BufRead + Send>),
    Generated(Arc<Schedule>, std::ops::Range<u64>),
}

/// The names that pages have in folders.
const PAGES: [&str; 4] = ["html", "htm", "xhtml", "shtml"];
/// The names that fixtures have in folders.
const FIXTURES: [&str; 2] = ["dat", "test"];

/// The kind of a file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Page,
    Archive,
    Fixtures,
    Divergence,
}

impl FileKind {
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        if name == record::DIVERGENCE {
            Some(Self::Divergence)
        } else if name.ends_with(".warc") || name.ends_with(".warc.gz") {
            Some(Self::Archive)
        } else if PAGES.contains(&extension) {
            Some(Self::Page)
        } else if FIXTURES.contains(&extension) {
            Some(Self::Fixtures)
        } else {
            None
        }
    }
}

impl Documents {
    /// The documents of these sources.
    pub fn new(sources: Vec<Source>, reading: Reading) -> Self {
        Self { reading, sources: sources.into_iter(), cancel: None, open: Vec::new() }
    }

    /// Ends early, in the middle of an archive too, once this is set.
    #[must_use]
    pub fn until(self, cancel: &'static AtomicBool) -> Self {
        Self { cancel: Some(cancel), ..self }
    }

    fn begin(&mut self, source: Source) -> Option<Found> {
        match source {
            Source::Path(path) => return self.begin_path(&path),
            Source::List(list) => self.open.push(Open::List(list)),
            Source::Generated { count, seed } => {
                let schedule = Arc::new(Schedule::new(seed, true));
                self.open.push(Open::Generated(schedule, 0..count));
            }
        }
        None
    }

    /// A path that was named: a file of an unknown name is a page.
    fn begin_path(&mut self, path: &Path) -> Option<Found> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let entries = WalkDir::new(path).follow_links(true).sort_by_file_name();
                self.open.push(Open::Folder(entries.into_iter()));
                None
            }
            Ok(_) => self.begin_file(path, FileKind::of(path).unwrap_or(FileKind::Page)),
            Err(error) => Some(Found::Broken(FileError::unreadable(path, &error).to_string())),
        }
    }

    fn begin_file(&mut self, path: &Path, kind: FileKind) -> Option<Found> {
        let found = match kind {
            FileKind::Page => self.page(path).map(Some),
            FileKind::Archive => {
                let archive = Warc::open(path, self.reading.page_limit).map_err(|error| error.to_string());
                archive.map(|archive| {
                    let archive = match self.cancel {
                        Some(cancel) => archive.until(cancel),
                        None => archive,
                    };
                    self.open.push(Open::Archive(Box::new(archive)));
                    None
                })
            }
            FileKind::Fixtures => {
                let file = FixtureFile::read(path, None).map_err(|error| error.to_string());
                file.map(|file| {
                    let fixtures = file.fixtures.into_iter();
                    self.open.push(Open::Fixtures(file.path, fixtures));
                    None
                })
            }
            FileKind::Divergence => {
                let input = record::input(path).map_err(|error| error.to_string());
                input.map(|input| Some(document(path.display(), Body::Divergence(Box::new(input)))))
            }
        };
        found.unwrap_or_else(|why| Some(Found::Broken(why)))
    }

    fn page(&self, path: &Path) -> Result<Found, String> {
        let limit = self.reading.page_limit;
        let mut bytes = Vec::new();
        let mut read = || files::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        let length = read().map_err(|error| FileError::unreadable(path, &error).to_string())?;
        if length as u64 > limit {
            let message = format!("the page is larger than {limit} bytes, the value of `--page-limit`");
            return Err(FileError::of(path, message).to_string());
        }
        let name = path.display().to_string();
        let page = Page { name: name.clone(), charset: None, bytes };
        Ok(document(name, self.body(page)))
    }

    fn body(&self, page: Page) -> Body {
        Body::Page { page, scripting: self.reading.scripting }
    }

    /// Goes on with what is open: what is found, or nothing yet. What has ended is closed.
    fn proceed(&mut self) -> Option<Found> {
        let next = match self.open.last_mut()? {
            Open::Folder(entries) => entries.next().map(Step::Entry),
            Open::Archive(archive) => archive.next().map(Step::Record),
            Open::Fixtures(path, fixtures) => fixtures.next().map(|fixture| {
                let name = format!("{}:{}", path.display(), fixture.line);
                Step::Found(document(name, Body::Fixture(path.clone(), Box::new(fixture))))
            }),
            Open::Generated(schedule, numbers) => numbers.next().map(|number| {
                let body = Body::Generated(Arc::clone(schedule), number);
                Step::Found(document(format!("generated {number}"), body))
            }),
            Open::List(list) => line_of(list).map(Step::Line),
        };
        match next {
            Some(step) => self.step(step),
            None => {
                self.open.pop();
                None
            }
        }
    }

    fn step(&mut self, step: Step) -> Option<Found> {
        match step {
            Step::Found(found) => Some(found),
            Step::Entry(Ok(entry)) => self.entry(&entry),
            Step::Entry(Err(error)) => Some(Found::Broken(error.to_string())),
            Step::Record(Ok(Record::Page(page))) => Some(document(page.name.clone(), self.body(page))),
            Step::Record(Ok(Record::Skipped(_))) => Some(Found::Skipped),
            Step::Record(Err(error)) => Some(Found::Broken(error.to_string())),
            Step::Line(Ok(path)) => self.begin_path(&path),
            Step::Line(Err(error)) => {
                // Reading continues after a line that is not UTF-8, but not after other errors.
                if error.kind() != ErrorKind::InvalidData {
                    self.open.pop();
                }
                Some(Found::Broken(format!("the list of paths: {error}")))
            }
        }
    }

    fn entry(&mut self, entry: &DirEntry) -> Option<Found> {
        let is_hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.file_type().is_dir() {
            if is_hidden(entry)
                && let Some(Open::Folder(entries)) = self.open.last_mut()
            {
                entries.skip_current_dir();
            }
            return None;
        }
        match FileKind::of(entry.path()) {
            Some(kind) if !is_hidden(entry) => self.begin_file(entry.path(), kind),
            _ => None,
        }
    }
}

/// What the innermost of what is open gives next.
enum Step {
    Found(Found),
    Entry(walkdir::Result<DirEntry>),
    Record(Result<Record, warc::WarcError>),
    Line(io::Result<PathBuf>),
}

fn document(name: impl ToString, body: Body) -> Found {
    Found::Document(Document { name: name.to_string(), body })
}

/// The longest line of a list of paths, in bytes: many times the longest path of any system.
const LONGEST_LINE: u64 = 1 << 16;

/// The path on the next line that is not empty. A line that is too long is an error, after which nothing can be read.
fn line_of(list: &mut dyn BufRead) -> Option<io::Result<PathBuf>> {
    loop {
        let mut line = String::new();
        match list.take(LONGEST_LINE).read_line(&mut line) {
            Ok(0) => return None,
            Ok(length) if length as u64 == LONGEST_LINE && !line.ends_with('\n') => {
                let message = format!("a line is longer than {LONGEST_LINE} bytes; expected a path on each");
                return Some(Err(io::Error::other(message)));
            }
            Ok(_) if line.trim_end_matches(['\r', '\n']).is_empty() => {}
            Ok(_) => return Some(Ok(PathBuf::from(line.trim_end_matches(['\r', '\n'])))),
            Err(error) => return Some(Err(error)),
        }
    }
}

impl Iterator for Documents {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        while !self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            let found = match self.open.is_empty() {
                true => {
                    let source = self.sources.next()?;
                    self.begin(source)
                }
                false => self.proceed(),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
