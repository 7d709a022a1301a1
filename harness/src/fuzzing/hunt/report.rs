//! The report of a hunt.

use std::cmp::Reverse;

use crosscheck_reports::{AskedEntry, DivergenceEntry, HuntReport, NeighbourEntry, SuspectEntry};
use crosscheck_standard::clauses::clause::Clause;

use super::{Asked, Consensus, Divergence, Hunt};
use crate::engines::EngineUnavailable;
use crate::fuzzing::generate::TestCase;
use crate::fuzzing::triage::{Cause, Known, RootCause, Suspect, record};
use crate::judge::show;
use crate::model::answer::{Answer, Outcome};
use crate::oracles::Oracle;
use crate::reproduce;

/// What a divergence of the list is about.
pub(super) enum Found<'h> {
    /// A root cause.
    Cause(&'h RootCause),
    /// Another property that does not hold.
    Property(&'h Divergence),
}

/// The divergences of a hunt, in the order of its list.
pub(super) fn divergences(hunt: &Hunt) -> Vec<(Found<'_>, DivergenceEntry)> {
    let causes = hunt.causes.iter().map(|(cause, consensus)| (Found::Cause(cause), of_cause(cause, consensus)));
    let properties =
        hunt.properties.iter().map(|(found, consensus)| (Found::Property(found), of_property(found, consensus)));
    let mut divergences: Vec<_> = causes.chain(properties).collect();
    divergences.sort_by_key(|(found, divergence)| {
        let oracle = match found {
            Found::Cause(cause) => cause.oracle,
            Found::Property(found) => found.oracle,
        };
        (oracle != Oracle::NoCrash, is_mild(oracle, divergence), !divergence.ours_first, Reverse(divergence.count))
    });
    divergences
}

/// Builds the report of a hunt with this seed; `None` if its documents were not generated.
pub fn report(hunt: &Hunt, seed: Option<u64>) -> HuntReport {
    HuntReport {
        complete: hunt.complete,
        seed,
        executions: hunt.executions(),
        documents: hunt.state.inputs,
        clauses: hunt.state.clauses,
        divergent: hunt.state.divergent,
        combined: hunt.triage.combined(),
        masked: hunt.triage.masked(),
        untold: hunt.triage.untold(),
        consequences: hunt.consequences,
        divergences: divergences(hunt).into_iter().map(|(_, divergence)| divergence).collect(),
        asked: hunt.asked.iter().map(asked).collect(),
        problems: hunt.problems(),
        seconds: hunt.took.as_secs_f64(),
        triage_seconds: hunt.triage_took.as_secs_f64(),
    }
}

/// Whether the trees are the same, so that it can wait: the errors or the mode of a document differ.
fn is_mild(oracle: Oracle, divergence: &DivergenceEntry) -> bool {
    oracle == Oracle::Errors || oracle == Oracle::Trees && divergence.only_mode
}

fn asked(asked: &Asked) -> AskedEntry {
    AskedEntry {
        engine: asked.engine.clone(),
        documents: asked.documents,
        judged: asked.judged.iter().map(|(oracle, documents)| (oracle.name().to_owned(), *documents)).collect(),
        left_out: asked.left_out.clone(),
    }
}

pub(super) fn lost(unavailable: &EngineUnavailable) -> String {
    format!("{unavailable}; the result includes its earlier answers")
}

fn of_cause(cause: &RootCause, consensus: &Consensus) -> DivergenceEntry {
    let link = match &cause.cause {
        Cause::Like(mutants) => mutants.link(),
        _ => cause.clause.map(Clause::link),
    };
    let title = cause.title();
    let input = cause.case.input();
    let (expected, actual) = sides(cause.oracle, &cause.standard, &cause.outcome);
    DivergenceEntry {
        id: record::id(cause),
        oracle: cause.oracle.name().to_owned(),
        explanation: cause.cause.is_explained().then(|| title.clone()),
        what: title,
        known: cause.known.name(),
        tried: cause.tried,
        suspect: match &cause.known {
            Known::Suspected(suspect) => Some(suspected(&cause.engine, suspect)),
            _ => None,
        },
        neighbour: cause.neighbour.as_ref().map(|neighbour| NeighbourEntry {
            change: neighbour.change.clone(),
            input: neighbour.case.input().source.to_display(),
            clauses: neighbour.clauses.iter().map(|clause| clause.id().to_owned()).collect(),
        }),
        behaves_like: cause.cause.engine(),
        clause: cause.clause.map(|clause| clause.id().to_owned()),
        link,
        alternatives: cause.alternatives.iter().filter_map(Cause::engine).collect(),
        count: cause.count,
        only_mode: is_only_mode(&cause.standard, &cause.outcome),
        expected,
        actual,
        reproduce: reproduce::of_failure(&cause.engine, cause.oracle, &input, &cause.standard, &cause.outcome),
        ..of_document(&cause.engine, &cause.case, consensus)
    }
}

fn suspected(engine: &str, suspect: &Suspect) -> SuspectEntry {
    let behaves_like = suspect.cause.engine().unwrap_or_default();
    let input = suspect.counterexample.input();
    SuspectEntry {
        counterexample: input.source.to_display(),
        reproduce: reproduce::with(reproduce::crosscheck("parse"), &[engine, &behaves_like], &input),
        behaves_like,
    }
}

/// Both answers as texts that differ where the oracle sees a difference.
pub(super) fn sides(oracle: Oracle, standard: &Answer, outcome: &Outcome) -> (String, String) {
    let Outcome::Answer(answer) = outcome else {
        return (show::answer(standard), outcome.fault().unwrap_or_default());
    };
    match oracle {
        Oracle::Errors => (show::errors_of(standard), show::errors_of(answer)),
        _ if is_only_mode(standard, outcome) => (show::with_mode(standard), show::with_mode(answer)),
        _ => (show::answer(standard), show::answer(answer)),
    }
}

/// An outcome as text.
pub(super) fn shown(oracle: Oracle, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answer(answer) if oracle == Oracle::Errors => show::errors_of(answer),
        Outcome::Answer(answer) => show::with_mode(answer),
        outcome => outcome.fault().unwrap_or_default(),
    }
}

/// Whether two trees differ in the document's mode alone.
fn is_only_mode(standard: &Answer, outcome: &Outcome) -> bool {
    match (standard, outcome) {
        (Answer::Tree { tree, mode, .. }, Outcome::Answer(Answer::Tree { tree: other, mode: other_mode, .. })) => {
            tree.is_same(other) && other_mode.is_some() && mode != other_mode
        }
        _ => false,
    }
}

fn of_property(found: &Divergence, consensus: &Consensus) -> DivergenceEntry {
    let finding = &found.finding;
    let name = found.oracle.name();
    DivergenceEntry {
        id: record::words(&format!("{} {name} {}", found.engine, finding.what)),
        oracle: name.to_owned(),
        what: match found.oracle {
            Oracle::NoCrash => {
                format!("{} {} on a question that an oracle derives from this document", found.engine, finding.what)
            }
            _ => format!("{} fails the oracle {name}: {}", found.engine, finding.what),
        },
        explanation: finding.by_standard.clone(),
        known: match finding.by_standard {
            Some(_) => "confirmed",
            None => "unexplained",
        },
        tried: found.count,
        count: found.count,
        expected: found.oracle.about().to_owned(),
        actual: finding.what.clone(),
        reproduce: reproduce::of_property(&found.engine, found.oracle, &found.case.input()),
        ..of_document(&found.engine, &found.case, consensus)
    }
}

/// What there is to say of a document, the rest empty.
fn of_document(engine: &str, case: &TestCase, consensus: &Consensus) -> DivergenceEntry {
    let input = case.input();
    let (context, scripting) = input.task.surroundings().unwrap_or_default();
    DivergenceEntry {
        engine: engine.to_owned(),
        engines: consensus.groups.clone(),
        departs: consensus.departs.clone(),
        families: consensus.families.iter().cloned().collect(),
        ours_first: consensus.is_ours_first,
        input: input.source.to_display(),
        length: input.source.len(),
        context: context.map(ToString::to_string),
        scripting,
        ..DivergenceEntry::default()
    }
}
