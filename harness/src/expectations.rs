//! Expectations: the known, explained failures of one engine, in `suites/expectations/<engine>.toml`.
//!
//! ```toml
//! [0123456789ab]
//! fixture = "html5lib-tests/tree-construction/webkit02.dat:404 tree"
//! verdict = "failed"
//! reason = "Made before the standard's change of …"
//! upstream = "https://github.com/…"
//! ```
//!
//! An entry is keyed by the [`FixtureHash`] of a check. It explains one fault: a check that passes, or fails in another
//! way, is not what was expected.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::ops::Range;
use std::path::Path;

use crosscheck_reports::Verdict;
use serde::Deserialize;
use toml::Spanned;
use toml_edit::{DocumentMut, Item, Table, TomlError, value};

use crate::files::{FileError, WriteError, make_folder, write_whole};
use crate::fixtures::FixtureHash;

/// The known failures of one engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expectations {
    entries: BTreeMap<FixtureHash, Expectation>,
}

/// One known failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// How the check is known to end: a fault.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// Where the engine's own people know of it.
    pub upstream: Option<String>,
}

/// How a result stands to the expectations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether an expectation explains it.
    pub expected: bool,
    /// Whether it makes the run fail: a fault without an explanation, or an expectation that does not hold.
    pub unexpected: bool,
    /// The explanation; or what does not hold.
    pub note: Option<String>,
}

/// An entry to be explained by a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The check.
    pub hash: FixtureHash,
    /// Where the fixture is and which check of it, for people: `html5lib-tests/tokenizer/test1.test:12 tokens`.
    pub fixture: String,
    /// How it ended.
    pub verdict: Verdict,
}

/// How many entries an update added and removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Updated {
    /// Entries added, still without a reason.
    pub added: usize,
    /// Entries removed, because they no longer applied.
    pub removed: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// For people: the hash alone says nothing to them.
    #[serde(rename = "fixture")]
    _fixture: Option<String>,
    verdict: Spanned<String>,
    reason: Option<String>,
    upstream: Option<String>,
}

impl Expectations {
    /// Reads the expectations of an engine. A file that is not there expects nothing.
    ///
    /// # Errors
    /// Everything that is wrong with the file: its syntax, keys that are no hash or stand twice, verdicts that are no
    /// fault, entries without a reason.
    pub fn load(path: &Path) -> Result<Self, Vec<FileError>> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(vec![FileError::unreadable(path, &error)]),
        };
        Self::parse(path, &text)
    }

    /// Reads the text of an expectations file; `path` names it in errors.
    ///
    /// # Errors
    /// As [`Expectations::load`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, Vec<FileError>> {
        let error_at = |span: Option<Range<usize>>, message: String| {
            FileError::in_text(path, text, span.map(|span| span.start), message)
        };
        let entries: BTreeMap<String, Spanned<Entry>> = toml::from_str(text)
            .map_err(|error| vec![error_at(error.span(), error.message().to_owned())])?;
        let mut errors = Vec::new();
        let mut expectations = Self::default();
        for (key, entry) in entries {
            let span = entry.span();
            match understand(&key, entry.into_inner()) {
                Ok((hash, expectation)) => {
                    expectations.entries.insert(hash, expectation);
                }
                Err(message) => errors.push(error_at(Some(span), message)),
            }
        }
        errors.sort_by_key(|error| error.line);
        if errors.is_empty() {
            Ok(expectations)
        } else {
            Err(errors)
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The expectation of a check.
    pub fn get(&self, hash: FixtureHash) -> Option<&Expectation> {
        self.entries.get(&hash)
    }

    /// How the results of a run stand to the expectations, in their order. The whole run is needed: two suites may ask
    /// the same and expect different answers, and then one passing does not make the expectation void.
    pub fn standings(&self, results: &[(FixtureHash, Verdict)]) -> Vec<Standing> {
        let applying: HashSet<FixtureHash> = results
            .iter()
            .filter(|(hash, verdict)| self.get(*hash).is_some_and(|e| e.verdict == *verdict))
            .map(|(hash, _)| *hash)
            .collect();
        let standing = |&(hash, verdict): &(FixtureHash, Verdict)| match self.get(hash) {
            None => Standing {
                unexpected: verdict.is_fault(),
                ..Standing::default()
            },
            Some(expectation) if expectation.verdict == verdict => Standing {
                expected: true,
                note: Some(expectation.explanation()),
                ..Standing::default()
            },
            Some(_) if verdict == Verdict::Passed && applying.contains(&hash) => {
                Standing::default()
            }
            Some(expectation) => Standing {
                unexpected: true,
                note: Some(format!(
                    "expected: {}; the expectation does not hold: {}",
                    expectation.verdict,
                    expectation.explanation()
                )),
                ..Standing::default()
            },
        };
        results.iter().map(standing).collect()
    }
}

impl Expectation {
    fn explanation(&self) -> String {
        match &self.upstream {
            Some(upstream) => format!("{} ({upstream})", self.reason),
            None => self.reason.clone(),
        }
    }
}

/// Brings an expectations file up to date: adds `proposals` without a reason, which a run refuses until a person gives
/// one, and removes `void` ones. Everything else in the file stays as it is, comments included. The file is replaced
/// whole or not at all; it is made when it is not there.
///
/// # Errors
/// When the file cannot be read, is no TOML, or cannot be written.
pub fn update(
    path: &Path,
    proposals: &[Proposal],
    void: &[FixtureHash],
) -> Result<Updated, FileError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(FileError::unreadable(path, &error)),
    };
    let mut document: DocumentMut = text.parse().map_err(|error: TomlError| {
        let offset = error.span().map(|span| span.start);
        FileError::in_text(path, &text, offset, error.message())
    })?;
    let mut updated = Updated::default();
    for hash in void {
        updated.removed += usize::from(document.remove(&hash.to_string()).is_some());
    }
    for proposal in proposals {
        let key = proposal.hash.to_string();
        if document.contains_key(&key) {
            continue;
        }
        let mut entry = Table::new();
        entry["fixture"] = value(proposal.fixture.as_str());
        entry["verdict"] = value(verdict_name(proposal.verdict));
        entry["reason"] = value("");
        document.insert(&key, Item::Table(entry));
        updated.added += 1;
    }
    if updated != Updated::default() {
        write(path, &document.to_string()).map_err(|error| FileError {
            path: error.path,
            line: None,
            message: format!("cannot be written: {}", error.source),
        })?;
    }
    Ok(updated)
}

fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    write_whole(path, |out| out.write_all(text.as_bytes()))
}

fn understand(key: &str, entry: Entry) -> Result<(FixtureHash, Expectation), String> {
    let hash = key.parse().map_err(|error| format!("{error}"))?;
    let verdict = Verdict::ALL
        .into_iter()
        .filter(|verdict| verdict.is_fault())
        .find(|verdict| verdict_name(*verdict) == *entry.verdict.get_ref())
        .ok_or_else(|| {
            let verdict = entry.verdict.get_ref();
            format!("`{verdict}` is nothing to expect; expected `failed`, `crashed` or `timed_out`")
        })?;
    let reason = entry.reason.unwrap_or_default();
    if reason.trim().is_empty() {
        return Err(format!(
            "the expectation {hash} has no reason; say why the engine fails, or remove it"
        ));
    }
    let expectation = Expectation {
        verdict,
        reason,
        upstream: entry.upstream,
    };
    Ok((hash, expectation))
}

fn verdict_name(verdict: Verdict) -> String {
    verdict.words().replace(' ', "_")
}
