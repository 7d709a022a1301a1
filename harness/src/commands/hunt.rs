//! `crosscheck hunt`: generated documents through engines, each departure from the standard traced to its root cause.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use crosscheck::fuzzing::generate::TestCase;
use crosscheck::fuzzing::hunt::{self, Ask, Hunt, HuntOptions, Progress, State};
use crosscheck::fuzzing::triage;
use crosscheck::oracles::Oracle;
use crosscheck::settings::Timeout;
use crosscheck_reports::{terminal, write_issue, write_json};
use indicatif::ProgressBar;

use super::error::CommandError;
use super::folder::{AtPath, documents, status_of};
use super::message::say;
use super::options::{self, EngineArguments, Engines, JobsArgument};
use super::output::{self, Format, deliver, deliver_to_people};
use super::{Manner, Status, interrupt, progress};

/// Generate documents, run engines on them, and name the root causes of departures from the standard
///
/// A root cause is a variant of the standard engine that behaves like the engine: it lacks a change of the standard,
/// has one thing wrong (a mutant) or several related things, or has a quirk, a rule of its own that is not in the
/// standard. Each root cause is shown with the smallest document found and how well it is supported. It is confirmed if
/// the variant gives the engine's answer on every document tried, consistent if it does so but only few documents could
/// be tried, and suspected if another document refutes it. Divergences that no variant explains are grouped by what
/// their documents have in common. With --inputs, the same seed gives the same result. The exit status is 1 if
/// divergences were found, and 2 if an engine could not answer what an oracle needs.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck hunt --engine html5ever --time 60s\n",
    "  crosscheck hunt --engine html5ever --inputs 100000 --seed 7\n",
    "  crosscheck hunt --engine html5ever --time 300s --record\n",
    "  crosscheck hunt --engine html5ever --known corpus/divergences\n",
    "  crosscheck hunt --engine html5ever --inputs 6000 --issue 1\n",
    "  crosscheck hunt --engine html5ever --corpus fuzz/corpus/tree_construction\n",
    "  crosscheck hunt --engine standard,chromium,firefox,webkit --ask all --time 300s\n",
    "  crosscheck hunt --engine html5ever --inputs 20000 --format json | jq -r '.divergences[].what'",
))]
pub(super) struct Arguments {
    /// Stop after this long, for example 60s
    #[arg(long, value_name = "TIME", conflicts_with = "inputs")]
    time: Option<Timeout>,
    /// Stop after this many documents [default: 100000, unless --time is given]
    #[arg(long, value_name = "NUMBER", value_parser = options::count)]
    inputs: Option<NonZero<usize>>,
    /// Seed of the generated documents
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Start with the documents in this folder or file, and mutate them
    ///
    /// The files are read as by `crosscheck triage`. Long documents are tried but not mutated.
    #[arg(long, value_name = "PATH")]
    corpus: Option<PathBuf>,
    /// Which documents to send to process engines and browsers; in-process engines get all of them
    #[arg(long, value_enum, default_value_t)]
    ask: AskWhat,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    judging: JudgingArguments,
}

/// What `--ask` takes.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum AskWhat {
    /// A sample, and documents that are the first to reach a clause
    #[default]
    Sampled,
    /// Documents on which an in-process engine fails an oracle
    Divergent,
    /// All documents; in-process engines wait for the slower engines
    All,
}

impl From<AskWhat> for Ask {
    fn from(what: AskWhat) -> Self {
        match what {
            AskWhat::Sampled => Self::Sampled,
            AskWhat::Divergent => Self::Divergent,
            AskWhat::All => Self::All,
        }
    }
}

/// The number of documents if neither `--inputs` nor `--time` is given.
const DEFAULT_INPUTS: usize = 100_000;

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let corpus = match &arguments.corpus {
        Some(path) => documents(path, None)?,
        None => AtPath { read: Vec::new(), is_partial: false },
    };
    let options = arguments.plan(corpus.read, manner)?;
    let mut bar = Bar::new(options.inputs, manner);
    let found = hunt::hunt(&options, &mut bar, cancel);
    bar.finish();
    let status = arguments.output.deliver(&found?, Some(options.seed))?;
    Ok(status_of(corpus.is_partial, status))
}

impl Arguments {
    fn plan(&self, corpus: Vec<TestCase>, manner: &Manner) -> Result<HuntOptions, CommandError> {
        let time = self.time.map(|Timeout(time)| -> Duration { time });
        Ok(HuntOptions {
            seed: self.seed,
            corpus,
            ask: self.ask.into(),
            inputs: match (self.inputs, time) {
                (None, None) => Some(DEFAULT_INPUTS),
                (inputs, _) => inputs.map(NonZero::get),
            },
            time,
            ..self.judging.options(manner)?
        })
    }
}

/// The engines and oracles of a hunt, of triage and of minimising.
#[derive(Debug, Args)]
pub(super) struct JudgingArguments {
    /// Folder of recorded root causes; their divergences are counted but not reported
    #[arg(long, value_name = "FOLDER")]
    known: Option<PathBuf>,
    /// Judge by this oracle only; repeatable [default: all]
    #[arg(long, value_name = "NAME", value_parser = options::oracle())]
    oracle: Vec<Oracle>,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    engines: EngineArguments,
}

impl JudgingArguments {
    /// The options without documents.
    pub(super) fn options(&self, manner: &Manner) -> Result<HuntOptions, CommandError> {
        let settings = manner.settings()?;
        let Engines { specs, limits, worker } = self.engines.resolve(&settings)?;
        let known = match &self.known {
            Some(folder) => triage::record::known(folder)?,
            None => Vec::new(),
        };
        Ok(HuntOptions {
            limits,
            jobs: self.jobs.resolve(&settings),
            oracles: self.oracle.clone(),
            known,
            ..HuntOptions::new(specs, worker)
        })
    }
}

/// The output file and format of a result.
#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// Record each root cause in this folder, for review with `cargo insta review`
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "corpus/divergences")]
    record: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Print the text of an issue about the divergence with this number in the list, in Markdown, instead of the list
    #[arg(long, value_name = "NUMBER", conflicts_with = "format")]
    issue: Option<NonZero<usize>>,
    /// Write the result to this file; an error leaves the file as it was
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl OutputArguments {
    /// Writes the result, and then the records, if requested. Returns the exit status.
    pub(super) fn deliver(&self, found: &Hunt, seed: Option<u64>) -> Result<Status, CommandError> {
        let out = self.out.as_deref();
        match (self.issue, self.format) {
            (Some(number), _) => {
                let issue = hunt::issue(found, number.get());
                let issue = issue.ok_or_else(|| CommandError::NoSuchDivergence {
                    number: number.get(),
                    found: found.causes.len() + found.properties.len(),
                })?;
                deliver(out, |out| write_issue(&issue, out))
            }
            (None, Format::Human) => {
                let report = hunt::report(found, seed);
                let width = output::width(out);
                deliver_to_people(out, |out| terminal::hunt(&report, width, out))
            }
            (None, Format::Json) => {
                let report = hunt::report(found, seed);
                deliver(out, |out| write_json(&report, out))
            }
        }?;
        if let Some(folder) = &self.record {
            for (cause, _) in &found.causes {
                if let Some(folder) = triage::record::write(folder, cause)? {
                    say(format_args!("recorded {}", folder.display()));
                }
            }
        }
        Ok(status(found))
    }
}

/// The exit status for what was found.
pub(super) fn status(found: &Hunt) -> Status {
    match (found.complete, found.has_divergences()) {
        _ if !found.problems().is_empty() => Status::CouldNotRun,
        (false, _) => Status::Interrupted,
        (true, false) => Status::AsExpected,
        (true, true) => Status::Unexpected,
    }
}

/// The progress line on standard error, if it is shown.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(documents: Option<usize>, manner: &Manner) -> Self {
        let template = "{elapsed:.dim} {human_pos:.bold} documents, {per_sec}, {msg}";
        Self(progress::bar(template, documents, !manner.quiet))
    }

    pub(super) fn finish(self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn tried(&mut self, state: &State) {
        self.0.set_position(state.inputs as u64);
        self.0.set_message(format!(
            "{} clauses, {} divergent, {} distinct",
            state.clauses, state.divergent, state.distinct
        ));
    }
}
