//! The README's examples are run, from the repository's root.

use std::path::Path;

use crate::console::{examples, run};
use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README is there");
    let examples = examples(&readme);
    assert!(!examples.is_empty(), "the README has no examples");
    let trials = examples.into_iter().map(|example| {
        let name = format!("README.md:{}: {}", example.line, example.command);
        let root = root.clone();
        Trial::test(name, move || run(&example, &root))
    });
    trials.collect()
}
