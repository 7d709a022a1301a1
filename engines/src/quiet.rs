//! Catching expected panics without reporting them.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether this thread's panics are kept off standard error.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls something that may panic. Returns `None` if it did; the panic is not printed.
pub fn guarded<T>(what: impl FnOnce() -> T) -> Option<T> {
    quietly(|| catch_unwind(AssertUnwindSafe(what)).ok())
}

/// Calls something whose panics are all caught, without printing them. Mutants panic by the hundred.
pub fn quietly<T>(what: impl FnOnce() -> T) -> T {
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
