//! WebKitGTK, by WebDriver over HTTP, on a virtual display. <https://www.w3.org/TR/webdriver2/>

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Browser, BrowserError, Installed, Kind, Process, ended, text, trying};

pub(super) const KIND: Kind = Kind {
    name: "webkit",
    family: "webkit",
    programs: &["WebKitWebDriver"],
    needs: &["Xvfb"],
    debian: "webkit2gtk-driver xvfb",
    start: |installed| Ok(Box::new(WebKit::start(installed)?)),
};

/// The X server's options: it chooses a display, prints its number to stdout, and leaves no files behind.
const DISPLAY: [&str; 10] =
    ["-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp", "-nolisten", "unix", "-nolock"];

/// How often to check whether the driver is listening.
const TRY: Duration = Duration::from_millis(20);

/// A running WebKit, with a page.
struct WebKit {
    driver: Process,
    stream: BufReader<TcpStream>,
    /// The path of the session.
    session: String,
    version: String,
    _display: Process,
}

impl WebKit {
    fn start(installed: &Installed<'_>) -> Result<Self, BrowserError> {
        let (display, number) = display()?;
        let port = free_port().map_err(trying("cannot find a free port"))?;
        let driver = Command::new(installed.program)
            .arg(format!("--port={port}"))
            .env("DISPLAY", format!(":{number}"))
            .env("GDK_BACKEND", "x11")
            // Whatever it keeps is below these.
            .env("HOME", installed.folder)
            .env("XDG_CACHE_HOME", installed.folder.join("cache"))
            .env("XDG_CONFIG_HOME", installed.folder.join("config"))
            .env("XDG_DATA_HOME", installed.folder.join("data"))
            // There is no desktop session.
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .env("NO_AT_BRIDGE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(trying("cannot start WebKitWebDriver"))?;
        let mut driver = Process(driver);
        let stream = connect(port, &mut driver)?;
        let mut browser = Self {
            driver,
            stream: BufReader::with_capacity(1 << 16, stream),
            session: String::new(),
            version: String::new(),
            _display: display,
        };
        // The proxy does not exist, so that there is no network.
        let nowhere = "127.0.0.1:1";
        let proxy = json!({"proxyType": "manual", "httpProxy": nowhere, "sslProxy": nowhere});
        let session = browser.post("/session", &json!({"capabilities": {"alwaysMatch": {"proxy": proxy}}}))?;
        browser.version = text(&session, "/capabilities/browserVersion")?.to_owned();
        browser.session = format!("/session/{}", text(&session, "/sessionId")?);
        browser.command("timeouts", &json!({"script": null}))?;
        Ok(browser)
    }

    /// Sends the session a command.
    fn command(&mut self, command: &str, parameters: &Value) -> Result<Value, BrowserError> {
        self.post(&format!("{}/{command}", self.session), parameters)
    }

    fn post(&mut self, path: &str, parameters: &Value) -> Result<Value, BrowserError> {
        let body = parameters.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        // If the driver has ended, reading the answer gives a better error.
        let _ = self.stream.get_mut().write_all(request.as_bytes());
        let Ok(body) = response(&mut self.stream) else {
            return Err(ended(&mut self.driver));
        };
        let mut response: Value = serde_json::from_slice(&body)
            .map_err(|error| BrowserError::Said(format!("not a message of WebDriver: {error}")))?;
        let value = response["value"].take();
        match value.get("error") {
            None => Ok(value),
            Some(error) => {
                let message = text(&value, "/message")?;
                Err(BrowserError::Said(format!("{error}: {message}")))
            }
        }
    }
}

/// Starts an X server and gives the number of its display.
fn display() -> Result<(Process, String), BrowserError> {
    let mut server = Command::new("Xvfb")
        .args(DISPLAY)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(trying("cannot start Xvfb"))?;
    let Some(stdout) = server.stdout.take() else {
        unreachable!("it is piped");
    };
    let mut server = Process(server);
    let mut number = String::new();
    BufReader::new(stdout).read_line(&mut number).map_err(trying("cannot read from Xvfb"))?;
    match number.trim() {
        "" => Err(ended(&mut server)),
        number => Ok((server, number.to_owned())),
    }
}

/// A free port.
fn free_port() -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// Connects to the driver as soon as it listens.
fn connect(port: u16, driver: &mut Process) -> Result<TcpStream, BrowserError> {
    loop {
        if let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
            stream.set_nodelay(true).map_err(trying("cannot talk to WebKitWebDriver"))?;
            return Ok(stream);
        }
        if !matches!(driver.0.try_wait(), Ok(None)) {
            return Err(ended(driver));
        }
        thread::sleep(TRY);
    }
}

/// Reads the body of a response, whose headers give its length.
fn response(stream: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read_until(b'\n', &mut head)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut response = httparse::Response::new(&mut headers);
    response.parse(&head).map_err(io::Error::other)?;
    let length = response
        .headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case("content-length"))
        .and_then(|header| std::str::from_utf8(header.value).ok()?.parse().ok())
        .ok_or_else(|| io::Error::other("a response without its length"))?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(body)
}

impl Browser for WebKit {
    fn version(&self) -> &str {
        &self.version
    }

    fn open(&mut self, url: &str) -> Result<(), BrowserError> {
        self.command("url", &json!({"url": url}))?;
        Ok(())
    }

    fn answer_all(&mut self, questions: &str) -> Result<String, BrowserError> {
        let call = json!({"script": "return answerAll(arguments[0])", "args": [questions]});
        let answers = self.command("execute/sync", &call)?;
        Ok(text(&answers, "")?.to_owned())
    }
}
