//! The standard engine on tree-construction fixtures. Each of ours passes; each public one passes, errors included, or
//! is one that a named change of the standard has overtaken and passes without that change. And whoever watches the
//! parser without meddling gets the same tree as nobody.

use crate::support;
use crosscheck::engines::Engine as _;
use crosscheck::engines::standard::{self, Standard};
use crosscheck::fixtures::{Check, FixtureFile};
use crosscheck::judge::judge;
use crosscheck::model::answer::Outcome;
use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::observer::{Ignore, Observer};
use libtest_mimic::{Failed, Trial};

/// The engines of which one at least must pass a public fixture.
const PUBLIC: &[&str] = &[standard::NAME, "standard@without:processing-instructions-2026"];

/// Watches, so that the parser goes by the smallest steps, and changes nothing.
#[derive(Debug, Clone, Copy)]
struct Watcher;

impl Observer for Watcher {}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let own = support::own_tree_files();
    let mut trials: Vec<_> = own.into_iter().map(|file| trial(file, &[standard::NAME])).collect();
    trials.extend(support::for_each("public fixtures", support::tree_files(), |file| trial(file, PUBLIC)));
    trials
}

fn trial(file: FixtureFile, engines: &'static [&'static str]) -> Trial {
    Trial::test(support::name(&file), move || {
        let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
        let failed: Vec<_> = checks
            .filter(|check| check.needs.is_empty())
            .filter_map(|check| wrong(&check, engines).or_else(|| differs_when_watched(&check)))
            .collect();
        match failed.is_empty() {
            true => Ok(()),
            false => Err(Failed::from(failed.join("\n"))),
        }
    })
}

/// What is wrong with the first engine's answer, if no engine's is right.
fn wrong(check: &Check, engines: &[&str]) -> Option<String> {
    let mut judgements = engines.iter().map(|name| {
        let mut engine = Standard::from_name(name).expect("a variant of the standard engine");
        let answers = check.inputs.iter().map(|input| engine.answer(input));
        judge(check, &answers.map(Outcome::Answer).collect::<Vec<_>>())
    });
    let first = judgements.next()?;
    let passed = |verdict| verdict == Verdict::Passed;
    if passed(first.verdict) || judgements.any(|other| passed(other.verdict)) {
        return None;
    }
    Some(format!(
        "{} {:?}\n  expected {}\n    actual {}",
        check.kind,
        check.inputs,
        first.expected.unwrap_or_default(),
        first.actual.unwrap_or_default()
    ))
}

fn differs_when_watched(check: &Check) -> Option<String> {
    let input = check.inputs.iter().find(|input| {
        let text = [support::text(input).as_bytes()];
        let (watched, unwatched) = (support::parse(Watcher, input, &text), support::parse(Ignore, input, &text));
        !support::same(&watched, &unwatched)
    })?;
    Some(format!("{input:?} makes another tree, or other errors, when watched"))
}
