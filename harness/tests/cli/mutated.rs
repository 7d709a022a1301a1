//! `crosscheck coverage` and `crosscheck mutants`, and that a mutant as the engine turns the gates red.

use crate::{Place, assert_has, stderr, stdout};

/// Its tree depends on the mutant below.
const FIXTURE: &str = "#data\n<!DOCTYPE html><p>x<hr>\n#errors\n#document\n| <!DOCTYPE html>\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"x\"\n|     <hr>\n";

const MUTANT: &str = "in-body/start-tag-hr/close-p:negated";

fn place() -> Place {
    Place::new(&[("a.dat", FIXTURE), ("a.html", "<!DOCTYPE html><p>x<hr>")])
}

#[test]
fn a_mutant_turns_a_run_red() {
    let place = place();
    place.run("run a.dat --engine standard", 0);
    let red = stdout(&place.run(&format!("run a.dat --engine standard@mutant:{MUTANT}"), 1));
    assert_has(&red, &["1 failed"]);
}

#[test]
fn a_mutant_turns_a_checked_parse_red() {
    let place = place();
    // There is nobody to compare.
    place.run("parse a.html --check", 2);
    place.run("parse a.html --engine html5ever --check", 0);
    let engine = format!("standard@mutant:{MUTANT}");
    place.run(&format!("parse a.html --engine {engine}"), 0);
    let red = stdout(&place.run(&format!("parse a.html --engine {engine} --check"), 1));
    assert_has(&red, &[&engine, "standard 0"]);
}

#[test]
fn no_mutant_has_another_name() {
    let ran = place().run("run a.dat --engine standard@mutant:no/such:off", 2);
    assert_has(&stderr(&ran), &["unknown engine `standard@mutant:no/such:off`", "mutants --list"]);
}

#[test]
fn mutants_tells_what_is_noticed_and_what_survives() {
    let place = place();
    let shown = stdout(&place.run("mutants a.dat --section in-body/start-tag-hr --all", 0));
    assert_has(&shown, &["noticed", MUTANT, "tree: a.dat:1", "survived", "in-body/start-tag-hr/frameset-ok:off"]);
    let report = place.json("mutants a.dat --section in-body/start-tag-hr --format json", 0);
    assert_eq!(report["schema"], "crosscheck.mutants/1");
    let number = |member: &str| report[member].as_u64().unwrap();
    assert_eq!(number("killed") + number("timed_out") + number("survived") + number("equivalent"), number("mutants"));
    let survivors = report["survivors"].as_array().unwrap();
    assert_eq!(survivors.len() as u64, number("survived"));
    let survivor =
        survivors.iter().find(|survivor| survivor["mutant"] == "in-body/start-tag-hr/frameset-ok:off").unwrap();
    assert_eq!(survivor["clause"], "in-body/start-tag-hr/frameset-ok");
    assert!(report["seconds"].is_number());
}

#[test]
fn a_score_can_be_asked_for() {
    let place = place();
    place.run("mutants a.dat --section in-body/start-tag-hr --at-least 10", 0);
    place.run("mutants a.dat --section in-body/start-tag-hr --at-least 100", 1);
}

#[test]
fn an_argument_that_does_not_hold_is_told() {
    let place = place();
    let argued = |mutant: &str| format!("[\"{mutant}\"]\nargument = \"nothing can tell\"\n");
    place.write("e.toml", &argued(MUTANT));
    let command = "mutants a.dat --section in-body/start-tag-hr --equivalents e.toml";
    let shown = stdout(&place.run(command, 1));
    assert_has(&shown, &["argued to be equivalent, but noticed", MUTANT, "nothing can tell"]);
    place.write("e.toml", &argued("in-body/start-tag-hr/frameset-ok:off"));
    let shown = stdout(&place.run(command, 0));
    assert_has(&shown, &["argued to be equivalent\n", "frameset-ok:off"]);
    place.write("e.toml", &format!("\n{}", argued("no/such:off")));
    assert_has(&stderr(&place.run(command, 2)), &["e.toml:2: unknown mutant `no/such:off`"]);
    place.write("e.toml", "[\"in-row/end-tag-tr:off\"]\n");
    assert_has(&stderr(&place.run(command, 2)), &["e.toml:1:", "missing field `argument`"]);
}

#[test]
fn a_survivor_gets_a_fixture_that_kills_it() {
    let place = place();
    let mutants = "--section in-body/start-tag-hr/pop";
    let shown = stdout(&place.run(&format!("mutants a.dat {mutants} --suggest"), 0));
    let fixture = &shown[shown.find("#description\n").expect("a fixture")..];
    assert_has(fixture, &["TO BE ARGUED: in-body/start-tag-hr/pop:off", "#tree-errors\n"]);
    place.write("b.dat", fixture);
    place.run(&format!("mutants b.dat {mutants} --at-least 100"), 0);
    place.run("run b.dat", 0);
}

#[test]
fn a_report_is_a_page_and_its_data() {
    let place = place();
    let command = "mutants a.dat --section in-body/start-tag-hr --report out";
    let ran = place.run(command, 0);
    assert_has(&stderr(&ran), &["Report: out/mutants.html"]);
    assert_eq!(place.entries("out"), ["coverage.json", "mutants.html", "mutants.json"]);
    let page = place.read("out/mutants.html");
    assert_has(
        &page,
        &[
            "in-body/start-tag-hr/frameset-ok:off",
            "https://html.spec.whatwg.org/",
            "src/parser/tree_builder/in_body/start_tags.rs:",
            "crosscheck mutants a.dat --section in-body/start-tag-hr",
        ],
    );
    assert!(!page.contains("<script"));
}

#[test]
fn coverage_tells_what_is_reached_and_what_is_not() {
    let place = place();
    let report = place.json("coverage a.dat --format json", 0);
    assert_eq!(report["schema"], "crosscheck.coverage/1");
    let missing = report["missing"].as_array().unwrap();
    let number = |member: &str| report[member].as_u64().unwrap();
    assert_eq!(number("reached") + missing.len() as u64, number("reachable"));
    assert!(!missing.iter().any(|id| id == "in-body/start-tag-hr"));
    assert!(missing.iter().any(|id| id == "in-body/start-tag-image"));
    place.write("b.dat", crate::PASSES);
    let shown = stdout(&place.run("coverage a.dat --compare b.dat", 0));
    assert_has(&shown, &["reached only by these suites", "reachable clauses; compared suites:"]);
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_tried() {
    let place = place();
    place.write("broken.dat", "#data\n");
    let command = "mutants a.dat broken.dat --section in-body/start-tag-hr";
    let ran = place.run(command, 2);
    assert_has(&stderr(&ran), &["broken.dat:1:"]);
    assert_has(&stdout(&ran), &["survived"]);
    assert_has(&stderr(&place.run("mutants a.dat --section nowhere", 2)), &["no mutant id begins with `nowhere`"]);
}
