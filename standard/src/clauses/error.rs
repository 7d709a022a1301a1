//! Parse errors: the standard's codes for what the tokenizer and the preprocessing find, and our own names for what
//! tree construction finds, which the standard leaves without names.

use std::fmt;

macro_rules! codes {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $code:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $(#[doc = concat!("`", $code, "`")] $variant,)*
        }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The code, in kebab case.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.code())
            }
        }
    };
}

codes! {
/// The standard's parse error codes.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
ErrorCode {
    AbruptClosingOfEmptyComment "abrupt-closing-of-empty-comment",
    AbruptDoctypePublicIdentifier "abrupt-doctype-public-identifier",
    AbruptDoctypeSystemIdentifier "abrupt-doctype-system-identifier",
    AbsenceOfDigitsInNumericCharacterReference "absence-of-digits-in-numeric-character-reference",
    CdataInHtmlContent "cdata-in-html-content",
    CharacterReferenceOutsideUnicodeRange "character-reference-outside-unicode-range",
    ControlCharacterInInputStream "control-character-in-input-stream",
    ControlCharacterReference "control-character-reference",
    DisallowedProcessingInstructionTarget "disallowed-processing-instruction-target",
    DuplicateAttribute "duplicate-attribute",
    EndTagWithAttributes "end-tag-with-attributes",
    EndTagWithTrailingSolidus "end-tag-with-trailing-solidus",
    EofBeforeTagName "eof-before-tag-name",
    EofInCdata "eof-in-cdata",
    EofInComment "eof-in-comment",
    EofInDoctype "eof-in-doctype",
    EofInProcessingInstruction "eof-in-processing-instruction",
    EofInScriptHtmlCommentLikeText "eof-in-script-html-comment-like-text",
    EofInTag "eof-in-tag",
    IncorrectlyClosedComment "incorrectly-closed-comment",
    IncorrectlyOpenedComment "incorrectly-opened-comment",
    InvalidCharacterSequenceAfterDoctypeName "invalid-character-sequence-after-doctype-name",
    InvalidFirstCharacterOfProcessingInstructionTarget "invalid-first-character-of-processing-instruction-target",
    InvalidFirstCharacterOfTagName "invalid-first-character-of-tag-name",
    InvalidProcessingInstructionTarget "invalid-processing-instruction-target",
    MissingAttributeValue "missing-attribute-value",
    MissingDoctypeName "missing-doctype-name",
    MissingDoctypePublicIdentifier "missing-doctype-public-identifier",
    MissingDoctypeSystemIdentifier "missing-doctype-system-identifier",
    MissingEndTagName "missing-end-tag-name",
    MissingQuoteBeforeDoctypePublicIdentifier "missing-quote-before-doctype-public-identifier",
    MissingQuoteBeforeDoctypeSystemIdentifier "missing-quote-before-doctype-system-identifier",
    MissingSemicolonAfterCharacterReference "missing-semicolon-after-character-reference",
    MissingWhitespaceAfterDoctypePublicKeyword "missing-whitespace-after-doctype-public-keyword",
    MissingWhitespaceAfterDoctypeSystemKeyword "missing-whitespace-after-doctype-system-keyword",
    MissingWhitespaceBeforeDoctypeName "missing-whitespace-before-doctype-name",
    MissingWhitespaceBetweenAttributes "missing-whitespace-between-attributes",
    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers "missing-whitespace-between-doctype-public-and-system-identifiers",
    NestedComment "nested-comment",
    NoncharacterCharacterReference "noncharacter-character-reference",
    NoncharacterInInputStream "noncharacter-in-input-stream",
    NonVoidHtmlElementStartTagWithTrailingSolidus "non-void-html-element-start-tag-with-trailing-solidus",
    NullCharacterReference "null-character-reference",
    SurrogateCharacterReference "surrogate-character-reference",
    SurrogateInInputStream "surrogate-in-input-stream",
    UnexpectedCharacterAfterDoctypeSystemIdentifier "unexpected-character-after-doctype-system-identifier",
    UnexpectedCharacterInAttributeName "unexpected-character-in-attribute-name",
    UnexpectedCharacterInUnquotedAttributeValue "unexpected-character-in-unquoted-attribute-value",
    UnexpectedEqualsSignBeforeAttributeName "unexpected-equals-sign-before-attribute-name",
    UnexpectedNullCharacter "unexpected-null-character",
    UnexpectedSolidusInTag "unexpected-solidus-in-tag",
    UnknownNamedCharacterReference "unknown-named-character-reference",
    UnexpectedQuestionMarkInsteadOfTagName "unexpected-question-mark-instead-of-tag-name",
}
}

codes! {
/// Our names for the parse errors of tree construction, which the standard does not name. They are stable.
TreeError {
    AnchorInAnchor "anchor-in-anchor",
    BodyStartTagInBody "body-start-tag-in-body",
    BrEndTag "br-end-tag",
    ButtonInButton "button-in-button",
    CaptionEndTagWithoutCaption "caption-end-tag-without-caption",
    CellEndTagWithoutCell "cell-end-tag-without-cell",
    CellInTableBody "cell-in-table-body",
    ColEndTag "col-end-tag",
    ColgroupEndTagWithoutColgroup "colgroup-end-tag-without-colgroup",
    EndTagWithoutElement "end-tag-without-element",
    EndTagWithoutElementInScope "end-tag-without-element-in-scope",
    EofInFrameset "eof-in-frameset",
    EofInTemplate "eof-in-template",
    EofInText "eof-in-text",
    ExpectedDoctype "expected-doctype",
    FormInForm "form-in-form",
    FormInTable "form-in-table",
    FormattingElementNotInScope "formatting-element-not-in-scope",
    FormattingElementNotOpen "formatting-element-not-open",
    FramesetEndTagAtRoot "frameset-end-tag-at-root",
    FramesetStartTagInBody "frameset-start-tag-in-body",
    HeadElementAfterHead "head-element-after-head",
    HeadingInHeading "heading-in-heading",
    HiddenInputInTable "hidden-input-in-table",
    HtmlEndTagInForeignContent "html-end-tag-in-foreign-content",
    HtmlEndTagInFragment "html-end-tag-in-fragment",
    HtmlStartTagInBody "html-start-tag-in-body",
    HtmlStartTagInForeignContent "html-start-tag-in-foreign-content",
    ImageStartTag "image-start-tag",
    InputInSelect "input-in-select",
    MisnestedForeignEndTag "misnested-foreign-end-tag",
    MisnestedFormattingElement "misnested-formatting-element",
    MisplacedRubyPart "misplaced-ruby-part",
    NobrInNobr "nobr-in-nobr",
    NonSpaceCharactersInTable "non-space-characters-in-table",
    NonconformingDoctype "nonconforming-doctype",
    NullCharacterInBody "null-character-in-body",
    NullCharacterInForeignContent "null-character-in-foreign-content",
    NullCharacterInTable "null-character-in-table",
    RowEndTagWithoutRow "row-end-tag-without-row",
    SectionEndTagWithoutSection "section-end-tag-without-section",
    SelectInSelect "select-in-select",
    TableEndTagWithoutElement "table-end-tag-without-element",
    TableEndTagWithoutTable "table-end-tag-without-table",
    TableStartTagInTable "table-start-tag-in-table",
    TableTagWithoutCaption "table-tag-without-caption",
    TableTagWithoutRow "table-tag-without-row",
    TableTagWithoutSection "table-tag-without-section",
    TemplateEndTagWithoutTemplate "template-end-tag-without-template",
    UnclosedElementsAtBodyEnd "unclosed-elements-at-body-end",
    UnclosedElementsAtEof "unclosed-elements-at-eof",
    UnclosedElementsAtTemplateEnd "unclosed-elements-at-template-end",
    UnclosedElementsInBlock "unclosed-elements-in-block",
    UnclosedElementsInCaption "unclosed-elements-in-caption",
    UnclosedElementsInCell "unclosed-elements-in-cell",
    UnclosedElementsInElement "unclosed-elements-in-element",
    UnclosedElementsInForm "unclosed-elements-in-form",
    UnclosedElementsInHeading "unclosed-elements-in-heading",
    UnclosedElementsInListItem "unclosed-elements-in-list-item",
    UnclosedElementsInOption "unclosed-elements-in-option",
    UnclosedElementsInParagraph "unclosed-elements-in-paragraph",
    UnexpectedContentInHeadNoscript "unexpected-content-in-head-noscript",
    UnexpectedDoctype "unexpected-doctype",
    UnexpectedEndTagAfterHead "unexpected-end-tag-after-head",
    UnexpectedEndTagBeforeHead "unexpected-end-tag-before-head",
    UnexpectedEndTagBeforeHtml "unexpected-end-tag-before-html",
    UnexpectedEndTagInCaption "unexpected-end-tag-in-caption",
    UnexpectedEndTagInCell "unexpected-end-tag-in-cell",
    UnexpectedEndTagInHead "unexpected-end-tag-in-head",
    UnexpectedEndTagInHeadNoscript "unexpected-end-tag-in-head-noscript",
    UnexpectedEndTagInRow "unexpected-end-tag-in-row",
    UnexpectedEndTagInTable "unexpected-end-tag-in-table",
    UnexpectedEndTagInTableBody "unexpected-end-tag-in-table-body",
    UnexpectedEndTagInTemplate "unexpected-end-tag-in-template",
    UnexpectedHeadStartTag "unexpected-head-start-tag",
    UnexpectedStartTagInBody "unexpected-start-tag-in-body",
    UnexpectedStartTagInHeadNoscript "unexpected-start-tag-in-head-noscript",
    UnexpectedTagInSelect "unexpected-tag-in-select",
    UnexpectedTokenAfterBody "unexpected-token-after-body",
    UnexpectedTokenAfterFrameset "unexpected-token-after-frameset",
    UnexpectedTokenAfterHtml "unexpected-token-after-html",
    UnexpectedTokenInColumnGroup "unexpected-token-in-column-group",
    UnexpectedTokenInFrameset "unexpected-token-in-frameset",
    UnexpectedTokenInTable "unexpected-token-in-table",
    XmlnsMismatch "xmlns-mismatch",
    XmlnsXlinkMismatch "xmlns-xlink-mismatch",
}
}

/// A set of errors of tree construction, a bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TreeErrors(u128);

impl TreeErrors {
    /// Adds an error; `false` if it was there.
    pub(crate) fn insert(&mut self, error: TreeError) -> bool {
        const { assert!(TreeError::ALL.len() <= u128::BITS as usize) };
        let bit = 1 << error as u32;
        let is_new = self.0 & bit == 0;
        self.0 |= bit;
        is_new
    }
}

/// Where in the preprocessed input stream something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, in UTF-16 code units, as the tokenizer fixtures count.
    pub column: u32,
}

impl Position {
    /// The position so many columns further in the same line.
    #[inline]
    pub(crate) fn columns_on(self, columns: usize) -> Self {
        Self { column: self.column + columns as u32, ..self }
    }
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParseErrorKind {
    /// An error that the standard names.
    Code(ErrorCode),
    /// An error of tree construction.
    Tree(TreeError),
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => code.fmt(f),
            Self::Tree(error) => error.fmt(f),
        }
    }
}

/// A parse error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParseError {
    /// Where.
    pub position: Position,
    /// What.
    pub kind: ParseErrorKind,
}
