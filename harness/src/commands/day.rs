//! Days in the form `2026-11-22`.

use std::time::{Duration, SystemTime};

/// Today, in UTC.
pub(super) fn today() -> String {
    of(SystemTime::now())
}

/// The day that is this long before the start of `day`.
pub(super) fn before(day: &str, ago: Duration) -> Result<String, String> {
    let midnight = format!("{day}T00:00:00Z");
    humantime::parse_rfc3339(&midnight)
        .ok()
        .and_then(|time| time.checked_sub(ago))
        .map(of)
        .ok_or_else(|| format!("`{day}` is not a day; expected YYYY-MM-DD, for example 2026-11-22"))
}

fn of(time: SystemTime) -> String {
    let mut text = humantime::format_rfc3339_seconds(time).to_string();
    text.truncate("2026-11-22".len());
    text
}
