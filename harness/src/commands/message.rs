//! Messages on standard error.

use std::fmt;

use crosscheck_reports::visible;

/// Prints a message to standard error. What does not show in it is shown, and its second and later lines are indented,
/// so that no text in it passes for another message or steers a terminal.
pub(super) fn say(message: fmt::Arguments<'_>) {
    say_labelled("", message);
}

/// Prints a message after a label, which is printed as it is.
#[expect(clippy::disallowed_macros, reason = "every other message goes through here")]
pub(super) fn say_labelled(label: impl fmt::Display, message: fmt::Arguments<'_>) {
    let message = message.to_string();
    anstream::eprintln!("{label}{}", visible(&message).replace('\n', "\n  "));
}
