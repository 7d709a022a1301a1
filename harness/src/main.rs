//! The `crosscheck` command.

use std::process::ExitCode;

use clap::Parser;
use crosscheck::engines::worker::{self, WorkerArguments};

/// Cross-checks HTML parsers.
#[derive(Parser)]
enum Command {
    /// Runs one engine for a parent process.
    #[command(hide = true)]
    Worker(WorkerArguments),
}

fn main() -> ExitCode {
    let Command::Worker(arguments) = Command::parse();
    match worker::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
