//! What went wrong with an engine that did not answer, in words that are the same for the same fault.

use crate::engines::Outcome;

/// Behind this a panic's message says where it was.
const PANICKED: &str = "panicked at ";

/// What went wrong; `None` for an answer. Of a panic the place alone counts, since messages quote the document; in others
/// numbers do not count, which are addresses and process ids.
pub(super) fn fault(outcome: &Outcome) -> Option<String> {
    let words = match outcome {
        Outcome::Answer(_) => return None,
        Outcome::TimedOut(_) => return Some("it took too long".to_owned()),
        Outcome::Crashed(words) => words.clone(),
        Outcome::ProtocolError(words) => format!("protocol error: {words}"),
    };
    if let Some((_, place)) = words.split_once(PANICKED) {
        let place = place.lines().next().unwrap_or_default();
        return Some(format!("{PANICKED}{}", place.trim_end_matches(':')));
    }
    Some(without_numbers(&words))
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

    #[test]
    fn the_same_fault_has_the_same_words() {
        let fault = |words: &str| fault(&Outcome::Crashed(words.to_owned()));
        let panic = |text: &str, thread: u32| {
            fault(&format!(
                "signal 6: thread 'main' ({thread}) panicked at src/x.rs:7:5:\nbad `{text}`"
            ))
        };
        assert_eq!(panic("<a>", 17), panic("<b>", 4711));
        assert_eq!(panic("", 1).as_deref(), Some("panicked at src/x.rs:7:5"));
        assert_ne!(panic("", 1), fault("panicked at src/x.rs:8:5:\nbad"));
        assert_eq!(
            fault("killed at 0x7f1, pid 12"),
            fault("killed at 0x7f2, pid 345")
        );
        assert_ne!(fault("killed"), fault("stack overflow"));
        assert_eq!(
            super::fault(&Outcome::Answer(crate::engines::Answer::Encoding(
                "x".to_owned()
            ))),
            None
        );
    }
}
