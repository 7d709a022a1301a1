//! The records as a list of what was found in engines.

use std::collections::BTreeMap;
use std::path::Path;

use crosscheck_reports::{EngineFindings, FindingEntry, FindingsReport};
use crosscheck_standard::clauses::clause::Clause;
use walkdir::WalkDir;

use super::{DIVERGENCE, Record, departed};
use crate::engines::standard;
use crate::files::FileError;
use crate::model::input::{Input, Task};
use crate::oracles::Oracle;
use crate::reproduce;

/// Lists the records below a folder, by engine and name.
///
/// # Errors
/// When one cannot be read.
pub fn findings(folder: &Path) -> Result<FindingsReport, FileError> {
    let mut engines: BTreeMap<String, Vec<FindingEntry>> = BTreeMap::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| FileError::of(folder, error.to_string()))?;
        if entry.file_name() == DIVERGENCE {
            let (engine, finding) = finding(entry.path())?;
            engines.entry(engine).or_default().push(finding);
        }
    }
    let engines = engines.into_iter().map(|(engine, findings)| EngineFindings { engine, findings });
    Ok(FindingsReport { engines: engines.collect() })
}

fn finding(path: &Path) -> Result<(String, FindingEntry), FileError> {
    let record = Record::read(path)?;
    let input = record.read_input(path)?;
    let id = path.parent().and_then(Path::file_name).unwrap_or_default();
    let oracle = record.oracle.as_deref().and_then(Oracle::from_name);
    let clause = record.clause.as_deref().and_then(Clause::from_id);
    let finding = FindingEntry {
        id: id.to_string_lossy().into_owned(),
        known: record.known.clone().unwrap_or_else(|| "reviewed".to_owned()),
        version: departed(path)?.version,
        link: clause.map(|clause| clause.link()),
        upstream: record.upstream.clone(),
        how: how(&input),
        reproduce: match oracle {
            None | Some(Oracle::Trees) => {
                reproduce::with(reproduce::crosscheck("parse"), &[&record.engine, standard::NAME], &input)
            }
            Some(oracle) => reproduce::of_property(&record.engine, oracle, &input),
        },
        input: input.source.to_display(),
        what: record.cause,
        clause: record.clause,
    };
    Ok((record.engine, finding))
}

/// What a question says beyond its document.
fn how(input: &Input) -> String {
    let Task::Tree { context, scripting } = &input.task else {
        return "not parsed to a tree alone: see the command".to_owned();
    };
    let context = context.as_ref().map(|context| format!("in the context `{context}`"));
    let scripting = scripting.then(|| "with scripting".to_owned());
    context.into_iter().chain(scripting).collect::<Vec<_>>().join(", ")
}
