//! The tokenizer: one file per family of states, one method per state, one arm per row.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>

mod actions;
mod attribute_names;
mod input;
mod named_references;
mod pieces;
mod preprocessing;
mod standalone;

mod attribute_states;
mod cdata_states;
mod character_reference_states;
mod comment_states;
mod data_states;
mod doctype_identifier_states;
mod doctype_states;
mod processing_instruction_states;
mod raw_text_end_states;
mod script_data_states;
mod tag_states;

use smallvec::SmallVec;

use crate::clauses::change::Edition;
use crate::clauses::observer::{Null, Observer};
use crate::clauses::state::State;
use crate::clauses::token::{Doctype, Tag, Token};
use crate::name::{Name, Names};
use crate::parser::error_log::ErrorLog;
use attribute_names::{AttributeNames, CurrentAttribute};
use input::{ByteSet, Input};
pub use named_references::names as named_reference_names;
use preprocessing::Newlines;
pub use standalone::{OwnedToken, TokenizeOptions, Tokenized, tokenize};

const REPLACEMENT_CHARACTER: &[u8] = "\u{FFFD}".as_bytes();
static WHITESPACE: ByteSet = ByteSet::only(b"\t\n\x0C ");
static UPPER_ALPHA: ByteSet = ByteSet::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/// A pattern for tab, LF, FF and space: what is left of ASCII whitespace when newlines are normalised.
macro_rules! whitespace {
    () => {
        b'\t' | b'\n' | b'\x0C' | b' '
    };
}
use whitespace;

/// A pattern for ASCII letters.
macro_rules! alpha {
    () => {
        b'A'..=b'Z' | b'a'..=b'z'
    };
}
use alpha;

/// Names of tags that are no longer than this take no allocation.
const USUAL_TAG_NAME: usize = 16;

/// Appends ASCII capitals as small letters.
#[inline]
fn push_lowercase(buffer: &mut impl Extend<u8>, capitals: &[u8]) {
    buffer.extend(capitals.iter().map(u8::to_ascii_lowercase));
}

/// Who takes the tokens: tree construction, or a list.
pub trait TokenSink {
    /// Who watches.
    type Observer: Observer;

    /// The observer, shared between the tokenizer and the sink.
    fn observer(&mut self) -> &mut Self::Observer;

    /// Where names are interned.
    fn names(&mut self) -> &mut Names;

    /// Asks the observer what is read in the place of a U+0000.
    fn null(&mut self, state: State) -> Null {
        self.observer().null(state, None)
    }

    /// Takes a token. Gives the state the tokenizer is to switch to, if tree construction says so.
    fn process(&mut self, token: Token<'_>, errors: &mut ErrorLog) -> Option<State>;

    /// Whether there is an adjusted current node and it is not in the HTML namespace: `<![CDATA[` depends on it.
    fn in_foreign_content(&mut self) -> bool;
}

/// Whether the tokenizer goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// With the next state.
    Continue,
    /// Not before there is more input: the state looks ahead.
    Wait,
    /// The end-of-file token was emitted.
    Done,
}

/// The tokenizer, and the sink it hands its tokens to.
#[derive(Debug)]
pub struct Tokenizer<S> {
    /// Who takes the tokens.
    pub sink: S,
    edition: Edition,
    errors: ErrorLog,
    state: State,
    /// The state to return to from a character reference.
    return_state: State,
    /// The name of the last start tag that was emitted.
    last_start_tag: Option<Name>,
    newlines: Newlines,
    /// Where newlines are normalised, kept for its capacity.
    normalized: Vec<u8>,
    /// What a state looked ahead at and could not decide on.
    held: Vec<u8>,
    temporary_buffer: Vec<u8>,
    character_reference_code: u32,
    /// The current tag token, a start tag or an end tag; its name is in `tag_name` until it is emitted.
    tag: Tag,
    is_end_tag: bool,
    tag_name: SmallVec<[u8; USUAL_TAG_NAME]>,
    attribute: CurrentAttribute,
    attribute_names: AttributeNames,
    /// The current comment token.
    comment: Vec<u8>,
    /// The current DOCTYPE token.
    doctype: Doctype,
    processing_instruction: ProcessingInstruction,
}

/// The current processing instruction token.
#[derive(Debug, Default)]
struct ProcessingInstruction {
    target: Vec<u8>,
    data: Vec<u8>,
}

impl<S: TokenSink> Tokenizer<S> {
    /// A tokenizer in the data state. Errors are looked for only if they are asked for.
    #[inline(always)]
    pub fn new(sink: S, edition: Edition, errors: bool) -> Self {
        Self {
            sink,
            edition,
            errors: ErrorLog::new(errors),
            state: State::Data,
            return_state: State::Data,
            last_start_tag: None,
            newlines: Newlines::default(),
            normalized: Vec::new(),
            held: Vec::new(),
            temporary_buffer: Vec::new(),
            character_reference_code: 0,
            tag: Tag::default(),
            is_end_tag: false,
            tag_name: SmallVec::new(),
            attribute: CurrentAttribute::default(),
            attribute_names: AttributeNames::default(),
            comment: Vec::new(),
            doctype: Doctype::default(),
            processing_instruction: ProcessingInstruction::default(),
        }
    }

    /// Switches to a state from outside, as the fragment parsing algorithm does.
    pub fn set_state(&mut self, state: State) {
        self.state = state;
    }

    /// Sets the name of the last start tag emitted, which an appropriate end tag token must match.
    pub fn set_last_start_tag(&mut self, name: Name) {
        self.last_start_tag = Some(name);
    }

    /// Runs until the piece is consumed, or as much of it as can be without looking further.
    fn run(&mut self, input: &mut Input<'_>) {
        // That state consumes nothing: what it emits belongs to the piece that ends here.
        while (!input.is_exhausted() || self.state == State::NumericCharacterReferenceEnd)
            && self.run_state(input) == Flow::Continue
        {}
    }

    #[inline(always)]
    fn run_state(&mut self, input: &mut Input<'_>) -> Flow {
        match self.state {
            State::Data => self.data_state(input),
            State::Rcdata => self.rcdata_state(input),
            State::Rawtext => self.rawtext_state(input),
            State::ScriptData => self.script_data_state(input),
            State::Plaintext => self.plaintext_state(input),
            State::TagOpen => self.tag_open_state(input),
            State::EndTagOpen => self.end_tag_open_state(input),
            State::TagName => self.tag_name_state(input),
            State::RcdataLessThanSign => self.rcdata_less_than_sign_state(input),
            State::RcdataEndTagOpen => self.rcdata_end_tag_open_state(input),
            State::RcdataEndTagName => self.rcdata_end_tag_name_state(input),
            State::RawtextLessThanSign => self.rawtext_less_than_sign_state(input),
            State::RawtextEndTagOpen => self.rawtext_end_tag_open_state(input),
            State::RawtextEndTagName => self.rawtext_end_tag_name_state(input),
            State::ScriptDataLessThanSign => self.script_data_less_than_sign_state(input),
            State::ScriptDataEndTagOpen => self.script_data_end_tag_open_state(input),
            State::ScriptDataEndTagName => self.script_data_end_tag_name_state(input),
            State::ScriptDataEscapeStart => self.script_data_escape_start_state(input),
            State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash_state(input),
            State::ScriptDataEscaped => self.script_data_escaped_state(input),
            State::ScriptDataEscapedDash => self.script_data_escaped_dash_state(input),
            State::ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash_state(input),
            State::ScriptDataEscapedLessThanSign => self.script_data_escaped_less_than_sign_state(input),
            State::ScriptDataEscapedEndTagOpen => self.script_data_escaped_end_tag_open_state(input),
            State::ScriptDataEscapedEndTagName => self.script_data_escaped_end_tag_name_state(input),
            State::ScriptDataDoubleEscapeStart => self.script_data_double_escape_start_state(input),
            State::ScriptDataDoubleEscaped => self.script_data_double_escaped_state(input),
            State::ScriptDataDoubleEscapedDash => self.script_data_double_escaped_dash_state(input),
            State::ScriptDataDoubleEscapedDashDash => self.script_data_double_escaped_dash_dash_state(input),
            State::ScriptDataDoubleEscapedLessThanSign => self.script_data_double_escaped_less_than_sign_state(input),
            State::ScriptDataDoubleEscapeEnd => self.script_data_double_escape_end_state(input),
            State::BeforeAttributeName => self.before_attribute_name_state(input),
            State::AttributeName => self.attribute_name_state(input),
            State::AfterAttributeName => self.after_attribute_name_state(input),
            State::BeforeAttributeValue => self.before_attribute_value_state(input),
            State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted_state(input),
            State::AttributeValueSingleQuoted => self.attribute_value_single_quoted_state(input),
            State::AttributeValueUnquoted => self.attribute_value_unquoted_state(input),
            State::AfterAttributeValueQuoted => self.after_attribute_value_quoted_state(input),
            State::SelfClosingStartTag => self.self_closing_start_tag_state(input),
            State::BogusComment => self.bogus_comment_state(input),
            State::MarkupDeclarationOpen => self.markup_declaration_open_state(input),
            State::CommentStart => self.comment_start_state(input),
            State::CommentStartDash => self.comment_start_dash_state(input),
            State::Comment => self.comment_state(input),
            State::CommentLessThanSign => self.comment_less_than_sign_state(input),
            State::CommentLessThanSignBang => self.comment_less_than_sign_bang_state(input),
            State::CommentLessThanSignBangDash => self.comment_less_than_sign_bang_dash_state(input),
            State::CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash_state(input),
            State::CommentEndDash => self.comment_end_dash_state(input),
            State::CommentEnd => self.comment_end_state(input),
            State::CommentEndBang => self.comment_end_bang_state(input),
            State::Doctype => self.doctype_state(input),
            State::BeforeDoctypeName => self.before_doctype_name_state(input),
            State::DoctypeName => self.doctype_name_state(input),
            State::AfterDoctypeName => self.after_doctype_name_state(input),
            State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword_state(input),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier_state(input),
            State::DoctypePublicIdentifierDoubleQuoted => self.doctype_public_identifier_double_quoted_state(input),
            State::DoctypePublicIdentifierSingleQuoted => self.doctype_public_identifier_single_quoted_state(input),
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier_state(input),
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers_state(input)
            }
            State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword_state(input),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier_state(input),
            State::DoctypeSystemIdentifierDoubleQuoted => self.doctype_system_identifier_double_quoted_state(input),
            State::DoctypeSystemIdentifierSingleQuoted => self.doctype_system_identifier_single_quoted_state(input),
            State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier_state(input),
            State::BogusDoctype => self.bogus_doctype_state(input),
            State::CdataSection => self.cdata_section_state(input),
            State::CdataSectionBracket => self.cdata_section_bracket_state(input),
            State::CdataSectionEnd => self.cdata_section_end_state(input),
            State::ProcessingInstructionOpen => self.processing_instruction_open_state(input),
            State::ProcessingInstructionTarget => self.processing_instruction_target_state(input),
            State::AfterProcessingInstructionTarget => self.after_processing_instruction_target_state(input),
            State::ProcessingInstructionData => self.processing_instruction_data_state(input),
            State::ProcessingInstructionQuestionable => self.processing_instruction_questionable_state(input),
            State::CharacterReference => self.character_reference_state(input),
            State::NamedCharacterReference => self.named_character_reference_state(input),
            State::AmbiguousAmpersand => self.ambiguous_ampersand_state(input),
            State::NumericCharacterReference => self.numeric_character_reference_state(input),
            State::HexadecimalCharacterReferenceStart => self.hexadecimal_character_reference_start_state(input),
            State::HexadecimalCharacterReference => self.hexadecimal_character_reference_state(input),
            State::DecimalCharacterReference => self.decimal_character_reference_state(input),
            State::NumericCharacterReferenceEnd => self.numeric_character_reference_end_state(input),
        }
    }
}
