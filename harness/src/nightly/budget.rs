//! The time that a night has left.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the time is looked at.
const TICK: Duration = Duration::from_millis(20);

/// A budget of time, which an interruption ends.
pub(super) struct Budget<'c> {
    end: Instant,
    cancel: &'c AtomicBool,
}

impl<'c> Budget<'c> {
    /// Begins now.
    pub(super) fn new(time: Duration, cancel: &'c AtomicBool) -> Self {
        let now = Instant::now();
        // A time that no clock can hold is as good as a long one.
        Self { end: now.checked_add(time).unwrap_or(now + Duration::from_secs(1 << 30)), cancel }
    }

    /// Whether the time is up, or the night was interrupted.
    pub(super) fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || Instant::now() >= self.end
    }

    /// How much time is left.
    pub(super) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// Does some work, with a flag that is set when the budget is over.
    pub(super) fn within<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if self.is_over() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    thread::park_timeout(TICK);
                }
            });
            let result = work(&stop);
            done.store(true, Ordering::Relaxed);
            result
        })
    }
}
