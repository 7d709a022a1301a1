//! `crosscheck hunt`: generated documents through engines, each departure from the standard traced to its root cause.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use crosscheck::fuzzing::hunt::{self, Ask, Hunt, HuntOptions, Progress, State};
use crosscheck::fuzzing::triage;
use crosscheck::oracles::Oracle;
use crosscheck::settings::Timeout;
use crosscheck_reports::{terminal, write_json};
use indicatif::ProgressBar;

use super::error::CommandError;
use super::folder::documents;
use super::options::{self, EngineArguments, Engines, JobsArgument};
use super::output::{self, Format, deliver, deliver_to_people};
use super::{Manner, Status, interrupt, progress};

/// Generate documents, ask engines, and name the root causes of departures from the standard
///
/// A root cause is a variant of the standard engine that behaves as the engine does: without a change of the standard, with one
/// thing wrong (a mutant) or several that go together, or with a quirk, which is a rule of an engine's own. Each is shown with
/// the smallest document found and how well it is known. It is confirmed when the variant gives the engine's answer on every document tried, consistent when
/// these are few, and suspected when another document refutes it. What no variant explains is grouped by what its documents
/// have in common. With --inputs the same seed finds the same. The exit status is 1 when the list has a divergence, and 2 when
/// an engine could not be asked what an oracle needs.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck hunt --engine html5ever --time 60s\n",
    "  crosscheck hunt --engine html5ever --inputs 100000 --seed 7\n",
    "  crosscheck hunt --engine html5ever --time 300s --record\n",
    "  crosscheck hunt --engine html5ever --known corpus/divergences\n",
    "  crosscheck hunt --engine html5ever --corpus fuzz/corpus/tree_construction\n",
    "  crosscheck hunt --engine standard,chromium,firefox,webkit --ask all --time 300s\n",
    "  crosscheck hunt --engine html5ever --inputs 20000 --format json | jq -r '.divergences[].what'",
))]
pub(super) struct Arguments {
    /// Go on for so long: 60s, 300s
    #[arg(long, value_name = "TIME", conflicts_with = "inputs")]
    time: Option<Timeout>,
    /// Try so many documents [default: 100000, unless --time is given]
    #[arg(long, value_name = "NUMBER")]
    inputs: Option<NonZero<usize>>,
    /// Where the generated documents begin
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Begin with the documents in this folder, or this file, as they are, and change and cross them
    ///
    /// They are read as `crosscheck triage` reads them. Long ones are tried, but not changed.
    #[arg(long, value_name = "PATH")]
    corpus: Option<PathBuf>,
    /// About which documents to ask process engines and browsers; in-process engines are asked about all
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
    /// One in some, and those that reach a clause none before has reached
    #[default]
    Sampled,
    /// Those on which something is wrong with an in-process engine
    Divergent,
    /// All: in-process engines then wait for the others
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

/// How many documents are tried if nobody says how many or how long.
const DEFAULT_INPUTS: usize = 100_000;

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let options = arguments.plan()?;
    let mut bar = Bar::new(options.inputs, manner);
    let found = hunt::hunt(&options, &mut bar, cancel);
    bar.finish();
    arguments.output.deliver(&found?, Some(options.seed))
}

impl Arguments {
    fn plan(&self) -> Result<HuntOptions, CommandError> {
        let time = self.time.map(|Timeout(time)| -> Duration { time });
        let corpus = match &self.corpus {
            Some(path) => documents(path, None)?,
            None => Vec::new(),
        };
        Ok(HuntOptions {
            seed: self.seed,
            corpus,
            ask: self.ask.into(),
            inputs: match (self.inputs, time) {
                (None, None) => Some(DEFAULT_INPUTS),
                (inputs, _) => inputs.map(NonZero::get),
            },
            time,
            ..self.judging.options()?
        })
    }
}

/// Who judges whom: what a hunt, triage and minimising take.
#[derive(Debug, Args)]
pub(super) struct JudgingArguments {
    /// Count the departures for the reasons on record below this folder, and do not report them
    #[arg(long, value_name = "FOLDER")]
    known: Option<PathBuf>,
    /// Judge by this oracle alone; repeatable [default: all]
    #[arg(long, value_name = "NAME", value_parser = options::oracle())]
    oracle: Vec<Oracle>,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    engines: EngineArguments,
}

impl JudgingArguments {
    /// Without any documents.
    pub(super) fn options(&self) -> Result<HuntOptions, CommandError> {
        let settings = options::settings()?;
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

/// Where a result goes, and in which form.
#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// Write each root cause as a record below this folder, for a person to review with `cargo insta review`
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "corpus/divergences")]
    record: Option<PathBuf>,
    /// The form of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the result to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl OutputArguments {
    /// Tells what was found, and how the command ends. Puts it on record first, if that is wanted.
    pub(super) fn deliver(&self, found: &Hunt, seed: Option<u64>) -> Result<Status, CommandError> {
        if let Some(folder) = &self.record {
            for (cause, _) in &found.causes {
                if let Some(folder) = triage::record::write(folder, cause)? {
                    anstream::eprintln!("recorded {}", folder.display());
                }
            }
        }
        let report = hunt::report(found, seed);
        let out = self.out.as_deref();
        match self.format {
            Format::Human => {
                let width = output::width(out);
                deliver_to_people(out, |out| terminal::hunt(&report, width, out))
            }
            Format::Json => deliver(out, |out| write_json(&report, out)),
        }?;
        Ok(status(found))
    }
}

/// What the exit status says of what was found.
pub(super) fn status(found: &Hunt) -> Status {
    match (found.complete, found.has_divergences()) {
        _ if !found.problems().is_empty() => Status::CouldNotRun,
        (false, _) => Status::Interrupted,
        (true, false) => Status::AsExpected,
        (true, true) => Status::Unexpected,
    }
}

/// A line on standard error, or nothing.
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
