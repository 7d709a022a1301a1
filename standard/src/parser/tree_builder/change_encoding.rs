//! Changing the encoding while parsing.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252, X_USER_DEFINED};

use super::TreeBuilder;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;
use crate::clauses::token::Tag;
use crate::name::Name;
use crate::parser::encoding::{Confidence, extract_encoding, is_utf_16};

/// What tree construction knows of the encoding of its input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InputEncoding {
    /// What the input is decoded with.
    pub(crate) encoding: &'static Encoding,
    /// How sure that is.
    pub(crate) confidence: Confidence,
    /// What the input is to be decoded with instead, when it is parsed again from its beginning.
    pub(crate) restart_with: Option<&'static Encoding>,
}

impl InputEncoding {
    /// The encoding that parsing begins with.
    pub(crate) fn new(encoding: &'static Encoding, confidence: Confidence) -> Self {
        Self { encoding, confidence, restart_with: None }
    }
}

/// The input is text, as if it had been UTF-8.
impl Default for InputEncoding {
    fn default() -> Self {
        Self::new(UTF_8, Confidence::Irrelevant)
    }
}

impl<O> TreeBuilder<O> {
    /// What is known of the encoding now.
    pub(crate) fn input_encoding(&self) -> InputEncoding {
        self.input_encoding
    }

    /// Says what the input is decoded with.
    pub(crate) fn set_input_encoding(&mut self, input_encoding: InputEncoding) {
        self.input_encoding = input_encoding;
    }
}

impl<O: Observer> TreeBuilder<O> {
    /// A meta element that was inserted may declare an encoding. There is no speculative parser, so that the active one
    /// is always null.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#meta-charset-during-parse>
    pub(super) fn heed_encoding_declaration(&mut self, tag: &Tag) {
        let is_tentative = self.input_encoding.confidence == Confidence::Tentative;
        if !self.condition(
            clause!("in-head/start-tag-meta/tentative", "a meta may change an encoding that is tentative"),
            is_tentative,
        ) {
            return;
        }
        if let Some(encoding) = tag.attribute(Name::CHARSET).and_then(Encoding::for_label)
            && self.row(clause!("in-head/start-tag-meta/charset", "charset may have an encoding"))
        {
            self.change_encoding(encoding);
        } else if let Some(content) = tag.attribute(Name::CONTENT) {
            let is_pragma =
                tag.attribute(Name::HTTP_EQUIV).is_some_and(|value| value.eq_ignore_ascii_case(b"Content-Type"));
            if self.condition(
                clause!("in-head/start-tag-meta/content-type", "content may have one where http-equiv is Content-Type"),
                is_pragma,
            ) && let Some(encoding) = extract_encoding(&mut self.observer, content)
            {
                self.change_encoding(encoding);
            }
        }
    }

    /// What the text allows, a change of the decoder on the fly where all bytes so far mean the same in both encodings,
    /// is not done: it gives nothing but the same document.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding>
    fn change_encoding(&mut self, encoding: &'static Encoding) {
        let current = self.input_encoding.encoding;
        if self.condition(
            clause!("change-encoding/from-utf-16", "what is decoded as UTF-16 stays so, for certain"),
            is_utf_16(current),
        ) {
            self.input_encoding.confidence = Confidence::Certain;
            return;
        }
        let encoding = if is_utf_16(encoding) && self.row(clause!("change-encoding/to-utf-16", "UTF-16 means UTF-8")) {
            UTF_8
        } else if encoding == X_USER_DEFINED
            && self.row(clause!("change-encoding/x-user-defined", "x-user-defined means windows-1252"))
        {
            WINDOWS_1252
        } else {
            encoding
        };
        self.input_encoding.confidence = Confidence::Certain;
        if !self.condition(clause!("change-encoding/same", "the same encoding becomes certain"), encoding == current)
            && self.step(clause!(
                "change-encoding/restart",
                "with another encoding the bytes are parsed again from the beginning"
            ))
        {
            self.input_encoding.restart_with = Some(encoding);
        }
    }
}
