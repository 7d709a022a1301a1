//! The result of `crosscheck check-engine`.

use serde::Serialize;

use crate::document::Body;

/// What came of trying a command out as an engine.
#[derive(Debug, Clone, Serialize)]
pub struct CheckEngineReport {
    /// Who it says it is, if it got that far.
    pub engine: Option<String>,
    /// The version it says.
    pub version: Option<String>,
    /// What it says it can do.
    pub can: Vec<String>,
    /// What was tried, in order.
    pub checks: Vec<EngineCheck>,
}

impl Body for CheckEngineReport {
    const SCHEMA: &'static str = "crosscheck.check-engine/1";
}

impl CheckEngineReport {
    /// Whether the engine was asked nothing, since it can do nothing that there are questions about.
    pub fn asked_nothing(&self) -> bool {
        !self.checks.iter().any(|check| check.is_question && check.result != EngineCheckResult::LeftOut)
    }

    /// Whether nothing is wrong and nothing differs.
    pub fn is_good(&self) -> bool {
        let bad = [EngineCheckResult::Wrong, EngineCheckResult::Differs];
        !self.checks.iter().any(|check| bad.contains(&check.result))
    }
}

/// One thing that was tried.
#[derive(Debug, Clone, Serialize)]
pub struct EngineCheck {
    /// What.
    pub name: String,
    /// What came of it.
    pub result: EngineCheckResult,
    /// Whether it is a question with one right answer.
    #[serde(skip)]
    pub is_question: bool,
    /// More about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

/// What came of trying one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineCheckResult {
    /// As it must be.
    Right,
    /// The engine says that it cannot.
    LeftOut,
    /// An answer that is well said and not the standard's: the adapter's fault, or the parser's own.
    Differs,
    /// Not what the engine protocol asks for.
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
