//! `crosscheck guard`: runs an engine that is a program of its own, and leaves nothing of it behind.
//!
//! The guard starts the program with the pipes it was given itself, so that no answer passes through it. Every process
//! that the program starts stays below the guard, even one that leaves its process group and its parent: the guard is
//! the *subreaper* of all of them. It sums up the memory they take, and ends them all when that is too much, when the
//! program has ended, when a signal says so, and when crosscheck has died. Then it ends in the way the program did.
//!
//! Outside Linux only the process group of the program is ended, and memory is not limited.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::command::WorkerCommand;
use super::error::WorkerError;

/// What the guard says on standard error before it ends processes that took too much memory.
pub(super) const TOO_MUCH_MEMORY: &str = "crosscheck guard: the memory limit is reached";

/// The arguments of a guard.
#[derive(Debug, Clone, clap::Args)]
pub struct GuardArguments {
    /// The process that started it, which must be alive
    #[arg(long, value_name = "PID")]
    parent: u32,
    /// How many bytes of memory the program and its descendants may take together
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// The folder for temporary files, which is removed at the end
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
    /// The program and its arguments
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// The command that runs another below a guard, with this folder for temporary files. `crosscheck` is the program.
pub(super) fn command(crosscheck: &Path, guarded: &WorkerCommand, folder: &Path) -> WorkerCommand {
    let mut arguments: Vec<OsString> = vec!["guard".into(), "--folder".into(), folder.into()];
    arguments.extend(["--parent".into(), std::process::id().to_string().into()]);
    if let Some(memory) = guarded.memory {
        arguments.extend(["--memory".into(), memory.to_string().into()]);
    }
    arguments.push("--".into());
    arguments.push(guarded.program.clone().into());
    arguments.extend(guarded.arguments.iter().cloned());
    let mut environment = guarded.environment.clone();
    environment.push(("TMPDIR".into(), folder.into()));
    WorkerCommand { program: crosscheck.to_owned(), arguments, environment, guard: None, ..guarded.clone() }
}

/// Runs the program until it ends or must be ended. Does not return unless it cannot be started.
///
/// # Errors
/// When the program cannot be started.
pub fn run(arguments: &GuardArguments) -> Result<(), WorkerError> {
    #[cfg(unix)]
    {
        Ok(unix::run(arguments)?)
    }
    #[cfg(not(unix))]
    {
        let _ = arguments;
        Err(io::Error::from(io::ErrorKind::Unsupported).into())
    }
}

#[cfg(unix)]
pub(super) use unix::end_orphans;

#[cfg(unix)]
mod unix {
    use std::io::Write as _;
    use std::process::{Command, exit};
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group};

    use super::{GuardArguments, TOO_MUCH_MEMORY, io};

    /// How often the guard looks at what it guards.
    const TICK: Duration = Duration::from_millis(20);

    /// How long the guard tries to end processes.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// How a shell tells that a signal ended a program: this and the number of the signal.
    const BY_SIGNAL: i32 = 128;

    /// What the guard waits for.
    enum Event {
        /// A process below the guard has ended.
        Ended(Pid, WaitStatus),
        /// A signal says that the guard is to end.
        Told,
    }

    pub(super) fn run(arguments: &GuardArguments) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(getpid()))?;
        let (events, waited) = mpsc::channel();
        let told = events.clone();
        ctrlc::set_handler(move || drop(told.send(Event::Told))).map_err(io::Error::other)?;
        let program = start(&arguments.command)?;
        thread::spawn(move || reap(&events));
        // What the program writes ends when the program closes it, not when the guard does.
        let nothing = std::fs::File::open("/dev/null")?;
        rustix::stdio::dup2_stdin(&nothing)?;
        rustix::stdio::dup2_stdout(&nothing)?;
        let status = watch(arguments, program, &waited);
        end_all(program, &waited);
        // Crosscheck removes it too, if it is alive.
        let _ = std::fs::remove_dir_all(&arguments.folder);
        end_like(status)
    }

    /// Starts the program as the leader of a process group.
    fn start(command: &[std::ffi::OsString]) -> io::Result<Pid> {
        let mut process = Command::new(&command[0]);
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let child = process.args(&command[1..]).spawn()?;
        Ok(Pid::from_child(&child))
    }

    /// Reaps every process below the guard, until there is none.
    fn reap(events: &Sender<Event>) {
        loop {
            match rustix::process::wait(WaitOptions::empty()) {
                Ok(Some((process, status))) => {
                    if events.send(Event::Ended(process, status)).is_err() {
                        return;
                    }
                }
                Ok(None) | Err(rustix::io::Errno::INTR) => {}
                // There is no process any more.
                Err(_) => return,
            }
        }
    }

    /// Waits until the program has ended or must be ended. Returns how it ended, if it did.
    fn watch(arguments: &GuardArguments, program: Pid, waited: &Receiver<Event>) -> Option<WaitStatus> {
        loop {
            match waited.recv_timeout(TICK) {
                Ok(Event::Ended(process, status)) if process == program => return Some(status),
                Ok(Event::Ended(..)) => continue,
                Ok(Event::Told) | Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if std::os::unix::process::parent_id() != arguments.parent {
                return None;
            }
            if arguments.memory.is_some_and(|memory| below::memory() > memory) {
                let _ = writeln!(io::stderr(), "{TOO_MUCH_MEMORY}");
                return None;
            }
        }
    }

    /// Ends every process below the guard. All are stopped first, because a stopped process starts no other.
    fn end_all(program: Pid, waited: &Receiver<Event>) {
        let deadline = Instant::now() + PATIENCE;
        // It is no error here or below if a process is gone.
        let _ = kill_process_group(program, Signal::KILL);
        while Instant::now() < deadline {
            for signal in [Signal::STOP, Signal::KILL] {
                for process in below::processes() {
                    let _ = kill_process(process, signal);
                }
            }
            // One that has ended is in the list until it is reaped.
            if below::processes().is_empty() {
                return;
            }
            let _ = waited.recv_timeout(Duration::from_millis(1));
        }
    }

    /// Ends the guard as the program ended, so that the parent sees why.
    fn end_like(status: Option<WaitStatus>) -> ! {
        let Some(status) = status else { exit(BY_SIGNAL + Signal::KILL.as_raw()) };
        if let Some(code) = status.exit_status() {
            exit(code);
        }
        let number = status.terminating_signal().unwrap_or(Signal::KILL.as_raw());
        let _ = rlimit::Resource::CORE.set(0, 0);
        if let Some(signal) = Signal::from_named_raw(number) {
            let _ = kill_process(getpid(), signal);
        }
        // A signal that the guard handles does not end it.
        exit(BY_SIGNAL + number)
    }

    /// Ends what a guard has left behind that was ended itself: the processes of this process that have this folder in
    /// their environment, and those below them.
    pub(in super::super) fn end_orphans(folder: &std::path::Path) {
        let wanted = [b"TMPDIR=", folder.as_os_str().as_encoded_bytes()].concat();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut processes = below::processes();
            processes.retain(|process| below::environment(*process).split(|byte| *byte == 0).any(|one| one == wanted));
            if processes.is_empty() || Instant::now() > deadline {
                return;
            }
            for process in processes {
                let _ = kill_process(process, Signal::KILL);
                let _ = rustix::process::waitpid(Some(process), WaitOptions::NOHANG);
            }
        }
    }

    /// The processes below this one, as Linux tells them.
    #[cfg(target_os = "linux")]
    mod below {
        use std::fs;

        use rustix::process::Pid;

        /// The processes below this one.
        pub(super) fn processes() -> Vec<Pid> {
            let mut found = children("self");
            let mut next = 0;
            while let Some(process) = found.get(next) {
                found.extend(children(&process.to_string()));
                next += 1;
            }
            found.into_iter().filter_map(Pid::from_raw).collect()
        }

        /// The children of a process. They are those of its threads.
        fn children(process: &str) -> Vec<i32> {
            let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
            let listed = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
            listed
                .flat_map(|line| line.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
                .collect()
        }

        /// The environment that a process was started with. A process that has ended has none.
        pub(super) fn environment(process: Pid) -> Vec<u8> {
            fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default()
        }

        /// How many bytes the processes below this one take that are their own, and the most that one of them shares.
        pub(super) fn memory() -> u64 {
            let (mut own, mut shared) = (0, 0);
            for process in processes() {
                let status =
                    fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero())).unwrap_or_default();
                let field = |name: &str| {
                    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
                    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
                };
                own += field("RssAnon:").unwrap_or_default();
                shared = shared.max(field("RssShmem:").unwrap_or_default());
            }
            (own + shared) << 10
        }
    }

    #[cfg(not(target_os = "linux"))]
    mod below {
        use rustix::process::Pid;

        pub(super) fn processes() -> Vec<Pid> {
            Vec::new()
        }

        pub(super) fn environment(_: Pid) -> Vec<u8> {
            Vec::new()
        }

        pub(super) fn memory() -> u64 {
            0
        }
    }
}
