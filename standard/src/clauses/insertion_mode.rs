//! The insertion modes.

use std::fmt;

macro_rules! modes {
    ($($mode:ident $name:literal,)*) => {
        /// The insertion modes, in the standard's order.
        ///
        /// <https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode>
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum InsertionMode {
            $(#[doc = concat!("\"", $name, "\"")] $mode,)*
        }

        impl InsertionMode {
            const NAMED: &[Self] = &[$(Self::$mode),*];

            /// The standard's name, e.g. `in body`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$mode => $name),* }
            }
        }
    };
}

modes! {
    Initial "initial",
    BeforeHtml "before html",
    BeforeHead "before head",
    InHead "in head",
    InHeadNoscript "in head noscript",
    AfterHead "after head",
    InBody "in body",
    Text "text",
    InTable "in table",
    InTableText "in table text",
    InCaption "in caption",
    InColumnGroup "in column group",
    InTableBody "in table body",
    InRow "in row",
    InCell "in cell",
    InTemplate "in template",
    AfterBody "after body",
    InFrameset "in frameset",
    AfterFrameset "after frameset",
    AfterAfterBody "after after body",
    AfterAfterFrameset "after after frameset",
    InSelect "in select",
    InSelectInTable "in select in table",
}

impl InsertionMode {
    /// The standard's insertion modes, in its order.
    pub const fn all() -> &'static [Self] {
        Self::NAMED.split_at(Self::InSelect as usize).0
    }

    /// The modes that went with [`crate::clauses::change::Change::RelaxedSelect2025`].
    pub const fn gone() -> &'static [Self] {
        Self::NAMED.split_at(Self::InSelect as usize).1
    }
}

impl fmt::Display for InsertionMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
