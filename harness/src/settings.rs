//! Settings from `crosscheck.toml`, and the notation of durations and sizes.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::File;
use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use bytesize::ByteSize;
use crosscheck_reports::visible;
use serde::{Deserialize, Deserializer};

use crate::engines::{self, EngineSpec, WorkerCommand};
use crate::files::{self, FileError};

/// The name of the file settings are read from.
pub const FILE_NAME: &str = "crosscheck.toml";

/// The content of `crosscheck.toml`. Flags and environment variables of the same names override it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The engines to run, by name.
    pub engine: Option<Vec<String>>,
    /// The folder of expectations, relative to the file.
    pub expectations: Option<PathBuf>,
    /// How many worker processes to run at a time.
    pub jobs: Option<NonZeroUsize>,
    /// Time limit for one input.
    #[serde(default, deserialize_with = "from_text")]
    pub timeout: Option<Timeout>,
    /// Memory limit of an engine with all its processes.
    #[serde(default, deserialize_with = "from_text")]
    pub memory: Option<Memory>,
    /// The user's own engines, by name.
    #[serde(default)]
    pub engines: BTreeMap<EngineName, EngineSetting>,
    /// The file they are from.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// The name of an engine from the settings. It is no other engine's name and can be a value of `--engine` and the name
/// of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct EngineName(String);

/// The names of the built-in engines, made once because making them looks for programs.
static BUILT_IN: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| engines::all().into_iter().map(|spec| spec.name).collect());

/// The name cannot be the name of an engine from the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnEngineName {
    /// It is the name of a built-in engine.
    #[error("`{0}` is a built-in engine; expected another name")]
    BuiltIn(String),
    /// It has characters that cannot be in a name.
    #[error("`{0}` is no name for an engine; expected visible characters without commas and slashes")]
    Characters(String),
}

impl EngineName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for EngineName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for EngineName {
    type Error = NotAnEngineName;

    fn try_from(name: String) -> Result<Self, NotAnEngineName> {
        if name.is_empty() || name.contains([',', '/', '\\', '\n']) || visible(&name) != name {
            return Err(NotAnEngineName::Characters(visible(&name).replace('\n', "\\n")));
        }
        let is_variant = || ["standard@", "faulty:"].iter().any(|prefix| name.starts_with(prefix));
        match name == "all" || is_variant() || BUILT_IN.contains(&name) {
            true => Err(NotAnEngineName::BuiltIn(name)),
            false => Ok(Self(name)),
        }
    }
}

/// An engine from the settings: a program that speaks the engine protocol.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineSetting {
    /// The program and its arguments. It runs in the folder of the file.
    #[serde(deserialize_with = "command")]
    pub command: Vec<String>,
    /// Engines with a common code base have the same family and share faults. The default is the engine's name.
    pub family: Option<String>,
    /// The folder it runs in.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl EngineSetting {
    /// The engine of a name and its setting.
    pub fn spec((EngineName(name), setting): (&EngineName, &Self)) -> EngineSpec {
        let family = setting.family.as_ref().unwrap_or(name);
        EngineSpec::process(name, family, WorkerCommand::in_folder(&setting.command, &setting.folder))
    }
}

fn command<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let command = Vec::<String>::deserialize(deserializer)?;
    match command.is_empty() {
        true => Err(serde::de::Error::custom("`command` is empty; expected a program and its arguments")),
        false => Ok(command),
    }
}

impl Settings {
    /// Reads `crosscheck.toml` from a folder or the nearest folder above it that has one. The search ends at the root of
    /// a repository, which has an entry `.git`, and at the home directory. Returns empty settings if there is none.
    ///
    /// # Errors
    /// When the file cannot be read, contains something that is not a setting, or is not safe: another user owns the
    /// file or its folder, or can write to it.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use crosscheck::settings::Settings;
    ///
    /// let settings = Settings::find(Path::new("."))?;
    /// # drop(settings);
    /// # Ok::<(), crosscheck::files::FileError>(())
    /// ```
    pub fn find(folder: &Path) -> Result<Self, FileError> {
        Self::find_below(folder, env::home_dir().as_deref())
    }

    fn find_below(folder: &Path, home: Option<&Path>) -> Result<Self, FileError> {
        for folder in folder.ancestors() {
            let path = folder.join(FILE_NAME);
            match files::open(&path) {
                Ok(file) => return Self::read(&path, file),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(FileError::unreadable(&path, &error)),
            }
            if folder.join(".git").symlink_metadata().is_ok() || Some(folder) == home {
                break;
            }
        }
        Ok(Self::default())
    }

    fn read(path: &Path, file: File) -> Result<Self, FileError> {
        let unreadable = |error: io::Error| FileError::unreadable(path, &error);
        #[cfg(unix)]
        safety::check(path, &file.metadata().map_err(unreadable)?)?;
        let mut text = String::new();
        file.take(LARGEST + 1).read_to_string(&mut text).map_err(unreadable)?;
        if text.len() as u64 > LARGEST {
            return Err(FileError::of(path, format!("larger than {}; expected settings", ByteSize(LARGEST))));
        }
        Ok(Self { file: Some(path.to_owned()), ..Self::parse(path, &text)? })
    }

    /// Reads the text of a `crosscheck.toml`; `path` names it in errors, and its folder is where its engines run.
    ///
    /// # Errors
    /// When something in it is not a setting.
    pub fn parse(path: &Path, text: &str) -> Result<Self, FileError> {
        let mut settings: Self = toml::from_str(text).map_err(|error| {
            let offset = error.span().map(|span| span.start);
            FileError::in_text(path, text, offset, error.message())
        })?;
        let named = settings.engine.iter().flatten();
        if let Some(own) = named.into_iter().find(|name| settings.engines.contains_key(name.as_str())) {
            let message = format!("`engine` names `{own}`, which this file defines; ask for it with: --engine {own}");
            return Err(FileError::of(path, message));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        settings.expectations = settings.expectations.map(|path| folder.join(path));
        for engine in settings.engines.values_mut() {
            folder.clone_into(&mut engine.folder);
        }
        Ok(settings)
    }
}

/// The largest file of settings, in bytes.
const LARGEST: u64 = 1 << 20;

/// Who may have written the file.
#[cfg(unix)]
mod safety {
    use std::fs::{self, Metadata};
    use std::os::unix::fs::MetadataExt as _;
    use std::path::Path;

    use crate::files::FileError;

    /// In a folder with this bit, only owners can replace files.
    const STICKY: u32 = 0o1000;

    /// Only this user and the administrator own the file and its folder and can write to them.
    pub(super) fn check(path: &Path, file: &Metadata) -> Result<(), FileError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let of_folder = fs::metadata(folder).map_err(|error| FileError::unreadable(folder, &error))?;
        let what_is_wrong = wrong(file).or_else(|| {
            let wrong = wrong(&of_folder).filter(|_| of_folder.mode() & STICKY == 0)?;
            Some(format!("its folder is {wrong}"))
        });
        match what_is_wrong {
            None => Ok(()),
            Some(wrong) => {
                let message = format!(
                    "{wrong}, so it is not read; if you trust it, change that with `chown` or `chmod`, or else ignore \
                     it with --no-config"
                );
                Err(FileError::of(path, message))
            }
        }
    }

    fn wrong(metadata: &Metadata) -> Option<String> {
        wrong_for(rustix::process::geteuid().as_raw(), metadata.uid(), metadata.gid(), metadata.mode())
    }

    /// What is wrong for this user with a file of that owner, group and mode. A group of the owner's own number is the
    /// owner's alone.
    fn wrong_for(user: u32, owner: u32, group: u32, mode: u32) -> Option<String> {
        // `sudo` says who it works for.
        let asked = std::env::var("SUDO_UID").ok().and_then(|id| id.parse().ok()).filter(|_| user == 0);
        if owner != user && owner != 0 && Some(owner) != asked {
            return Some(format!("owned by another user ({owner})"));
        }
        let others = if group == owner { 0o002 } else { 0o022 };
        (mode & others != 0).then(|| format!("writable by others (mode {:o})", mode & 0o7777))
    }

    #[cfg(test)]
    mod tests {
        use super::wrong_for;

        #[test]
        fn files_of_this_user_and_of_the_administrator_are_safe() {
            assert_eq!(wrong_for(1000, 1000, 1000, 0o100_664), None);
            assert_eq!(wrong_for(1000, 0, 0, 0o100_644), None);
            assert_eq!(wrong_for(1000, 1000, 100, 0o100_644), None);
        }

        #[test]
        fn files_that_others_own_or_can_write_are_not() {
            let wrong = |owner, group, mode| wrong_for(1000, owner, group, mode).expect("not safe");
            assert_eq!(wrong(1001, 1001, 0o100_644), "owned by another user (1001)");
            assert_eq!(wrong(1000, 1000, 0o100_666), "writable by others (mode 666)");
            assert_eq!(wrong(1000, 100, 0o100_664), "writable by others (mode 664)");
        }
    }
}

/// Reads a value that is written as a string or a number.
fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err = NotASetting>,
{
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a string or a number")]
    enum Value {
        Text(String),
        Integer(u64),
        Float(f64),
    }
    let text = match Value::deserialize(deserializer)? {
        Value::Text(text) => text,
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
    };
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

/// The text is not a value of the setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct NotASetting {
    text: String,
    expected: &'static str,
}

/// Time limit for one input: `10s`, `500ms`, or a number of seconds, more than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeout(pub Duration);

impl FromStr for Timeout {
    type Err = NotASetting;

    fn from_str(text: &str) -> Result<Self, NotASetting> {
        let seconds = text.parse().ok();
        let duration = match seconds.map(Duration::try_from_secs_f64) {
            Some(duration) => duration.ok(),
            None => humantime::parse_duration(text).ok(),
        };
        match duration {
            Some(duration) if !duration.is_zero() => Ok(Self(duration)),
            _ => Err(NotASetting {
                text: text.to_owned(),
                expected: "a time limit; expected more than 0, for example 10s, 500ms or 2min",
            }),
        }
    }
}

/// Memory limit of a process: `2GiB`, `512MB`, a number of bytes, or `none` for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory(pub Option<u64>);

impl FromStr for Memory {
    type Err = NotASetting;

    fn from_str(text: &str) -> Result<Self, NotASetting> {
        if text == "none" {
            return Ok(Self(None));
        }
        match text.parse::<ByteSize>() {
            Ok(size) if size.as_u64() > 0 => Ok(Self(Some(size.as_u64()))),
            _ => Err(NotASetting {
                text: text.to_owned(),
                expected: "a size; expected for example 2GiB or 512MB, or `none` for no limit",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        Settings::parse(Path::new("at/crosscheck.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn every_setting_is_read() {
        let text = "engine = ['html5ever']\nexpectations = 'known'\njobs = 3\ntimeout = '2s'\nmemory = '1GiB'\n\
                    [engines.mine]\ncommand = ['python3', 'mine.py']\nfamily = 'html5lib'\n";
        let mine = EngineSetting {
            command: vec!["python3".to_owned(), "mine.py".to_owned()],
            family: Some("html5lib".to_owned()),
            folder: PathBuf::from("at"),
        };
        let expected = Settings {
            engine: Some(vec!["html5ever".to_owned()]),
            expectations: Some(PathBuf::from("at/known")),
            jobs: NonZeroUsize::new(3),
            timeout: Some(Timeout(Duration::from_secs(2))),
            memory: Some(Memory(Some(1 << 30))),
            engines: [(EngineName("mine".to_owned()), mine)].into(),
            file: None,
        };
        assert_eq!(read(text), Ok(expected));
        assert_eq!(read(""), Ok(Settings::default()));
    }

    #[test]
    fn what_is_not_a_setting_is_an_error_with_its_line() {
        let unknown = read("jobs = 3\n\ntimeuot = '2s'\n").unwrap_err();
        assert!(unknown.starts_with("at/crosscheck.toml:3: unknown field `timeuot`, expected one of"), "{unknown}");
        let wrong = read("jobs = 3\ntimeout = 'soon'\n").unwrap_err();
        assert!(wrong.starts_with("at/crosscheck.toml:2: `soon` is not a time limit"), "{wrong}");
        let empty = read("jobs = 3\n[engines.mine]\ncommand = []\n").unwrap_err();
        assert!(empty.starts_with("at/crosscheck.toml:3: `command` is empty"), "{empty}");
        let broken = read("jobs = \n").unwrap_err();
        assert!(broken.starts_with("at/crosscheck.toml:1: "), "{broken}");
    }

    #[test]
    fn names_of_other_engines_and_what_is_no_name_are_errors_with_their_line() {
        for name in ["standard", "html5ever", "parse5", "chromium", "all", "standard@x", "faulty:x"] {
            let error = read(&format!("jobs = 3\n[engines.'{name}']\ncommand = ['true']\n")).unwrap_err();
            assert_eq!(error, format!("at/crosscheck.toml:2: `{name}` is a built-in engine; expected another name"));
        }
        for name in ["", "a,b", "../a", "a\\\\b", "a\\nb", "\\u202Ea"] {
            let error = read(&format!("jobs = 3\n[engines.\"{name}\"]\ncommand = ['true']\n")).unwrap_err();
            assert!(error.starts_with("at/crosscheck.toml:2: `"), "{error}");
            assert!(error.contains("is no name for an engine"), "{error}");
        }
    }

    #[test]
    fn an_engine_of_the_file_is_not_the_default() {
        let error = read("engine = ['mine']\n[engines.mine]\ncommand = ['true']\n").unwrap_err();
        assert!(error.contains("`engine` names `mine`, which this file defines"), "{error}");
    }

    #[test]
    fn the_search_ends_at_the_root_of_a_repository_and_at_home() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("home/repository/inner");
        fs::create_dir_all(&inner).unwrap();
        fs::write(folder.path().join(FILE_NAME), "jobs = 1").unwrap();
        let home = folder.path().join("home");
        let found = |home: Option<&Path>| Settings::find_below(&inner, home).unwrap().jobs;
        assert_eq!(found(None), NonZeroUsize::new(1));
        assert_eq!(found(Some(&home)), None);
        fs::write(folder.path().join("home/repository/.git"), "gitdir: elsewhere").unwrap();
        assert_eq!(found(None), None);
        fs::write(folder.path().join("home/repository").join(FILE_NAME), "jobs = 2").unwrap();
        assert_eq!(found(None), NonZeroUsize::new(2));
    }

    #[test]
    fn the_nearest_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(folder.path().join(FILE_NAME), "jobs = 1").unwrap();
        assert_eq!(Settings::find(&inner).unwrap().jobs, NonZeroUsize::new(1));
        fs::write(folder.path().join("a").join(FILE_NAME), "jobs = 2").unwrap();
        assert_eq!(Settings::find(&inner).unwrap().jobs, NonZeroUsize::new(2));
    }

    #[test]
    fn times_and_sizes_are_read_as_people_write_them() {
        let time = |text: &str| text.parse::<Timeout>().ok().map(|timeout| timeout.0);
        assert_eq!(time("1.5"), Some(Duration::from_millis(1500)));
        assert_eq!(time("500ms"), Some(Duration::from_millis(500)));
        for wrong in ["", "0", "0s", "-1", "inf", "nan", "s"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
        let size = |text: &str| text.parse::<Memory>().ok().map(|memory| memory.0);
        assert_eq!(size("2GiB"), Some(Some(2 << 30)));
        assert_eq!(size("1000"), Some(Some(1000)));
        assert_eq!(size("none"), Some(None));
        for wrong in ["", "0", "much"] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }
}
