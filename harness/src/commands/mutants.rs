//! `crosscheck mutants`: which mutants of the standard's algorithm suites notice.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use crosscheck::campaign::{self, Equivalents, Probes, Tried};
use crosscheck::engines::Engine as _;
use crosscheck::engines::standard::Standard;
use crosscheck::files::{make_folder, write_whole};
use crosscheck::fixtures::{discover, propose};
use crosscheck::fuzzing::generate::test_cases;
use crosscheck::mutants::{self, Mutant};
use crosscheck_reports::{CoverageReport, MutantsReport, ShellLine, html, terminal, write_json};
use crosscheck_standard::clauses::change::Edition;
use indicatif::ProgressBar;

use super::error::CommandError;
use super::message::say;
use super::options::JobsArgument;
use super::output::{Format, deliver, deliver_report};
use super::{Manner, Status, interrupt, progress};

/// The default of `--equivalents`.
const EQUIVALENTS: &str = "suites/equivalent-mutants.toml";

/// Show which mutants of the standard's algorithm suites notice, and which survive
///
/// A mutant is the standard engine with one thing wrong: a row that never matches, a condition negated, a step skipped,
/// a list with a member missing. A mutant survives if every check of the suite still passes: the suite does not test
/// that thing. The exit status is 1 if a check notices a mutant that is argued to be equivalent, or if the score is
/// below --at-least.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck mutants suites/\n",
    "  crosscheck mutants suites/ --section in-row\n",
    "  crosscheck mutants suites/ --section in-row --suggest\n",
    "  crosscheck mutants html5lib-tests/ --format json | jq -r '.survivors[].mutant'\n",
    "  crosscheck run suites/ --engine standard@mutant:in-row/end-tag-tr:off",
))]
pub(super) struct Arguments {
    /// Fixture files, and folders of them
    #[arg(required_unless_present = "list")]
    paths: Vec<PathBuf>,
    /// Only mutants whose id begins with this id of a section or clause
    #[arg(long, value_name = "ID")]
    section: Option<String>,
    /// List the mutants without trying them
    #[arg(long, conflicts_with = "paths")]
    list: bool,
    #[command(flatten)]
    jobs: JobsArgument,
    /// File of mutants that are argued to be equivalent [default: suites/equivalent-mutants.toml]
    #[arg(long, value_name = "FILE")]
    equivalents: Option<PathBuf>,
    /// Fail if less than this percentage of the mutants is noticed; those argued to be equivalent do not count
    #[arg(long, value_name = "PERCENT", value_parser = percentage)]
    at_least: Option<f64>,
    /// Also list the mutants that were noticed, with the fixture that noticed each
    #[arg(long)]
    all: bool,
    /// Search this many generated documents for ones that distinguish a survivor from the standard, and print each as a
    /// fixture for review
    #[arg(long, value_name = "INPUTS", num_args = 0..=1, default_missing_value = "100000")]
    suggest: Option<usize>,
    /// Seed of the generated documents
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write a report to this folder, including coverage: mutants.html, mutants.json, coverage.json
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Write the result to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let mutants = arguments.mutants()?;
    if arguments.list {
        deliver(None, |out| {
            let mut mutants = mutants.iter();
            mutants.try_for_each(|mutant| writeln!(out, "{mutant}"))
        })?;
        return Ok(Status::AsExpected);
    }
    let cancel = interrupt::watch();
    let equivalents = arguments.equivalents()?;
    let start = Instant::now();
    let probes = Probes::new(&discover(&arguments.paths, None));
    if probes.checks.is_empty() {
        let _ = terminal::problems(&probes.problems, &mut anstream::stderr());
        return Ok(Status::CouldNotRun);
    }
    let jobs = arguments.jobs.resolve(&manner.settings()?);
    let template = "{bar:30.green/dim} {human_pos}/{human_len} mutants {eta:.dim}";
    let bar = Bar(progress::bar(template, Some(mutants.len()), !manner.quiet));
    let campaign = campaign::run(&mutants, &probes, jobs, &bar, cancel);
    bar.0.finish_and_clear();
    let took = start.elapsed();
    let report = campaign::report(&campaign, &probes, &equivalents, arguments.all, took);
    // The results are written even if standard error is closed.
    let _ = terminal::problems(&report.problems, &mut anstream::stderr());
    deliver_report(arguments.format, &report, arguments.out.as_deref(), |width, out| {
        terminal::mutants(&report, width, out)
    })?;
    if let Some(folder) = &arguments.report {
        arguments.write_report(folder, &report, &campaign::coverage_report(&probes, None))?;
    }
    if let Some(inputs) = arguments.suggest {
        arguments.suggest(&report, inputs, cancel)?;
    }
    Ok(arguments.status(&report))
}

fn percentage(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok();
    number.filter(|number| (0.0..=100.0).contains(number)).ok_or("expected a number from 0 to 100")
}

impl Arguments {
    fn mutants(&self) -> Result<Vec<Mutant>, CommandError> {
        let wanted = self.section.as_deref().unwrap_or_default();
        let is_wanted = |mutant: &&Mutant| is_within(&mutant.to_string(), wanted);
        let mutants: Vec<Mutant> = mutants::all().iter().filter(is_wanted).copied().collect();
        match mutants.as_slice() {
            [] => Err(CommandError::NoMutant { section: wanted.to_owned() }),
            _ => Ok(mutants),
        }
    }

    fn equivalents(&self) -> Result<Equivalents, CommandError> {
        match &self.equivalents {
            Some(path) => Ok(Equivalents::load(path)?),
            None if Path::new(EQUIVALENTS).exists() => Ok(Equivalents::load(Path::new(EQUIVALENTS))?),
            None => Ok(Equivalents::default()),
        }
    }

    /// Writes the files of a report and prints the path of its page.
    fn write_report(
        &self,
        folder: &Path,
        report: &MutantsReport,
        coverage: &CoverageReport,
    ) -> Result<(), CommandError> {
        make_folder(folder)?;
        let page = folder.join("mutants.html");
        write_whole(&page, |out| html::mutants::write(report, coverage, &self.command(), out))?;
        write_whole(&folder.join("mutants.json"), |out| write_json(report, out))?;
        write_whole(&folder.join("coverage.json"), |out| write_json(coverage, out))?;
        say(format_args!("Report: {}", page.display()));
        Ok(())
    }

    /// The command that makes the report again.
    fn command(&self) -> ShellLine {
        let command = ShellLine::command("crosscheck").word("mutants");
        let command = self.paths.iter().fold(command, |command, path| command.path(path));
        let command = self.section.iter().fold(command, |command, section| command.option("--section", section));
        command.option("--report", "FOLDER")
    }

    /// Prints a fixture for each survivor that a generated document distinguishes from the standard. The expected
    /// answer is the standard engine's; a person must check it against the text of the standard.
    fn suggest(&self, report: &MutantsReport, inputs: usize, cancel: &AtomicBool) -> Result<(), CommandError> {
        let survivors = report.survivors.iter();
        // Only fixtures of the newest edition are proposed.
        let survivors: Vec<Mutant> = survivors
            .filter_map(|entry| Mutant::from_id(&entry.mutant))
            .filter(|mutant| mutant.edition() == Edition::NEWEST)
            .collect();
        let found = campaign::tell_apart(&survivors, test_cases(self.seed).take(inputs), cancel);
        deliver(None, |out| {
            for (id, case) in &found {
                let input = case.input();
                let answer = Standard::default().answer(&input);
                if let Some(fixture) = propose(&input, &answer, &format!("TO BE ARGUED: {id}")) {
                    out.write_all(b"\n")?;
                    out.write_all(&fixture)?;
                }
            }
            Ok(())
        })?;
        let (found, searched) = (found.len(), survivors.len());
        say(format_args!("{inputs} documents searched; found one for each of {found} of the {searched} survivors"));
        Ok(())
    }

    fn status(&self, report: &MutantsReport) -> Status {
        if !report.complete {
            Status::Interrupted
        } else if !report.problems.is_empty() {
            Status::CouldNotRun
        } else if !report.refuted.is_empty() || self.at_least.is_some_and(|least| report.sum.score() < least) {
            Status::Unexpected
        } else {
            Status::AsExpected
        }
    }
}

/// Whether an id is this one or below it.
fn is_within(id: &str, wanted: &str) -> bool {
    id.strip_prefix(wanted).is_some_and(|rest| {
        wanted.is_empty() || rest.is_empty() || rest.starts_with(['/', ':']) || wanted.ends_with('/')
    })
}

/// The progress bar on standard error, if it is shown.
struct Bar(ProgressBar);

impl campaign::Progress for Bar {
    fn tried(&self, _: &Tried) {
        self.0.inc(1);
    }
}
