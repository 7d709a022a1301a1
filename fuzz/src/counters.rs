//! Clauses as coverage that libFuzzer sees beside that of the code: which were reached, on which side, and whether
//! another engine departed from the standard on the way.

use std::sync::atomic::{AtomicU8, Ordering};

use crosscheck::coverage::Reached;
use crosscheck_standard::clauses::clause;

/// Beside what the standard engine is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// No other engine is, or it agrees.
    Alone,
    /// Another engine departs.
    Departed,
}

/// For each clause: it held or it failed, while no engine departed or while one did.
const PER_CLAUSE: usize = 4;

/// libFuzzer clears the counters by whole machine words.
#[repr(C, align(8))]
struct Counters([AtomicU8; (PER_CLAUSE * clause::COUNT).next_multiple_of(8)]);

/// libFuzzer finds the counters by the name of the section they are in, and reads and clears them between runs.
#[cfg_attr(target_os = "linux", unsafe(link_section = "__libfuzzer_extra_counters"))]
static COUNTERS: Counters = Counters([const { AtomicU8::new(0) }; (PER_CLAUSE * clause::COUNT).next_multiple_of(8)]);

/// Tells libFuzzer what one input reached.
pub(crate) fn count(reached: &Reached, side: Side) {
    for clause in clause::all() {
        let first = PER_CLAUSE * clause.index() + 2 * usize::from(side == Side::Departed);
        let came_of_it = [reached.held(clause), reached.failed(clause)];
        for (counter, is_reached) in COUNTERS.0[first..].iter().zip(came_of_it) {
            if is_reached {
                counter.store(1, Ordering::Relaxed);
            }
        }
    }
}
