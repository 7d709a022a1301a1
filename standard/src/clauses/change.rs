//! The standard's time axis: the dated changes it has had since 2018.
//!
//! A change that a tree, token, error, encoding or markup can show is a [`Change`]: a switch, with the old and the new
//! behaviour side by side in the rule it changes. The others are [`REFUSED`], each with the reason. The standard as a
//! set of changes is an [`Edition`].

use std::fmt;

mod edition;
mod refused;

pub use edition::{Edition, NotAnEdition, switch};
pub use refused::{REFUSED, Refused};

/// The link to a commit of the standard.
fn link(commit: &str) -> String {
    format!("https://github.com/whatwg/html/commit/{commit}")
}

macro_rules! changes {
    ($($variant:ident $id:literal $date:literal $($since:literal)? @ $commit:literal $title:literal;)*) => {
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

            /// The commit of whatwg/html that made it, abbreviated.
            pub const fn commit(self) -> &'static str {
                match self { $(Self::$variant => $commit),* }
            }

            /// What changed, in a sentence.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// The day on which the standard began to say what the change then put right; before that it had said what
            /// it says since. `None` where there was no such slip.
            pub const fn slip(self) -> Option<&'static str> {
                match self { $(Self::$variant => changes!(@slip $($since)?)),* }
            }
        }
    };
    (@slip $since:literal) => { Some($since) };
    (@slip) => { None };
}

// The second date, where there is one, is that of the slip.
changes! {
    VoidChildrenNotSerialized2018 "void-children-not-serialized-2018" "2018-12-19" @ "d36d3eb0" "What a script put into a void element is not serialised.";
    BreakoutInFragment2021 "breakout-in-fragment-2021" "2021-02-19" @ "f690ad90" "HTML's own start tags end foreign content in fragments, too.";
    XmlDeclEncoding2021 "xml-decl-encoding-2021" "2021-05-06" @ "800a2dcd" "An XML declaration tells the encoding where nothing else does.";
    BrPEndTagsForeign2021 "br-p-end-tags-foreign-2021" "2021-06-24" @ "681c8849" "`</br>` and `</p>` end foreign content.";
    FosterForeignRegression2021 "foster-foreign-regression-2021" "2021-07-20" "2021-02-19" @ "c619ded5" "A tag that ends foreign content goes by the insertion mode, which may foster-parent it.";
    TemplateWhitespaceNoError2022 "template-whitespace-no-error-2022" "2022-09-08" @ "e00906b6" "Text right in a template of table parts is taken as right in a table, where white space is no error.";
    SearchElement2023 "search-element-2023" "2023-03-24" @ "c598ff02" "search is parsed as the other sectioning blocks are.";
    HrInSelect2023 "hr-in-select-2023" "2023-05-02" @ "b9c5dee3" "A select takes hr.";
    ParamSerializesVoid2023 "param-serializes-void-2023" "2023-05-08" "2022-04-21" @ "2dddfab1" "param is serialised without end tag again, though it is no longer listed as void.";
    DeclarativeShadow2023 "declarative-shadow-2023" "2023-10-29" @ "0a829aa9" "A template with shadowrootmode declares a shadow root.";
    ShadowClonable2024 "shadow-clonable-2024" "2024-02-13" @ "531e50de" "A declared shadow root is clonable only if shadowrootclonable says so.";
    ShadowFirstWins2024 "shadow-first-wins-2024" "2024-02-14" @ "39ec6925" "The first shadow root declared for a host stays; a second template is a plain one.";
    GethtmlSerializable2024 "gethtml-serializable-2024" "2024-04-04" @ "6c20fe5c" "Shadow roots can be serialised, and shadowrootserializable asks for it.";
    ShadowRegistry2025 "shadow-registry-2025" "2025-04-16" @ "813c9247" "shadowrootcustomelementregistry keeps a shadow root's registry null.";
    AttrLtGtEscaped2025 "attr-lt-gt-escaped-2025" "2025-05-20" @ "e21bd3b4" "Attribute values are serialised with `<` and `>` escaped.";
    RelaxedSelect2025 "relaxed-select-2025" "2025-07-21" @ "172cccf4" "The select insertion modes are gone: select takes nearly any content.";
    SelectKeygenTextarea2025 "select-keygen-textarea-2025" "2025-07-21" @ "172cccf4" "keygen and textarea stay in a select, and do not close it.";
    SelectInForeign2025 "select-in-foreign-2025" "2025-07-21" @ "172cccf4" "A select takes svg and math.";
    Selectedcontent2025 "selectedcontent-2025" "2025-07-21" @ "172cccf4" "selectedcontent shows a copy of its select's selected option.";
    SelectScopeBarrier2025 "select-scope-barrier-2025" "2025-07-21" @ "172cccf4" "select is a barrier of the scopes.";
    OptionPopped2025 "option-popped-2025" "2025-10-13" @ "4ce63af1" "A selected option is shown wherever it is popped off the stack of open elements, not at its end tag alone.";
    DoctypeEmptyAsMissing2026 "doctype-empty-as-missing-2026" "2026-01-14" @ "e7318c5e" "HTML 4.01's DOCTYPEs with an empty system identifier set quirks mode, as without one.";
    ShadowSlotAssignment2026 "shadow-slot-assignment-2026" "2026-04-15" @ "7fe76d01" "shadowrootslotassignment can make slot assignment manual.";
    AaaNoFormattingContinue2026 "aaa-no-formatting-continue-2026" "2026-06-20" @ "9f50934d" "A nobr start tag that finds no nobr to close still inserts its element: the old text could be read as dropping it.";
    ProcessingInstructions2026 "processing-instructions-2026" "2026-06-25" @ "320c05f6" "`<?` begins a processing instruction, not a bogus comment.";
    SerializePiQuestion2026 "serialize-pi-question-2026" "2026-07-09" @ "2e477cf1" "A processing instruction is serialised with `?>` at its end, not with `>`.";
    FragmentParserRefactor2026 "fragment-parser-refactor-2026" "2026-07-09" @ "4c4c8136" "A fragment is parsed into a fragment, not into an element of a document, where it was connected.";
    PiInNoscriptTemplate2026 "pi-in-noscript-template-2026" "2026-07-13" "2026-06-25" @ "255188e5" "Processing instructions stay in a noscript of the head and in a template.";
    TemplateFor2026 "template-for-2026" "2026-08-20" @ "2ff023fb" "`<template for>` puts its contents at a marker.";
    AaaDropUnreinsertable2026 "aaa-drop-unreinsertable-2026" "2026-08-20" @ "57811ef0" "The adoption agency drops a node that cannot be inserted.";
}

impl Change {
    /// The change of this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|change| change.id() == id)
    }

    /// The link to the commit that made it.
    pub fn link(self) -> String {
        link(self.commit())
    }

    /// Whether the standard of this day, written as [`date`](Self::date) writes it, is as the change has it.
    fn is_in_force(self, date: &str) -> bool {
        self.date() <= date || self.slip().is_some_and(|slip| date < slip)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_in_the_order_of_their_days() {
        assert!(Change::ALL.is_sorted_by_key(|change| change.date()));
        assert!(REFUSED.is_sorted_by_key(|refused| refused.date));
    }

    /// The changes since 2018 that concern parsing and serialisation, oldest first.
    const SINCE_2018: [&str; 45] = [
        "document-open-no-quirks-2018",
        "void-children-not-serialized-2018",
        "script-escaped-end-tag-name-2019",
        "control-charref-clarified-2020",
        "breakout-in-fragment-2021",
        "xml-decl-encoding-2021",
        "br-p-end-tags-foreign-2021",
        "foster-foreign-regression-2021",
        "speculative-parsing-2021",
        "azeri-default-encoding-2022",
        "template-whitespace-no-error-2022",
        "search-element-2023",
        "hr-in-select-2023",
        "param-serializes-void-2023",
        "set-html-unsafe-2023",
        "declarative-shadow-2023",
        "in-cell-unreachable-2023",
        "shadow-clonable-2024",
        "shadow-first-wins-2024",
        "gethtml-serializable-2024",
        "shadow-registry-2025",
        "attr-lt-gt-escaped-2025",
        "relaxed-select-2025",
        "select-nested-2025",
        "select-keygen-textarea-2025",
        "select-context-input-2025",
        "select-in-foreign-2025",
        "selectedcontent-2025",
        "select-scope-barrier-2025",
        "option-popped-2025",
        "xhtml-entity-public-ids-2025",
        "doctype-empty-as-missing-2026",
        "scripting-mode-2026",
        "shadow-slot-assignment-2026",
        "aaa-no-formatting-continue-2026",
        "processing-instructions-2026",
        "serialize-pi-question-2026",
        "fragment-parser-refactor-2026",
        "pi-in-noscript-template-2026",
        "cdata-note-2026",
        "decimal-charref-start-removed-2026",
        "template-for-2026",
        "no-dom-rejected-insert-2026",
        "aaa-drop-unreinsertable-2026",
        "shadow-template-location-2026",
    ];

    #[test]
    fn every_change_since_2018_is_a_switch_or_refused() {
        let refused = REFUSED.iter().map(|refused| refused.id);
        let mut known: Vec<_> = Change::ALL.iter().map(|change| change.id()).chain(refused).collect();
        let mut all = SINCE_2018.to_vec();
        known.sort_unstable();
        all.sort_unstable();
        assert_eq!(known, all, "each in one of the two");
    }
}
