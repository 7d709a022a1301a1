//! Engines that are programs of their own, under fire: whatever becomes of one costs it one verdict, the run and the
//! hunt come to their end, and nothing is left of its processes.
#![cfg(unix)]

use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process_group};
use serde_json::Value;

use crate::{Place, assert_has, stderr};

/// An engine that is the standard engine until it is asked about a document with a certain word in it.
const ENGINE: &str = r#"
echo $$ >> pids
exec 3>&1
read -r line
echo '{"engine":"shaky","version":"1","language":"sh","can":["document","fragment","scripting"]}'
while IFS= read -r line; do
  case $line in
    *WORD*) echo >> fired; FAULT;;
  esac
  printf '%s\n' "$line"
done | 'CROSSCHECK' worker --engine standard
"#;

/// A name that few of the generated documents have in them.
const WORD: &str = "summary";

/// What happens at the word, and what is told of it.
struct Fault {
    script: &'static str,
    verdict: &'static str,
    words: &'static str,
    /// Whether it happens again when the document with the word is asked about alone. Else nobody can tell which of the
    /// documents it was that had no answer yet, and the first of them has the verdict.
    comes_again: bool,
}

impl Fault {
    const fn crash(script: &'static str, words: &'static str) -> Self {
        Self { script, verdict: "crashed", words, comes_again: true }
    }

    const fn hang(script: &'static str) -> Self {
        Self { script, verdict: "timed_out", words: "no answer within", comes_again: true }
    }
}

const KILLED: Fault = Fault::crash("kill -KILL 0", "signal: 9");

/// As somebody else would kill it: the same document does no harm when it is asked again.
const KILLED_BY_OTHERS: Fault = Fault {
    comes_again: false,
    ..Fault::crash(
        "[ -e once ] || { : > once; kill -KILL 0; }",
        "in a second attempt, alone in a new process, the engine answered",
    )
};

const STOPPED: Fault = Fault::hang("kill -STOP 0");

/// It reads no more, so that the pipe to it gets full.
const DEAF: Fault = Fault::hang("sleep 600");

const PRINTS_GARBAGE: Fault = Fault::crash("echo garbage >&3", "garbage");

const PRINTS_A_GIGABYTE: Fault =
    Fault::crash(r"head -c 1000000000 /dev/zero | tr '\0' x >&3", "the line is longer than 64 MiB");

const COMPLAINS_WITHOUT_END: Fault = Fault::hang("yes >&2");

const EXITS: Fault = Fault::crash("exit", "exit status: 0");

const EXITS_AT_ONCE: &str = "echo 'no luck' >&2; exit 3";

const SPEAKS_ANOTHER_VERSION: &str = r#"read -r line
echo '{"hello":2,"engine":"shaky","version":"1","language":"sh","can":["document"]}'
cat > /dev/null"#;

/// The number of the fixture with the word in it.
const FATAL: usize = 4;

/// How many fixtures there are.
const FIXTURES: usize = 8;

/// Fixtures that the standard engine passes. Those behind the one with the word hold more than a pipe does.
fn fixtures() -> String {
    let fixture = |number: usize| {
        let (name, text) = match number {
            FATAL => (WORD, "x".to_owned()),
            ..FATAL => ("p", "x".to_owned()),
            _ => ("p", "x".repeat(100_000)),
        };
        format!(
            "#data\n<{name} id={number}>{text}\n#errors\n#script-off\n#document\n| <html>\n|   <head>\n|   <body>\n\
             |     <{name}>\n|       id=\"{number}\"\n|       \"{text}\"\n"
        )
    };
    Vec::from_iter((0..FIXTURES).map(fixture)).join("\n")
}

/// A place with the fixtures, and with an engine called `shaky` that has this script.
fn place(script: &str) -> Place {
    Place::new(&[
        ("crosscheck.toml", "[engines.shaky]\ncommand = ['sh', 'engine.sh']\n"),
        ("engine.sh", script),
        ("suite/a.dat", &fixtures()),
    ])
}

fn script_of(fault: &Fault) -> String {
    ENGINE.replace("WORD", WORD).replace("FAULT", fault.script).replace("CROSSCHECK", env!("CARGO_BIN_EXE_crosscheck"))
}

fn place_of(fault: &Fault) -> Place {
    place(&script_of(fault))
}

/// How long the engine may think. Those faults that are no hang are to be seen for what they are, however slow the
/// machine.
fn timeout(fault: &Fault) -> &'static str {
    match fault.verdict {
        "timed_out" => "3s",
        _ => "60s",
    }
}

/// Nothing is left of the processes that were started, nor of what they started.
fn assert_nothing_is_left(place: &Place) {
    let started = place.read("pids");
    assert!(!started.is_empty());
    for pid in started.lines() {
        let pid = Pid::from_raw(pid.parse().unwrap()).unwrap();
        // Whoever lost its parent is reaped by the system, when it gets to it.
        let deadline = Instant::now() + Duration::from_secs(30);
        while test_kill_process_group(pid) != Err(Errno::SRCH) {
            assert!(Instant::now() < deadline, "of {pid:?} something is left");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The verdicts of an engine in a report.
fn verdicts<'r>(report: &'r Value, engine: &str) -> Vec<&'r str> {
    let results = report["results"].as_array().expect("a list").iter();
    results
        .filter(|result| result["engine"] == engine)
        .map(|result| result["verdict"].as_str().expect("a text"))
        .collect()
}

/// In a run one fixture is lost: the one with the word, where that can be told.
fn costs_a_run_one_verdict(fault: &Fault) {
    let place = place_of(fault);
    let limit = timeout(fault);
    let command = format!("run suite --engine shaky --timeout {limit} --jobs 1 --all --format json");
    let report = place.json(&command, 1);
    assert_eq!(report["complete"], true);
    let verdicts = verdicts(&report, "shaky");
    let lost = verdicts.iter().position(|verdict| *verdict != "passed");
    let lost = lost.expect("the fault costs something");
    assert!(lost == FATAL || (lost < FATAL && !fault.comes_again), "{verdicts:?}");
    let mut expected = ["passed"; FIXTURES];
    expected[lost] = fault.verdict;
    assert_eq!(verdicts, expected);
    assert_has(report["results"][lost]["reason"].as_str().unwrap(), &[fault.words]);
    assert_nothing_is_left(&place);
}

/// A hunt tells of the fault once, and of nothing else.
fn costs_a_hunt_one_document(fault: &Fault) {
    let place = place_of(fault);
    let limit = timeout(fault);
    let command = format!(
        "hunt --engine shaky --inputs 150 --ask all --timeout {limit} --oracle trees --oracle no-crash --format json"
    );
    let report = place.json(&command, 1);
    assert!(place.path().join("fired").exists(), "no document has the word in it");
    assert_eq!(report["complete"], true);
    assert_eq!(report["executions"], 150);
    let [found] = report["divergences"].as_array().unwrap().as_slice() else {
        panic!("one is wanted: {}", report["divergences"]);
    };
    assert_eq!(found["oracle"], "no-crash");
    assert_has(found["actual"].as_str().unwrap(), &[fault.words]);
    assert_nothing_is_left(&place);
}

/// A fault that comes now and then, and quotes other bytes each time, is listed once, whether the document itself shows
/// it or a question that an oracle derives from it.
#[test]
fn now_and_then() {
    let script = r#"[ -e odd ] && { rm odd; echo "{\"id\":0,\"$$\":1}" >&3; } || : > odd"#;
    let place = place_of(&Fault::crash(script, "unknown field"));
    let command =
        "hunt --engine shaky --inputs 1000 --ask all --oracle trees --oracle no-crash --oracle fragment --format json";
    let report = place.json(command, 1);
    let [found] = report["divergences"].as_array().unwrap().as_slice() else {
        panic!("one is wanted: {}", report["divergences"]);
    };
    assert_eq!(found["oracle"], "no-crash");
    assert_has(found["what"].as_str().unwrap(), &["breaks the engine protocol"]);
}

#[test]
fn killed() {
    costs_a_run_one_verdict(&KILLED);
    costs_a_hunt_one_document(&KILLED);
}

#[test]
fn killed_by_others() {
    costs_a_run_one_verdict(&KILLED_BY_OTHERS);
    costs_a_hunt_one_document(&KILLED_BY_OTHERS);
}

#[test]
#[ignore = "slow"]
fn stopped() {
    costs_a_run_one_verdict(&STOPPED);
    costs_a_hunt_one_document(&STOPPED);
}

#[test]
#[ignore = "slow"]
fn deaf() {
    costs_a_run_one_verdict(&DEAF);
    costs_a_hunt_one_document(&DEAF);
}

#[test]
#[ignore = "slow"]
fn printing_garbage() {
    costs_a_run_one_verdict(&PRINTS_GARBAGE);
    costs_a_hunt_one_document(&PRINTS_GARBAGE);
}

#[test]
#[ignore = "slow"]
fn printing_a_gigabyte() {
    costs_a_run_one_verdict(&PRINTS_A_GIGABYTE);
    costs_a_hunt_one_document(&PRINTS_A_GIGABYTE);
}

#[test]
#[ignore = "slow"]
fn complaining_without_end() {
    costs_a_run_one_verdict(&COMPLAINS_WITHOUT_END);
    costs_a_hunt_one_document(&COMPLAINS_WITHOUT_END);
}

#[test]
fn exiting() {
    costs_a_run_one_verdict(&EXITS);
    costs_a_hunt_one_document(&EXITS);
}

/// A document on which an engine hangs is not asked about by one oracle after the other.
#[test]
fn a_hang_is_waited_for_once_in_triage() {
    let place = place_of(&DEAF);
    let document = format!("<p><{WORD}>x<b>");
    std::fs::write(place.path().join("a.html"), document).expect("it is written");
    let command = "triage a.html --engine shaky --timeout 3s --format json";
    let report = place.json(command, 1);
    let [found] = report["divergences"].as_array().unwrap().as_slice() else {
        panic!("one is wanted: {}", report["divergences"]);
    };
    assert_eq!(found["oracle"], "no-crash");
    assert_eq!(place.read("fired").lines().count(), 1);
}

/// An engine that dies and cannot be started again is asked no more: what it said stands, and a hunt goes on with the
/// others.
#[test]
#[ignore = "slow"]
fn not_to_be_started_again() {
    let only_once = format!("[ -e pids ] && {{ {EXITS_AT_ONCE}; }}");
    let hunt = |engines: &str| {
        let place = place(&[only_once.as_str(), &script_of(&KILLED)].join("\n"));
        let command = format!(
            "hunt --engine {engines} --inputs 10000 --jobs 1 --ask all --oracle trees --oracle no-crash --format json"
        );
        place.json(&command, 2)
    };
    for (engines, goes_on) in [("shaky", false), ("shaky,html5ever", true)] {
        let report = hunt(engines);
        assert_eq!(report["complete"], goes_on);
        assert_eq!(report["executions"] == 10000, goes_on, "{report}");
        let [problem] = report["problems"].as_array().unwrap().as_slice() else {
            panic!("one is wanted: {}", report["problems"]);
        };
        assert_has(problem.as_str().unwrap(), &["engine `shaky` is not available", "no luck"]);
        let found = report["divergences"].as_array().unwrap().iter();
        let of_others = found.filter(|found| found["engine"] == "html5ever");
        assert_eq!(of_others.count() > 0, goes_on);
    }
}

/// An engine that cannot be asked at all costs the other engines nothing.
#[test]
fn not_to_be_started() {
    for (script, words) in [(EXITS_AT_ONCE, "exit status: 3; no luck"), (SPEAKS_ANOTHER_VERSION, "version 2")] {
        let place = place(&format!("echo $$ >> pids\n{script}"));
        let command = "run suite --engine shaky,standard --all --format json";
        let report = place.json(command, 2);
        assert_eq!(report["complete"], true);
        assert_eq!(verdicts(&report, "standard"), ["passed"; FIXTURES]);
        assert_eq!(verdicts(&report, "shaky"), [""; 0]);
        let [problem] = report["problems"].as_array().unwrap().as_slice() else {
            panic!("one is wanted: {}", report["problems"]);
        };
        let told = problem["message"].as_str().unwrap();
        assert_has(told, &["engine `shaky` is not available", words]);
        for command in ["run suite --engine shaky", "hunt --engine shaky --inputs 100"] {
            let told = stderr(&place.run(command, 2));
            assert_has(&told, &["engine `shaky` is not available", words]);
        }
        assert_nothing_is_left(&place);
    }
}
