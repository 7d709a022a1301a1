//! Why a command could not run, and how that is told.

use std::io;
use std::path::PathBuf;

use crosscheck::engines::adapters::{FOLDER_VARIABLE, InstallError};
use crosscheck::engines::{EngineUnavailable, NotAQuestion, UnknownEngine, WorkerError};
use crosscheck::fetch::FetchError;
use crosscheck::files::{FileError, WriteError};
use crosscheck::run::RunError;
use crosscheck_standard::clauses::change::NotAnEdition;
use crosscheck_standard::parser::parse::Failure;

/// Above this likeness, from 0 to 1, one name is taken for a slip of the other.
const LIKENESS: f64 = 0.7;

#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error("there is no engine `{}`{}", .0.name, .0.because())]
    UnknownEngine(#[from] UnknownEngine),
    #[error("--edition, --with and --without are about the standard engine, which is not asked")]
    NoStandardEngine,
    #[error(transparent)]
    Edition(#[from] NotAnEdition),
    #[error("no engine is available")]
    NoEngine,
    #[error("there is no folder `suites` here to run")]
    NoSuites,
    #[error("there is no folder of expectations {}", .0.display())]
    NoExpectations(PathBuf),
    #[error("{0}")]
    NotADay(String),
    #[error("`--check` compares engines with the standard engine, and no other engine is named")]
    NothingToCheck,
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}:{line}: no question of the engine protocol: {why}", path.display())]
    NotAQuestion { path: PathBuf, line: usize, why: NotAQuestion },
    #[error("--resume goes on with the checkpoint beside the result, which goes to no file")]
    NoCheckpoint,
    #[error("no clause has `{filter}` in its id or its title")]
    NoClause { filter: String },
    #[error("no mutant's id begins with `{section}`")]
    NoMutant { section: String },
    #[error("`--mode` is for the generator `exhaustive`, and `--corpus` for `mutation`")]
    NotOfGenerator,
    #[error("{} holds no files, so there are no documents to read", .0.display())]
    NoCorpus(PathBuf),
    #[error(transparent)]
    Parser(#[from] Failure),
    #[error("cannot tell which folder this is: {0}")]
    NoFolder(io::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("cannot tell where this program is, to start its workers: {0}")]
    NoWorker(io::Error),
    #[error("this system names no folder for what programs keep")]
    NoEngineFolder,
    #[error(transparent)]
    Install(#[from] InstallError),
    #[error("this system names no folder for caches")]
    NoCache,
    #[error("`--from` and `--at` are about one suite, and more are asked for")]
    NotOneSuite,
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

impl CommandError {
    /// Says it on standard error, in the manner of the command line's own errors.
    pub(super) fn tell(&self) {
        let red = anstyle::AnsiColor::Red.on_default().bold();
        let green = anstyle::AnsiColor::Green.on_default();
        anstream::eprintln!("{red}error:{red:#} {self}");
        for tip in self.tips() {
            anstream::eprintln!("\n  {green}tip:{green:#} {tip}");
        }
    }

    /// What to do about it.
    fn tips(&self) -> Vec<String> {
        match self {
            Self::UnknownEngine(UnknownEngine { name, known, .. }) => {
                let meant = known
                    .iter()
                    .map(|known| (strsim::jaro_winkler(name, known), known))
                    .filter(|&(likeness, _)| likeness > LIKENESS)
                    .max_by(|a, b| a.0.total_cmp(&b.0))
                    .map(|(_, known)| format!("did you mean `{known}`?"));
                let all = format!("the engines are: all, {}", known.join(", "));
                let mutants = "mutants of the standard engine are listed by: crosscheck mutants --list";
                let editions = "the standard of a day is standard@2019-06-01, without a change standard@without:ID; \
                     changes are listed by: crosscheck changes";
                let variants = [editions, mutants].map(str::to_owned);
                meant.into_iter().chain([all]).chain(variants).collect()
            }
            Self::NoSuites => vec![
                "name files or folders of fixtures: crosscheck run PATH…".to_owned(),
                "get the public fixtures: crosscheck fetch-suites".to_owned(),
            ],
            Self::NoMutant { .. } => {
                vec!["see all of them with: crosscheck mutants --list".to_owned()]
            }
            Self::NoCheckpoint => vec!["name one: --out FILE, or --report FOLDER".to_owned()],
            Self::NothingToCheck => vec!["name one: --engine NAME".to_owned()],
            Self::NoEngine => {
                vec!["see what is missing with: crosscheck engines".to_owned()]
            }
            Self::NoEngineFolder => vec![format!("name one with {FOLDER_VARIABLE}=FOLDER")],
            Self::NoCache => vec!["name a folder: crosscheck fetch-suites --into DIR".to_owned()],
            Self::NotOneSuite => {
                vec!["name it: crosscheck fetch-suites SUITE --from URL".to_owned()]
            }
            Self::Fetch(FetchError::Git { .. }) => {
                vec!["without a network a local clone will do: crosscheck fetch-suites SUITE --from PATH".to_owned()]
            }
            _ => Vec::new(),
        }
    }
}
