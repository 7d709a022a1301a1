//! Fixtures: the checks on which two editions differ, and what the new one expects of them.

use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::change::Edition;
use serde::{Deserialize, Serialize};

use super::documents::{Body, Document};
use super::examine::Examiner;
use crate::fixtures::Check;
use crate::judge::{Judgement, by_edition};

crate::named! {
    /// Which side of the changes a fixture is on.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Side {
        Old "old" "It expects what the old edition gives: it needs new expectations."
        New "new" "It expects what the new edition gives: it was rewritten already."
        Other "other" "It expects neither."
    }
}

/// A check on which two editions differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixtureFinding {
    /// The kind of check.
    pub kind: String,
    /// The identity of its question.
    pub hash: String,
    /// What it expects.
    pub side: Side,
    /// The first change after which the answer is another.
    pub change: Option<String>,
    /// What the check expects, if the new edition gives another answer.
    pub expected: Option<String>,
    /// The answer of the new edition, if the check expects another.
    pub new: Option<String>,
}

/// The checks of a fixture on which the editions differ; none of what is no fixture.
pub(super) fn differing(document: &Document, examiner: &Examiner) -> Vec<FixtureFinding> {
    let Body::Fixture(_, fixture) = &document.body else {
        return Vec::new();
    };
    let checks = fixture.checks();
    let differing = checks.iter().filter_map(|check| differs(check, examiner));
    differing.collect()
}

fn differs(check: &Check, examiner: &Examiner) -> Option<FixtureFinding> {
    let comparison = &examiner.comparison;
    let old = by_edition(check, comparison.from.edition);
    let new = by_edition(check, comparison.to.edition);
    if old == new || old.verdict == Verdict::Unsupported {
        return None;
    }
    let passed = |judgement: &Judgement| judgement.verdict == Verdict::Passed;
    let is_old = |edition: Edition| by_edition(check, edition) == old;
    let mut changes = examiner.changes().iter();
    let change = changes.find(|change| !is_old(examiner.of_change(**change).1));
    Some(FixtureFinding {
        kind: check.kind.to_string(),
        hash: check.hash.to_string(),
        side: match (passed(&old), passed(&new)) {
            (true, _) => Side::Old,
            (_, true) => Side::New,
            _ => Side::Other,
        },
        change: change.map(ToString::to_string),
        expected: new.expected,
        new: new.actual,
    })
}
