//! Tutorials are followed to the letter: their files are written, their commands are run, in an empty folder.

use crate::console;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::skipped;
use libtest_mimic::Trial;

/// The tutorials, and the fixtures that their readers have.
const TUTORIALS: [(&str, &str); 3] = [
    ("docs/adding-an-engine.md", "implied-br-and-p.dat"),
    ("docs/known-failures.md", "special-elements.dat"),
    ("docs/nightly.md", "special-elements.dat"),
];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    TUTORIALS.into_iter().map(|(tutorial, fixtures)| trial(tutorial, fixtures)).collect()
}

fn trial(name: &'static str, suite: &'static str) -> Trial {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tutorial = fs::read_to_string(root.join(name)).expect("it is there");
    let needs_python = tutorial.contains("python3");
    if needs_python && Command::new("python3").arg("--version").output().is_err() {
        return skipped(name, "python3 is not on the PATH");
    }
    Trial::test(name, move || {
        let folder = tempfile::tempdir()?;
        for (name, content) in files(&tutorial) {
            fs::write(folder.path().join(name), content)?;
        }
        // What the reader has: a page, and fixtures.
        fs::write(folder.path().join("page.html"), "<p>x<b>y")?;
        let fixtures = folder.path().join("fixtures");
        fs::create_dir(&fixtures)?;
        fs::copy(root.join("suites/tree-construction").join(suite), fixtures.join(suite))?;
        let examples = console::examples(&tutorial);
        assert!(!examples.is_empty(), "the tutorial has no examples");
        examples.iter().try_for_each(|example| console::run(example, folder.path()))
    })
}

/// The files of the tutorial: blocks whose fence names one after the language.
fn files(tutorial: &str) -> Vec<(&str, String)> {
    let mut files: Vec<(&str, String)> = Vec::new();
    let mut inside = false;
    for line in tutorial.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            let name = fence.split_once(' ').map(|(_, name)| name);
            files.extend(name.map(|name| (name, String::new())));
            inside = name.is_some();
        } else if inside && let Some((_, content)) = files.last_mut() {
            content.push_str(line);
            content.push('\n');
        }
    }
    files
}
