//! [lol_html](https://docs.rs/lol_html)'s tokenizer, behind the [`Engine`] trait.
//!
//! lol_html rewrites markup in a stream. Its tokens hold the source as it stands, character references, line ends and
//! all, and it switches the tokenizer's state behind a start tag as a tree builder would. What it tells its own tests
//! is asked: a rewriter's handlers see neither stray end tags nor the initial state.

use lol_html::errors::RewritingError;
use lol_html::html_content::{DocumentEnd, TextType};
use lol_html::{
    AsciiCompatibleEncoding, LocalName, Namespace, SharedMemoryLimiter, StartTagHandlingResult, Token as LolToken,
    TokenCaptureFlags, TransformController, TransformStream, TransformStreamSettings,
};

use super::{Engine, utf8};
use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, Capability};
use crate::model::input::{InitialState, Input, Task};
use crate::model::token::{Token, push_token};

/// The name on the command line.
pub(super) const NAME: &str = "lol_html";

/// What its tokens leave as it stands in the source.
const VERBATIM: &str = "lol_html's tokens hold the source as it stands: character references, carriage returns and NUL";

/// lol_html's tokenizer. Each answer begins anew.
#[derive(Debug, Default)]
pub(super) struct LolHtml;

impl Engine for LolHtml {
    fn about(&self) -> About {
        utf8::about(
            NAME,
            env!("CROSSCHECK_LOL_HTML_VERSION"),
            &[Capability::Tokens],
            &[
                ("bytes", "the adapter asks lol_html with decoded text"),
                ("document", "lol_html is a tokenizer"),
                ("encoding", "lol_html detects no encodings"),
                ("errors", "lol_html reports none"),
                ("fragment", "lol_html is a tokenizer"),
                ("references", VERBATIM),
                ("serialise", "lol_html has no trees"),
            ],
        )
    }

    fn answer(&mut self, input: &Input) -> Answer {
        utf8::answer(NAME, input, |text, task| match task {
            Task::Tokens { .. } if text.contains(['&', '\r', '\0']) => Err(format!("references: {VERBATIM}").into()),
            Task::Tokens { initial_state, last_start_tag } => {
                let name = utf8::last_start_tag(NAME, last_start_tag.as_ref())?;
                Ok(Answer::Tokens { tokens: tokenize(text, *initial_state, name), errors: None })
            }
            Task::Tree { context: None, .. } => Err("document".into()),
            Task::Tree { .. } => Err("fragment".into()),
            Task::Encoding => Err("encoding".into()),
            Task::Serialise(_) => Err("serialise".into()),
        })
    }
}

fn tokenize(text: &str, state: InitialState, last_start_tag: Option<&str>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut stream = TransformStream::new(TransformStreamSettings {
        transform_controller: Collector(&mut tokens),
        output_sink: |_: &[u8]| {},
        preallocated_parsing_buffer_size: 0,
        memory_limiter: SharedMemoryLimiter::new(usize::MAX),
        encoding: AsciiCompatibleEncoding::utf_8(),
        next_encoding: Default::default(),
        strict: false,
        graceful_bail_out_on_memory_limit_exceeded: false,
        graceful_bail_out_on_content_handler_error: false,
    });
    let parser = stream.parser();
    parser.switch_text_type(match state {
        InitialState::Data => TextType::Data,
        InitialState::Rcdata => TextType::RCData,
        InitialState::Rawtext => TextType::RawText,
        InitialState::ScriptData => TextType::ScriptData,
        InitialState::Plaintext => TextType::PlainText,
        InitialState::CdataSection => TextType::CDataSection,
    });
    if let Some(name) = last_start_tag {
        parser.set_last_start_tag_name_hash(name.into());
    }
    let written = stream.write(text.as_bytes()).and_then(|()| stream.end());
    written.unwrap_or_else(|error| panic!("lol_html gave up: {error}"));
    drop(stream);
    tokens
}

/// Keeps all tokens.
struct Collector<'t>(&'t mut Vec<Token>);

impl TransformController for Collector<'_> {
    fn initial_capture_flags(&self) -> TokenCaptureFlags {
        TokenCaptureFlags::all()
    }

    fn handle_start_tag(&mut self, _: LocalName<'_>, _: Namespace) -> StartTagHandlingResult<Self> {
        Ok(TokenCaptureFlags::all())
    }

    fn handle_end_tag(&mut self, _: LocalName<'_>) -> TokenCaptureFlags {
        TokenCaptureFlags::all()
    }

    fn handle_token(&mut self, token: &mut LolToken<'_>) -> Result<(), RewritingError> {
        push_token(self.0, convert_token(token));
        Ok(())
    }

    fn handle_end(&mut self, _: &mut DocumentEnd<'_>) -> Result<(), RewritingError> {
        Ok(())
    }

    fn should_emit_content(&self) -> bool {
        true
    }
}

fn convert_token(token: &LolToken<'_>) -> Token {
    match token {
        LolToken::TextChunk(text) => Token::Characters(text.as_str().into()),
        LolToken::StartTag(tag) => Token::StartTag {
            name: tag.name().into(),
            attributes: attributes_of(
                tag.attributes().iter().map(|attribute| (attribute.name().into(), attribute.value().into())),
            ),
            self_closing: tag.self_closing(),
        },
        LolToken::EndTag(tag) => Token::EndTag { name: tag.name().into() },
        LolToken::Comment(comment) => Token::Comment(comment.text().into()),
        LolToken::Doctype(doctype) => Token::Doctype {
            name: doctype.name().map(Into::into),
            public_id: doctype.public_id().map(Into::into),
            system_id: doctype.system_id().map(Into::into),
            force_quirks: doctype.force_quirks(),
        },
    }
}

/// The attributes of a tag, sorted. Those of the source are all told; of a name it is the first that lol_html calls the
/// attribute of that name.
fn attributes_of(given: impl Iterator<Item = (Wtf8Buf, Wtf8Buf)>) -> Vec<(Wtf8Buf, Wtf8Buf)> {
    let mut attributes: Vec<_> = given.collect();
    // Those of one name stay in their order.
    attributes.sort_by(|(a, _), (b, _)| a.cmp(b));
    attributes.dedup_by(|(later, _), (first, _)| later == first);
    attributes
}
