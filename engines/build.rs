//! Tells the code the versions of the engines it is built with, from the lock file.

use std::path::{Path, PathBuf};

/// The packages that are engines. Of one that is there in several versions, the newest is the engine: an older one is
/// there for tests to compare with.
const ENGINES: [&str; 1] = ["html5ever"];

/// The packages that are engines behind a feature, each with the feature.
const BEHIND_FEATURES: [(&str, &str); 3] =
    [("html5gum", "HTML5GUM"), ("lol_html", "LOL_HTML"), ("swc_html_parser", "SWC")];

fn main() {
    let lock_file = lock_file();
    println!("cargo::rerun-if-changed={}", lock_file.display());
    let lock = std::fs::read_to_string(&lock_file)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", lock_file.display()));
    let is_on = |feature: &str| std::env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let behind_features = BEHIND_FEATURES.into_iter().filter_map(|(engine, feature)| is_on(feature).then_some(engine));
    for engine in ENGINES.into_iter().chain(behind_features) {
        let version =
            newest(&lock, engine).unwrap_or_else(|| panic!("{} has no package {engine}", lock_file.display()));
        let variable = engine.to_uppercase().replace('-', "_");
        println!("cargo::rustc-env=CROSSCHECK_{variable}_VERSION={version}");
    }
}

/// The lock file of the package itself when it was published, else of the workspace.
fn lock_file() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it for build scripts");
    Path::new(&package)
        .ancestors()
        .map(|folder| folder.join("Cargo.lock"))
        .find(|file| file.is_file())
        .expect("cargo has written a Cargo.lock before it runs build scripts")
}

/// The newest version of a package in the lock file. Cargo writes `name` and `version` on successive lines.
fn newest<'l>(lock: &'l str, package: &str) -> Option<&'l str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    let mut versions = Vec::new();
    while let Some(line) = lines.next() {
        if line == name {
            versions.extend(lines.next()?.strip_prefix("version = \"")?.strip_suffix('"'));
        }
    }
    versions.into_iter().max_by_key(|version| {
        let numbers = version.split(['.', '-', '+']).map(|part| part.parse().unwrap_or(0));
        numbers.collect::<Vec<u64>>()
    })
}
