//! Engines: the parsers under test or used as reference.
//!
//! An [`Engine`] answers questions in this process. [`Pool`] asks one through restartable worker processes, so that a
//! crash, a hang or a protocol error costs one verdict and never the run. [`all`] and [`find`] give the known engines.

pub mod adapters;
mod browser;
pub mod check;
mod command;
mod error;
pub mod faulty;
pub mod guard;
pub mod html5ever;
#[cfg(feature = "html5gum")]
mod html5gum;
mod job;
#[cfg(feature = "lol_html")]
mod lol_html;
mod pool;
mod program;
pub mod protocol;
mod registry;
pub mod set;
pub mod snippet;
pub mod standard;
pub mod supervise;
#[cfg(feature = "swc")]
mod swc;
mod utf8;
pub mod worker;

use std::time::Duration;

pub use browser::{Chromium, Event as BrowserEvent};
pub use command::WorkerCommand;
pub use error::{
    BrowserError, EngineUnavailable, NoEngine, NotAMessage, NotAQuestion, NotInstalled, UnknownEngine, WorkerError,
};
pub use job::NOT_AGAIN;
pub use pool::{Pool, Stats};
pub use registry::{EngineKind, EngineSpec, all, find, in_process};

use crate::model::answer::{About, Answer};
use crate::model::input::Input;

/// A parser that answers questions in this process. It can crash or hang, so only worker processes call it on untrusted
/// input.
pub trait Engine {
    /// Its name, version and capabilities.
    fn about(&self) -> About;

    /// Answers one question. The answer does not depend on earlier questions.
    fn answer(&mut self, input: &Input) -> Answer;
}

/// The line that asks an engine about an input in the engine protocol, with its line feed.
pub fn question(id: u64, input: &Input) -> Vec<u8> {
    protocol::write_request(id, input, false)
}

/// The input that a line of the engine protocol asks an engine about.
///
/// # Errors
/// When the line is not such a question.
pub fn read_question(line: &[u8]) -> Result<Input, NotAQuestion> {
    match protocol::read_question(line).map_err(NotAQuestion)? {
        protocol::Question::Ask(request) => Ok(request.input),
        protocol::Question::Hello => Err(NotAQuestion("it asks about no input".to_owned())),
    }
}

/// What an engine says about itself in the line that introduces it.
///
/// # Errors
/// When the line is not an introduction of the engine protocol.
pub fn read_introduction(line: &[u8]) -> Result<About, NotAMessage> {
    protocol::read_hello(line).map(|hello| hello.about).map_err(NotAMessage)
}

/// Limits on an engine's process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Time limit for one input.
    pub timeout: Duration,
    /// How long it may take to start and introduce itself.
    pub startup: Duration,
    /// How many bytes a process may take; `None` for no limit. For a worker process of crosscheck it is address space,
    /// which macOS does not limit. For a program or a browser it is the memory that all its processes have to
    /// themselves, which only Linux limits.
    pub memory: Option<u64>,
    /// How many bytes of stack an in-process engine has.
    pub stack: usize,
}

impl Default for Limits {
    /// Ten seconds an input, half a minute to start, 4 GiB, and the 8 MiB of stack a main thread usually has.
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            startup: Duration::from_secs(30),
            memory: Some(4 << 30),
            stack: 8 << 20,
        }
    }
}
