//! The standard engine on bytes. Every encoding fixture passes, ours and the public ones, and the answer does not
//! depend on how the bytes are cut; ours bring every clause about encodings to bear; and the text of a
//! tree-construction fixture, encoded, gives the tree of the text.

use crate::support;
use std::collections::BTreeSet;

use crosscheck::engines::Engine as _;
use crosscheck::engines::standard::{self, Standard};
use crosscheck::fixtures::{CheckKind, FixtureFile};
use crosscheck::judge::judge;
use crosscheck::model::answer::Outcome;
use crosscheck::model::input::{Input, Source, Task};
use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::clause::{self, Clause, ClauseKind};
use crosscheck_standard::clauses::limit::Never;
use crosscheck_standard::clauses::observer::{Ignore, Observer};
use crosscheck_standard::parser::encoding::Encoding;
use crosscheck_standard::parser::parse::Parsed;
use encoding_rs::{GB18030, UTF_8, WINDOWS_1252};
use libtest_mimic::{Failed, Trial};

/// Inputs of this many bytes and more are cut once at every place, but not twice.
const LONG: usize = 64;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let own = support::own_encoding_files();
    let inputs = own.iter().flat_map(inputs).collect();
    let mut trials = vec![Trial::test("clauses", || every_clause_comes_to_bear(inputs))];
    trials.extend(own.into_iter().map(encoding_trial));
    trials.extend(support::own_tree_files().into_iter().map(tree_trial));
    trials.extend(support::for_each("public fixtures", support::encoding_files(), encoding_trial));
    trials.extend(support::for_each("public fixtures", support::tree_files(), tree_trial));
    trials
}

fn encoding_trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
        for check in checks.filter(|check| check.needs.is_empty()) {
            let [input] = check.inputs.as_slice() else {
                return Err(format!("not one question: {check:?}").into());
            };
            let mut engine = Standard::from_name(standard::NAME).expect("it is there");
            let judgement = judge(&check, &[Outcome::Answer(engine.answer(input))]);
            if judgement.verdict != Verdict::Passed {
                return Err(format!("{input:?}: {judgement:?}").into());
            }
            let (bytes, label) = bytes(input);
            same_at_every_cut(bytes, label)?;
        }
        Ok(())
    })
}

fn inputs(file: &FixtureFile) -> Vec<Input> {
    let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
    checks.flat_map(|check| check.inputs).collect()
}

/// Where the clauses about encodings are implemented.
const PLACES: [&str; 2] = ["src/parser/encoding/", "src/parser/tree_builder/change_encoding.rs"];

/// Notes at which clauses what happened.
#[derive(Debug, Default)]
struct Watcher {
    seen: BTreeSet<(Clause, bool)>,
}

impl Observer for Watcher {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.seen.insert((clause, true));
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.seen.insert((clause, holds));
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.seen.insert((clause, true));
        true
    }
}

/// Each row matches some input, each condition holds for one and fails for another, each step runs.
fn every_clause_comes_to_bear(inputs: Vec<Input>) -> Result<(), Failed> {
    let standard = Standard::from_name(standard::NAME).expect("it is there");
    let mut watcher = Watcher::default();
    for input in &inputs {
        standard.make_watched(input, &mut watcher)?;
    }
    let is_about_encodings = |clause: &Clause| PLACES.iter().any(|place| clause.place().0.starts_with(place));
    let about_encodings: Vec<_> = clause::all().filter(is_about_encodings).collect();
    assert!(!about_encodings.is_empty(), "{PLACES:?}");
    let missing: Vec<_> = about_encodings
        .into_iter()
        .flat_map(|clause| [(clause, true), (clause, false)])
        .filter(|(clause, holds)| match clause.limit().map(|limit| limit.never) {
            Some(Never::Reached) => false,
            Some(Never::Holds) => !holds,
            Some(Never::Fails) => *holds,
            None => *holds || clause.kind() == ClauseKind::Condition,
        })
        .filter(|seen| !watcher.seen.contains(seen))
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("no fixture of ours brings about {missing:?}").into()),
    }
}

fn bytes(input: &Input) -> (&[u8], Option<&str>) {
    match &input.source {
        Source::Bytes { bytes, encoding } => (bytes, encoding.as_deref()),
        other => panic!("not bytes: {other:?}"),
    }
}

fn parse(pieces: &[&[u8]], label: Option<&str>) -> (Parsed, &'static Encoding) {
    let standard = Standard::from_name(standard::NAME).expect("it is there");
    let mut parser = standard.byte_parser(Ignore, label, false);
    for piece in pieces {
        parser.feed(piece).expect("fixtures are small");
    }
    parser.finish().expect("fixtures are small")
}

fn same_at_every_cut(bytes: &[u8], label: Option<&str>) -> Result<(), Failed> {
    let (whole, encoding) = parse(&[bytes], label);
    for pieces in cuts(bytes) {
        let (cut, other) = parse(&pieces, label);
        if other != encoding || !support::same(&cut, &whole) {
            let pieces: Vec<_> = pieces.iter().map(|piece| piece.escape_ascii()).collect();
            return Err(format!("{pieces:?} makes another tree, encoding, or other errors").into());
        }
    }
    Ok(())
}

/// The ways to cut the bytes that are tried: into up to three pieces, and into single bytes.
fn cuts(bytes: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut cuts = vec![bytes.chunks(1).collect()];
    for first in 0..=bytes.len() {
        let seconds = match bytes.len() < LONG {
            true => first..=bytes.len(),
            false => first..=first,
        };
        for second in seconds {
            cuts.push(vec![&bytes[..first], &bytes[first..second], &bytes[second..]]);
        }
    }
    cuts
}

fn tree_trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        for check in file.fixtures.iter().flat_map(|fixture| fixture.checks()) {
            // The checks for errors ask the same as those for trees.
            if check.kind == CheckKind::Tree {
                check.inputs.iter().try_for_each(same_as_text)?;
            }
        }
        Ok(())
    })
}

/// Encodes the text of a document in some encodings that can say it, and parses that.
fn same_as_text(input: &Input) -> Result<(), Failed> {
    let Task::Tree { context: None, scripting: false } = input.task else {
        return Ok(());
    };
    // What no encoding has are lone surrogates, and at the beginning U+FEFF, the byte order mark.
    let Some(text) = support::text(input).as_str() else {
        return Ok(());
    };
    if text.starts_with('\u{FEFF}') {
        return Ok(());
    }
    let expected = support::parse(Ignore, input, &[text.as_bytes()]);
    for encoding in [UTF_8, WINDOWS_1252, GB18030] {
        let (bytes, _, cannot_say) = encoding.encode(text);
        if cannot_say {
            continue;
        }
        for pieces in [vec![&*bytes], bytes.chunks(1).collect()] {
            let (parsed, said) = parse(&pieces, Some(encoding.name()));
            if said != encoding || !support::same(&parsed, &expected) {
                let name = encoding.name();
                return Err(format!("{text:?} makes another tree as {name}").into());
            }
        }
    }
    Ok(())
}
