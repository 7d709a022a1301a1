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
    ExpectedDoctype "expected-doctype",
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
