//! The sections of the standard that clauses belong to: a clause's id begins with the section's key.

/// A section of the standard.
#[derive(Debug, PartialEq, Eq)]
pub struct Section {
    /// What the ids of its clauses begin with, before the `/`.
    pub key: &'static str,
    /// Its title in the standard.
    pub title: &'static str,
    /// Its anchor in <https://html.spec.whatwg.org/multipage/parsing.html>.
    pub anchor: &'static str,
}

impl Section {
    /// A link into the standard.
    pub fn link(&self) -> String {
        format!(
            "https://html.spec.whatwg.org/multipage/parsing.html#{}",
            self.anchor
        )
    }
}

/// The section a clause of this id belongs to.
pub(crate) fn section_of(id: &str) -> &'static Section {
    let key = id.split('/').next().unwrap_or(id);
    SECTIONS
        .iter()
        .find(|section| section.key == key)
        .unwrap_or(&UNKNOWN)
}

const UNKNOWN: Section = Section {
    key: "",
    title: "(no such section)",
    anchor: "parsing",
};

macro_rules! sections {
    ($($key:literal $title:literal $anchor:literal)*) => {
        &[$(Section { key: $key, title: $title, anchor: $anchor }),*]
    };
}

/// All sections, in the standard's order.
pub const SECTIONS: &[Section] = sections! {
    "preprocessing" "Preprocessing the input stream" "preprocessing-the-input-stream"
    "tokenization" "Tokenization" "tokenization"
    "data-state" "Data state" "data-state"
    "tag-open-state" "Tag open state" "tag-open-state"
    "in-body" "The \"in body\" insertion mode" "parsing-main-inbody"
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_belongs_to_a_section() {
        let lost: Vec<_> = crate::clause::all()
            .filter(|clause| *clause.section() == UNKNOWN)
            .collect();
        assert!(lost.is_empty(), "no section in SECTIONS for {lost:?}");
    }
}
