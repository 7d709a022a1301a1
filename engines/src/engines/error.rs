//! Errors of engines.

use std::io;

use crosscheck_standard::clauses::change::NotAnEdition;

/// No engine has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown engine `{name}`{}; expected one of: {}", self.because(), known.join(", "))]
pub struct UnknownEngine {
    /// The name asked for.
    pub name: String,
    /// What is wrong with the edition of the standard in the name.
    pub why: Option<NotAnEdition>,
    /// The names there are.
    pub known: Vec<String>,
}

impl UnknownEngine {
    /// What is wrong with the edition, after a colon, or the empty string.
    pub fn because(&self) -> String {
        let why = self.why.as_ref();
        why.map_or_else(String::new, |why| format!(": {why}"))
    }
}

/// The engine is not installed or cannot be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("engine `{engine}` is not available: {reason}")]
pub struct EngineUnavailable {
    /// The engine's name.
    pub engine: String,
    /// What went wrong.
    pub reason: String,
}

/// An engine of a name cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoEngine {
    /// No engine has the name.
    #[error(transparent)]
    Unknown(#[from] UnknownEngine),
    /// The engine is not there, or dies whenever it is started.
    #[error(transparent)]
    Unavailable(#[from] EngineUnavailable),
}

/// An engine that is installed by `crosscheck engines install` is not there as this version of crosscheck installs it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotInstalled {
    /// It is not there at all.
    #[error("not installed; install it with: crosscheck engines install {0}")]
    Missing(String),
    /// Another version of crosscheck installed it.
    #[error("installed by another version of crosscheck; update it with: crosscheck engines install {0}")]
    Outdated(String),
}

/// A line is not a question of the engine protocol about an input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAQuestion(pub(super) String);

/// A line that a child process wrote is not a message of its protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAMessage(pub String);

impl From<String> for NotAMessage {
    fn from(why: String) -> Self {
        Self(why)
    }
}

/// The worker failed.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// There is no such engine.
    #[error(transparent)]
    UnknownEngine(#[from] UnknownEngine),
    /// It is a separate program.
    #[error("the engine is a separate program and runs without a worker")]
    NotInProcess,
    /// The browser failed.
    #[error(transparent)]
    Browser(#[from] BrowserError),
    /// Reading the questions or writing the answers failed.
    #[error("cannot talk to the parent process: {0}")]
    Io(#[from] io::Error),
    /// The parent sent something that is not of the engine protocol.
    #[error("stdin, line {line}: not a question of the engine protocol: {message}")]
    Protocol {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// The engine panicked; the panic message is on stderr.
    #[error("the engine panicked")]
    Panicked,
}

/// The browser failed.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// It is not installed.
    #[error("{0} is not installed")]
    NotThere(&'static str),
    /// Starting it or communicating with it failed.
    #[error("{what}: {error}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// The error.
        error: io::Error,
    },
    /// It has ended.
    #[error("the browser process ended: {0}")]
    Ended(String),
    /// The process of the page has ended.
    #[error("the page crashed")]
    PageCrashed,
    /// It reported an error, or sent a message that is not understood.
    #[error("{0}")]
    Said(String),
}
