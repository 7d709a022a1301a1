//! `crosscheck fetch-suites`: the public fixtures, from their repositories into the user's cache.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use crosscheck::fetch::{self, Repository};

use super::error::CommandError;
use super::message::say;
use super::output::deliver;
use super::{Manner, Status};

/// Fetch the public fixtures into your cache directory, at pinned commits
///
/// Prints the folder of each suite on a line of its own. Progress goes to standard error.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck fetch-suites\n",
    "  crosscheck run $(crosscheck fetch-suites html5lib-tests)\n",
    "  crosscheck fetch-suites wpt --from ~/src/wpt --at master",
))]
pub(super) struct Arguments {
    /// The suites to fetch [default: all]
    #[arg(value_name = "SUITE", value_parser = PossibleValuesParser::new(names()))]
    suites: Vec<String>,

    /// Fetch from this URL, or from a local clone at this path; needs exactly one SUITE
    #[arg(long, value_name = "URL")]
    from: Option<String>,

    /// Fetch this branch, tag or commit instead of the pinned commits; needs exactly one SUITE
    #[arg(long, value_name = "REVISION")]
    at: Option<String>,

    /// Folder to fetch into [default: crosscheck/ in your cache directory]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

fn names() -> Vec<&'static str> {
    let repositories = fetch::repositories().into_iter();
    repositories.map(|repository| repository.name).collect()
}

pub(super) fn run(arguments: &Arguments, manner: &Manner) -> Result<Status, CommandError> {
    let cache = match &arguments.into {
        Some(folder) => folder.clone(),
        None => {
            let directories = directories::BaseDirs::new().ok_or(CommandError::NoCache)?;
            directories.cache_dir().join("crosscheck")
        }
    };
    for repository in arguments.repositories()? {
        if !manner.quiet {
            say(format_args!("fetching {} from {}", repository.name, repository.url));
        }
        let fetched = fetch::fetch(&repository, &cache)?;
        if fetched.up_to_date && !manner.quiet {
            say(format_args!("{} is up to date", repository.name));
        }
        deliver(None, |out| writeln!(out, "{}", fetched.folder.display()))?;
    }
    Ok(Status::AsExpected)
}

impl Arguments {
    /// The requested repositories, with the requested URL and revision.
    fn repositories(&self) -> Result<Vec<Repository>, CommandError> {
        let mut repositories = fetch::repositories();
        repositories
            .retain(|repository| self.suites.is_empty() || self.suites.iter().any(|name| name == repository.name));
        if repositories.len() > 1 && (self.from.is_some() || self.at.is_some()) {
            return Err(CommandError::NotOneSuite(repositories.len()));
        }
        for repository in &mut repositories {
            if let Some(url) = &self.from {
                repository.url = absolute(url);
            }
            if let Some(revision) = &self.at {
                let pins = &mut repository.pins;
                pins.iter_mut().for_each(|pin| pin.commit.clone_from(revision));
            }
        }
        Ok(repositories)
    }
}

/// Makes a local path absolute, because Git runs in another folder.
fn absolute(url: &str) -> String {
    match std::fs::canonicalize(url) {
        Ok(path) => path.to_string_lossy().into_owned(),
        Err(_) => url.to_owned(),
    }
}
