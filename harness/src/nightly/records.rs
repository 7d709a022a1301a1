//! The divergences on record, asked again.

use std::path::{Path, PathBuf};

use crosscheck_reports::{PartState, RecordEntry};
use walkdir::WalkDir;

use super::budget::Budget;
use super::{Ended, Found, NightlyOptions, State, in_a_line};
use crate::files::FileError;
use crate::fuzzing::triage::record::{self, Engines, Replayed};

pub(super) const NAME: &str = "records";

pub(super) fn part(options: &NightlyOptions, _: &State, budget: &Budget<'_>, found: &mut Found) -> Ended {
    let Some(folder) = options.records.as_deref().filter(|folder| folder.is_dir()) else {
        return Ended::left_out("there is no folder of records");
    };
    let engines = Engines::new(options.worker.clone());
    let (mut errors, mut state) = (Vec::new(), PartState::Done);
    for path in records(folder) {
        if budget.is_over() {
            state = PartState::CutShort;
            break;
        }
        match entry(&path, &engines) {
            Ok(None) => found.report.records_as_accepted += 1,
            Ok(Some(entry)) => found.report.records.push(entry),
            Err(error) => errors.push(error),
        }
    }
    let left_out = found.report.records.iter().filter(|entry| entry.left_out.is_some()).count();
    let mut notes = vec![format!(
        "as accepted: {}, changed: {}, not replayed: {left_out}",
        found.report.records_as_accepted,
        found.report.records.len() - left_out
    )];
    if !errors.is_empty() {
        notes.push(in_a_line(&errors));
        state = PartState::Failed;
    }
    Ended { state, notes }
}

/// The records below a folder, in order.
fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let paths = entries.map(walkdir::DirEntry::into_path);
    paths.filter(|path| path.file_name().is_some_and(|name| name == record::DIVERGENCE)).collect()
}

/// A record that is not as it was accepted.
fn entry(path: &Path, engines: &Engines) -> Result<Option<RecordEntry>, FileError> {
    let departed = record::departed(path)?;
    let name = path.parent().and_then(Path::file_name).unwrap_or_default();
    let entry = |left_out| RecordEntry {
        record: name.to_string_lossy().into_owned(),
        engine: departed.engine.clone(),
        left_out,
    };
    Ok(match record::compare(path, engines)? {
        Replayed::AsAccepted => None,
        Replayed::Changed => Some(entry(None)),
        Replayed::LeftOut(why) => Some(entry(Some(why))),
    })
}
