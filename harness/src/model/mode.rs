//! The mode of a document, which a tree does not show.

use std::fmt;
use std::str::FromStr;

use crosscheck_standard::dom::QuirksMode;

/// A document's mode. The parser sets it by the DOCTYPE, and only quirks mode affects it; stylesheets distinguish all
/// three. <https://dom.spec.whatwg.org/#concept-document-mode>
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentMode {
    /// No-quirks mode.
    NoQuirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Quirks mode.
    Quirks,
}

impl DocumentMode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NoQuirks, Self::LimitedQuirks, Self::Quirks];

    /// Its name in fixtures and in the engine protocol, which is the DOM standard's.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoQuirks => "no-quirks",
            Self::LimitedQuirks => "limited-quirks",
            Self::Quirks => "quirks",
        }
    }
}

impl fmt::Display for DocumentMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a mode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a mode (`no-quirks`, `limited-quirks` or `quirks`), found `{0}`")]
pub struct NotAMode(String);

impl FromStr for DocumentMode {
    type Err = NotAMode;

    fn from_str(name: &str) -> Result<Self, NotAMode> {
        let mut all = Self::ALL.into_iter();
        all.find(|mode| mode.name() == name).ok_or_else(|| NotAMode(name.to_owned()))
    }
}

impl From<QuirksMode> for DocumentMode {
    fn from(mode: QuirksMode) -> Self {
        match mode {
            QuirksMode::NoQuirks => Self::NoQuirks,
            QuirksMode::LimitedQuirks => Self::LimitedQuirks,
            QuirksMode::Quirks => Self::Quirks,
        }
    }
}
