//! What was found in engines: the divergences on record.

use serde::Serialize;

use crate::document::Body;
use crate::shell::ShellLine;

/// The divergences on record, by engine.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FindingsReport {
    /// The engines, by name.
    pub engines: Vec<EngineFindings>,
}

impl Body for FindingsReport {
    const SCHEMA: &'static str = "crosscheck.findings/1";
}

/// The divergences of an engine.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct EngineFindings {
    /// Its name.
    pub engine: String,
    /// Its divergences.
    pub findings: Vec<FindingEntry>,
}

/// A divergence on record.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FindingEntry {
    /// The name of its record.
    pub id: String,
    /// What is wrong, in a sentence.
    pub what: String,
    /// How well that is known: `confirmed`, `consistent`, `suspected`, `unexplained`, or `reviewed` if only a person says
    /// it.
    pub known: String,
    /// The version that it was seen in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The id of the clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// A link into the standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The issue of the engine's maintainers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The document, or what is asked about in its place.
    pub input: String,
    /// How the document is parsed, where that is not as a document without scripting.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub how: String,
    /// A command line that shows it.
    pub reproduce: ShellLine,
}
