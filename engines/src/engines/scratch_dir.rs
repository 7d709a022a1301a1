//! A folder for a child process's temporary files. It is removed once the child and its descendants are gone, even if
//! crosscheck is killed.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Waits for the message that the process group `$1` has ended, or kills the group if crosscheck has died. Then removes
/// the folder `$2`.
const GUARD: &str = r#"
read -r told || kill -s KILL -- "-$1"
tries=0
while kill -s 0 -- "-$1" && [ "$tries" -lt 100 ]; do sleep 0.02; tries=$((tries + 1)); done
rm -rf -- "$2"
"#;

/// The folder, and the process that removes it.
#[derive(Debug)]
pub(super) struct ScratchDir {
    path: PathBuf,
    guard: Child,
}

/// A folder for a new child.
pub(super) fn new() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("crosscheck-").tempdir()
}

impl ScratchDir {
    /// Starts the process that removes the folder once the process group of the child is gone.
    pub(super) fn guard(folder: TempDir, child: &Child) -> io::Result<Self> {
        let mut command = Command::new("sh");
        command
            .args(["-c", GUARD, "sh", &child.id().to_string()])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // An interruption of crosscheck must not interrupt it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Self { guard: command.spawn()?, path: folder.keep() })
    }
}

impl Drop for ScratchDir {
    /// The child's process group has been killed.
    fn drop(&mut self) {
        let told = match self.guard.stdin.take() {
            Some(mut stdin) => stdin.write_all(b"ended\n"),
            None => Ok(()),
        };
        let done = told.and_then(|()| self.guard.wait());
        if !done.is_ok_and(|status| status.success()) {
            // A failure to remove the folder cannot be reported here.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
