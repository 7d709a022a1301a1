//! Work and locks shared between threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Locks a mutex and ignores poisoning. The thread that joins a panicked thread reports the panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `make` for each item on `jobs` threads. Returns the results in the order of the items. If `cancel` is set,
/// finishes the items in flight and returns the results so far.
pub fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    cancel: &AtomicBool,
    make: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let made = Mutex::new(BTreeMap::new());
    let work = || {
        while !cancel.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return };
            let one = make(item);
            lock(&made).insert(place, one);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(work);
        }
    });
    made.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}
