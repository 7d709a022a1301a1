//! `crosscheck hunt`.

use serde_json::Value;

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
    let causes = report["causes"].as_array().expect("a list").iter();
    causes
        .filter_map(|cause| cause["behaves_like"].as_str())
        .collect()
}

#[test]
fn what_html5ever_lacks_is_found_and_named() {
    let place = Place::new(&[]);
    let command = "hunt --engine html5ever --inputs 6000 --format json";
    let report = found(&place, command, 1);
    assert_eq!(report["schema"], "crosscheck.hunt/1");
    assert_eq!(report["inputs"], 6000);
    let causes = causes(&report);
    for cause in [
        "standard@without:processing-instructions-2026",
        "standard@without:search-element-2023",
    ] {
        assert!(causes.contains(&cause), "{cause} is not in {causes:?}");
    }
    for cause in report["causes"].as_array().unwrap() {
        assert_ne!(cause["expected"], cause["actual"], "{cause}");
    }
}

#[test]
fn the_same_seed_finds_the_same_with_any_number_of_jobs() {
    let place = Place::new(&[]);
    let hunt = |options: &str| {
        let command = format!("hunt --engine html5ever --inputs 3000 --format json {options}");
        found(&place, &command, 1)
    };
    let once = hunt("--seed 7 --jobs 1");
    assert_eq!(once, hunt("--seed 7 --jobs 3"));
    assert_ne!(once["causes"], hunt("--seed 8")["causes"]);
}

#[test]
fn a_mutant_is_found_out() {
    let place = Place::new(&[]);
    let mutant = "standard@mutant:in-row/end-tag-tr:off";
    let command = format!("hunt --engine {mutant} --inputs 20000");
    let report = found(&place, &format!("{command} --format json"), 1);
    let first = &report["causes"][0];
    let explanations = first["alternatives"]
        .as_array()
        .unwrap()
        .iter()
        .chain([&first["behaves_like"]]);
    assert!(
        explanations.into_iter().any(|engine| engine == mutant),
        "{first}"
    );
    let shown = stdout(&place.run(&command, 1));
    assert_has(
        &shown,
        &[
            "1. standard@mutant:in-row/end-tag-tr:off never matches: ",
            "1 root cause in",
            "crosscheck parse --engine",
        ],
    );
}

#[test]
fn the_standard_does_not_depart_from_itself() {
    let place = Place::new(&[]);
    let report = found(
        &place,
        "hunt --engine standard --inputs 2000 --format json",
        0,
    );
    assert_eq!(report["divergent"], 0);
}

#[test]
fn an_engine_that_crashes_loses_that_document_alone() {
    let place = Place::new(&[]);
    let report = found(
        &place,
        "hunt --engine fake:crashes-on-the-7th-input --inputs 60 --format json",
        1,
    );
    assert_eq!(report["inputs"], 60);
    let causes = report["causes"].as_array().unwrap();
    let is_fault = |cause: &&Value| cause["cause"].as_str().unwrap().starts_with("no answer: ");
    assert!(causes.iter().any(|cause| is_fault(&cause)), "{causes:?}");
    assert!(stderr(&place.run("hunt --engine nobody", 2)).contains("no engine `nobody`"));
}

#[test]
fn a_record_is_written_for_a_person_to_accept() {
    let place = Place::new(&[]);
    let command =
        "hunt --engine standard@mutant:in-body/start-tag-hr:off --inputs 20000 --record found";
    let told = stderr(&place.run(command, 1));
    let entries = place.entries("found");
    let record = entries.first().expect("a record");
    assert_has(&told, &[&format!("recorded found/{record}")]);
    let files = place.entries(&format!("found/{record}"));
    assert_eq!(files, ["divergence.snap.new", "divergence.toml", "input"]);
    let snapshot = place.read(&format!("found/{record}/divergence.snap.new"));
    assert_has(
        &snapshot,
        &[
            "departs: standard@mutant:in-body/start-tag-hr:off",
            "the same tree",
            "first difference: ",
        ],
    );
    assert!(
        !stderr(&place.run(command, 1)).contains("recorded"),
        "what is on record is not written again"
    );
}
