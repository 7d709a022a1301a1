//! `crosscheck clauses`: the table of clauses.

use clap::Args;
use crosscheck_reports::{ClauseEntry, ClauseLimit, ClausesReport, terminal};
use crosscheck_standard::clauses::change::Change;
use crosscheck_standard::clauses::clause::{self, Clause};

use super::Status;
use super::error::CommandError;
use super::output::{Format, deliver_report};

/// List the clauses of the standard's algorithm, by section
///
/// A clause is the smallest unit of the algorithm that has an id: a row of a state, a condition or a step of a rule.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck clauses --filter in-body/\n",
    "  crosscheck clauses --format json | jq '.clauses | length'",
))]
pub(super) struct Arguments {
    /// Only clauses whose id or title contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let wanted = arguments.filter.as_deref().unwrap_or_default();
    let clauses: Vec<Clause> =
        clause::in_order().filter(|clause| clause.id().contains(wanted) || clause.title().contains(wanted)).collect();
    if clauses.is_empty() {
        return Err(CommandError::NoClause { filter: wanted.to_owned() });
    }
    let report = ClausesReport { clauses: clauses.into_iter().map(entry).collect() };
    deliver_report(arguments.format, &report, None, |_, out| terminal::clauses(&report, out))?;
    Ok(Status::AsExpected)
}

fn entry(clause: Clause) -> ClauseEntry {
    let (file, line) = clause.place();
    ClauseEntry {
        id: clause.id().to_owned(),
        title: clause.title().to_owned(),
        section: clause.section().title.to_owned(),
        link: clause.link(),
        reachable: clause.is_reachable(),
        until: clause.until().map(Change::id),
        limit: clause.limit().map(|limit| ClauseLimit { kind: limit.never.name(), why: limit.why }),
        file: file.to_owned(),
        line,
    }
}
