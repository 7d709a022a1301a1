//! Divergences with what their pages show: those of a hunt, and those on record with what engines answer today.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crosscheck_reports::html::divergences::{AnswerGroup, DivergenceSheet};
use crosscheck_reports::{DivergenceEntry, Issue};

use super::Hunt;
use super::consensus::is_alike;
use super::issue::{Reasoning, by_hand, issue_of, question, rules_of, version, versions};
use super::report::{Found, divergences, shown, sides};
use crate::engines::set::EngineSet;
use crate::engines::standard::{self, reference_answer};
use crate::files::FileError;
use crate::fuzzing::triage::record::{self, Recorded};
use crate::model::answer::{Answer, Outcome};
use crate::model::input::Input;
use crate::oracles::Oracle;
use crate::reproduce;

/// The divergences of a hunt, in the order of its list.
pub fn sheets(hunt: &Hunt) -> Vec<DivergenceSheet> {
    let sheet = |(found, entry): (Found<'_>, DivergenceEntry)| {
        let version = match &found {
            Found::Cause(cause) => cause.version.clone(),
            Found::Property(_) => version(hunt, &entry.engine),
        };
        DivergenceSheet {
            id: entry.id.clone(),
            engine: entry.engine.clone(),
            version,
            oracle: entry.oracle.clone(),
            known: entry.known.to_owned(),
            behaves_like: entry.behaves_like.clone(),
            clause: entry.clause.clone(),
            upstream: None,
            count: Some(entry.count),
            answers: answers_of(hunt, &entry),
            issue: issue_of(hunt, &found, entry),
        }
    };
    divergences(hunt).into_iter().map(sheet).collect()
}

/// What engines answer where the list has a root cause.
fn answers_of(hunt: &Hunt, entry: &DivergenceEntry) -> Vec<AnswerGroup> {
    let Some((_, consensus)) = hunt.causes.iter().find(|(cause, _)| record::id(cause) == entry.id) else {
        return Vec::new();
    };
    let groups = consensus.groups.iter().zip(&consensus.answers);
    groups.map(|(engines, answer)| AnswerGroup { engines: engines.clone(), answer: answer.clone() }).collect()
}

/// The divergences on record below a folder whose engines are in the set, with what all of the set answer today.
///
/// # Errors
/// When the folder or a record in it cannot be read, or a record names something unknown.
pub fn recorded(folder: &Path, engines: &EngineSet, cancel: &AtomicBool) -> Result<Vec<DivergenceSheet>, FileError> {
    let mut records = record::read_all(folder)?;
    records.retain(|record| engines.abouts().any(|about| about.name == record.record.engine));
    let asked: Vec<(Recorded, Answer)> = records
        .into_iter()
        // The standard engine answers everything that a record can ask.
        .filter_map(|record| reference_answer(&record.input).ok().map(|standard| (record, standard)))
        .collect();
    let outcomes: Vec<Vec<Option<Outcome>>> =
        (0..engines.abouts().count()).map(|place| outcomes(engines, place, &asked, cancel)).collect();
    let names: Vec<&str> = engines.abouts().map(|about| &*about.name).collect();
    let sheet = |(number, (record, standard)): (usize, &(Recorded, Answer))| {
        let of_record = outcomes.iter().map(|outcomes| outcomes[number].as_ref());
        let answers: Vec<(&str, Option<&Outcome>)> = names.iter().copied().zip(of_record).collect();
        let about = engines.abouts().find(|about| about.name == record.record.engine);
        recorded_sheet(record, standard, &answers, about.map_or("", |about| &about.version))
    };
    Ok(asked.iter().enumerate().map(sheet).collect())
}

/// What the engine at this index answers to each record; `None` where it cannot be asked.
fn outcomes(
    engines: &EngineSet,
    place: usize,
    asked: &[(Recorded, Answer)],
    cancel: &AtomicBool,
) -> Vec<Option<Outcome>> {
    let mut outcomes = vec![None; asked.len()];
    let Some(about) = engines.abouts().nth(place) else {
        return outcomes;
    };
    let can =
        |(_, (record, standard)): &(usize, &(Recorded, Answer))| about.left_out(&record.input, || standard).is_none();
    let (numbers, inputs): (Vec<usize>, Vec<Input>) =
        asked.iter().enumerate().filter(can).map(|(number, (record, _))| (number, record.input.clone())).unzip();
    let answered = engines.ask(&[place], &inputs, cancel).pop().unwrap_or_default();
    for (number, outcome) in numbers.into_iter().zip(answered) {
        outcomes[number] = Some(outcome).filter(|outcome| !matches!(outcome, Outcome::Answer(Answer::Unsupported(_))));
    }
    outcomes
}

fn recorded_sheet(
    Recorded { id, record, input, cause, version: recorded }: &Recorded,
    standard: &Answer,
    answers: &[(&str, Option<&Outcome>)],
    version: &str,
) -> DivergenceSheet {
    let oracle = record.oracle.as_deref().and_then(Oracle::from_name).unwrap_or(Oracle::Trees);
    let own = answers.iter().find(|(name, _)| *name == record.engine).and_then(|(_, outcome)| *outcome);
    let departs = own.is_some_and(|own| !is_alike(oracle, &Outcome::Answer(standard.clone()), own));
    let known = match (own, departs, &record.known) {
        (None, ..) => "not asked".to_owned(),
        (Some(_), false, _) => "gone".to_owned(),
        (_, _, Some(known)) => known.clone(),
        (_, _, None) => "reviewed".to_owned(),
    };
    let nothing = Outcome::Answer(Answer::Unsupported("the engine cannot be asked".to_owned()));
    let outcome = own.unwrap_or(&nothing);
    let (expected, actual) = sides(oracle, standard, outcome);
    let reasoning = Reasoning {
        behaves_like: record.behaves_like.as_deref(),
        known: record.known.as_deref(),
        tried: record.tried,
        oracle: oracle.name(),
    };
    let seen = match recorded {
        Some(recorded) if recorded != version => format!("{version}; recorded with {recorded}"),
        _ => version.to_owned(),
    };
    DivergenceSheet {
        id: id.clone(),
        engine: record.engine.clone(),
        version: seen,
        oracle: oracle.name().to_owned(),
        known,
        behaves_like: record.behaves_like.clone(),
        clause: record.clause.clone(),
        upstream: record.upstream.clone(),
        count: None,
        answers: grouped(oracle, standard, answers),
        issue: Issue {
            title: record.cause.trim_end_matches('.').to_owned(),
            input: input.source.to_display(),
            question: question(input),
            expected,
            actual,
            known: reasoning.sentence(),
            rules: rules_of(cause, record.named_clause().ok().flatten()),
            versions: versions(&record.engine, version),
            by_hand: by_hand(&record.engine, input),
            reproduce: reproduce::of_failure(&record.engine, oracle, input, standard, outcome),
        },
    }
}

/// The engines in groups with the same answer, the standard's first.
fn grouped(oracle: Oracle, standard: &Answer, answers: &[(&str, Option<&Outcome>)]) -> Vec<AnswerGroup> {
    let mut groups = vec![(Outcome::Answer(standard.clone()), vec![standard::NAME.to_owned()])];
    for (name, outcome) in answers {
        let Some(outcome) = outcome else {
            continue;
        };
        match groups.iter_mut().find(|(other, _)| is_alike(oracle, other, outcome)) {
            Some((_, names)) => names.push((*name).to_owned()),
            None => groups.push(((*outcome).clone(), vec![(*name).to_owned()])),
        }
    }
    let group = |(outcome, engines): (Outcome, Vec<String>)| AnswerGroup { engines, answer: shown(oracle, &outcome) };
    groups.into_iter().map(group).collect()
}
