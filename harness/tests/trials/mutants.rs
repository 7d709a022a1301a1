//! How strong the suites of this repository are: they reach every clause that can be reached, and notice every mutant
//! that is not argued to be equivalent. No generated document of any generator, in any context, refutes an argument
//! that none can notice a mutant (`CROSSCHECK_ARGUMENTS=all` tries many more). And the kinds of clauses, which mutants
//! are derived from, are those of the hooks that the clauses call.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crosscheck::campaign::{self, Equivalents, Probes, Tried, coverage_report};
use crosscheck::fixtures::discover;
use crosscheck::fuzzing::generate::{Generator, test_cases};
use crosscheck::mutants::{self, Mutant};
use crosscheck_standard::clauses::clause::{self, Clause, ClauseKind};
use crosscheck_standard::clauses::observer::Observer;
use libtest_mimic::{Failed, Trial};

use crate::support::arguments::{Questions, seeds};

/// The greatest share of mutants that may be argued to be equivalent, in percent.
const MOST_EQUIVALENT: f64 = 5.0;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let trials = vec![
        Trial::test("suites reach every reachable clause", suites_reach_all),
        Trial::test("suites notice mutants", suites_notice_mutants),
        Trial::test("no document refutes an equivalent", no_document_refutes),
        Trial::test("kinds are those of the hooks", kinds_are_those_of_the_hooks),
    ];
    trials
}

fn suites() -> Probes {
    let suites = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../suites"));
    Probes::new(&discover(&[suites.to_owned()], None))
}

fn equivalents() -> Equivalents {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/equivalent-mutants.toml");
    Equivalents::load(Path::new(path)).unwrap_or_else(|error| panic!("{error}"))
}

fn suites_reach_all() -> Result<(), Failed> {
    let coverage = coverage_report(&suites(), None);
    match coverage.missing.is_empty() {
        true => Ok(()),
        false => Err(format!("not reached: {:?}", coverage.missing).into()),
    }
}

struct Silent;

impl campaign::Progress for Silent {
    fn tried(&self, _: &Tried) {}
}

fn suites_notice_mutants() -> Result<(), Failed> {
    let probes = suites();
    let never = AtomicBool::new(false);
    let campaign = campaign::run(mutants::all(), &probes, 2, &Silent, &never);
    let report = campaign::report(&campaign, &probes, &equivalents(), false, Default::default());
    if !report.refuted.is_empty() {
        return Err(format!("argued to be equivalent, and noticed: {:?}", report.refuted).into());
    }
    let equivalent = report.sum.equivalent_share();
    if equivalent > MOST_EQUIVALENT {
        return Err(format!("{equivalent:.1} % argued to be equivalent").into());
    }
    let survivors: Vec<_> = report.survivors.iter().map(|entry| &entry.mutant).collect();
    if !survivors.is_empty() {
        return Err(format!("neither noticed nor argued to be equivalent: {survivors:#?}").into());
    }
    Ok(())
}

fn no_document_refutes() -> Result<(), Failed> {
    let equivalents = equivalents();
    let mutants: Vec<Mutant> = equivalents.ids().filter_map(Mutant::from_id).collect();
    let documents =
        Generator::ALL.into_iter().flat_map(|generator| seeds().flat_map(move |seed| Questions::new(generator, seed)));
    let refuted = campaign::tell_apart(&mutants, documents, &AtomicBool::new(false));
    match refuted.is_empty() {
        true => Ok(()),
        false => Err(format!("not equivalent: {refuted:#?}").into()),
    }
}

/// Notes the clauses that call another hook than their kind's.
#[derive(Default)]
struct Hooks {
    wrong: BTreeSet<Clause>,
    seen: BTreeSet<Clause>,
}

impl Hooks {
    fn hear(&mut self, clause: Clause, kind: ClauseKind) {
        self.seen.insert(clause);
        if clause.kind() != kind {
            self.wrong.insert(clause);
        }
    }
}

impl Observer for Hooks {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.hear(clause, ClauseKind::Row);
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.hear(clause, ClauseKind::Condition);
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.hear(clause, ClauseKind::Step);
        true
    }
}

fn kinds_are_those_of_the_hooks() -> Result<(), Failed> {
    let standard = crosscheck::engines::standard::Standard::default();
    let mut hooks = Hooks::default();
    for probe in suites().probes {
        let _ = standard.make_watched(&probe.input, &mut hooks);
    }
    for case in test_cases(1).take(1_000) {
        let _ = standard.make_watched(&case.input(), &mut hooks);
    }
    if !hooks.wrong.is_empty() {
        return Err(format!("not of the kind that build.rs says: {:?}", hooks.wrong).into());
    }
    match hooks.seen.len() * 10 > clause::COUNT * 9 {
        true => Ok(()),
        false => Err("too few clauses were seen to say so".into()),
    }
}
