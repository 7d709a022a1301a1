//! Panics that are expected: they are caught, and not reported.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether panics of this thread are not told on standard error.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something that may panic; `None` if it did. Nobody is told of the panic.
pub(crate) fn guarded<T>(what: impl FnOnce() -> T) -> Option<T> {
    quietly(|| catch_unwind(AssertUnwindSafe(what)).ok())
}

/// Does something whose panics, all caught, nobody wants to read: mutants panic by the hundred.
pub(crate) fn quietly<T>(what: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                before(info);
            }
        }));
    });
    let was_quiet = IS_QUIET.replace(true);
    let done = what();
    IS_QUIET.set(was_quiet);
    done
}
