//! Reading an expectations file. Every malformed entry is reported with its line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path;

use crosscheck_reports::Verdict;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use toml::Spanned;
use toml::value::Datetime;

use super::{Expectation, Expectations, verdict_name};
use crate::files::{self, FileError};
use crate::fixtures::FixtureHash;

impl Expectations {
    /// Reads the expectations of an engine. A missing file has no expectations.
    ///
    /// # Errors
    /// Everything that is wrong with the file: its syntax, keys that are no hash or stand twice, verdicts that cannot
    /// be expected, entries without a reason.
    pub fn load(path: &Path) -> Result<Self, Vec<FileError>> {
        let text = match files::read_to_string(path) {
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
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use crosscheck::expectations::Expectations;
    ///
    /// let text = "[0123456789ab]\nverdict = \"failed\"\nreason = \"Made before the change of 2023\"\n";
    /// let expectations = Expectations::parse(Path::new("mine.toml"), text).expect("it is well-formed");
    /// assert_eq!(expectations.len(), 1);
    /// ```
    pub fn parse(path: &Path, text: &str) -> Result<Self, Vec<FileError>> {
        let file: File = toml::from_str(text).map_err(|error| {
            vec![FileError::in_text(path, text, error.span().map(|span| span.start), error.message())]
        })?;
        let mut errors = Vec::new();
        let mut expectations = Self { unanswered: file.unanswered, version: file.version, ..Self::default() };
        match file.checked.map(day).transpose() {
            Ok(day) => expectations.checked = day,
            Err((span, message)) => errors.push((span.start, message)),
        }
        for (key, entry) in file.entries {
            let span = entry.span();
            match understand(&key, entry.into_inner()) {
                Ok((hash, expectation)) => {
                    expectations.entries.insert(hash, expectation);
                }
                Err(message) => errors.push((span.start, message)),
            }
        }
        match errors.is_empty() {
            true => Ok(expectations),
            false => Err(FileError::all_in_text(path, text, errors)),
        }
    }
}

/// The syntax of the file: a few settings, and a table for each check, named by its hash.
#[derive(Default)]
struct File {
    unanswered: Option<BTreeSet<String>>,
    checked: Option<Spanned<Datetime>>,
    version: Option<String>,
    entries: BTreeMap<String, Spanned<Entry>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "the table of a check, with `verdict` and `reason`")]
struct Entry {
    fixture: Option<String>,
    verdict: String,
    answer: Option<String>,
    reason: Option<String>,
    upstream: Option<String>,
}

/// Implemented by hand because a derived implementation loses the positions of flattened entries.
impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = File;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table for each check, named by its hash")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
                let mut file = File::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "unanswered" => file.unanswered = Some(map.next_value()?),
                        "checked" => file.checked = Some(map.next_value()?),
                        "version" => file.version = Some(map.next_value()?),
                        _ => {
                            file.entries.insert(key, map.next_value()?);
                        }
                    }
                }
                Ok(file)
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

fn day(written: Spanned<Datetime>) -> Result<String, (Range<usize>, String)> {
    let span = written.span();
    let written = written.into_inner();
    match (written.date, written.time) {
        (Some(date), None) => Ok(date.to_string()),
        _ => Err((span, format!("`checked` is `{written}`; expected a day, for example 2026-11-22"))),
    }
}

fn understand(key: &str, entry: Entry) -> Result<(FixtureHash, Expectation), String> {
    let hash: FixtureHash = key
        .parse()
        .map_err(|_| format!("`{key}` is not the hash of a check, nor `unanswered`, `checked` or `version`"))?;
    let verdict = Verdict::ALL
        .into_iter()
        .filter(|verdict| verdict.is_fault() || *verdict == Verdict::Unsupported)
        .find(|verdict| verdict_name(*verdict) == entry.verdict)
        .ok_or_else(|| {
            let verdict = &entry.verdict;
            format!(
                "`{verdict}` is not a verdict to expect; expected `failed`, `crashed`, `timed_out` or `unsupported`"
            )
        })?;
    let reason = entry.reason.unwrap_or_default();
    if reason.trim().is_empty() {
        return Err(format!("the expectation {hash} has no reason; say why the engine fails, or remove it"));
    }
    let answer = entry.answer.map(|answer| answer.parse()).transpose();
    let expectation = Expectation {
        fixture: entry.fixture,
        verdict,
        answer: answer.map_err(|error| format!("`answer` of {hash}: {error}"))?,
        reason,
        upstream: entry.upstream,
    };
    if expectation.answer.is_some() && verdict != Verdict::Failed {
        return Err(format!("the expectation {hash} pins an answer; only `failed` expectations can have `answer`"));
    }
    Ok((hash, expectation))
}
