//! Updating an expectations file from a run.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::path::PathBuf;

use crosscheck_reports::Verdict;
use toml_edit::{Array, DocumentMut, Item, Table, TomlError, value};

use super::{Expectations, Observed, Standing, verdict_name};
use crate::files::{self, FileError, WriteError, make_folder, write_whole};
use crate::fixtures::FixtureHash;
use crate::judge::AnswerHash;

/// The changes that a run makes to an engine's expectations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Update {
    /// The file.
    pub path: PathBuf,
    /// New entries, and entries that fail otherwise now.
    pub proposals: Vec<Proposal>,
    /// Entries that no longer hold.
    pub void: Vec<FixtureHash>,
    /// Entries that hold but pin no answer, with the answer.
    pub pins: BTreeMap<FixtureHash, AnswerHash>,
    /// What the engine lacks beyond what the file lists, if it has a list.
    pub lacks: BTreeSet<String>,
    /// How many entries the run did not ask about.
    pub unasked: usize,
    /// The version of the engine.
    pub version: String,
}

/// A new entry, without its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The check.
    pub hash: FixtureHash,
    /// Where the fixture is and which check of it, for people: `html5lib-tests/tokenizer/test1.test:12 tokens`.
    pub fixture: String,
    /// How it ended.
    pub verdict: Verdict,
    /// The pin of a wrong answer.
    pub answer: Option<AnswerHash>,
}

/// The result of an update.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Updated {
    /// Entries added.
    pub added: usize,
    /// Entries removed, because they no longer applied.
    pub removed: usize,
    /// Entries that now pin an answer.
    pub pinned: usize,
    /// Capabilities added to the list of those that the engine lacks.
    pub lacks: usize,
    /// Whether the file now says that it was checked today.
    pub checked: bool,
}

impl Update {
    /// What a run found: its results, how they stand to the expectations, and how its fixtures are called.
    pub fn new(
        path: PathBuf,
        known: &Expectations,
        version: &str,
        results: &[Observed<'_>],
        standings: &[Standing],
        fixture: impl Fn(usize) -> String,
    ) -> Self {
        let asked: HashSet<FixtureHash> = results.iter().map(|result| result.hash).collect();
        let mut update = Self {
            path,
            version: version.to_owned(),
            unasked: known.entries().filter(|(hash, _)| !asked.contains(hash)).count(),
            ..Self::default()
        };
        for (index, (result, standing)) in results.iter().zip(standings).enumerate() {
            let entry = known.get(result.hash);
            match (standing.unexpected, entry, result.lacks) {
                (true, None, Some(lacks)) => {
                    update.lacks.insert(lacks.to_owned());
                }
                (true, ..) => update.renew(result, entry.is_some(), || fixture(index)),
                (false, Some(entry), _) if standing.expected && entry.answer.is_none() => {
                    update.pins.extend(result.answer.map(|answer| (result.hash, answer)));
                }
                (false, ..) => {}
            }
        }
        update
    }

    fn renew(&mut self, result: &Observed<'_>, is_known: bool, fixture: impl Fn() -> String) {
        if is_known && !self.void.contains(&result.hash) {
            self.void.push(result.hash);
        }
        let is_proposed = self.proposals.iter().any(|proposal| proposal.hash == result.hash);
        if result.verdict.is_fault() && !is_proposed {
            self.proposals.push(Proposal {
                hash: result.hash,
                fixture: fixture(),
                verdict: result.verdict,
                answer: result.answer,
            });
        }
    }

    /// Changes the file. Proposals get this reason. The file says that it was checked on the day `today` if the run
    /// asked about every entry. Everything else in it stays as it is, comments and order included. The file is replaced
    /// as a whole or not at all; it is created if it is missing.
    ///
    /// # Errors
    /// When the file cannot be read, is no TOML, or cannot be written.
    pub fn apply(&self, today: &str, reason: &str) -> Result<Updated, FileError> {
        let text = match files::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(FileError::unreadable(&self.path, &error)),
        };
        let mut document: DocumentMut = text.parse().map_err(|error: TomlError| {
            let offset = error.span().map(|span| span.start);
            FileError::in_text(&self.path, &text, offset, error.message())
        })?;
        let updated = self.edit(&mut document, today, reason);
        let new = document.to_string();
        if new != text {
            self.write(&new).map_err(|error| FileError {
                path: error.path,
                line: None,
                message: format!("cannot be written: {}", error.source),
            })?;
        }
        Ok(updated)
    }

    fn edit(&self, document: &mut DocumentMut, today: &str, reason: &str) -> Updated {
        let mut updated = Updated { removed: self.void.len(), added: self.proposals.len(), ..Updated::default() };
        for hash in self.void.iter().filter(|hash| self.proposals.iter().all(|proposal| proposal.hash != **hash)) {
            document.remove(&hash.to_string());
        }
        for proposal in &self.proposals {
            let entry = document.entry(&proposal.hash.to_string()).or_insert(Item::Table(Table::new()));
            if let Some(entry) = entry.as_table_mut() {
                proposal.fill(entry, reason);
            }
        }
        for (hash, answer) in &self.pins {
            if let Some(entry) = document.get_mut(&hash.to_string()).and_then(Item::as_table_mut) {
                pin(entry, *answer);
                updated.pinned += 1;
            }
        }
        if let Some(listed) = document.get_mut("unanswered").and_then(Item::as_array_mut) {
            updated.lacks = list(listed, &self.lacks);
        }
        let has_entries = document.iter().any(|(_, item)| item.is_table());
        if self.unasked == 0 && has_entries {
            document["checked"] = value(today.parse::<toml_edit::Datetime>().expect("today is a day"));
            document["version"] = value(self.version.as_str());
            updated.checked = true;
        }
        updated
    }

    fn write(&self, text: &str) -> Result<(), WriteError> {
        if let Some(folder) = self.path.parent() {
            make_folder(folder)?;
        }
        write_whole(&self.path, |out| out.write_all(text.as_bytes()))
    }
}

impl Proposal {
    /// Fills an entry, new or of another result, in the order that entries have.
    fn fill(&self, entry: &mut Table, reason: &str) {
        entry["fixture"] = value(self.fixture.as_str());
        entry["verdict"] = value(verdict_name(self.verdict));
        entry["reason"] = value(reason);
        entry.remove("answer");
        if let Some(answer) = self.answer {
            pin(entry, answer);
        }
    }
}

/// Puts the pin behind the verdict, where an entry that was proposed has it.
fn pin(entry: &mut Table, answer: AnswerHash) {
    let behind: Vec<_> = ["reason", "upstream"].into_iter().filter_map(|key| entry.remove_entry(key)).collect();
    entry["answer"] = value(answer.to_string());
    for (key, item) in behind {
        entry.insert_formatted(&key, item);
    }
}

/// Adds what is not listed, in order, and returns how many that were.
fn list(listed: &mut Array, lacks: &BTreeSet<String>) -> usize {
    let known = listed.iter().filter_map(|item| item.as_str().map(str::to_owned));
    let mut all: BTreeSet<String> = known.collect();
    let before = all.len();
    all.extend(lacks.iter().cloned());
    if all.len() > before {
        *listed = all.iter().map(String::as_str).collect();
    }
    all.len() - before
}
