//! When, how and of what a result is made.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crosscheck_reports::{Provenance, ShellLine, SourceVersion};

use super::version::COMMIT;

/// Of the command that is running, which reads these paths.
pub(super) fn of(paths: &[PathBuf]) -> Provenance {
    let arguments = env::args_os().skip(1);
    let command = arguments.fold(ShellLine::command("crosscheck"), |line, argument| line.word(argument));
    let source = |path: &PathBuf| SourceVersion { path: path.display().to_string(), commit: commit(path) };
    Provenance {
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        command: command.to_string(),
        commit: commit(Path::new(".")),
        crosscheck_commit: COMMIT.map(str::to_owned),
        sources: paths.iter().map(source).collect(),
    }
}

/// The commit of the repository that a path is in, where Git can tell.
fn commit(path: &Path) -> Option<String> {
    let folder = if path.is_dir() { path } else { path.parent().filter(|parent| *parent != Path::new(""))? };
    let told = Command::new("git")
        .args(["rev-parse", "--verify", "--quiet", "HEAD"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let commit = String::from_utf8(told.stdout).ok()?.trim().to_owned();
    (told.status.success() && !commit.is_empty()).then_some(commit)
}
