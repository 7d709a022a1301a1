//! `docs/findings.md` lists the records. `SNAPSHOTS=overwrite cargo test --test library findings` writes it.

use std::path::Path;

use crosscheck::fuzzing::triage::record;
use crosscheck_reports::markdown;

#[test]
fn the_page_of_findings_is_that_of_the_records() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let report = record::findings(&root.join("corpus/divergences")).expect("the records can be read");
    assert!(report.engines.iter().all(|engine| !engine.findings.is_empty()));
    let mut page = Vec::new();
    markdown::findings(&report, &mut page).expect("a vector takes everything");
    let page = String::from_utf8(page).expect("it is text");
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(page, snapbox::Data::read_from(&root.join("docs/findings.md"), None).raw());
}
