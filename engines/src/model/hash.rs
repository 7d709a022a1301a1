//! Short hashes: the identity of a check, and the pin of an answer.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

const LENGTH: usize = 6;

/// Six bytes of a SHA-256 hash, written as twelve hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortHash([u8; LENGTH]);

/// Hashes a list of fields. Each is preceded by its length, so that no two lists run together into the same bytes.
#[derive(Debug, Default)]
pub struct Fields(Sha256);

impl Fields {
    /// Adds a field.
    pub fn add(&mut self, field: &[u8]) {
        self.0.update((field.len() as u64).to_be_bytes());
        self.0.update(field);
    }

    /// Adds a field that may be missing, which is not the same as an empty one.
    pub fn add_optional(&mut self, field: Option<&[u8]>) {
        self.add(&[u8::from(field.is_some())]);
        self.add(field.unwrap_or_default());
    }

    /// The hash of the fields that were added.
    pub fn finish(self) -> ShortHash {
        let digest: [u8; 32] = self.0.finalize().into();
        let [a, b, c, d, e, f, ..] = digest;
        ShortHash([a, b, c, d, e, f])
    }
}

impl fmt::Display for ShortHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ShortHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a hash as [`ShortHash`] writes it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a hash; expected twelve of the digits 0-9 and a-f")]
pub struct NotAHash(pub String);

impl FromStr for ShortHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let is_digit = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
        let is_hash = text.len() == 2 * LENGTH && text.bytes().all(is_digit);
        let number = is_hash.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        let bytes = number.and_then(|number| number.to_be_bytes().last_chunk().copied());
        bytes.map(Self).ok_or_else(|| NotAHash(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_reads_as_it_prints() {
        let hash = ShortHash([0, 0x1f, 0xa0, 0xff, 9, 0x90]);
        assert_eq!(hash.to_string(), "001fa0ff0990");
        assert_eq!("001fa0ff0990".parse(), Ok(hash));
        for wrong in ["", "001fa0ff099", "001fa0ff09901", "001FA0FF0990", "001fa0ff099g"] {
            assert_eq!(wrong.parse::<ShortHash>(), Err(NotAHash(wrong.to_owned())));
        }
    }
}
