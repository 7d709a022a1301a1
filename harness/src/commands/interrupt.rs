//! Ctrl-C: the first ends the command with the results so far, the second ends it at once.

use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::Status;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the handler. An interruption sets the returned flag.
pub(super) fn watch() -> &'static AtomicBool {
    let on_signal = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Interrupted as i32);
        }
    };
    // Without a handler an interruption ends the program, which is acceptable.
    let _ = ctrlc::set_handler(on_signal);
    &INTERRUPTED
}

/// How much is read at once, in bytes.
const CHUNK: usize = 1 << 16;

/// How often reading looks for an interruption.
const TICK: Duration = Duration::from_millis(20);

/// Standard input, which ends at an interruption if [`watch`] was called.
pub(super) fn stdin() -> impl Read + Send {
    // One that is silent cannot be told to end, so that a thread waits for it.
    let (sender, chunks) = mpsc::sync_channel(1);
    thread::spawn(move || {
        loop {
            let mut chunk = vec![0; CHUNK];
            let read = io::stdin().read(&mut chunk).map(|length| {
                chunk.truncate(length);
                chunk
            });
            let is_last = read.as_ref().map_or(true, Vec::is_empty);
            if sender.send(read).is_err() || is_last {
                return;
            }
        }
    });
    Interruptible { chunks, chunk: Cursor::default() }
}

/// What a thread reads, in chunks.
struct Interruptible {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
}

impl Read for Interruptible {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.position() == self.chunk.get_ref().len() as u64 && !INTERRUPTED.load(Ordering::Relaxed) {
            match self.chunks.recv_timeout(TICK) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
            if self.chunk.get_ref().is_empty() {
                return Ok(0);
            }
        }
        match INTERRUPTED.load(Ordering::Relaxed) {
            true => Ok(0),
            false => self.chunk.read(buffer),
        }
    }
}
