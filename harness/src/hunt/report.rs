//! A hunt as a result.

use crosscheck_parser::clause::Clause;
use crosscheck_reports::{CauseEntry, HuntReport};

use super::Hunt;
use crate::Wtf8Buf;
use crate::engines::{Outcome, question};
use crate::input::{Input, Source, Task};
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
    let input = cause.soup.input();
    let (context, scripting) = match &input.task {
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
        input: match &input.source {
            Source::Text(text) => text.to_display().into_owned(),
            Source::Bytes { bytes, .. } => bytes.escape_ascii().to_string(),
            Source::Tree(tree) => tree.dump().to_display().into_owned(),
        },
        length: input.source.len(),
        expected: show::answer(&cause.standard),
        actual: match &cause.outcome {
            Outcome::Answer(answer) => show::answer(answer),
            outcome => outcome.fault().unwrap_or_default(),
        },
        reproduce: reproduce(&cause.engine, &input),
        context,
        scripting,
    }
}

/// A command line that shows what the engine makes of an input, and if it can the standard engine as well.
pub(crate) fn reproduce(engine: &str, input: &Input) -> String {
    match (&input.task, &input.source) {
        (Task::Tree { context, scripting }, Source::Text(text)) if is_plain(text) => {
            let escaped: String = text.to_display().chars().flat_map(escape).collect();
            let context = context.as_ref();
            let context =
                context.map_or_else(String::new, |context| format!(" --context '{context}'"));
            let scripting = if *scripting { " --scripting on" } else { "" };
            format!(
                "printf '%b' '{escaped}' | crosscheck parse --engine {engine},standard{context}{scripting}"
            )
        }
        _ => {
            let question = String::from_utf8_lossy(&question(1, input))
                .trim_end()
                .replace('\'', "'\\''");
            format!(
                "printf '%s\\n' '{{\"hello\":1}}' '{question}' | crosscheck worker --engine {engine}"
            )
        }
    }
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
