//! The known engines.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crosscheck_standard::clauses::change::Edition;

use super::error::UnknownEngine;
#[cfg(feature = "html5gum")]
use super::html5gum;
#[cfg(feature = "lol_html")]
use super::lol_html;
use super::standard::{self, Standard};
#[cfg(feature = "swc")]
use super::swc;
use super::{Engine, EngineUnavailable, Limits, WorkerCommand, adapters, browser, faulty, html5ever};

/// An engine by name, and how to start it.
#[derive(Clone)]
pub struct EngineSpec {
    /// Its name on the command line.
    pub name: String,
    /// How it is run.
    pub kind: EngineKind,
    /// Engines with a common code base have the same family and share faults.
    pub family: String,
    how: How,
}

/// How to get an engine.
#[derive(Clone)]
enum How {
    /// Created by this function in crosscheck's process.
    InProcess(Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>),
    /// Started by this command; it speaks the engine protocol.
    Process(WorkerCommand),
    /// Run by a worker process of crosscheck, which starts this browser.
    Browser(browser::Kind),
    /// Not installed: how to install it.
    Missing(String),
}

impl EngineSpec {
    pub(super) fn in_process(
        name: &str,
        family: &str,
        make: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
    ) -> Self {
        Self::of(name, family, EngineKind::InProcess, How::InProcess(Arc::new(make)))
    }

    fn of(name: &str, family: &str, kind: EngineKind, how: How) -> Self {
        Self { name: name.to_owned(), kind, family: family.to_owned(), how }
    }

    /// An engine with a command that starts it and speaks the engine protocol.
    pub fn process(name: &str, family: &str, command: WorkerCommand) -> Self {
        Self::of(name, family, EngineKind::Process, How::Process(command))
    }

    /// A browser.
    pub(super) fn browser(browser: browser::Kind) -> Self {
        Self::of(browser.name, browser.family, EngineKind::Browser, How::Browser(browser))
    }

    /// An engine that is not installed, and how to install it.
    pub(super) fn missing(name: &str, family: &str, kind: EngineKind, remedy: String) -> Self {
        Self::of(name, family, kind, How::Missing(remedy))
    }

    /// The command that starts the engine in a process of its own. `worker` is the command that starts crosscheck's own
    /// worker.
    pub(super) fn command(&self, worker: WorkerCommand, limits: &Limits) -> Result<WorkerCommand, EngineUnavailable> {
        match &self.how {
            How::InProcess(_) => Ok(WorkerCommand { memory: limits.memory, ..self.worker(worker, limits) }),
            How::Browser(_) => {
                // A browser reserves terabytes of address space.
                let unlimited = Limits { memory: None, ..limits.clone() };
                Ok(guarded(worker.program.clone(), self.worker(worker, &unlimited), limits))
            }
            How::Process(command) => Ok(guarded(worker.program, command.clone(), limits)),
            How::Missing(remedy) => Err(EngineUnavailable { engine: self.name.clone(), reason: remedy.clone() }),
        }
    }

    fn worker(&self, mut worker: WorkerCommand, limits: &Limits) -> WorkerCommand {
        let mut option = |name: &str, value: String| {
            worker.arguments.extend([name.into(), value.into()]);
        };
        option("--engine", self.name.clone());
        option("--stack", limits.stack.to_string());
        if let Some(memory) = limits.memory {
            option("--memory", memory.to_string());
        }
        // The last lines on stderr say why a worker died; a backtrace would hide them.
        worker.environment.push(("RUST_BACKTRACE".into(), "0".into()));
        worker
    }

    /// The edition of the standard that it follows, if it is the standard engine. All others are compared with the
    /// newest.
    pub fn edition(&self) -> Edition {
        Standard::from_name(&self.name).map_or(Edition::NEWEST, |engine| engine.edition())
    }

    /// How to install the engine, if it is not installed.
    pub fn remedy(&self) -> Option<&str> {
        match &self.how {
            How::Missing(remedy) => Some(remedy),
            How::InProcess(_) | How::Process(_) | How::Browser(_) => None,
        }
    }

    /// Creates the engine in this process, if it is an in-process engine. For trusted input only; use a
    /// [`Pool`](super::Pool) otherwise.
    pub fn engine(&self) -> Option<Box<dyn Engine>> {
        match &self.how {
            How::InProcess(make) => Some(make()),
            How::Process(_) | How::Browser(_) | How::Missing(_) => None,
        }
    }

    /// The browser, if the engine is an installed browser.
    pub(super) fn as_browser(&self) -> Option<&browser::Kind> {
        match &self.how {
            How::Browser(browser) => Some(browser),
            How::InProcess(_) | How::Process(_) | How::Missing(_) => None,
        }
    }
}

impl fmt::Debug for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSpec")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .field("family", &self.family)
            .finish_non_exhaustive()
    }
}

/// How an engine is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum EngineKind {
    /// A library in crosscheck, run in a worker process.
    InProcess,
    /// A separate program that speaks the engine protocol.
    Process,
    /// A browser, run through a page.
    Browser,
}

/// All engines, by name: in-process engines, browsers and engines with adapters, installed or not.
pub fn all() -> Vec<EngineSpec> {
    let mut engines = in_process();
    engines.extend(browser::all());
    engines.extend(adapters::all().iter().map(adapters::Adapter::spec));
    engines
}

/// The in-process engines.
pub fn in_process() -> Vec<EngineSpec> {
    let mut engines = Vec::from_iter(standard(standard::NAME));
    engines.push(EngineSpec::in_process("html5ever", "html5ever", || Box::new(html5ever::Html5ever::new())));
    #[cfg(feature = "html5gum")]
    engines.extend([
        EngineSpec::in_process(html5gum::NAME, "html5gum", || Box::new(html5gum::Html5gum)),
        EngineSpec::in_process(html5gum::BRIDGE, "html5ever", || Box::new(html5gum::Bridge)),
    ]);
    #[cfg(feature = "lol_html")]
    engines.push(EngineSpec::in_process(lol_html::NAME, "lol_html", || Box::new(lol_html::LolHtml)));
    #[cfg(feature = "swc")]
    engines.push(EngineSpec::in_process(swc::NAME, "swc", || Box::new(swc::Swc)));
    engines
}

/// The standard engine of this name, if it is one.
fn standard(name: &str) -> Option<EngineSpec> {
    let engine = Standard::from_name(name)?;
    Some(EngineSpec::in_process(name, standard::NAME, move || Box::new(engine.clone())))
}

/// The engine of this name. Variants of the standard engine and [faulty engines](super::faulty) have names but are not
/// among [`all`].
///
/// # Errors
/// When there is none, with the known names.
pub fn find(name: &str) -> Result<EngineSpec, UnknownEngine> {
    let engines = all();
    let known = engines.iter().map(|spec| spec.name.clone()).collect();
    let found = engines.into_iter().find(|spec| spec.name == name);
    found.or_else(|| standard(name)).or_else(|| faulty::find(name)).ok_or_else(|| UnknownEngine {
        name: name.to_owned(),
        why: standard::edition_of(name).and_then(Result::err),
        known,
    })
}

/// The command below a guard, which is the program `crosscheck`.
fn guarded(crosscheck: PathBuf, command: WorkerCommand, limits: &Limits) -> WorkerCommand {
    WorkerCommand { guard: Some(crosscheck), memory: limits.memory, ..command }
}
