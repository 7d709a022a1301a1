//! The preprocessed input stream, one piece at a time.

/// A piece of the preprocessed input stream, and how far it is consumed.
#[derive(Debug)]
pub(super) struct Input<'i> {
    bytes: &'i [u8],
    /// The next input character.
    position: usize,
    /// The current input character, or the run of characters taken at once: from here to `position`.
    current: usize,
    /// Whether the input stream ends with this piece.
    is_last: bool,
    /// The position from which on there is nothing to consume, not even the EOF character.
    end: usize,
}

impl<'i> Input<'i> {
    pub(super) fn new(bytes: &'i [u8], is_last: bool) -> Self {
        Self { bytes, position: 0, current: 0, is_last, end: if is_last { usize::MAX } else { bytes.len() } }
    }

    /// Consumes the next input character and gives its first byte, which is the character itself where it is ASCII;
    /// `None` is the EOF character.
    #[inline(always)]
    pub(super) fn consume(&mut self) -> Option<u8> {
        self.current = self.position;
        let first = *self.bytes.get(self.position)?;
        self.position += character_length(first);
        Some(first)
    }

    /// Makes the current input character the next one again.
    #[inline(always)]
    pub(super) fn reconsume(&mut self) {
        self.position = self.current;
    }

    /// The current input character, or the run that was consumed in its place; nothing for EOF.
    #[inline(always)]
    pub(super) fn current(&self) -> &'i [u8] {
        self.bytes.get(self.current..self.position).unwrap_or_default()
    }

    /// The offset of the current input character in this piece.
    #[inline(always)]
    pub(super) fn current_offset(&self) -> usize {
        self.current
    }

    /// The offset of the next input character in this piece.
    #[inline(always)]
    pub(super) fn next_offset(&self) -> usize {
        self.position
    }

    /// What is left of this piece.
    #[inline(always)]
    pub(super) fn rest(&self) -> &'i [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// Consumes, with the current input character, those after it that are all in `set`. Gives the length in bytes.
    #[inline(always)]
    pub(super) fn extend_run(&mut self, set: &ByteSet) -> usize {
        self.position += set.run_length(self.rest());
        self.position - self.current
    }

    /// Gives back what a run took behind this offset.
    #[inline(always)]
    pub(super) fn shrink_run(&mut self, offset: usize) {
        self.position = offset;
    }

    /// Consumes this many characters, all of them ASCII and there; the last is the current input character.
    pub(super) fn skip(&mut self, length: usize) -> &'i [u8] {
        let skipped = self.rest().get(..length).unwrap_or_default();
        self.position += skipped.len();
        self.current = self.position.saturating_sub(1);
        skipped
    }

    /// Whether the next few characters are an ASCII case-insensitive match for these, which are lowercase.
    pub(super) fn next_are(&self, keyword: &[u8]) -> bool {
        let next = self.rest().get(..keyword.len());
        next.is_some_and(|next| next.eq_ignore_ascii_case(keyword))
    }

    /// Whether the next few characters are exactly these.
    pub(super) fn next_are_exactly(&self, keyword: &[u8]) -> bool {
        self.rest().starts_with(keyword)
    }

    /// Whether the piece ends in the beginning of a match for these characters, so that more has to be waited for.
    pub(super) fn may_become(&self, keyword: &[u8]) -> bool {
        let rest = self.rest();
        let beginning = keyword.get(..rest.len());
        !self.is_last
            && rest.len() < keyword.len()
            && beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(rest))
    }

    /// Whether the input stream ends with this piece.
    #[inline(always)]
    pub(super) fn is_last(&self) -> bool {
        self.is_last
    }

    /// Whether the next character has to be waited for.
    #[inline(always)]
    pub(super) fn is_exhausted(&self) -> bool {
        self.position >= self.end
    }
}

/// The length in bytes of the character that begins with this byte.
#[inline(always)]
fn character_length(first: u8) -> usize {
    match first {
        0x00..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xFF => 4,
    }
}

/// How far a run is followed byte by byte before it is worth a search for its end.
const SHORT_RUN: usize = 16;

/// A set of bytes: what one row of a state handles alike. Bytes of other than ASCII characters are all in it or none.
pub(super) struct ByteSet {
    contains: [bool; 256],
    /// The bytes that are not in it, some of them twice, if they are few enough to be searched for at once.
    stops: Option<[u8; 3]>,
}

impl ByteSet {
    /// Every byte but these, which are ASCII.
    pub(super) const fn all_but(bytes: &[u8]) -> Self {
        Self::filled(true, bytes)
    }

    /// These bytes alone, which are ASCII.
    pub(super) const fn only(bytes: &[u8]) -> Self {
        Self::filled(false, bytes)
    }

    const fn filled(others: bool, bytes: &[u8]) -> Self {
        let mut set = [others; 256];
        let mut i = 0;
        while i < bytes.len() {
            assert!(bytes[i] < 0x80);
            set[bytes[i] as usize] = !others;
            i += 1;
        }
        let stops = match *bytes {
            [a] if others => Some([a, a, a]),
            [a, b] if others => Some([a, b, b]),
            [a, b, c] if others => Some([a, b, c]),
            _ => None,
        };
        Self { contains: set, stops }
    }

    /// The length of the longest prefix of `text` that is all in the set.
    #[inline(always)]
    fn run_length(&self, text: &[u8]) -> usize {
        let short = text.get(..SHORT_RUN).unwrap_or(text);
        match short.iter().position(|byte| !self.contains[*byte as usize]) {
            Some(length) => length,
            None => short.len() + self.long_run_length(&text[short.len()..]),
        }
    }

    fn long_run_length(&self, text: &[u8]) -> usize {
        let stop = match self.stops {
            Some([a, b, c]) => memchr::memchr3(a, b, c, text),
            None => text.iter().position(|byte| !self.contains[*byte as usize]),
        };
        stop.unwrap_or(text.len())
    }
}
