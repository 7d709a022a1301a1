//! The mode of a document, which a tree does not show.

use crosscheck_standard::dom::QuirksMode;
use strum::{Display, EnumString, IntoStaticStr};

/// A document's mode. The parser sets it by the DOCTYPE, and only quirks mode affects it; stylesheets distinguish all
/// three. <https://dom.spec.whatwg.org/#concept-document-mode>
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", parse_err_ty = NotAMode, parse_err_fn = not_a_mode)]
pub enum DocumentMode {
    /// No-quirks mode.
    NoQuirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Quirks mode.
    Quirks,
}

impl DocumentMode {
    /// Its name in fixtures and in the engine protocol, which is the DOM standard's.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The text is not the name of a mode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a mode (`no-quirks`, `limited-quirks` or `quirks`), found `{0}`")]
pub struct NotAMode(String);

fn not_a_mode(name: &str) -> NotAMode {
    NotAMode(name.to_owned())
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
