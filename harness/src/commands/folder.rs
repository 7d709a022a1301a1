//! The documents that a folder holds, for the commands that look into many.

use std::fs;
use std::path::{Path, PathBuf};

use crosscheck::Wtf8Buf;
use crosscheck::engines::read_question;
use crosscheck::generate::Soup;
use crosscheck::input::{Context, Input, Source, Task};
use walkdir::WalkDir;

use super::error::CommandError;

/// The file that says what is to be done with the documents of a folder.
pub(super) const QUESTIONS: &str = "questions.jsonl";

/// The files at or below a path with what is in them, in the order of their names.
pub(super) fn files(path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, CommandError> {
    let unreadable = |path: &Path, source| CommandError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry.map_err(|error| unreadable(path, error.into()))?;
        if entry.file_type().is_file() {
            let read = fs::read(entry.path());
            let bytes = read.map_err(|error| unreadable(entry.path(), error))?;
            files.push((entry.into_path(), bytes));
        }
    }
    match files.is_empty() {
        true => Err(CommandError::NoCorpus(path.to_owned())),
        false => Ok(files),
    }
}

/// The documents at or below a path: those that a file of questions asks about, else all files. Files that are WTF-8 are text,
/// fragments if there is a context; others are documents in bytes.
pub(super) fn documents(path: &Path, context: Option<&Context>) -> Result<Vec<Soup>, CommandError> {
    let files = files(path)?;
    let is_questions = |path: &Path| path.file_name().is_some_and(|name| name == QUESTIONS);
    let questions = files.iter().find(|(path, _)| is_questions(path));
    let inputs: Vec<Input> = match questions {
        Some((path, lines)) => asked(path, lines)?,
        None => {
            let bytes = files.into_iter().map(|(_, bytes)| bytes);
            bytes.map(|bytes| document(bytes, context)).collect()
        }
    };
    Ok(inputs.iter().filter_map(Soup::of).collect())
}

fn asked(path: &Path, lines: &[u8]) -> Result<Vec<Input>, CommandError> {
    let lines = (1..).zip(lines.split(|byte| *byte == b'\n'));
    let questions = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    questions
        .map(|(number, line)| {
            read_question(line).map_err(|message| CommandError::NotAQuestion {
                path: path.to_owned(),
                line: number,
                message,
            })
        })
        .collect()
}

fn document(bytes: Vec<u8>, context: Option<&Context>) -> Input {
    let context = context.cloned();
    let (source, context) = match Wtf8Buf::from_wtf8(bytes.clone()) {
        Ok(text) => (Source::Text(text), context),
        Err(_) => {
            let encoding = None;
            (Source::Bytes { bytes, encoding }, None)
        }
    };
    Input {
        source,
        task: Task::Tree {
            context,
            scripting: false,
        },
    }
}
