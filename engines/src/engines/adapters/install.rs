//! Installing an engine and its adapter into a folder of its own. A failed installation leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Adapter, RECORD, source};
use crate::engines::{EngineUnavailable, Limits, Pool, WorkerCommand, program};
use crate::files::{WriteError, make_folder, replace_folder};

/// The source with the packages of npm.
const NPM_LOCK: &str = "package-lock.json";

/// The source with the packages of PyPI.
const PIP_LOCK: &str = "requirements.txt";

/// Why an engine could not be installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// Programs it needs are not on the PATH.
    #[error("{engine} needs {}; not found on PATH", programs.join(", "))]
    NoPrograms {
        /// The engine.
        engine: String,
        /// The programs.
        programs: Vec<String>,
    },
    /// A command failed.
    #[error("cannot install {engine}: `{command}` failed: {said}")]
    Command {
        /// The engine.
        engine: String,
        /// The command.
        command: String,
        /// The last lines of its output.
        said: String,
    },
    /// It is installed but does not start.
    #[error("installed, but it does not start: {0}")]
    DoesNotWork(EngineUnavailable),
    /// The folder could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The programs an engine needs that are not on the PATH. Missing libraries show when the build fails.
fn missing_programs(adapter: &Adapter) -> Vec<String> {
    let mut programs: Vec<String> = adapter
        .steps()
        .into_iter()
        .chain([adapter.command.clone()])
        .filter_map(|command| command.into_iter().next())
        .filter(|program| !program.contains('/') && program::find(program).is_none())
        .collect();
    programs.sort();
    programs.dedup();
    programs
}

impl Adapter {
    /// The commands that build the engine. They run in the folder with its sources. No package runs anything of its own
    /// while it is installed, and none has other files than those whose hashes are known.
    fn steps(&self) -> Vec<Vec<String>> {
        let mut steps = Vec::new();
        if self.has(NPM_LOCK) {
            steps.push(words("npm ci --ignore-scripts --no-audit --no-fund --loglevel=error"));
        }
        if self.has(PIP_LOCK) {
            steps.push(words("python3 -m venv venv"));
            steps.push(words(&format!(
                "venv/bin/python -m pip install --quiet --no-deps --only-binary :all: --require-hashes -r {PIP_LOCK}"
            )));
        }
        steps.extend(self.build.iter().cloned());
        steps
    }

    /// Whether a source has this file name.
    fn has(&self, name: &str) -> bool {
        self.sources.iter().any(|source| Path::new(source).file_name().is_some_and(|file| file == name))
    }
}

fn words(command: &str) -> Vec<String> {
    command.split(' ').map(str::to_owned).collect()
}

/// Installs an engine into a folder of its name below `folder`. An installation that is up to date is kept. Otherwise
/// the engine is built in a new folder, which replaces the old one once the engine has introduced itself.
///
/// `tell` is called with every command before it runs.
///
/// # Errors
/// When a program is missing, a command fails, the engine does not introduce itself, or the folder cannot be written.
pub fn install(adapter: &Adapter, folder: &Path, tell: &mut dyn FnMut(&str)) -> Result<PathBuf, InstallError> {
    let engine = &adapter.name;
    let target = folder.join(engine);
    if adapter.is_up_to_date(&target) {
        return Ok(target);
    }
    let programs = missing_programs(adapter);
    if !programs.is_empty() {
        return Err(InstallError::NoPrograms { engine: engine.clone(), programs });
    }
    replace_folder(&target, ".installing-", |new| set_up(adapter, new, tell))?;
    Ok(target)
}

fn set_up(adapter: &Adapter, folder: &Path, tell: &mut dyn FnMut(&str)) -> Result<(), InstallError> {
    let engine = &adapter.name;
    make_folder(folder)?;
    for name in &adapter.sources {
        let file = folder.join(Path::new(name).file_name().unwrap_or_default());
        fs::write(&file, source(name)).map_err(WriteError::of(&file))?;
    }
    for step in adapter.steps() {
        let command = step.join(" ");
        tell(&command);
        run(&step, folder).map_err(|said| InstallError::Command { engine: engine.clone(), command, said })?;
    }
    let pool = Pool::of_command(engine, adapter.command(folder), Limits::default(), 1);
    pool.about().map_err(InstallError::DoesNotWork)?;
    drop(pool);
    Ok(fs::write(folder.join(RECORD), adapter.record()).map_err(WriteError::of(folder))?)
}

/// How many lines of a failed command's output are reported.
const LINES: usize = 12;

/// Runs a command of an installation in its folder.
fn run(command: &[String], folder: &Path) -> Result<(), String> {
    let WorkerCommand { program, arguments, .. } = WorkerCommand::in_folder(command, folder);
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.trim().is_empty() {
        said = String::from_utf8_lossy(&output.stdout).into_owned();
    }
    let lines: Vec<&str> = said.trim().lines().collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    Err(format!("{}\n{}", output.status, last.join("\n")))
}
