//! What `--version` says: of Crosscheck, of the standard it follows, and of the public fixtures it fetches.

use crosscheck::fetch;
use crosscheck_standard::clauses::change::Edition;

/// The commit that this program was built from, where the build says it.
pub(super) const COMMIT: Option<&str> = option_env!("CROSSCHECK_COMMIT");

/// The version with a line for each thing that has one.
pub(super) fn long() -> String {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    if let Some(commit) = COMMIT {
        text.push_str(&format!(" ({commit})"));
    }
    text.push_str(&format!("\nstandard of {}", Edition::newest_day()));
    for repository in fetch::repositories() {
        let commits: Vec<_> = repository.pins.iter().map(|pin| pin.commit.as_str()).collect();
        text.push_str(&format!("\n{} {}", repository.name, commits.join(" ")));
    }
    text
}
