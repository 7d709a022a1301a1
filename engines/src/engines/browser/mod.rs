//! Browsers: the DOM's parsing interfaces, asked by a script in a page.
//!
//! The script `page.js` is the engine. It speaks the engine protocol, a few hundred questions at once; the worker
//! passes questions and answers on. Documents are parsed by `DOMParser` where scripting is off, and written into a
//! frame where it is on; fragments by `innerHTML`, or as contextual fragments. The page's policy keeps whatever is
//! parsed from running or loading anything, and the browser has no way to the network.

mod chromium;
mod firefox;
mod webkit;

pub use chromium::{Chromium, Event};

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Child;

use serde_json::Value;
use tempfile::TempDir;

use super::error::{BrowserError, WorkerError};
use super::protocol::{self, LONGEST_LINE_OF_WORKERS, Question};
use super::{EngineKind, EngineSpec, program};
use crate::model::answer::{About, Capability};

/// A page that answers questions.
///
/// Its script comes before its policy, which then prevents scripts in parsed documents from running. The scripting flag
/// stays on, which a sandbox would turn off.
const PAGE: [&str; 3] = [
    "<!DOCTYPE html><meta charset=utf-8><script>",
    include_str!("page.js"),
    "</script><meta http-equiv=Content-Security-Policy content=\"default-src 'none'\"><body>",
];

/// The page is opened anew after this many questions, to free the memory of what it parsed.
const QUESTIONS_OF_A_PAGE: usize = 5_000;

/// How many questions the worker asks to have in flight: twice as many as the page takes at once.
const WINDOW: usize = 512;

/// A supported browser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) family: &'static str,
    /// The names its program may have.
    programs: &'static [&'static str],
    /// Other programs it needs.
    needs: &'static [&'static str],
    /// The Debian packages to install.
    debian: &'static str,
    start: fn(&Installed<'_>) -> Result<Box<dyn Browser>, BrowserError>,
}

/// All supported browsers.
const KINDS: [Kind; 3] = [chromium::KIND, firefox::KIND, webkit::KIND];

/// The parameters for starting a browser.
struct Installed<'a> {
    program: &'a Path,
    /// Its own folder, for its profile and other files.
    folder: &'a Path,
}

/// A running browser, which is killed when dropped.
trait Browser {
    /// Its version.
    fn version(&self) -> &str;

    /// Opens a page in place of the current one.
    fn open(&mut self, url: &str) -> Result<(), BrowserError>;

    /// Calls the page's `answerAll` with this string; the string it returns.
    fn answer_all(&mut self, questions: &str) -> Result<String, BrowserError>;
}

/// Adds to an error what was tried.
fn trying(what: &'static str) -> impl FnOnce(io::Error) -> BrowserError {
    move |error| BrowserError::Io { what, error }
}

/// A browser's process, which is killed and reaped when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The error for a browser that has closed its connection, with its exit status.
fn ended(process: &mut Process) -> BrowserError {
    // It has closed its connection and is expected to exit.
    let status = process.0.wait();
    BrowserError::Ended(status.map_or_else(|error| error.to_string(), |status| status.to_string()))
}

/// The text at this JSON pointer in a message of the browser.
fn text<'v>(said: &'v Value, pointer: &str) -> Result<&'v str, BrowserError> {
    let text = said.pointer(pointer).and_then(Value::as_str);
    text.ok_or_else(|| BrowserError::Said(format!("no text at {pointer} in {said}")))
}

/// All browsers, installed or not.
pub(super) fn all() -> impl Iterator<Item = EngineSpec> {
    KINDS.into_iter().map(|kind| match kind.program() {
        Some(_) => EngineSpec::browser(kind),
        None => {
            let packages = kind.debian;
            let remedy = format!(
                "not installed; on Debian, install it with: sudo apt-get install --no-install-recommends {packages}"
            );
            EngineSpec::missing(kind.name, kind.family, EngineKind::Browser, remedy)
        }
    })
}

impl Kind {
    /// The browser's program, if it and the other programs it needs are installed.
    fn program(&self) -> Option<PathBuf> {
        if self.needs.iter().any(|name| program::find(name).is_none()) {
            return None;
        }
        self.programs.iter().find_map(|name| program::find(name))
    }

    fn about(&self, version: &str) -> About {
        let cannot = [
            (Capability::Tokens, "a browser shows no tokens"),
            (Capability::Errors, "a browser reports no parse errors"),
            (Capability::TreeErrors, "a browser reports no parse errors"),
            (Capability::Mode, "`compatMode` does not tell limited-quirks mode from no-quirks mode"),
            (Capability::Bytes, "the page is given text"),
            (Capability::Encoding, "the page is given text"),
            (Capability::Serialise, "the page is asked for trees only"),
        ];
        let cannot = cannot.map(|(capability, reason)| (capability.name(), reason));
        let depth = ("depth", "deeper than 512 elements, they become siblings");
        let texts = |(what, reason): (&str, &str)| (what.to_owned(), reason.to_owned());
        About {
            name: self.name.to_owned(),
            version: version.to_owned(),
            language: "C++".to_owned(),
            can: vec![
                Capability::Document,
                Capability::Fragment,
                Capability::Scripting,
                Capability::Surrogates,
                Capability::Nodes,
            ],
            cannot: cannot.into_iter().chain([depth]).map(texts).collect::<BTreeMap<_, _>>(),
            depth: Some(512),
        }
    }

    /// Starts the browser and answers questions until stdin ends.
    ///
    /// # Errors
    /// When the browser cannot be started or fails, a question is malformed, or stdin or stdout fail.
    pub(super) fn serve(&self) -> Result<(), WorkerError> {
        let mut stdin = BufReader::with_capacity(1 << 16, io::stdin());
        let mut line = Vec::new();
        if !protocol::read_line(&mut stdin, &mut line, LONGEST_LINE_OF_WORKERS)? {
            return Ok(());
        }
        let first = protocol::read_question(&line).and_then(|question| match question {
            Question::Hello => Ok(()),
            Question::Ask(_) => Err("expected a hello".to_owned()),
        });
        first.map_err(|message| WorkerError::Protocol { line: 1, message })?;
        let mut page = Page::open(self)?;
        let about = self.about(page.browser.version());
        put(&protocol::write_hello(&about, Some(WINDOW)))?;
        // The questions are passed on unparsed; the page reads them.
        while let Some(questions) = read_questions(&mut stdin, &mut line)? {
            let mut answers = page.answer_all(&questions)?;
            answers.push('\n');
            put(answers.as_bytes())?;
        }
        Ok(())
    }
}

/// Waits for a question and takes all that have arrived. `None` at the end.
fn read_questions(stdin: &mut BufReader<io::Stdin>, line: &mut Vec<u8>) -> Result<Option<Vec<String>>, io::Error> {
    let mut questions = Vec::new();
    while questions.is_empty() || stdin.buffer().contains(&b'\n') {
        if !protocol::read_line(stdin, line, LONGEST_LINE_OF_WORKERS)? {
            break;
        }
        let question = String::from_utf8(std::mem::take(line))
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        questions.push(question);
    }
    Ok((!questions.is_empty()).then_some(questions))
}

fn put(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// The `file:` URL of a file.
fn file_url(file: &Path) -> String {
    let mut url = "file://".to_owned();
    for &byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                url.push(char::from(byte));
            }
            _ => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
    }
    url
}

/// A browser with the page that answers.
struct Page {
    browser: Box<dyn Browser>,
    /// Removed after the browser has ended.
    _folder: TempDir,
    url: String,
    /// How many questions it has answered since it was opened.
    answered: usize,
}

impl Page {
    fn open(kind: &Kind) -> Result<Self, BrowserError> {
        let program = kind.program().ok_or(BrowserError::NotThere(kind.name))?;
        // The supervisor also removes this process's folder for temporary files.
        let folder = tempfile::tempdir().map_err(trying("cannot make a folder for the profile"))?;
        let file = folder.path().join("page.html");
        fs::write(&file, PAGE.concat()).map_err(trying("cannot write the page"))?;
        let mut page = Self {
            browser: (kind.start)(&Installed { program: &program, folder: folder.path() })?,
            _folder: folder,
            url: file_url(&file),
            answered: 0,
        };
        page.browser.open(&page.url)?;
        Ok(page)
    }

    fn answer_all(&mut self, questions: &[String]) -> Result<String, BrowserError> {
        if self.answered >= QUESTIONS_OF_A_PAGE {
            self.browser.open(&self.url)?;
            self.answered = 0;
        }
        self.answered += questions.len();
        self.browser.answer_all(&questions.join("\n"))
    }
}
