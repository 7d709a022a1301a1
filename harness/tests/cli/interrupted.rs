//! Ctrl-C: what was found is kept and marked.
#![cfg(unix)]

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{PASSES, Place, slow_fixture};

/// What a command tells that is interrupted after a while. It ends soon, says by its status that it was interrupted,
/// and the report that it is not complete.
fn interrupted(place: &Place, arguments: &str, after: Duration) -> Value {
    let child = place.spawn(arguments);
    thread::sleep(after);
    let interrupted = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(interrupted.elapsed() < Duration::from_secs(20), "soon");
    let report: Value = serde_json::from_slice(&ended.stdout).expect("a whole document");
    assert_eq!(report["complete"], false);
    report
}

#[test]
fn an_interrupted_run_keeps_what_it_found() {
    let fixtures = [PASSES, &slow_fixture(), PASSES];
    let place = Place::new(&[("suite/a.dat", &fixtures.join("\n"))]);
    let arguments = "run suite --engine html5ever --format json --all --jobs 1 --timeout 60";
    let report = interrupted(&place, arguments, Duration::from_secs(2));
    let results = report["results"].as_array().unwrap();
    assert!(results.len() < fixtures.len());
    assert!(
        results.iter().all(|result| result["verdict"] == "passed"),
        "that the workers end too is not the engine's fault: {report}"
    );
}

#[test]
#[ignore = "slow"]
fn an_interrupted_hunt_keeps_what_it_found() {
    let place = Place::new(&[]);
    let arguments = "hunt --engine html5ever --time 600s --format json";
    let report = interrupted(&place, arguments, Duration::from_secs(5));
    assert!(report["executions"].as_u64().unwrap() > 0);
    assert!(!report["divergences"].as_array().unwrap().is_empty());
}
