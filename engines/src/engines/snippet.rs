//! Programs that ask an engine about one document without Crosscheck: `adapters/snippets.toml` has a template for each
//! engine.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::adapters;
use crate::model::input::{Context, Input, Source, Task};

/// A program in the language that an engine is used from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The language.
    pub language: Language,
    /// What the program needs.
    pub note: &'static str,
    /// Its source.
    pub code: String,
}

/// A programming language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Language {
    /// C.
    C,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript.
    JavaScript,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
}

/// A table of `snippets.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    language: Language,
    note: String,
    document: String,
    fragment: Option<String>,
}

/// The templates, by engine.
static TEMPLATES: LazyLock<BTreeMap<String, Template>> = LazyLock::new(|| {
    toml::from_str(adapters::source(adapters::SNIPPETS))
        .unwrap_or_else(|error| panic!("adapters/{}: {error}", adapters::SNIPPETS))
});

impl Snippet {
    /// The program that asks an engine this; `None` if there is no template for it, or the question is not for the tree
    /// of a text.
    pub fn of(engine: &str, input: &Input) -> Option<Self> {
        let template = TEMPLATES.get(engine)?;
        let (Source::Text(text), Task::Tree { context, scripting }) = (&input.source, &input.task) else {
            return None;
        };
        let language = template.language;
        let code = match context {
            None => &template.document,
            Some(_) => template.fragment.as_ref()?,
        };
        let of_context = |of: fn(&Context) -> String| context.as_ref().map_or_else(String::new, of);
        let values = [
            ("{name}", language.literal(&of_context(|context| context.local_name.clone()))),
            ("{namespace}", language.literal(&of_context(|context| context.namespace.uri().to_owned()))),
            ("{context}", language.literal(&of_context(ToString::to_string))),
            ("{scripting}", language.boolean(*scripting).to_owned()),
            // The last: the document may have the other names in it.
            ("{html}", language.literal(text.as_str()?)),
        ];
        let code = values.iter().fold(code.clone(), |code, (name, value)| code.replace(name, value));
        Some(Self { language, note: &template.note, code })
    }
}

impl Language {
    /// Its name in the info string of a code block.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Go => "go",
            Self::Java => "java",
            Self::JavaScript => "js",
            Self::Python => "python",
            Self::Ruby => "ruby",
            Self::Rust => "rust",
        }
    }

    const fn boolean(self, value: bool) -> &'static str {
        match (self, value) {
            (Self::Python, true) => "True",
            (Self::Python, false) => "False",
            (_, true) => "true",
            (_, false) => "false",
        }
    }

    /// A string literal in which every character shows.
    pub fn literal(self, text: &str) -> String {
        let escaped: String = text.chars().map(|c| self.escaped(c)).collect();
        format!("\"{escaped}\"")
    }

    fn escaped(self, c: char) -> String {
        let code = u32::from(c);
        match (self, c) {
            (_, '"' | '\\') => format!("\\{c}"),
            // Ruby's interpolation, and C's trigraphs.
            (Self::Ruby, '#') | (Self::C, '?') => format!("\\{c}"),
            (_, ' '..='~') => c.to_string(),
            (Self::C, _) => octal(c.to_string().as_bytes()),
            (Self::Java, '\0'..='\x7F') => octal(&[c as u8]),
            (Self::Java, _) => {
                let units = c.encode_utf16(&mut [0; 2]).to_vec();
                units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
            }
            (Self::Go | Self::Python, _) => format!("\\U{code:08x}"),
            (Self::JavaScript | Self::Ruby | Self::Rust, _) => format!("\\u{{{code:x}}}"),
        }
    }
}

fn octal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:03o}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines;

    #[test]
    fn every_template_is_of_an_engine_and_has_a_place_for_the_document() {
        for (name, template) in &*TEMPLATES {
            engines::find(name).unwrap_or_else(|error| panic!("{error}"));
            let codes = [Some(&template.document), template.fragment.as_ref()];
            for code in codes.into_iter().flatten() {
                assert!(code.contains("{html}"), "{name}: {code}");
            }
        }
    }

    #[test]
    fn a_literal_shows_every_character_as_its_language_writes_it() {
        for (language, expected) in [
            (Language::C, r#""\"\\\?#\000\303\251""#),
            (Language::Go, r#""\"\\?#\U00000000\U000000e9""#),
            (Language::Java, r#""\"\\?#\000\u00e9""#),
            (Language::Python, r#""\"\\?#\U00000000\U000000e9""#),
            (Language::Ruby, r#""\"\\?\#\u{0}\u{e9}""#),
            (Language::Rust, r#""\"\\?#\u{0}\u{e9}""#),
        ] {
            assert_eq!(language.literal("\"\\?#\0é"), expected, "{language:?}");
        }
    }

    #[test]
    fn a_document_that_looks_like_a_placeholder_is_a_document() {
        let snippet = Snippet::of("html5ever", &Input::document("{scripting}\n")).expect("a template");
        assert!(snippet.code.contains("one(\"{scripting}\\u{a}\")"), "{}", snippet.code);
    }
}
