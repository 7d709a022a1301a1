//! A hunt as a result.

use crosscheck_parser::clause::Clause;
use crosscheck_reports::{CauseEntry, HuntReport};

use super::Hunt;
use crate::engines::Outcome;
use crate::input::Task;
use crate::judge::show;
use crate::triage::{Cause, RootCause};

/// Puts together what a hunt found.
pub fn report(hunt: &Hunt, seed: u64) -> HuntReport {
    let mut causes: Vec<CauseEntry> = hunt.triage.causes().iter().map(entry).collect();
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.count));
    HuntReport {
        complete: hunt.complete,
        seed,
        inputs: hunt.state.inputs,
        divergent: hunt.state.divergent,
        combined: hunt.triage.combined,
        masked: hunt.triage.masked(),
        causes,
        seconds: hunt.took.as_secs_f64(),
        triage_seconds: hunt.triage_took.as_secs_f64(),
    }
}

fn entry(cause: &RootCause) -> CauseEntry {
    let (context, scripting) = match &cause.soup.task {
        Task::Tree { context, scripting } => {
            (context.as_ref().map(ToString::to_string), *scripting)
        }
        _ => (None, false),
    };
    let link = match &cause.cause {
        Cause::Like(mutants) => mutants.link(),
        _ => cause.clause.map(Clause::link),
    };
    CauseEntry {
        engine: cause.engine.clone(),
        cause: cause.cause.to_string(),
        behaves_like: cause.cause.engine(),
        clause: cause.clause.map(|clause| clause.id().to_owned()),
        link,
        alternatives: cause
            .alternatives
            .iter()
            .filter_map(Cause::engine)
            .collect(),
        count: cause.count,
        input: cause.soup.text(),
        expected: show::answer(&cause.standard),
        actual: match &cause.outcome {
            Outcome::Answer(answer) => show::answer(answer),
            outcome => outcome.fault().unwrap_or_default(),
        },
        reproduce: reproduce(
            &cause.engine,
            &cause.soup.text(),
            context.as_deref(),
            scripting,
        ),
        context,
        scripting,
    }
}

/// A command line that shows what the engine and the standard engine make of a document.
pub(crate) fn reproduce(
    engine: &str,
    text: &str,
    context: Option<&str>,
    scripting: bool,
) -> String {
    let escaped: String = text.chars().flat_map(escape).collect();
    let context = context.map_or_else(String::new, |context| format!(" --context '{context}'"));
    let scripting = if scripting { " --scripting on" } else { "" };
    format!(
        "printf '%b' '{escaped}' | crosscheck parse --engine {engine},standard{context}{scripting}"
    )
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
