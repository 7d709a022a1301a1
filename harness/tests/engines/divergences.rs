//! Every divergence on record is as its snapshot says. One that is not any more, because the engine or the standard
//! engine changed, goes red until a person has reviewed it: `cargo insta review`.
//!
//! A record of an engine outside crosscheck's own process is of one version. Where that engine is not installed, or is
//! in another version, it is listed as ignored; if `CROSSCHECK_REQUIRE_ENGINES` names the engine, a missing one fails,
//! and another version is judged all the same.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::support::skipped;
use crosscheck::engines::{EngineKind, WorkerCommand, find};
use crosscheck::fuzzing::triage::record::{self, Departed, Engines};
use libtest_mimic::{Failed, Trial};
use walkdir::WalkDir;

/// Names engines that must be there, separated by commas.
const REQUIRED: &str = "CROSSCHECK_REQUIRE_ENGINES";

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let engines = Engines::new(WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck")));
    let engines = Arc::new(engines);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/divergences");
    let records = WalkDir::new(&folder).sort_by_file_name().into_iter();
    let trials = records.filter_map(|entry| {
        let path = entry.expect("the records can be listed").into_path();
        let is_record = path.file_name()? == record::DIVERGENCE;
        is_record.then(|| trial(path, &engines))
    });
    trials.collect()
}

fn trial(path: PathBuf, engines: &Arc<Engines>) -> Trial {
    let name = name(&path);
    let engines = Arc::clone(engines);
    let how = match record::departed(&path) {
        Ok(departed) => How::of(&departed, &engines),
        Err(error) => How::Fails(error.to_string()),
    };
    match how {
        How::Compared => Trial::test(name, move || is_as_its_snapshot(&path, record::replay(&path, &engines)?)),
        How::ComparedAs(versions) => Trial::test(format!("{name} ({versions})"), move || {
            is_as_its_snapshot(&path, record::replay_as_accepted(&path, &engines)?)
        }),
        How::Ignored(why) => skipped(name, why),
        How::Fails(why) => Trial::test(name, || Err(why.into())),
    }
}

/// The name of the folder of a record.
fn name(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name);
    folder.unwrap_or_default().to_string_lossy().into_owned()
}

/// How a record is judged.
enum How {
    /// With its snapshot.
    Compared,
    /// With its snapshot, which is of another version.
    ComparedAs(String),
    /// Not at all.
    Ignored(String),
    /// It cannot be.
    Fails(String),
}

impl How {
    fn of(departed: &Departed, engines: &Engines) -> Self {
        let required = env::var(REQUIRED).unwrap_or_default();
        let is_required = required.split(',').any(|name| name == departed.engine);
        let missing = match is_required {
            true => Self::Fails,
            false => Self::Ignored,
        };
        let spec = match find(&departed.engine) {
            Ok(spec) => spec,
            Err(error) => return Self::Fails(error.to_string()),
        };
        if spec.kind == EngineKind::InProcess {
            return Self::Compared;
        }
        if let Some(remedy) = spec.remedy() {
            return missing(remedy.to_owned());
        }
        match (engines.version(&departed.engine), &departed.version) {
            (Err(error), _) => Self::Fails(error.to_string()),
            (Ok(here), Some(accepted)) if here != *accepted => {
                let versions = format!("recorded with {accepted}, here is {here}");
                match is_required {
                    true => Self::ComparedAs(versions),
                    false => Self::Ignored(versions),
                }
            }
            _ => Self::Compared,
        }
    }
}

fn is_as_its_snapshot(path: &Path, snapshot: String) -> Result<(), Failed> {
    let folder = path.parent().ok_or("no folder")?.canonicalize()?;
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("divergence", snapshot));
    Ok(())
}
