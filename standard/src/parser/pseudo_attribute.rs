//! Pseudo-attributes: what the data of a processing instruction says as attributes do.
//!
//! <https://www.w3.org/TR/xml-stylesheet/#dt-parsing>

use std::collections::HashSet;

/// The value of a pseudo-attribute of a processing instruction. If the data as a whole is not pseudo-attributes, or two
/// have one name, there are none.
pub fn pseudo_attribute(data: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut attributes = pseudo_attributes(data)?;
    let place = attributes.iter().position(|(found, _)| *found == name)?;
    Some(attributes.swap_remove(place).1)
}

/// A name and a value.
type PseudoAttribute<'d> = (&'d [u8], Vec<u8>);

fn pseudo_attributes(data: &[u8]) -> Option<Vec<PseudoAttribute<'_>>> {
    // What is no UTF-8 is a surrogate, and no character.
    let text = std::str::from_utf8(data).ok()?;
    if !text.chars().all(is_char) {
        return None;
    }
    let mut attributes: Vec<PseudoAttribute<'_>> = Vec::new();
    let mut names = HashSet::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        let (attribute, behind) = one_pseudo_attribute(rest)?;
        if !names.insert(attribute.0) {
            return None;
        }
        attributes.push(attribute);
        rest = behind.trim_start_matches(is_space);
        if rest.len() == behind.len() && !rest.is_empty() {
            return None;
        }
    }
    Some(attributes)
}

/// The pseudo-attribute that a text begins with, and what is behind it.
fn one_pseudo_attribute(text: &str) -> Option<(PseudoAttribute<'_>, &str)> {
    let end = text.find(|c| !is_name_char(c))?;
    let (name, behind) = text.split_at(end);
    if !name.starts_with(is_name_start_char) {
        return None;
    }
    let value = behind.trim_start_matches(is_space).strip_prefix('=')?;
    let value = value.trim_start_matches(is_space);
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (value, behind) = value[1..].split_once(quote)?;
    Some(((name.as_bytes(), unescape(value)?), behind))
}

/// Replaces XML's predefined entities and character references; none if there are others, or a `<`.
fn unescape(value: &str) -> Option<Vec<u8>> {
    let mut unescaped = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(place) = rest.find(['&', '<']) {
        unescaped.push_str(&rest[..place]);
        let reference = rest[place..].strip_prefix('&')?;
        let (reference, behind) = reference.split_once(';')?;
        unescaped.push(match reference.strip_prefix('#') {
            Some(number) => referenced_character(number)?,
            None => predefined_entity(reference)?,
        });
        rest = behind;
    }
    unescaped.push_str(rest);
    Some(unescaped.into_bytes())
}

fn predefined_entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

/// The character of this number, which must be one of XML's.
fn referenced_character(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    // An empty number is an error, and so is one too large.
    let number = u32::from_str_radix(digits, radix).ok()?;
    char::from_u32(number).filter(|c| is_char(*c))
}

/// <https://www.w3.org/TR/xml/#NT-S>
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// <https://www.w3.org/TR/xml/#NT-Char>
fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

/// <https://www.w3.org/TR/xml/#NT-NameStartChar>
fn is_name_start_char(c: char) -> bool {
    matches!(c,
        ':' | 'A'..='Z' | '_' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// <https://www.w3.org/TR/xml/#NT-NameChar>
fn is_name_char(c: char) -> bool {
    is_name_start_char(c)
        || matches!(c,
            '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

#[cfg(test)]
mod tests {
    use super::pseudo_attribute;

    fn name(data: &str) -> Option<String> {
        let value = pseudo_attribute(data.as_bytes(), b"name")?;
        Some(String::from_utf8_lossy(&value).into_owned())
    }

    #[test]
    fn pseudo_attributes_are_read_whole() {
        assert_eq!(name("name=\"x\""), Some("x".to_owned()));
        let all = " a='1'\tname\r=\n'&lt;&#x41;&#66;&apos;>\"' ";
        assert_eq!(name(all), Some("<AB'>\"".to_owned()));
        assert_eq!(name("other=\"x\""), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn on_an_error_there_are_none() {
        for (data, why) in [
            ("name=x", "not quoted"),
            ("name=\"x\"other=\"y\"", "no white space between"),
            ("name=\"x\" junk", "junk behind"),
            ("name=\"x", "not closed"),
            ("name=\"x\" name=\"y\"", "two of one name"),
            ("name='a' b='1' b='2'", "two of another name"),
            ("name='a'\u{c}", "a form feed is no white space"),
            ("name\u{c}='a'", "a form feed is no white space before the equals sign"),
            ("name='\u{1}'", "no character of XML in a value"),
            ("name='a' 1b='x'", "a digit begins no name"),
            ("name='a' -b='x'", "a hyphen begins no name"),
            ("name='a' b$='x'", "no character of a name"),
            ("name='a' ='x'", "an empty name"),
            ("name='a' b='&nbsp;'", "an entity that is not predefined"),
            ("name='a' b='&'", "an ampersand alone"),
            ("name='a' b='<'", "a less-than sign"),
            ("name='a' b='&#0;'", "a reference to no character of XML"),
            ("name='a' b='&#xD800;'", "a reference to a surrogate"),
            ("name='a' b='&#;'", "a reference without a number"),
            ("name='a' b='&#X41;'", "a hexadecimal number begins with a small x"),
            ("name='a' b='&#+1;'", "a sign"),
        ] {
            assert_eq!(name(data), None, "{why}");
        }
        assert_eq!(pseudo_attribute(b"name='a\xED\xA0\x80'", b"name"), None, "a surrogate");
    }
}
