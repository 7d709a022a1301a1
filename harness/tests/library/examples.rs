//! The programs in `examples/` do what they say.

use std::path::PathBuf;
use std::process::Command;

/// What an example prints.
fn run(example: &str, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let crosscheck = PathBuf::from(env!("CARGO_BIN_EXE_crosscheck"));
    let folder = crosscheck.parent().expect("it is in a folder").join("examples");
    let program = folder.join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output();
    let output =
        output.unwrap_or_else(|error| panic!("{}: {error}; build it with: cargo build --examples", program.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

/// The number before a word.
fn count(printed: &str, word: &str) -> usize {
    let mut lines = printed.lines().filter_map(|line| line.split_once(' '));
    let count = lines.find(|(_, rest)| *rest == word);
    count.map_or(0, |(count, _)| count.parse().expect("a number"))
}

#[test]
fn judge_my_parser() {
    let printed = run("judge_my_parser", &["suites/tree-construction"], &[]);
    assert!(count(&printed, "passed") > 0 && count(&printed, "failed") > 0, "{printed}");
}

#[test]
fn hunt_my_parser() {
    let crosscheck = env!("CARGO_BIN_EXE_crosscheck");
    let mine = "standard@mutant:in-body/start-tag-hr:off";
    let arguments = [crosscheck, crosscheck, "worker", "--engine", mine];
    let printed = run("hunt_my_parser", &arguments, &[("SECONDS_TO_HUNT", "10")]);
    assert!(printed.contains("in-body/start-tag-hr"), "{printed}");
}

#[test]
fn what_a_change_does() {
    let scratch = tempfile::tempdir().expect("a folder for the pages");
    let page = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        std::fs::write(&path, text).expect("it is written");
        path.to_str().expect("it is UTF-8").to_owned()
    };
    let (same, other) = (page("a.html", "<p>x<section>y"), page("b.html", "<p>x<search>y"));
    let printed = run("what_a_change_does", &["search-element-2023", &same, &other], &[]);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        matches!(lines[..], [one, two] if one.ends_with("a.html: the same") && two.contains("b.html: ")),
        "{printed}"
    );
}
