//! The progress of a run, on standard error, for people at a terminal.

use std::time::Duration;

use crosscheck::run::Progress;
use crosscheck_reports::Verdict;
use indicatif::{ProgressBar, ProgressStyle};

use super::output;

/// A bar on standard error, or nothing.
pub(super) struct Bar {
    bar: ProgressBar,
    shown: bool,
    faults: usize,
}

impl Bar {
    /// A bar, if one is wanted and somebody can see it.
    pub(super) fn new(wanted: bool) -> Self {
        Self {
            bar: ProgressBar::hidden(),
            shown: wanted && output::is_watched(),
            faults: 0,
        }
    }

    /// Takes the bar away: results follow.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn engine(&mut self, name: &str, checks: usize) {
        self.bar.finish_and_clear();
        if !self.shown {
            return;
        }
        let style = ProgressStyle::with_template(
            "{prefix:.cyan.bold} {bar:30.green/dim} {human_pos}/{human_len} {msg:.red} {eta:.dim}",
        );
        self.faults = 0;
        self.bar = ProgressBar::new(checks as u64)
            .with_style(style.expect("the template is well-formed"))
            .with_prefix(name.to_owned());
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn judged(&mut self, verdict: Verdict) {
        if verdict.is_fault() {
            self.faults += 1;
            self.bar.set_message(format!("{} faults", self.faults));
        }
        self.bar.inc(1);
    }
}
