//! Engines in other languages. An *adapter* is a small program that runs an engine by the engine protocol.
//!
//! The adapters' sources are part of this crate, and `adapters/engines.toml` says how each is set up. [`install`]
//! does so, in a folder of its own for each, where [`Adapter::spec`] finds it.

mod install;

use std::collections::BTreeMap;
use std::env;
use std::path::{self, Path, PathBuf};
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{EngineKind, EngineSpec, NotInstalled, WorkerCommand};

pub use install::{InstallError, install};

/// The environment variable for the folder of installed engines.
pub const FOLDER_VARIABLE: &str = "CROSSCHECK_ENGINES";

/// The adapters' sources.
static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/adapters");

/// The file that describes how to install each.
const MANIFEST: &str = "engines.toml";

/// The file with the programs that ask engines without Crosscheck.
pub(super) const SNIPPETS: &str = "snippets.toml";

/// An engine with an adapter, and how to install it. A table of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// Its name on the command line.
    #[serde(skip)]
    pub name: String,
    /// The family of engines with the same code base.
    pub family: String,
    /// The language it is written in.
    pub language: String,
    /// The adapter's files in `adapters/`, which are copied into one folder.
    sources: Vec<String>,
    /// The commands that build it.
    #[serde(default)]
    build: Vec<Vec<String>>,
    /// The Debian packages with the programs and libraries it needs.
    pub debian: Vec<String>,
    /// The command that starts it. A program with a slash is relative to its folder.
    command: Vec<String>,
}

/// All adapters, by name.
pub fn all() -> &'static [Adapter] {
    static ALL: LazyLock<Vec<Adapter>> = LazyLock::new(|| {
        let tables: BTreeMap<String, Adapter> =
            toml::from_str(source(MANIFEST)).unwrap_or_else(|error| panic!("adapters/{MANIFEST}: {error}"));
        let named = |(name, adapter)| Adapter { name, ..adapter };
        tables.into_iter().map(named).collect()
    });
    &ALL
}

/// The adapter of this name.
pub fn find(name: &str) -> Option<&'static Adapter> {
    all().iter().find(|adapter| adapter.name == name)
}

/// The folder of installed engines: `CROSSCHECK_ENGINES`, or `crosscheck/engines` in the user's data directory. `None`
/// if the system has no such directory.
pub fn folder() -> Option<PathBuf> {
    match env::var_os(FOLDER_VARIABLE) {
        // Its programs are started in other folders.
        Some(folder) if !folder.is_empty() => path::absolute(folder).ok(),
        _ => directories::BaseDirs::new().map(|user| user.data_dir().join("crosscheck/engines")),
    }
}

impl Adapter {
    /// The engine, whether it is installed or not.
    pub fn spec(&self) -> EngineSpec {
        match self.installed() {
            Ok(command) => EngineSpec::process(&self.name, &self.family, command),
            Err(why) => EngineSpec::missing(&self.name, &self.family, EngineKind::Process, why.to_string()),
        }
    }

    /// The command that starts the engine.
    ///
    /// # Errors
    /// When it is not installed or not up to date.
    pub fn installed(&self) -> Result<WorkerCommand, NotInstalled> {
        let folder = folder().map(|folder| folder.join(&self.name));
        match folder.filter(|folder| folder.join(RECORD).is_file()) {
            Some(folder) if self.is_up_to_date(&folder) => Ok(self.command(&folder)),
            Some(_) => Err(NotInstalled::Outdated(self.name.clone())),
            None => Err(NotInstalled::Missing(self.name.clone())),
        }
    }

    /// The command that starts the engine that is installed in `folder`.
    fn command(&self, folder: &Path) -> WorkerCommand {
        WorkerCommand::in_folder(&self.command, folder)
    }

    /// Whether the installation in `folder` is up to date.
    fn is_up_to_date(&self, folder: &Path) -> bool {
        std::fs::read_to_string(folder.join(RECORD)).is_ok_and(|record| record == self.record())
    }

    /// The record of an installation: a hash of everything that determines it.
    fn record(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{self:?}"));
        for name in &self.sources {
            hash.update(source(name));
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The file with the record. It is written last.
const RECORD: &str = ".crosscheck-installed";

/// A file of `adapters/`.
pub(super) fn source(name: &str) -> &'static str {
    SOURCES
        .get_file(name)
        .and_then(|file| file.contents_utf8())
        .unwrap_or_else(|| panic!("adapters/{name} is no text file of this crate"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn files(folder: &'static Dir<'_>, found: &mut BTreeSet<String>) {
        for file in folder.files() {
            found.insert(file.path().to_string_lossy().into_owned());
        }
        for folder in folder.dirs() {
            files(folder, found);
        }
    }

    #[test]
    fn the_manifest_names_every_source_and_no_other() {
        let named: BTreeSet<String> = all()
            .iter()
            .flat_map(|adapter| adapter.sources.iter().cloned())
            .chain([MANIFEST, SNIPPETS].map(str::to_owned))
            .collect();
        let mut there = BTreeSet::new();
        files(&SOURCES, &mut there);
        assert_eq!(named, there);
    }

    #[test]
    fn every_package_has_a_hash_and_every_command_is_one() {
        for adapter in all() {
            let name = &adapter.name;
            assert!(!adapter.command.is_empty(), "{name}");
            assert!(adapter.build.iter().all(|command| !command.is_empty()));
            let texts = |suffix: &'static str| {
                let sources = adapter.sources.iter().filter(move |source| source.ends_with(suffix));
                sources.map(|file| (file, source(file)))
            };
            for (file, text) in texts("package-lock.json") {
                let lock: serde_json::Value = serde_json::from_str(text).expect(file);
                let packages = lock["packages"].as_object().expect(file);
                for (package, pinned) in packages.iter().filter(|(package, _)| !package.is_empty()) {
                    assert!(pinned["integrity"].is_string(), "{file}: {package} has no hash");
                }
            }
            for (file, text) in texts(".txt") {
                let packages = text.matches("==").count();
                assert!(packages > 0, "{file}");
                let hashed = text.split("==").skip(1).filter(|package| package.contains("--hash=sha256:")).count();
                assert_eq!(hashed, packages, "{file}: a package has no hash");
            }
        }
    }
}
