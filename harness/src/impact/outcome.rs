//! The outcome of one document.

use serde::{Deserialize, Serialize};

use super::documents::Document;
use super::examine::{Examiner, Finding};
use super::fixtures::{self, FixtureFinding};

/// The outcome of a document.
#[derive(Debug)]
pub enum Outcome {
    /// The editions do the same with the document.
    Same(Document),
    /// The editions differ.
    Changed(Document, Changed),
    /// It is a document, and could not be examined.
    Failed(String),
    /// It is no document.
    Skipped,
}

/// What is different about a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// How the editions differ on it. Of a fixture that is parsed with scripting and without, all that is found.
    #[serde(flatten)]
    pub finding: Finding,
    /// The checks of a fixture on which they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<FixtureFinding>,
}

/// The outcome of a document in an earlier sweep.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum KnownOutcome {
    Same,
    Changed(Box<Changed>),
    Failed(String),
}

/// Examines one document.
pub fn examine(document: Document, examiner: &Examiner) -> Outcome {
    let mut changed: Option<Changed> = None;
    for question in document.questions() {
        match examiner.examine(&question) {
            Ok(None) => {}
            Ok(Some(finding)) => match &mut changed {
                None => {
                    changed = Some(Changed { finding, checks: Vec::new() });
                }
                Some(changed) => changed.finding.join(finding),
            },
            Err(why) => return Outcome::Failed(format!("{}: {why}", document.name)),
        }
    }
    let checks = fixtures::differing(&document, examiner);
    match changed {
        Some(changed) => Outcome::Changed(document, Changed { checks, ..changed }),
        None => Outcome::Same(document),
    }
}
