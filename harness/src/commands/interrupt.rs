//! Ctrl-C: the first ends the command with the results so far, the second ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};

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
