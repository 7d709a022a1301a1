//! A run as annotations of GitHub Actions: [workflow commands][commands] that the log of a job is searched for.
//!
//! [commands]: https://docs.github.com/actions/reference/workflow-commands-for-github-actions

use std::io::{self, Write};

use crate::run::{CheckResult, Problem, RunReport};
use crate::visible::visible;

/// How many results are annotated. GitHub shows a few dozen for a job.
const MOST: usize = 50;

/// Writes an annotation for each unexpected result and each problem, and a notice that sums the run up.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &RunReport, mut out: impl Write) -> io::Result<()> {
    report.problems.iter().try_for_each(|problem| write_problem(problem, &mut out))?;
    report.unexpected().take(MOST).try_for_each(|result| write_result(result, &mut out))?;
    let (heading, mut counts) = report.in_words();
    match report.sum().unexpected.saturating_sub(MOST) {
        0 => {}
        more => counts.push_str(&format!("; {more} more without an annotation")),
    }
    command("notice", &[("title", &format!("Crosscheck: {heading}"))], &counts, &mut out)
}

fn write_problem(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let line = problem.line.map(|line| line.to_string());
    let file = problem.file.as_deref().unwrap_or_default();
    let properties = [("title", "not run"), ("file", file), ("line", line.as_deref().unwrap_or_default())];
    command("error", &properties, &problem.message, out)
}

fn write_result(result: &CheckResult, out: &mut impl Write) -> io::Result<()> {
    let title = format!("{} {} {}", result.engine, result.kind, result.in_a_word());
    let properties = [("title", title.as_str()), ("file", &result.file), ("line", &result.line.to_string())];
    let mut message = result.why().to_owned();
    if let Some(description) = &result.description {
        message = format!("{description}\n{message}");
    }
    message.push_str(&format!("\n{}", result.reproduce));
    command("error", &properties, &message, out)
}

/// Writes a command. Nothing in its text can end it or be one.
fn command(name: &str, properties: &[(&str, &str)], message: &str, out: &mut impl Write) -> io::Result<()> {
    let escaped = |text: &str| visible(text).replace('%', "%25").replace('\n', "%0A");
    let property =
        |(name, value): &(&str, &str)| format!("{name}={}", escaped(value).replace(':', "%3A").replace(',', "%2C"));
    let properties: Vec<_> = properties.iter().filter(|(_, value)| !value.is_empty()).map(property).collect();
    writeln!(out, "::{name} {}::{}", properties.join(","), escaped(message))
}
