//! A hunt as a result.

use crosscheck_parser::clause::Clause;
use crosscheck_reports::{AskedEntry, DivergenceEntry, HuntReport};

use super::{Asked, Divergence, Hunt, Standing};
use crate::Wtf8Buf;
use crate::engines::{EngineUnavailable, Outcome, question, standard};
use crate::generate::Soup;
use crate::input::{Input, Source, Task};
use crate::judge::show;
use crate::oracles::Oracle;
use crate::triage::{Cause, RootCause, record};

/// Puts together what a hunt found that began with this seed; none if its documents were not generated.
pub fn report(hunt: &Hunt, seed: Option<u64>) -> HuntReport {
    let causes = hunt.causes.iter().map(|(cause, s)| of_cause(cause, s));
    let properties = hunt
        .properties
        .iter()
        .map(|(found, s)| of_property(found, s));
    let mut divergences: Vec<DivergenceEntry> = causes.chain(properties).collect();
    divergences
        .sort_by_key(|divergence| (!divergence.ours_first, std::cmp::Reverse(divergence.count)));
    HuntReport {
        complete: hunt.complete,
        seed,
        executions: hunt.state.inputs,
        clauses: hunt.state.clauses,
        divergent: hunt.state.divergent,
        combined: hunt.triage.combined,
        masked: hunt.triage.masked(),
        consequences: hunt.consequences,
        divergences,
        asked: hunt.asked.iter().map(asked).collect(),
        problems: hunt.lost.iter().map(lost).collect(),
        seconds: hunt.took.as_secs_f64(),
        triage_seconds: hunt.triage_took.as_secs_f64(),
    }
}

fn asked(asked: &Asked) -> AskedEntry {
    AskedEntry {
        engine: asked.engine.clone(),
        documents: asked.documents,
        left_out: asked.left_out.clone(),
    }
}

fn lost(unavailable: &EngineUnavailable) -> String {
    format!("{unavailable}; what it answered before is in the result")
}

fn of_cause(cause: &RootCause, standing: &Standing) -> DivergenceEntry {
    let link = match &cause.cause {
        Cause::Like(mutants) => mutants.link(),
        _ => cause.clause.map(Clause::link),
    };
    let what = cause.cause.to_string();
    DivergenceEntry {
        id: record::id(cause),
        oracle: cause.oracle.name().to_owned(),
        explanation: cause.cause.is_explained().then(|| what.clone()),
        what,
        behaves_like: cause.cause.engine(),
        clause: cause.clause.map(|clause| clause.id().to_owned()),
        link,
        alternatives: cause
            .alternatives
            .iter()
            .filter_map(Cause::engine)
            .collect(),
        count: cause.count,
        expected: show::answer(&cause.standard),
        actual: match &cause.outcome {
            Outcome::Answer(answer) => show::answer(answer),
            outcome => outcome.fault().unwrap_or_default(),
        },
        ..of_document(&cause.engine, &cause.soup, standing)
    }
}

fn of_property(found: &Divergence, standing: &Standing) -> DivergenceEntry {
    let finding = &found.finding;
    let name = found.oracle.name();
    DivergenceEntry {
        id: record::words(&format!("{} {name} {}", found.engine, finding.what)),
        oracle: name.to_owned(),
        what: finding.what.clone(),
        explanation: finding.by_standard.clone(),
        count: found.count,
        expected: found.oracle.about().to_owned(),
        actual: finding.what.clone(),
        reproduce: reproduce_finding(found.oracle, &found.engine, &found.soup.input()),
        ..of_document(&found.engine, &found.soup, standing)
    }
}

/// What there is to say of a document, the rest empty.
fn of_document(engine: &str, soup: &Soup, standing: &Standing) -> DivergenceEntry {
    let input = soup.input();
    let (context, scripting) = match &input.task {
        Task::Tree { context, scripting } => {
            (context.as_ref().map(ToString::to_string), *scripting)
        }
        Task::Serialise(task) => (
            task.context.as_ref().map(ToString::to_string),
            task.scripting,
        ),
        Task::Tokens { .. } | Task::Encoding => (None, false),
    };
    DivergenceEntry {
        id: String::new(),
        engine: engine.to_owned(),
        engines: standing.groups.clone(),
        departs: standing.departs.clone(),
        families: standing.families.iter().cloned().collect(),
        ours_first: standing.is_ours_first,
        oracle: String::new(),
        what: String::new(),
        explanation: None,
        behaves_like: None,
        clause: None,
        link: None,
        alternatives: Vec::new(),
        count: 0,
        input: match &input.source {
            Source::Text(text) => text.to_display().into_owned(),
            Source::Bytes { bytes, .. } => bytes.escape_ascii().to_string(),
            Source::Tree(tree) => tree.dump().to_display().into_owned(),
        },
        length: input.source.len(),
        expected: String::new(),
        actual: String::new(),
        reproduce: reproduce(engine, &input),
        context,
        scripting,
    }
}

/// A command line that shows what the engine makes of an input, and if it can the standard engine as well.
pub(crate) fn reproduce(engine: &str, input: &Input) -> String {
    match is_plain_tree(input) && engine != standard::NAME {
        true => reproduce_with("parse", &[engine, standard::NAME], input),
        false => reproduce_with("parse", &[engine], input),
    }
}

/// A command line that shows what an oracle finds: where that is in no single answer, by judging the engine again.
fn reproduce_finding(oracle: Oracle, engine: &str, input: &Input) -> String {
    match is_plain_tree(input) && !oracle.is_comparison() {
        true => reproduce_with(&format!("minimise --oracle {oracle}"), &[engine], input),
        false => reproduce(engine, input),
    }
}

/// A command line that shows what engines make of an input: `command` is that of crosscheck which takes such documents. Without
/// engines it is one that asks none.
pub(crate) fn reproduce_with(command: &str, engines: &[&str], input: &Input) -> String {
    match (&input.task, &input.source) {
        (Task::Tree { context, scripting }, Source::Text(text)) if is_plain(text) => {
            let escaped: String = text.to_display().chars().flat_map(escape).collect();
            let context = context.as_ref();
            let context =
                context.map_or_else(String::new, |context| format!(" --context '{context}'"));
            let scripting = if *scripting { " --scripting on" } else { "" };
            let printed = format!("printf '%b' '{escaped}' | crosscheck {command}");
            match engines {
                [] => printed,
                _ => format!(
                    "{printed} --engine {}{context}{scripting}",
                    engines.join(",")
                ),
            }
        }
        _ => {
            let question = String::from_utf8_lossy(&question(1, input))
                .trim_end()
                .replace('\'', "'\\''");
            let of_engine = |engine: &&str| {
                format!(
                    "printf '%s\\n' '{{\"hello\":1}}' '{question}' | crosscheck worker --engine {engine}"
                )
            };
            let commands: Vec<String> = engines.iter().map(of_engine).collect();
            commands.join("; ")
        }
    }
}

/// Whether a command line can hold the document.
fn is_plain_tree(input: &Input) -> bool {
    matches!((&input.task, &input.source), (Task::Tree { .. }, Source::Text(text)) if is_plain(text))
}

/// Whether bytes of the text are decoded to it, whatever it says of encodings.
fn is_plain(text: &Wtf8Buf) -> bool {
    let names = |name: &[u8]| {
        let mut windows = text.as_bytes().windows(name.len());
        windows.any(|window| window.eq_ignore_ascii_case(name))
    };
    text.as_bytes().is_ascii() && !names(b"charset") && !names(b"encoding")
}

/// As `printf '%b'` within single quotes takes it.
fn escape(c: char) -> Vec<char> {
    match c {
        '\\' => vec!['\\', '\\'],
        '\'' => "\\0047".chars().collect(),
        c if c.is_ascii_control() => format!("\\0{:03o}", u32::from(c)).chars().collect(),
        c => vec![c],
    }
}
