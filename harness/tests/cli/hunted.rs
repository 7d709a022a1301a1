//! `crosscheck hunt`.

use crosscheck::engines::WorkerCommand;
use crosscheck::fuzzing::triage::record::{Engines, replay};
use serde_json::{Value, json};

use crate::{Place, assert_has, stderr, stdout};

/// What a hunt found, without how long it took.
fn found(place: &Place, command: &str, status: i32) -> Value {
    let mut report = place.json(command, status);
    for member in ["seconds", "triage_seconds"] {
        assert!(report[member].is_number(), "{member}");
        report[member] = Value::Null;
    }
    report
}

fn causes(report: &Value) -> Vec<&str> {
    let causes = report["divergences"].as_array().expect("a list").iter();
    causes.filter_map(|cause| cause["behaves_like"].as_str()).collect()
}

#[test]
#[ignore = "slow"]
fn what_html5ever_lacks_is_found_and_named() {
    let place = Place::new(&[]);
    let command = "hunt --engine html5ever --inputs 6000 --format json";
    let report = found(&place, command, 1);
    assert_eq!(report["schema"], "crosscheck.hunt/1");
    assert_eq!(report["executions"], 6000);
    let causes = causes(&report);
    for cause in ["standard@without:processing-instructions-2026", "standard@without:void-children-not-serialized-2018"]
    {
        assert!(causes.contains(&cause), "{cause} is not in {causes:?}");
    }
    for found in report["divergences"].as_array().unwrap() {
        assert_ne!(found["expected"], found["actual"], "{found}");
        assert_eq!(found["departs"], json!(["html5ever"]), "{found}");
        if found["behaves_like"].is_string() {
            let groups = json!([["standard"], ["html5ever"]]);
            assert_eq!(found["engines"], groups, "{found}");
            assert!(found["explanation"].is_string(), "{found}");
        }
        for member in ["id", "input", "oracle"] {
            assert!(found[member].is_string(), "{member} of {found}");
        }
        for member in ["length", "count"] {
            assert!(found[member].is_u64(), "{member} of {found}");
        }
    }
}

/// So many documents that the last are made from those that were kept of the first.
#[test]
#[ignore = "slow"]
fn the_same_seed_finds_the_same_with_any_number_of_jobs() {
    let place = Place::new(&[]);
    let hunt = |options: &str| {
        let command = format!("hunt --engine html5ever --inputs 13000 --format json {options}");
        found(&place, &command, 1)
    };
    let once = hunt("--seed 7 --jobs 1");
    assert_eq!(once, hunt("--seed 7 --jobs 5"));
    assert_ne!(once["divergences"], hunt("--seed 8")["divergences"]);
}

/// What no generator makes so soon is found where it is told to begin with, and next to it, by any number of jobs.
#[test]
#[ignore = "slow"]
fn a_hunt_begins_with_a_corpus() {
    let place = Place::new(&[("corpus/a.html", "<table><tr></tr>x"), ("corpus/b", "<p>y")]);
    let mutant = "standard@mutant:in-row/end-tag-tr:off";
    let hunt = |options: &str, status| {
        let command = format!("hunt --engine {mutant} --format json {options}");
        found(&place, &command, status)
    };
    assert_eq!(hunt("--inputs 2", 0)["divergent"], 0);
    assert_eq!(hunt("--inputs 2 --corpus corpus", 1)["divergent"], 1);
    let once = hunt("--inputs 6000 --corpus corpus --jobs 1", 1);
    assert_eq!(once, hunt("--inputs 6000 --corpus corpus --jobs 5", 1));
    assert_ne!(once["divergent"], hunt("--inputs 6000", 1)["divergent"]);
    let missing = stderr(&place.run("hunt --corpus nowhere", 2));
    assert_has(&missing, &["nowhere"]);
}

#[test]
#[ignore = "slow"]
fn a_mutant_is_found_out() {
    let place = Place::new(&[]);
    let mutant = "standard@mutant:in-row/end-tag-tr:off";
    let command = format!("hunt --engine {mutant} --inputs 20000");
    let report = found(&place, &format!("{command} --format json"), 1);
    let first = &report["divergences"][0];
    let explanations = first["alternatives"].as_array().unwrap().iter().chain([&first["behaves_like"]]);
    assert!(explanations.into_iter().any(|engine| engine == mutant), "{first}");
    let shown = stdout(&place.run(&command, 1));
    assert_has(
        &shown,
        &[
            "1. standard@mutant:in-row/end-tag-tr:off does not apply the rule “",
            "confirmed by ",
            "1 divergence in",
            "crosscheck parse --engine",
        ],
    );
}

#[test]
fn an_issue_has_all_that_a_maintainer_needs_and_nothing_else_is_printed() {
    let place = Place::new(&[("corpus/a.html", "<p><hr>")]);
    let mutant = "standard@mutant:in-body/start-tag-hr:off";
    let command = format!("triage corpus --engine {mutant}");
    let title = found(&place, &format!("{command} --format json"), 1)["divergences"][0]["what"].clone();
    let issue = stdout(&place.run(&format!("{command} --issue 1"), 1));
    assert!(issue.starts_with(&format!("# {mutant} does not apply the rule “")), "{issue}");
    assert!(title.as_str().is_some_and(|title| title.contains("; it applies the rule “")), "{title}");
    assert_has(
        &issue,
        &[
            "\n```html\n<p><hr>\n```\n",
            "\ndata:text/html;charset=utf-8,%3Cp%3E%3Chr%3E\n",
            "\n! |     <hr>\n",
            "\n! |       <hr>\n",
            "(in-body/start-tag-hr)](https://html.spec.whatwg.org/multipage/parsing.html#",
            "\n* Crosscheck: ",
            "\n* the HTML standard: as of ",
            "crosscheck parse --engine standard@mutant:in-body/start-tag-hr:off,standard",
        ],
    );
    let error = stderr(&place.run(&format!("{command} --issue 2"), 2));
    assert_has(&error, &["`--issue 2`: the list has 1 divergence"]);
}

/// The lines that ask an engine without Crosscheck are in its own language.
#[test]
fn an_issue_about_a_fragment_says_what_it_is() {
    let question = r#"{"id":1,"html":"<input>","context":"select","scripting":false}"#;
    let place = Place::new(&[("corpus/questions.jsonl", question)]);
    let issue = stdout(&place.run("triage corpus --engine html5ever --issue 1", 1));
    assert!(issue.starts_with("# html5ever "), "{issue}");
    assert_has(
        &issue,
        &[
            "its context element is `select`.",
            "document.createElementNS(\"http://www.w3.org/1999/xhtml\", \"select\")",
            "\n```rust\nuse html5ever::",
            "\"select\".into()",
            ".one(\"<input>\")",
        ],
    );
    assert!(!issue.contains("data:text/html"), "{issue}");
}

/// Each of two things that are wrong is a root cause, and nothing else is.
#[test]
#[ignore = "slow"]
fn two_bugs_are_two_root_causes_and_what_is_on_record_is_masked() {
    let place = Place::new(&[]);
    let bugs = ["in-body/start-tag-hr:off", "list/table-sections:drop:thead"];
    let command =
        format!("hunt --engine standard@mutant:{} --inputs 20000 --oracle trees --format json", bugs.join("+"));
    let report = found(&place, &format!("{command} --record known"), 1);
    let wanted = bugs.map(|bug| format!("standard@mutant:{bug}"));
    assert_eq!(causes(&report), wanted);
    assert_eq!(report["masked"], 0);
    assert_eq!(place.entries("known").len(), 2);
    let masked = found(&place, &format!("{command} --known known"), 0);
    assert_eq!(masked["divergences"], Value::Array(Vec::new()));
    let count = |name: &str| masked[name].as_u64().unwrap();
    // Some documents bring up both.
    assert_eq!(count("masked") + count("combined"), count("divergent"));
    assert_eq!(masked["divergent"], report["divergent"]);
}

#[test]
fn the_standard_does_not_depart_from_itself() {
    let place = Place::new(&[]);
    let report = found(&place, "hunt --engine standard --inputs 2000 --format json", 0);
    assert_eq!(report["divergent"], 0);
}

#[test]
#[ignore = "slow"]
fn an_engine_that_crashes_loses_that_document_alone() {
    let place = Place::new(&[]);
    let report = found(&place, "hunt --engine faulty:crashes-on-the-7th-input --inputs 60 --format json", 1);
    assert_eq!(report["executions"], 60);
    let causes = report["divergences"].as_array().unwrap();
    let is_fault = |cause: &&Value| cause["oracle"] == "no-crash";
    assert!(causes.iter().any(|cause| is_fault(&cause)), "{causes:?}");
    assert!(stderr(&place.run("hunt --engine nobody", 2)).contains("unknown engine `nobody`"));
}

#[test]
#[ignore = "slow"]
fn a_record_is_written_for_a_person_to_accept() {
    let place = Place::new(&[]);
    let command = "hunt --engine standard@mutant:in-body/start-tag-hr:off --inputs 20000 --record found";
    let told = stderr(&place.run(command, 1));
    let entries = place.entries("found");
    let record = entries.first().expect("a record");
    assert_has(&told, &[&format!("recorded found/{record}")]);
    let files = place.entries(&format!("found/{record}"));
    assert_eq!(files, ["divergence.snap.new", "divergence.toml", "input"]);
    let snapshot = place.read(&format!("found/{record}/divergence.snap.new"));
    assert_has(
        &snapshot,
        &["departs: standard@mutant:in-body/start-tag-hr:off", ":off: the same\n", "first difference: "],
    );
    assert!(!stderr(&place.run(command, 1)).contains("recorded"), "what is on record is not written again");
}

/// An engine that dies, hangs or eats up its memory or stack loses the documents that make it, and those alone: each
/// of its faults is told, and so is everything else.
#[test]
#[ignore = "slow"]
fn every_fault_is_told_once_and_costs_its_document_alone() {
    let documents = ["<p>a", "boom", "<p>b", "x boom", "<?a b?>"];
    let files: Vec<(String, &str)> =
        (1..).zip(documents).map(|(number, text)| (format!("documents/{number}.html"), text)).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let place = Place::new(&files);
    for (engine, fault) in [
        ("panics", "panicked"),
        ("overflows-its-stack", "overflow"),
        ("allocates-endlessly", "alloc"),
        ("never-answers", "does not answer in time"),
        ("prints-garbage", "breaks the engine protocol"),
    ] {
        let options = "--oracle trees --oracle no-crash --timeout 3s --memory 200MB --format json";
        let report = place.json(&format!("triage documents --engine faulty:{engine} --record {engine} {options}"), 1);
        assert_eq!(report["executions"], 5, "{engine}");
        let is_fault =
            |record: &&String| place.read(&format!("{engine}/{record}/divergence.toml")).contains("\nfault = ");
        let records = place.entries(engine);
        let record = records.iter().find(is_fault).expect("the fault is on record");
        // Replaying these takes as long, and as much, as an engine is given.
        if !["never-answers", "allocates-endlessly"].contains(&engine) {
            let path = place.path().join(format!("{engine}/{record}/divergence.toml"));
            let worker = WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck"));
            let again = replay(&path, &Engines::new(worker)).expect("it can be replayed");
            let pending = place.read(&format!("{engine}/{record}/divergence.snap.new"));
            assert!(pending.ends_with(&again), "{pending}\n{again}");
            assert!(again.contains(fault), "{again}");
        }
        let found = report["divergences"].as_array().unwrap();
        let faults: Vec<&Value> = found.iter().filter(|f| f["oracle"] == "no-crash").collect();
        assert_eq!(faults.len(), 1, "{engine}: {report}");
        assert_eq!(faults[0]["count"], 2, "{engine}");
        let what = faults[0]["what"].as_str().unwrap();
        assert!(what.contains(fault), "{engine}: {what}");
        let others = found.iter().filter(|f| f["oracle"] == "trees");
        assert_eq!(others.count(), 1, "{engine}: what html5ever lacks is seen nevertheless");
    }
}

/// A hunt goes on behind the documents that an engine dies of.
#[test]
#[ignore = "slow"]
fn a_hunt_goes_on_where_an_engine_dies() {
    let place = Place::new(&[]);
    let command = "hunt --engine faulty:crashes-on-the-7th-input --inputs 600 --format json";
    let report = found(&place, command, 1);
    assert_eq!(report["executions"], 600);
    let found = report["divergences"].as_array().unwrap();
    assert!(found.iter().any(|found| found["oracle"] == "trees"), "{report}");
}

#[test]
#[ignore = "slow"]
fn an_oracle_that_is_named_is_the_only_one() {
    let place = Place::new(&[]);
    let xss = "hunt --engine standard --oracle mutation-xss --inputs 30000 --format json";
    let report = found(&place, xss, 1);
    let divergences = report["divergences"].as_array().unwrap();
    assert!(!divergences.is_empty());
    for found in divergences {
        assert_eq!(found["oracle"], "mutation-xss");
        assert_eq!(found["departs"], json!([]), "the standard has it so");
        let explanation = found["explanation"].as_str().unwrap();
        assert!(explanation.starts_with("by the standard, "), "{explanation}");
    }
    let mutant = "standard@mutant:escaping/less-than:off";
    let round_trip = format!("hunt --engine {mutant} --oracle round-trip --inputs 4000 --format json");
    let report = found(&place, &round_trip, 1);
    let found = &report["divergences"][0];
    assert_eq!(found["departs"], json!([mutant]));
    assert_eq!(found["engines"], json!([["standard"], [mutant]]));
    let ran = place.shell(found["reproduce"].as_str().unwrap());
    let told = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{told}");
    assert_has(&told, &[found["what"].as_str().unwrap()]);
}

#[test]
fn a_document_is_made_small() {
    let place = Place::new(&[
        ("a.html", "<!DOCTYPE html><title>x</title><ul><li>one<li>two <?a b?> three</ul>"),
        ("b.html", "<!DOCTYPE html><p>x"),
    ]);
    let output = place.run("minimise a.html --engine html5ever", 1);
    assert_eq!(stdout(&output), "<?");
    assert_has(&stderr(&output), &["trees: html5ever does not implement the change of 2026-06-25"]);
    assert_eq!(stdout(&place.run("minimise b.html --engine html5ever", 0)), "");
    let missing = stderr(&place.run("minimise nowhere.html", 2));
    assert_has(&missing, &["nowhere.html"]);
    let unjudged = place.run("minimise b.html --engine html5ever --oracle encoding", 2);
    assert_has(&stderr(&unjudged), &["html5ever: not judged by encoding"]);
}

#[test]
fn documents_of_others_are_looked_into() {
    let place = Place::new(&[]);
    place.run("generate --count 300 --out documents", 0);
    let command = "triage documents --engine html5ever --oracle trees --format json";
    let report = found(&place, command, 1);
    assert_eq!(report["schema"], "crosscheck.hunt/1");
    assert_eq!(report["executions"], 300);
    assert!(causes(&report).contains(&"standard@without:processing-instructions-2026"));
    assert_has(&stderr(&place.run("triage nowhere", 2)), &["nowhere"]);
    let place = Place::new(&[("documents/questions.jsonl", "{\"id\":1}\n")]);
    let said = stderr(&place.run("triage documents", 2));
    assert_has(&said, &["documents/questions.jsonl:1: ", "one of `html`"]);
}

/// Trees, modes, errors, tokens, encodings, markup, properties and faults.
#[test]
#[ignore = "slow"]
fn every_reproduce_line_of_a_report_shows_the_same_failure() {
    let place = Place::new(&[("documents/1.html", "<p>a"), ("documents/2.html", "boom")]);
    let mutant = |id: &str| format!("standard@mutant:{id}");
    let hunts = [
        "hunt --engine html5ever --inputs 1500".to_owned(),
        format!("hunt --engine {} --inputs 4000", mutant("in-body/start-tag-hr:off")),
        format!("hunt --engine {} --inputs 4000", mutant("initial/quirks/name:never")),
        format!("hunt --engine {} --inputs 4000", mutant("initial/doctype/error-name:never")),
        format!("hunt --engine {} --inputs 4000 --oracle errors", mutant("data-state/null:off")),
        format!("hunt --engine {} --inputs 4000", mutant("escaping/less-than:off")),
        "hunt --engine standard --oracle mutation-xss --inputs 30000".to_owned(),
        "triage documents --engine faulty:panics --oracle no-crash".to_owned(),
    ];
    let mut ways = std::collections::BTreeSet::new();
    for hunt in hunts {
        let report = place.json(&format!("{hunt} --format json"), 1);
        for found in report["divergences"].as_array().unwrap() {
            let line = found["reproduce"].as_str().unwrap();
            let ran = place.shell(&format!("{line} --format json"));
            assert_eq!(ran.status.code(), Some(1), "{line}\n{found}");
            let again: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
            let is_same = match line.contains("crosscheck parse") {
                true => again["outputs"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|output| output["tree"] == found["actual"] || output["error"].is_string()),
                false => again["divergences"].as_array().unwrap().iter().any(|again| {
                    let is_same = |member: &str| again[member] == found[member];
                    is_same("oracle") && is_same("actual")
                }),
            };
            assert!(is_same, "{line}\n{found}\n{again}");
            ways.insert((line.contains("crosscheck parse"), found["oracle"].to_string()));
        }
    }
    assert!(ways.len() > 5, "{ways:?}");
}

/// Titles are what a maintainer goes by.
#[test]
#[ignore = "slow"]
fn no_two_entries_have_one_title_and_crashes_come_first() {
    let place = Place::new(&[]);
    let command = "hunt --engine html5ever,faulty:crashes-on-the-7th-input --inputs 1500 --format json";
    let report = found(&place, command, 1);
    let entries = report["divergences"].as_array().unwrap();
    let titles: std::collections::BTreeSet<_> = entries.iter().map(|entry| entry["what"].as_str()).collect();
    assert_eq!(titles.len(), entries.len(), "{report}");
    assert_eq!(entries[0]["oracle"], "no-crash", "{report}");
    for entry in entries {
        let known = entry["known"].as_str().unwrap();
        let is_stated = entry["explanation"].is_string();
        assert_eq!(is_stated, ["confirmed", "consistent"].contains(&known) && entry["oracle"] != "no-crash", "{entry}");
        assert!(entry["tried"].as_u64() > Some(0), "{entry}");
    }
}

/// An engine that cannot be asked what an oracle needs is not without fault.
#[test]
fn nothing_judged_is_not_good() {
    let place = Place::new(&[("documents/1.html", "<p>a")]);
    let command = "triage documents --engine html5ever --oracle encoding";
    assert_has(&stdout(&place.run(command, 2)), &["html5ever: not judged by encoding"]);
}
