//! The subcommands, one file each, and what they share: options, output and exit status.

mod changes;
mod check_engine;
mod clauses;
mod compare;
mod completions;
mod coverage;
mod day;
mod document;
mod engines;
mod error;
mod expectations;
mod fetch_suites;
mod folder;
mod generate;
mod hunt;
mod impact;
mod interrupt;
mod man;
mod message;
mod minimise;
mod mutants;
mod nightly;
mod options;
mod output;
mod parse;
mod progress;
mod provenance;
mod report;
mod results;
mod run;
mod saved;
mod serialise;
mod trace;
mod triage;
mod version;

use std::env;
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use crosscheck::engines::guard::{self, GuardArguments};
use crosscheck::engines::worker::{self, WorkerArguments};
use crosscheck::fuzzing::hunt::worker::{self as hunt_worker, HuntWorkerArguments};
use crosscheck::impact::worker::{self as impact_worker, ImpactWorkerArguments};
use crosscheck::settings::Settings;

use error::CommandError;
use message::say;

/// The exit status of a command. Scripts rely on the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// As expected.
    AsExpected = 0,
    /// Something unexpected was found.
    Unexpected = 1,
    /// Some or all of the work could not be done.
    CouldNotRun = 2,
    /// Interrupted; the results so far are written.
    Interrupted = 130,
}

/// Cross-checks HTML parsers: against the HTML standard, and against each other.
///
/// Without a subcommand, runs the fixtures in suites/ and writes a report to target/crosscheck-report/.
#[derive(Debug, Parser)]
#[command(name = "crosscheck", version, long_version = version::long(), after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck                                   Run suites/, with a report\n",
    "  crosscheck run tests/ --engine all           Run fixtures through every engine\n",
    "  echo '<p>x<table>y' | crosscheck parse       Show the tree of some HTML\n",
    "\n",
    "\x1b[1;4mExit status:\x1b[0m\n",
    "  0    as expected\n",
    "  1    something unexpected was found\n",
    "  2    some or all of the work could not be done\n",
    "  130  interrupted; the results so far are written and marked as incomplete\n",
    "\n",
    "Settings also come from CROSSCHECK_* variables and from the nearest crosscheck.toml."
))]
struct CommandLine {
    #[command(flatten)]
    manner: Manner,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The options of every subcommand.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
struct Manner {
    /// Print less
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print more
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Do not read a crosscheck.toml
    #[arg(long, global = true, help_heading = "Settings")]
    no_config: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
}

impl Manner {
    /// The settings of the nearest `crosscheck.toml`.
    fn settings(&self) -> Result<Settings, CommandError> {
        // Without a current directory there is no file of settings.
        let folder = env::current_dir().ok().filter(|_| !self.no_config);
        let settings = folder.map_or(Ok(Settings::default()), |folder| Settings::find(&folder))?;
        if let Some(path) = settings.file.as_ref().filter(|_| self.verbose) {
            say(format_args!("settings: {}", path.display()));
        }
        Ok(settings)
    }
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Color {
    /// Only on a terminal, and not if NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Arguments),
    Report(report::Arguments),
    Compare(compare::Arguments),
    Parse(parse::Arguments),
    #[command(alias = "serialize")]
    Serialise(serialise::Arguments),
    Engines(engines::Arguments),
    CheckEngine(check_engine::Arguments),
    Clauses(clauses::Arguments),
    Changes(changes::Arguments),
    Trace(trace::Arguments),
    Coverage(coverage::Arguments),
    Expectations(expectations::Arguments),
    Mutants(mutants::Arguments),
    Generate(generate::Arguments),
    Hunt(hunt::Arguments),
    Triage(triage::Arguments),
    #[command(alias = "minimize")]
    Minimise(minimise::Arguments),
    Impact(impact::Arguments),
    Nightly(nightly::Arguments),
    FetchSuites(fetch_suites::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    /// Runs one engine for a parent process, over stdin and stdout
    #[command(hide = true)]
    Worker(WorkerArguments),
    /// Runs a program and leaves nothing of it behind
    #[command(hide = true)]
    Guard(GuardArguments),
    /// Examines documents for a sweep, over stdin and stdout
    #[command(hide = true)]
    ImpactWorker(ImpactWorkerArguments),
    /// Looks at generated documents for a hunt, over stdin and stdout
    #[command(hide = true)]
    HuntWorker(HuntWorkerArguments),
}

/// The command that `crosscheck` without a subcommand runs.
const MAIN_JOB: [&str; 4] = ["crosscheck", "run", "--report", "target/crosscheck-report"];

/// Runs the command line.
pub(crate) fn main() -> ExitCode {
    let CommandLine { manner, command } = CommandLine::parse();
    anstream::ColorChoice::write_global(match manner.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    });
    let status = match command.unwrap_or_else(main_job) {
        Command::Run(arguments) => run::run(arguments, &manner),
        Command::Report(arguments) => report::run(&arguments, &manner),
        Command::Compare(arguments) => compare::run(&arguments, &manner),
        Command::Parse(arguments) => parse::run(arguments, &manner),
        Command::Serialise(arguments) => serialise::run(arguments, &manner),
        Command::Engines(arguments) => engines::run(&arguments, &manner),
        Command::CheckEngine(arguments) => check_engine::run(&arguments, &manner),
        Command::Clauses(arguments) => clauses::run(&arguments),
        Command::Changes(arguments) => changes::run(&arguments),
        Command::Trace(arguments) => trace::run(arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Hunt(arguments) => hunt::run(&arguments, &manner),
        Command::Triage(arguments) => triage::run(&arguments, &manner),
        Command::Minimise(arguments) => minimise::run(arguments, &manner),
        Command::Impact(arguments) => impact::run(&arguments, &manner),
        Command::Expectations(arguments) => expectations::run(&arguments, &manner),
        Command::Mutants(arguments) => mutants::run(&arguments, &manner),
        Command::Nightly(arguments) => nightly::run(&arguments, &manner),
        Command::FetchSuites(arguments) => fetch_suites::run(&arguments, &manner),
        Command::Completions(arguments) => completions::run(&arguments, CommandLine::command()),
        Command::Man(arguments) => man::run(&arguments, CommandLine::command()),
        Command::Worker(arguments) => worker::run(&arguments).map(|()| Status::AsExpected).map_err(CommandError::from),
        Command::Guard(arguments) => guard::run(&arguments).map(|()| Status::AsExpected).map_err(CommandError::from),
        Command::ImpactWorker(arguments) => {
            impact_worker::run(&arguments).map(|()| Status::AsExpected).map_err(CommandError::from)
        }
        Command::HuntWorker(arguments) => {
            hunt_worker::run(&arguments).map(|()| Status::AsExpected).map_err(CommandError::from)
        }
    };
    let status = status.unwrap_or_else(|error| {
        error.tell();
        Status::CouldNotRun
    });
    ExitCode::from(status as u8)
}

/// Parses the main job as a command line too, so that environment variables apply.
fn main_job() -> Command {
    let mut matches = CommandLine::command().get_matches_from(MAIN_JOB);
    match CommandLine::from_arg_matches_mut(&mut matches).map(|line| line.command) {
        Ok(Some(command)) => command,
        Ok(None) => unreachable!("the main job has a subcommand"),
        Err(error) => error.exit(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_made() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_examples() {
        for command in CommandLine::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            assert!(
                command.is_hide_set() || help.is_some_and(|help| help.contains("Examples:")),
                "{}",
                command.get_name()
            );
        }
    }
}
