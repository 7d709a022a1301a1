//! The sections of the standard that clauses belong to: a clause's id begins with the section's key.

/// A section of the standard.
#[derive(Debug, PartialEq, Eq)]
pub struct Section {
    /// What the ids of its clauses begin with, before the `/`.
    pub key: &'static str,
    /// Its title in the standard.
    pub title: &'static str,
    /// Its anchor in <https://html.spec.whatwg.org/multipage/parsing.html>; for another page, that page and the anchor.
    pub anchor: &'static str,
}

impl Section {
    /// A link into the standard.
    pub fn link(&self) -> String {
        let (page, anchor) = self.anchor.split_once('#').unwrap_or(("parsing.html", self.anchor));
        format!("https://html.spec.whatwg.org/multipage/{page}#{anchor}")
    }
}

/// The section a clause of this id belongs to.
pub(crate) fn section_of(id: &str) -> &'static Section {
    let key = id.split('/').next().unwrap_or(id);
    SECTIONS.iter().find(|section| section.key == key).unwrap_or(&UNKNOWN)
}

const UNKNOWN: Section = Section { key: "", title: "(no such section)", anchor: "parsing" };

macro_rules! sections {
    ($($key:literal $title:literal $anchor:literal)*) => {
        &[$(Section { key: $key, title: $title, anchor: $anchor }),*]
    };
}

/// All sections, in the standard's order.
pub const SECTIONS: &[Section] = sections! {
    "known-encoding" "Parsing with a known character encoding" "parsing-with-a-known-character-encoding"
    "encoding-sniffing" "Determining the character encoding" "determining-the-character-encoding"
    "prescan" "Prescan a byte stream to determine its encoding" "prescan-a-byte-stream-to-determine-its-encoding"
    "get-attribute" "Get an attribute when sniffing" "concept-get-attributes-when-sniffing"
    "xml-encoding" "Get an XML encoding when sniffing" "concept-get-xml-encoding-when-sniffing"
    "meta-encoding" "Extracting character encodings from meta elements" "urls-and-fetching.html#extracting-character-encodings-from-meta-elements"
    "change-encoding" "Changing the encoding while parsing" "changing-the-encoding-while-parsing"
    "preprocessing" "Preprocessing the input stream" "preprocessing-the-input-stream"
    "tokenization" "Tokenization" "tokenization"
    "data-state" "Data state" "data-state"
    "rcdata-state" "RCDATA state" "rcdata-state"
    "rawtext-state" "RAWTEXT state" "rawtext-state"
    "script-data-state" "Script data state" "script-data-state"
    "plaintext-state" "PLAINTEXT state" "plaintext-state"
    "tag-open-state" "Tag open state" "tag-open-state"
    "end-tag-open-state" "End tag open state" "end-tag-open-state"
    "tag-name-state" "Tag name state" "tag-name-state"
    "rcdata-less-than-sign-state" "RCDATA less-than sign state" "rcdata-less-than-sign-state"
    "rcdata-end-tag-open-state" "RCDATA end tag open state" "rcdata-end-tag-open-state"
    "rcdata-end-tag-name-state" "RCDATA end tag name state" "rcdata-end-tag-name-state"
    "rawtext-less-than-sign-state" "RAWTEXT less-than sign state" "rawtext-less-than-sign-state"
    "rawtext-end-tag-open-state" "RAWTEXT end tag open state" "rawtext-end-tag-open-state"
    "rawtext-end-tag-name-state" "RAWTEXT end tag name state" "rawtext-end-tag-name-state"
    "script-data-less-than-sign-state" "Script data less-than sign state" "script-data-less-than-sign-state"
    "script-data-end-tag-open-state" "Script data end tag open state" "script-data-end-tag-open-state"
    "script-data-end-tag-name-state" "Script data end tag name state" "script-data-end-tag-name-state"
    "script-data-escape-start-state" "Script data escape start state" "script-data-escape-start-state"
    "script-data-escape-start-dash-state" "Script data escape start dash state" "script-data-escape-start-dash-state"
    "script-data-escaped-state" "Script data escaped state" "script-data-escaped-state"
    "script-data-escaped-dash-state" "Script data escaped dash state" "script-data-escaped-dash-state"
    "script-data-escaped-dash-dash-state" "Script data escaped dash dash state" "script-data-escaped-dash-dash-state"
    "script-data-escaped-less-than-sign-state" "Script data escaped less-than sign state" "script-data-escaped-less-than-sign-state"
    "script-data-escaped-end-tag-open-state" "Script data escaped end tag open state" "script-data-escaped-end-tag-open-state"
    "script-data-escaped-end-tag-name-state" "Script data escaped end tag name state" "script-data-escaped-end-tag-name-state"
    "script-data-double-escape-start-state" "Script data double escape start state" "script-data-double-escape-start-state"
    "script-data-double-escaped-state" "Script data double escaped state" "script-data-double-escaped-state"
    "script-data-double-escaped-dash-state" "Script data double escaped dash state" "script-data-double-escaped-dash-state"
    "script-data-double-escaped-dash-dash-state" "Script data double escaped dash dash state" "script-data-double-escaped-dash-dash-state"
    "script-data-double-escaped-less-than-sign-state" "Script data double escaped less-than sign state" "script-data-double-escaped-less-than-sign-state"
    "script-data-double-escape-end-state" "Script data double escape end state" "script-data-double-escape-end-state"
    "before-attribute-name-state" "Before attribute name state" "before-attribute-name-state"
    "attribute-name-state" "Attribute name state" "attribute-name-state"
    "after-attribute-name-state" "After attribute name state" "after-attribute-name-state"
    "before-attribute-value-state" "Before attribute value state" "before-attribute-value-state"
    "attribute-value-double-quoted-state" "Attribute value (double-quoted) state" "attribute-value-(double-quoted)-state"
    "attribute-value-single-quoted-state" "Attribute value (single-quoted) state" "attribute-value-(single-quoted)-state"
    "attribute-value-unquoted-state" "Attribute value (unquoted) state" "attribute-value-(unquoted)-state"
    "after-attribute-value-quoted-state" "After attribute value (quoted) state" "after-attribute-value-(quoted)-state"
    "self-closing-start-tag-state" "Self-closing start tag state" "self-closing-start-tag-state"
    "bogus-comment-state" "Bogus comment state" "bogus-comment-state"
    "markup-declaration-open-state" "Markup declaration open state" "markup-declaration-open-state"
    "comment-start-state" "Comment start state" "comment-start-state"
    "comment-start-dash-state" "Comment start dash state" "comment-start-dash-state"
    "comment-state" "Comment state" "comment"
    "comment-less-than-sign-state" "Comment less-than sign state" "comment-less-than-sign-state"
    "comment-less-than-sign-bang-state" "Comment less-than sign bang state" "comment-less-than-sign-bang-state"
    "comment-less-than-sign-bang-dash-state" "Comment less-than sign bang dash state" "comment-less-than-sign-bang-dash-state"
    "comment-less-than-sign-bang-dash-dash-state" "Comment less-than sign bang dash dash state" "comment-less-than-sign-bang-dash-dash-state"
    "comment-end-dash-state" "Comment end dash state" "comment-end-dash-state"
    "comment-end-state" "Comment end state" "comment-end-state"
    "comment-end-bang-state" "Comment end bang state" "comment-end-bang-state"
    "doctype-state" "DOCTYPE state" "doctype-state"
    "before-doctype-name-state" "Before DOCTYPE name state" "before-doctype-name-state"
    "doctype-name-state" "DOCTYPE name state" "doctype-name-state"
    "after-doctype-name-state" "After DOCTYPE name state" "after-doctype-name-state"
    "after-doctype-public-keyword-state" "After DOCTYPE public keyword state" "after-doctype-public-keyword-state"
    "before-doctype-public-identifier-state" "Before DOCTYPE public identifier state" "before-doctype-public-identifier-state"
    "doctype-public-identifier-double-quoted-state" "DOCTYPE public identifier (double-quoted) state" "doctype-public-identifier-(double-quoted)-state"
    "doctype-public-identifier-single-quoted-state" "DOCTYPE public identifier (single-quoted) state" "doctype-public-identifier-(single-quoted)-state"
    "after-doctype-public-identifier-state" "After DOCTYPE public identifier state" "after-doctype-public-identifier-state"
    "between-doctype-public-and-system-identifiers-state" "Between DOCTYPE public and system identifiers state" "between-doctype-public-and-system-identifiers-state"
    "after-doctype-system-keyword-state" "After DOCTYPE system keyword state" "after-doctype-system-keyword-state"
    "before-doctype-system-identifier-state" "Before DOCTYPE system identifier state" "before-doctype-system-identifier-state"
    "doctype-system-identifier-double-quoted-state" "DOCTYPE system identifier (double-quoted) state" "doctype-system-identifier-(double-quoted)-state"
    "doctype-system-identifier-single-quoted-state" "DOCTYPE system identifier (single-quoted) state" "doctype-system-identifier-(single-quoted)-state"
    "after-doctype-system-identifier-state" "After DOCTYPE system identifier state" "after-doctype-system-identifier-state"
    "bogus-doctype-state" "Bogus DOCTYPE state" "bogus-doctype-state"
    "cdata-section-state" "CDATA section state" "cdata-section-state"
    "cdata-section-bracket-state" "CDATA section bracket state" "cdata-section-bracket-state"
    "cdata-section-end-state" "CDATA section end state" "cdata-section-end-state"
    "processing-instruction-open-state" "Processing instruction open state" "processing-instruction-open-state"
    "processing-instruction-target-state" "Processing instruction target state" "processing-instruction-target-state"
    "after-processing-instruction-target-state" "After processing instruction target state" "after-processing-instruction-target-state"
    "processing-instruction-data-state" "Processing instruction data state" "processing-instruction-data-state"
    "processing-instruction-questionable-state" "Processing instruction questionable state" "processing-instruction-questionable-state"
    "character-reference-state" "Character reference state" "character-reference-state"
    "named-character-reference-state" "Named character reference state" "named-character-reference-state"
    "ambiguous-ampersand-state" "Ambiguous ampersand state" "ambiguous-ampersand-state"
    "numeric-character-reference-state" "Numeric character reference state" "numeric-character-reference-state"
    "hexadecimal-character-reference-start-state" "Hexadecimal character reference start state" "hexadecimal-character-reference-start-state"
    "hexadecimal-character-reference-state" "Hexadecimal character reference state" "hexadecimal-character-reference-state"
    "decimal-character-reference-state" "Decimal character reference state" "decimal-character-reference-state"
    "numeric-character-reference-end-state" "Numeric character reference end state" "numeric-character-reference-end-state"
    "reset-insertion-mode" "Reset the insertion mode appropriately" "reset-the-insertion-mode-appropriately"
    "stack" "The stack of open elements" "the-stack-of-open-elements"
    "push-formatting" "Push onto the list of active formatting elements" "push-onto-the-list-of-active-formatting-elements"
    "reconstruct-formatting" "Reconstruct the active formatting elements" "reconstruct-the-active-formatting-elements"
    "dispatcher" "Tree construction dispatcher" "tree-construction-dispatcher"
    "html-integration-point" "HTML integration point" "html-integration-point"
    "appropriate-place" "Appropriate place for inserting a node" "appropriate-place-for-inserting-a-node"
    "create-element" "Create an element for a token" "create-an-element-for-the-token"
    "adjusted-insertion-location" "Adjusted insertion location" "adjusted-insertion-location"
    "insert-element" "Insert an element at the adjusted insertion location" "insert-an-element-at-the-adjusted-insertion-location"
    "insert-character" "Insert a character" "insert-a-character"
    "insert-comment" "Insert a comment" "insert-a-comment"
    "insert-processing-instruction" "Insert a processing instruction" "insert-a-processing-instruction"
    "text-element" "Generic raw text and RCDATA element parsing algorithms" "generic-raw-text-element-parsing-algorithm"
    "implied-end-tags" "Generate implied end tags" "generate-implied-end-tags"
    "initial" "The \"initial\" insertion mode" "the-initial-insertion-mode"
    "before-html" "The \"before html\" insertion mode" "the-before-html-insertion-mode"
    "before-head" "The \"before head\" insertion mode" "the-before-head-insertion-mode"
    "in-head" "The \"in head\" insertion mode" "parsing-main-inhead"
    "in-head-noscript" "The \"in head noscript\" insertion mode" "parsing-main-inheadnoscript"
    "after-head" "The \"after head\" insertion mode" "the-after-head-insertion-mode"
    "in-body" "The \"in body\" insertion mode" "parsing-main-inbody"
    "close-p" "Close a p element" "close-a-p-element"
    "adoption-agency" "Adoption agency algorithm" "adoption-agency-algorithm"
    "text" "The \"text\" insertion mode" "parsing-main-incdata"
    "in-table" "The \"in table\" insertion mode" "parsing-main-intable"
    "in-table-text" "The \"in table text\" insertion mode" "parsing-main-intabletext"
    "in-caption" "The \"in caption\" insertion mode" "parsing-main-incaption"
    "in-column-group" "The \"in column group\" insertion mode" "parsing-main-incolgroup"
    "in-table-body" "The \"in table body\" insertion mode" "parsing-main-intbody"
    "in-row" "The \"in row\" insertion mode" "parsing-main-intr"
    "in-cell" "The \"in cell\" insertion mode" "parsing-main-intd"
    "close-the-cell" "Close the cell" "close-the-cell"
    "in-template" "The \"in template\" insertion mode" "parsing-main-intemplate"
    "after-body" "The \"after body\" insertion mode" "parsing-main-afterbody"
    "in-frameset" "The \"in frameset\" insertion mode" "parsing-main-inframeset"
    "after-frameset" "The \"after frameset\" insertion mode" "parsing-main-afterframeset"
    "after-after-body" "The \"after after body\" insertion mode" "the-after-after-body-insertion-mode"
    "after-after-frameset" "The \"after after frameset\" insertion mode" "the-after-after-frameset-insertion-mode"
    "in-select" "The \"in select\" insertion mode, gone since 2025" "parsing-main-inbody"
    "in-select-in-table" "The \"in select in table\" insertion mode, gone since 2025" "parsing-main-inbody"
    "foreign-content" "The rules for parsing tokens in foreign content" "parsing-main-inforeign"
    "stop-parsing" "Stop parsing" "stop-parsing"
    "fragment" "Parsing HTML fragments" "parsing-html-fragments"
    "prepare-content-patching" "Prepare content patching" "scripting.html#prepare-content-patching"
    "find-markers" "Find markers" "scripting.html#find-markers"
    "serialises-as-void" "Serializes as void" "serializes-as-void"
    "serialise" "HTML fragment serialization algorithm" "html-fragment-serialisation-algorithm"
    "attribute-name" "Attribute's serialized name" "attribute's-serialised-name"
    "escaping" "Escaping a string" "escapingString"
    "list-of-options" "List of options" "form-elements.html#concept-select-option-list"
    "selectedness" "Selectedness setting algorithm" "form-elements.html#selectedness-setting-algorithm"
    "option" "The option element" "form-elements.html#the-option-element"
    "option-disabled" "Whether an option is disabled" "form-elements.html#concept-option-disabled"
    "nearest-ancestor-select" "Nearest ancestor select" "form-elements.html#option-element-nearest-ancestor-select"
    "selectedcontent" "The selectedcontent element" "form-elements.html#the-selectedcontent-element"
    "post-connection" "HTML element post-connection steps" "infrastructure.html#html-element-post-connection-steps"
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_to_a_page_and_an_anchor() {
        for section in SECTIONS {
            let link = section.link();
            let place = link.strip_prefix("https://html.spec.whatwg.org/multipage/");
            let (page, anchor) = place.and_then(|place| place.split_once('#')).unwrap_or_default();
            let is_page = page
                .strip_suffix(".html")
                .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            let is_anchor = !anchor.is_empty() && !anchor.contains(['#', '/', ' ']);
            assert!(is_page && is_anchor, "{link}");
        }
    }

    #[test]
    fn every_clause_belongs_to_a_section() {
        let lost: Vec<_> = crate::clauses::clause::all().filter(|clause| *clause.section() == UNKNOWN).collect();
        assert!(lost.is_empty(), "no section in SECTIONS for {lost:?}");
    }
}
