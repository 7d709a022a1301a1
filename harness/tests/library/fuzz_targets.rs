//! What is derived in `fuzz/` is current. `SNAPSHOTS=overwrite cargo test --test library fuzz_targets` brings it up to
//! date.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::fuzzing::generate::Dictionary;
use snapbox::Data;
use snapbox::assert::{Assert, DEFAULT_ACTION_ENV};

const BEGIN: &str = "<!-- targets -->\n";
const END: &str = "<!-- end of targets -->\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

/// The names of the targets and their sources.
fn targets() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder().join("fuzz_targets")).unwrap();
    let mut targets: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    targets.sort();
    assert!(!targets.is_empty());
    targets
}

/// The line of a target in the list: its name, the form of its inputs, and the first line of its documentation. A target
/// that reads no document reads files of its own.
fn line(name: &str, source: &str) -> String {
    let about = source.lines().next().and_then(|line| line.strip_prefix("//! "));
    let about = about.unwrap_or_else(|| panic!("{name} does not say what it checks"));
    let is_read = |form: &CorpusForm| source.contains(&format!("(CorpusForm::{form:?},"));
    let mut forms = CorpusForm::ALL.into_iter().filter(is_read);
    let form = forms.next().map_or("files", CorpusForm::name);
    assert_eq!(forms.next(), None, "{name} reads more than one form");
    format!("* `{name}` ({form}): {about}")
}

fn assert_current(path: &Path, derived: String) {
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV);
    assert.eq(derived, Data::read_from(path, None).raw());
}

#[test]
fn the_readme_lists_the_targets() {
    let path = folder().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).expect("the list begins");
    let (_, after) = rest.split_once(END).expect("the list ends");
    let mut derived = format!("{before}{BEGIN}");
    for (name, source) in targets() {
        writeln!(derived, "{}", line(&name, &source)).unwrap();
    }
    assert_current(&path, format!("{derived}{END}{after}"));
}

#[test]
fn the_dictionary_is_that_of_the_standard() {
    assert_current(&folder().join("html.dict"), Dictionary::of_standard().to_text());
}

#[test]
fn cargo_knows_the_targets() {
    let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let known = manifest["bin"].as_array().unwrap().iter();
    let known: Vec<_> = known.map(|bin| bin["name"].as_str().unwrap()).collect();
    let targets = targets();
    let names: Vec<_> = targets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(known, names);
}
