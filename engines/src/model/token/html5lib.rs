//! html5lib's notation of tokens, which tokenizer fixtures and the engine protocol share.
//!
//! <https://github.com/html5lib/html5lib-tests/blob/master/tokenizer/README.md>

use std::fmt;

use crosscheck_standard::wtf8::Wtf8Buf;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::Token;
use crate::model::wtf8_json::{self, JsonText};

/// A token in html5lib's notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Html5libToken {
    /// `["DOCTYPE", name, public_id, system_id, correctness]`
    Doctype {
        /// The name.
        name: Option<JsonText>,
        /// The public identifier.
        public_id: Option<JsonText>,
        /// The system identifier.
        system_id: Option<JsonText>,
        /// Whether the force-quirks flag is *off*.
        correctness: bool,
    },
    /// `["StartTag", name, {attributes}]`, and a fourth item that says whether it is self-closing
    StartTag {
        /// The tag name.
        name: JsonText,
        /// Names and values, in the file's order.
        attributes: Vec<(JsonText, JsonText)>,
        /// The self-closing flag, if said.
        self_closing: Option<bool>,
    },
    /// `["EndTag", name]`
    EndTag(JsonText),
    /// `["Comment", data]`
    Comment(JsonText),
    /// `["ProcessingInstruction", target, data]`: html5lib's format has no processing instructions yet
    ProcessingInstruction(JsonText, JsonText),
    /// `["Character", data]`
    Character(JsonText),
}

impl Html5libToken {
    /// The token it stands for; `text` says what each of its strings means.
    pub fn token(&self, text: impl Fn(&JsonText) -> Wtf8Buf) -> Token {
        match self {
            Html5libToken::Doctype { name, public_id, system_id, correctness } => Token::Doctype {
                name: name.as_ref().map(&text),
                public_id: public_id.as_ref().map(&text),
                system_id: system_id.as_ref().map(&text),
                force_quirks: !correctness,
            },
            Html5libToken::StartTag { name, attributes, self_closing } => {
                let mut attributes: Vec<_> = attributes.iter().map(|(name, value)| (text(name), text(value))).collect();
                attributes.sort();
                Token::StartTag { name: text(name), attributes, self_closing: *self_closing == Some(true) }
            }
            Html5libToken::EndTag(name) => Token::EndTag { name: text(name) },
            Html5libToken::Comment(data) => Token::Comment(text(data)),
            Html5libToken::ProcessingInstruction(target, data) => {
                Token::ProcessingInstruction { target: text(target), data: text(data) }
            }
            Html5libToken::Character(data) => Token::Characters(text(data)),
        }
    }
}

/// A token in the notation of the fixtures, for showing and for the engine protocol.
impl From<&Token> for Html5libToken {
    fn from(token: &Token) -> Self {
        let text = |text: &Wtf8Buf| JsonText(text.clone());
        match token {
            Token::Doctype { name, public_id, system_id, force_quirks } => Self::Doctype {
                name: name.as_ref().map(text),
                public_id: public_id.as_ref().map(text),
                system_id: system_id.as_ref().map(text),
                correctness: !force_quirks,
            },
            Token::StartTag { name, attributes, self_closing } => Self::StartTag {
                name: text(name),
                attributes: attributes.iter().map(|(name, value)| (text(name), text(value))).collect(),
                self_closing: self_closing.then_some(true),
            },
            Token::EndTag { name } => Self::EndTag(text(name)),
            Token::Comment(data) => Self::Comment(text(data)),
            Token::ProcessingInstruction { target, data } => Self::ProcessingInstruction(text(target), text(data)),
            Token::Characters(data) => Self::Character(text(data)),
        }
    }
}

impl<'de> Deserialize<'de> for Html5libToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TokenVisitor)
    }
}

struct TokenVisitor;

impl<'de> Visitor<'de> for TokenVisitor {
    type Value = Html5libToken;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a token, such as [\"Character\", data] or [\"StartTag\", name, {attributes}]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Html5libToken, A::Error> {
        let kind: String = item(&mut items, "the kind of token")?;
        let token = match kind.as_str() {
            "DOCTYPE" => Html5libToken::Doctype {
                name: item(&mut items, "a name or null")?,
                public_id: item(&mut items, "a public identifier or null")?,
                system_id: item(&mut items, "a system identifier or null")?,
                correctness: item(&mut items, "the correctness, true or false")?,
            },
            "StartTag" => Html5libToken::StartTag {
                name: item(&mut items, "a tag name")?,
                attributes: item::<Members, _>(&mut items, "an object of attributes")?.0,
                self_closing: items.next_element()?,
            },
            "EndTag" => Html5libToken::EndTag(item(&mut items, "a tag name")?),
            "Comment" => Html5libToken::Comment(item(&mut items, "the data of the comment")?),
            "ProcessingInstruction" => Html5libToken::ProcessingInstruction(
                item(&mut items, "a target")?,
                item(&mut items, "the data of the processing instruction")?,
            ),
            "Character" => Html5libToken::Character(item(&mut items, "the characters")?),
            _ => {
                let message = format!(
                    "`{kind}` is not a kind of token; expected DOCTYPE, StartTag, EndTag, Comment, ProcessingInstruction or Character"
                );
                return Err(de::Error::custom(message));
            }
        };
        end(&mut items, &kind)?;
        Ok(token)
    }
}

impl Serialize for Html5libToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Doctype { name, public_id, system_id, correctness } => {
                ("DOCTYPE", name, public_id, system_id, correctness).serialize(serializer)
            }
            Self::StartTag { name, attributes, self_closing } => {
                let attributes = Members(attributes.clone());
                match self_closing {
                    None => ("StartTag", name, attributes).serialize(serializer),
                    Some(self_closing) => ("StartTag", name, attributes, self_closing).serialize(serializer),
                }
            }
            Self::EndTag(name) => ("EndTag", name).serialize(serializer),
            Self::Comment(data) => ("Comment", data).serialize(serializer),
            Self::Character(data) => ("Character", data).serialize(serializer),
            Self::ProcessingInstruction(target, data) => ("ProcessingInstruction", target, data).serialize(serializer),
        }
    }
}

/// A JSON object of texts, whose names too may hold lone surrogates: the attributes of a start tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Members(
    /// Names and values, in the file's order.
    pub Vec<(JsonText, JsonText)>,
);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of attribute names and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members: Vec<(JsonText, JsonText)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<JsonText, JsonText>()? {
            if members.iter().any(|(known, _)| *known == name) {
                let name = name.0.to_display().into_owned();
                return Err(de::Error::custom(format!("duplicate attribute `{name}`")));
            }
            members.push((name, value));
        }
        Ok(Members(members))
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = String::from("{");
        for (name, value) in &self.0 {
            if json.len() > 1 {
                json.push(',');
            }
            wtf8_json::quote(&mut json, name.0.as_bytes());
            json.push(':');
            wtf8_json::quote(&mut json, value.0.as_bytes());
        }
        json.push('}');
        RawValue::from_string(json).map_err(ser::Error::custom)?.serialize(serializer)
    }
}

/// The next item of a token, which must be there.
pub fn item<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(items: &mut A, expected: &str) -> Result<T, A::Error> {
    let item = items.next_element()?;
    item.ok_or_else(|| de::Error::custom(format!("the token ends too early; expected {expected}")))
}

/// The end of a token.
pub fn end<'de, A: SeqAccess<'de>>(items: &mut A, kind: &str) -> Result<(), A::Error> {
    match items.next_element::<de::IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(de::Error::custom(format!("the {kind} token has too many items"))),
    }
}
