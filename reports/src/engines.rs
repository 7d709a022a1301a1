//! The result of `crosscheck engines`.

use serde::Serialize;

use crate::document::Body;

/// The engines Crosscheck knows.
#[derive(Debug, Clone, Serialize)]
pub struct EnginesReport {
    /// One entry for each, in the order they are listed in.
    pub engines: Vec<EngineEntry>,
    /// The known editions of the standard: `standard@2019-06-01` follows the standard of that day.
    pub editions: Editions,
}

/// The editions of the standard: from the first day to that of the newest known.
#[derive(Debug, Clone, Serialize)]
pub struct Editions {
    /// The first day.
    pub first: &'static str,
    /// The day of the newest.
    pub newest: &'static str,
}

impl Body for EnginesReport {
    const SCHEMA: &'static str = "crosscheck.engines/1";
}

/// One engine.
#[derive(Debug, Clone, Serialize)]
pub struct EngineEntry {
    /// The name it is called by on the command line.
    pub name: String,
    /// How it is run: in-process, in a child process, in a browser.
    pub kind: String,
    /// Its version, if it could be asked.
    pub version: Option<String>,
    /// Engines of one family share code, so that their agreement counts once.
    pub family: String,
    /// Whether it is known to be installed and to work.
    pub available: bool,
    /// Why it is not available.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// What it can do, in the words of the engine protocol.
    pub can: Vec<String>,
}
