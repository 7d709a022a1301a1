//! Every engine gets the verdicts on our suites, and on the public fixtures, that its expectations say: those of
//! crosscheck's own process, with the features that are on; those behind adapters, where they are installed; and
//! browsers, where they are asked for by name, since expectations are of one version and nobody here decides which is
//! installed. The adapters keep to the engine protocol.
//!
//! An engine that is not installed is listed as ignored, unless `CROSSCHECK_REQUIRE_ENGINES` names it, after a comma
//! for more than one: then its trials fail.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::support::{self, skipped};
use crosscheck::engines::adapters::{self, Adapter};
use crosscheck::engines::check::check;
use crosscheck::engines::{EngineKind, EngineSpec, Limits, WorkerCommand, all, in_process};
use crosscheck_reports::{EngineCheckResult, terminal};
use libtest_mimic::{Failed, Trial};

/// The variable that names the engines which have to be there.
const REQUIRE: &str = "CROSSCHECK_REQUIRE_ENGINES";

/// Our suites, from the root of the repository.
const SUITES: &str = "suites";

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let required = env::var(REQUIRE).unwrap_or_default();
    let mut required: BTreeSet<&str> = required.split(',').filter(|name| !name.is_empty()).collect();
    let public = support::public_folder().ok();
    let trees = public.as_ref().map(|folder| folder.join("tree-construction"));
    let with_ours = |public: Option<PathBuf>| Vec::from_iter([SUITES.into()].into_iter().chain(public));
    let mut trials = Vec::new();
    for spec in in_process() {
        let suites = with_ours(public.clone());
        trials.push(Trial::test(format!("{}: fixtures", spec.name), move || is_as_expected(&spec.name, &suites)));
    }
    for adapter in adapters::all() {
        let is_required = required.remove(adapter.name.as_str());
        trials.extend(trials_of(adapter, is_required, with_ours(trees.clone())));
    }
    for spec in all() {
        if spec.kind == EngineKind::Browser {
            let is_required = required.contains(&*spec.name);
            trials.push(trial_of_browser(spec, is_required, with_ours(trees.clone())));
        }
    }
    required.retain(|name| crosscheck::engines::find(name).is_err());
    for unknown in required {
        let message = format!("{REQUIRE} names {unknown}, which is no engine");
        trials.push(Trial::test(format!("{unknown}: is there"), || Err(Failed::from(message))));
    }
    trials
}

fn trials_of(adapter: &'static Adapter, is_required: bool, suites: Vec<PathBuf>) -> [Trial; 2] {
    let names = ["engine protocol", "fixtures"].map(|what| format!("{}: {what}", adapter.name));
    let command = match adapter.installed() {
        Ok(command) => command,
        Err(why) => return names.map(|name| not_there(name, &why.to_string(), is_required)),
    };
    let [protocol, fixtures] = names;
    [
        Trial::test(protocol, move || keeps_to_the_protocol(&command)),
        Trial::test(fixtures, move || is_as_expected(&adapter.name, &suites)),
    ]
}

fn trial_of_browser(browser: EngineSpec, is_required: bool, suites: Vec<PathBuf>) -> Trial {
    let name = format!("{}: fixtures", browser.name);
    match browser.remedy() {
        Some(remedy) => not_there(name, remedy, is_required),
        None if !is_required => skipped(name, format!("{REQUIRE} does not name it")),
        None => Trial::test(name, move || is_as_expected(&browser.name, &suites)),
    }
}

/// What is not there fails where it is required, and is ignored elsewhere.
fn not_there(name: String, why: &str, is_required: bool) -> Trial {
    let why = why.to_owned();
    match is_required {
        true => Trial::test(name, || Err(why.into())),
        false => skipped(name, why),
    }
}

/// Where an answer differs from the standard's that is the parser's affair: its expectations say more of it.
fn keeps_to_the_protocol(command: &WorkerCommand) -> Result<(), Failed> {
    // Whether an engine is slow, or the machine busy, is no matter of the protocol.
    let limits = Limits { timeout: Duration::from_secs(60), ..Limits::default() };
    let report = check(command, &limits);
    let is_wrong = |result| result == EngineCheckResult::Wrong;
    if !report.checks.iter().any(|check| is_wrong(check.result)) {
        return Ok(());
    }
    let mut told = Vec::new();
    terminal::check_engine(&report, &mut told)?;
    Err(String::from_utf8_lossy(&told).into_owned().into())
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
        false => {
            Err([output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat().into())
        }
    }
}
