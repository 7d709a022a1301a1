//! `crosscheck nightly`: what is worse than on the night before, and what is not hidden by it.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{PASSES, Place, assert_has, stdout};

/// A fixture that a parser fails which does not end a `p` before a `div`.
const ENDS_P: &str = "#data\n<p>x<div>y\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"x\"\n|     <div>\n|       \"y\"\n";

/// An engine called `mine` that is the standard engine, or this variant of it.
fn mine(variant: &str) -> String {
    engine("mine", &[env!("CARGO_BIN_EXE_crosscheck"), "worker", "--engine", &format!("standard{variant}")])
}

fn engine(name: &str, command: &[&str]) -> String {
    format!("[engines.{name}]\ncommand = {command:?}\n")
}

/// A mutant that does not end the `p`.
const MUTANT: &str = "@mutant:in-body/start-tag-block/close-p:never";

struct Nights(Place);

impl Nights {
    fn new() -> Self {
        Self(Place::new(&[("suites/a.dat", PASSES), ("suites/b.dat", ENDS_P)]))
    }

    /// A night with these settings: its output, and its folder.
    fn night(&self, settings: &str, arguments: &str, status: i32) -> (String, PathBuf) {
        self.0.write("crosscheck.toml", settings);
        let ran = self.0.run(&format!("nightly suites --nights nights --hunt 0s --engine {arguments}"), status);
        let mut nights: Vec<_> =
            fs::read_dir(self.0.path().join("nights")).unwrap().map(|night| night.unwrap().path()).collect();
        nights.sort_by_key(|night| fs::metadata(night).unwrap().created().unwrap());
        (stdout(&ran), nights.pop().unwrap())
    }
}

fn read(folder: &std::path::Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_regression_is_named_with_fixture_clause_and_engine_and_then_as_fixed() {
    let nights = Nights::new();
    let (told, night) = nights.night(&mine(""), "mine", 0);
    assert_has(&told, &["Nothing is worse because there is no earlier night"]);
    assert_eq!(read(&night, "issue.md"), "");
    let (told, night) = nights.night(&mine(MUTANT), "mine", 1);
    assert_has(&told, &["Worse than before 1", "passed → failed", "1 worse than on"]);
    for (name, place) in [("summary.md", &told), ("issue.md", &told), ("junit.xml", &told), ("run.sarif", &told)] {
        let text = read(&night, name);
        assert_has(&text, &["mine", "b.dat", "in-body/start-tag-block/close-p"]);
        assert!(place.contains("in-body/start-tag-block/close-p"), "{place}");
    }
    let junit = read(&night, "junit.xml");
    assert_eq!(junit.matches("<failure").count(), 1, "{junit}");
    let sarif: Value = serde_json::from_str(&read(&night, "run.sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 1);
    // The night after it is no news, and the one after that it is fixed.
    let (told, _) = nights.night(&mine(MUTANT), "mine", 0);
    assert_has(&told, &["Nothing is worse"]);
    let (told, night) = nights.night(&mine(""), "mine", 0);
    assert_has(&told, &["Fixed 1", "failed → passed"]);
    assert_has(&read(&night, "summary.md"), &["### Fixed: 1"]);
}

#[test]
#[ignore = "slow"]
fn engines_that_die_hang_or_waver_do_not_hide_a_regression() {
    let nights = Nights::new();
    let waver = |night: u32| {
        // Answers wrongly every other time it is started.
        let script = format!(
            "n=$(cat count 2>/dev/null || echo 0); echo $((n+1)) > count; \
             if [ {night} = 2 ] && [ $((n % 2)) = 0 ]; then v={MUTANT}; fi; exec {} worker --engine standard$v",
            env!("CARGO_BIN_EXE_crosscheck")
        );
        engine("waver", &["sh", "-c", &script])
    };
    nights.0.write("suites/c.dat", &PASSES.replace('x', "boom"));
    let all = "mine,waver,faulty:exits-at-once,faulty:never-answers --timeout 1s --jobs 1";
    nights.night(&(mine("") + &waver(1)), all, 2);
    nights.0.write("count", "0");
    let (told, night) = nights.night(&(mine(MUTANT) + &waver(2)), all, 1);
    assert_has(&told, &["engine `faulty:exits-at-once` is not available", "Worse than before 1", "mine"]);
    let report: Value = serde_json::from_str(&read(&night, "nightly.json")).unwrap();
    assert_eq!(report["fixtures"]["flaky"][0]["engine"], "waver", "{}", report["fixtures"]);
    let (told, _) = nights.night(&(mine("") + &waver(3)), all, 2);
    assert_has(&told, &["Fixed", "mine"]);
}

#[test]
fn a_budget_that_is_too_small_says_what_was_not_reached() {
    let nights = Nights::new();
    let (told, night) = nights.night(&mine(""), "mine --budget 0s", 0);
    assert_has(&told, &["not reached fixtures", "not reached hunt"]);
    let report: Value = serde_json::from_str(&read(&night, "nightly.json")).unwrap();
    assert_eq!(report["parts"][0]["state"], "not-reached");
}
