//! `crosscheck changes`: the dated changes to the standard.

use clap::Args;
use crosscheck_reports::{ChangeEntry, ChangesReport, terminal};
use crosscheck_standard::clauses::change::{Change, REFUSED, Refused};

use super::Status;
use super::error::CommandError;
use super::output::{Format, deliver_report};

/// List the changes to the standard since 2018 that concern parsing and serialisation
///
/// A change that affects trees, tokens, parse errors, encodings or markup has a switch: the standard engine implements
/// the behaviour before it and after it. An edition of the standard is the set of changes made up to a day, with
/// individual changes added or removed.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck changes\n",
    "  crosscheck changes --format json | jq -r '.changes[] | select(.implemented) | .id'\n",
    "  echo '<p>x<search>y' | crosscheck parse --edition 2019-06-01\n",
    "  echo '<p>x<search>y' | crosscheck parse --engine standard,standard@without:search-element-2023",
))]
pub(super) struct Arguments {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let implemented = Change::ALL.iter().map(|change| implemented(*change));
    let mut changes: Vec<_> = implemented.chain(REFUSED.iter().map(refused)).collect();
    changes.sort_by_key(|change| change.date);
    let report = ChangesReport { changes };
    deliver_report(arguments.format, &report, None, |_, out| terminal::changes(&report, out))?;
    Ok(Status::AsExpected)
}

fn implemented(change: Change) -> ChangeEntry {
    ChangeEntry {
        id: change.id(),
        date: change.date(),
        title: change.title(),
        link: change.link(),
        implemented: true,
        why_not: None,
    }
}

fn refused(refused: &Refused) -> ChangeEntry {
    ChangeEntry {
        id: refused.id,
        date: refused.date,
        title: refused.title,
        link: refused.link(),
        implemented: false,
        why_not: Some(refused.why),
    }
}
