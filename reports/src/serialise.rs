//! The result of `crosscheck serialise`.

use serde::Serialize;

use crate::document::Body;

/// What several engines made of one tree.
#[derive(Debug, Clone, Serialize)]
pub struct SerialiseReport {
    /// The name of the encoding that the input was decoded from.
    pub encoding: String,
    /// One for each engine, in the order they were asked for.
    pub outputs: Vec<MarkupOutput>,
    /// The engines that wrote the same markup together, in order of their first; one that wrote none is in no group.
    pub groups: Vec<Vec<String>>,
    /// Whether every engine was heard; not so when the command was interrupted.
    #[serde(skip)]
    pub complete: bool,
}

impl Body for SerialiseReport {
    const SCHEMA: &'static str = "crosscheck.serialise/1";

    fn complete(&self) -> bool {
        self.complete
    }
}

/// What one engine made of it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct MarkupOutput {
    /// The engine's name.
    pub engine: String,
    /// Its version, if it could be asked.
    pub version: Option<String>,
    /// The markup. A lone surrogate is written `\uXXXX`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markup: Option<String>,
    /// The engine's time, in seconds, parsing included.
    pub seconds: f64,
    /// The result of parsing the markup again, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_trip: Option<RoundTripEntry>,
    /// Why there is no markup, or no round trip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the engine could be asked: it is there, and can answer such questions.
    pub asked: bool,
}

/// The result of a round trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundTripEntry {
    /// `stable`, `changed` by clauses of the standard, or `unexplained`.
    pub outcome: &'static str,
    /// The clauses that answer for the differences.
    pub causes: Vec<RoundTripCause>,
    /// A difference that no clause answers for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Its node as it was, if it was there, or the markup as it ought to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The same as it is, if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl RoundTripEntry {
    /// The outcome where something differs that no clause answers for.
    pub const UNEXPLAINED: &'static str = "unexplained";
}

/// A clause that makes a tree come back otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundTripCause {
    /// Its id.
    pub id: &'static str,
    /// What it does.
    pub title: &'static str,
}
