//! Every engine gets the verdicts on the public fixtures that its expectations say: those of crosscheck's own process,
//! with the features that are on, and those behind adapters that are installed. The adapters keep to the engine protocol.
//! Browsers get theirs on these and on our own where they are asked for by name: expectations are of one version, and
//! nobody here decides which is installed.
//!
//! An engine that is not installed is listed as ignored, unless `CROSSCHECK_REQUIRE_ENGINES` names it, after a comma for
//! more than one: then its trials fail.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crosscheck::engines::adapters::{self, Adapter};
use crosscheck::engines::check::check;
use crosscheck::engines::{EngineKind, EngineSpec, Limits, WorkerCommand, all, in_process};
use crosscheck_reports::{EngineCheckResult, terminal};
use libtest_mimic::{Arguments, Failed, Trial};

/// The variable that names the engines which have to be there.
const REQUIRE: &str = "CROSSCHECK_REQUIRE_ENGINES";

fn main() {
    let required = env::var(REQUIRE).unwrap_or_default();
    let mut required: BTreeSet<&str> = required
        .split(',')
        .filter(|name| !name.is_empty())
        .collect();
    let fixtures = env::var_os("CROSSCHECK_HTML5LIB_TESTS").map(PathBuf::from);
    let mut trials = Vec::new();
    for adapter in adapters::all() {
        let is_required = required.remove(adapter.name.as_str());
        trials.extend(trials_of(adapter, is_required, fixtures.as_deref()));
    }
    let browsers = all()
        .into_iter()
        .filter(|spec| spec.kind == EngineKind::Browser);
    for browser in browsers {
        let is_left_out = !required.contains(&*browser.name);
        trials.push(trial_of_browser(browser, fixtures.as_deref()).with_ignored_flag(is_left_out));
    }
    // What else there is to try of the others is tried elsewhere.
    required.retain(|name| crosscheck::engines::find(name).is_err());
    trials.extend(in_process().into_iter().map(|spec| {
        let there = fixtures.clone();
        Trial::test(format!("{}: public fixtures", spec.name), move || {
            let fixtures = there.ok_or("without fixtures it is ignored")?;
            is_as_expected(&spec.name, &[fixtures])
        })
        .with_ignored_flag(fixtures.is_none())
    }));
    for unknown in required {
        let message = format!("{REQUIRE} names {unknown}, which is no engine");
        trials.push(Trial::test(format!("{unknown}: is there"), || {
            Err(Failed::from(message))
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trials_of(adapter: &'static Adapter, is_required: bool, fixtures: Option<&Path>) -> [Trial; 2] {
    let (there, left_out) = (adapter.installed(), !is_required);
    let protocol = there.clone();
    let is_left_out = there.is_err() && left_out;
    let fixtures = fixtures.map(|folder| folder.join("tree-construction"));
    let no_fixtures = fixtures.is_none();
    [
        Trial::test(format!("{}: engine protocol", adapter.name), move || {
            keeps_to_the_protocol(&protocol?)
        })
        .with_ignored_flag(is_left_out),
        Trial::test(format!("{}: public fixtures", adapter.name), move || {
            there?;
            is_as_expected(
                &adapter.name,
                &[fixtures.ok_or("without fixtures it is ignored")?],
            )
        })
        .with_ignored_flag(is_left_out || no_fixtures),
    ]
}

/// Where an answer differs from the standard's that is the parser's affair: its expectations say more of it.
fn keeps_to_the_protocol(command: &WorkerCommand) -> Result<(), Failed> {
    let report = check(command, &Limits::default());
    let is_wrong = |result| result == EngineCheckResult::Wrong;
    if !report.checks.iter().any(|check| is_wrong(check.result)) {
        return Ok(());
    }
    let mut told = Vec::new();
    terminal::check_engine(&report, &mut told)?;
    Err(String::from_utf8_lossy(&told).into_owned().into())
}

/// Without the public fixtures our own are left.
fn trial_of_browser(browser: EngineSpec, fixtures: Option<&Path>) -> Trial {
    let public = fixtures.map(|folder| folder.join("tree-construction"));
    let suites = [Some("suites".into()), public];
    Trial::test(format!("{}: fixtures", browser.name), move || {
        if let Some(remedy) = browser.remedy() {
            return Err(remedy.into());
        }
        is_as_expected(
            &browser.name,
            &suites.into_iter().flatten().collect::<Vec<_>>(),
        )
    })
}

fn is_as_expected(engine: &str, suites: &[PathBuf]) -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .arg("run")
        .args(suites)
        .args(["--engine", engine])
        .current_dir(root)
        .env("NO_COLOR", "1")
        .output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err([output.stdout, output.stderr]
            .map(|said| String::from_utf8_lossy(&said).into_owned())
            .concat()
            .into()),
    }
}
