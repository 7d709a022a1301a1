//! JSON strings that may hold lone surrogates.
//!
//! JSON can write a lone surrogate (`"\ud800"`), and tokenizer fixtures and engines do; Rust's strings cannot hold one.
//! [`JsonText`] reads and writes such strings with [`serde_json`]: it reads them as bytes, for which `serde_json`
//! accepts them, and writes them as escapes through a raw value.
//!
//! It works wherever the value is read straight from JSON text. It does not below serde's `flatten`, `untagged` and
//! internally tagged enums, which first read into a buffer that cannot hold the surrogates.

use std::borrow::Cow;
use std::fmt;

use crosscheck_standard::wtf8::{self, Wtf8Buf};
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{self, Serialize, Serializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

/// Describes an error. It says so if the text is not JSON at all, rather than JSON of another form.
pub fn described(error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Syntax | Category::Eof => format!("not JSON: {error}"),
        Category::Data | Category::Io => error.to_string(),
    }
}

/// A JSON string that may hold lone surrogates, owned.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonText(pub Wtf8Buf);

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let JsonSlice(bytes) = JsonSlice::deserialize(deserializer)?;
        let text = Wtf8Buf::from_wtf8(bytes.into_owned()).map_err(de::Error::custom)?;
        Ok(Self(text))
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonSlice(Cow::Borrowed(self.0.as_bytes())).serialize(serializer)
    }
}

/// A JSON string that may hold lone surrogates, borrowed from the JSON text where that has no escapes. The bytes are
/// WTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonSlice<'a>(pub Cow<'a, [u8]>);

impl<'de: 'a, 'a> Deserialize<'de> for JsonSlice<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Cow<'de, [u8]>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
                wtf8::validate(bytes).map_err(E::custom)?;
                Ok(Cow::Borrowed(bytes))
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                wtf8::validate(bytes).map_err(E::custom)?;
                Ok(Cow::Owned(bytes.to_vec()))
            }
        }

        deserializer.deserialize_bytes(Bytes).map(Self)
    }
}

impl Serialize for JsonSlice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let mut quoted = String::with_capacity(self.0.len() + 16);
                quote(&mut quoted, &self.0);
                RawValue::from_string(quoted).map_err(ser::Error::custom)?.serialize(serializer)
            }
        }
    }
}

/// Appends WTF-8 text to `json` as a JSON string, quotes included; a lone surrogate becomes an escape.
pub fn quote(json: &mut String, text: &[u8]) {
    json.push('"');
    match std::str::from_utf8(text) {
        Ok(text) => escape(json, text),
        Err(_) => {
            for code_point in wtf8::code_points(text) {
                match char::from_u32(code_point) {
                    Some(c) => escape(json, c.encode_utf8(&mut [0; 4])),
                    None => json.push_str(&format!("\\u{code_point:04x}")),
                }
            }
        }
    }
    json.push('"');
}

/// Appends what stands between the quotes of a JSON string.
fn escape(json: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|b| b < 0x20 || b == b'"' || b == b'\\') {
        json.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'\n' => json.push_str("\\n"),
            c @ (b'"' | b'\\') => json.extend(['\\', char::from(c)]),
            control => json.push_str(&format!("\\u{control:04x}")),
        }
        rest = &rest[at + 1..];
    }
    json.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> JsonText {
        serde_json::from_str(json).unwrap_or_else(|e| panic!("{json}: {e}"))
    }

    #[test]
    fn lone_surrogates_go_both_ways() {
        for json in
            [r#""""#, r#""plain""#, r#""\ud800""#, r#""\udfff\ud800x\u0000\n\"\\/""#, "\"\u{1F600}\\ud83d\u{7f}\""]
        {
            let text = read(json);
            assert_eq!(serde_json::to_string(&text).unwrap(), json);
            let mut quoted = String::new();
            quote(&mut quoted, text.0.as_bytes());
            assert_eq!(quoted, json);
        }
        assert_eq!(read(r#""\ud800""#).0.code_points().collect::<Vec<_>>(), [0xD800]);
    }

    #[test]
    fn an_escaped_pair_is_its_character() {
        assert_eq!(read(r#""\ud83d\ude00""#).0, Wtf8Buf::from("\u{1F600}"));
    }

    #[test]
    fn what_is_no_string_or_no_text_is_refused() {
        assert!(serde_json::from_str::<JsonText>("1").is_err());
        assert!(serde_json::from_str::<JsonText>("[97]").is_err());
        assert!(serde_json::from_slice::<JsonText>(b"\"a\xFF\"").is_err());
    }
}
