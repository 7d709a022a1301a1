//! Serialised and parsed again, every tree of the fixtures and of real pages comes back, or clauses answer for each
//! difference; for each fixture in `suites/round-trip` the clauses that it names, and no others.

use crate::support;
use std::path::PathBuf;

use crosscheck::documents::warc::{self, Record, Warc};
use crosscheck::engines::Engine;
use crosscheck::engines::standard::Standard;
use crosscheck::fixtures::{Body, Fixture, FixtureFile, MarkupFixture, discover};
use crosscheck::model::answer::{Answer, NoAnswer};
use crosscheck::model::input::{Input, Source, Task};
use crosscheck::model::tree::Tree;
use crosscheck::mutants;
use crosscheck::oracles::round_trip::{RoundTrip, Surroundings, round_trip};
use crosscheck_standard::wtf8::Wtf8Buf;
use libtest_mimic::{Failed, Trial};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<_> = support::own_tree_files().into_iter().map(tree_trial).collect();
    trials.extend(support::for_each("public fixtures", support::tree_files(), tree_trial));
    trials.extend(support::for_each("pages", support::archives(), page_trial));
    let own = own_fixtures();
    trials.extend(own.into_iter().map(fixture_trial));
    trials.push(Trial::test("a serialiser with a clause wrong is noticed", broken_serialisers));
    trials
}

fn engine() -> Standard {
    Standard::from_name("standard").expect("there is such an engine")
}

fn parse(text: Wtf8Buf, around: &Surroundings) -> Result<Tree, Failed> {
    let question = Input {
        source: Source::Text(text),
        task: Task::Tree { context: around.context.clone(), scripting: around.scripting },
    };
    match engine().answer(&question) {
        Answer::Tree { tree, .. } => Ok(tree),
        other => Err(format!("asked for a tree, answered {other:?}").into()),
    }
}

/// What becomes of a tree, asked of an engine in this process.
fn asked(engine: &mut dyn Engine, tree: &Tree, around: &Surroundings) -> Result<RoundTrip, NoAnswer> {
    round_trip(&mut |input| Ok(engine.answer(input)), tree, around)
}

/// What becomes of the tree of a text.
fn of_text(text: Wtf8Buf, around: &Surroundings) -> Result<RoundTrip, Failed> {
    let tree = parse(text, around)?;
    Ok(asked(&mut engine(), &tree, around)?)
}

/// Fails where a tree did not come back, for no known reason.
fn explained(outcome: RoundTrip) -> Result<(), String> {
    match outcome {
        RoundTrip::Stable | RoundTrip::Changed(_) => Ok(()),
        RoundTrip::Unexplained(difference) => Err(format!("{difference:#?}")),
    }
}

fn tree_trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        let mut wrong = Vec::new();
        for fixture in &file.fixtures {
            let Body::Tree(test) = &fixture.body else {
                continue;
            };
            for scripting in test.circumstances.scripting_modes() {
                let around = Surroundings { context: test.circumstances.context.clone(), scripting: *scripting };
                let outcome = of_text(test.data().clone(), &around)?;
                if let Err(difference) = explained(outcome) {
                    wrong.push(format!("line {}: {difference}", fixture.line));
                }
            }
        }
        none_wrong(&wrong)
    })
}

fn none_wrong(wrong: &[String]) -> Result<(), Failed> {
    match wrong {
        [] => Ok(()),
        _ => Err(wrong.join("\n").into()),
    }
}

fn page_trial(archive: PathBuf) -> Trial {
    let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(name, move || {
        let mut wrong = Vec::new();
        for record in Warc::open(&archive, warc::PAGE_LIMIT)? {
            let Record::Page(page) = record? else {
                continue;
            };
            let text = String::from_utf8_lossy(&page.bytes).into_owned();
            for scripting in [false, true] {
                let around = Surroundings { context: None, scripting };
                let outcome = of_text(Wtf8Buf::from(text.as_str()), &around)?;
                if let Err(difference) = explained(outcome) {
                    wrong.push(format!("{}: {difference}", page.name));
                }
            }
        }
        none_wrong(&wrong)
    })
}

/// A fixture of `suites/round-trip`, with where it is.
#[derive(Clone)]
struct Own {
    name: String,
    test: MarkupFixture,
}

fn own_fixtures() -> Vec<Own> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/round-trip");
    let found = discover(&[PathBuf::from(folder)], None);
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    let own = |file: &FixtureFile, fixture: &Fixture| match &fixture.body {
        Body::Markup(test) => Some(Own {
            name: format!(
                "{}:{} {}",
                support::name(file),
                fixture.line,
                fixture.description.as_deref().unwrap_or_default()
            ),
            test: test.clone(),
        }),
        _ => None,
    };
    let files = found.files.iter();
    files.flat_map(|file| file.fixtures.iter().filter_map(move |fixture| own(file, fixture))).collect()
}

fn fixture_trial(own: Own) -> Trial {
    Trial::test(own.name, move || {
        for scripting in own.test.circumstances.scripting_modes() {
            let around = Surroundings { context: own.test.circumstances.context.clone(), scripting: *scripting };
            let tree = match own.test.source() {
                Source::Tree(tree) => tree,
                Source::Text(text) => parse(text, &around)?,
                Source::Bytes { .. } => return Err("no fixture has bytes".into()),
            };
            let outcome = asked(&mut engine(), &tree, &around)?;
            let expected = own.test.round_trip.as_deref().unwrap_or("a #round-trip section");
            let actual = shown(&outcome);
            if actual != expected {
                return Err(format!("expected {expected}, got {actual}: {outcome:?}").into());
            }
        }
        Ok(())
    })
}

/// The oracle has teeth: whatever is wrong in the serialiser, if that makes a tree come back otherwise at all, there is
/// a tree in which a difference is left that no clause answers for.
fn broken_serialisers() -> Result<(), Failed> {
    let files = support::own_tree_files();
    let tests = files.iter().flat_map(|file| &file.fixtures);
    let mut trees = Vec::new();
    for test in tests.filter_map(|fixture| match &fixture.body {
        Body::Tree(test) => Some(test),
        _ => None,
    }) {
        let around = Surroundings {
            context: test.circumstances.context.clone(),
            scripting: test.circumstances.scripting.unwrap_or(true),
        };
        let tree = parse(test.data().clone(), &around)?;
        let right = asked(&mut engine(), &tree, &around)?;
        trees.push((tree, around, right));
    }
    let sections = ["serialise", "serialises-as-void", "attribute-name", "escaping"];
    let mutants = mutants::all().iter().copied();
    let mut unnoticed = Vec::new();
    for mutant in mutants.filter(|mutant| sections.contains(&mutant.section().as_str())) {
        let mut broken = Standard::of_mutant(mutant);
        let (mut changed, mut noticed) = (false, false);
        for (tree, around, right) in &trees {
            let outcome = asked(&mut broken, tree, around)?;
            changed |= outcome != *right;
            noticed |= matches!(outcome, RoundTrip::Unexplained(_));
        }
        if changed && !noticed {
            unnoticed.push(mutant.to_string());
        }
    }
    match unnoticed.is_empty() {
        true => Ok(()),
        false => Err(format!("wrong, and always explained: {unnoticed:?}").into()),
    }
}

fn shown(outcome: &RoundTrip) -> String {
    match outcome {
        RoundTrip::Stable => "stable".to_owned(),
        RoundTrip::Changed(causes) => {
            let ids: Vec<_> = causes.iter().map(|cause| cause.id()).collect();
            ids.join(" ")
        }
        RoundTrip::Unexplained(_) => "unexplained".to_owned(),
    }
}
