//! The result of `crosscheck changes`.

use serde::Serialize;

use crate::document::Body;

/// The dated changes to the standard.
#[derive(Debug, Clone, Serialize)]
pub struct ChangesReport {
    /// One entry for each, oldest first.
    pub changes: Vec<ChangeEntry>,
}

impl Body for ChangesReport {
    const SCHEMA: &'static str = "crosscheck.changes/1";
}

/// One change.
#[derive(Debug, Clone, Serialize)]
pub struct ChangeEntry {
    /// The stable id.
    pub id: &'static str,
    /// The day it was made, as `YYYY-MM-DD`.
    pub date: &'static str,
    /// What changed, in a sentence.
    pub title: &'static str,
    /// A link to the commit that made it.
    pub link: String,
    /// Whether the standard engine has both sides of it.
    pub implemented: bool,
    /// Why not, if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<&'static str>,
}
