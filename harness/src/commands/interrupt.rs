//! Ctrl-C: the first asks for an end with what was found so far, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Status;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on an interruption sets the flag that is returned.
pub(super) fn watch() -> &'static AtomicBool {
    let on_signal = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Interrupted as i32);
        }
    };
    // Without a handler an interruption ends the program, which is a way to do as told.
    let _ = ctrlc::set_handler(on_signal);
    &INTERRUPTED
}
