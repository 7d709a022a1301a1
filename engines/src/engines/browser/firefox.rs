//! Firefox, by Marionette: over TCP, messages of JSON, each after its length and a colon.
//! <https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html>

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Browser, BrowserError, Installed, Kind, Process, ended, text, trying};

pub(super) const KIND: Kind = Kind {
    name: "firefox",
    // Its parser is validator.nu's, translated from Java.
    family: "validator.nu",
    programs: &["firefox-esr", "firefox"],
    needs: &[],
    debian: "firefox-esr",
    start: |installed| Ok(Box::new(Firefox::start(installed)?)),
};

/// The profile's preferences: a free port for Marionette; no network, because the proxy does not exist; one content
/// process; and no limit on the time of a script, because the supervisor has one. Marionette sets the other preferences
/// for remote control itself.
const PREFERENCES: &str = r#"
user_pref("marionette.port", 0);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 1);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 1);
user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("network.dns.disablePrefetch", true);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("dom.max_script_run_time", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("browser.cache.disk.enable", false);
"#;

/// The file of the profile that Firefox writes the port to.
const PORT: &str = "MarionetteActivePort";

/// The longest time a script may take, in milliseconds. The supervisor sets the real limit, but without any limit
/// Marionette does not wait for scripts.
const LONGEST_TIMEOUT: i32 = i32::MAX;

/// How often to look for it.
const LOOK: Duration = Duration::from_millis(20);

/// A running Firefox, with a page.
struct Firefox {
    process: Process,
    stream: BufReader<TcpStream>,
    last_id: u64,
    version: String,
}

impl Firefox {
    fn start(installed: &Installed<'_>) -> Result<Self, BrowserError> {
        let profile = installed.folder;
        fs::write(profile.join("user.js"), PREFERENCES).map_err(trying("cannot write the preferences of Firefox"))?;
        let process = Command::new(installed.program)
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(profile)
            // Its other files are below this folder.
            .env("HOME", profile)
            .env("MOZ_CRASHREPORTER_DISABLE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(trying("cannot start Firefox"))?;
        let mut process = Process(process);
        let port = port(profile, &mut process)?;
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .and_then(|stream| stream.set_nodelay(true).map(|()| stream))
            .map_err(trying("cannot connect to Firefox"))?;
        let mut browser =
            Self { process, stream: BufReader::with_capacity(1 << 16, stream), last_id: 0, version: String::new() };
        // The introduction is skipped; the session has more details.
        let _: Value = browser.read()?;
        let session = browser.call("WebDriver:NewSession", json!({"timeouts": {"script": LONGEST_TIMEOUT}}))?;
        browser.version = text(&session, "/capabilities/browserVersion")?.to_owned();
        Ok(browser)
    }

    /// Sends a command and waits for its result.
    fn call(&mut self, command: &str, parameters: Value) -> Result<Value, BrowserError> {
        self.last_id += 1;
        let message = json!([0, self.last_id, command, parameters]).to_string();
        let message = format!("{}:{message}", message.len());
        // If the browser has ended, reading the answer gives a better error.
        let _ = self.stream.get_mut().write_all(message.as_bytes());
        // Its type, the id of the command, what went wrong, and the result.
        let (_, id, error, result): (u64, u64, Value, Value) = self.read()?;
        match text(&error, "/message") {
            _ if id != self.last_id => {
                Err(BrowserError::Said(format!("an answer to command {id}; expected one to {}", self.last_id)))
            }
            _ if error.is_null() => Ok(result),
            Ok(message) => Err(BrowserError::Said(message.to_owned())),
            Err(_) => Err(BrowserError::Said(format!("{command}: {error}"))),
        }
    }

    fn read<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, BrowserError> {
        let mut length = Vec::new();
        let read = self.stream.read_until(b':', &mut length);
        if !matches!(read, Ok(bytes) if bytes > 0) {
            return Err(ended(&mut self.process));
        }
        let length: usize = std::str::from_utf8(&length)
            .ok()
            .and_then(|length| length.strip_suffix(':')?.parse().ok())
            .ok_or_else(|| BrowserError::Said("a message without its length".to_owned()))?;
        let mut message = vec![0; length];
        if self.stream.read_exact(&mut message).is_err() {
            return Err(ended(&mut self.process));
        }
        serde_json::from_slice(&message)
            .map_err(|error| BrowserError::Said(format!("not a message of Marionette: {error}")))
    }
}

/// Waits for the port that Firefox is to be asked on.
fn port(profile: &Path, process: &mut Process) -> Result<u16, BrowserError> {
    loop {
        let port = fs::read_to_string(profile.join(PORT)).ok();
        if let Some(port) = port.and_then(|port| port.trim().parse().ok()) {
            return Ok(port);
        }
        if !matches!(process.0.try_wait(), Ok(None)) {
            return Err(ended(process));
        }
        thread::sleep(LOOK);
    }
}

impl Browser for Firefox {
    fn version(&self) -> &str {
        &self.version
    }

    fn open(&mut self, url: &str) -> Result<(), BrowserError> {
        self.call("WebDriver:Navigate", json!({"url": url}))?;
        Ok(())
    }

    fn answer_all(&mut self, questions: &str) -> Result<String, BrowserError> {
        let result = self.call(
            "WebDriver:ExecuteScript",
            json!({
                "script": "return window.answerAll(arguments[0])",
                "args": [questions],
            }),
        )?;
        Ok(text(&result, "/value")?.to_owned())
    }
}
