//! An input, token by token.

use std::io::{self, Write};

use super::{BAD, BOLD, DIM, NAME, styled};
use crate::trace::{TraceReport, TracedToken};
use crate::visible::visible_line;
use crate::words::counted;

/// Writes each token with the clauses that ran, and what they did to the insertion mode and the stack of open elements.
///
/// # Errors
/// Those of the writer.
pub fn trace(report: &TraceReport, out: &mut dyn Write) -> io::Result<()> {
    for token in &report.tokens {
        write_token(token, out)?;
    }
    let tokens = counted(report.tokens.len(), "token");
    let errors = counted(report.errors.len(), "parse error");
    writeln!(out, "{}", styled(BOLD, format_args!("{tokens}, {errors}")))?;
    for error in &report.errors {
        let (line, column) = (error.line.unwrap_or(0), error.column.unwrap_or(0));
        writeln!(out, "  ({line}:{column}) {}", styled(BAD, visible_line(&error.code)))?;
    }
    Ok(())
}

fn write_token(token: &TracedToken, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", styled(BOLD, visible_line(&token.token)))?;
    for clause in &token.clauses {
        let times = match clause.length {
            1 => String::new(),
            length => format!(" ×{length}"),
        };
        let id = styled(NAME, &clause.id);
        writeln!(out, "  {id}{times}  {}", styled(DIM, visible_line(&clause.title)))?;
    }
    for error in &token.errors {
        writeln!(out, "  error  {}", styled(BAD, visible_line(error)))?;
    }
    changed("mode ", &token.mode_before, &token.mode_after, out)?;
    let stack = |names: &[String]| visible_line(&names.join(" ")).into_owned();
    changed("stack", &stack(&token.stack_before), &stack(&token.stack_after), out)?;
    writeln!(out)
}

/// What it is, and what it was, if that is not the same.
fn changed(what: &str, before: &str, after: &str, out: &mut dyn Write) -> io::Result<()> {
    let shown = |text: &str| {
        if text.is_empty() { "–".to_owned() } else { text.to_owned() }
    };
    match before == after {
        true => writeln!(out, "  {what}  {}", shown(after)),
        false => writeln!(out, "  {what}  {} → {}", shown(before), shown(after)),
    }
}
