//! The errors that end a command, and their tips.

use std::io;
use std::path::PathBuf;

use crosscheck::engines::adapters::{FOLDER_VARIABLE, InstallError};
use crosscheck::engines::{EngineUnavailable, NotAQuestion, UnknownEngine, WorkerError};
use crosscheck::fetch::FetchError;
use crosscheck::files::{FileError, WriteError};
use crosscheck::run::RunError;
use crosscheck_standard::clauses::change::NotAnEdition;
use crosscheck_standard::parser::parse::Failure;

use super::message::say_labelled;

/// If two names are more alike than this, on a scale from 0 to 1, one is suggested for the other.
const LIKENESS: f64 = 0.7;

/// The names of variants of the standard engine begin with this.
const VARIANT: &str = "standard@";

#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error("unknown engine `{}`{}", .0.name, .0.because())]
    UnknownEngine(#[from] UnknownEngine),
    #[error("`--edition`, `--with` and `--without` apply to the engine `standard`, which this command does not run")]
    NoStandardEngine,
    #[error(transparent)]
    Edition(#[from] NotAnEdition),
    #[error("no engine is available")]
    NoEngine,
    #[error("no `suites/` folder in the current directory")]
    NoSuites,
    #[error("cannot find the expectations folder {}", .0.display())]
    NoExpectations(PathBuf),
    #[error("new failures need a reason: {0}; say with `--reason TEXT` why the engine fails; nothing was changed")]
    NoReason(usize),
    #[error("{0}")]
    NotADay(String),
    #[error("`--check` compares an engine with `standard`; no other engine is named")]
    NothingToCheck,
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}:{line}: not a question of the engine protocol: {why}", path.display())]
    NotAQuestion { path: PathBuf, line: usize, why: NotAQuestion },
    #[error("`--resume` needs `--out FILE` or `--report FOLDER`: it continues from the checkpoint next to the result")]
    NoCheckpoint,
    #[error("`--issue {number}`: the list has {} divergence{}", found, if *found == 1 { "" } else { "s" })]
    NoSuchDivergence { number: usize, found: usize },
    #[error("no clause has `{filter}` in its id or title")]
    NoClause { filter: String },
    #[error("no mutant id begins with `{section}`")]
    NoMutant { section: String },
    #[error("`--mode` needs `--generator exhaustive`, and `--corpus` needs `--generator mutation`")]
    NotOfGenerator,
    #[error("{}: the folder has no files; expected documents", .0.display())]
    NoCorpus(PathBuf),
    #[error(transparent)]
    Parser(#[from] Failure),
    #[error("cannot find the current directory: {0}")]
    NoFolder(io::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("cannot find the path of this program, which is needed to start workers: {0}")]
    NoWorker(io::Error),
    #[error("cannot find a data directory; set {} to a folder for engines", FOLDER_VARIABLE)]
    NoEngineFolder,
    #[error(transparent)]
    Install(#[from] InstallError),
    #[error("cannot find a cache directory; set XDG_CACHE_HOME or use `--into DIR`")]
    NoCache,
    #[error("`--from` and `--at` need exactly one suite; {0} were given")]
    NotOneSuite(usize),
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Engine(#[from] EngineUnavailable),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Worker(#[from] WorkerError),
}

/// The name that was probably meant.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|&(likeness, _)| likeness > LIKENESS)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

impl CommandError {
    /// Prints the error and its tips to standard error, in the style of clap's errors.
    pub(super) fn tell(&self) {
        let red = anstyle::AnsiColor::Red.on_default().bold();
        let green = anstyle::AnsiColor::Green.on_default();
        say_labelled(format_args!("{red}error:{red:#} "), format_args!("{self}"));
        for tip in self.tips() {
            say_labelled(format_args!("\n  {green}tip:{green:#} "), format_args!("{tip}"));
        }
    }

    /// What to do about it.
    fn tips(&self) -> Vec<String> {
        match self {
            Self::UnknownEngine(UnknownEngine { name, .. }) if name.starts_with(VARIANT) => vec![
                "`standard@2019-06-01` follows the standard of that day, and `standard@without:ID` leaves out a change; \
                 list the changes with: crosscheck changes"
                    .to_owned(),
                "`standard@mutant:ID` has one thing wrong; list the mutants with: crosscheck mutants --list"
                    .to_owned(),
            ],
            Self::UnknownEngine(UnknownEngine { name, known, .. }) => {
                let meant = nearest(name, known.iter().map(String::as_str));
                let meant = meant.map(|known| format!("did you mean `{known}`?"));
                let all = format!("known names: all, {}", known.join(", "));
                meant.into_iter().chain([all]).collect()
            }
            Self::NoSuites => vec![
                "name fixture files or folders: crosscheck run PATH…".to_owned(),
                "get the public fixtures: crosscheck fetch-suites".to_owned(),
            ],
            Self::NoMutant { .. } => {
                vec!["list the mutants with: crosscheck mutants --list".to_owned()]
            }
            Self::NothingToCheck => vec!["name an engine: --engine NAME".to_owned()],
            Self::NoEngine => {
                vec!["list the engines and what they need with: crosscheck engines".to_owned()]
            }
            Self::NotOneSuite(_) => {
                vec!["name the suite: crosscheck fetch-suites SUITE --from URL".to_owned()]
            }
            Self::Fetch(FetchError::Git { .. }) => vec![
                "to use a local clone: crosscheck fetch-suites SUITE --from PATH"
                    .to_owned(),
            ],
            _ => Vec::new(),
        }
    }
}
