//! The impact of changes on the public fixtures: exactly those that a change overtakes are found.

use crate::support;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crosscheck::engines::standard::Standard;
use crosscheck::engines::{Engine as _, Limits, WorkerCommand};
use crosscheck::fixtures::{Check, FixtureFile, discover};
use crosscheck::impact::{
    Checkpoint, Comparison, Documents, Examiner, HowToRead, Limited, PlacedFixture, Side, Source, Tally, patch, sweep,
};
use crosscheck::judge::{judge, reconsider};
use crosscheck::model::answer::Outcome;
use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::change::Change;
use libtest_mimic::{Failed, Trial};

/// The changes that fixtures had to be rewritten for, and the file that was.
const REWRITTEN: [(Change, &str); 2] =
    [(Change::HrInSelect2023, "webkit02.dat"), (Change::RelaxedSelect2025, "webkit02.dat")];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let folder = support::public_folder();
    folder.map_or_else(|why| vec![support::skipped("public fixtures", why)], |folder| trials_of(&folder))
}

fn trials_of(folder: &Path) -> Vec<Trial> {
    let stale = {
        let folder = folder.to_owned();
        Trial::test("what is overtaken is found, and there is a patch", move || overtaken(&folder))
    };
    let rewritten = REWRITTEN.map(|(change, file)| {
        let folder = folder.to_owned();
        Trial::test(format!("{file} has what {change} made of it"), move || {
            let found = found(&folder, change);
            let has = |fixture: &PlacedFixture| fixture.file.ends_with(file) && fixture.finding.side == Side::New;
            match found.iter().any(has) && !found.iter().any(|f| f.finding.side == Side::Old) {
                true => Ok(()),
                false => Err(format!("{found:?}").into()),
            }
        })
    });
    [stale].into_iter().chain(rewritten).collect()
}

/// The checks on which a change makes a difference.
fn found(folder: &Path, change: Change) -> Vec<PlacedFixture> {
    let worker = WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck"));
    let limited = Limited::new(Examiner::new(Comparison::of_change(change)), Limits::default(), &worker);
    let reading = HowToRead { scripting: true, page_limit: 1 << 30 };
    let documents = Documents::new(vec![Source::Path(folder.to_owned())], reading);
    let mut tally = Tally::default();
    let cancel = AtomicBool::new(false);
    let is_whole = sweep(documents, &limited, &Checkpoint::default(), 2, &cancel, |number, outcome| {
        tally.take(number, outcome);
    });
    assert!(is_whole && tally.problems.is_empty(), "{:?}", tally.problems);
    tally.fixtures
}

/// A check by its file, the place of its fixture, and what it is.
type Place = (String, usize, String, String);

fn place(file: &FixtureFile, index: usize, check: &Check) -> Place {
    let path = file.path.display().to_string();
    (path, index, check.kind.to_string(), check.hash.to_string())
}

/// The checks that the run calls stale by the change, which it derives in another way, are those that are found.
fn overtaken(folder: &Path) -> Result<(), Failed> {
    let change = Change::ProcessingInstructions2026;
    let files = discover(&[folder.to_owned()], None).files;
    let mut stale = BTreeSet::new();
    for file in &files {
        for fixture in &file.fixtures {
            for check in fixture.checks() {
                if is_stale(&check, change) {
                    stale.insert(place(file, fixture.index, &check));
                }
            }
        }
    }
    let found = found(folder, change);
    let old = found.iter().filter(|fixture| fixture.finding.side == Side::Old);
    let old: BTreeSet<Place> =
        old.map(|f| (f.file.clone(), f.index, f.finding.kind.clone(), f.finding.hash.clone())).collect();
    if stale.is_empty() || old != stale {
        return Err(format!("stale: {stale:?}\nfound: {old:?}").into());
    }
    let patch = patch(&found, Comparison::of_change(change).to.edition);
    let removed = patch.text.lines().filter(|line| line.starts_with('-')).count();
    match patch.by_hand.is_empty() && removed > old.len() / 2 {
        true => Ok(()),
        false => Err(format!("{patch:?}").into()),
    }
}

fn is_stale(check: &Check, change: Change) -> bool {
    let mut standard = Standard::default();
    let outcomes = check.inputs.iter();
    let outcomes: Vec<Outcome> = outcomes.map(|input| Outcome::Answer(standard.answer(input))).collect();
    let judgement = reconsider(check, judge(check, &outcomes));
    let overtaken = format!("overtaken by {change}");
    judgement.verdict == Verdict::Stale && judgement.reason.as_ref() == Some(&overtaken)
}
