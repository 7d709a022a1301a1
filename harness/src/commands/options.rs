//! Options of several subcommands: engines, limits and editions.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscheck::engines::{self, EngineSpec, Limits, Pool, UnknownEngine, WorkerCommand, standard};
use crosscheck::oracles::Oracle;
use crosscheck::settings::{EngineSetting, Memory, Settings, Timeout};
use crosscheck_standard::clauses::change::{Change, Edition, NotAnEdition, switch};

use super::error::{CommandError, nearest};

/// The default engine.
const DEFAULT_ENGINE: &str = "standard";

/// The name for every available engine.
const ALL: &str = "all";

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Engines")]
pub(super) struct EngineArguments {
    /// Engine to run, or `all` for every available one; repeatable
    #[arg(short, long, value_name = "NAME", env = "CROSSCHECK_ENGINE", value_delimiter = ',')]
    engine: Vec<String>,
    /// Time limit for one input, for example 10s or 500ms
    #[arg(long, value_name = "TIME", env = "CROSSCHECK_TIMEOUT")]
    timeout: Option<Timeout>,
    /// Memory limit of an engine with all its processes, for example 2GiB, or `none`
    #[arg(long, value_name = "SIZE", env = "CROSSCHECK_MEMORY")]
    memory: Option<Memory>,
}

/// Which edition of the standard the standard engine follows.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Edition of the standard")]
pub(super) struct EditionArguments {
    /// Follow the standard of this day, for example 2019-06-01 [default: the newest edition known]
    #[arg(long, value_name = "DATE", value_parser = day)]
    edition: Option<String>,
    /// Add this change; repeatable
    #[arg(long, value_name = "CHANGE", value_parser = change)]
    with: Vec<Change>,
    /// Leave this change out; repeatable
    #[arg(long, value_name = "CHANGE", value_parser = change)]
    without: Vec<Change>,
}

/// Reads the id of a change; an error suggests the nearest.
pub(super) fn change(text: &str) -> Result<Change, String> {
    switch(text).map_err(|error| match error {
        NotAnEdition::UnknownChange(_) => {
            let meant = nearest(text, Change::ALL.iter().map(|change| change.id()));
            let meant = meant.map(|id| format!("did you mean `{id}`? ")).unwrap_or_default();
            format!("there is no change `{text}`; {meant}`crosscheck changes` lists them")
        }
        error => error.to_string(),
    })
}

fn day(text: &str) -> Result<String, NotAnEdition> {
    Edition::as_of(text).map(|_| text.to_owned())
}

impl EditionArguments {
    /// The notation of the requested edition, if there is one.
    fn notation(&self) -> Option<String> {
        let with = self.with.iter().map(|change| format!("with:{change}"));
        let without = self.without.iter().map(|change| format!("without:{change}"));
        let parts: Vec<_> = self.edition.iter().cloned().chain(with).chain(without).collect();
        (!parts.is_empty()).then(|| parts.join("+"))
    }

    /// The requested edition, or the newest.
    pub(super) fn edition(&self) -> Result<Edition, NotAnEdition> {
        self.notation().map_or(Ok(Edition::NEWEST), |notation| notation.parse())
    }

    /// Makes the standard engine among these follow the requested edition.
    pub(super) fn apply(&self, specs: &mut [EngineSpec]) -> Result<(), CommandError> {
        let Some(notation) = self.notation() else {
            return Ok(());
        };
        let standard = specs.iter_mut().find(|spec| spec.name == standard::NAME);
        let standard = standard.ok_or(CommandError::NoStandardEngine)?;
        *standard = engines::find(&standard::name_of(&notation))?;
        Ok(())
    }
}

/// The engines to ask, and how.
pub(super) struct Engines {
    pub(super) specs: Vec<EngineSpec>,
    pub(super) limits: Limits,
    pub(super) worker: WorkerCommand,
}

impl EngineArguments {
    /// Whether an engine is named by an option or the environment.
    pub(super) fn names_some(&self) -> bool {
        !self.engine.is_empty()
    }

    /// Flags and environment variables override the settings file, which overrides the defaults.
    pub(super) fn resolve(&self, settings: &Settings) -> Result<Engines, CommandError> {
        let mut limits = Limits::default();
        if let Some(Timeout(timeout)) = self.timeout.or(settings.timeout) {
            limits.timeout = timeout;
        }
        if let Some(Memory(memory)) = self.memory.or(settings.memory) {
            limits.memory = memory;
        }
        let worker = WorkerCommand::this_program().map_err(CommandError::NoWorker)?;
        let names = if self.engine.is_empty() {
            let default = || vec![DEFAULT_ENGINE.to_owned()];
            settings.engine.clone().unwrap_or_else(default)
        } else {
            self.engine.clone()
        };
        let mut specs: Vec<EngineSpec> = Vec::new();
        for name in names {
            let named =
                if name == ALL { available(all(settings), &limits, &worker) } else { vec![find(settings, &name)?] };
            for spec in named {
                if specs.iter().all(|known| known.name != spec.name) {
                    specs.push(spec);
                }
            }
        }
        if specs.is_empty() {
            return Err(CommandError::NoEngine);
        }
        Ok(Engines { specs, limits, worker })
    }
}

/// All engines: those of the settings file and the built-in ones.
pub(super) fn all(settings: &Settings) -> Vec<EngineSpec> {
    settings.engines.iter().map(EngineSetting::spec).chain(engines::all()).collect()
}

/// The engine of this name.
fn find(settings: &Settings, name: &str) -> Result<EngineSpec, UnknownEngine> {
    match settings.engines.get_key_value(name) {
        Some(setting) => Ok(EngineSetting::spec(setting)),
        None => engines::find(name),
    }
}

fn available(specs: Vec<EngineSpec>, limits: &Limits, worker: &WorkerCommand) -> Vec<EngineSpec> {
    let is_available = in_parallel(&specs, |spec| {
        let pool = Pool::new(spec, limits.clone(), 1, worker.clone());
        pool.about().is_ok()
    });
    let specs = specs.into_iter().zip(is_available);
    specs.filter_map(|(spec, is_available)| is_available.then_some(spec)).collect()
}

/// Calls `ask` for every engine in parallel, because engines are slow to start.
pub(super) fn in_parallel<T: Send>(specs: &[EngineSpec], ask: impl Fn(&EngineSpec) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let ask = &ask;
        let asked: Vec<_> = specs.iter().map(|spec| scope.spawn(move || ask(spec))).collect();
        let answers = asked.into_iter().map(|asked| asked.join());
        answers.map(|answer| answer.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Reads a number that is not zero.
pub(super) fn count(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a whole number, at least 1")
}

#[derive(Debug, Clone, Copy, Args)]
pub(super) struct JobsArgument {
    /// Number of parallel workers [default: the number of processors]
    #[arg(short, long, value_name = "NUMBER", env = "CROSSCHECK_JOBS", value_parser = count)]
    jobs: Option<NonZeroUsize>,
}

impl JobsArgument {
    /// The number of parallel workers, from the option, the settings file or the number of processors.
    pub(super) fn resolve(self, settings: &Settings) -> usize {
        let chosen = self.jobs.or(settings.jobs);
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        chosen.unwrap_or_else(available).get()
    }
}

/// The value of an option that names an oracle.
pub(super) fn oracle() -> impl TypedValueParser<Value = Oracle> {
    let names = Oracle::ALL.iter().map(|oracle| PossibleValue::new(oracle.name()).help(oracle.about()));
    PossibleValuesParser::new(names).try_map(|name| Oracle::from_name(&name).ok_or("no oracle"))
}
