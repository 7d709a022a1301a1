//! The `crosscheck` command as a person or a script meets it.

mod asked;
mod compared;
mod editions;
mod expected;
mod generated;
#[cfg(unix)]
mod hostile_files;
#[cfg(unix)]
mod hostile_lines;
#[cfg(unix)]
mod hostile_terminal;
mod hunted;
mod impact;
mod installed;
mod interrupted;
mod judged;
#[cfg(target_os = "linux")]
mod left_behind;
mod mutated;
mod nights;
mod parsed;
mod pictures;
mod reproduced;
mod results;
mod serialised;
mod settings;
#[cfg(target_os = "linux")]
mod swept;
mod under_fire;
mod watched;
mod wrong_use;

use std::fs;
use std::path::Path;
use std::process::{self, Child, Output, Stdio};

use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// A fixture that any parser passes.
const PASSES: &str = "#data\n<p>x\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"x\"\n";

/// A fixture that no parser passes.
const FAILS: &str = "#data\n<p>y\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"z\"\n";

/// A fixture of a fragment, which any parser passes.
fn fragment() -> String {
    "#data\n<p>x\n#errors\n#document-fragment\ndiv\n#document\n| <p>\n|   \"x\"\n".to_owned()
}

/// A fixture that takes html5ever minutes: each start tag walks the stack of open elements.
fn slow_fixture() -> String {
    let tags = "<div>".repeat(400_000);
    format!("#data\n{tags}\n#errors\n#document\n| <html>\n")
}

/// A folder to run the command in, with nothing around it that it reads.
struct Place(TempDir);

impl Place {
    /// With these files.
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        // Ends the search for settings.
        place.write("crosscheck.toml", "");
        for (path, content) in files {
            place.write(path, content);
        }
        place
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }

    /// What stands in the folder, sorted.
    fn entries(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.path().join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The command with these arguments, separated by spaces.
    fn command(&self, arguments: &str) -> Command {
        let command =
            Command::new(env!("CARGO_BIN_EXE_crosscheck")).current_dir(self.path()).args(arguments.split_whitespace());
        settings_in_the_environment().fold(command, Command::env_remove)
    }

    /// Runs the command; it must end with this status.
    fn run(&self, arguments: &str, status: i32) -> OutputAssert {
        self.command(arguments).assert().code(status)
    }

    /// Starts the command, for what cannot wait until it has ended; nothing is on its standard input.
    fn spawn(&self, arguments: &str) -> Child {
        let mut command = process::Command::new(env!("CARGO_BIN_EXE_crosscheck"));
        for name in settings_in_the_environment() {
            command.env_remove(name);
        }
        command
            .current_dir(self.path())
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// What a shell makes of a command line in which the command is called by its name.
    fn shell(&self, line: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_crosscheck"));
        let folder = binary.parent().unwrap().display();
        process::Command::new("sh")
            .args(["-c", line])
            .current_dir(self.path())
            .env("PATH", format!("{folder}:{}", env!("PATH")))
            .output()
            .unwrap()
    }

    /// Runs the command; it must end with this status and print JSON.
    fn json(&self, arguments: &str, status: i32) -> Value {
        let ran = self.run(arguments, status);
        serde_json::from_slice(&ran.get_output().stdout).expect("JSON on standard output")
    }
}

/// The variables that the command reads, and that whoever runs the tests may have set.
fn settings_in_the_environment() -> impl Iterator<Item = String> {
    let names = std::env::vars().map(|(name, _)| name);
    names.filter(|name| {
        name.starts_with("CROSSCHECK_")
            || name.starts_with("CLICOLOR")
            || ["NO_COLOR", "GITHUB_ACTIONS"].contains(&&**name)
    })
}

fn stdout(ran: &OutputAssert) -> String {
    String::from_utf8(ran.get_output().stdout.clone()).unwrap()
}

fn stderr(ran: &OutputAssert) -> String {
    String::from_utf8(ran.get_output().stderr.clone()).unwrap()
}

/// The text must have all of these in it.
#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
