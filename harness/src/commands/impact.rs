//! `crosscheck impact`: what a change to the standard does to documents.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use bytesize::ByteSize;
use clap::Args;
use crosscheck::engines::{self, EngineKind, standard};
use crosscheck::files::{make_folder, write_whole};
use crosscheck::impact::{
    self, Checkpoint, Comparison, Documents, Engines, Examiner, Header, HowToRead, NamedEdition, Remembered, Source,
    Swept, Tally, sweep,
};
use crosscheck_reports::{ImpactReport, html, markdown, terminal, write_json};
use crosscheck_standard::clauses::change::{Change, switch};
use indicatif::ProgressBar;

use super::error::CommandError;
use super::options::{self, EngineArguments, JobsArgument};
use super::output::{self, deliver, deliver_to_people};
use super::{Manner, Status, interrupt, progress};

/// Tell what a change to the standard does to documents
///
/// Each document is parsed by two editions of the standard. Where they differ it is told in what, which change it was, and what
/// that means for scripts, forms, links and sanitisers; for each kind of difference with the smallest document found. Pages
/// are parsed as browsers parse them: with the scripting flag on, with templates that may declare shadow roots, and from bytes.
/// The exit status is 2 when no document could be examined, or an engine that is named cannot parse.
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
    /// Pages, web archives, fixtures, records of divergences, and folders of them; - for a list of them on standard input
    ///
    /// In folders the names tell: .html and the like, .warc and .warc.gz, .dat and .test, divergence.toml.
    #[arg(required_unless_present = "generated")]
    paths: Vec<PathBuf>,
    /// The old edition: 2019-06-01, 2025-01-01+without:hr-in-select-2023
    #[arg(long, value_name = "EDITION", value_parser = edition, required_unless_present = "change")]
    from: Option<NamedEdition>,
    /// The new edition [default: the newest one known]
    #[arg(long, value_name = "EDITION", value_parser = edition)]
    to: Option<NamedEdition>,
    /// What this change did: the standard of its day, without it and with it
    #[arg(long, value_name = "ID", value_parser = switch, conflicts_with_all = ["from", "to"])]
    change: Option<Change>,
    /// So many generated documents too
    #[arg(long, value_name = "NUMBER")]
    generated: Option<u64>,
    /// Where the generated documents begin
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The scripting flag that pages are parsed with
    #[arg(long, value_enum, default_value_t = Switch::On)]
    scripting: Switch,
    /// Pages larger than this are not examined
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    page_limit: ByteSize,
    /// Go on where a sweep of the same was ended, by the checkpoint beside --out or in --report
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    jobs: JobsArgument,
    /// The form of the result
    #[arg(long, value_enum, default_value_t = Form::Human)]
    format: Form,
    /// Write the result to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a report to this folder: impact.html, impact.md, impact.json, fixtures.patch
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    // Those that are asked on which side of each change they stand; by default all of crosscheck's own process.
    #[command(flatten)]
    engines: EngineArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Switch {
    On,
    Off,
}

/// The forms the result comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// For people
    Human,
    /// For programs
    Json,
    /// For people, in a discussion
    Markdown,
    /// A page of its own
    Html,
    /// New expectations of fixtures, for `patch`
    Patch,
}

/// What the checkpoint of a report is called.
const CHECKPOINT: &str = "impact.checkpoint";

fn edition(notation: &str) -> Result<NamedEdition, crosscheck_standard::clauses::change::NotAnEdition> {
    NamedEdition::new(notation)
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let start = Instant::now();
    let settings = options::settings()?;
    let examiner = Examiner::new(arguments.comparison());
    let engines = arguments.engines()?;
    let sources = arguments.sources()?;
    let (mut checkpoint, known) = arguments.checkpoint(&examiner.comparison)?;
    let reading = HowToRead { scripting: arguments.scripting == Switch::On, page_limit: arguments.page_limit.as_u64() };
    let bar = progress::bar("{elapsed:.dim} {human_pos:.bold} documents, {per_sec}, {msg}", None, !manner.quiet);
    let mut tally = Tally::default();
    let jobs = arguments.jobs.resolve(&settings);
    let documents = Documents::new(sources, reading);
    let is_whole = sweep(documents, &examiner, &known, jobs, cancel, |number, outcome| {
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.note(number, &outcome);
        }
        tally.take(number, outcome);
        tell(&bar, &tally);
    });
    bar.finish_and_clear();
    let swept = Swept { tally: &tally, examiner: &examiner, engines: &engines, jobs, is_whole, cancel };
    let report = impact::report(&swept, &arguments.command(), start);
    arguments.hand_over(&report)?;
    if let Some(checkpoint) = checkpoint.filter(|_| report.complete) {
        checkpoint.finish()?;
    }
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
        anstream::eprintln!("error: {problem}");
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

    /// The engines that are asked where they stand: those named, or those of this process, which are always there.
    fn engines(&self) -> Result<Engines, CommandError> {
        let settings = options::settings()?;
        let mut asked = self.engines.resolve(&settings)?;
        if !self.engines.names_some() {
            asked.specs = engines::all();
            asked.specs.retain(|spec| spec.kind == EngineKind::InProcess);
        }
        asked.specs.retain(|spec| spec.name != standard::NAME);
        Ok(Engines::new(&asked.specs, &asked.limits, &asked.worker)?)
    }

    fn sources(&self) -> Result<Vec<Source>, CommandError> {
        let mut sources = Vec::new();
        for path in &self.paths {
            sources.push(match path.as_os_str() == "-" {
                true => Source::List(Box::new(BufReader::new(io::stdin()))),
                false => {
                    // What was named by a person is there, or they are told at once.
                    let there = fs::metadata(path);
                    there.map_err(|source| CommandError::Unreadable { path: path.clone(), source })?;
                    Source::Path(path.clone())
                }
            });
        }
        sources.extend(self.generated.map(|count| Source::Generated { count, seed: self.seed }));
        Ok(sources)
    }

    /// The checkpoint of the sweep, where there is a file for it to be beside, and what it says already.
    fn checkpoint(&self, comparison: &Comparison) -> Result<(Option<Checkpoint>, Remembered), CommandError> {
        let path = match (&self.report, &self.out) {
            (Some(folder), _) => {
                make_folder(folder)?;
                folder.join(CHECKPOINT)
            }
            (None, Some(out)) => beside(out),
            (None, None) if self.resume => return Err(CommandError::NoCheckpoint),
            (None, None) => return Ok((None, Remembered::default())),
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
        if self.resume {
            let (checkpoint, known) = Checkpoint::resume(&path, &header)?;
            return Ok((Some(checkpoint), known));
        }
        Ok((Some(Checkpoint::begin(&path, &header)?), Remembered::default()))
    }

    /// The command that made the report, for people to repeat.
    fn command(&self) -> String {
        let mut words = vec!["crosscheck".to_owned(), "impact".to_owned()];
        match (self.change, &self.from) {
            (Some(change), _) => words.push(format!("--change {change}")),
            (None, from) => {
                let named = [("--from", from), ("--to", &self.to)].into_iter();
                words
                    .extend(named.filter_map(|(option, named)| Some(format!("{option} {}", named.as_ref()?.notation))));
            }
        }
        if let Some(count) = self.generated {
            words.push(format!("--generated {count} --seed {}", self.seed));
        }
        if self.scripting == Switch::Off {
            words.push("--scripting off".to_owned());
        }
        words.extend(self.paths.iter().map(|path| path.display().to_string()));
        words.join(" ")
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

    /// Writes the files of a report, and tells where its page is.
    fn write_report(&self, folder: &Path, report: &ImpactReport, patch: &str) -> Result<(), CommandError> {
        let page = folder.join("impact.html");
        write_whole(&page, |out| html::impact::write(report, out))?;
        write_whole(&folder.join("impact.md"), |out| markdown::impact(report, out))?;
        write_whole(&folder.join("impact.json"), |out| write_json(report, out))?;
        write_whole(&folder.join("fixtures.patch"), |out| out.write_all(patch.as_bytes()))?;
        anstream::eprintln!("Report: {}", page.display());
        Ok(())
    }
}

/// The checkpoint of a result in a file.
fn beside(out: &Path) -> PathBuf {
    let mut name: OsString = out.as_os_str().to_owned();
    name.push(".checkpoint");
    PathBuf::from(name)
}
