//! `crosscheck completions`: what shells need to complete command lines.

use clap::{Args, Command};
use clap_complete::Shell;

use super::Status;
use super::error::CommandError;
use super::output::deliver;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck completions bash > ~/.local/share/bash-completion/completions/crosscheck\n",
    "  crosscheck completions fish > ~/.config/fish/completions/crosscheck.fish",
))]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, mut command: Command) -> Result<Status, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "crosscheck", &mut script);
    deliver(None, |out| out.write_all(&script))?;
    Ok(Status::AsExpected)
}
