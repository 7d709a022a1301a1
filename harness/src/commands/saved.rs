//! Results that an earlier command saved.

use std::path::Path;

use crosscheck::files::{self, FileError};
use crosscheck_reports::{NotADocument, RunReport, read_json};

use super::error::CommandError;

/// Reads a saved run.
pub(super) fn run(path: &Path) -> Result<RunReport, CommandError> {
    let text = files::read(path).map_err(|error| FileError::unreadable(path, &error))?;
    let wrong = |error: NotADocument| FileError {
        line: error.line(),
        ..FileError::of(path, format!("not a saved run: {error}"))
    };
    Ok(read_json(&text).map_err(wrong)?)
}
