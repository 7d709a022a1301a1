//! The results of an engine that need a look, in groups: by cause where it is known, else by the change to the standard
//! that the engine does not follow, else by kind and file.

use std::collections::HashMap;

use super::anchor;
use crate::run::{CheckResult, RunReport, Verdict};

/// Results of one engine for one reason.
pub(super) struct Group<'r> {
    pub(super) engine: &'r str,
    pub(super) verdict: Verdict,
    pub(super) unexpected: bool,
    /// The reason, in a sentence.
    pub(super) title: String,
    /// The change that explains all of them, if one does.
    pub(super) change: Option<&'r str>,
    pub(super) results: Vec<&'r CheckResult>,
    /// How many there are, which can be more than `results` has.
    pub(super) count: usize,
}

impl<'r> Group<'r> {
    /// The name of the group among all of its engine.
    pub(super) fn id(&self) -> String {
        anchor(&self.title)
    }

    /// The result with the shortest input among those that have both answers, or among all.
    pub(super) fn example(&self) -> Option<&'r CheckResult> {
        self.results.iter().copied().min_by_key(|result| (result.actual.is_none(), result.input.len()))
    }
}

/// The reason by which a result is grouped.
pub(super) fn title(result: &CheckResult) -> String {
    if result.verdict == Verdict::Unsupported && !result.unexpected {
        return unsupported(result.reason.as_deref().unwrap_or_default());
    }
    match (result.verdict, &result.expectation, &result.change, &result.reason) {
        (_, Some(known), ..) => known.clone(),
        (Verdict::Failed, None, Some(change), _) => format!("Answers as the standard without {change}"),
        (Verdict::Failed, None, None, _) | (_, None, _, None) => format!("{} checks in {}", result.kind, result.file),
        (_, None, _, Some(reason)) => reason.clone(),
    }
}

/// Why an engine cannot answer. Only the standard engine follows other editions, whichever they are.
fn unsupported(reason: &str) -> String {
    match reason.starts_with("the edition ") {
        true => "fixtures of an older edition of the standard".to_owned(),
        false => reason.to_owned(),
    }
}

/// What did not pass, or passed unexpectedly: the unexpected first, then the largest groups.
pub(super) fn groups(report: &RunReport) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places = HashMap::new();
    for result in &report.results {
        if result.verdict == Verdict::Passed && !result.unexpected {
            continue;
        }
        let key = (&*result.engine, result.verdict, result.unexpected, title(result));
        let place = *places.entry(key).or_insert_with_key(|(engine, verdict, unexpected, title)| {
            groups.push(Group {
                engine,
                verdict: *verdict,
                unexpected: *unexpected,
                title: title.clone(),
                change: result.change.as_deref(),
                results: Vec::new(),
                count: 0,
            });
            groups.len() - 1
        });
        let group = &mut groups[place];
        group.count += 1;
        group.change = group.change.filter(|change| result.change.as_deref() == Some(change));
        group.results.push(result);
    }
    for entry in &report.unanswered {
        let verdict = Verdict::Unsupported;
        let key = (&*entry.engine, verdict, false, unsupported(&entry.reason));
        let place = *places.entry(key).or_insert_with_key(|(engine, _, unexpected, title)| {
            let (title, unexpected) = (title.clone(), *unexpected);
            groups.push(Group { engine, verdict, unexpected, title, change: None, results: Vec::new(), count: 0 });
            groups.len() - 1
        });
        groups[place].count += entry.count;
    }
    groups.sort_by_key(|group| (!group.unexpected, std::cmp::Reverse(group.count)));
    groups
}
