//! Splits markup into its likely tokens.

use memchr::memchr;
use memchr::memmem;

/// The pieces of some markup: tags, comments and other declarations, and the text between them. They are cut where a
/// tokenizer in the data state mostly would; one behind the other they are the markup, byte for byte.
pub fn tokens(markup: &[u8]) -> Vec<&[u8]> {
    let mut tokens = Vec::new();
    let mut rest = markup;
    while !rest.is_empty() {
        let (token, after) = rest.split_at(length_of_first(rest));
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// How long the first piece is: at least one byte.
fn length_of_first(markup: &[u8]) -> usize {
    let to_end_of = |what: &[u8]| {
        let end = memmem::find(markup, what).map(|start| start + what.len());
        end.unwrap_or(markup.len())
    };
    match markup {
        [b'<', b'!', b'-', b'-', ..] => to_end_of(b"-->"),
        [b'<', b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] => to_end_of(b"]]>"),
        [b'<', b'!' | b'?', ..] => to_end_of(b">"),
        [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..] | [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] => length_of_tag(markup),
        _ => memchr(b'<', &markup[1..]).map_or(markup.len(), |next| next + 1),
    }
}

/// To the first `>` that no quoted value holds.
fn length_of_tag(tag: &[u8]) -> usize {
    let mut quote = None;
    let mut before = b' ';
    for (index, &byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (None, b'>') => return index + 1,
            (None, _) => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    tag.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::generate::Generator;
    use crate::model::input::Source;

    fn split(markup: &str) -> Vec<&str> {
        let texts = tokens(markup.as_bytes()).into_iter();
        texts.map(|text| str::from_utf8(text).unwrap()).collect()
    }

    #[test]
    fn markup_is_cut_into_tokens() {
        assert_eq!(
            split("a<b c='>' d= \">\">x</b >2<5<!--<i>--><!DOCTYPE x><?a b?><![CDATA[>]]><p"),
            [
                "a",
                "<b c='>' d= \">\">",
                "x",
                "</b >",
                "2",
                "<5",
                "<!--<i>-->",
                "<!DOCTYPE x>",
                "<?a b?>",
                "<![CDATA[>]]>",
                "<p"
            ]
        );
    }

    #[test]
    fn no_byte_is_lost() {
        let mut longest = 0;
        for generator in Generator::ALL {
            for case in generator.documents(3).take(2_000) {
                let markup = match case.input().source {
                    Source::Text(text) => text.into_bytes(),
                    Source::Bytes { bytes, .. } => bytes,
                    Source::Tree(_) => unreachable!("no generator makes trees"),
                };
                let tokens = tokens(&markup);
                assert!(tokens.iter().all(|token| !token.is_empty()));
                assert_eq!(tokens.concat(), markup);
                longest = longest.max(tokens.len());
            }
        }
        assert!(longest > 20, "they are taken apart: {longest}");
    }
}
