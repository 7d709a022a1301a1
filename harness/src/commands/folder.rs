//! The documents in a folder, for the commands that read many.

use std::io;
use std::path::{Path, PathBuf};

use crosscheck::engines::read_question;
use crosscheck::files;
use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::fuzzing::generate::TestCase;
use crosscheck::model::input::Input;
use walkdir::WalkDir;

use super::error::CommandError;
use super::message::say;
use super::{Status, interrupt};

/// The file of questions about the documents of a folder.
pub(super) const QUESTIONS: &str = "questions.jsonl";

/// What was read, and whether that is all.
pub(super) struct AtPath<T> {
    pub(super) read: Vec<T>,
    /// Whether there is more that cannot be read. It was reported on standard error.
    pub(super) is_partial: bool,
}

impl<T> AtPath<T> {
    /// The exit status of a command that could work on this only.
    pub(super) fn status(&self, otherwise: Status) -> Status {
        status_of(self.is_partial, otherwise)
    }
}

/// The exit status of a command that could perhaps not read everything.
pub(super) fn status_of(is_partial: bool, otherwise: Status) -> Status {
    match (is_partial, otherwise) {
        (true, Status::AsExpected | Status::Unexpected) => Status::CouldNotRun,
        _ => otherwise,
    }
}

/// The files at or below a path with their contents, in the order of their names. Symbolic links in folders are passed
/// over.
///
/// # Errors
/// When none can be read.
pub(super) fn files(path: &Path) -> Result<AtPath<(PathBuf, Vec<u8>)>, CommandError> {
    let unreadable = |path: &Path, source| CommandError::Unreadable { path: path.to_owned(), source };
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() || entry.path_is_symlink() => {}
            Ok(entry) => match files::read(entry.path()) {
                Ok(bytes) => files.push((entry.into_path(), bytes)),
                Err(error) => errors.push(unreadable(entry.path(), error)),
            },
            Err(error) => {
                let at = error.path().unwrap_or(path).to_owned();
                let is_loop = || io::Error::other("a symbolic link leads to a folder that contains it");
                errors.push(unreadable(&at, error.into_io_error().unwrap_or_else(is_loop)));
            }
        }
    }
    if files.is_empty() {
        return Err(errors.into_iter().next().unwrap_or_else(|| CommandError::NoCorpus(path.to_owned())));
    }
    errors.iter().for_each(CommandError::tell);
    Ok(AtPath { read: files, is_partial: !errors.is_empty() })
}

/// The documents at or below a path: those of a file of questions, or else one for each file. Files that are not an
/// input in this form are reported on standard error.
///
/// `-` is a file of questions on standard input.
pub(super) fn documents(path: &Path, form: Option<CorpusForm>) -> Result<AtPath<TestCase>, CommandError> {
    if path.as_os_str() == "-" {
        let read = files::read_whole(interrupt::stdin());
        let lines = read.map_err(|source| CommandError::Unreadable { path: path.to_owned(), source })?;
        let inputs = asked(Path::new("stdin"), &lines)?;
        return Ok(AtPath { read: inputs.iter().filter_map(TestCase::of).collect(), is_partial: false });
    }
    let AtPath { read: files, is_partial } = files(path)?;
    let is_questions = |path: &Path| path.file_name().is_some_and(|name| name == QUESTIONS);
    if let Some((path, lines)) = files.iter().find(|(path, _)| is_questions(path)) {
        let inputs = asked(path, lines)?;
        return Ok(AtPath { read: inputs.iter().filter_map(TestCase::of).collect(), is_partial });
    }
    let mut documents = Vec::new();
    for (path, bytes) in &files {
        let read = match form {
            Some(form) => form.read(bytes),
            None => CorpusForm::Document.read(bytes).or_else(|| CorpusForm::Bytes.read(bytes)),
        };
        match read.as_ref().and_then(TestCase::of) {
            Some(case) => documents.push(case),
            None => say(format_args!("{}: not an input in this form; skipped", path.display())),
        }
    }
    Ok(AtPath { read: documents, is_partial })
}

fn asked(path: &Path, lines: &[u8]) -> Result<Vec<Input>, CommandError> {
    let lines = (1..).zip(lines.split(|byte| *byte == b'\n'));
    let questions = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    questions
        .map(|(number, line)| {
            read_question(line).map_err(|why| CommandError::NotAQuestion { path: path.to_owned(), line: number, why })
        })
        .collect()
}
