//! What starts the process of an engine.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::protocol;

/// A command that starts a process which speaks the engine protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Environment variables in addition to those of this process.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder it runs in; `None` for that of this process.
    pub folder: Option<PathBuf>,
    /// The program `crosscheck`, if it is to guard each process: the process gets its own folder for temporary files,
    /// and neither the folder nor a process that it starts outlives it.
    pub guard: Option<PathBuf>,
    /// How much memory a process may take, in bytes. The guard limits it; a worker of crosscheck limits itself.
    pub memory: Option<u64>,
    /// The longest line of the engine protocol that either side may send, in bytes.
    pub longest_line: usize,
}

impl WorkerCommand {
    /// `PROGRAM worker`, where the program is `crosscheck`. The engine to run is added later.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: vec!["worker".into()],
            environment: Vec::new(),
            folder: None,
            guard: None,
            memory: None,
            longest_line: protocol::LONGEST_LINE_OF_WORKERS,
        }
    }

    /// A command line that runs in a folder. A program with a slash that is not its first character is relative to the
    /// folder.
    ///
    /// # Panics
    /// When the command line is empty.
    pub fn in_folder(command: &[String], folder: &Path) -> Self {
        let (program, arguments) = command.split_first().expect("there is a program");
        Self {
            program: match program.contains('/') {
                true => folder.join(program),
                false => program.into(),
            },
            arguments: arguments.iter().map(Into::into).collect(),
            environment: Vec::new(),
            folder: Some(folder.to_owned()),
            guard: None,
            memory: None,
            longest_line: protocol::LONGEST_LINE,
        }
    }

    /// The worker of the program that is running.
    ///
    /// # Errors
    /// When the system does not give the path of this program.
    pub fn this_program() -> io::Result<Self> {
        std::env::current_exe().map(Self::new)
    }
}
