//! Command lines that reproduce the entries of a report.

use crate::Wtf8Buf;
use crate::engines::{question, standard};
use crate::model::answer::{Answer, Outcome};
use crate::model::input::{Input, Source, Task};
use crate::oracles::Oracle;

/// A command line that reproduces a failure of an engine and exits with 1 if it does. It shows both trees side by side
/// if they differ, or else the output of `crosscheck triage`.
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

/// A command line that shows that an engine violates a property.
pub(crate) fn of_property(engine: &str, oracle: Oracle, input: &Input) -> String {
    triage(engine, Some(oracle), input)
}

/// A command line that runs the crosscheck subcommand `command` on an input with these engines. If no subcommand takes
/// such an input as a document, the command line triages the question for each engine.
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

/// A command line that triages a question.
fn triage(engine: &str, oracle: Option<Oracle>, input: &Input) -> String {
    let question = question(1, input);
    let question = String::from_utf8_lossy(&question);
    let question = question.trim_end().replace('\'', "'\\''");
    let oracle = oracle.map(|oracle| format!(" --oracle {oracle}"));
    let oracle = oracle.unwrap_or_default();
    format!("printf '%s\\n' '{question}' | crosscheck triage - --engine {engine}{oracle}")
}

/// The command that prints a document, if subcommands can read it from standard input unchanged.
fn document(input: &Input) -> Option<String> {
    let (Task::Tree { .. }, Source::Text(text)) = (&input.task, &input.source) else {
        return None;
    };
    let escaped: String = text.to_display().chars().flat_map(escape).collect();
    is_plain(text).then(|| format!("printf '%b' '{escaped}'"))
}

/// Whether the bytes of the text decode to the same text, despite any encoding declaration in it.
fn is_plain(text: &Wtf8Buf) -> bool {
    let names = |name: &[u8]| {
        let mut windows = text.as_bytes().windows(name.len());
        windows.any(|window| window.eq_ignore_ascii_case(name))
    };
    text.as_bytes().is_ascii() && !names(b"charset") && !names(b"encoding")
}

/// Escapes text for `printf '%b'` within single quotes.
fn escape(c: char) -> Vec<char> {
    match c {
        '\\' => vec!['\\', '\\'],
        '\'' => "\\0047".chars().collect(),
        c if c.is_ascii_control() => format!("\\0{:03o}", u32::from(c)).chars().collect(),
        c => vec![c],
    }
}
