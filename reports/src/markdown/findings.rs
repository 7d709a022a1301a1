//! What was found in engines, as Markdown.

use std::io::{self, Write};

use super::{code, escaped, fenced};
use crate::findings::{FindingEntry, FindingsReport};

/// Writes a section for each engine, and in it one for each divergence.
///
/// # Errors
/// Those of the writer.
pub fn findings(report: &FindingsReport, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    writeln!(
        out,
        "# Findings\n\nWhere engines depart from the HTML standard, with the smallest document found for each cause."
    )?;
    writeln!(
        out,
        "`crosscheck findings` lists the records; `crosscheck nightly` asks the engines about them again.\n"
    )?;
    writeln!(out, "| engine | divergences |\n| --- | ---: |")?;
    for engine in &report.engines {
        writeln!(out, "| {} | {} |", escaped(&engine.engine), engine.findings.len())?;
    }
    for engine in &report.engines {
        writeln!(out, "\n## {}\n", escaped(&engine.engine))?;
        engine.findings.iter().try_for_each(|finding| write_finding(finding, out))?;
    }
    Ok(())
}

fn write_finding(finding: &FindingEntry, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "### {}\n\n{}\n", code(&finding.id), escaped(&finding.what))?;
    let mut facts = vec![format!("known: {}", escaped(&finding.known))];
    facts.extend(finding.version.as_ref().map(|version| format!("seen in: {}", escaped(version))));
    facts.extend(finding.clause.as_ref().map(|clause| match &finding.link {
        Some(link) => format!("clause: [{}](<{link}>)", code(clause)),
        None => format!("clause: {}", code(clause)),
    }));
    facts.extend(finding.upstream.as_ref().map(|upstream| format!("reported: <{}>", escaped(upstream))));
    if !finding.how.is_empty() {
        facts.push(escaped(&finding.how));
    }
    writeln!(out, "{}\n", facts.join(" · "))?;
    fenced(out, "html", &finding.input)?;
    fenced(out, "sh", &finding.reproduce.to_string())
}
