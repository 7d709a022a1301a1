//! The standard engine.

use crosscheck::Wtf8Buf;
use crosscheck::engines::standard::dump;
use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::error::ParseError;
use crosscheck_standard::clauses::observer::Ignore;
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::name::Names;
use crosscheck_standard::parser::error_log::ErrorLog;
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parsed, parse_document};
use crosscheck_standard::parser::tokenizer::{TokenSink, TokenizeOptions, Tokenized, Tokenizer, tokenize};

/// Like html5ever's rcdom, with the parse errors.
pub(crate) fn parse(text: &str) -> Parsed {
    parse_document(text, Options::default()).expect("the documents are small")
}

pub(crate) fn parse_without_errors(text: &str) -> Parsed {
    let options = Options { errors: false, ..Options::default() };
    parse_document(text, options).expect("the documents are small")
}

/// Parses to a tree, and writes that in html5lib's format.
pub(crate) fn parse_and_dump(text: &str) -> (Parsed, Wtf8Buf) {
    let parsed = parse(text);
    let dump = dump(&parsed);
    (parsed, dump)
}

/// All tokens and errors.
pub(crate) fn tokens(text: &str) -> Tokenized {
    let options = TokenizeOptions::default();
    tokenize([text.as_bytes()], &options, &mut Ignore).expect("it is text")
}

/// Hears of all tokens, borrowed; gives how many bytes it heard of, and the errors.
pub(crate) fn count_tokens(text: &str) -> (usize, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(Count::default(), Edition::NEWEST, true);
    tokenizer.feed(text);
    let (count, errors) = tokenizer.finish();
    (count.bytes, errors)
}

/// Counts the bytes in tokens.
#[derive(Default)]
struct Count {
    bytes: usize,
    names: Names,
    observer: Ignore,
}

impl TokenSink for Count {
    type Observer = Ignore;

    fn observer(&mut self) -> &mut Ignore {
        &mut self.observer
    }

    fn names(&mut self) -> &mut Names {
        &mut self.names
    }

    fn process(&mut self, token: Token<'_>, _: &mut ErrorLog) -> Option<State> {
        self.bytes += match token {
            Token::StartTag(tag) => {
                tag.acknowledge_self_closing();
                let attributes = tag.attributes().iter();
                let attributes =
                    attributes.map(|attribute| self.names.spelling(attribute.name).len() + tag.value(*attribute).len());
                self.names.spelling(tag.name).len() + attributes.sum::<usize>()
            }
            Token::EndTag(tag) => self.names.spelling(tag.name).len(),
            Token::Characters(text) | Token::Comment(text) => text.len(),
            Token::ProcessingInstruction { target, data } => target.len() + data.len(),
            Token::Doctype(doctype) => doctype.name.as_ref().map_or(0, Vec::len),
            Token::EndOfFile => 0,
        };
        None
    }

    fn in_foreign_content(&mut self) -> bool {
        false
    }
}
