//! The tests that `docs/hostile-input.md` names exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// The tests in the sources, each after the name of its file, or of the folder of a `mod.rs`.
fn tests(root: &Path) -> BTreeSet<String> {
    let folders = ["engines/src", "harness/src", "harness/tests", "reports/src", "reports/tests"];
    let entries = folders.into_iter().flat_map(|folder| WalkDir::new(root.join(folder)));
    let paths = entries.map(|entry| entry.expect("the folder is readable").into_path());
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut tests = BTreeSet::new();
    for path in sources {
        let text = fs::read_to_string(&path).expect("the file is UTF-8");
        let named = if path.ends_with("mod.rs") { path.parent().expect("a folder") } else { &path };
        let module = named.file_stem().expect("a name").to_string_lossy();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            match line.strip_prefix("fn ").and_then(|rest| rest.split_once("()")) {
                Some((name, _)) if is_test => {
                    tests.insert(format!("{module}::{name}"));
                    is_test = false;
                }
                _ => is_test = line == "#[test]" || is_test && line.starts_with("#["),
            }
        }
    }
    tests
}

#[test]
fn each_test_of_the_table_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tests = tests(&root);
    let page = fs::read_to_string(root.join("docs/hostile-input.md")).expect("the page is there");
    let rows = page.lines().filter(|line| line.starts_with('|')).skip(2);
    let mut named = 0;
    for row in rows {
        let cell = row.trim_end_matches('|').rsplit('|').next().expect("a cell");
        for test in cell.split(',').map(|test| test.trim().trim_matches('`')) {
            assert!(tests.contains(test), "`{test}` is no test: {row}");
            named += 1;
        }
    }
    assert!(named > 0);
}
