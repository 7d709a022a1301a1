//! A run in the [Test Anything Protocol][tap], version 14.
//!
//! [tap]: https://testanything.org/tap-version-14-specification.html

use std::io::{self, Write};

use crate::run::{CheckResult, RunReport, Verdict};
use crate::visible::visible_line;

/// Writes a test point for each result. One that is not judged is skipped; a known failure is to be done.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &RunReport, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "TAP version 14\n1..{}", report.results.len())?;
    for (number, result) in (1..).zip(&report.results) {
        let ok = if result.unexpected || result.verdict.is_fault() { "not ok" } else { "ok" };
        let name = format!("{} {} {} {}", result.engine, result.kind, result.place(), result.hash);
        writeln!(out, "{ok} {number} - {}{}", escaped(&name), directive(result))?;
    }
    for problem in &report.problems {
        writeln!(out, "Bail out! {}", escaped(&problem.to_string()))?;
    }
    match report.complete {
        true => Ok(()),
        false => writeln!(out, "Bail out! interrupted"),
    }
}

fn directive(result: &CheckResult) -> String {
    match (result.unexpected, result.verdict) {
        (true, _) | (false, Verdict::Passed) => String::new(),
        (false, Verdict::Unsupported | Verdict::Stale) => format!(" # SKIP {}", escaped(result.why())),
        (false, _) => format!(" # TODO {}", escaped(result.why())),
    }
}

/// Text in a line that is no directive.
fn escaped(text: &str) -> String {
    visible_line(text).replace('\\', "\\\\").replace('#', "\\#")
}
