//! A dictionary of the standard's names for fuzzers that put such words into their inputs.
//!
//! The format is that of [libFuzzer](https://llvm.org/docs/LibFuzzer.html#dictionaries) and of AFL++: a quoted word a
//! line.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crosscheck_standard::parser::tokenizer::named_reference_names;
use crosscheck_standard::parser::tree_builder::doctype_identifiers;

use super::vocabulary::{
    ADJUSTED_ATTRIBUTES, ATTRIBUTES, DECLARATIONS, DOCTYPE_PARTS, FAMILIES, PIECES, RAW_TEXTS, TEXTS, UNFINISHED,
};

/// The words of a dictionary, by what they are.
pub struct Dictionary {
    sections: Vec<(&'static str, BTreeSet<String>)>,
}

impl Dictionary {
    /// The standard's names, and the pieces of markup that its tokenizer tells apart.
    pub fn of_standard() -> Self {
        let words = |words: &mut dyn Iterator<Item = String>| words.collect::<BTreeSet<_>>();
        let names: BTreeSet<&str> = tag_names().collect();
        Self {
            sections: vec![
                ("start tags", words(&mut names.iter().map(|name| format!("<{name}>")))),
                ("end tags", words(&mut names.iter().map(|name| format!("</{name}>")))),
                ("attributes", words(&mut attributes().map(|attribute| format!(" {attribute}")))),
                ("character references", words(&mut references().map(|name| format!("&{name}")))),
                ("identifiers of doctypes that set a mode", words(&mut doctype_identifiers().map(str::to_owned))),
                ("pieces of markup", words(&mut pieces().map(str::to_owned))),
            ],
        }
    }

    /// The dictionary as a file.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (title, words) in &self.sections {
            let separator = if text.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{separator}# {title}");
            for word in words {
                let _ = writeln!(text, "{}", quoted(word));
            }
        }
        text
    }
}

/// The names of tags that the standard has rules for.
pub(crate) fn tag_names() -> impl Iterator<Item = &'static str> {
    FAMILIES.last().into_iter().flatten().copied()
}

fn attributes() -> impl Iterator<Item = String> {
    let looked_at = ATTRIBUTES.iter().map(ToString::to_string);
    looked_at.chain(ADJUSTED_ATTRIBUTES.iter().cloned())
}

/// The names that may stand without their semicolon, which rules tell apart, and those that begin with one of them.
fn references() -> impl Iterator<Item = &'static str> {
    let is_bare = |name: &&str| !name.ends_with(';');
    let bare: Vec<_> = named_reference_names().filter(is_bare).collect();
    named_reference_names().filter(move |name| bare.iter().any(|bare| name.starts_with(bare)))
}

fn pieces() -> impl Iterator<Item = &'static str> {
    let lists = [TEXTS, DECLARATIONS, DOCTYPE_PARTS, UNFINISHED, PIECES];
    let raw = RAW_TEXTS.iter().filter(|text| !text.contains('%'));
    lists.into_iter().flatten().chain(raw).copied()
}

/// The word in quotes, bytes that are not printable ASCII as `\xNN`.
fn quoted(word: &str) -> String {
    let bytes = word.bytes().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    });
    format!("\"{}\"", bytes.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted() {
        assert_eq!(quoted("<a b=\"c\\\">"), r#""<a b=\"c\\\">""#);
        assert_eq!(quoted("\0é\n"), r#""\x00\xC3\xA9\x0A""#);
    }

    #[test]
    fn it_has_the_standards_names() {
        let text = Dictionary::of_standard().to_text();
        let lines: Vec<&str> = text.lines().collect();
        for word in
            ["<table>", "</foreignobject>", " definitionurl=x", "&notit;", "-//W3C//DTD HTML 3.2//", "<![CDATA["]
        {
            assert!(lines.contains(&quoted(word).as_str()), "{word}");
        }
        let is_word = |line: &&str| line.starts_with('"') && line.ends_with('"') && line.len() > 2;
        let is_known = |line: &&str| is_word(line) || line.is_empty() || line.starts_with("# ");
        assert!(lines.iter().all(is_known), "{text}");
    }
}
