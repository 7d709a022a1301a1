//! `crosscheck worker`: the child process that runs one engine over stdin and stdout.

use std::io::{self, BufReader, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Engine;
use super::error::WorkerError;
use super::protocol::{self, LONGEST_LINE_OF_WORKERS, Question};

/// The arguments of a worker process.
#[derive(Debug, Clone, clap::Args)]
pub struct WorkerArguments {
    /// The engine to run.
    #[arg(long)]
    pub engine: String,
    /// How many bytes of address space the process may take.
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// How many bytes of stack the engine has.
    #[arg(long, value_name = "BYTES", default_value_t = super::Limits::default().stack)]
    pub stack: usize,
}

/// How often the worker checks whether its parent is alive.
const WATCH: Duration = Duration::from_millis(500);

/// Answers the engine protocol's questions from stdin on stdout until stdin ends.
///
/// # Errors
/// When the engine is unknown or panics, a question is malformed, or stdin or stdout fail.
pub fn run(arguments: &WorkerArguments) -> Result<(), WorkerError> {
    let spec = super::find(&arguments.engine)?;
    within_limits(&arguments.engine, arguments.memory, arguments.stack, move || match spec.as_browser() {
        Some(browser) => browser.serve(),
        None => serve(spec.engine().ok_or(WorkerError::NotInProcess)?),
    })
}

/// Runs a worker on a thread with this stack size, in a process with this memory limit. The worker exits when its
/// parent has died, even if its engine hangs.
pub fn within_limits(
    name: &str,
    memory: Option<u64>,
    stack: usize,
    work: impl FnOnce() -> Result<(), WorkerError> + Send + 'static,
) -> Result<(), WorkerError> {
    limit(memory)?;
    let parent = parent_id();
    let (ends, ended) = mpsc::channel::<()>();
    let engine = thread::Builder::new().name(name.to_owned()).stack_size(stack).spawn(move || {
        // Dropped when the thread ends or panics.
        let _ends = ends;
        work()
    })?;
    while ended.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) && parent_id() == parent {}
    if parent_id() != parent {
        return Err(io::Error::new(io::ErrorKind::BrokenPipe, "it has died").into());
    }
    engine.join().unwrap_or(Err(WorkerError::Panicked))
}

/// Answers the engine protocol's questions from stdin on stdout with this engine, until stdin ends. A program that
/// calls this with its parser is an engine.
///
/// # Errors
/// When a line of stdin is not a question, or stdin or stdout fail.
///
/// ```no_run
/// use crosscheck_engines::engines::Engine;
/// use crosscheck_engines::engines::standard::Standard;
/// use crosscheck_engines::engines::worker::serve;
/// use crosscheck_engines::model::answer::{About, Answer};
/// use crosscheck_engines::model::input::Input;
///
/// /// A parser that makes what the standard engine makes.
/// struct Mine(Standard);
///
/// impl Engine for Mine {
///     fn about(&self) -> About {
///         About { name: "mine".to_owned(), ..self.0.about() }
///     }
///
///     fn answer(&mut self, input: &Input) -> Answer {
///         self.0.answer(input)
///     }
/// }
///
/// serve(Box::new(Mine(Standard::default())))?;
/// # Ok::<(), crosscheck_engines::engines::WorkerError>(())
/// ```
pub fn serve(mut engine: Box<dyn Engine>) -> Result<(), WorkerError> {
    let mut stdin = BufReader::with_capacity(1 << 16, io::stdin());
    let mut line = Vec::new();
    let mut number = 0;
    while protocol::read_line(&mut stdin, &mut line, LONGEST_LINE_OF_WORKERS)? {
        number += 1;
        let question =
            protocol::read_question(&line).map_err(|message| WorkerError::Protocol { line: number, message })?;
        let answer = match question {
            Question::Hello => protocol::write_hello(&engine.about(), None),
            Question::Ask(request) => {
                let start = Instant::now();
                let answer = engine.answer(&request.input);
                protocol::write_reply(request.id, &answer, start.elapsed(), request.nodes)
            }
        };
        // Each answer is flushed before the next question is read, so that the parent
        // knows which question crashed the engine.
        let mut stdout = io::stdout().lock();
        stdout.write_all(&answer)?;
        stdout.flush()?;
    }
    Ok(())
}

#[cfg(unix)]
fn limit(memory: Option<u64>) -> io::Result<()> {
    use rlimit::Resource;
    // Engines are expected to crash here; core dumps are useless.
    Resource::CORE.set(0, 0)?;
    if let Some(memory) = memory {
        let (_, hard) = Resource::AS.get()?;
        let memory = memory.min(hard);
        Resource::AS.set(memory, memory)?;
    }
    Ok(())
}

/// Other systems have no such limit.
#[cfg(not(unix))]
fn limit(_memory: Option<u64>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn parent_id() -> u32 {
    std::os::unix::process::parent_id()
}

/// Other systems have no parent to check.
#[cfg(not(unix))]
fn parent_id() -> u32 {
    0
}
