//! The result of checking a command as an engine.

use std::io::{self, Write};

use super::{BAD, BOLD, DIM, GOOD, ODD, styled};
use crate::check_engine::{CheckEngineReport, EngineCheckResult};
use crate::visible::visible_line;

/// Writes a line for each check, and below a failed one how to fix it.
///
/// # Errors
/// Those of the writer.
pub fn check_engine(report: &CheckEngineReport, out: &mut dyn Write) -> io::Result<()> {
    if let (Some(engine), Some(version)) = (&report.engine, &report.version) {
        let name = format!("{} {}", visible_line(engine), visible_line(version));
        writeln!(out, "{}: {}", styled(BOLD, name), report.can.join(", "))?;
    }
    for check in &report.checks {
        let style = match check.result {
            EngineCheckResult::Right => GOOD,
            EngineCheckResult::LeftOut => DIM,
            EngineCheckResult::Differs => ODD,
            EngineCheckResult::Wrong => BAD,
        };
        let result = styled(style, format_args!("{:>8}", check.result.words()));
        let message = check.message.as_deref().unwrap_or_default();
        let (first, more) = message.split_once('\n').unwrap_or((message, ""));
        let colon = if first.is_empty() { "" } else { ": " };
        writeln!(out, "{result}  {}{colon}{}", check.name, visible_line(first))?;
        for line in more.lines() {
            writeln!(out, "            {}", visible_line(line))?;
        }
        if let Some(mend) = &check.mend {
            writeln!(out, "            {} {mend}", styled(BOLD, "fix:"))?;
        }
    }
    let has = |result| report.checks.iter().any(|check| check.result == result);
    if has(EngineCheckResult::Wrong) {
        writeln!(out, "\nThis is not an engine yet.")
    } else if has(EngineCheckResult::Differs) {
        writeln!(
            out,
            "\nThe command follows the engine protocol. Each difference is a fault of the adapter or the parser."
        )
    } else if report.asked_nothing() {
        writeln!(out, "\nNothing was checked: there are no questions for its capabilities.")
    } else {
        writeln!(out, "\nThis is an engine. Run fixtures on it with: crosscheck run")
    }
}
