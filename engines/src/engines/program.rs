//! Programs on the PATH.

use std::env;
use std::path::PathBuf;

/// The path of the program of this name, if it is on the PATH.
pub(super) fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
