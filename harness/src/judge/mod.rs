//! Judging: what an engine made of a check, compared with what the fixture expects. Nothing is trimmed, sorted away or
//! overlooked to make an answer fit.

mod errors;
mod show;

use crosscheck_reports::Verdict;

use crate::engines::{Answer, Outcome};
use crate::fixtures::{Check, Expected, ExpectedError};
use crate::input::Task;
use crate::token::ParseError;

/// What became of one check on one engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why, where the verdict does not say it all.
    pub reason: Option<String>,
    /// The answer of the fixture, for showing; there when the engine gave another one.
    pub expected: Option<String>,
    /// The answer of the engine, for showing; there when it is not the fixture's.
    pub actual: Option<String>,
}

impl Judgement {
    fn passed() -> Self {
        Self::because(Verdict::Passed, None)
    }

    /// The verdict for an engine that cannot be asked, or cannot say; `reason` names what it lacks.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Self::because(Verdict::Unsupported, Some(reason.into()))
    }

    fn crashed(reason: impl Into<String>) -> Self {
        Self::because(Verdict::Crashed, Some(reason.into()))
    }

    fn failed(expected: String, actual: String) -> Self {
        Self {
            expected: Some(expected),
            actual: Some(actual),
            ..Self::because(Verdict::Failed, None)
        }
    }

    fn because(verdict: Verdict, reason: Option<String>) -> Self {
        Self {
            verdict,
            reason,
            expected: None,
            actual: None,
        }
    }

    /// How bad it is: of a check's two modes, the worse one is the check's.
    fn severity(&self) -> u8 {
        match self.verdict {
            Verdict::Passed => 0,
            Verdict::Unsupported => 1,
            Verdict::Stale => 2,
            Verdict::Failed => 3,
            Verdict::TimedOut => 4,
            Verdict::Crashed => 5,
        }
    }
}

/// Judges the outcomes of the inputs that [`Check::questions`] gave, in their order. A check with two modes of
/// scripting passes when every mode that was asked passes; otherwise the worst mode is told, the first of equals.
pub fn judge(check: &Check, outcomes: &[Outcome]) -> Judgement {
    if let Some(need) = check.needs.first() {
        return Judgement::unsupported(need.name());
    }
    let judgements = outcomes.iter().enumerate().map(|(index, outcome)| {
        let mut judgement = judge_one(&check.expected, outcome);
        let mode = check.inputs.get(index).and_then(|input| match input.task {
            Task::Tree { scripting, .. } if check.inputs.len() > 1 => Some(scripting),
            _ => None,
        });
        if let Some(scripting) = mode.filter(|_| judgement.verdict != Verdict::Passed) {
            let mode = if scripting {
                "with scripting on"
            } else {
                "with scripting off"
            };
            judgement.reason = Some(match judgement.reason {
                Some(reason) => format!("{mode}: {reason}"),
                None => mode.to_owned(),
            });
        }
        judgement
    });
    let worst = judgements.reduce(|worst, next| {
        if next.severity() > worst.severity() {
            next
        } else {
            worst
        }
    });
    worst.unwrap_or_else(|| Judgement::crashed("the engine was not asked, or never answered"))
}

fn judge_one(expected: &Expected, outcome: &Outcome) -> Judgement {
    let answer = match outcome {
        Outcome::Answer(answer) => answer,
        Outcome::TimedOut(_) => return Judgement::because(Verdict::TimedOut, outcome.fault()),
        Outcome::Crashed(_) | Outcome::ProtocolError(_) => {
            return Judgement::because(Verdict::Crashed, outcome.fault());
        }
    };
    match (expected, answer) {
        (_, Answer::Unsupported(reason)) => Judgement::unsupported(reason.as_str()),
        (Expected::Tree(expected), Answer::Tree { tree, .. }) => {
            let actual = tree.dump();
            if actual == *expected {
                return Judgement::passed();
            }
            let shown = |dump: &crate::Wtf8Buf| dump.to_display().into_owned();
            Judgement::failed(shown(expected), shown(&actual))
        }
        (Expected::Tokens(expected), Answer::Tokens { tokens, .. }) => {
            if tokens == expected {
                return Judgement::passed();
            }
            Judgement::failed(show::tokens(expected), show::tokens(tokens))
        }
        (
            Expected::Errors(expected),
            Answer::Tree { errors, .. } | Answer::Tokens { errors, .. },
        ) => judge_errors(expected, errors.as_deref()),
        (_, Answer::Tree { .. }) => {
            Judgement::crashed("answered with a tree, was asked for another thing")
        }
        (_, Answer::Tokens { .. }) => {
            Judgement::crashed("answered with tokens, was asked for another thing")
        }
    }
}

fn judge_errors(expected: &[ExpectedError], actual: Option<&[ParseError]>) -> Judgement {
    let Some(actual) = actual else {
        return Judgement::unsupported("errors");
    };
    match errors::compare(expected, actual) {
        errors::Comparison::Same => Judgement::passed(),
        errors::Comparison::CodesOnly => Judgement::unsupported("positions of errors"),
        errors::Comparison::Different => {
            Judgement::failed(show::expected_errors(expected), show::errors(actual))
        }
    }
}
