//! What reaches a terminal: no escape sequence, no control, no direction override and no forged message from names of
//! files, from engines or from documents.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::{FAILS, Place, settings_in_the_environment};

/// A title, colours by ESC and by C1, a direction override, and a message on a line of its own.
const HOSTILE: &str = "\u{1B}]0;PWNED\u{7}\u{1B}c\u{9B}31m\u{202E}\u{200B}\nerror: FORGED";

/// Everything that the command prints on a terminal.
fn on_a_terminal(place: &Place, arguments: &[&str]) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&ours).expect("it is ours");
    unlockpt(&ours).expect("it is ours");
    let name = ptsname(&ours, Vec::new()).expect("it has a name");
    let name = OsStr::from_bytes(name.as_bytes());
    let theirs = OpenOptions::new().read(true).write(true).open(name).expect("the other side");
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_crosscheck"));
    for name in settings_in_the_environment() {
        command.env_remove(name);
    }
    let also = theirs.try_clone().expect("another handle");
    command.current_dir(place.path()).args(arguments).stdin(process::Stdio::null()).stdout(theirs).stderr(also);
    let mut child = command.spawn().expect("it starts");
    // The handles of the other side must be closed, or reading does not end.
    drop(command);
    let mut bytes = Vec::new();
    // On Linux, the end of a terminal is an error.
    let _ = File::from(ours).read_to_end(&mut bytes);
    child.wait().expect("it ends");
    String::from_utf8(bytes).expect("UTF-8")
}

/// The text without what colours it and moves the cursor, as a progress bar does.
fn without_own_sequences(text: &str) -> String {
    let mut parts = text.split("\u{1B}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |end| end + 1);
        all + &part[end..]
    })
}

#[track_caller]
fn assert_harmless(shown: &str) {
    let text = without_own_sequences(shown).replace("\r\n", "\n").replace('\r', "\n");
    let hidden = |c: &char| (c.is_control() && *c != '\n') || "\u{202E}\u{200B}".contains(*c);
    assert_eq!(text.chars().find(hidden), None, "{shown:?}");
    assert!(!text.lines().any(|line| line.starts_with("error: FORGED")), "{text}");
    assert!(text.contains("PWNED"), "what was to be shown is not there: {text}");
}

#[test]
fn names_of_files() {
    let place = Place::new(&[]);
    assert_harmless(&on_a_terminal(&place, &["parse", HOSTILE]));
    let folder = place.path().join("suite");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(HOSTILE.replace('/', "") + ".dat"), FAILS).unwrap();
    assert_harmless(&on_a_terminal(&place, &["run", "suite", "--no-expectations"]));
    assert_harmless(&on_a_terminal(&place, &["run", "suite", "--no-expectations", "--format", "json"]));
    fs::write(folder.join(HOSTILE.replace('/', "") + ".test"), "{").unwrap();
    assert_harmless(&on_a_terminal(&place, &["run", "suite", "--no-expectations", "--quiet"]));
}

#[test]
fn what_engines_say() {
    let place = Place::new(&[("hostile.txt", HOSTILE), ("a.html", "<p>")]);
    for (name, script) in [
        ("dies", "cat hostile.txt >&2; exit 3".to_owned()),
        ("garbage", "cat hostile.txt".to_owned()),
        (
            "unable",
            format!(
                "read -r line; echo '{}'; read -r line; echo '{}'; cat",
                serde_json::json!({"engine": HOSTILE, "version": HOSTILE, "language": "sh", "can": ["document"]}),
                serde_json::json!({"id": 1, "unsupported": HOSTILE}),
            ),
        ),
    ] {
        place.write("engine.sh", &script);
        place.write("crosscheck.toml", &format!("[engines.{name}]\ncommand = ['sh', 'engine.sh']\n"));
        let shown = on_a_terminal(&place, &["parse", "a.html", "--engine", name]);
        assert_harmless(&shown);
        if name == "unable" {
            assert_harmless(&on_a_terminal(&place, &["engines", "--check"]));
        }
    }
}

#[test]
fn documents() {
    // Markup is shown with its line ends.
    let hostile = HOSTILE.replace('\n', " ");
    let text = format!("<p title='{hostile}'>{hostile}");
    let place = Place::new(&[("a.html", &text)]);
    for arguments in [
        &["serialise", "a.html", "--engine", "standard"][..],
        &["serialise", "a.html", "--engine", "standard", "--format", "json"],
        &["parse", "a.html", "--engine", "standard"],
        &["parse", "a.html", "--engine", "standard", "--format", "json"],
        &["trace", "a.html"],
        &["minimise", "a.html", "--engine", "standard@mutant:preprocessing/control:off", "--oracle", "errors"],
    ] {
        let shown = on_a_terminal(&place, arguments);
        match arguments[0] {
            // It keeps one control of the text.
            "minimise" => {
                assert!(without_own_sequences(&shown).trim_end().ends_with('}'), "{shown:?}");
                assert_harmless(&(shown + "PWNED"));
            }
            _ => assert_harmless(&shown),
        }
    }
}

/// To a pipe go the bytes.
#[test]
fn a_pipe_gets_the_bytes() {
    let place = Place::new(&[("a.html", &format!("<p>{HOSTILE}"))]);
    let ran = place.run("serialise a.html --engine standard", 0);
    assert!(String::from_utf8_lossy(&ran.get_output().stdout).contains(HOSTILE));
}
