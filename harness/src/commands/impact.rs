//! `crosscheck impact`: what a change to the standard does to documents.

use std::ffi::OsString;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bytesize::ByteSize;
use clap::Args;
use crosscheck::engines::{self, EngineKind, standard};
use crosscheck::files::{make_folder, write_whole};
use crosscheck::impact::{
    self, Checkpoint, Comparison, Documents, Engines, Examiner, Header, HowToRead, Limited, NamedEdition, Source,
    Swept, Tally, sweep,
};
use crosscheck::settings::Settings;
use crosscheck_reports::{ImpactReport, ShellLine, html, markdown, terminal, write_json};
use crosscheck_standard::clauses::change::{Change, Edition};
use indicatif::ProgressBar;

use super::document::Switch;
use super::error::CommandError;
use super::message::say;
use super::options::{EngineArguments, JobsArgument, change};
use super::output::{self, deliver, deliver_to_people};
use super::{Manner, Status, interrupt, progress};

/// Show what a change to the standard does to documents
///
/// Each document is parsed by two editions of the standard. Where the results differ, the report says how they differ,
/// which change causes it, and what it means for scripts, forms, links and sanitisers. Each kind of difference is shown
/// with the smallest document found. Pages are parsed as in browsers: from bytes, with the scripting flag on, and with
/// declarative shadow roots. The exit status is 2 if no document could be examined, or if an engine named with --engine
/// cannot parse.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck impact --from 2019-01-01 --to 2026-08-21 pages/ --report target/impact\n",
    "  crosscheck impact --change relaxed-select-2025 crawl.warc.gz\n",
    "  crosscheck impact --change processing-instructions-2026 html5lib-tests/ --format patch | patch -p1\n",
    "  crosscheck impact --change template-for-2026 --generated 1000000\n",
    "  find . -name '*.html' | crosscheck impact --from 2024-01-01 -\n",
    "  crosscheck impact --from 2019-01-01 crawl/ --out impact.json --format json --resume",
))]
pub(super) struct Arguments {
    /// Pages, web archives, fixtures, records of divergences, and folders of them; - reads a list of paths from
    /// standard input
    ///
    /// In folders, files are recognised by name: .html and similar, .warc, .warc.gz, .dat, .test and divergence.toml.
    #[arg(required_unless_present = "generated")]
    paths: Vec<PathBuf>,
    /// The old edition, for example 2019-06-01 or 2025-01-01+without:hr-in-select-2023
    #[arg(long, value_name = "EDITION", value_parser = edition, required_unless_present = "change")]
    from: Option<NamedEdition>,
    /// The new edition [default: the newest one known]
    #[arg(long, value_name = "EDITION", value_parser = edition)]
    to: Option<NamedEdition>,
    /// Compare the standard on the day of this change without it and with it
    #[arg(long, value_name = "ID", value_parser = change, conflicts_with_all = ["from", "to"])]
    change: Option<Change>,
    /// Also examine this many generated documents
    #[arg(long, value_name = "NUMBER")]
    generated: Option<u64>,
    /// Seed of the generated documents
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The scripting flag for parsing pages
    #[arg(long, value_enum, default_value_t = Switch::On)]
    scripting: Switch,
    /// Skip pages larger than this, for example 10MiB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = size)]
    page_limit: ByteSize,
    /// Continue an interrupted run of the same command from its checkpoint; needs --out or --report
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    jobs: JobsArgument,
    /// Output format
    #[arg(long, value_enum, default_value_t = Form::Human)]
    format: Form,
    /// Write the result to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a report to this folder: impact.html, impact.md, impact.json, fixtures.patch
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    // The engines whose side of each change is reported; by default the in-process engines.
    #[command(flatten)]
    engines: EngineArguments,
}

/// The formats of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Text for people
    Human,
    /// JSON, for programs
    Json,
    /// Markdown text, for a discussion
    Markdown,
    /// A self-contained HTML page
    Html,
    /// New expectations for fixtures, as input for `patch`
    Patch,
}

/// The name of the checkpoint file in the folder of a report.
const CHECKPOINT: &str = "impact.checkpoint";

fn size(text: &str) -> Result<ByteSize, &'static str> {
    text.parse().map_err(|_| "expected a size, for example 500KiB or 10MiB")
}

fn edition(notation: &str) -> Result<NamedEdition, crosscheck_standard::clauses::change::NotAnEdition> {
    NamedEdition::new(notation)
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let start = Instant::now();
    let settings = manner.settings()?;
    let comparison = arguments.comparison();
    comparison.check()?;
    for edition in comparison.later_than_known() {
        let newest = Edition::newest_day();
        say(format_args!("note: no change after {newest} is known, so that {edition} is the standard of that day"));
    }
    let (engines, limited) = arguments.engines(&settings, Examiner::new(comparison))?;
    let sources = arguments.sources()?;
    let checkpoint = arguments.checkpoint(&limited.examiner.comparison)?;
    let reading = HowToRead { scripting: arguments.scripting == Switch::On, page_limit: arguments.page_limit.as_u64() };
    let bar = progress::bar("{elapsed:.dim} {human_pos:.bold} documents, {per_sec}, {msg}", None, !manner.quiet);
    let mut tally = Tally::default();
    let jobs = arguments.jobs.resolve(&settings);
    let documents = Documents::new(sources, reading).until(cancel);
    let is_whole = sweep(documents, &limited, &checkpoint, jobs, cancel, |number, outcome| {
        tally.take(number, outcome);
        tell(&bar, &tally);
    });
    bar.finish_and_clear();
    let swept = Swept { tally: &tally, limited: &limited, engines: &engines, jobs, is_whole, cancel };
    let report = impact::report(&swept, arguments.command(), start);
    arguments.hand_over(&report)?;
    checkpoint.end(report.complete)?;
    if !report.complete {
        return Ok(Status::Interrupted);
    }
    let mut unable: Vec<String> = match arguments.engines.names_some() {
        true => engines.unable().collect(),
        false => Vec::new(),
    };
    if report.documents == 0 {
        unable.push("no document was examined".to_owned());
    }
    for problem in &unable {
        say(format_args!("error: {problem}"));
    }
    match unable.is_empty() {
        true => Ok(Status::AsExpected),
        false => Ok(Status::CouldNotRun),
    }
}

fn tell(bar: &ProgressBar, tally: &Tally) {
    bar.set_position(tally.documents.all as u64);
    if !bar.is_hidden() {
        bar.set_message(format!("{} differ, {} failed", tally.documents.changed, tally.failed));
    }
}

impl Arguments {
    fn comparison(&self) -> Comparison {
        match (self.change, &self.from) {
            (Some(change), _) => Comparison::of_change(change),
            (None, from) => Comparison {
                from: from.clone().unwrap_or_else(NamedEdition::newest),
                to: self.to.clone().unwrap_or_else(NamedEdition::newest),
            },
        }
    }

    /// The engines whose side of each change is reported: those named, or the in-process ones, which are always
    /// available. What examines documents has their limits.
    fn engines(&self, settings: &Settings, examiner: Examiner) -> Result<(Engines, Limited), CommandError> {
        let mut asked = self.engines.resolve(settings)?;
        if !self.engines.names_some() {
            asked.specs = engines::all();
            asked.specs.retain(|spec| spec.kind == EngineKind::InProcess);
        }
        asked.specs.retain(|spec| spec.name != standard::NAME);
        let engines = Engines::new(&asked.specs, &asked.limits, &asked.worker)?;
        Ok((engines, Limited::new(examiner, asked.limits, &asked.worker)))
    }

    fn sources(&self) -> Result<Vec<Source>, CommandError> {
        let mut sources = Vec::new();
        for path in &self.paths {
            sources.push(match path.as_os_str() == "-" {
                true => Source::List(Box::new(BufReader::new(interrupt::stdin()))),
                false => {
                    // A missing path is an error before the sweep starts.
                    let there = fs::metadata(path);
                    there.map_err(|source| CommandError::Unreadable { path: path.clone(), source })?;
                    Source::Path(path.clone())
                }
            });
        }
        sources.extend(self.generated.map(|count| Source::Generated { count, seed: self.seed }));
        Ok(sources)
    }

    /// The checkpoint of the sweep, which is in a file if the result goes to one.
    fn checkpoint(&self, comparison: &Comparison) -> Result<Checkpoint, CommandError> {
        let path = match (&self.report, &self.out) {
            (Some(folder), _) => {
                make_folder(folder)?;
                folder.join(CHECKPOINT)
            }
            (None, Some(out)) => beside(out),
            (None, None) if self.resume => return Err(CommandError::NoCheckpoint),
            (None, None) => return Ok(Checkpoint::default()),
        };
        let named = self.paths.iter().map(|path| path.display().to_string());
        let generated = self.generated.map(|count| format!("{count} generated from seed {}", self.seed));
        let header = Header::new(
            &comparison.from.notation,
            &comparison.to.notation,
            named.chain(generated).collect(),
            self.scripting == Switch::On,
            self.page_limit.as_u64(),
        );
        Ok(match self.resume {
            true => Checkpoint::resume(&path, &header)?,
            false => Checkpoint::begin(&path, &header)?,
        })
    }

    /// The command that makes the report again.
    fn command(&self) -> ShellLine {
        let mut command = ShellLine::command("crosscheck").word("impact");
        if let Some(change) = self.change {
            command = command.option("--change", change.to_string());
        }
        for (option, edition) in [("--from", &self.from), ("--to", &self.to)] {
            if let Some(edition) = edition {
                command = command.option(option, &edition.notation);
            }
        }
        if let Some(count) = self.generated {
            command = command.option("--generated", count.to_string()).option("--seed", self.seed.to_string());
        }
        if self.scripting == Switch::Off {
            command = command.option("--scripting", "off");
        }
        self.paths.iter().fold(command, |command, path| match path.as_os_str() == "-" {
            true => command.word(path),
            false => command.path(path),
        })
    }

    fn hand_over(&self, report: &ImpactReport) -> Result<(), CommandError> {
        let out = self.out.as_deref();
        let patch = report.patch.as_deref().unwrap_or_default();
        match self.format {
            Form::Human => {
                let width = output::width(out);
                deliver_to_people(out, |out| terminal::impact(report, width, out))
            }
            Form::Json => deliver(out, |out| write_json(report, out)),
            Form::Markdown => deliver(out, |out| markdown::impact(report, out)),
            Form::Html => deliver(out, |out| html::impact::write(report, out)),
            Form::Patch => deliver(out, |out| out.write_all(patch.as_bytes())),
        }?;
        if let Some(folder) = &self.report {
            self.write_report(folder, report, patch)?;
        }
        Ok(())
    }

    /// Writes the files of a report and prints the path of its page.
    fn write_report(&self, folder: &Path, report: &ImpactReport, patch: &str) -> Result<(), CommandError> {
        let page = folder.join("impact.html");
        write_whole(&page, |out| html::impact::write(report, out))?;
        write_whole(&folder.join("impact.md"), |out| markdown::impact(report, out))?;
        write_whole(&folder.join("impact.json"), |out| write_json(report, out))?;
        write_whole(&folder.join("fixtures.patch"), |out| out.write_all(patch.as_bytes()))?;
        say(format_args!("Report: {}", page.display()));
        Ok(())
    }
}

/// The checkpoint of a result in a file.
fn beside(out: &Path) -> PathBuf {
    let mut name: OsString = out.as_os_str().to_owned();
    name.push(".checkpoint");
    PathBuf::from(name)
}
