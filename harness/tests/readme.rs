//! The README's examples are run: each `$` line of a ```console block, from the repository's root, must print what
//! stands below it. `[..]` stands for the rest of a line, `...` for any lines, and `? N` for the exit status.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

struct Example {
    line: usize,
    command: String,
    output: String,
    status: i32,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README is there");
    let examples = examples(&readme);
    assert!(!examples.is_empty(), "the README has no examples");
    let trials = examples.into_iter().map(|example| {
        let name = format!("README.md:{}: {}", example.line, example.command);
        let root = root.clone();
        Trial::test(name, move || run(&example, &root))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in readme.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_owned();
            examples.push(Example {
                line: number + 1,
                command,
                output: String::new(),
                status: 0,
            });
        } else if inside && let Some(example) = examples.last_mut() {
            match line.strip_prefix("? ") {
                Some(status) => {
                    example.status = status.parse().expect("`? N` gives an exit status")
                }
                None => example.output = format!("{}{line}\n", example.output),
            }
        }
    }
    examples
}

fn run(example: &Example, root: &Path) -> Result<(), Failed> {
    let binary = Path::new(env!("CARGO_BIN_EXE_crosscheck"));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = binary
        .parent()
        .map(Path::to_owned)
        .into_iter()
        .chain(std::env::split_paths(&folders));
    let output = Command::new("sh")
        .args(["-c", &format!("{} 2>&1", example.command)])
        .current_dir(root)
        .env("PATH", std::env::join_paths(folders)?)
        .env("NO_COLOR", "1")
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(example.status) {
        return Err(format!("{}, expected {}:\n{printed}", output.status, example.status).into());
    }
    snapbox::Assert::new()
        .try_eq(
            None,
            printed.into_owned().into(),
            example.output.clone().into(),
        )
        .map_err(|difference| Failed::from(difference.to_string()))
}
