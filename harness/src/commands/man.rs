//! `crosscheck man`: manual pages.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;
use crosscheck::files::{WriteError, make_folder, write_whole};

use super::Status;
use super::error::CommandError;
use super::output::deliver;

/// Write the manual page, or one for each subcommand too
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck man | man -l -\n",
    "  crosscheck man --into ~/.local/share/man/man1",
))]
pub(super) struct Arguments {
    /// Folder to write a page for each subcommand into, instead of printing the page of the command
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, command: Command) -> Result<Status, CommandError> {
    let Some(folder) = &arguments.into else {
        deliver(None, |mut out| Man::new(command).render(&mut out))?;
        return Ok(Status::AsExpected);
    };
    make_folder(folder)?;
    let mut command = command;
    command.build();
    let shown: Vec<Command> = command.get_subcommands().filter(|one| !one.is_hide_set()).cloned().collect();
    write_page(folder, command)?;
    shown.into_iter().try_for_each(|one| write_page(folder, one))?;
    Ok(Status::AsExpected)
}

fn write_page(folder: &std::path::Path, command: Command) -> Result<(), WriteError> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    write_whole(&folder.join(format!("{name}.1")), |mut out| Man::new(command.display_name(name)).render(&mut out))
}
