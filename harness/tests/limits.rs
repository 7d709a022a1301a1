//! What is argued never to happen at a clause does not happen at it on any fixture, of ours or public.

mod support;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crosscheck::engines::standard::{self, Standard};
use crosscheck::fixtures::FixtureFile;
use crosscheck_parser::clause::{self, Clause};
use crosscheck_parser::limit::Never;
use crosscheck_parser::observer::Observer;
use libtest_mimic::{Arguments, Failed, Trial};

/// What never happens at each clause.
static LIMITS: LazyLock<Vec<Option<Never>>> = LazyLock::new(|| {
    let limits = clause::all().map(|clause| clause.limit().map(|limit| limit.never));
    limits.collect()
});

/// Notes each clause at which something happened that is argued never to happen.
#[derive(Debug, Default)]
struct Refuter {
    refuted: BTreeSet<Clause>,
}

impl Refuter {
    fn note(&mut self, clause: Clause, happened: &[Never]) {
        if LIMITS[clause.index()].is_some_and(|never| happened.contains(&never)) {
            self.refuted.insert(clause);
        }
    }
}

impl Observer for Refuter {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.note(clause, &[Never::Reached]);
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let happened = if holds { Never::Holds } else { Never::Fails };
        self.note(clause, &[Never::Reached, happened]);
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.note(clause, &[Never::Reached]);
        true
    }
}

fn main() {
    let mut files = support::own_tree_files();
    files.extend(support::own_tokenizer_files());
    files.extend(support::own_serializer_files());
    files.extend(support::own_encoding_files());
    let mut missing = None;
    match (support::tree_files(), support::tokenizer_files()) {
        (Ok(trees), Ok(tokens)) => files.extend(trees.into_iter().chain(tokens)),
        (Err(why), _) | (_, Err(why)) => missing = Some(why),
    }
    let mut trials: Vec<_> = files.into_iter().map(trial).collect();
    trials.extend(missing.map(support::ignored));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        let engine = Standard::from_name(standard::NAME).expect("the standard engine is there");
        for check in file.fixtures.iter().flat_map(|fixture| fixture.checks()) {
            for input in &check.inputs {
                let mut refuter = Refuter::default();
                // What it cannot answer refutes nothing.
                let _ = engine.make(input, &mut refuter);
                if !refuter.refuted.is_empty() {
                    let refuted = refuter.refuted;
                    return Err(Failed::from(format!(
                        "{input:?} does what cannot be done at {refuted:?}"
                    )));
                }
            }
        }
        Ok(())
    })
}
