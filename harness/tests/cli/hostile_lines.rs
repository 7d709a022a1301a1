//! Reproduce lines are made of hostile names, paths and contexts. In bash and dash, each is one line that shows the
//! failure and runs nothing else.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::{FAILS, PASSES, Place, assert_has};

/// What a shell would run, expand or take apart, and what would forge a line. Each can name a file and an engine.
const HOSTILE: &[&str] = &[
    "html5ever >PWNED;touch PWNED;echo",
    "$(touch PWNED)",
    "`touch PWNED`",
    "'; touch PWNED; '",
    "\"; touch PWNED; \"",
    "&touch PWNED&",
    "|touch PWNED|",
    "x\ntouch PWNED\n",
    "x\rreproduce: touch PWNED",
    "-x",
    "--all",
    "a b",
    "*",
    "~",
    "#x",
    "!x^y",
    "back\\slash\\n",
    "100%s",
    "{a..b}",
    "A=1",
    "\u{1B}]0;x\u{7}",
    "\u{9B}2J",
    "\u{202E}tad.x",
    "last\n",
];

/// Runs a line in each shell. It must be one visible line, leave no trace of what it holds, and end with this status.
fn in_shells(place: &Place, line: &str, options: &str, status: i32) -> Vec<Output> {
    assert!(!line.chars().any(|c| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}')), "{line:?}");
    let folder = Path::new(env!("CARGO_BIN_EXE_crosscheck")).parent().unwrap();
    let mut outputs = Vec::new();
    for shell in ["bash", "dash"] {
        let mut command = Command::new(shell);
        command.args(["-c", &format!("{line}{options}")]).current_dir(place.path());
        let output = match command.env("PATH", format!("{}:{}", folder.display(), env!("PATH"))).output() {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            output => output.unwrap(),
        };
        assert!(!place.path().join("PWNED").exists(), "{shell}: {line}");
        assert_eq!(output.status.code(), Some(status), "{shell}: {line}\n{output:?}");
        outputs.push(output);
    }
    assert!(!outputs.is_empty(), "neither bash nor dash is installed");
    outputs
}

/// The same, for a line whose result is JSON.
fn json_in_shells(place: &Place, line: &str) -> Vec<Value> {
    let outputs = in_shells(place, line, " --format json", 1).into_iter();
    outputs.map(|output| serde_json::from_slice(&output.stdout).expect("JSON")).collect()
}

fn toml(text: &str) -> String {
    toml_edit::Value::from(text).to_string().trim().to_owned()
}

/// A place with an engine of this name that is wrong in one thing and gives itself the other name.
fn place_of_engine(configured: &str, own: &str) -> Place {
    let place = Place::new(&[]);
    let hello = serde_json::json!({
        "engine": own, "version": own, "language": "sh", "can": ["document", "fragment", "scripting"],
    });
    place.write("hello.json", &format!("{hello}\n"));
    place.write("engine.sh", "read -r hello; cat hello.json; exec \"$1\" worker --engine faulty:swaps-siblings\n");
    let program = env!("CARGO_BIN_EXE_crosscheck");
    let command = format!("['sh', 'engine.sh', {}]", toml(program));
    place.write("crosscheck.toml", &format!("[engines.{}]\ncommand = {command}\n", toml_key(configured)));
    place.write("documents/1.html", "<p>a<b>b</b><i>c</i>");
    place.write("suites/a.dat", FAILS);
    place
}

fn toml_key(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn reproduce_lines(report: &Value) -> Vec<String> {
    let lists = ["results", "divergences"].into_iter().filter_map(|list| report[list].as_array());
    let lines = lists.flatten().filter_map(|entry| entry["reproduce"].as_str());
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// What the command makes with these words as they are.
fn json(place: &Place, words: &[&str], status: i32) -> Value {
    let ran = place.command("").args(words).assert().code(status);
    serde_json::from_slice(&ran.get_output().stdout).expect("JSON")
}

#[test]
fn of_a_run_with_hostile_paths() {
    let place = Place::new(&[]);
    for (number, name) in HOSTILE.iter().enumerate() {
        // Each has another answer, so that each is a check of its own.
        let fixture = FAILS.replace("\"z\"", &format!("\"z{number}\""));
        place.write(&format!("suites/{name}.dat"), &fixture);
    }
    place.write("known\n$(touch PWNED) '/standard.toml", "");
    for expectations in ["", "known\n$(touch PWNED) '"] {
        let options: &[&str] = match expectations {
            "" => &["--no-expectations"],
            folder => &["--expectations", folder],
        };
        let words = [&["run", "suites", "--format", "json", "--engine", "standard"], options].concat();
        let report = json(&place, &words, 1);
        let results = report["results"].as_array().unwrap();
        assert_eq!(results.len(), HOSTILE.len());
        for result in results {
            for again in json_in_shells(&place, result["reproduce"].as_str().unwrap()) {
                assert_eq!(again["results"].as_array().unwrap().len(), 1);
                for member in ["file", "hash", "verdict", "engine"] {
                    assert_eq!(again["results"][0][member], result[member]);
                }
            }
        }
    }
}

/// The name that an engine gives itself stands nowhere.
#[test]
fn of_engines_that_give_themselves_hostile_names() {
    lines_of_engine("mine", &HOSTILE.concat());
}

#[test]
fn of_engines_with_hostile_names() {
    // The others are refused in the settings.
    let is_refused = |c: char| c.is_control() || matches!(c, '\u{202E}' | '\\');
    let shown = HOSTILE.iter().filter(|name| !name.contains(is_refused));
    lines_of_engine(&shown.copied().collect::<String>(), "mine");
    for name in ["-x", "--all", "~"] {
        lines_of_engine(name, "mine");
    }
}

/// Runs the lines of a run, of triage, of an issue and of a record.
fn lines_of_engine(configured: &str, own: &str) {
    let place = place_of_engine(configured, own);
    let engine = format!("--engine={configured}");
    let run = json(&place, &["run", "suites", "--no-expectations", "--format", "json", &engine], 1);
    let triage = ["triage", "documents", "--oracle", "trees", &engine];
    let found = json(&place, &[&triage[..], &["--format", "json"]].concat(), 1);
    let mut lines = [reproduce_lines(&run), reproduce_lines(&found)].concat();
    assert!(lines.len() > 1, "{run} {found}");
    let issue = place.command("").args(triage).args(["--issue", "1", "--record", "records"]).output().unwrap();
    let issue = String::from_utf8(issue.stdout).unwrap();
    let (_, fenced) = issue.split_once("With Crosscheck:\n\n```sh\n").expect("a command");
    lines.push(fenced.split("\n```").next().unwrap().to_owned());
    for record in place.entries("records") {
        let snapshot = place.read(&format!("records/{record}/divergence.snap.new"));
        let named: Vec<&str> = snapshot.lines().filter_map(|line| line.strip_prefix("reproduce: ")).collect();
        assert_eq!(named.len(), 1, "{snapshot}");
        lines.push(named[0].to_owned());
    }
    assert!(lines.len() > 3, "{lines:?}");
    for line in lines.into_iter().collect::<BTreeSet<_>>() {
        let outputs = json_in_shells(&place, &line);
        for again in outputs {
            let lists = ["results", "divergences", "outputs"].into_iter();
            let mut entries = lists.filter_map(|list| again[list].as_array()).flatten();
            assert!(entries.any(|entry| entry["engine"] == *configured), "{line}: {again}");
        }
    }
}

#[test]
fn of_documents_with_hostile_text() {
    // Crashes at what the minimiser then keeps.
    let engine = "faulty:panics";
    for text in [HOSTILE.concat(), HOSTILE.concat().replace(|c: char| !c.is_ascii(), "")] {
        let place = Place::new(&[("documents/1.html", &format!("<p>{text}</p><i>boom</i>"))]);
        let words = ["triage", "documents", "--oracle", "no-crash", "--engine", engine, "--format", "json"];
        let report = json(&place, &words, 1);
        for line in reproduce_lines(&report) {
            json_in_shells(&place, &line);
        }
    }
}

/// The command that makes a report again, and those of its snippets.
#[test]
fn of_impact_with_hostile_paths_and_documents() {
    let place = Place::new(&[]);
    for name in HOSTILE {
        place.write(&format!("pages/{name}.html"), &format!("<p>x<search>{name}"));
    }
    let mut words = vec!["impact".to_owned(), "--change".to_owned(), "search-element-2023".to_owned()];
    let names = HOSTILE.iter().map(|name| format!("./pages/{name}.html"));
    words.extend(names.chain(["--format".to_owned(), "json".to_owned()]));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let report = json(&place, &words, 0);
    for output in in_shells(&place, report["command"].as_str().unwrap(), " --format json", 0) {
        let again: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(again["documents"], HOSTILE.len());
        assert_eq!(again["changes"][0]["documents"], report["changes"][0]["documents"]);
    }
    let snippet = &report["changes"][0]["snippets"][0]["reproduce"];
    let snippet = snippet.as_str().or(report["changes"][0]["snippet"]["reproduce"].as_str());
    in_shells(&place, snippet.expect("a snippet"), "", 1);
}

/// The command on the page of mutants.
#[test]
fn of_mutants_with_hostile_paths() {
    let place = Place::new(&[]);
    let name = "it's $(touch PWNED);\n-x.dat";
    place.write(name, PASSES);
    let words = ["mutants", name, "--section", "initial", "--report", "report"];
    place.command("").args(words).output().unwrap();
    let page = place.read("report/mutants.html");
    let (_, command) = page.split_once("<p class=\"command\"><code>").expect("a command");
    let command = quick_xml::escape::unescape(command.split("</code>").next().unwrap()).unwrap().into_owned();
    place.write("report/mutants.html", "");
    in_shells(&place, &command, "", 0);
    assert_has(&place.read("FOLDER/mutants.html"), &["mutants"]);
}
