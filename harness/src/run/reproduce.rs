//! The command line that runs one check of a run alone, within the same limits and against the same expectations.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use crosscheck_reports::visible;

use super::RunOptions;
use super::cases::Case;
use crate::engines::Limits;
use crate::expectations;

/// A line for a POSIX shell, to be run in the folder that the run was started in.
pub(super) fn reproduce(case: &Case<'_>, engine: &str, options: &RunOptions) -> String {
    let mut line = format!("crosscheck run {}", path(&case.file.path));
    let mut option = |name: &str, value: &str| {
        let separator = if value.starts_with('-') { '=' } else { ' ' };
        line.extend([" ", name]);
        line.push(separator);
        line.push_str(value);
    };
    option("--engine", &word(engine.as_bytes()));
    if let Some(kind) = options.suite_kind {
        option("--suite-kind", kind.name());
    }
    let usual = Limits::default();
    if options.limits.timeout != usual.timeout {
        option("--timeout", &seconds(options.limits.timeout));
    }
    if options.limits.memory != usual.memory {
        let memory = options.limits.memory;
        option("--memory", &memory.map_or("none".to_owned(), |bytes| bytes.to_string()));
    }
    option("--filter", &case.check.hash.to_string());
    match &options.expectations {
        None => line.push_str(" --no-expectations"),
        Some(folder) if folder == Path::new(expectations::FOLDER) => {}
        Some(folder) => {
            line.push_str(" --expectations ");
            line.push_str(&path(folder));
        }
    }
    line
}

/// As `--timeout` takes it: `10s`, or a fraction of seconds.
fn seconds(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => format!("{}s", time.as_secs()),
        _ => time.as_secs_f64().to_string(),
    }
}

/// A path as one word, which is no option.
fn path(path: &Path) -> String {
    let bytes = path.as_os_str().as_bytes();
    let word = word(bytes);
    match bytes.first() {
        Some(b'-') => format!("./{word}"),
        _ => word,
    }
}

/// Text as one word of a POSIX shell. Invisible characters are written as octal escapes.
fn word(bytes: &[u8]) -> String {
    let shown = |text: &&str| !text.contains('\n') && visible(text) == *text;
    let text = std::str::from_utf8(bytes).ok().filter(shown);
    if let Some(quoted) = text.and_then(|text| shlex::try_quote(text).ok()) {
        return quoted.into_owned();
    }
    let mut word = "\"$(printf '".to_owned();
    for &byte in bytes {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'/' | b'.' | b'_' | b' ' => {
                word.push(char::from(byte));
            }
            _ => word.push_str(&format!("\\{byte:03o}")),
        }
    }
    word + "')\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_shows_and_is_the_text() {
        for text in [
            &b"plain/path.dat"[..],
            b"with space",
            b"it's \"$HOME\"",
            b"-option",
            b"line\nfeed%s",
            b"\xFFnot UTF-8",
            "\u{202E}reversed".as_bytes(),
        ] {
            let word = word(text);
            assert_eq!(visible(&word), word);
            let script = format!("printf %s {word}");
            let shell = std::process::Command::new("sh").args(["-c", &script]).output();
            assert_eq!(shell.unwrap().stdout, text, "{word}");
        }
        assert_eq!(path(Path::new("-a.dat")), "./-a.dat");
        assert_eq!(seconds(Duration::from_secs(2)), "2s");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.5");
    }
}
