//! A run as Markdown, for a comment on a pull request or the summary of a job.

use std::io::{self, Write};

use super::{code, fenced};
use crate::run::{CheckResult, RunReport, Verdict};
use crate::visible::visible_line;

/// How many unexpected results are listed.
const MOST: usize = 20;

/// Writes the sum, a table with a row for each engine, and the first unexpected results.
///
/// # Errors
/// Those of the writer.
pub fn run(report: &RunReport, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    let (heading, counts) = report.in_words();
    writeln!(out, "## Crosscheck: {heading}\n\n{counts}\n")?;
    if !report.engines.is_empty() {
        writeln!(
            out,
            "| engine | passed | failed | known | unexpected | other |\n| --- | ---: | ---: | ---: | ---: | --- |"
        )?;
    }
    for engine in &report.engines {
        let counts = report.sum_of(&engine.name);
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            cell(&format!("{} {}", engine.name, engine.version)),
            counts.passed,
            counts.failed,
            counts.expected,
            counts.unexpected,
            counts.words_without(&[Verdict::Passed, Verdict::Failed]),
        )?;
    }
    writeln!(out)?;
    for problem in &report.problems {
        writeln!(out, "* not run: {}", code(&problem.to_string()))?;
    }
    report.unexpected().take(MOST).try_for_each(|result| unexpected(result, out))?;
    match report.sum().unexpected.saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "{more} more are in the other forms of this report."),
    }
}

fn unexpected(result: &CheckResult, out: &mut impl Write) -> io::Result<()> {
    let title = format!("{} {} {} {}", result.engine, result.kind, result.place(), result.hash);
    writeln!(out, "* **{}** {}: {}\n", result.in_a_word(), code(&title), code(result.why()))?;
    fenced(out, "sh", &result.reproduce.to_string())
}

/// Text in a cell of a table, where a bar ends it even in code.
fn cell(text: &str) -> String {
    code(&visible_line(text)).replace('|', "\\|")
}
