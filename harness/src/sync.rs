//! What threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for what a mutex holds. If a thread panicked with it in hand that is for whoever joins the thread to tell.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
