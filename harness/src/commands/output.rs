//! Where results go: standard output, or a file.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anstream::AutoStream;
use anstream::adapter::{strip_bytes, strip_str};
use crosscheck::files::write_to_target;
use crosscheck_reports::terminal::DEFAULT_WIDTH;
use crosscheck_reports::{Body, visible, write_json};

use super::error::CommandError;

/// The formats of every result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Text for people
    Human,
    /// JSON, for programs
    Json,
}

/// The width of the output in columns: that of the terminal, if the result goes to one.
pub(super) fn width(out: Option<&Path>) -> usize {
    let terminal = match out {
        None => terminal_size::terminal_size_of(io::stdout()),
        Some(_) => None,
    };
    terminal.map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
}

/// Writes a result to standard output, or to a file as a whole. On a terminal what does not show is shown.
pub(super) fn deliver(
    out: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    match out {
        Some(path) => Ok(write_to_target(path, write)?),
        None if io::stdout().is_terminal() => quietly(|| {
            let mut text = Vec::new();
            write(&mut text)?;
            io::stdout().lock().write_all(visible(&String::from_utf8_lossy(&text)).as_bytes())
        }),
        None => quietly(|| {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            out.flush()
        }),
    }
}

/// Writes a result for people: like [`deliver`], with colours if they are enabled.
pub(super) fn deliver_to_people(
    out: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    let mut text = Vec::new();
    write(&mut text).map_err(CommandError::Output)?;
    let mut text = harmless(&String::from_utf8_lossy(&text));
    if env::var_os("GITHUB_ACTIONS").is_some() {
        text = without_commands(&text);
    }
    match out {
        Some(_) => deliver(out, |out| out.write_all(&strip_bytes(text.as_bytes()).into_vec())),
        None => quietly(|| {
            let mut out = AutoStream::auto(io::stdout()).lock();
            out.write_all(text.as_bytes())?;
            out.flush()
        }),
    }
}

/// A text in which only colours are not shown.
fn harmless(text: &str) -> String {
    let mut parts = text.split("\u{1B}[");
    let first = visible(parts.next().unwrap_or_default()).into_owned();
    parts.fold(first, |all, part| {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(part.len());
        match part[end..].strip_prefix('m') {
            Some(rest) => all + "\u{1B}[" + &part[..end] + "m" + &visible(rest),
            None => all + &visible("\u{1B}[") + &visible(part),
        }
    })
}

/// A text in which no line is a [workflow command][commands] for the runner that reads the log of a job.
///
/// [commands]: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
fn without_commands(text: &str) -> String {
    let line = |line: &str| match line.split_once("::") {
        Some((before, after)) if strip_str(before).to_string().trim().is_empty() => {
            format!("{before}\\u{{3a}}:{after}")
        }
        _ => line.replace("##[", "#\\u{23}["),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Writes a result in a format: as JSON, or as text that `human` writes in lines of a width.
pub(super) fn deliver_report(
    format: Format,
    report: &impl Body,
    out: Option<&Path>,
    human: impl FnOnce(usize, &mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    match format {
        Format::Human => deliver_to_people(out, |to| human(width(out), to)),
        Format::Json => deliver(out, |out| write_json(report, out)),
    }
}

/// Writes to standard output. A closed pipe is not an error.
fn quietly(write: impl FnOnce() -> io::Result<()>) -> Result<(), CommandError> {
    match write() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(CommandError::Output),
    }
}

/// Whether standard error is a terminal, so that progress is shown.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_log_is_a_workflow_command() {
        for (line, expected) in [
            ("::error::x", "\\u{3a}:error::x"),
            (" \u{1B}[1m ::add-mask::a", " \u{1B}[1m \\u{3a}:add-mask::a"),
            ("a ##[group]b", "a #\\u{23}[group]b"),
            ("a::b", "a::b"),
            ("# [a]", "# [a]"),
        ] {
            assert_eq!(without_commands(&format!("x\n{line}\n")), format!("x\n{expected}\n"));
        }
    }
}
