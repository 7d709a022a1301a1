//! One child process that speaks the engine protocol, from its start to its end.
//!
//! One thread writes to the child and one reads from it, so that neither side blocks on a full pipe. A third keeps the
//! last lines of its stderr. The child leads a process group of its own, which is killed as a whole.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use tempfile::TempDir;

use super::command::WorkerCommand;
use super::error::NotAMessage;
use super::guard;
use super::protocol::{self, Hello, Reply};
use crate::sync::lock;

/// How long a process that has closed its stdout may take to end on its own, so that its exit status tells why.
const GRACE: Duration = Duration::from_millis(500);

/// How long a guard may take to end what it guards.
const GUARD_ENDS: Duration = Duration::from_secs(6);

/// How often a waiting thread checks for cancellation.
const TICK: Duration = Duration::from_millis(20);

/// How much is read or written at once, in bytes.
const BUFFER: usize = 1 << 16;

/// How much of what is sent a child need not have taken yet, in bytes.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// How many messages may queue up before the reading thread stops reading.
const UNTAKEN: usize = 4;

/// A message of a child after its introduction, one line each.
pub trait Message: Sized + Send + 'static {
    /// Reads a line.
    ///
    /// # Errors
    /// When the line is not such a message.
    fn read(line: &[u8]) -> Result<Self, NotAMessage>;
}

impl Message for Reply {
    fn read(line: &[u8]) -> Result<Self, NotAMessage> {
        protocol::read_reply(line)
    }
}

/// An event from the reading thread.
#[derive(Debug)]
enum Event<M> {
    Hello(Hello),
    Message(M),
    /// A line that is not an answer, and why.
    Nonsense(String),
    /// The child has closed its stdout.
    End,
}

/// Why a child failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It died: its exit status and the last lines of its stderr.
    Died(String),
    /// It violated the protocol: how.
    Nonsense(String),
    /// It did not answer in time.
    Silent,
    /// The wait was cancelled.
    Cancelled,
}

/// Why a child is not running.
#[derive(Debug)]
pub enum NotStarted {
    /// The system could not start it.
    Spawn {
        /// The program's path.
        program: String,
        /// The system's error.
        error: io::Error,
    },
    /// It did not introduce itself.
    NotIntroduced(Failure),
}

/// A running child that has introduced itself.
#[derive(Debug)]
pub struct Worker<M = Reply> {
    process: Process,
    to_writer: Sender<Vec<u8>>,
    events: Events<M>,
    last_id: u64,
    pub(super) hello: Hello,
    /// The longest line that may be sent to it, in bytes.
    pub(super) longest_line: usize,
}

impl<M: Message> Worker<M> {
    /// Starts a child and reads its introduction.
    ///
    /// # Errors
    /// When it cannot be started or does not introduce itself within `startup`, or `cancelled` while waiting.
    pub fn start(command: &WorkerCommand, startup: Duration, cancelled: &dyn Fn() -> bool) -> Result<Self, NotStarted> {
        let (mut child, folder) = spawn_guarded(command)
            .map_err(|error| NotStarted::Spawn { program: command.program.display().to_string(), error })?;
        let (to_writer, lines) = mpsc::channel();
        let (to_us, from_reader) = mpsc::sync_channel(UNTAKEN);
        let mut events = Events { from_reader, arrived: VecDeque::new() };
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Process { child, stderr: Tail::of(stderr), memory: command.memory, folder };
        if let (Some(stdin), Some(stdout)) = (stdin, stdout) {
            // Without it a child waits for each 64 KiB of a long document. The system may refuse it.
            #[cfg(target_os = "linux")]
            let _ = rustix::pipe::fcntl_setpipe_size(&stdin, PIPE);
            thread::spawn(move || write_lines(stdin, &lines));
            let longest = command.longest_line;
            thread::spawn(move || read_lines(stdout, &to_us, longest));
        }
        // If it has already ended, reading gives the error.
        let _ = to_writer.send(protocol::write_hello_question());
        let deadline = Instant::now() + startup;
        let introduction = process.next_event(&mut events, deadline, cancelled);
        match introduction.map_err(NotStarted::NotIntroduced)? {
            Event::Hello(hello) => {
                Ok(Self { process, to_writer, events, last_id: 0, hello, longest_line: command.longest_line })
            }
            Event::Message(_) | Event::End | Event::Nonsense(_) => {
                unreachable!("the first line is read as an introduction, and failures are not events here")
            }
        }
    }

    /// An unused id for a question to this child.
    pub(super) fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Whether the idle child is still running and has sent nothing.
    pub fn is_idle(&self) -> bool {
        self.events.arrived.is_empty() && matches!(self.events.from_reader.try_recv(), Err(TryRecvError::Empty))
    }

    /// Whether something has arrived, so that the next `receive` need not wait.
    pub(super) fn has_arrived(&self) -> bool {
        !self.events.arrived.is_empty()
    }

    /// Sends a line, with its line feed. Never blocks.
    pub fn send(&self, line: Vec<u8>) {
        // The writing thread ends when the child is gone; the next `receive` gives the error.
        let _ = self.to_writer.send(line);
    }

    /// Waits for the child's next message.
    ///
    /// # Errors
    /// When there is none by `deadline`, the child has failed, or `cancelled` is set.
    pub fn receive(&mut self, deadline: Instant, cancelled: &dyn Fn() -> bool) -> Result<M, Failure> {
        match self.process.next_event(&mut self.events, deadline, cancelled)? {
            Event::Message(message) => Ok(message),
            Event::Hello(_) | Event::End | Event::Nonsense(_) => {
                unreachable!("only the first line is read as an introduction, and failures are not events here")
            }
        }
    }
}

/// The receiver of the reading thread's events.
#[derive(Debug)]
struct Events<M> {
    from_reader: Receiver<Vec<Event<M>>>,
    arrived: VecDeque<Event<M>>,
}

impl<M> Events<M> {
    fn next(&mut self, timeout: Duration) -> Result<Event<M>, RecvTimeoutError> {
        if let Some(event) = self.arrived.pop_front() {
            return Ok(event);
        }
        self.arrived.extend(self.from_reader.recv_timeout(timeout)?);
        self.arrived.pop_front().ok_or(RecvTimeoutError::Timeout)
    }
}

/// Starts a process, below a guard if the command asks for one.
fn spawn_guarded(command: &WorkerCommand) -> io::Result<(Child, Option<TempDir>)> {
    let Some(crosscheck) = &command.guard else {
        return Ok((spawn(command)?, None));
    };
    // If the guard itself is killed, what it guarded comes to this process.
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let folder = tempfile::Builder::new().prefix("crosscheck-").tempdir()?;
    Ok((spawn(&guard::command(crosscheck, command, folder.path()))?, Some(folder)))
}

/// Starts a process with pipes to it, as the leader of a group of its own.
pub(super) fn spawn(command: &WorkerCommand) -> io::Result<Child> {
    let mut process = Command::new(&command.program);
    process
        .args(&command.arguments)
        .envs(command.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = &command.folder {
        process.current_dir(folder);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.spawn()
}

/// The process of a child. It is ended with its descendants and reaped when dropped.
#[derive(Debug)]
struct Process {
    child: Child,
    stderr: Tail,
    /// The memory limit of the command.
    memory: Option<u64>,
    /// The folder for temporary files of a process below a guard.
    folder: Option<TempDir>,
}

impl Process {
    /// The next event that is a message.
    fn next_event<M>(
        &mut self,
        events: &mut Events<M>,
        deadline: Instant,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Event<M>, Failure> {
        loop {
            if cancelled() {
                return Err(Failure::Cancelled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match events.next(left.min(TICK)) {
                Ok(Event::Nonsense(what)) => return Err(Failure::Nonsense(what)),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Died(self.last_words()));
                }
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Failure::Silent),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The exit status of the process and the last lines of its stderr.
    fn last_words(&mut self) -> String {
        let deadline = Instant::now() + GRACE;
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
            status = self.child.try_wait();
        }
        let how = match status {
            Ok(Some(status)) => status.to_string(),
            Ok(None) => "it closed stdout without exiting".to_owned(),
            Err(error) => format!("its exit status is unknown: {error}"),
        };
        self.end();
        let said = self.stderr.text();
        match out_of_memory(&said, self.memory) {
            Some(limit) => limit,
            None if said.is_empty() => how,
            None => format!("{how}; {said}"),
        }
    }

    /// Ends the process with its descendants, and removes its folder.
    fn end(&mut self) {
        #[cfg(unix)]
        if let Some(folder) = self.folder.take() {
            end_guard(&mut self.child);
            guard::end_orphans(folder.path());
        }
        kill(&mut self.child);
        // A killed process ends soon, and must be reaped to not remain a zombie.
        let _ = self.child.wait();
        self.folder = None;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Tells a guard to end what it guards, and itself.
#[cfg(unix)]
fn end_guard(guard: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    if matches!(guard.try_wait(), Ok(None)) {
        // It is no error if it has ended meanwhile.
        let _ = kill_process(Pid::from_child(guard), Signal::TERM);
    }
    let deadline = Instant::now() + GUARD_ENDS;
    while matches!(guard.try_wait(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

/// What to say of a process that took too much memory, if its last lines say that it did.
fn out_of_memory(said: &str, limit: Option<u64>) -> Option<String> {
    // The second is what Rust says before it aborts.
    let is_full = said.lines().any(|line| {
        line == guard::TOO_MUCH_MEMORY || line.starts_with("memory allocation of ") && line.ends_with(" bytes failed")
    });
    let limit = limit.filter(|_| is_full)?;
    Some(format!("out of memory (limit {})", ByteSize(limit)))
}

/// Kills the child and all processes of its group.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It is no error if no process is left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    #[cfg(not(unix))]
    {
        let _ = child.kill();
    }
}

/// Writes the lines, all waiting ones in one write.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    while let Ok(mut together) = lines.recv() {
        while together.len() < BUFFER
            && let Ok(line) = lines.try_recv()
        {
            together.extend_from_slice(&line);
        }
        if stdin.write_all(&together).is_err() {
            return;
        }
    }
}

/// Reads an introduction and then messages until the end or the first malformed one. Messages that have arrived
/// together are passed on together, because waking a thread costs more than reading a short answer.
fn read_lines<M: Message>(stdout: ChildStdout, events: &SyncSender<Vec<Event<M>>>, longest: usize) {
    let mut stdout = BufReader::with_capacity(BUFFER, stdout);
    let mut line = Vec::new();
    let mut introduced = false;
    loop {
        let mut arrived = Vec::new();
        loop {
            let event = match protocol::read_line(&mut stdout, &mut line, longest) {
                Ok(false) => Event::End,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => Event::Nonsense(error.to_string()),
                Err(_) => Event::End,
                Ok(true) if introduced => M::read(&line).map_or_else(|why| Event::Nonsense(why.0), Event::Message),
                Ok(true) => protocol::read_hello(&line).map_or_else(Event::Nonsense, Event::Hello),
            };
            introduced = true;
            let last = matches!(event, Event::Nonsense(_) | Event::End);
            arrived.push(event);
            if last {
                // The receiver may be gone.
                let _ = events.send(arrived);
                return;
            }
            if !stdout.buffer().contains(&b'\n') {
                break;
            }
        }
        if events.send(arrived).is_err() {
            return;
        }
    }
}

/// The last lines of a process's stderr.
#[derive(Debug)]
struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
    ended: Receiver<()>,
}

impl Tail {
    /// How many lines are kept.
    const LINES: usize = 8;
    /// How many bytes of a line are kept.
    const LENGTH: usize = 400;

    fn of(stderr: Option<ChildStderr>) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (ends, ended) = mpsc::channel();
        if let Some(stderr) = stderr {
            let lines = Arc::clone(&lines);
            thread::spawn(move || {
                keep_last(stderr, &lines);
                drop(ends);
            });
        }
        Self { lines, ended }
    }

    /// The last lines, once the process has ended.
    fn text(&self) -> String {
        // A process that escaped the group may still hold stderr; its output is not awaited.
        let _ = self.ended.recv_timeout(GRACE);
        let lines = lock(&self.lines);
        lines.iter().cloned().collect::<Vec<_>>().join("\n")
    }
}

fn keep_last(stderr: ChildStderr, lines: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = io::Read::take(&mut stderr, Tail::LENGTH as u64);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = without_thread_number(String::from_utf8_lossy(line.trim_ascii_end()).into_owned());
        if text.is_empty() {
            continue;
        }
        let mut lines = lock(lines);
        if lines.len() == Tail::LINES {
            lines.pop_front();
        }
        lines.push_back(text);
    }
}

/// Rust's panic messages contain a thread number (`thread 'main' (4711) …`) that differs in each run; it is removed, so
/// that results are reproducible.
fn without_thread_number(line: String) -> String {
    let number = || {
        let start = line.strip_prefix("thread '").and_then(|rest| rest.find("' ("))? + "thread '".len() + 1;
        let length = line[start..].find(')')? + 1;
        let digits = &line[start + 2..start + length - 1];
        digits.bytes().all(|b| b.is_ascii_digit()).then_some(start..start + length)
    };
    match number() {
        None => line,
        Some(range) => [&line[..range.start], &line[range.end..]].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_thread_is_left_out() {
        for (line, expected) in [
            ("thread 'main' (4711) panicked at a.rs:1:2:", "thread 'main' panicked at a.rs:1:2:"),
            ("thread 'main' panicked (4711)", "thread 'main' panicked (4711)"),
            ("thread 'a' (b) has", "thread 'a' (b) has"),
            ("thread 'a' (1", "thread 'a' (1"),
            ("error (4711)", "error (4711)"),
        ] {
            assert_eq!(without_thread_number(line.to_owned()), expected);
        }
    }
}
