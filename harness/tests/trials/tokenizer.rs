//! The standard engine's tokenizer on tokenizer fixtures. Each of ours passes; each public one passes, codes and
//! positions included, or is one that a named change of the standard has overtaken and passes without that change.

use crate::support;
use crosscheck::engines::standard::Made;
use crosscheck::fixtures::{Check, FixtureFile};
use crosscheck::judge::judge;
use crosscheck::model::answer::Outcome;
use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::change::{Change, Edition};
use libtest_mimic::{Failed, Trial};

/// The editions of which one at least must answer a public fixture right.
const PUBLIC: &[Edition] = &[Edition::NEWEST, Edition::NEWEST.without(Change::ProcessingInstructions2026)];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let own = support::own_tokenizer_files();
    let mut trials: Vec<_> = own.into_iter().map(|file| trial(file, &[Edition::NEWEST])).collect();
    trials.extend(support::for_each("public fixtures", support::tokenizer_files(), |file| trial(file, PUBLIC)));
    trials
}

fn trial(file: FixtureFile, editions: &'static [Edition]) -> Trial {
    Trial::test(support::name(&file), move || {
        let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
        let failed: Vec<_> =
            checks.filter(|check| check.needs.is_empty()).filter_map(|check| wrong(&check, editions)).collect();
        match failed.is_empty() {
            true => Ok(()),
            false => Err(Failed::from(failed.join("\n"))),
        }
    })
}

/// What is wrong with the tokenizer's answer by the first edition, if it is not right by any.
fn wrong(check: &Check, editions: &[Edition]) -> Option<String> {
    let mut judgements = editions.iter().map(|edition| judge(check, &[outcome(check, *edition)]));
    let first = judgements.next()?;
    if first.verdict == Verdict::Passed || judgements.any(|other| other.verdict == Verdict::Passed) {
        return None;
    }
    Some(format!(
        "{} {:?}\n  expected {}\n    actual {}",
        check.kind,
        check.inputs,
        first.expected.unwrap_or_default(),
        first.actual.or(first.reason).unwrap_or_default()
    ))
}

fn outcome(check: &Check, edition: Edition) -> Outcome {
    let (text, mut options) = support::tokenizer_question(&check.inputs[0]);
    options.edition = edition;
    Outcome::Answer(Made::Tokens(support::tokenize(&[text.as_bytes()], &options)).into())
}
