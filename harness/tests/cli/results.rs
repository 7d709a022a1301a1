//! What a run says, in every form, and the status it ends with.

use serde_json::Value;
use snapbox::str;

use crate::{FAILS, PASSES, Place, assert_has, slow_fixture, stderr, stdout};

/// One fixture that passes and one that does not.
fn mixed() -> Place {
    Place::new(&[("suites/tree-construction/a.dat", &format!("{PASSES}\n{FAILS}"))])
}

#[test]
fn people_see_a_table_the_difference_and_how_to_reproduce_it() {
    let ran = mixed().run("run suites/tree-construction/a.dat", 1);
    ran.stderr_eq(str![""]).stdout_eq(str![[r#"
standard [..] took [..] s

engine    suite                     kind  passed  failed  known  other[..]
─[..]
standard  suites/tree-construction  tree       1       1      0  [..]
─[..]

failed standard tree suites/tree-construction/a.dat:11 [..]

  input (scripting off, then on)
  <p>y

  expected                                        │ actual
  | <html>                                        │ | <html>
  |   <head>                                      │ |   <head>
  |   <body>                                      │ |   <body>
  |     <p>                                       │ |     <p>
  |       "z"                                     ~ |       "y"

  reproduce crosscheck run suites/tree-construction/a.dat --engine standard --filter [..]

Unexpected 2 checks in [..] s: 1 passed, 1 failed; 1 unexpected

"#]]);
}

#[test]
fn json_has_the_members_that_scripts_rely_on() {
    let report = mixed().json("run suites --format json", 1);
    let members: Vec<_> = report.as_object().unwrap().keys().cloned().collect();
    for must in ["schema", "crosscheck", "engines", "totals", "seconds", "results", "complete"] {
        assert!(members.iter().any(|name| name == must), "{must}");
    }
    assert_eq!(report["schema"], "crosscheck.run/1");
    assert_eq!(report["crosscheck"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["engines"][0]["name"], "standard");
    assert!(report["engines"][0]["version"].is_string());
    assert!(report["seconds"].is_f64());
    assert_eq!(report["complete"], true);
    let total = &report["totals"][0];
    assert_eq!(total["engine"], "standard");
    assert_eq!(total["suite"], "suites/tree-construction");
    assert_eq!(total["kind"], "tree");
    for (verdict, count) in [
        ("passed", 1),
        ("failed", 1),
        ("crashed", 0),
        ("timed_out", 0),
        ("unsupported", 0),
        ("stale", 0),
        ("expected", 0),
        ("unexpected", 1),
    ] {
        assert_eq!(total[verdict], count, "{verdict}");
    }
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "what passed is left out");
    assert_failure(&results[0]);
}

fn assert_failure(result: &Value) {
    assert_eq!(result["engine"], "standard");
    assert_eq!(result["suite"], "suites/tree-construction");
    assert_eq!(result["file"], "suites/tree-construction/a.dat");
    assert_eq!(result["index"], 1);
    assert_eq!(result["line"], 11);
    assert_eq!(result["hash"].as_str().unwrap().len(), 12);
    assert_eq!(result["kind"], "tree");
    assert_eq!(result["verdict"], "failed");
    assert!(result["expected"].as_str().unwrap().ends_with("\"z\""));
    assert!(result["actual"].as_str().unwrap().ends_with("\"y\""));
}

#[test]
fn json_begins_with_the_schema_and_ends_with_complete() {
    let text = stdout(&mixed().run("run suites --format json", 1));
    assert!(text.starts_with("{\n  \"schema\": \"crosscheck.run/1\",\n  \"crosscheck\": "));
    assert!(text.ends_with("  \"complete\": true\n}\n"));
}

#[test]
fn all_tells_of_what_passed_too() {
    let report = mixed().json("run suites --format json --all", 1);
    let verdicts: Vec<_> =
        report["results"].as_array().unwrap().iter().map(|result| result["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["passed", "failed"]);
}

#[test]
fn junit_is_read_back() {
    let place = mixed();
    place.run("run suites --format junit --out junit.xml", 1);
    let xml = place.read("junit.xml");
    let mut reader = quick_xml::Reader::from_str(&xml);
    let mut names = Vec::new();
    loop {
        use quick_xml::events::Event;
        match reader.read_event().expect("well-formed XML") {
            Event::Start(start) | Event::Empty(start) => {
                names.push(start.name().as_ref().to_owned());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(names, ["testsuites", "testsuite", "testcase", "testcase", "failure"]);
}

#[test]
fn the_main_job_writes_a_report_and_prints_its_path_last() {
    let place = mixed();
    let ran = place.run("", 1);
    let said = stdout(&ran);
    assert_eq!(said.lines().last(), Some("Report: target/crosscheck-report/index.html"));
    let files = ["index.html", "junit.xml", "run.json"];
    assert_eq!(place.entries("target/crosscheck-report"), files);
    let page = place.read("target/crosscheck-report/index.html");
    assert_has(&page, &["<!DOCTYPE html>", "suites/tree-construction/a.dat:11", "standard"]);
    let json: Value = serde_json::from_str(&place.read("target/crosscheck-report/run.json")).unwrap();
    assert_eq!(json["totals"][0]["failed"], 1);
}

#[test]
fn a_document_on_standard_output_stays_a_document_with_a_report() {
    let place = mixed();
    let ran = place.run("run suites --format json --report report", 1);
    serde_json::from_str::<Value>(&stdout(&ran)).unwrap();
    assert_has(&stderr(&ran), &["Report: report/index.html"]);
}

#[test]
fn a_known_failure_is_as_expected_and_a_mended_one_is_not() {
    let place = mixed();
    let update = place.command("run suites --update-expectations");
    let ran = update.args(["--reason", "y is no z"]).assert().code(1);
    assert_has(&stderr(&ran), &["suites/expectations/standard.toml: added expectations: 1"]);
    let ran = place.run("run suites", 0);
    assert_has(&stdout(&ran), &["As expected 2 checks", "1 passed, 1 failed; 1 known"]);
    let report = place.json("run suites --format json", 0);
    assert_eq!(report["totals"][0]["expected"], 1);
    assert_eq!(report["results"][0]["expectation"], "y is no z");
    place.run("run suites --no-expectations", 1);
    // The same question, now with the right answer: the expectation no longer applies.
    let mended = place.read("suites/tree-construction/a.dat").replace("\"z\"", "\"y\"");
    place.write("suites/tree-construction/a.dat", &mended);
    let ran = place.run("run suites", 1);
    assert_has(&stdout(&ran), &["passed unexpectedly", "y is no z"]);
    let ran = place.run("run suites --update-expectations", 1);
    assert_has(&stderr(&ran), &["removed expectations that no longer hold: 1"]);
    place.run("run suites", 0);
}

#[test]
fn colours_are_for_terminals_and_for_who_asks() {
    let place = mixed();
    let coloured = |arguments: &str, name: &str| {
        let command = place.command(arguments).env(name, "1");
        stdout(&command.assert().code(1)).contains('\x1b')
    };
    assert!(!coloured("run suites", "UNRELATED"), "a pipe is no terminal");
    assert!(coloured("run suites --color always", "UNRELATED"));
    assert!(coloured("run suites", "CLICOLOR_FORCE"));
    assert!(!coloured("run suites", "NO_COLOR"));
    place.run("run suites --color always --out results.txt", 1);
    assert!(!place.read("results.txt").contains('\x1b'), "a file is no terminal");
}

#[test]
fn quiet_says_less_and_verbose_more() {
    let place = mixed();
    let quiet = stdout(&place.run("run suites -q", 1));
    assert!(!quiet.contains("engine "), "{quiet}");
    assert_has(&quiet, &["failed standard tree suites/tree-construction/a.dat:11", "1 unexpected"]);
    place.write("suites/tokenizer/t.test", TOKENS);
    let verbose = stdout(&place.run("run suites -v --engine html5ever", 1));
    assert_has(&verbose, &["unsupported html5ever errors suites/tokenizer/t.test"]);
}

const TOKENS: &str = r#"{"tests": [{"description": "x", "input": "x", "output": [["Character", "x"]]}]}"#;

#[test]
fn an_input_that_takes_too_long_costs_one_verdict() {
    let place = Place::new(&[("suite/a.dat", &[PASSES, &slow_fixture(), FAILS].join("\n"))]);
    let report = place.json("run suite --engine html5ever --timeout 2s --format json --no-expectations", 1);
    let total = &report["totals"][0];
    assert_eq!(total["passed"], 1, "{total}");
    assert_eq!(total["failed"], 1, "{total}");
    assert_eq!(total["timed_out"], 1, "{total}");
    assert_eq!(report["results"][0]["verdict"], "timed_out");
    assert_eq!(report["results"][0]["reason"], "no answer within 2s");
    assert_eq!(report["complete"], true);
}

#[test]
#[ignore = "slow"]
fn a_tree_too_deep_to_show_costs_no_memory() {
    let place = Place::new(&[("suite/a.dat", &slow_fixture()), ("a.html", &"<div>".repeat(400_000))]);
    let report = place.json("run suite --engine standard --format json --no-expectations", 1);
    let actual = report["results"][0]["actual"].as_str().expect("a text");
    assert_has(actual, &["400003 nodes, whose dump takes more than"]);
    let shown = place.json("parse a.html --format json", 1);
    assert_has(shown["outputs"][0]["error"].as_str().expect("a text"), &["too deep to show"]);
    place.run("parse a.html --no-tree", 0);
}

#[test]
fn a_filter_selects_by_place_description_and_hash() {
    let place = mixed();
    place.write("suites/tokenizer/t.test", TOKENS);
    for (filter, checks) in [("a.dat:11", 1), ("a.dat", 2), ("t.test", 2)] {
        let report = place.json(
            &format!("run suites --all --format json --filter {filter} --no-expectations"),
            i32::from(filter.contains("a.dat")),
        );
        assert_eq!(report["results"].as_array().unwrap().len(), checks, "{filter}");
    }
}

#[test]
fn the_kind_of_a_suite_can_be_told() {
    let place = mixed();
    let ran = place.run("run suites --suite-kind tokenizer", 2);
    assert_has(&stderr(&ran), &["error: suites/tree-construction/a.dat:1: "]);
}
