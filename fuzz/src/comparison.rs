//! Another engine held against the standard.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crosscheck::coverage::Reached;
use crosscheck::engines::Engine;
use crosscheck::engines::standard::Standard;
use crosscheck::fuzzing::triage::{Triage, record};
use crosscheck::model::input::Input;
use crosscheck::oracles::Oracle;

use crate::counters::{self, Side};

/// The departures on record, which are no news. ClusterFuzzLite runs targets without the repository: there the records
/// lie beside the target.
static KNOWN: LazyLock<Triage> = LazyLock::new(|| {
    let beside = std::env::current_exe().map(|target| target.with_file_name("divergences"));
    let here = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/divergences");
    let folder: PathBuf = beside.ok().filter(|folder| folder.is_dir()).unwrap_or_else(here);
    let known = record::known(&folder).unwrap_or_else(|error| panic!("{error}"));
    Triage::knowing(vec![Oracle::Trees], known)
});

/// Panics where an engine makes another tree than the standard's for a reason that is not on record. The clauses that
/// are reached while it departs count apart.
pub fn agrees(engine: &mut dyn Engine, input: &Input) {
    let mut reached = Reached::default();
    let Ok(standard) = Standard::default().make_watched(input, &mut reached) else {
        return;
    };
    let answer = engine.answer(input);
    let difference = Oracle::Trees.compare(&standard.into(), &answer);
    let side = match difference {
        None => Side::Alone,
        Some(_) => Side::Departed,
    };
    counters::count(&reached, side);
    if let Some(difference) = difference {
        let name = engine.about().name;
        let is_known = KNOWN.knows(&name, Oracle::Trees, input, &answer);
        assert!(is_known, "{name}: {difference}");
    }
}
