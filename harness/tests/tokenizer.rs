//! The standard engine's tokenizer on the public tokenizer fixtures: each passes, codes and positions included, or is
//! one that a named change of the standard has overtaken and passes without that change.

mod support;

use crosscheck::engines::{Answer, Outcome};
use crosscheck::fixtures::{Check, FixtureFile};
use crosscheck::judge::judge;
use crosscheck_parser::change::{Change, Edition};
use crosscheck_reports::Verdict;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let trials = support::tokenizer_files().map_or_else(
        |missing| vec![support::ignored(missing)],
        |files| files.into_iter().map(trial).collect(),
    );
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
        let failed: Vec<_> = checks
            .filter(|check| check.needs.is_empty())
            .filter_map(|check| wrong(&check))
            .collect();
        match failed.is_empty() {
            true => Ok(()),
            false => Err(Failed::from(failed.join("\n"))),
        }
    })
}

/// What is wrong with the tokenizer's answer, if it is not right by some edition.
fn wrong(check: &Check) -> Option<String> {
    let editions = [
        Edition::NEWEST,
        Edition::NEWEST.without(Change::ProcessingInstructions2026),
    ];
    let judgements = editions.map(|edition| judge(check, &[outcome(check, edition)]));
    if judgements
        .iter()
        .any(|judgement| judgement.verdict == Verdict::Passed)
    {
        return None;
    }
    let [newest, _] = judgements;
    Some(format!(
        "{} {:?}\n  expected {}\n    actual {}",
        check.kind,
        check.inputs,
        newest.expected.unwrap_or_default(),
        newest.actual.or(newest.reason).unwrap_or_default()
    ))
}

fn outcome(check: &Check, edition: Edition) -> Outcome {
    let (text, mut options) = support::tokenizer_question(&check.inputs[0]);
    options.edition = edition;
    let tokenized = support::tokenize(&[text.as_bytes()], &options);
    Outcome::Answer(Answer::Tokens {
        tokens: tokenized.tokens.into_iter().map(Into::into).collect(),
        errors: Some(tokenized.errors.into_iter().map(Into::into).collect()),
    })
}
