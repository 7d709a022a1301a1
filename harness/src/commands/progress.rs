//! Progress bars on standard error, shown only on a terminal.

use std::time::Duration;

use crosscheck::run::Progress;
use crosscheck_reports::Verdict;
use indicatif::{ProgressBar, ProgressStyle};

use super::output;

/// A progress bar with this template, hidden unless it is wanted and standard error is a terminal. Without a length it
/// only counts.
pub(super) fn bar(template: &str, length: Option<usize>, wanted: bool) -> ProgressBar {
    if !wanted || !output::is_watched() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    let bar = match length {
        Some(length) => ProgressBar::new(length as u64),
        None => ProgressBar::no_length(),
    };
    bar.with_style(style)
}

/// The bar of a run, one engine after the other.
pub(super) struct Bar {
    bar: ProgressBar,
    wanted: bool,
    faults: usize,
}

impl Bar {
    /// A bar, if one is wanted.
    pub(super) fn new(wanted: bool) -> Self {
        Self { bar: ProgressBar::hidden(), wanted, faults: 0 }
    }

    /// Removes the bar before the results are printed.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn engine(&mut self, name: &str, checks: usize) {
        self.bar.finish_and_clear();
        self.faults = 0;
        let template = "{prefix:.cyan.bold} {bar:30.green/dim} {human_pos}/{human_len} {msg:.red} {eta:.dim}";
        self.bar = bar(template, Some(checks), self.wanted).with_prefix(name.to_owned());
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
