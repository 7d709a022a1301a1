//! `crosscheck check-engine` on an engine, and on commands that are none. The engines are shell scripts here.
#![cfg(unix)]

use std::time::Duration;

use crosscheck::engines::check::check;
use crosscheck::engines::{Limits, WorkerCommand};
use crosscheck_reports::{CheckEngineReport, EngineCheck, EngineCheckResult};

/// Introduces itself as an engine for documents. Whatever it is asked, it answers with the question's own text, escapes
/// and all, as the text of an element: `answer` in a script says how.
const PRELUDE: &str = r#"
hello() { printf '%s\n' '{"engine":"sh","version":"1","language":"sh","can":["document"]}'; }
question() { IFS= read -r line && id=${line#*:} && id=${id%%,*} && html=${line#*'"html":"'} && html=${html%%'","context"'*}; }
answer() { printf '{"id":%s,"tree":"| <html>\\n|   \\"%s\\""}\n' "$1" "$2"; }
IFS= read -r line
"#;

fn checked(script: &str) -> CheckEngineReport {
    let command = ["sh", "-c", &format!("{PRELUDE}\n{script}")].map(str::to_owned);
    let limits = Limits { timeout: Duration::from_secs(3), startup: Duration::from_secs(3), ..Limits::default() };
    check(&WorkerCommand::in_folder(&command, ".".as_ref()), &limits)
}

fn find<'r>(report: &'r CheckEngineReport, name: &str) -> &'r EngineCheck {
    let found = report.checks.iter().find(|check| check.name == name);
    found.unwrap_or_else(|| panic!("no check {name}: {report:#?}"))
}

/// Asserts that a check finds something wrong, with these words, and says what to do about it.
fn is_wrong(report: &CheckEngineReport, name: &str, words: &str) {
    let check = find(report, name);
    assert_eq!(check.result, EngineCheckResult::Wrong, "{report:#?}");
    let message = check.message.as_deref().unwrap_or_default();
    assert!(message.contains(words), "{message}");
    assert!(check.mend.is_some());
    assert!(!report.is_good());
}

#[test]
fn an_engine_of_crosschecks_own_is_one() {
    let worker = [env!("CARGO_BIN_EXE_crosscheck"), "worker", "--engine", "standard"];
    let command = WorkerCommand::in_folder(&worker.map(str::to_owned), ".".as_ref());
    let report = check(&command, &Limits::default());
    assert!(report.is_good(), "{report:#?}");
    let right = |check: &EngineCheck| check.result == EngineCheckResult::Right;
    assert!(report.checks.iter().all(right), "{report:#?}");
}

#[test]
fn answers_of_another_kind_of_parser_differ_and_the_rest_is_right() {
    let report = checked(r#"hello; while question; do answer "$id" "$html"; done"#);
    let result = |name: &str| find(&report, name).result;
    assert_eq!(result("introduction"), EngineCheckResult::Right);
    assert_eq!(result("a document"), EngineCheckResult::Differs, "{report:#?}");
    assert_eq!(result("a fragment"), EngineCheckResult::LeftOut);
    assert_eq!(result("many in flight"), EngineCheckResult::Right, "{report:#?}");
    assert_eq!(result("killed and started again"), EngineCheckResult::Right);
    assert_eq!(result("ends with its input"), EngineCheckResult::Right);
    assert!(!report.is_good());
    let mend = find(&report, "a document").mend.as_deref();
    assert!(mend.is_some_and(|mend| mend.contains("html5lib's dump")));
}

#[test]
fn what_does_not_introduce_itself_is_told_why() {
    is_wrong(&checked("echo ready"), "introduction", "\"ready\"");
    is_wrong(&checked("exit 3"), "introduction", "exit status: 3");
    is_wrong(&checked("sleep 60"), "introduction", "within 3s");
    let version = r#"echo '{"hello":2,"engine":"sh","version":"1","language":"sh","can":["document"]}'"#;
    is_wrong(&checked(version), "introduction", "version 2");
    let nothing = r#"echo '{"engine":"sh","version":"1","language":"sh","can":[]}'; cat >/dev/null"#;
    is_wrong(&checked(nothing), "introduction", "`can` is empty");
    let command = WorkerCommand::in_folder(&["no-such-program".to_owned()], ".".as_ref());
    let report = check(&command, &Limits::default());
    is_wrong(&report, "introduction", "cannot start `no-such-program`");
}

#[test]
fn an_engine_that_mixes_up_its_answers_is_found_out() {
    let script = r#"hello; before=; while question; do answer "$id" "${before:-$html}"; before=$html; done"#;
    let report = checked(script);
    is_wrong(&report, "many in flight", "it has the answer to another question");
    is_wrong(&report, "NUL", "the same question got two different answers");
}

#[test]
#[ignore = "slow"]
fn an_engine_that_says_more_than_answers_is_found_out() {
    let report = checked(r#"hello; while question; do echo log; answer "$id" "$html"; done"#);
    is_wrong(&report, "a document", "log");
}

#[test]
#[ignore = "slow"]
fn an_engine_that_waits_for_more_before_it_answers_is_found_out() {
    let script = r#"hello; while question; do first=$id; question; answer "$first" x; answer "$id" y; done"#;
    is_wrong(&checked(script), "killed and started again", "no answer within");
}

#[test]
fn an_engine_that_leaves_a_lock_behind_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock");
    let script =
        format!(r#"mkdir '{}' || exit 9; hello; while question; do answer "$id" "$html"; done"#, lock.display());
    is_wrong(&checked(&script), "killed and started again", "exit status: 9");
}

#[test]
#[ignore = "slow"]
fn an_engine_that_outlives_its_input_is_found_out() {
    let script = r#"hello; while question; do answer "$id" "$html"; done; sleep 60"#;
    is_wrong(&checked(script), "ends with its input", "still runs");
}
