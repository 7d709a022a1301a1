//! The report of a run in a browser: a walk through its pages, the filters by keyboard, and what a reader sees at first.
//! Pictures of the pages are left in the folder for temporary files of the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use crosscheck::engines::{BrowserEvent, Chromium};
use libtest_mimic::Trial;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{asserting, skipped};

/// How long to wait for what a page does.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let name = "a reader walks through the report of a run";
    match Chromium::is_installed() {
        true => vec![asserting(name, walk)],
        false => vec![skipped(name, "Chromium is not installed")],
    }
}

/// A browser with the pages of a report.
struct Reader {
    browser: Chromium,
    folder: PathBuf,
    _profile: TempDir,
}

impl Reader {
    fn new(folder: &Path) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let browser = Chromium::installed(profile.path()).unwrap().expect("it is installed");
        let mut reader = Self { browser, folder: folder.to_owned(), _profile: profile };
        for domain in ["Runtime.enable", "Log.enable", "Network.enable"] {
            reader.call(domain, json!({}));
        }
        reader.browser.take_events();
        reader
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.browser.call(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn open(&mut self, page: &str) {
        self.browser.open_file(&self.folder.join(page)).unwrap();
    }

    /// The value of an expression in the page.
    fn value(&mut self, expression: &str) -> Value {
        let evaluated = self.call("Runtime.evaluate", json!({"expression": expression, "returnByValue": true}));
        assert!(evaluated.get("exceptionDetails").is_none(), "{expression}: {evaluated}");
        evaluated["result"]["value"].clone()
    }

    /// Waits until an expression holds.
    fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != true {
            let page = self.value("document.body.innerText.slice(0, 2000)");
            assert!(start.elapsed() < PATIENCE, "{expression} does not hold in {page}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Follows the first link that a selector finds.
    fn follow(&mut self, selector: &str) {
        let to = self.value(&format!("document.querySelector({}).href", json!(selector)));
        self.value(&format!("document.querySelector({}).click()", json!(selector)));
        self.wait(&format!("document.readyState === 'complete' && location.href === {to}"));
    }

    fn key(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            if (kind, key) == ("rawKeyDown", "Enter") {
                event["type"] = json!("keyDown");
                event["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Presses Tab until an expression holds of the element that has the focus, `at`.
    fn tab_to(&mut self, holds: &str) {
        for _ in 0..40 {
            self.key("Tab", 9);
            if self.value(&format!("(at => {holds})(document.activeElement)")) == true {
                return;
            }
        }
        panic!("Tab never comes to where {holds}");
    }

    fn window(&mut self, width: u32, height: u32, scheme: &str) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", scheme);
    }

    fn picture(&mut self, name: &str) {
        let taken = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let picture = BASE64_STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), picture).unwrap();
    }

    /// No error was reported, and nothing but files of the report was asked for.
    fn is_quiet(&mut self) {
        // Events come before the answer to a later command.
        self.value("0");
        let folder = self.folder.display().to_string();
        for BrowserEvent { method, params } in self.browser.take_events() {
            let is_error = match &*method {
                "Runtime.exceptionThrown" => true,
                "Runtime.consoleAPICalled" => params["type"] == "error",
                "Log.entryAdded" => params["entry"]["level"] == "error",
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str().unwrap();
                    url.strip_prefix("file://").is_none_or(|path| !path.starts_with(&folder))
                }
                _ => false,
            };
            assert!(!is_error, "{method}: {params}");
        }
    }
}

/// Writes the report of a run of some fixtures on two engines.
fn report() -> TempDir {
    let folder = tempfile::Builder::new().prefix("site").tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let ran = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .args(["run", "suites", "--no-config", "--no-expectations", "--engine", "standard", "--engine", "html5ever"])
        .args(["--quiet", "--report"])
        .arg(folder.path())
        .current_dir(root)
        .env_remove("CROSSCHECK_ENGINE")
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    folder
}

fn walk() {
    let folder = report();
    let mut reader = Reader::new(folder.path());
    reader.window(1400, 900, "light");
    reader.open("index.html");
    assert_eq!(reader.value("document.querySelector('h1').textContent.trim()"), "Unexpected results");
    let bottom = "document.querySelector('.matrix').getBoundingClientRect().bottom";
    let bottom = reader.value(bottom).as_f64().unwrap();
    assert!(bottom < 900.0, "the findings and the engines end at {bottom}");
    reader.follow("a[href='engine-html5ever.html']");
    assert!(reader.value("document.querySelectorAll('details.card').length").as_u64().unwrap() > 5);
    reader.follow("a[href^='divergence-html5ever-table-sections']");
    let answers = reader.value("document.querySelectorAll('.answer').length");
    assert_eq!(answers, 2, "of the standard and of html5ever");
    assert_eq!(reader.value("document.querySelectorAll('.answer .first').length"), 1);
    assert!(reader.value("document.querySelector('textarea').value").as_str().unwrap().contains("## Expected"));
    reader.follow("nav a[href='divergences.html']");
    reader.follow("nav a[href='index.html']");
    reader.is_quiet();
    filters(&mut reader);
    reader.is_quiet();
    pictures(&mut reader);
    reader.is_quiet();
}

fn filters(reader: &mut Reader) {
    reader.open("results.html");
    let status = "document.getElementById('status').textContent";
    reader.wait(&format!("{status}.includes(' results')"));
    let all = reader.value(status);
    reader.tab_to("at.name === 'engine'");
    reader.key("ArrowDown", 40);
    reader.key("ArrowDown", 40);
    reader.wait("location.hash === '#engine=html5ever'");
    reader.tab_to("at.name === 'verdict'");
    reader.key("ArrowDown", 40);
    reader.wait("location.hash === '#engine=html5ever&verdict=unexpected'");
    reader.tab_to("at.name === 'text'");
    reader.call("Input.insertText", json!({"text": "table tree"}));
    reader.wait("location.hash.endsWith('&text=table+tree')");
    reader.wait(&format!("!{status}.includes('Loading') && {status} !== {all}"));
    let shown = reader.value("document.querySelectorAll('#list > details').length").as_u64().unwrap();
    assert!(shown > 0, "{}", reader.value(status));
    reader.tab_to("at.localName === 'summary'");
    reader.key("Enter", 13);
    reader.wait("document.querySelector('#list details[open] .command') !== null");
    let command = reader.value("document.querySelector('#list .command').textContent");
    assert!(command.as_str().unwrap().starts_with("crosscheck run suites"), "{command}");
    // The address alone leads to the same results.
    let address = reader.value("location.hash");
    reader.open("index.html");
    reader.value(&format!("location.href = 'results.html' + {address}"));
    reader.wait(&format!("document.querySelectorAll('#list > details').length === {shown}"));
    assert_eq!(reader.value("document.forms[0].elements.text.value"), "table tree");
}

fn pictures(reader: &mut Reader) {
    let pages = ["index", "engine-html5ever", "results", "divergences", "divergence-html5ever-table-sections"];
    for (width, height, scheme) in [(1400, 900, "light"), (1400, 900, "dark"), (390, 844, "light"), (390, 844, "dark")]
    {
        reader.window(width, height, scheme);
        for page in pages {
            reader.open(&format!("{page}.html"));
            if page == "results" {
                reader.wait("document.querySelector('#list > details') !== null");
            }
            reader.picture(&format!("{page}-{width}-{scheme}.png"));
            let overflow = reader.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(overflow, 0, "{page} is wider than {width}");
            let unnamed = "[...document.querySelectorAll('input, select, textarea, button, a')]\
                           .filter(at => !(at.labels?.length || at.ariaLabel || at.textContent.trim())).length";
            assert_eq!(reader.value(unnamed), 0, "{page}: everything to act on has a name");
        }
    }
}
