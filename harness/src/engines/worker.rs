//! The child's side: `crosscheck worker`, one engine answering over stdin and stdout.

use std::io;

use super::UnknownEngine;

/// What `crosscheck worker` is told.
#[derive(Debug, Clone, clap::Args)]
pub struct WorkerArguments {
    /// The engine to run.
    #[arg(long)]
    pub engine: String,
    /// How many bytes of address space the process may take.
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// How many bytes of stack the engine has.
    #[arg(long, value_name = "BYTES", default_value_t = super::Limits::default().stack)]
    pub stack: usize,
}

/// The worker could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// There is no such engine.
    #[error(transparent)]
    UnknownEngine(#[from] UnknownEngine),
    /// Reading the questions or writing the answers failed.
    #[error("cannot talk to the parent process: {0}")]
    Io(#[from] io::Error),
}

/// Answers the engine protocol's questions from stdin on stdout until stdin ends.
///
/// # Errors
/// When there is no such engine, or stdin or stdout fail.
pub fn run(arguments: &WorkerArguments) -> Result<(), WorkerError> {
    super::find(&arguments.engine)?;
    Ok(())
}
