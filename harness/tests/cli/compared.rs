//! Saved runs: shown in other formats, compared, and as a baseline.

use serde_json::Value;

use crate::{FAILS, PASSES, Place, assert_has, stderr, stdout};

/// A suite with a fixture that passes and one that fails, and a saved run of it.
fn saved() -> Place {
    let place = Place::new(&[("suites/a.dat", PASSES), ("suites/b.dat", FAILS)]);
    place.run("run suites --format json --out old.json", 1);
    place
}

#[test]
fn a_saved_run_has_every_format_that_a_run_has() {
    let place = saved();
    for format in ["human", "json", "junit", "sarif", "github", "markdown", "tap"] {
        let saved = stdout(&place.run(&format!("report old.json --format {format}"), 1));
        assert!(saved.contains("suites/b.dat"), "{format}: {saved}");
    }
    let sarif: Value = serde_json::from_str(&stdout(&place.run("report old.json --format sarif", 1))).unwrap();
    let place_of = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place_of["artifactLocation"]["uri"], "suites/b.dat");
    let annotations = stdout(&place.run("report old.json --format github", 1));
    assert_has(&annotations, &["::error title=standard tree failed,file=suites/b.dat,line=1::", "::notice title="]);
    let run = &sarif["runs"][0]["invocations"][0];
    assert_eq!(run["commandLine"], "crosscheck run suites --format json --out old.json");
    let again = stdout(&place.run("report old.json --format json", 1));
    assert_eq!(again, place.read("old.json"), "nothing is lost");
}

#[test]
fn what_is_no_saved_run_is_refused_with_its_line() {
    let place = saved();
    let whole = place.read("old.json");
    place.write("half.json", &whole[..whole.len() / 2]);
    assert_has(&stderr(&place.run("report half.json", 2)), &["half.json:", "not a saved run: EOF"]);
    place.write("other.json", "{\"schema\": \"crosscheck.hunt/1\"}");
    assert_has(&stderr(&place.run("compare old.json other.json", 2)), &["the schema is `crosscheck.hunt/1`"]);
    assert_has(&stderr(&place.run("run suites --baseline missing.json", 2)), &["missing.json: cannot be read"]);
}

#[test]
fn a_comparison_tells_what_is_worse_and_what_is_better() {
    let place = saved();
    let told = stdout(&place.run("compare old.json old.json", 0));
    assert_has(&told, &["Not worse 2 checks compared: 0 worse, 0 better; 0 added, 0 removed"]);
    // The question of the fixture that passed is asked again with another expectation, and that of the other is mended.
    place.write("suites/a.dat", &PASSES.replace("\"x\"", "\"z\""));
    place.write("suites/b.dat", &FAILS.replace("\"z\"", "\"y\""));
    place.write("suites/c.dat", &FAILS.replace("<p>y", "<p>w"));
    place.run("run suites --format json --out new.json", 1);
    let told = stdout(&place.run("compare old.json new.json", 1));
    assert_has(
        &told,
        &[
            "newly failing 1",
            "suites/a.dat:1",
            "passed → failed",
            "newly passing 1",
            "failed → passed",
            "added and failing 1",
            "suites/c.dat:1",
            "Worse 2 checks compared: 2 worse, 1 better; 1 added, 0 removed",
        ],
    );
    let json = place.json("compare new.json old.json --format json", 1);
    assert_eq!((&json["removed"], &json["newly_passing"][0]["kind"]), (&1.into(), &"tree".into()));
    place.run("run suites/a.dat --engine html5ever --format json --out other.json", 1);
    let told = stdout(&place.run("compare new.json other.json", 1));
    assert_has(&told, &["html5ever only in the newer run", "standard only in the older run"]);
}

#[test]
fn with_a_baseline_only_what_is_new_fails() {
    let place = saved();
    let told = stdout(&place.run("run suites --baseline old.json", 0));
    assert_has(&told, &["As expected 2 checks", "1 passed, 1 failed; 1 known"]);
    place.write("suites/c.dat", &FAILS.replace("<p>y", "<p>w"));
    let told = stdout(&place.run("run suites --baseline old.json", 1));
    assert_has(&told, &["suites/c.dat:1", "1 known; 1 unexpected"]);
}

#[test]
fn the_known_failures_of_engines_come_with_the_program() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let told = stdout(&place.run("expectations", 0));
    assert_has(&told, &["html5ever", "lxml"]);
}
