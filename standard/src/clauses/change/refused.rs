//! The changes since 2018 that are no switches.

/// A change that has no switch, as nothing that the parser and the serialiser give could show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// The stable id.
    pub id: &'static str,
    /// The day it was made, as `YYYY-MM-DD`.
    pub date: &'static str,
    /// The commit of whatwg/html that made it, abbreviated.
    pub commit: &'static str,
    /// What changed, in a sentence.
    pub title: &'static str,
    /// Why it has no switch.
    pub why: &'static str,
}

impl Refused {
    /// The link to the commit that made it.
    pub fn link(&self) -> String {
        super::link(self.commit)
    }
}

/// The changes without a switch, oldest first.
pub const REFUSED: &[Refused] = &[
    Refused {
        id: "document-open-no-quirks-2018",
        date: "2018-08-28",
        commit: "7d21798e",
        title: "document.open() sets no-quirks mode.",
        why: "Only a script calls document.open().",
    },
    Refused {
        id: "script-escaped-end-tag-name-2019",
        date: "2019-05-29",
        commit: "ab950260",
        title: "An end tag token in escaped script data begins with an empty name.",
        why: "The name was empty before, too, though the text did not say so.",
    },
    Refused {
        id: "control-charref-clarified-2020",
        date: "2020-03-26",
        commit: "71d44d0e",
        title: "Which controls are an error as a character reference is said precisely.",
        why: "The state's own rule is the same on both sides; only the description of the error was open to another reading.",
    },
    Refused {
        id: "speculative-parsing-2021",
        date: "2021-09-14",
        commit: "92a152c8",
        title: "A speculative parser may look ahead.",
        why: "It fetches earlier, and must not touch the tree.",
    },
    Refused {
        id: "azeri-default-encoding-2022",
        date: "2022-02-03",
        commit: "a1136670",
        title: "windows-1254 is suggested as the encoding of last resort for Azeri users.",
        why: "A suggestion that hangs on the user's locale, which no input has.",
    },
    Refused {
        id: "set-html-unsafe-2023",
        date: "2023-10-10",
        commit: "3ca08119",
        title: "setHTMLUnsafe() and parseHTMLUnsafe() run the parser with declarative shadow roots allowed.",
        why: "New callers of the same algorithm, which only scripts call; that they allow shadow roots is an option of the parser.",
    },
    Refused {
        id: "in-cell-unreachable-2023",
        date: "2023-11-16",
        commit: "ab63afcb",
        title: "\"in cell\" asserts that there is a cell, where it had handled that there is none.",
        why: "The mode is never entered without a cell on the stack: nothing came to the old branch.",
    },
    Refused {
        id: "select-nested-2025",
        date: "2025-07-21",
        commit: "172cccf4",
        title: "A select start tag in a select closes it.",
        why: "It did before, and was dropped then as now: what is seen to differ is what was open in the select, by relaxed-select-2025.",
    },
    Refused {
        id: "select-context-input-2025",
        date: "2025-07-21",
        commit: "172cccf4",
        title: "An input in a fragment of a select is ignored by a rule of its own.",
        why: "It was ignored before, as the select of a fragment is never in scope: both sides give the same tree.",
    },
    Refused {
        id: "xhtml-entity-public-ids-2025",
        date: "2025-10-23",
        commit: "90c74b72",
        title: "Two more public identifiers enable the entities of XHTML.",
        why: "Only the XML parser looks at them.",
    },
    Refused {
        id: "scripting-mode-2026",
        date: "2026-03-12",
        commit: "01c45ced",
        title: "The scripting flag becomes a mode of four values.",
        why: "Given whether scripting is on, which is an option here, the tree is the same; what it was in a fragment hung on the document that the caller made, and no text told.",
    },
    Refused {
        id: "cdata-note-2026",
        date: "2026-07-17",
        commit: "9377fd65",
        title: "Foreign content is called a set of rules, not an insertion mode.",
        why: "Editorial.",
    },
    Refused {
        id: "decimal-charref-start-removed-2026",
        date: "2026-07-19",
        commit: "85b40db7",
        title: "The decimal character reference start state is gone.",
        why: "The state before it does the same, with the same errors.",
    },
    Refused {
        id: "no-dom-rejected-insert-2026",
        date: "2026-08-20",
        commit: "8d149325",
        title: "A document that has an element takes no second one, nor a doctype.",
        why: "Only a script can have put one there before the parser does.",
    },
    Refused {
        id: "shadow-template-location-2026",
        date: "2026-08-21",
        commit: "b9c11c55",
        title: "A template that declares no shadow root is inserted where it would have been.",
        why: "The old text, to the letter, inserted the template into its own contents, which no tree can be; it never meant anything else than the new one.",
    },
];
