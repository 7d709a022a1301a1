//! `crosscheck engines install` where something fails: it is told, and nothing is there by half.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::{Place, assert_has, stderr};

/// Installs an engine where these are the only programs, each a shell script. Gives what is told.
fn install(place: &Place, engine: &str, programs: &[(&str, &str)]) -> String {
    place.write("bin/.keep", "");
    for (name, script) in programs {
        let path = format!("bin/{name}");
        place.write(&path, &format!("#!/bin/sh\n{script}\n"));
        let executable = Permissions::from_mode(0o755);
        fs::set_permissions(place.path().join(&path), executable).unwrap();
    }
    let ran = place
        .command(&format!("engines install {engine}"))
        .env("PATH", place.path().join("bin"))
        .env("CROSSCHECK_ENGINES", place.path().join("engines"))
        .assert()
        .code(2);
    stderr(&ran)
}

/// What lies in the folder of engines, hidden or not.
fn engines(place: &Place) -> Vec<String> {
    match place.path().join("engines").is_dir() {
        true => place.entries("engines"),
        false => Vec::new(),
    }
}

/// Leaves something behind, and says why it gives up.
const FAILS: &str = "echo half > half-done; echo 'no network' >&2; exit 7";

#[test]
fn a_package_that_cannot_be_had() {
    let place = Place::new(&[]);
    let told = install(&place, "parse5", &[("npm", FAILS), ("node", "exit 0")]);
    assert_has(
        &told,
        &[
            "parse5: npm ci ",
            "error: cannot install parse5: `npm ci ",
            "` failed: exit status: 7\n  no network",
            "apt-get install --no-install-recommends nodejs npm",
        ],
    );
    assert_eq!(engines(&place), [""; 0]);
}

#[test]
fn an_environment_that_cannot_be_made() {
    let place = Place::new(&[]);
    let told = install(&place, "html5lib", &[("python3", FAILS)]);
    assert_has(
        &told,
        &[
            "error: cannot install html5lib: `python3 -m venv venv` failed: exit status: 7\n  no network",
            "python3-venv",
        ],
    );
    assert_eq!(engines(&place), [""; 0]);
}

#[test]
fn programs_that_are_missing() {
    let place = Place::new(&[]);
    let told = install(&place, "parse5", &[("node", "exit 0")]);
    assert_has(&told, &["error: parse5 needs npm; not found on PATH"]);
    assert_eq!(engines(&place), [""; 0]);
}

#[test]
fn an_engine_that_is_set_up_and_does_not_work() {
    let place = Place::new(&[]);
    let node = "echo 'cannot find a module' >&2; exit 1";
    let told = install(&place, "parse5", &[("npm", "exit 0"), ("node", node)]);
    assert_has(&told, &["installed, but it does not start", "cannot find a module"]);
    assert_eq!(engines(&place), [""; 0]);
}

#[test]
fn what_was_there_before_stays() {
    let place = Place::new(&[("engines/parse5/.crosscheck-installed", "an older one")]);
    install(&place, "parse5", &[("npm", FAILS), ("node", "exit 0")]);
    assert_eq!(engines(&place), ["parse5"]);
    assert_eq!(place.read("engines/parse5/.crosscheck-installed"), "an older one");
    assert_eq!(place.entries("engines/parse5"), [".crosscheck-installed"]);
}

/// One that fails does not keep the next from being tried.
#[test]
fn several_that_fail_are_each_told() {
    let place = Place::new(&[]);
    let told = install(&place, "parse5 html5lib", &[("npm", FAILS), ("node", "exit 0"), ("python3", FAILS)]);
    assert_has(&told, &["cannot install parse5: ", "cannot install html5lib: "]);
    assert_eq!(engines(&place), [""; 0]);
}
