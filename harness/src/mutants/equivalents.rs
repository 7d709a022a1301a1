//! Mutants that no input can tell from the standard, each with the argument why: `suites/equivalent-mutants.toml`.
//!
//! ```toml
//! ["in-row/end-tag-section/row-in-scope:negated"]
//! argument = "…"
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::Mutant;

/// The mutants that are argued to be equivalent.
#[derive(Debug, Clone, Default)]
pub struct Equivalents {
    arguments: BTreeMap<String, String>,
}

/// What a file of equivalent mutants has wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct EquivalentsError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for EquivalentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.message)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    argument: String,
}

impl Equivalents {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is not TOML, names a mutant that there is not, or has an entry without an argument.
    pub fn load(path: &Path) -> Result<Self, EquivalentsError> {
        let error = |line: Option<usize>, message: String| EquivalentsError {
            path: path.to_owned(),
            line,
            message,
        };
        let text = fs::read_to_string(path).map_err(|cause| error(None, cause.to_string()))?;
        let line = |span: Range<usize>| text[..span.start].matches('\n').count() + 1;
        let entries: BTreeMap<Spanned<String>, Entry> = toml::from_str(&text)
            .map_err(|cause| error(cause.span().map(line), cause.message().to_owned()))?;
        let mut arguments = BTreeMap::new();
        for (id, Entry { argument }) in entries {
            let at = Some(line(id.span()));
            let id = id.into_inner();
            if Mutant::from_id(&id).is_none() {
                let message = format!("there is no mutant `{id}`; see crosscheck mutants --list");
                return Err(error(at, message));
            }
            if argument.trim().is_empty() {
                return Err(error(at, format!("`{id}` has no argument")));
            }
            arguments.insert(id, argument);
        }
        Ok(Self { arguments })
    }

    /// The argument for a mutant's being equivalent.
    pub fn argument(&self, mutant: Mutant) -> Option<&str> {
        self.arguments.get(&mutant.to_string()).map(String::as_str)
    }

    /// The ids of the mutants.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.arguments.keys().map(String::as_str)
    }
}
