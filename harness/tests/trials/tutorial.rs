//! The tutorial is followed to the letter: its files are written, its commands are run, in an empty folder.

use crate::console;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::skipped;
use libtest_mimic::Trial;

const TUTORIAL: &str = "docs/adding-an-engine.md";

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tutorial = fs::read_to_string(root.join(TUTORIAL)).expect("it is there");
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let trial = Trial::test(TUTORIAL, move || {
        let folder = tempfile::tempdir()?;
        for (name, content) in files(&tutorial) {
            fs::write(folder.path().join(name), content)?;
        }
        // What the reader has: a page, and fixtures.
        fs::write(folder.path().join("page.html"), "<p>x<b>y")?;
        let fixtures = folder.path().join("fixtures");
        fs::create_dir(&fixtures)?;
        let suite = root.join("suites/tree-construction/implied-br-and-p.dat");
        fs::copy(suite, fixtures.join("implied-br-and-p.dat"))?;
        let examples = console::examples(&tutorial);
        assert!(!examples.is_empty(), "the tutorial has no examples");
        examples.iter().try_for_each(|example| console::run(example, folder.path()))
    });
    let trial = match has_python {
        true => trial,
        false => skipped(TUTORIAL, "python3 is not on the PATH"),
    };
    vec![trial]
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
