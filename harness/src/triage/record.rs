//! Divergences on record: `corpus/divergences/<id>/`, an input and what engines made of it, for people to review and for
//! tests to replay.
//!
//! * `input`: the bytes of the document;
//! * `divergence.toml`: who departs, on what, and why;
//! * `divergence.snap`: the snapshot of both trees. What a hunt writes is `divergence.snap.new`: only a person accepts it,
//!   with `cargo insta review`.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::difference::first_difference;
use super::{Cause, RootCause};
use crate::Wtf8Buf;
use crate::engines::{self, Answer, UnknownEngine};
use crate::files::{WriteError, make_folder, write_whole};
use crate::hunt::reproduce;
use crate::input::{Context, Input, NotAContext, Source, Task};
use crate::tree::Tree;

const INPUT: &str = "input";
/// The name of the file that a replay begins with.
pub const DIVERGENCE: &str = "divergence.toml";
const PENDING: &str = "divergence.snap.new";

/// An engine's departure from the standard on one input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The engine that departs.
    pub engine: String,
    /// Why, in a sentence.
    pub cause: String,
    /// The variant of the standard engine that behaves the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaves_like: Option<String>,
    /// Where the engine's own people know of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The context element, if the input is a fragment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The scripting flag.
    #[serde(default)]
    pub scripting: bool,
}

/// Why a record cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A file of it cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is not as it must be.
    #[error("{}: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// Its context is none.
    #[error(transparent)]
    Context(#[from] NotAContext),
    /// It names an engine that there is not.
    #[error(transparent)]
    Engine(#[from] UnknownEngine),
    /// Its engine is a program of its own, which may not be here when the record is replayed.
    #[error("`{0}` is no engine of crosscheck's own process; only those are on record")]
    NotInProcess(String),
}

/// Writes a root cause below a folder, for a person to review; gives the folder it is in, or `None` if it is there already.
///
/// # Errors
/// When a file cannot be written.
pub fn write(folder: &Path, cause: &RootCause) -> Result<Option<PathBuf>, WriteError> {
    let folder = folder.join(id(cause));
    if folder.join(DIVERGENCE).exists() {
        return Ok(None);
    }
    let (context, scripting) = match &cause.soup.task {
        Task::Tree { context, scripting } => {
            (context.as_ref().map(ToString::to_string), *scripting)
        }
        _ => (None, false),
    };
    let record = Record {
        engine: cause.engine.clone(),
        cause: cause.cause.to_string(),
        behaves_like: cause.cause.engine(),
        upstream: None,
        context,
        scripting,
    };
    let text = cause.soup.text();
    let snapshot = match record.snapshot(text.as_bytes()) {
        Ok(snapshot) => snapshot,
        Err(error) => error.to_string(),
    };
    make_folder(&folder)?;
    write_whole(&folder.join(INPUT), |out| out.write_all(text.as_bytes()))?;
    write_whole(&folder.join(PENDING), |out| {
        write!(
            out,
            "---\nsource: harness/tests/divergences.rs\nexpression: snapshot\n---\n{snapshot}"
        )
    })?;
    let toml = toml::to_string(&record).map_err(io::Error::other);
    write_whole(&folder.join(DIVERGENCE), |out| {
        out.write_all(toml?.as_bytes())
    })?;
    Ok(Some(folder))
}

/// The name of the folder: the engine, and the reason.
fn id(cause: &RootCause) -> String {
    let reason = cause
        .cause
        .engine()
        .unwrap_or_else(|| cause.cause.to_string());
    let reason = reason
        .rsplit_once('@')
        .map_or(reason.as_str(), |(_, variant)| variant);
    let words = format!("{} {reason}", cause.engine);
    let words = words.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
        .to_ascii_lowercase()
}

/// What the engines make today of the record whose `divergence.toml` this is.
///
/// # Errors
/// When the record is not as it must be.
pub fn replay(path: &Path) -> Result<String, RecordError> {
    Record::read(path)?.snapshot(&read(&path.with_file_name(INPUT))?)
}

/// The causes on record below a folder, each with the engine that departs, of those records that a variant of the standard
/// engine explains.
///
/// # Errors
/// When the folder or a record in it cannot be read, or a record names a variant that there is not.
pub fn known(folder: &Path) -> Result<Vec<(String, Cause)>, RecordError> {
    let mut known = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| RecordError::Unreadable {
            path: folder.to_owned(),
            source: error.into(),
        })?;
        if entry.file_name() != DIVERGENCE {
            continue;
        }
        let record = Record::read(entry.path())?;
        if let Some(like) = record.behaves_like {
            let cause = Cause::from_engine(&like).ok_or_else(|| {
                let message = format!("`{like}` is no variant of the standard engine");
                malformed(entry.path(), message)
            })?;
            known.push((record.engine, cause));
        }
    }
    Ok(known)
}

fn read(path: &Path) -> Result<Vec<u8>, RecordError> {
    fs::read(path).map_err(|source| RecordError::Unreadable {
        path: path.to_owned(),
        source,
    })
}

fn malformed(path: &Path, message: String) -> RecordError {
    RecordError::Malformed {
        path: path.to_owned(),
        message,
    }
}

impl Record {
    /// The record whose `divergence.toml` this is.
    fn read(path: &Path) -> Result<Self, RecordError> {
        let text = String::from_utf8(read(path)?);
        let text = text.map_err(|error| malformed(path, error.to_string()))?;
        toml::from_str(&text).map_err(|error| malformed(path, error.to_string()))
    }

    /// What the engines make of the document, as a text in which every character shows.
    ///
    /// # Errors
    /// When the record names what there is not.
    fn snapshot(&self, document: &[u8]) -> Result<String, RecordError> {
        let text =
            Wtf8Buf::from_wtf8(document.to_vec()).map_err(|error| RecordError::Malformed {
                path: INPUT.into(),
                message: error.to_string(),
            })?;
        let context: Option<Context> = self.context.as_deref().map(str::parse).transpose()?;
        let input = Input {
            source: Source::Text(text.clone()),
            task: Task::Tree {
                context,
                scripting: self.scripting,
            },
        };
        let (standard, _) = ask(engines::standard::NAME, &input)?;
        let (theirs, version) = ask(&self.engine, &input)?;
        let mut out = String::new();
        let mut line = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name}: {value}");
        };
        line("input", &format!("{:?}", text.to_display()));
        if let Some(context) = &self.context {
            line("context", context);
        }
        line("scripting", if self.scripting { "on" } else { "off" });
        line("departs", &format!("{} {version}", self.engine));
        line("cause", &self.cause);
        if let Some(like) = &self.behaves_like {
            let (tree, _) = ask(like, &input)?;
            let same = if tree == theirs {
                "the same tree"
            } else {
                "another tree"
            };
            line("behaves like", &format!("{like}: {same}"));
        }
        let difference = match (&standard, &theirs) {
            (Some(standard), Some(theirs)) => first_difference(standard, theirs),
            _ => Some("no tree".to_owned()),
        };
        line(
            "first difference",
            difference
                .as_deref()
                .unwrap_or("none: the engine departs no more"),
        );
        line(
            "reproduce",
            &reproduce(
                &self.engine,
                &text.to_display(),
                self.context.as_deref(),
                self.scripting,
            ),
        );
        for (name, tree) in [
            (engines::standard::NAME, &standard),
            (&self.engine, &theirs),
        ] {
            let _ = writeln!(out, "\n{name}:\n{}", escaped(tree.as_ref()));
        }
        Ok(out)
    }
}

/// The tree of an engine, and the engine's version. Records are small and were answered before: no worker is needed.
fn ask(engine: &str, input: &Input) -> Result<(Option<Tree>, String), RecordError> {
    let spec = engines::find(engine)?;
    let mut engine = spec
        .engine()
        .ok_or_else(|| RecordError::NotInProcess(spec.name.clone()))?;
    let tree = match engine.answer(input) {
        Answer::Tree { tree, .. } => Some(tree),
        _ => None,
    };
    Ok((tree, engine.about().version))
}

/// A dump in which every character shows, a line for each of its lines.
fn escaped(tree: Option<&Tree>) -> String {
    let Some(tree) = tree else {
        return "no tree".to_owned();
    };
    let dump = tree.dump();
    let dump = dump.to_display();
    let lines = dump.split('\n').map(|line| {
        line.replace('"', "\u{1}")
            .escape_debug()
            .to_string()
            .replace("\\u{1}", "\"")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracles::Oracle;
    use crate::triage::Triage;

    /// The records of this repository.
    fn records() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/divergences")
    }

    #[test]
    fn what_is_on_record_is_known_of_its_engine_alone() {
        let known = known(&records()).expect("the records are well-formed");
        let (engine, cause) = &known[0];
        let like = cause.engine().expect("it is a variant");
        assert_eq!(Cause::from_engine(&like).as_ref(), Some(cause));
        let folder = walkdir::WalkDir::new(records())
            .min_depth(1)
            .sort_by_file_name();
        let folder = folder.into_iter().next().unwrap().unwrap().into_path();
        let record = Record::read(&folder.join(DIVERGENCE)).unwrap();
        assert_eq!(record.behaves_like, Some(like));
        let input = Input {
            source: Source::Text(Wtf8Buf::from_wtf8(read(&folder.join(INPUT)).unwrap()).unwrap()),
            task: Task::Tree {
                context: record.context.map(|context| context.parse().unwrap()),
                scripting: record.scripting,
            },
        };
        let answer = engines::find(engine)
            .unwrap()
            .engine()
            .unwrap()
            .answer(&input);
        let knows = |triage: Triage, engine| triage.knows(engine, Oracle::Trees, &input, &answer);
        assert!(knows(Triage::knowing(known.clone()), engine));
        assert!(!knows(Triage::knowing(known.clone()), "another"));
        assert!(!knows(Triage::default(), engine));
    }

    #[test]
    fn a_record_that_is_wrong_is_told_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(DIVERGENCE);
        let told = |text: &str| {
            fs::write(&path, text).unwrap();
            known(folder.path()).map_err(|error| error.to_string())
        };
        assert_eq!(told("engine = 'x'\ncause = 'y'"), Ok(Vec::new()));
        for (text, what) in [
            ("engine = 1", "string"),
            (
                "engine = 'x'\ncause = 'y'\nbehaves_like = 'standard@mutant:none'",
                "standard@mutant:none",
            ),
        ] {
            let error = told(text).unwrap_err();
            assert!(
                error.contains(DIVERGENCE) && error.contains(what),
                "{error}"
            );
        }
        assert!(known(&folder.path().join("none")).is_err());
    }
}
