//! The result of `crosscheck check-engine`.

use serde::Serialize;

use crate::document::Body;

/// The result of checking a command as an engine.
#[derive(Debug, Clone, Serialize)]
pub struct CheckEngineReport {
    /// The engine's name, if it introduced itself.
    pub engine: Option<String>,
    /// The engine's version.
    pub version: Option<String>,
    /// Its capabilities.
    pub can: Vec<String>,
    /// The checks, in order.
    pub checks: Vec<EngineCheck>,
}

impl Body for CheckEngineReport {
    const SCHEMA: &'static str = "crosscheck.check-engine/1";
}

impl CheckEngineReport {
    /// Whether there were no questions for the engine's capabilities.
    pub fn asked_nothing(&self) -> bool {
        !self.checks.iter().any(|check| check.is_question && check.result != EngineCheckResult::LeftOut)
    }

    /// Whether no check is wrong or differs.
    pub fn is_good(&self) -> bool {
        let bad = [EngineCheckResult::Wrong, EngineCheckResult::Differs];
        !self.checks.iter().any(|check| bad.contains(&check.result))
    }
}

/// One check.
#[derive(Debug, Clone, Serialize)]
pub struct EngineCheck {
    /// What.
    pub name: String,
    /// Its result.
    pub result: EngineCheckResult,
    /// Whether it is a question with one right answer.
    #[serde(skip)]
    pub is_question: bool,
    /// More about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

/// The result of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineCheckResult {
    /// It passed.
    Right,
    /// The engine does not support it.
    LeftOut,
    /// A valid answer that differs from the standard's, by a fault of the adapter or the parser.
    Differs,
    /// A violation of the engine protocol.
    Wrong,
}

impl EngineCheckResult {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::LeftOut => "left out",
            Self::Differs => "differs",
            Self::Wrong => "wrong",
        }
    }
}
