//! The input stream, one piece at a time.

/// A piece of the preprocessed input stream, and how far it is consumed.
#[derive(Debug)]
pub(crate) struct Input<'i> {
    bytes: &'i [u8],
    /// The next input character.
    position: usize,
    /// The current input character: where the last one consumed begins.
    current: usize,
    /// Whether the input stream ends with this piece.
    is_last: bool,
}

impl<'i> Input<'i> {
    pub(crate) fn new(bytes: &'i [u8], is_last: bool) -> Self {
        Self { bytes, position: 0, current: 0, is_last }
    }

    /// Consumes the next input character and gives its first byte, which is the character itself where it is ASCII;
    /// `None` is the EOF character.
    #[inline]
    pub(crate) fn consume(&mut self) -> Option<u8> {
        self.current = self.position;
        let first = *self.bytes.get(self.position)?;
        self.position += if first < 0x80 { 1 } else { character_length(first) };
        Some(first)
    }

    /// Makes the current input character the next one again.
    #[inline]
    pub(crate) fn reconsume(&mut self) {
        self.position = self.current;
    }

    /// The current input character; nothing for EOF.
    #[inline]
    pub(crate) fn current(&self) -> &'i [u8] {
        &self.bytes[self.current..self.position]
    }

    /// What is left of this piece.
    #[inline]
    pub(crate) fn rest(&self) -> &'i [u8] {
        &self.bytes[self.position..]
    }

    /// Consumes the longest run of bytes that `part` holds of, which may be empty.
    #[inline]
    pub(crate) fn consume_run(&mut self, part: &ByteSet) -> &'i [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|byte| !part.0[*byte as usize]).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    /// Consumes this many bytes, all of them ASCII.
    #[inline]
    pub(crate) fn skip(&mut self, length: usize) {
        self.position += length;
    }

    /// Whether the input stream ends with this piece.
    pub(crate) fn is_last(&self) -> bool {
        self.is_last
    }

    /// The offset of the next input character in this piece.
    pub(crate) fn position(&self) -> usize {
        self.position
    }
}

/// A set of bytes: what one row of a state handles alike.
pub(crate) struct ByteSet([bool; 256]);

impl ByteSet {
    /// Every byte but these.
    pub(crate) const fn all_but(bytes: &[u8]) -> Self {
        let mut set = [true; 256];
        let mut i = 0;
        while i < bytes.len() {
            set[bytes[i] as usize] = false;
            i += 1;
        }
        Self(set)
    }
}

fn character_length(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        _ => 2,
    }
}
