//! The result of `crosscheck parse`.

use serde::Serialize;

use crate::document::Body;

/// What several engines made of one input.
#[derive(Debug, Clone, Serialize)]
pub struct ParseReport {
    /// The name of the encoding that the input was decoded from, if it was decoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// One for each engine, in the order they were asked for.
    pub outputs: Vec<Output>,
    /// The engines that made the same tree together, in order of their first; an engine that made none is in no group.
    pub groups: Vec<Vec<String>>,
    /// Whether parse errors were asked for.
    #[serde(skip)]
    pub errors_asked: bool,
    /// Whether every engine was heard; not so when the command was interrupted.
    #[serde(skip)]
    pub complete: bool,
}

impl Body for ParseReport {
    const SCHEMA: &'static str = "crosscheck.parse/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// What one engine made of it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Output {
    /// The engine's name.
    pub engine: String,
    /// Its version, if it could be asked.
    pub version: Option<String>,
    /// The tree in html5lib's dump format, unless it was not asked for. A lone surrogate is written `\uXXXX`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// How many nodes the tree has, template contents and shadow roots included; 0 without a tree.
    pub nodes: usize,
    /// The engine's time for this input, in seconds.
    pub seconds: f64,
    /// The parse errors, if they were asked for and the engine reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<ErrorEntry>>,
    /// Why there is no tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the engine could be asked: it is there, and can answer such a question.
    pub asked: bool,
}

/// One parse error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorEntry {
    /// The standard's code for it.
    pub code: String,
    /// The line, from 1, if the engine tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from 1, in UTF-16 code units, if the engine tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}
