//! The states of the tokenizer.

use std::fmt;

macro_rules! states {
    ($($state:ident $name:literal,)*) => {
        /// The states of the tokenizer, in the standard's order.
        ///
        /// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum State {
            $(#[doc = $name] $state,)*
        }

        impl State {
            /// All of them, in the standard's order.
            pub const ALL: &[Self] = &[$(Self::$state),*];

            /// The standard's name, e.g. `RCDATA state`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$state => $name),* }
            }
        }
    };
}

states! {
    Data "Data state",
    Rcdata "RCDATA state",
    Rawtext "RAWTEXT state",
    ScriptData "Script data state",
    Plaintext "PLAINTEXT state",
    TagOpen "Tag open state",
    EndTagOpen "End tag open state",
    TagName "Tag name state",
    RcdataLessThanSign "RCDATA less-than sign state",
    RcdataEndTagOpen "RCDATA end tag open state",
    RcdataEndTagName "RCDATA end tag name state",
    RawtextLessThanSign "RAWTEXT less-than sign state",
    RawtextEndTagOpen "RAWTEXT end tag open state",
    RawtextEndTagName "RAWTEXT end tag name state",
    ScriptDataLessThanSign "Script data less-than sign state",
    ScriptDataEndTagOpen "Script data end tag open state",
    ScriptDataEndTagName "Script data end tag name state",
    ScriptDataEscapeStart "Script data escape start state",
    ScriptDataEscapeStartDash "Script data escape start dash state",
    ScriptDataEscaped "Script data escaped state",
    ScriptDataEscapedDash "Script data escaped dash state",
    ScriptDataEscapedDashDash "Script data escaped dash dash state",
    ScriptDataEscapedLessThanSign "Script data escaped less-than sign state",
    ScriptDataEscapedEndTagOpen "Script data escaped end tag open state",
    ScriptDataEscapedEndTagName "Script data escaped end tag name state",
    ScriptDataDoubleEscapeStart "Script data double escape start state",
    ScriptDataDoubleEscaped "Script data double escaped state",
    ScriptDataDoubleEscapedDash "Script data double escaped dash state",
    ScriptDataDoubleEscapedDashDash "Script data double escaped dash dash state",
    ScriptDataDoubleEscapedLessThanSign "Script data double escaped less-than sign state",
    ScriptDataDoubleEscapeEnd "Script data double escape end state",
    BeforeAttributeName "Before attribute name state",
    AttributeName "Attribute name state",
    AfterAttributeName "After attribute name state",
    BeforeAttributeValue "Before attribute value state",
    AttributeValueDoubleQuoted "Attribute value (double-quoted) state",
    AttributeValueSingleQuoted "Attribute value (single-quoted) state",
    AttributeValueUnquoted "Attribute value (unquoted) state",
    AfterAttributeValueQuoted "After attribute value (quoted) state",
    SelfClosingStartTag "Self-closing start tag state",
    BogusComment "Bogus comment state",
    MarkupDeclarationOpen "Markup declaration open state",
    CommentStart "Comment start state",
    CommentStartDash "Comment start dash state",
    Comment "Comment state",
    CommentLessThanSign "Comment less-than sign state",
    CommentLessThanSignBang "Comment less-than sign bang state",
    CommentLessThanSignBangDash "Comment less-than sign bang dash state",
    CommentLessThanSignBangDashDash "Comment less-than sign bang dash dash state",
    CommentEndDash "Comment end dash state",
    CommentEnd "Comment end state",
    CommentEndBang "Comment end bang state",
    Doctype "DOCTYPE state",
    BeforeDoctypeName "Before DOCTYPE name state",
    DoctypeName "DOCTYPE name state",
    AfterDoctypeName "After DOCTYPE name state",
    AfterDoctypePublicKeyword "After DOCTYPE public keyword state",
    BeforeDoctypePublicIdentifier "Before DOCTYPE public identifier state",
    DoctypePublicIdentifierDoubleQuoted "DOCTYPE public identifier (double-quoted) state",
    DoctypePublicIdentifierSingleQuoted "DOCTYPE public identifier (single-quoted) state",
    AfterDoctypePublicIdentifier "After DOCTYPE public identifier state",
    BetweenDoctypePublicAndSystemIdentifiers "Between DOCTYPE public and system identifiers state",
    AfterDoctypeSystemKeyword "After DOCTYPE system keyword state",
    BeforeDoctypeSystemIdentifier "Before DOCTYPE system identifier state",
    DoctypeSystemIdentifierDoubleQuoted "DOCTYPE system identifier (double-quoted) state",
    DoctypeSystemIdentifierSingleQuoted "DOCTYPE system identifier (single-quoted) state",
    AfterDoctypeSystemIdentifier "After DOCTYPE system identifier state",
    BogusDoctype "Bogus DOCTYPE state",
    CdataSection "CDATA section state",
    CdataSectionBracket "CDATA section bracket state",
    CdataSectionEnd "CDATA section end state",
    ProcessingInstructionOpen "Processing instruction open state",
    ProcessingInstructionTarget "Processing instruction target state",
    AfterProcessingInstructionTarget "After processing instruction target state",
    ProcessingInstructionData "Processing instruction data state",
    ProcessingInstructionQuestionable "Processing instruction questionable state",
    CharacterReference "Character reference state",
    NamedCharacterReference "Named character reference state",
    AmbiguousAmpersand "Ambiguous ampersand state",
    NumericCharacterReference "Numeric character reference state",
    HexadecimalCharacterReferenceStart "Hexadecimal character reference start state",
    HexadecimalCharacterReference "Hexadecimal character reference state",
    DecimalCharacterReference "Decimal character reference state",
    NumericCharacterReferenceEnd "Numeric character reference end state",
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
