//! What several engines made of one input.

use std::io::{self, Write};

use super::{BAD, DIM, NAME, sides, styled};
use crate::parse::{Output, ParseReport};
use crate::visible::visible_line;
use crate::words::counted;

/// Draws the tree of each group of engines that agree, those after the first against the first, at most `width`
/// columns wide.
///
/// # Errors
/// Those of the writer.
pub fn parse(report: &ParseReport, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut first: Option<(&str, &str)> = None;
    for group in &report.groups {
        let members: Vec<&Output> =
            group.iter().filter_map(|name| report.outputs.iter().find(|output| output.engine == *name)).collect();
        let Some(speaker) = members.first() else {
            continue;
        };
        write_heading(&members, out)?;
        match (&speaker.tree, first) {
            (Some(tree), None) => {
                sides::write_one(out, width, tree)?;
                first = Some((&speaker.engine, tree));
            }
            (Some(tree), Some((name, other))) => {
                sides::write(out, width, [name, &speaker.engine], [other, tree])?;
                if tree == other {
                    writeln!(out, "  {}", styled(BAD, "the trees differ, but their dumps are the same"))?;
                }
            }
            (None, _) => {}
        }
        if report.errors_asked {
            members.iter().try_for_each(|output| write_errors(output, out))?;
        }
        writeln!(out)?;
    }
    for output in &report.outputs {
        if let Some(error) = &output.error {
            let name = styled(NAME, visible_line(&output.engine));
            writeln!(out, "{name} {}", styled(BAD, visible_line(error)))?;
        }
    }
    // UTF-8 is the normal case and not shown.
    if let Some(encoding) = report.encoding.as_ref().filter(|name| *name != "UTF-8") {
        writeln!(out, "{DIM}decoded as {encoding}{DIM:#}")?;
    }
    if report.groups.len() > 1 {
        writeln!(out, "{}", styled(BAD.bold(), format_args!("{} different trees", report.groups.len())))?;
    }
    Ok(())
}

/// `html5ever 0.40.0, standard 0.1.0 · 7 nodes · 0.04 ms`
fn write_heading(members: &[&Output], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = members
        .iter()
        .map(|output| {
            let version = output.version.as_deref().unwrap_or_default();
            let name = format!("{} {version}", output.engine);
            let milliseconds = output.seconds * 1e3;
            let name = styled(NAME.bold(), visible_line(name.trim_end()));
            format!("{name} {DIM}{milliseconds:.2} ms{DIM:#}")
        })
        .collect();
    let nodes = counted(members[0].nodes, "node");
    writeln!(out, "{} {DIM}· {nodes}{DIM:#}", names.join(", "))
}

fn write_errors(output: &Output, out: &mut dyn Write) -> io::Result<()> {
    let name = visible_line(&output.engine);
    let Some(errors) = &output.errors else {
        return writeln!(out, "  {DIM}{name} does not report parse errors{DIM:#}");
    };
    let count = counted(errors.len(), "parse error");
    writeln!(out, "  {DIM}{name}: {count}{DIM:#}")?;
    for error in errors {
        let place = match (error.line, error.column) {
            (Some(line), Some(column)) => format!("{line}:{column} "),
            _ => String::new(),
        };
        writeln!(out, "    {DIM}{place}{DIM:#}{}", visible_line(&error.code))?;
    }
    Ok(())
}
