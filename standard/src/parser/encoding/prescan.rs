//! Prescanning a byte stream to determine its encoding.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memmem;

use super::xml_declaration::xml_encoding;
use super::{WHITESPACE, extract_encoding, is_utf_16};
use crate::clauses::change::{Change, Edition};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::observer::Observer;

/// Why the prescan ends without an encoding: its end is the end of the bytes it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfBytes;

/// Where the prescan is.
pub(super) struct Prescan<'p, O> {
    pub(super) observer: &'p mut O,
    bytes: &'p [u8],
    pub(super) position: usize,
}

/// Looks for a declaration of the encoding in the bytes, which are all that is to be scanned.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding>
pub fn prescan<O: Observer>(observer: &mut O, bytes: &[u8], edition: Edition) -> Option<&'static Encoding> {
    let has_xml = edition.has(Change::XmlDeclEncoding2021);
    let mut prescan = Prescan { observer, bytes, position: 0 };
    let utf_16 = has_xml.then(|| prescan.utf_16_by_xml_declaration()).flatten();
    match utf_16.map_or_else(|| prescan.run(), Ok) {
        Ok(encoding) => Some(encoding),
        Err(OutOfBytes) if has_xml => xml_encoding(observer, bytes),
        Err(OutOfBytes) => None,
    }
}

impl<O: Observer> Prescan<'_, O> {
    fn utf_16_by_xml_declaration(&mut self) -> Option<&'static Encoding> {
        if self.bytes.starts_with(b"<\0?\0x\0")
            && self.row(clause!("prescan/utf-16le", "`<?x` in UTF-16LE says UTF-16LE"))
        {
            return Some(UTF_16LE);
        }
        if self.bytes.starts_with(b"\0<\0?\0x")
            && self.row(clause!("prescan/utf-16be", "`<?x` in UTF-16BE says UTF-16BE"))
        {
            return Some(UTF_16BE);
        }
        None
    }

    fn run(&mut self) -> Result<&'static Encoding, OutOfBytes> {
        loop {
            if let Some(encoding) = self.scan()? {
                return Ok(encoding);
            }
            self.position += 1;
        }
    }

    /// Scans what is at the position, and leaves the position at its last byte.
    fn scan(&mut self) -> Result<Option<&'static Encoding>, OutOfBytes> {
        self.byte()?;
        let rest = &self.bytes[self.position..];
        if rest.starts_with(b"<!--") && self.row(clause!("prescan/comment", "a comment is skipped")) {
            self.skip_comment()?;
        } else if is_meta(rest) && self.row(clause!("prescan/meta", "a meta is read")) {
            return self.meta();
        } else if is_tag(rest) && self.row(clause!("prescan/tag", "any other tag is skipped, attribute by attribute")) {
            self.skip_tag()?;
        } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..])
            && self.row(clause!("prescan/other-markup", "other markup is skipped to the next greater-than sign"))
        {
            self.skip_to(|byte| byte == b'>')?;
        } else {
            // Nothing is done with any other byte, so that all up to the next construct can be passed over at once.
            self.position += rest[1..].iter().position(|byte| *byte == b'<').unwrap_or(rest.len() - 1);
        }
        Ok(None)
    }

    /// The hyphens that end a comment may be those that begin it.
    fn skip_comment(&mut self) -> Result<(), OutOfBytes> {
        let hyphens = self.position + 2;
        let end = memmem::find(&self.bytes[hyphens..], b"-->").ok_or(OutOfBytes)?;
        self.position = hyphens + end + 2;
        Ok(())
    }

    fn skip_tag(&mut self) -> Result<(), OutOfBytes> {
        self.skip_to(|byte| WHITESPACE.contains(&byte) || byte == b'>')?;
        while self.get_attribute()?.is_some() {}
        Ok(())
    }

    fn meta(&mut self) -> Result<Option<&'static Encoding>, OutOfBytes> {
        self.position += b"<meta".len();
        let mut names: Vec<Vec<u8>> = Vec::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        // Null, or failure, or an encoding.
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some((name, value)) = self.get_attribute()? {
            let is_repeated = names.contains(&name);
            if self.observer.condition(
                clause!("prescan/meta/repeated", "the second attribute of a name does not count"),
                is_repeated,
            ) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" if self.row(clause!("prescan/meta/http-equiv", "http-equiv may be the pragma")) => {
                    let is_pragma = value == b"content-type";
                    if self.observer.condition(clause!("prescan/meta/pragma", "content-type is the pragma"), is_pragma)
                    {
                        got_pragma = true;
                    }
                }
                b"content" if self.row(clause!("prescan/meta/content", "content may have an encoding")) => {
                    let encoding = extract_encoding(self.observer, &value);
                    let is_first = encoding.is_some() && charset.is_none();
                    if self.observer.condition(
                        clause!("prescan/meta/content-first", "the encoding in content counts where there is none yet"),
                        is_first,
                    ) {
                        charset = Some(encoding);
                        need_pragma = Some(true);
                    }
                }
                b"charset" if self.row(clause!("prescan/meta/charset", "charset has an encoding or failure")) => {
                    charset = Some(Encoding::for_label(&value));
                    need_pragma = Some(false);
                }
                _ => {}
            }
            names.push(name);
        }
        let lacks_pragma = need_pragma == Some(true) && !got_pragma;
        if self
            .observer
            .condition(clause!("prescan/meta/no-pragma", "content without the pragma is passed over"), lacks_pragma)
        {
            return Ok(None);
        }
        // Where need pragma is null, charset is null too.
        let Some(charset) = charset.flatten() else {
            return Ok(None);
        };
        if is_utf_16(charset) && self.row(clause!("prescan/meta/utf-16", "UTF-16 in a meta means UTF-8")) {
            return Ok(Some(UTF_8));
        }
        if charset == X_USER_DEFINED
            && self.row(clause!("prescan/meta/x-user-defined", "x-user-defined in a meta means windows-1252"))
        {
            return Ok(Some(WINDOWS_1252));
        }
        Ok(Some(charset))
    }

    /// Advances the position to the next such byte.
    fn skip_to(&mut self, is_end: impl Fn(u8) -> bool) -> Result<(), OutOfBytes> {
        let length = self.bytes[self.position..].iter().position(|byte| is_end(*byte)).ok_or(OutOfBytes)?;
        self.position += length;
        Ok(())
    }

    /// The byte at the position.
    pub(super) fn byte(&self) -> Result<u8, OutOfBytes> {
        self.bytes.get(self.position).copied().ok_or(OutOfBytes)
    }

    pub(super) fn row(&mut self, clause: Clause) -> bool {
        self.observer.row(clause, 1)
    }
}

fn is_meta(bytes: &[u8]) -> bool {
    match bytes.split_at_checked(b"<meta".len()) {
        Some((name, [after, ..])) => {
            name.eq_ignore_ascii_case(b"<meta") && (WHITESPACE.contains(after) || *after == b'/')
        }
        _ => false,
    }
}

fn is_tag(bytes: &[u8]) -> bool {
    match bytes {
        [b'<', b'/', letter, ..] | [b'<', letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::observer::Ignore;

    /// The name of the encoding found, or nothing.
    fn found(bytes: &[u8]) -> &'static str {
        prescan(&mut Ignore, bytes, Edition::NEWEST).map_or("", Encoding::name)
    }

    #[test]
    fn every_prefix_of_a_declaration_is_too_short() {
        let declaration = b"<!--><a b='>'><meta charset='koi8-r'>";
        for length in 0..declaration.len() {
            assert_eq!(found(&declaration[..length]), "", "{length}");
        }
        assert_eq!(found(declaration), "KOI8-R");
    }

    #[test]
    fn hostile_bytes_end() {
        for unit in ["<", "<meta ", "<a/", "<!--", "<meta content=charset", "<meta a='", "charset=", "\0<"] {
            let bytes = unit.as_bytes().repeat(1000);
            assert_eq!(found(&bytes), "", "{unit}");
        }
    }

    #[test]
    fn utf_16_is_known_by_an_xml_declaration() {
        assert_eq!(found(b"<\0?\0x\0"), "UTF-16LE");
        assert_eq!(found(b"\0<\0?\0x"), "UTF-16BE");
        assert_eq!(found(b"<\0?\0X\0"), "", "in small letters");
        assert_eq!(found(b"<\0?\0x"), "", "to the last byte");
    }
}
