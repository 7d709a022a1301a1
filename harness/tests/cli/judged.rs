//! Nothing judged is never green: an engine that could not be asked what a command is about is named, with status 2.

use crate::{FAILS, PASSES, Place, assert_has, fragment, stderr, stdout};

/// An encoding fixture.
const ENCODING: &str = "#data\n<meta charset=utf-8>\n#encoding\nutf-8\n";

/// An engine that says it can do this.
fn able_to(can: &str) -> Place {
    let hello = format!(r#"{{"engine":"able","version":"1","language":"sh","can":[{can}]}}"#);
    let script = format!("read -r line\nprintf '%s\\n' '{hello}'\ncat >/dev/null\n");
    let settings = "[engines.able]\ncommand = ['sh', 'engine.sh']\n";
    Place::new(&[
        ("crosscheck.toml", settings),
        ("engine.sh", &script),
        ("page.html", "<p>x"),
        ("suites/tree-construction/a.dat", PASSES),
        ("suites/tree-construction/fragment.dat", &fragment()),
        ("suites/encoding/e.dat", ENCODING),
    ])
}

#[test]
fn a_run_of_checks_that_the_engine_cannot_be_asked() {
    let place = able_to(r#""tokens""#);
    let ran = place.run("run suites/encoding --engine html5ever", 2);
    assert_has(&stderr(&ran), &["engine `html5ever` supports none of these checks (1)", "encoding: "]);
    assert_has(&stdout(&ran), &["Nothing judged 1 check in", "1 unsupported; 1 problem"]);
    // It is told of each engine, and what the others answered stands.
    let ran = place.run("run suites --engine able --engine standard", 2);
    assert_has(&stderr(&ran), &["engine `able` supports none", "document; encoding; fragment"]);
    assert_has(&stdout(&ran), &["Not all run 6 checks in"]);
    place.run("run suites --engine html5ever", 0);
}

/// The reason alone is told, no table of what was not reached or not noticed.
#[test]
fn suites_that_are_not_there() {
    let place = Place::new(&[]);
    for command in ["coverage", "mutants", "run"] {
        let ran = place.run(&format!("{command} nowhere"), 2);
        assert_has(&stderr(&ran), &["nowhere: no such file or folder"]);
        assert!(command == "run" || stdout(&ran).is_empty(), "{command}");
    }
    let ran = place.run("triage nowhere", 2);
    assert_has(&stderr(&ran), &["cannot read nowhere: No such file or directory"]);
    place.run("hunt --inputs 0", 2);
}

#[test]
fn a_parse_by_an_engine_that_cannot() {
    let place = able_to(r#""tokens""#);
    let ran = place.run("parse page.html --engine able", 2);
    assert_has(&stdout(&ran), &["unsupported: document"]);
    place.run("parse page.html --engine able --check", 2);
    place.run("parse page.html --engine html5ever --check", 0);
    let ran = place.run("parse page.html --check", 2);
    assert_has(&stderr(&ran), &["`--check` compares an engine with `standard`"]);
    let missing = "[engines.able]\ncommand = ['./nowhere']\n";
    place.write("crosscheck.toml", missing);
    place.run("parse page.html --engine able", 2);
}

#[test]
fn a_round_trip_by_an_engine_that_cannot() {
    let place = able_to(r#""document","fragment""#);
    for round_trip in ["", "--round-trip"] {
        let ran = place.run(&format!("serialise page.html --engine able {round_trip}"), 2);
        assert_has(&stdout(&ran), &["unsupported: serialise"]);
    }
    place.run("serialise page.html --engine html5ever --round-trip", 0);
}

#[test]
fn an_impact_on_nothing_or_on_engines_that_cannot_parse() {
    let place = able_to(r#""tokens""#);
    let change = "impact --change search-element-2023";
    let ran = place.run(&format!("{change} page.html --engine able"), 2);
    assert_has(&stderr(&ran), &["engine `able` cannot parse documents or fragments: document"]);
    place.run(&format!("{change} page.html --engine html5ever"), 0);
    place.write("empty/readme.txt", "no page");
    let ran = place.run(&format!("{change} empty"), 2);
    assert_has(&stderr(&ran), &["no document was examined"]);
}

#[test]
fn coverage_and_mutants_of_checks_that_the_standard_engine_does_not_pass() {
    let place = Place::new(&[("suites/a.dat", FAILS)]);
    for command in ["coverage suites", "mutants suites --section in-row"] {
        let ran = place.run(command, 2);
        assert_has(&stderr(&ran), &["passes none of these checks", "1 failed"]);
    }
}

#[test]
fn an_engine_that_no_question_is_about() {
    let place = able_to(r#""scripting""#);
    let ran = place.run("check-engine -- sh engine.sh", 2);
    assert_has(&stdout(&ran), &["Nothing was checked"]);
}
