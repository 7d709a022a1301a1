//! Mutants that no input can tell from the standard, each with the argument why: `suites/equivalent-mutants.toml`.
//!
//! ```toml
//! ["in-row/end-tag-section/row-in-scope:negated"]
//! argument = "…"
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::files::{self, FileError};
use crate::mutants::Mutant;

/// The mutants that are argued to be equivalent.
#[derive(Debug, Clone, Default)]
pub struct Equivalents {
    arguments: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `argument`")]
struct Entry {
    argument: String,
}

impl Equivalents {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is not TOML, names an unknown mutant, or has an entry without an argument.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let text = files::read_to_string(path).map_err(|error| FileError::unreadable(path, &error))?;
        let error = |span: Option<Range<usize>>, message: String| {
            FileError::in_text(path, &text, span.map(|span| span.start), message)
        };
        let entries: BTreeMap<Spanned<String>, Entry> =
            toml::from_str(&text).map_err(|cause| error(cause.span(), cause.message().to_owned()))?;
        let mut arguments = BTreeMap::new();
        for (id, Entry { argument }) in entries {
            let at = Some(id.span());
            let id = id.into_inner();
            if Mutant::from_id(&id).is_none() {
                let message = format!("unknown mutant `{id}`; list the mutants with: crosscheck mutants --list");
                return Err(error(at, message));
            }
            if argument.trim().is_empty() {
                return Err(error(
                    at,
                    format!("`{id}` has an empty `argument`; say why no input can tell it from the standard"),
                ));
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
