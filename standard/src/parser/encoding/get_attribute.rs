//! Getting an attribute, as the prescan does.

use super::WHITESPACE;
use super::prescan::{OutOfBytes, Prescan};
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;

/// A name and a value, in small letters.
type Attribute = (Vec<u8>, Vec<u8>);

impl<O: Observer> Prescan<'_, O> {
    /// The attribute at the position, if there is one before the tag ends.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing>
    pub(super) fn get_attribute(&mut self) -> Result<Option<Attribute>, OutOfBytes> {
        while matches!(self.byte()?, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/')
            && self.row(clause!("get-attribute/before-name", "white space and solidi before a name are skipped"))
        {
            self.position += 1;
        }
        if self.byte()? == b'>'
            && self.row(clause!("get-attribute/none", "at a greater-than sign there is no attribute"))
        {
            return Ok(None);
        }
        let mut name = Vec::new();
        loop {
            match self.byte()? {
                b'=' if !name.is_empty()
                    && self
                        .row(clause!("get-attribute/name-equals", "an equals sign ends a name that is not empty")) =>
                {
                    self.position += 1;
                    return self.get_value(name);
                }
                b'\t' | b'\n' | b'\x0C' | b'\r' | b' '
                    if self.row(clause!("get-attribute/name-whitespace", "white space ends a name")) =>
                {
                    break;
                }
                b'/' | b'>'
                    if self.row(clause!(
                        "get-attribute/name-end",
                        "a solidus or greater-than sign ends an attribute without value"
                    )) =>
                {
                    return Ok(Some((name, Vec::new())));
                }
                byte => self.append(&mut name, byte),
            }
        }
        while WHITESPACE.contains(&self.byte()?)
            && self.row(clause!("get-attribute/after-name", "white space behind a name is skipped"))
        {
            self.position += 1;
        }
        if self.byte()? != b'='
            && self.row(clause!("get-attribute/no-value", "without an equals sign there is no value"))
        {
            return Ok(Some((name, Vec::new())));
        }
        self.position += 1;
        self.get_value(name)
    }

    fn get_value(&mut self, name: Vec<u8>) -> Result<Option<Attribute>, OutOfBytes> {
        while WHITESPACE.contains(&self.byte()?)
            && self.row(clause!("get-attribute/before-value", "white space before a value is skipped"))
        {
            self.position += 1;
        }
        let mut value = Vec::new();
        match self.byte()? {
            quote @ (b'"' | b'\'') if self.row(clause!("get-attribute/quoted", "a value may be quoted")) => {
                self.position += 1;
                while self.byte()? != quote {
                    let byte = self.byte()?;
                    self.append(&mut value, byte);
                }
                self.position += 1;
                return Ok(Some((name, value)));
            }
            b'>' if self.row(clause!(
                "get-attribute/empty-value",
                "a greater-than sign in place of a value ends the attribute"
            )) =>
            {
                return Ok(Some((name, value)));
            }
            byte => self.append(&mut value, byte),
        }
        loop {
            match self.byte()? {
                b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'>'
                    if self.row(clause!(
                        "get-attribute/value-end",
                        "white space or a greater-than sign ends an unquoted value"
                    )) =>
                {
                    return Ok(Some((name, value)));
                }
                byte => self.append(&mut value, byte),
            }
        }
    }

    /// Appends the byte at the position to a name or value, and advances the position.
    fn append(&mut self, text: &mut Vec<u8>, byte: u8) {
        let capital = byte.is_ascii_uppercase()
            && self.row(clause!("get-attribute/capital", "capitals in names and values become small letters"));
        text.push(if capital { byte.to_ascii_lowercase() } else { byte });
        self.position += 1;
    }
}
