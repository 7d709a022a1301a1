//! Settings from `crosscheck.toml`, and the notation of durations and sizes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;
use serde::{Deserialize, Deserializer};

use crate::engines::{EngineSpec, WorkerCommand};
use crate::files::FileError;

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
    /// Memory limit of a worker process.
    #[serde(default, deserialize_with = "from_text")]
    pub memory: Option<Memory>,
    /// The user's own engines, by name.
    #[serde(default)]
    pub engines: BTreeMap<String, EngineSetting>,
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
    pub fn spec((name, setting): (&String, &Self)) -> EngineSpec {
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
    /// Reads `crosscheck.toml` from a folder or the nearest folder above it that has one. Returns empty settings if
    /// there is none.
    ///
    /// # Errors
    /// When the file cannot be read or contains something that is not a setting.
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
        let paths = folder.ancestors().map(|folder| folder.join(FILE_NAME));
        for path in paths {
            match fs::read_to_string(&path) {
                Ok(text) => return Self::from_text(&path, &text),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(FileError::unreadable(&path, &error)),
            }
        }
        Ok(Self::default())
    }

    fn from_text(path: &Path, text: &str) -> Result<Self, FileError> {
        let mut settings: Self = toml::from_str(text).map_err(|error| {
            let offset = error.span().map(|span| span.start);
            FileError::in_text(path, text, offset, error.message())
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        settings.expectations = settings.expectations.map(|path| folder.join(path));
        for engine in settings.engines.values_mut() {
            folder.clone_into(&mut engine.folder);
        }
        Ok(settings)
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
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        Settings::from_text(Path::new("at/crosscheck.toml"), text).map_err(|error| error.to_string())
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
            engines: [("mine".to_owned(), mine)].into(),
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
