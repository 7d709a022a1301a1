//! Pseudo-attributes: what the data of a processing instruction says as attributes do.

/// The value of a pseudo-attribute of a processing instruction; none if the data as a whole is not pseudo-attributes.
/// <https://www.w3.org/TR/xml-stylesheet/#dt-pseudo-attribute>
pub fn pseudo_attribute(data: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut rest = data.trim_ascii_start();
    let mut found = None;
    while !rest.is_empty() {
        let end = rest
            .iter()
            .position(|byte| *byte == b'=' || byte.is_ascii_whitespace())?;
        let (attribute, behind) = rest.split_at(end);
        let value = behind
            .trim_ascii_start()
            .strip_prefix(b"=")?
            .trim_ascii_start();
        let (quote, value) = value
            .split_first()
            .filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
        let end = value.iter().position(|byte| byte == quote)?;
        let (value, behind) = value.split_at(end);
        if attribute.is_empty() || value.contains(&b'<') {
            return None;
        }
        if attribute == name && found.is_none() {
            found = Some(unescape(value)?);
        }
        let behind = &behind[1..];
        rest = behind.trim_ascii_start();
        if rest.len() == behind.len() && !rest.is_empty() {
            return None;
        }
    }
    found
}

/// Replaces XML's predefined entities and character references; none if there are others.
fn unescape(value: &[u8]) -> Option<Vec<u8>> {
    let mut unescaped = Vec::with_capacity(value.len());
    let mut rest = value;
    while let Some(ampersand) = rest.iter().position(|byte| *byte == b'&') {
        unescaped.extend_from_slice(&rest[..ampersand]);
        let behind = &rest[ampersand + 1..];
        let end = behind.iter().position(|byte| *byte == b';')?;
        let character = match &behind[..end] {
            b"amp" => '&',
            b"lt" => '<',
            b"gt" => '>',
            b"quot" => '"',
            b"apos" => '\'',
            [b'#', b'x', digits @ ..] => number(digits, 16)?,
            [b'#', digits @ ..] => number(digits, 10)?,
            _ => return None,
        };
        unescaped.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        rest = &behind[end + 1..];
    }
    unescaped.extend_from_slice(rest);
    Some(unescaped)
}

fn number(digits: &[u8], radix: u32) -> Option<char> {
    let digits = std::str::from_utf8(digits)
        .ok()
        .filter(|digits| !digits.starts_with('+'))?;
    char::from_u32(u32::from_str_radix(digits, radix).ok()?)
}

#[cfg(test)]
mod tests {
    use super::pseudo_attribute;

    #[test]
    fn pseudo_attributes_are_read_whole() {
        let name = |data: &str| {
            pseudo_attribute(data.as_bytes(), b"name")
                .map(|value| String::from_utf8_lossy(&value).into_owned())
        };
        assert_eq!(name("name=\"x\""), Some("x".to_owned()));
        assert_eq!(
            name(" a='1' name = '&lt;&#x41;&#66;' "),
            Some("<AB".to_owned())
        );
        assert_eq!(name("name=x"), None, "not quoted");
        assert_eq!(
            name("name=\"x\"other=\"y\""),
            None,
            "no white space between"
        );
        assert_eq!(name("name=\"x\" junk"), None, "junk behind");
        assert_eq!(name("other=\"x\""), None);
    }
}
