//! The tokenizer alone, without tree construction: text in, a list of tokens out.

use super::{TokenSink, Tokenizer};
use crate::clauses::change::Edition;
use crate::clauses::error::ParseError;
use crate::clauses::observer::Observer;
use crate::clauses::state::State;
use crate::clauses::token::Token;
use crate::name::Names;
use crate::parser::error_log::ErrorLog;
use crate::wtf8::{NotWtf8, Wtf8Buf};

/// How [`tokenize`] is to go about it.
#[derive(Debug, Clone)]
pub struct TokenizeOptions {
    /// The state to start in. In a tokenizer that starts in the CDATA section state, `<![CDATA[` opens further CDATA
    /// sections, since it stands for a tokenizer in foreign content; in any other it does not.
    pub initial_state: State,
    /// The name of the last start tag emitted before, if there was one.
    pub last_start_tag: Option<Wtf8Buf>,
    /// The edition of the standard to follow.
    pub edition: Edition,
    /// Whether parse errors are to be looked for.
    pub errors: bool,
}

impl Default for TokenizeOptions {
    /// The data state, no start tag before, the newest edition, with errors.
    fn default() -> Self {
        Self { initial_state: State::Data, last_start_tag: None, edition: Edition::NEWEST, errors: true }
    }
}

/// What [`tokenize`] made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokenized {
    /// The tokens but for the end-of-file token.
    pub tokens: Vec<OwnedToken>,
    /// The parse errors in the order of their positions.
    pub errors: Vec<ParseError>,
}

/// A token of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnedToken {
    /// A DOCTYPE token.
    Doctype {
        /// The name; missing is not empty.
        name: Option<Wtf8Buf>,
        /// The public identifier; missing is not empty.
        public_id: Option<Wtf8Buf>,
        /// The system identifier; missing is not empty.
        system_id: Option<Wtf8Buf>,
        /// The force-quirks flag.
        force_quirks: bool,
    },
    /// A start tag token.
    StartTag {
        /// The tag name.
        name: Wtf8Buf,
        /// The names and values of the attributes, in order.
        attributes: Vec<(Wtf8Buf, Wtf8Buf)>,
        /// The self-closing flag.
        self_closing: bool,
    },
    /// An end tag token.
    EndTag {
        /// The tag name.
        name: Wtf8Buf,
    },
    /// A comment token.
    Comment(Wtf8Buf),
    /// A processing instruction token.
    ProcessingInstruction {
        /// The target.
        target: Wtf8Buf,
        /// The data.
        data: Wtf8Buf,
    },
    /// Character tokens, with none before and none behind.
    Characters(Wtf8Buf),
}

/// Tokenizes WTF-8 text that comes in pieces, of any size and as many as may be. The list of tokens acknowledges every
/// self-closing flag, since only tree construction can say which elements may have one.
///
/// # Errors
/// Gives the offset in the piece of what is not WTF-8.
///
/// ```
/// use crosscheck_standard::clauses::observer::Ignore;
/// use crosscheck_standard::parser::tokenizer::{OwnedToken, TokenizeOptions, tokenize};
///
/// let pieces: [&[u8]; 2] = [b"x &am", b"p; y"];
/// let tokenized = tokenize(pieces, &TokenizeOptions::default(), &mut Ignore)?;
/// assert_eq!(tokenized.tokens, [OwnedToken::Characters("x & y".into())]);
/// # Ok::<(), crosscheck_standard::wtf8::NotWtf8>(())
/// ```
pub fn tokenize<'p, O: Observer>(
    pieces: impl IntoIterator<Item = &'p [u8]>,
    options: &TokenizeOptions,
    observer: &mut O,
) -> Result<Tokenized, NotWtf8> {
    let list = TokenList {
        observer,
        names: Names::default(),
        tokens: Vec::new(),
        in_foreign_content: options.initial_state == State::CdataSection,
    };
    let mut tokenizer = Tokenizer::new(list, options.edition, options.errors);
    tokenizer.set_state(options.initial_state);
    if let Some(last_start_tag) = &options.last_start_tag {
        let name = tokenizer.sink.names.intern(last_start_tag.as_bytes());
        tokenizer.set_last_start_tag(name);
    }
    for piece in pieces {
        tokenizer.feed_wtf8(piece)?;
    }
    let (list, errors) = tokenizer.finish();
    Ok(Tokenized { tokens: list.tokens, errors })
}

/// A sink that keeps every token.
struct TokenList<'o, O> {
    observer: &'o mut O,
    names: Names,
    tokens: Vec<OwnedToken>,
    in_foreign_content: bool,
}

impl<O: Observer> TokenSink for TokenList<'_, O> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        self.observer
    }

    fn names(&mut self) -> &mut Names {
        &mut self.names
    }

    fn process(&mut self, token: Token<'_>, _: &mut ErrorLog) -> Option<State> {
        match (token, self.tokens.last_mut()) {
            (Token::Characters(more), Some(OwnedToken::Characters(run))) => {
                run.push_wtf8(&Wtf8Buf::from_valid(more));
                return None;
            }
            (Token::StartTag(tag), _) => tag.acknowledge_self_closing(),
            _ => {}
        }
        self.tokens.extend(OwnedToken::of(token, &self.names));
        None
    }

    fn in_foreign_content(&mut self) -> bool {
        self.in_foreign_content
    }
}

impl OwnedToken {
    /// The token with what its names stand for; `None` at the end of the file.
    pub fn of(token: Token<'_>, names: &Names) -> Option<Self> {
        let owned = |text: &[u8]| Wtf8Buf::from_valid(text);
        let part = |text: &Option<Vec<u8>>| text.as_deref().map(owned);
        let name = |name| owned(names.spelling(name));
        Some(match token {
            Token::Doctype(doctype) => Self::Doctype {
                name: part(&doctype.name),
                public_id: part(&doctype.public_id),
                system_id: part(&doctype.system_id),
                force_quirks: doctype.force_quirks,
            },
            Token::StartTag(tag) => {
                let attributes = tag.attributes().iter();
                Self::StartTag {
                    name: name(tag.name),
                    attributes: attributes
                        .map(|attribute| (name(attribute.name), owned(tag.value(*attribute))))
                        .collect(),
                    self_closing: tag.self_closing,
                }
            }
            Token::EndTag(tag) => Self::EndTag { name: name(tag.name) },
            Token::Comment(data) => Self::Comment(owned(data)),
            Token::ProcessingInstruction { target, data } => {
                Self::ProcessingInstruction { target: owned(target), data: owned(data) }
            }
            Token::Characters(text) => Self::Characters(owned(text)),
            Token::EndOfFile => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::observer::Ignore;

    /// A sink that keeps the runs of characters as they come.
    #[derive(Default)]
    struct Runs {
        names: Names,
        observer: Ignore,
        runs: Vec<Vec<u8>>,
    }

    impl TokenSink for Runs {
        type Observer = Ignore;

        fn observer(&mut self) -> &mut Ignore {
            &mut self.observer
        }

        fn names(&mut self) -> &mut Names {
            &mut self.names
        }

        fn process(&mut self, token: Token<'_>, _: &mut ErrorLog) -> Option<State> {
            if let Token::Characters(text) = token {
                self.runs.push(text.to_vec());
            }
            None
        }

        fn in_foreign_content(&mut self) -> bool {
            true
        }
    }

    #[test]
    fn characters_come_in_runs_and_null_alone() {
        let mut tokenizer = Tokenizer::new(Runs::default(), Edition::NEWEST, false);
        tokenizer.feed("ab\0\0c<x>d<![CDATA[e\0fg]]>");
        let runs = tokenizer.finish().0.runs;
        let expected: [&[u8]; 8] = [b"ab", b"\0", b"\0", b"c", b"d", b"e", b"\0", b"fg"];
        assert_eq!(runs, expected);
    }

    /// A sink in which only `br` acknowledges its self-closing flag.
    #[test]
    fn a_flag_that_is_not_acknowledged_is_an_error_where_the_tag_ends() {
        struct OnlyBr(Runs);

        impl TokenSink for OnlyBr {
            type Observer = Ignore;

            fn observer(&mut self) -> &mut Ignore {
                self.0.observer()
            }

            fn names(&mut self) -> &mut Names {
                self.0.names()
            }

            fn process(&mut self, token: Token<'_>, _: &mut ErrorLog) -> Option<State> {
                if let Token::StartTag(tag) = token
                    && tag.name == crate::name::Name::BR
                {
                    tag.acknowledge_self_closing();
                }
                None
            }

            fn in_foreign_content(&mut self) -> bool {
                false
            }
        }

        let mut tokenizer = Tokenizer::new(OnlyBr(Runs::default()), Edition::NEWEST, true);
        tokenizer.feed("<br/><p/><p>");
        let errors = tokenizer.finish().1;
        let shown: Vec<_> = errors.iter().map(|error| (error.position.column, error.kind.to_string())).collect();
        let code = "non-void-html-element-start-tag-with-trailing-solidus".to_owned();
        assert_eq!(shown, [(9, code)]);
    }
}
