//! The fuzz targets, each for some time, with a corpus that is kept and made small again.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, io};

use crosscheck_reports::PartState;

use super::budget::Budget;
use super::{Ended, Found, NightlyOptions, State};

pub(super) const NAME: &str = "fuzz";

/// How often a campaign is looked at.
const TICK: Duration = Duration::from_millis(100);

/// How much longer than its time a campaign may take: it is built first.
const BUILD: Duration = Duration::from_secs(1200);

pub(super) fn part(options: &NightlyOptions, _: &State, budget: &Budget<'_>, found: &mut Found) -> Ended {
    let Some(folder) = options.fuzz.as_deref() else {
        return Ended::left_out("`--fuzz FOLDER` names the fuzz targets");
    };
    let targets = match targets(folder) {
        Ok(targets) if !targets.is_empty() => targets,
        Ok(_) => return Ended::failed(format!("{}: there is no fuzz target", folder.display())),
        Err(error) => return Ended::failed(error),
    };
    let (mut notes, mut state) = (Vec::new(), PartState::Done);
    for target in &targets {
        if budget.left() < options.fuzz_time {
            notes.push(format!("not reached: {target}"));
            state = PartState::CutShort;
            continue;
        }
        if let Err(why) = campaign(folder, target, options.fuzz_time, budget) {
            notes.push(format!("{target}: {why}"));
            state = PartState::Failed;
        }
        found.report.artifacts.extend(artifacts(&folder.join("artifacts").join(target)));
    }
    Ended { state, notes }
}

fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let listed = cargo_fuzz(folder, &["list"]).stderr(Stdio::null()).output();
    match listed {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
        }
        Ok(_) => Err("cargo-fuzz with a nightly toolchain is not installed".to_owned()),
        Err(error) => Err(format!("cargo cannot be started: {error}")),
    }
}

/// `cargo fuzz`, on the nightly toolchain that it needs.
fn cargo_fuzz(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz"]).args(arguments).arg("--fuzz-dir").arg(folder).stdin(Stdio::null());
    command
}

/// Runs a target, and leaves out of its corpus what reaches nothing more.
fn campaign(folder: &Path, target: &str, time: Duration, budget: &Budget<'_>) -> Result<(), String> {
    let corpus = folder.join("corpus").join(target);
    fs::create_dir_all(&corpus).map_err(|error| error.to_string())?;
    let mut run = cargo_fuzz(folder, &["run", target]);
    run.args(["--", "-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"])
        .args([format!("-max_total_time={}", time.as_secs().max(1)), "-timeout=10".to_owned()])
        .arg("-rss_limit_mb=2048");
    succeed(&mut run, time + BUILD, budget)?;
    succeed(&mut cargo_fuzz(folder, &["cmin", target]), BUILD, budget)
}

fn succeed(command: &mut Command, time: Duration, budget: &Budget<'_>) -> Result<(), String> {
    match wait(command, time, budget) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(status.to_string()),
        Ok(None) => Err("the time was up".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Waits for a process, and kills its group when the time is up.
fn wait(command: &mut Command, time: Duration, budget: &Budget<'_>) -> io::Result<Option<ExitStatus>> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    let end = Instant::now() + time;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if budget.is_over() || Instant::now() >= end {
            #[cfg(unix)]
            let _ = rustix::process::kill_process_group(
                rustix::process::Pid::from_child(&child),
                rustix::process::Signal::KILL,
            );
            #[cfg(not(unix))]
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(TICK);
    }
}

fn artifacts(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<String> = entries.map(|entry| entry.path().display().to_string()).collect();
    paths.sort();
    paths
}
