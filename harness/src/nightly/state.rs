//! The nights on file: a folder for each, named by its date.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crosscheck_reports::{NightlyReport, NotADocument, RunReport, read_json, write_json};

use crate::engines::EngineSpec;
use crate::files::{self, FileError, WriteError, make_folder, write_whole};

/// The file of the report of a night.
const REPORT: &str = "nightly.json";
/// The file of the run of the fixtures, with the verdicts as they were.
const RUN: &str = "run.json";

/// How many nights are searched for the last whole result of an engine.
const MOST_NIGHTS: usize = 30;

/// The earlier nights, the oldest first.
#[derive(Debug, Default)]
pub struct State {
    nights: Vec<Night>,
}

/// A night on file.
#[derive(Debug)]
pub struct Night {
    /// Its folder.
    pub folder: PathBuf,
    /// What it found.
    pub report: NightlyReport,
}

impl State {
    /// Reads the nights in a folder. One that was not finished has no report and is passed over.
    ///
    /// # Errors
    /// When a report cannot be read, or is not one.
    pub fn read(folder: &Path) -> Result<Self, FileError> {
        let unreadable = |error| FileError::unreadable(folder, &error);
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(unreadable(error)),
        };
        let folders = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut folders: Vec<PathBuf> = folders.collect::<Result<_, _>>().map_err(unreadable)?;
        folders.retain(|folder| folder.join(REPORT).is_file());
        folders.sort();
        let night = |folder: PathBuf| Ok(Night { report: read(&folder.join(REPORT))?, folder });
        Ok(Self { nights: folders.into_iter().map(night).collect::<Result<_, _>>()? })
    }

    /// The last whole result of each engine, as one run; `None` if there is none. An engine that did not answer
    /// everything on a night is compared with an earlier night.
    ///
    /// # Errors
    /// When a run cannot be read.
    pub fn baseline(&self, engines: &[EngineSpec]) -> Result<Option<RunReport>, FileError> {
        let mut missing: BTreeSet<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        let mut baseline: Option<RunReport> = None;
        for night in self.nights().rev().take(MOST_NIGHTS).filter(|night| night.folder.join(RUN).is_file()) {
            if missing.is_empty() {
                break;
            }
            let mut run: RunReport = read(&night.folder.join(RUN))?;
            if !run.complete {
                continue;
            }
            let is_partial = |name: &str| run.problems.iter().any(|problem| problem.engine.as_deref() == Some(name));
            let names = run.engines.iter().map(|engine| engine.name.as_str());
            let whole: BTreeSet<&str> = names.filter(|name| missing.contains(name) && !is_partial(name)).collect();
            let whole: BTreeSet<&str> = missing.iter().copied().filter(|name| whole.contains(name)).collect();
            missing.retain(|name| !whole.contains(name));
            run.engines.retain(|engine| whole.contains(engine.name.as_str()));
            run.totals.retain(|total| whole.contains(total.engine.as_str()));
            run.results.retain(|result| whole.contains(result.engine.as_str()));
            run.passed.retain(|passed| whole.contains(passed.engine.as_str()));
            run.problems.clear();
            match &mut baseline {
                None => baseline = Some(run),
                Some(baseline) => {
                    baseline.engines.append(&mut run.engines);
                    baseline.totals.append(&mut run.totals);
                    baseline.results.append(&mut run.results);
                    baseline.passed.append(&mut run.passed);
                }
            }
        }
        Ok(baseline.filter(|baseline| !baseline.engines.is_empty()))
    }

    /// The nights, the oldest first.
    pub fn nights(&self) -> impl DoubleEndedIterator<Item = &Night> {
        self.nights.iter()
    }
}

impl Night {
    /// Writes a night to a folder below this one. The report is written last: without it the night does not count.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(folder: &Path, report: &NightlyReport, run: Option<&RunReport>) -> Result<PathBuf, WriteError> {
        let name: String = report.provenance.date.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let folder = (1..)
            .map(|number| folder.join(if number == 1 { name.clone() } else { format!("{name}-{number}") }))
            .find(|folder| !folder.exists())
            .unwrap_or_else(|| folder.join(&name));
        make_folder(&folder)?;
        if let Some(run) = run {
            write_whole(&folder.join(RUN), |out| write_json(&run.clone().without_passed(), out))?;
        }
        write_whole(&folder.join(REPORT), |out| write_json(report, out))?;
        Ok(folder)
    }
}

fn read<B: crosscheck_reports::Body + serde::de::DeserializeOwned>(path: &Path) -> Result<B, FileError> {
    let text = files::read(path).map_err(|error| FileError::unreadable(path, &error))?;
    read_json(&text)
        .map_err(|error: NotADocument| FileError { line: error.line(), ..FileError::of(path, error.to_string()) })
}
