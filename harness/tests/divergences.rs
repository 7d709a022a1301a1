//! Every divergence on record is as its snapshot says. One that is not any more, because the engine or the standard engine
//! changed, goes red until a person has reviewed it: `cargo insta review`.

use std::path::Path;

use crosscheck::engines::WorkerCommand;
use crosscheck::triage::record;

fn replay(path: &Path) -> datatest_stable::Result<()> {
    let snapshot = record::replay(path, &WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck")))?;
    let folder = path.parent().ok_or("no folder")?.canonicalize()?;
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("divergence", snapshot));
    Ok(())
}

datatest_stable::harness! {
    { test = replay, root = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/divergences"), pattern = r"/divergence\.toml$" },
}
