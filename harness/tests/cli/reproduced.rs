//! Every reproduce line of every form of a run's report runs that check alone and shows the same failure.

use std::collections::BTreeSet;

use quick_xml::events::Event;
use quick_xml::reader::Reader;
use serde_json::Value;

use crate::{FAILS, PASSES, Place, slow_fixture};

/// A failure: what the report calls it, and the line that reproduces it.
type Failure = (String, String);

/// Runs the suites with these options, and each reproduce line of the report in each of its forms.
fn reproduces(place: &Place, options: &str) {
    let report = place.json(&format!("run {options} --format json"), 1);
    let failures = unexpected(&report);
    assert!(!failures.is_empty(), "{report}");
    let lines: BTreeSet<String> = failures.iter().map(|(_, line)| line.clone()).collect();
    for form in [terminal, junit, page] {
        assert_eq!(form(place, options), lines, "{options}");
    }
    for (failure, line) in failures {
        let ran = place.shell(&format!("{line} --format json"));
        assert_eq!(ran.status.code(), Some(1), "{line}: {ran:?}");
        let again = unexpected(&serde_json::from_slice(&ran.stdout).unwrap());
        let is_same = |(other, again): &Failure| (other, again) == (&failure, &line);
        assert!(again.iter().any(is_same), "{line}: {failure} is not in {again:#?}");
    }
}

fn unexpected(report: &Value) -> Vec<Failure> {
    let results = report["results"].as_array().unwrap().iter();
    let unexpected = results.filter(|result| result["unexpected"] == true);
    let told = unexpected.map(|result| {
        let members = ["engine", "file", "line", "hash", "kind", "verdict", "expectation"];
        let failure = members.map(|member| result[member].to_string()).join(" ");
        (failure, result["reproduce"].as_str().unwrap().to_owned())
    });
    told.collect()
}

fn terminal(place: &Place, options: &str) -> BTreeSet<String> {
    let told = place.command(&format!("run {options}")).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let lines = told.lines().filter_map(|line| line.strip_prefix("  reproduce "));
    lines.map(str::to_owned).collect()
}

fn junit(place: &Place, options: &str) -> BTreeSet<String> {
    let told = place.command(&format!("run {options} --format junit")).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let mut reader = Reader::from_str(&told);
    let mut lines = BTreeSet::new();
    let (mut is_failure, mut text) = (false, String::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                is_failure = matches!(start.name().as_ref(), "failure" | "error");
                text.clear();
            }
            Event::Text(part) if is_failure => text.push_str(&part),
            Event::GeneralRef(reference) if is_failure => {
                let entity = format!("&{};", &*reference);
                text.push_str(&quick_xml::escape::unescape(&entity).unwrap());
            }
            Event::End(_) if is_failure => {
                let (_, line) = text.split_once("\nreproduce:\n").expect("a reproduce line");
                lines.insert(line.trim_end().to_owned());
                is_failure = false;
            }
            Event::Eof => return lines,
            _ => {}
        }
    }
}

fn page(place: &Place, options: &str) -> BTreeSet<String> {
    place.command(&format!("run {options} --report report")).output().unwrap();
    let page = place.read("report/index.html");
    let commands = page.split("<p class=\"command\"><code>").skip(1);
    let commands = commands.map(|rest| rest.split("</code>").next().unwrap());
    let text = commands.map(|command| quick_xml::escape::unescape(command).unwrap());
    text.map(|line| line.into_owned()).collect()
}

/// Failures of documents and fragments, tokens and errors, in files whose names a shell would take apart.
fn place() -> Place {
    let tokens = r#"{"tests": [{"description": "x", "input": "x\u0000", "output": [["Character", "y"]]}]}"#;
    let both = format!("{PASSES}\n{FAILS}");
    Place::new(&[
        ("suites/tree-construction/a.dat", &both),
        ("suites/it's $(echo) %d;/a \"b\".dat", &both),
        ("suites/-dash.dat", FAILS),
        ("suites/line\nfeed.dat", FAILS),
        ("suites/\u{202E}dat.dat", FAILS),
        ("suites/tokenizer/t.test", tokens),
    ])
}

#[test]
fn without_expectations() {
    reproduces(&place(), "suites --no-expectations");
    let faulty = "faulty:swaps-siblings";
    reproduces(&place(), &format!("suites --no-expectations --engine {faulty} --engine standard"));
}

#[test]
fn a_path_that_looks_like_an_option() {
    let place = Place::new(&[("-dash.dat", FAILS)]);
    reproduces(&place, "--no-expectations ./-dash.dat");
    reproduces(&place, "--suite-kind tree-construction ./-dash.dat");
}

#[test]
fn an_expectation_that_does_not_hold() {
    let place = place();
    let all = place.json("run suites --all --no-expectations --format json", 1);
    let results = all["results"].as_array().unwrap();
    let entries: String = results
        .iter()
        .map(|result| result["hash"].as_str().unwrap())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(|hash| format!("[{hash}]\nverdict = \"crashed\"\nreason = \"it did\"\n\n"))
        .collect();
    place.write("suites/expectations/standard.toml", &entries);
    reproduces(&place, "suites");
    place.write("other ones/standard.toml", &entries);
    place.write("crosscheck.toml", "expectations = \"other ones\"\n");
    reproduces(&place, "suites");
}

#[test]
fn another_wrong_answer_than_the_pinned_one() {
    let place = Place::new(&[("suites/a.dat", FAILS)]);
    place.run("run suites --update-expectations --reason y", 1);
    let path = "suites/expectations/standard.toml";
    let proposed = place.read(path);
    place.run("run suites", 0);
    let pin = proposed.lines().find(|line| line.starts_with("answer")).expect("a pin");
    place.write(path, &proposed.replace(pin, "answer = \"000000000000\""));
    reproduces(&place, "suites");
}

#[test]
fn a_check_that_is_left_unanswered() {
    let place = Place::new(&[("suites/a.dat", FAILS), ("suites/b.dat", &crate::fragment())]);
    place.write("suites/expectations/faulty:claims-what-it-cannot.toml", "unanswered = []\n");
    reproduces(&place, "suites --engine faulty:claims-what-it-cannot");
}

#[test]
#[ignore = "slow"]
fn a_check_that_takes_too_long() {
    let place = Place::new(&[("suite/a.dat", &slow_fixture())]);
    reproduces(&place, "suite --engine html5ever --timeout 1500ms --no-expectations");
}

#[test]
#[ignore = "slow"]
fn a_check_that_takes_too_much_memory() {
    let boom = FAILS.replace("<p>y", "<p>boom");
    let place = Place::new(&[("suite/a.dat", &boom)]);
    let options = "--engine faulty:allocates-endlessly --memory 512MiB --timeout 20s";
    reproduces(&place, &format!("suite {options} --no-expectations"));
}
