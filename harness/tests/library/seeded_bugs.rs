//! A hunt finds bugs: of every tenth mutant that is not argued to be equivalent, most are noticed.
//!
//! A sample of them is sought here; all of them with `CROSSCHECK_SEEDED_BUGS=all`, which is for optimised builds:
//! `CROSSCHECK_SEEDED_BUGS=all cargo test --release --test library seeded_bugs -- --nocapture`.

use std::env;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;

use crosscheck::campaign::Equivalents;
use crosscheck::engines::{self, Limits, WorkerCommand};
use crosscheck::fuzzing::hunt::{Ask, HuntOptions, Progress, SeededBugs, Sought, State, hunt};
use crosscheck::mutants::{self, Mutant};
use crosscheck_standard::clauses::change::Edition;

/// Which mutants are bugs: every so manieth.
const EVERY: usize = 10;

/// How many of a hundred a hunt must find.
const LEAST: usize = 90;

/// How many bugs are sought where nobody asks for all.
const SAMPLE: usize = 10;

/// How many documents a hunt has.
const INPUTS: u64 = 200_000;

/// The variable that asks for all.
const ALL: &str = "CROSSCHECK_SEEDED_BUGS";

fn bugs() -> Vec<Mutant> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites/equivalent-mutants.toml");
    let equivalents = Equivalents::load(&path).unwrap_or_else(|error| panic!("{error}"));
    let mutants = mutants::all().iter().copied();
    // An engine of an older edition would be found for that.
    let newest = mutants.filter(|mutant| mutant.edition() == Edition::NEWEST);
    let bugs = newest.filter(|mutant| equivalents.argument(*mutant).is_none());
    bugs.step_by(EVERY).collect()
}

fn seek(mutants: &[Mutant], inputs: u64) -> Vec<Sought> {
    let bugs = SeededBugs { mutants, seed: 1, inputs, jobs: thread::available_parallelism().map_or(1, usize::from) };
    bugs.seek(&AtomicBool::new(false))
}

#[test]
#[ignore = "slow"]
fn a_hunt_finds_most_bugs() {
    let mut bugs = bugs();
    if env::var_os(ALL).is_none_or(|which| which != "all") {
        bugs = bugs.iter().copied().step_by(bugs.len() / SAMPLE).take(SAMPLE).collect();
    }
    let sought = seek(&bugs, INPUTS);
    let found = sought.iter().filter(|sought| sought.found_at.is_some()).count();
    println!("{found} of {} bugs found", sought.len());
    let missed = sought.iter().filter(|sought| sought.found_at.is_none());
    missed.for_each(|sought| println!("missed: {}", sought.mutant));
    assert!(found * 100 >= sought.len() * LEAST, "{found} of {}", sought.len());
}

struct Silent;

impl Progress for Silent {
    fn tried(&mut self, _: &State) {}
}

/// What is told of a mutant is what a hunt with it as the engine finds: nothing before that document, and it on that.
#[test]
fn a_bug_is_found_where_a_hunt_of_its_own_finds_it() {
    let mutant = Mutant::from_id("in-row/end-tag-tr:off").expect("a mutant");
    let found_at = seek(&[mutant], 20_000)[0].found_at.expect("it is found");
    let divergent = |inputs: u64| {
        let options = HuntOptions {
            engines: vec![engines::find(&format!("standard@mutant:{mutant}")).expect("an engine")],
            limits: Limits::default(),
            jobs: 1,
            worker: WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck")),
            oracles: Vec::new(),
            corpus: Vec::new(),
            seed: 1,
            ask: Ask::All,
            inputs: usize::try_from(inputs).ok(),
            time: None,
            known: Vec::new(),
        };
        let found = hunt(&options, &mut Silent, &AtomicBool::new(false));
        found.expect("the engine can be asked").state.divergent
    };
    assert_eq!(divergent(found_at), 0);
    assert_eq!(divergent(found_at + 1), 1);
}
