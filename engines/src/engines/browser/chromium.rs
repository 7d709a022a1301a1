//! Chromium, by the Chrome DevTools Protocol over a pipe: messages of JSON, each ended by a NUL, which it reads from
//! descriptor 3 and writes to descriptor 4. <https://chromedevtools.github.io/devtools-protocol/>

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Browser, BrowserError, Kind, Process, ended, file_url, text, trying};

pub(super) const KIND: Kind = Kind {
    name: "chromium",
    family: "webkit",
    programs: &["chromium", "chromium-browser", "google-chrome"],
    needs: &[],
    debian: "chromium",
    start: |installed| Ok(Box::new(Chromium::start(installed.program, installed.folder)?)),
};

/// Connects stdin and stdout to the descriptors of the browser's pipe. The browser's own stdout is discarded.
const WITH_PIPE: &str = r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// No window, no background activity and no network: no host name resolves, and the proxy does not exist.
const OPTIONS: [&str; 19] = [
    "--headless",
    "--remote-debugging-pipe",
    "--proxy-server=127.0.0.1:1",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--disable-features=Translate,OptimizationHints,MediaRouter",
    "--log-level=3",
];

/// A running Chromium with a page, which is killed when dropped. It has no way to the network.
pub struct Chromium {
    process: Process,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// The message that is being read.
    message: Vec<u8>,
    last_id: u64,
    /// The session of the page.
    session: Option<String>,
    version: String,
    /// The events that came while answers were waited for, if they are kept.
    events: Option<Vec<Event>>,
}

/// An event that a browser reports.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its name, for example `Page.loadEventFired`.
    pub method: String,
    /// What it says.
    pub params: Value,
}

/// A message of the browser: the answer to a command, or an event.
#[derive(Deserialize)]
struct Message {
    id: Option<u64>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Value>,
}

impl Chromium {
    /// Whether a Chromium is installed.
    pub fn is_installed() -> bool {
        KIND.program().is_some()
    }

    /// Starts the Chromium that is installed, with a folder for its profile; `None` if none is installed.
    ///
    /// # Errors
    /// When it does not start.
    pub fn installed(folder: &Path) -> Result<Option<Self>, BrowserError> {
        KIND.program().map(|program| Self::start(&program, folder)).transpose()
    }

    fn start(program: &Path, folder: &Path) -> Result<Self, BrowserError> {
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(folder);
        let mut command = Command::new("sh");
        command.args(["-c", WITH_PIPE, "sh"]).arg(program).args(OPTIONS).arg(profile);
        if rustix::process::geteuid().is_root() {
            // As root it runs without its sandbox only.
            command.arg("--no-sandbox");
        }
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(trying("cannot start Chromium"))?;
        let (Some(to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
            unreachable!("both are piped");
        };
        let mut browser = Self {
            process: Process(process),
            to,
            from: BufReader::with_capacity(1 << 16, from),
            message: Vec::new(),
            last_id: 0,
            session: None,
            version: String::new(),
            events: None,
        };
        let about = browser.call("Browser.getVersion", json!({}))?;
        let product = text(&about, "/product")?;
        browser.version = product.rsplit('/').next().unwrap_or(product).to_owned();
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let target = text(&target, "/targetId")?;
        let session = browser.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}))?;
        browser.session = Some(text(&session, "/sessionId")?.to_owned());
        browser.call("Page.enable", json!({}))?;
        Ok(browser)
    }

    /// Keeps the events from now on, and returns those kept so far.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.events.replace(Vec::new()).unwrap_or_default()
    }

    /// Opens a file and waits until it is loaded.
    ///
    /// # Errors
    /// When the browser has ended, or reports an error.
    pub fn open_file(&mut self, file: &Path) -> Result<(), BrowserError> {
        self.open(&file_url(file))
    }

    /// Waits for an event.
    ///
    /// # Errors
    /// When the browser has ended, or the page has crashed.
    pub fn wait_for(&mut self, event: &str) -> Result<(), BrowserError> {
        while self.read()?.method.as_deref() != Some(event) {}
        Ok(())
    }

    /// Sends a command and waits for its result.
    ///
    /// # Errors
    /// When the browser has ended, the page has crashed, or the command is answered with an error.
    pub fn call(&mut self, method: &str, parameters: Value) -> Result<Value, BrowserError> {
        self.last_id += 1;
        let mut command = json!({"id": self.last_id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let mut command = command.to_string().into_bytes();
        command.push(0);
        // If the browser has ended, reading the answer gives a better error.
        let _ = self.to.write_all(&command);
        loop {
            let message = self.read()?;
            if message.id != Some(self.last_id) {
                continue;
            }
            return match message.error {
                None => Ok(message.result),
                Some(error) => Err(BrowserError::Said(format!("{method}: {error}"))),
            };
        }
    }

    fn read(&mut self) -> Result<Message, BrowserError> {
        self.message.clear();
        self.from.read_until(0, &mut self.message).map_err(trying("cannot read from Chromium"))?;
        if self.message.pop() != Some(0) {
            return Err(ended(&mut self.process));
        }
        let message: Message = serde_json::from_slice(&self.message)
            .map_err(|error| BrowserError::Said(format!("not a message of DevTools: {error}")))?;
        match (message.method.as_deref(), &mut self.events) {
            (Some("Inspector.targetCrashed"), _) => return Err(BrowserError::PageCrashed),
            (Some(method), Some(events)) => {
                events.push(Event { method: method.to_owned(), params: message.params.clone() });
            }
            _ => {}
        }
        Ok(message)
    }
}

impl Browser for Chromium {
    fn version(&self) -> &str {
        &self.version
    }

    fn open(&mut self, url: &str) -> Result<(), BrowserError> {
        let opened = self.call("Page.navigate", json!({"url": url}))?;
        if let Some(error) = opened.get("errorText") {
            return Err(BrowserError::Said(format!("the page: {error}")));
        }
        self.wait_for("Page.loadEventFired")
    }

    fn answer_all(&mut self, questions: &str) -> Result<String, BrowserError> {
        // JSON is JavaScript.
        let expression = format!("answerAll({})", json!(questions));
        let evaluated = self.call("Runtime.evaluate", json!({"expression": expression, "awaitPromise": true}))?;
        if evaluated.get("exceptionDetails").is_some() {
            let stack = text(&evaluated, "/exceptionDetails/exception/description")?;
            let exception = stack.lines().next().unwrap_or(stack);
            return Err(BrowserError::Said(format!("the page: {exception}")));
        }
        Ok(text(&evaluated, "/result/value")?.to_owned())
    }
}
