//! Eight bytes of text at a time.

/// A byte in each place of a word.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; size_of::<u64>()])
}

const HIGH_BITS: u64 = each(0x80);

/// The high bit of each byte that is less than a limit of at most 0x80; perhaps also of others, if there is one.
#[inline(always)]
const fn less_than(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(each(limit)) & !word & HIGH_BITS
}

/// Whether the bytes are all from U+0020 to U+007E.
#[inline(always)]
pub(crate) const fn is_printable_word(word: u64) -> bool {
    let is_delete = less_than(word ^ each(0x7F), 1);
    (word & HIGH_BITS) | less_than(word, 0x20) | is_delete == 0
}

/// Whether text is all from U+0020 to U+007E.
#[inline]
pub(crate) fn is_printable_ascii(text: &[u8]) -> bool {
    let is_printable = |word: &[u8; _]| is_printable_word(u64::from_le_bytes(*word));
    match text.last_chunk() {
        // The last word overlaps the one before.
        Some(last) => text.as_chunks().0.iter().all(is_printable) && is_printable(last),
        None => text.iter().all(|byte| matches!(byte, b' '..=b'~')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_told_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            for place in 0..size_of::<u64>() {
                for others in *b" ~a" {
                    let mut bytes = [others; size_of::<u64>()];
                    bytes[place] = byte;
                    let word = u64::from_le_bytes(bytes);
                    let is_printable = matches!(byte, b' '..=b'~');
                    assert_eq!(is_printable_word(word), is_printable, "{bytes:?}");
                    let long = [b"text".as_slice(), &bytes].concat();
                    for text in [&bytes[..=place], &bytes, &long] {
                        assert_eq!(is_printable_ascii(text), is_printable, "{text:?}");
                    }
                }
            }
        }
    }
}
