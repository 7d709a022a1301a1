//! The standard's time axis: each change that has a switch has a file of fixtures, whose answers the standard engine
//! gives with the change and without it; and any set of changes makes a sound engine.

use std::path::PathBuf;

use crosscheck::engines::Engine;
use crosscheck::engines::standard::Standard;
use crosscheck::fixtures::{Check, FixtureFile};
use crosscheck::fuzzing::generate::test_cases;
use crosscheck::judge::judge;
use crosscheck::model::answer::{Capability, Outcome};
use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::change::{Change, Edition};
use libtest_mimic::{Failed, Trial};

/// How many generated documents are parsed by editions that are put together at random.
const DOCUMENTS: usize = 20_000;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let changes = Change::ALL.iter();
    let mut trials: Vec<_> = changes.map(|change| Trial::test(change.id(), || both_sides(*change))).collect();
    trials.push(Trial::test("any set of changes", any_set_of_changes));
    trials
}

/// The checks of the change's file, each with its edition.
fn checks(change: Change) -> Result<Vec<(Check, Edition)>, Failed> {
    let suite = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/changes"));
    let file = FixtureFile::read(&suite.join(format!("{change}.dat")), None)?;
    let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
    let with_edition = checks.map(|check| match &check.edition {
        Some(of) => Ok((check.clone(), of.edition)),
        None => Err("a fixture does not say its edition".into()),
    });
    with_edition.collect()
}

fn both_sides(change: Change) -> Result<(), Failed> {
    let checks = checks(change)?;
    for (check, edition) in &checks {
        passes(check, *edition)?;
    }
    let with = |check: &Check, edition: Edition| {
        let mut others = checks.iter();
        let question = |other: &Check| (other.kind, other.inputs.clone());
        others.any(|(other, of)| {
            *of == edition.with(change) && question(other) == question(check) && other.expected != check.expected
        })
    };
    let mut old = checks.iter().filter(|(_, edition)| !edition.has(change));
    match old.any(|(check, edition)| with(check, *edition)) {
        true => Ok(()),
        false => Err("the sides differ nowhere by the change alone".into()),
    }
}

fn passes(check: &Check, edition: Edition) -> Result<(), Failed> {
    let mut engine = Standard::of_edition(edition);
    let questions = check.questions_of(edition, Capability::ALL)?;
    let answers = questions.iter().map(|input| Outcome::Answer(engine.answer(input)));
    let judgement = judge(check, &answers.collect::<Vec<_>>());
    match judgement.verdict {
        Verdict::Passed => Ok(()),
        _ => {
            let of = check.edition.as_ref().map(|of| &of.notation);
            Err(format!("{of:?}: {:?}\n{judgement:#?}", check.inputs.first()).into())
        }
    }
}

fn any_set_of_changes() -> Result<(), Failed> {
    let mut random = fastrand::Rng::with_seed(2018);
    for case in test_cases(2018).take(DOCUMENTS) {
        let mut edition = Edition::NEWEST;
        for change in Change::ALL {
            if random.bool() {
                edition = edition.without(*change);
            }
        }
        Standard::of_edition(edition).make(&case.input())?;
    }
    Ok(())
}
