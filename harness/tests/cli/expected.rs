//! `crosscheck expectations`: what is known of engines, and when it was last checked.

use crate::{FAILS, Place, assert_has, stderr, stdout};

const KNOWN: &str = "checked = 2026-11-22\nversion = \"1.2\"\n\n\
    [00000000000a]\nfixture = \"suites/a.dat:1 tree\"\nverdict = \"failed\"\nanswer = \"0000000000aa\"\nreason = \"older\"\n\n\
    [00000000000b]\nverdict = \"failed\"\nreason = \"newer\"\n";

#[test]
fn files_are_listed_with_their_pins_and_their_last_check() {
    let place = Place::new(&[
        ("suites/expectations/one.toml", KNOWN),
        ("suites/expectations/other.toml", &KNOWN.replace("checked = 2026-11-22\n", "")),
    ]);
    let told = stdout(&place.run("expectations", 0));
    assert_has(&told, &["2026-11-22", "never", "4 expectations of 2 engines"]);
    let told = stdout(&place.run("expectations --verbose", 0));
    assert_has(&told, &["00000000000a failed 0000000000aa suites/a.dat:1 tree: older"]);
    let report = place.json("expectations --format json", 0);
    let file = &report["files"][0];
    assert_eq!((&file["pinned"], &file["unpinned"]), (&1.into(), &1.into()));
    assert_eq!(file["entries"][1]["answer"], serde_json::Value::Null);
    assert_eq!(report["complete"], true);
}

#[test]
fn what_nobody_checked_for_some_time_is_listed_with_status_1() {
    let place = Place::new(&[("suites/expectations/one.toml", KNOWN)]);
    place.run("expectations --stale 30d --on 2026-12-22", 0);
    let told = stdout(&place.run("expectations --stale 30d --on 2026-12-23", 1));
    assert_has(&told, &["2 expectations of 1 engine not checked since 2026-11-23"]);
    place.write("suites/expectations/one.toml", &KNOWN.replace("checked = 2026-11-22\n", ""));
    place.run("expectations --stale 30d --on 2026-11-22", 1);
    let told = stderr(&place.run("expectations --stale 30d --on 2026-11-32", 2));
    assert_has(&told, &["`2026-11-32` is not a day; expected YYYY-MM-DD"]);
    place.write("suites/expectations/two.toml", "[x]\n");
    assert_has(&stderr(&place.run("expectations", 2)), &["two.toml:1: "]);
}

#[test]
fn a_run_of_everything_says_that_it_was_checked_today() {
    let place = Place::new(&[("suites/a.dat", FAILS)]);
    place.run("run suites --update-expectations --reason y", 1);
    let path = "suites/expectations/standard.toml";
    let known = place.read(path);
    place.run("expectations --stale 30d", 0);
    // A run that does not ask about every entry leaves the day as it is.
    place.write("suites/b.dat", &FAILS.replace("<p>y", "<p>w"));
    place.run("run suites/a.dat --update-expectations", 0);
    let stale = known.replace(&known[..known.find("\nversion").unwrap()], "checked = 2020-01-01");
    place.write(path, &stale);
    let ran = place.run("run suites/b.dat --update-expectations --reason y", 1);
    assert_has(&stderr(&ran), &["`checked` is unchanged, because the run did not cover 1"]);
    assert_has(&place.read(path), &["checked = 2020-01-01"]);
}
