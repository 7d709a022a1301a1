//! Command lines that show what a report says.

use crate::Wtf8Buf;
use crate::engines::{question, standard};
use crate::model::answer::{Answer, Outcome};
use crate::model::input::{Input, Source, Task};
use crate::oracles::Oracle;

/// A command line that shows a failure of an engine, and exits with 1 as long as it is there: both trees side by side where
/// these differ, or else what `crosscheck triage` says of the question.
pub(crate) fn of_failure(engine: &str, oracle: Oracle, input: &Input, standard: &Answer, outcome: &Outcome) -> String {
    let shows_in_trees = match (standard, outcome) {
        (Answer::Tree { tree, .. }, Outcome::Answer(Answer::Tree { tree: other, .. })) => !tree.is_same(other),
        (_, Outcome::Answer(_)) => false,
        _ => true,
    };
    match shows_in_trees && document(input).is_some() {
        true => with("parse", &[engine, standard::NAME], input),
        false => triage(engine, Some(oracle), input),
    }
}

/// A command line that shows that a property does not hold of an engine.
pub(crate) fn of_property(engine: &str, oracle: Oracle, input: &Input) -> String {
    triage(engine, Some(oracle), input)
}

/// A command line that shows what engines make of an input: `command` is that of crosscheck which takes such documents. Without
/// engines it is one that asks none. A question that no command takes as a document is looked into for each engine.
pub(crate) fn with(command: &str, engines: &[&str], input: &Input) -> String {
    let Some(document) = document(input) else {
        let commands: Vec<String> = engines.iter().map(|engine| triage(engine, None, input)).collect();
        return commands.join("; ");
    };
    let engines = match engines {
        [] => String::new(),
        _ => format!(" --engine {}", engines.join(",")),
    };
    let surroundings = match (&input.task, engines.is_empty()) {
        (Task::Tree { context, scripting }, false) => {
            let context = context.as_ref().map(|context| format!(" --context '{context}'"));
            let scripting = if *scripting { " --scripting on" } else { "" };
            format!("{}{scripting}", context.unwrap_or_default())
        }
        _ => String::new(),
    };
    format!("{document} | crosscheck {command}{engines}{surroundings}")
}

/// A command line that looks into a question as a hunt does.
fn triage(engine: &str, oracle: Option<Oracle>, input: &Input) -> String {
    let question = question(1, input);
    let question = String::from_utf8_lossy(&question);
    let question = question.trim_end().replace('\'', "'\\''");
    let oracle = oracle.map(|oracle| format!(" --oracle {oracle}"));
    let oracle = oracle.unwrap_or_default();
    format!("printf '%s\\n' '{question}' | crosscheck triage - --engine {engine}{oracle}")
}

/// The command that prints a document, if commands read it from their standard input as it is.
fn document(input: &Input) -> Option<String> {
    let (Task::Tree { .. }, Source::Text(text)) = (&input.task, &input.source) else {
        return None;
    };
    let escaped: String = text.to_display().chars().flat_map(escape).collect();
    is_plain(text).then(|| format!("printf '%b' '{escaped}'"))
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
