//! The standard's time axis: dated changes, and the standard as a set of them.

use std::fmt;

macro_rules! changes {
    ($($variant:ident $id:literal $date:literal $title:literal;)*) => {
        /// A dated normative change to parsing or serialisation.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Change {
            $(#[doc = $title] $variant,)*
        }

        impl Change {
            /// All changes, oldest first.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The stable id, e.g. `relaxed-select-2025`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// The day the change was made, as `YYYY-MM-DD`.
            pub const fn date(self) -> &'static str {
                match self { $(Self::$variant => $date),* }
            }

            /// What changed, in a sentence.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }
        }
    };
}

changes! {
    RelaxedSelect2025 "relaxed-select-2025" "2025-07-21" "The select insertion modes are gone: select takes nearly any content.";
    SelectScopeBarrier2025 "select-scope-barrier-2025" "2025-10-03" "select is a barrier of the scopes.";
    ProcessingInstructions2026 "processing-instructions-2026" "2026-06-25" "`<?` begins a processing instruction, not a bogus comment.";
    TemplateFor2026 "template-for-2026" "2026-08-20" "`<template for>` puts its contents at a marker.";
}

impl Change {
    /// The change of this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|change| change.id() == id)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The standard as a set of changes. The default has them all: the newest edition known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edition {
    without: u64,
}

impl Default for Edition {
    fn default() -> Self {
        Self::NEWEST
    }
}

impl Edition {
    /// The newest edition known.
    pub const NEWEST: Self = Self { without: 0 };

    /// Whether the edition has the change.
    #[inline(always)]
    pub const fn has(self, change: Change) -> bool {
        self.without & (1 << change as u8) == 0
    }

    /// This edition, but without the change.
    #[must_use]
    pub const fn without(self, change: Change) -> Self {
        Self {
            without: self.without | 1 << change as u8,
        }
    }

    /// This edition, and the change.
    #[must_use]
    pub const fn with(self, change: Change) -> Self {
        Self {
            without: self.without & !(1 << change as u8),
        }
    }
}
