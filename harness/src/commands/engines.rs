//! `crosscheck engines`: which engines there are, and whether they can be used.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use crosscheck::engines::adapters::{self, Adapter};
use crosscheck::engines::{EngineSpec, Limits, Pool, WorkerCommand};
use crosscheck::model::answer::Capability;
use crosscheck_reports::{Editions, EngineEntry, EnginesReport, terminal};
use crosscheck_standard::clauses::change::Edition;

use super::error::CommandError;
use super::message::{say, say_labelled};
use super::output::{Format, deliver, deliver_report};
use super::{Manner, Status, options};

/// List the engines with their versions and capabilities, or install engines
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck engines\n",
    "  crosscheck engines --check\n",
    "  crosscheck engines install parse5 html5lib\n",
    "  crosscheck engines install --all\n",
    "  crosscheck engines --format json | jq -r '.engines[] | select(.available).name'",
))]
pub(super) struct Arguments {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Also start the engines of `crosscheck.toml`, which are otherwise only listed
    #[arg(long)]
    check: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    Install(InstallArguments),
}

/// Install engines, each in a folder of its own, and nothing outside it
///
/// The folders are in CROSSCHECK_ENGINES, or in crosscheck/engines in your data directory. A failed installation leaves
/// nothing behind. Debian packages are not installed: the command that installs them is printed.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck engines install parse5\n",
    "  crosscheck engines install --all\n",
    "  CROSSCHECK_ENGINES=target/engines crosscheck engines install html5lib",
))]
struct InstallArguments {
    /// The engines to install
    #[arg(value_name = "NAME", required_unless_present = "all", value_parser = PossibleValuesParser::new(names()))]
    engines: Vec<String>,
    /// Install every engine that has an adapter
    #[arg(long, conflicts_with = "engines")]
    all: bool,
}

fn names() -> Vec<&'static str> {
    let adapters = adapters::all().iter();
    adapters.map(|adapter| adapter.name.as_str()).collect()
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    match &arguments.action {
        Some(Action::Install(arguments)) => install(arguments, manner),
        None => list(arguments, manner),
    }
}

/// Installs the requested engines. An engine that cannot be installed is reported; the others are installed all the
/// same.
fn install(arguments: &InstallArguments, manner: &Manner) -> Result<Status, CommandError> {
    let folder = adapters::folder().ok_or(CommandError::NoEngineFolder)?;
    let wanted = adapters::all().iter().filter(|adapter| arguments.all || arguments.engines.contains(&adapter.name));
    let mut debian: Vec<&str> = Vec::new();
    let mut status = Status::AsExpected;
    for adapter in wanted {
        match install_one(adapter, &folder, manner) {
            Ok(installed) => deliver(None, |out| writeln!(out, "{}: {}", adapter.name, installed.display()))?,
            Err(error) => {
                error.tell();
                debian.extend(adapter.debian.iter().map(String::as_str));
                status = Status::CouldNotRun;
            }
        }
    }
    if !debian.is_empty() {
        debian.sort_unstable();
        debian.dedup();
        let packages = debian.join(" ");
        let install = format_args!(
            "On Debian, install the missing programs with:\nsudo apt-get install --no-install-recommends {packages}"
        );
        say_labelled("\n", install);
    }
    Ok(status)
}

fn install_one(adapter: &Adapter, folder: &Path, manner: &Manner) -> Result<PathBuf, CommandError> {
    let mut tell = |command: &str| {
        if !manner.quiet {
            say(format_args!("{}: {command}", adapter.name));
        }
    };
    Ok(adapters::install(adapter, folder, &mut tell)?)
}

fn list(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let worker = WorkerCommand::this_program().map_err(CommandError::NoWorker)?;
    let settings = manner.settings()?;
    let specs = options::all(&settings);
    let is_asked = |spec: &EngineSpec| arguments.check || !settings.engines.contains_key(spec.name.as_str());
    let report = EnginesReport {
        editions: Editions { first: Edition::FIRST_DAY, newest: Edition::newest_day() },
        engines: options::in_parallel(&specs, |spec| entry(spec, is_asked(spec).then_some(&worker))),
    };
    deliver_report(arguments.format, &report, None, |width, out| terminal::engines(&report, width, out))?;
    Ok(Status::AsExpected)
}

/// The entry of an engine, which is started only if the command that starts workers is given.
fn entry(spec: &EngineSpec, worker: Option<&WorkerCommand>) -> EngineEntry {
    let about = worker.map(|worker| Pool::new(spec, Limits::default(), 1, worker.clone()).about());
    let (about, why_not) = match about {
        Some(Ok(about)) => (Some(about), None),
        Some(Err(unavailable)) => (None, Some(unavailable.reason)),
        None => (None, Some("not started; try it with: crosscheck engines --check".to_owned())),
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
