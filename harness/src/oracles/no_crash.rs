//! An engine answers every question: it does not crash, hang, exhaust its memory or stack, or break the protocol. There
//! are no exceptions.
//!
//! The [`Outcome`] of an engine in its own process shows the fault; a crash in Crosscheck's own process ends it.

use crate::engines::NOT_AGAIN;
use crate::model::answer::Outcome;

/// A panic message gives the place after this text.
const PANICKED: &str = "panicked at ";

/// The first line of a Python traceback. Its last line has the error.
const TRACEBACK: &str = "Traceback (most recent call last)";

/// A protocol error quotes the engine's answer after this text.
const QUOTED: &str = ", in the line ";

/// What a process says that a signal ends. What it wrote before is not the reason, but for an abort.
const SIGNAL: &str = "signal: ";
const ABORT: &str = "signal: 6 ";

/// The longest title, in characters. It is a line of a list.
const LONGEST: usize = 120;

/// A way in which an engine fails.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// What the engine does, as a predicate: "crashes: panicked at src/x.rs:7:5". Of a panic the place alone counts,
    /// since messages quote the document; in others numbers do not count, which are addresses and process ids.
    pub title: String,
}

impl Fault {
    /// The failure; `None` for an answer.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        let title = match outcome {
            Outcome::Answer(_) => return None,
            Outcome::TimedOut(_) => "does not answer in time".to_owned(),
            Outcome::Crashed(words) => format!("crashes: {}", gist(once(words))),
            Outcome::ProtocolError(words) => {
                let words = once(words).split(QUOTED).next().unwrap_or_default();
                format!("breaks the engine protocol: {}", without_quotes(&gist(words)))
            }
        };
        Some(Self { title })
    }
}

/// The description of a failure without the note that it did not happen again.
fn once(words: &str) -> &str {
    words.strip_suffix(NOT_AGAIN).unwrap_or(words)
}

/// The significant part of a stack trace or message.
fn gist(words: &str) -> String {
    if let Some((_, place)) = words.split_once(PANICKED) {
        let place = place.lines().next().unwrap_or_default();
        return format!("{PANICKED}{}", place.trim_end_matches(':'));
    }
    if words.starts_with(SIGNAL) && !words.starts_with(ABORT) {
        return words.split(';').next().unwrap_or_default().to_owned();
    }
    let lines = || words.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = match words.contains(TRACEBACK) {
        true => lines().next_back(),
        // The stack of a JavaScript error follows the line that names it.
        false => lines().find(|line| line.contains("Error: ")).or_else(|| lines().next()),
    };
    let (status, rest) = split_status(line.unwrap_or_default());
    let line = format!("{status}{}", without_numbers(rest));
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A signal or exit status at the beginning, whose number counts, and the rest.
fn split_status(line: &str) -> (&str, &str) {
    let is_status = line.starts_with("signal: ") || line.starts_with("exit status: ");
    line.split_at(if is_status { line.find([';', '(']).unwrap_or(line.len()) } else { 0 })
}

/// The words with `…` for what they quote.
fn without_quotes(words: &str) -> String {
    let parts = words.split('`').enumerate();
    let parts = parts.map(|(place, part)| if place % 2 == 0 { part } else { "`…`" });
    parts.collect()
}

/// The words with `#` for each number.
fn without_numbers(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c.is_ascii_digit() {
            true if out.ends_with('#') => {}
            true => out.push('#'),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(words: &str) -> String {
        Fault::of(&Outcome::Crashed(words.to_owned())).expect("a fault").title
    }

    #[test]
    fn the_same_fault_has_the_same_words() {
        let panic = |text: &str, thread: u32| {
            title(&format!("signal 6: thread 'main' ({thread}) panicked at src/x.rs:7:5:\nbad `{text}`"))
        };
        assert_eq!(panic("<a>", 17), panic("<b>", 4711));
        assert_eq!(panic("", 1), "crashes: panicked at src/x.rs:7:5");
        assert_ne!(panic("", 1), title("panicked at src/x.rs:8:5:\nbad"));
        assert_eq!(title("killed at 0x7f1, pid 12"), title("killed at 0x7f2, pid 345"));
        assert_ne!(title("killed"), title("stack overflow"));
        let answer = Outcome::Answer(crate::model::answer::Answer::Encoding("x".to_owned()));
        assert_eq!(Fault::of(&answer), None);
    }

    #[test]
    fn a_title_is_one_short_line() {
        let python =
            "exit status: 1; Traceback (most recent call last):\n  File \"x.py\", line 7\nRecursionError: too deep\n";
        assert_eq!(title(python), "crashes: RecursionError: too deep");
        let node = "exit status: 1; /a/b.js:12\n  throw x;\nTypeError: bad at 12\n    at f (/a/b.js:12:1)\n";
        assert_eq!(title(node), "crashes: TypeError: bad at #");
        assert_eq!(title("signal: 11 (SIGSEGV)"), "crashes: signal: 11 (SIGSEGV)");
        assert_eq!(title("signal: 11 (SIGSEGV);    ^^^^\n"), "crashes: signal: 11 (SIGSEGV)");
        assert_eq!(
            title("signal: 6 (SIGABRT); free(): invalid pointer"),
            "crashes: signal: 6 (SIGABRT); free(): invalid pointer"
        );
        let words = "`\u{f8}U` is not a kind of node at line 1, in the line \"x\"";
        let fault = Fault::of(&Outcome::ProtocolError(words.to_owned()));
        assert_eq!(
            fault.map(|fault| fault.title).as_deref(),
            Some("breaks the engine protocol: `…` is not a kind of node at line #")
        );
        assert!(title(&"x".repeat(1_000)).chars().count() < 150);
    }
}
