//! Examples in documentation: each `$` line of a ```console block is run, and must print what stands below it. `[..]`
//! stands for the rest of a line, `...` for any lines, and `? N` for the exit status.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;

/// A command, and what it must print.
pub(crate) struct Example {
    /// The line it stands in, from 1.
    pub(crate) line: usize,
    /// The command.
    pub(crate) command: String,
    output: String,
    status: i32,
}

/// The examples of a document.
pub(crate) fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_owned();
            examples.push(Example { line: number + 1, command, output: String::new(), status: 0 });
        } else if inside && let Some(example) = examples.last_mut() {
            match line.strip_prefix("? ") {
                Some(status) => example.status = status.parse().expect("`? N` gives an exit status"),
                None => example.output = format!("{}{line}\n", example.output),
            }
        }
    }
    examples
}

/// Runs an example in a folder, and compares.
pub(crate) fn run(example: &Example, folder: &Path) -> Result<(), Failed> {
    let binary = Path::new(env!("CARGO_BIN_EXE_crosscheck"));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = binary.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&folders));
    let output = Command::new("sh")
        .args(["-c", &format!("{} 2>&1", example.command)])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(folders)?)
        .env("NO_COLOR", "1")
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(example.status) {
        return Err(format!(
            "line {}, `{}`: {}, expected {}:\n{printed}",
            example.line, example.command, output.status, example.status
        )
        .into());
    }
    snapbox::Assert::new()
        .try_eq(None, printed.into_owned().into(), example.output.clone().into())
        .map_err(|difference| Failed::from(difference.to_string()))
}
