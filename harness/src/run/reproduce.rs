//! The command line that runs one check of a run alone, within the same limits and against the same expectations.

use std::time::Duration;

use crosscheck_reports::ShellLine;

use super::RunOptions;
use super::cases::Case;
use crate::engines::Limits;
use crate::expectations::Source;
use crate::reproduce;

/// A line to be run in the folder that the run was started in.
pub(super) fn reproduce(case: &Case<'_>, engine: &str, options: &RunOptions) -> ShellLine {
    let mut line = reproduce::crosscheck("run").path(&case.file.path).option("--engine", engine);
    if let Some(kind) = options.suite_kind {
        line = line.option("--suite-kind", kind.name());
    }
    let usual = Limits::default();
    if options.limits.timeout != usual.timeout {
        line = line.option("--timeout", seconds(options.limits.timeout));
    }
    if options.limits.memory != usual.memory {
        let memory = options.limits.memory;
        line = line.option("--memory", memory.map_or("none".to_owned(), |bytes| bytes.to_string()));
    }
    line = line.option("--filter", case.check.hash.to_string());
    match &options.expectations {
        None => line.word("--no-expectations"),
        Some(source) if *source == Source::usual() => line,
        Some(Source::Folder(folder)) => line.option("--expectations", folder),
        Some(Source::BuiltIn) => unreachable!("where there is a folder it is used"),
    }
}

/// As `--timeout` takes it: `10s`, or a fraction of seconds.
fn seconds(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => format!("{}s", time.as_secs()),
        _ => time.as_secs_f64().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_read_back() {
        assert_eq!(seconds(Duration::from_secs(2)), "2s");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.5");
    }
}
