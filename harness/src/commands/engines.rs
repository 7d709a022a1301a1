//! `crosscheck engines`: which engines there are, and whether they can be used.

use clap::Args;
use crosscheck::engines::{self, Capability, EngineSpec, Limits, Pool, WorkerCommand};
use crosscheck_reports::{EngineEntry, EnginesReport, terminal, write_json};

use super::Status;
use super::error::CommandError;
use super::output::{Format, deliver, deliver_to_people, width};

/// List the engines, their versions and what they can do
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck engines\n",
    "  crosscheck engines --format json | jq -r '.engines[] | select(.available).name'",
))]
pub(super) struct Arguments {
    /// The form of the list
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let worker = WorkerCommand::this_program().map_err(CommandError::NoWorker)?;
    let report = EnginesReport {
        engines: engines::all()
            .iter()
            .map(|spec| entry(spec, &worker))
            .collect(),
    };
    match arguments.format {
        Format::Human => {
            deliver_to_people(None, |out| terminal::engines(&report, width(None), out))
        }
        Format::Json => deliver(None, |out| write_json(&report, out)),
    }?;
    Ok(Status::AsExpected)
}

fn entry(spec: &EngineSpec, worker: &WorkerCommand) -> EngineEntry {
    let about = Pool::new(spec, Limits::default(), 1, worker.clone()).about();
    let (about, why_not) = match about {
        Ok(about) => (Some(about), None),
        Err(unavailable) => (None, Some(unavailable.reason)),
    };
    let can = about.as_ref().map_or(&[][..], |about| &about.can);
    EngineEntry {
        name: spec.name.clone(),
        kind: spec.kind.to_string(),
        family: spec.family.clone(),
        available: about.is_some(),
        why_not,
        can: can.iter().copied().map(name).collect(),
        version: about.map(|about| about.version),
    }
}

fn name(capability: Capability) -> String {
    capability.name().to_owned()
}
