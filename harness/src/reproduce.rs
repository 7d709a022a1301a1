//! Command lines that reproduce the entries of a report.

use crosscheck_reports::ShellLine;

use crate::Wtf8Buf;
use crate::engines::{question, standard};
use crate::model::answer::{Answer, Outcome};
use crate::model::input::{Context, Input, Source, Task};
use crate::oracles::Oracle;

/// A command line that reproduces a failure of an engine and exits with 1 if it does. It shows both trees side by side
/// if they differ, or else the output of `crosscheck triage`.
pub(crate) fn of_failure(
    engine: &str,
    oracle: Oracle,
    input: &Input,
    standard: &Answer,
    outcome: &Outcome,
) -> ShellLine {
    let shows_in_trees = match (standard, outcome) {
        (Answer::Tree { tree, .. }, Outcome::Answer(Answer::Tree { tree: other, .. })) => !tree.is_same(other),
        (_, Outcome::Answer(_)) => false,
        _ => true,
    };
    match shows_in_trees && document(input).is_some() {
        true => with(crosscheck("parse"), &[engine, standard::NAME], input),
        false => triage(engine, Some(oracle), input),
    }
}

/// A command line that shows that an engine violates a property.
pub(crate) fn of_property(engine: &str, oracle: Oracle, input: &Input) -> ShellLine {
    triage(engine, Some(oracle), input)
}

/// The beginning of a command line: a subcommand.
pub(crate) fn crosscheck(subcommand: &str) -> ShellLine {
    ShellLine::command("crosscheck").word(subcommand)
}

/// A command line that runs the command on an input with these engines. If no subcommand takes such an input as a
/// document, the command line triages the question for each engine.
pub(crate) fn with(mut command: ShellLine, engines: &[&str], input: &Input) -> ShellLine {
    let Some(document) = document(input) else {
        let commands = engines.iter().map(|engine| triage(engine, None, input));
        return commands.reduce(ShellLine::then).unwrap_or_default();
    };
    if !engines.is_empty() {
        command = command.option("--engine", engines.join(","));
        if let Task::Tree { context, scripting } = &input.task {
            if let Some(context) = context {
                command = command.option("--context", context.to_string());
            }
            if *scripting {
                command = command.option("--scripting", "on");
            }
        }
    }
    document.piped_into(command)
}

/// A command line that triages a question.
fn triage(engine: &str, oracle: Option<Oracle>, input: &Input) -> ShellLine {
    let question = question(1, input);
    let question = String::from_utf8_lossy(&question);
    let question = ShellLine::command("printf").word("%s\\n").word(question.trim_end());
    let mut command = crosscheck("triage").word("-").option("--engine", engine);
    if let Some(oracle) = oracle {
        command = command.option("--oracle", oracle.name());
    }
    question.piped_into(command)
}

/// The command that prints a document, if subcommands can be asked about it and read it from standard input unchanged.
fn document(input: &Input) -> Option<ShellLine> {
    let (Task::Tree { context, .. }, Source::Text(text)) = (&input.task, &input.source) else {
        return None;
    };
    let is_an_argument = |context: &Context| !context.local_name.contains('\0');
    if !is_plain(text) || !context.as_ref().is_none_or(is_an_argument) {
        return None;
    }
    let escaped: String = text.to_display().chars().flat_map(escape).collect();
    Some(ShellLine::command("printf").word("%b").word(escaped))
}

/// Whether the bytes of the text decode to the same text, despite any encoding declaration in it.
fn is_plain(text: &Wtf8Buf) -> bool {
    let names = |name: &[u8]| {
        let mut windows = text.as_bytes().windows(name.len());
        windows.any(|window| window.eq_ignore_ascii_case(name))
    };
    text.as_bytes().is_ascii() && !names(b"charset") && !names(b"encoding")
}

/// Escapes text for `printf '%b'`. An apostrophe is easier to read as an escape than in quotes.
fn escape(c: char) -> Vec<char> {
    match c {
        '\\' => vec!['\\', '\\'],
        c if c.is_ascii_control() || c == '\'' => format!("\\0{:03o}", u32::from(c)).chars().collect(),
        c => vec![c],
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;
    use crate::model::tree::Namespace;

    /// The result of a line in each shell: the standard input and the arguments of `crosscheck`.
    fn in_shells(line: &ShellLine) -> Vec<(String, Vec<String>)> {
        let script = format!("crosscheck() {{ cat; printf '\\0'; printf '%s\\0' \"$@\"; }}; {line}");
        let ran = ["bash", "dash"].into_iter().filter_map(|shell| {
            let ran = Command::new(shell).args(["-c", &script]).stdin(Stdio::null()).output().ok()?;
            let output = String::from_utf8(ran.stdout).expect("text");
            assert_eq!(String::from_utf8_lossy(&ran.stderr), "", "{shell}: {line}");
            let mut words = output.split_terminator('\0').map(str::to_owned);
            Some((words.next().expect("the input"), words.collect()))
        });
        ran.collect()
    }

    const HOSTILE: &[&str] =
        &["'$(echo>&2)'", "\";echo>&2;\"", "`echo>&2`", "-x", "!x^y", "\u{1B}]0;x\u{7}", "\u{202E}x", "%s\\n"];

    #[test]
    fn contexts_engines_and_documents_arrive_as_they_are() {
        for text in HOSTILE {
            let context = Context { namespace: Namespace::Html, local_name: (*text).to_owned() };
            let document = if text.is_ascii() { text } else { "<p>'\"\n\\" };
            let input = Input::parsed(document, Some(context), true);
            for (read, words) in in_shells(&with(crosscheck("parse"), &[text], &input)) {
                assert_eq!(read, document);
                let arguments: Vec<String> = ["--engine", "--context"]
                    .map(|option| match text.starts_with('-') {
                        true => vec![format!("{option}={text}")],
                        false => vec![option.to_owned(), (*text).to_owned()],
                    })
                    .concat();
                assert_eq!(
                    words,
                    [vec!["parse".to_owned()], arguments, vec!["--scripting".to_owned(), "on".to_owned()]].concat()
                );
            }
            for (read, words) in in_shells(&triage(text, Some(Oracle::Trees), &input)) {
                assert_eq!(read.as_bytes(), question(1, &input));
                assert_eq!(words.last().map(String::as_str), Some("trees"));
            }
        }
    }

    #[test]
    fn a_context_that_no_argument_can_be_is_in_a_question() {
        let context = Context { namespace: Namespace::Html, local_name: "x\0".to_owned() };
        let line = with(crosscheck("parse"), &["one", "other"], &Input::parsed("<p>", Some(context), false));
        let line = line.to_string();
        assert_eq!(line.matches("crosscheck triage").count(), 2, "{line}");
    }
}
