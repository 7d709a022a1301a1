//! Fetching the public fixtures: the folders of a Git repository at pinned commits, into the user's cache.

use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::files::{WriteError, make_folder, replace_folder};

/// A suite in a public Git repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// Its name on the command line, and of its folder in the cache.
    pub name: &'static str,
    /// The URL to clone.
    pub url: String,
    /// The parts to fetch.
    pub pins: Vec<Pin>,
}

/// Some paths of a repository at one commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The commit, branch or tag.
    pub commit: String,
    /// Files and folders.
    pub paths: Vec<String>,
}

impl Repository {
    fn new(name: &'static str, url: &str, pins: &[(&str, &[&str])]) -> Self {
        let pin = |(commit, paths): &(&str, &[&str])| Pin {
            commit: (*commit).to_owned(),
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
        };
        Self { name, url: url.to_owned(), pins: pins.iter().map(pin).collect() }
    }

    /// Whether the revision is a commit, which always gives the same files; a branch can move.
    fn is_pinned(&self) -> bool {
        let is_commit = |id: &str| id.len() == 40 && id.bytes().all(|b| b.is_ascii_hexdigit());
        self.pins.iter().all(|pin| is_commit(&pin.commit))
    }

    /// The record of this fetch, which shows whether a folder in the cache is up to date.
    fn record(&self) -> String {
        let pin = |pin: &Pin| format!("{} {}\n", pin.commit, pin.paths.join(" "));
        self.pins.iter().map(pin).collect()
    }
}

/// The repositories of public fixtures, at the pinned commits.
///
/// ```
/// use crosscheck::fetch::repositories;
///
/// assert!(repositories().iter().any(|repository| repository.name == "html5lib-tests"));
/// ```
pub fn repositories() -> Vec<Repository> {
    vec![
        Repository::new(
            "html5lib-tests",
            "https://github.com/html5lib/html5lib-tests",
            &[
                // The last commit with the tree construction fixtures, which went to WPT after it.
                (
                    "9329e64694e7835d0dcff9811e22856ef6ad16f9",
                    &["tree-construction", "encoding", "serializer", "LICENSE", "AUTHORS.rst"],
                ),
                // The newest tokenizer fixtures, which know processing instructions.
                ("c777c408b61078ea2eb4acefc2535f54dbc8b28a", &["tokenizer"]),
            ],
        ),
        Repository::new(
            "wpt",
            "https://github.com/web-platform-tests/wpt",
            &[("b60c4b349d9d167bf354a40bc0d4cbed15174606", &["html/syntax/parsing/resources", "LICENSE.md"])],
        ),
    ]
}

/// Why a suite could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The program `git` is not installed.
    #[error("`git` not found on PATH; it is needed to fetch suites")]
    NoGit,
    /// A Git command failed.
    #[error("cannot fetch {what} from {url}: {stderr}")]
    Git {
        /// The revision or step that failed.
        what: String,
        /// The URL.
        url: String,
        /// The error output of Git.
        stderr: String,
    },
    /// The cache could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The result of a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The folder with the fixtures.
    pub folder: PathBuf,
    /// Whether the cache already had these commits.
    pub up_to_date: bool,
}

/// Fetches a suite into a folder of its name in `cache`. A folder with the same commits is kept. Otherwise everything
/// is fetched into a new folder first, which then replaces the old one.
///
/// # Errors
/// When there is no git, when the repository cannot be reached or lacks a commit or path, when the cache cannot be
/// written.
pub fn fetch(repository: &Repository, cache: &Path) -> Result<Fetched, FetchError> {
    let folder = cache.join(repository.name);
    let record = repository.record();
    let known = || std::fs::read_to_string(folder.join(RECORD)).ok();
    if repository.is_pinned() && known().as_ref() == Some(&record) {
        return Ok(Fetched { folder, up_to_date: true });
    }
    replace_folder(&folder, ".fetching-", |new| -> Result<(), FetchError> {
        check_out(repository, new)?;
        std::fs::remove_dir_all(new.join(".git")).map_err(WriteError::of(new))?;
        Ok(std::fs::write(new.join(RECORD), record).map_err(WriteError::of(new))?)
    })?;
    Ok(Fetched { folder, up_to_date: false })
}

/// The file in a fetched folder that records what was fetched. It is hidden, so that it does not count as part of the
/// suite.
const RECORD: &str = ".crosscheck-fetched";

fn check_out(repository: &Repository, folder: &Path) -> Result<(), FetchError> {
    let git = Git { repository, folder };
    make_folder(folder)?;
    git.run("a repository", ["init", "--quiet"])?;
    git.run("a remote", ["remote", "add", "--", "origin", &repository.url])?;
    let paths = repository.pins.iter().flat_map(|pin| &pin.paths);
    let sparse = ["sparse-checkout", "set", "--no-cone", "--"].into_iter();
    let anchored: Vec<String> = paths.map(|path| format!("/{path}")).collect();
    git.run("a sparse checkout", sparse.chain(anchored.iter().map(String::as_str)))?;
    for pin in &repository.pins {
        let what = format!("commit {}", pin.commit);
        // Trees without their files: `checkout` then asks for the files of these paths alone.
        let fetch = ["fetch", "--quiet", "--depth=1", "--filter=blob:none", "--", "origin"];
        git.run(&what, fetch.into_iter().chain([pin.commit.as_str()]))?;
        let paths = pin.paths.iter().map(String::as_str);
        let what = format!("{} at {what}", pin.paths.join(", "));
        git.run(&what, ["checkout", "--quiet", "FETCH_HEAD", "--"].into_iter().chain(paths))?;
    }
    Ok(())
}

struct Git<'a> {
    repository: &'a Repository,
    folder: &'a Path,
}

impl Git<'_> {
    fn run<'s>(&self, what: &str, arguments: impl IntoIterator<Item = &'s str>) -> Result<(), FetchError> {
        let output = command(self.folder).args(arguments.into_iter().map(OsStr::new)).output().map_err(|error| {
            match error.kind() {
                io::ErrorKind::NotFound => FetchError::NoGit,
                _ => self.failure(what, &error),
            }
        })?;
        match output.status.success() {
            true => Ok(()),
            false => Err(self.failure(what, &said(&output))),
        }
    }

    fn failure(&self, what: &str, stderr: &dyn fmt::Display) -> FetchError {
        FetchError::Git { what: what.to_owned(), url: self.repository.url.clone(), stderr: stderr.to_string() }
    }
}

/// A Git command that does not convert line ends, does not prompt, and ignores any enclosing repository.
fn command(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder)
        .args(["-c", "core.autocrlf=false", "-c", "core.eol=lf"])
        .args(["-c", "init.defaultBranch=main", "-c", "gc.auto=0"])
        .stdin(Stdio::null())
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
        git.env_remove(variable);
    }
    git
}

/// The error output of a failed Git command.
fn said(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    match stderr.trim() {
        "" => format!("git ended with {}", output.status),
        said => said.to_owned(),
    }
}
