//! Every file of the public fixtures, and of our own, reads and prints as it is. One trial a file; the public ones are
//! listed as ignored where `CROSSCHECK_HTML5LIB_TESTS` does not say where they are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::{public_folder, skipped};
use crosscheck::fixtures::{FixtureFile, SuiteKind, discover};
use libtest_mimic::{Failed, Trial};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites");
    let mut trials = trials_of("own", own);
    match public_folder() {
        Ok(folder) => trials.extend(trials_of("html5lib-tests", folder)),
        Err(why) => trials.push(skipped("html5lib-tests", why)),
    }
    trials
}

fn trials_of(suite: &str, folder: PathBuf) -> Vec<Trial> {
    let discovered = discover(std::slice::from_ref(&folder), None);
    let errors = discovered.errors.clone();
    let all_read = move || match errors.as_slice() {
        [] => Ok(()),
        [first, ..] => Err(Failed::from(first)),
    };
    let files = discovered.files.into_iter().map(|file| {
        let name = file.path.strip_prefix(&folder).unwrap_or(&file.path);
        let name = format!("{suite}::{}", name.display());
        Trial::test(name, move || round_trip(&file))
    });
    [Trial::test(format!("{suite}::every file reads"), all_read)].into_iter().chain(files).collect()
}

fn round_trip(file: &FixtureFile) -> Result<(), Failed> {
    let bytes = std::fs::read(&file.path)?;
    let printed = file.to_bytes();
    match file.kind {
        SuiteKind::Tokenizer => same_value(&bytes, &printed)?,
        SuiteKind::Serializer if bytes.starts_with(b"{") => same_value(&bytes, &printed)?,
        _ => same_bytes(&bytes, &printed)?,
    }
    let again = FixtureFile::from_bytes(&file.path, &printed, Some(file.kind))?;
    let bodies = |file: &FixtureFile| -> Vec<_> { file.fixtures.iter().map(|fixture| fixture.body.clone()).collect() };
    if bodies(&again) != bodies(file) {
        return Err("what was printed reads as other fixtures".into());
    }
    Ok(())
}

fn same_bytes(bytes: &[u8], printed: &[u8]) -> Result<(), Failed> {
    let differs = bytes.iter().zip(printed).position(|(a, b)| a != b);
    match differs {
        None if bytes.len() == printed.len() => Ok(()),
        None => Err(format!("{} bytes read, {} printed", bytes.len(), printed.len()).into()),
        Some(offset) => Err(format!("printed otherwise from byte {offset} on").into()),
    }
}

fn same_value(bytes: &[u8], printed: &[u8]) -> Result<(), Failed> {
    let (expected, actual) = (Json::parse(bytes)?, Json::parse(printed)?);
    if expected == actual { Ok(()) } else { Err("printed as another JSON value".into()) }
}

/// A JSON value whose strings may hold lone surrogates, which `serde_json::Value` refuses. Strings keep no escapes:
/// `"\u0041"` and `"A"` are the same.
#[derive(Debug, PartialEq)]
enum Json {
    Array(Vec<Json>),
    Object(BTreeMap<Vec<u8>, Json>),
    Text(Vec<u8>),
    /// A number, `true`, `false` or `null`.
    Other(serde_json::Value),
}

impl Json {
    fn parse(bytes: &[u8]) -> Result<Self, Failed> {
        let raw: &serde_json::value::RawValue = serde_json::from_slice(bytes)?;
        Self::from_raw(raw)
    }

    fn from_raw(raw: &serde_json::value::RawValue) -> Result<Self, Failed> {
        use crosscheck::model::wtf8_json::JsonText;
        use serde_json::value::RawValue;

        let json = raw.get();
        Ok(match json.as_bytes()[0] {
            b'[' => {
                let items: Vec<&RawValue> = serde_json::from_str(json)?;
                Self::Array(items.into_iter().map(Self::from_raw).collect::<Result<_, _>>()?)
            }
            b'{' => {
                let members: BTreeMap<JsonText, &RawValue> = serde_json::from_str(json)?;
                let member =
                    |(name, value): (JsonText, _)| Ok::<_, Failed>((name.0.into_bytes(), Self::from_raw(value)?));
                Self::Object(members.into_iter().map(member).collect::<Result<_, _>>()?)
            }
            b'"' => Self::Text(serde_json::from_str::<JsonText>(json)?.0.into_bytes()),
            _ => Self::Other(serde_json::from_str(json)?),
        })
    }
}
