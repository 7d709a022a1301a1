//! html5ever's tokenizer without its tree builder.

use std::cell::RefCell;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{self, Tag, TagKind, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use crate::Wtf8Buf;
use crate::model::input::InitialState;
use crate::model::token::{Token, push_token};

/// Tokenises `text` from `state`.
pub(super) fn tokenize(text: &str, state: InitialState, last_start_tag: Option<&str>) -> Vec<Token> {
    let options = TokenizerOpts {
        initial_state: Some(initial_state(state)),
        last_start_tag_name: last_start_tag.map(str::to_owned),
        ..super::tokenizer_options()
    };
    let tokenizer = Tokenizer::new(Collector::new(state), options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(text));
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.tokens.into_inner()
}

fn initial_state(state: InitialState) -> State {
    match state {
        InitialState::Data => State::Data,
        InitialState::Plaintext => State::Plaintext,
        InitialState::Rcdata => State::RawData(RawKind::Rcdata),
        InitialState::Rawtext => State::RawData(RawKind::Rawtext),
        InitialState::ScriptData => State::RawData(RawKind::ScriptData),
        InitialState::CdataSection => State::CdataSection,
    }
}

struct Collector {
    tokens: RefCell<Vec<Token>>,
    /// Whether `<![CDATA[` opens a CDATA section.
    is_foreign: bool,
}

impl Collector {
    /// A tokenizer that starts in a CDATA section is in foreign content, as the standard engine has it.
    fn new(state: InitialState) -> Self {
        Self { tokens: RefCell::default(), is_foreign: state == InitialState::CdataSection }
    }

    /// Adds characters to the run at the end, or begins one.
    fn characters(&self, text: &str) {
        push_token(&mut self.tokens.borrow_mut(), Token::Characters(Wtf8Buf::from(text)));
    }
}

impl TokenSink for Collector {
    type Handle = ();

    fn process_token(&self, token: tokenizer::Token, _line: u64) -> TokenSinkResult<()> {
        let token = match token {
            tokenizer::Token::CharacterTokens(text) => {
                self.characters(&text);
                return TokenSinkResult::Continue;
            }
            tokenizer::Token::NullCharacterToken => {
                self.characters("\0");
                return TokenSinkResult::Continue;
            }
            tokenizer::Token::EOFToken | tokenizer::Token::ParseError(_) => {
                return TokenSinkResult::Continue;
            }
            tokenizer::Token::DoctypeToken(doctype) => {
                let text = |text: Option<StrTendril>| text.map(|text| Wtf8Buf::from(&*text));
                Token::Doctype {
                    name: text(doctype.name),
                    public_id: text(doctype.public_id),
                    system_id: text(doctype.system_id),
                    force_quirks: doctype.force_quirks,
                }
            }
            tokenizer::Token::CommentToken(text) => Token::Comment(Wtf8Buf::from(&*text)),
            tokenizer::Token::TagToken(tag) => convert_tag(&tag),
        };
        self.tokens.borrow_mut().push(token);
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.is_foreign
    }
}

fn convert_tag(tag: &Tag) -> Token {
    let name = Wtf8Buf::from(&*tag.name);
    match tag.kind {
        TagKind::EndTag => Token::EndTag { name },
        TagKind::StartTag => {
            let mut attributes: Vec<_> =
                tag.attrs.iter().map(|a| (Wtf8Buf::from(&*a.name.local), Wtf8Buf::from(&*a.value))).collect();
            attributes.sort();
            Token::StartTag { name, attributes, self_closing: tag.self_closing }
        }
    }
}
