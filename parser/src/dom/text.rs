//! All text of a document in one buffer.

use crate::wtf8;

/// A piece of a document's text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Text {
    start: u32,
    length: u32,
    // What follows in the buffer and belongs to this piece, so that appending in turns to several pieces stays linear.
    capacity: u32,
}

#[derive(Debug, Clone, Default)]
pub(super) struct TextBuffer {
    bytes: Vec<u8>,
}

impl TextBuffer {
    #[inline]
    pub(super) fn get(&self, text: Text) -> &[u8] {
        &self.bytes[text.start as usize..][..text.length as usize]
    }

    pub(super) fn store(&mut self, piece: &[u8]) -> Text {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(piece);
        let length = piece.len() as u32;
        Text {
            start,
            length,
            capacity: length,
        }
    }

    /// Appends, in place where there is room behind the piece, else by moving it to the end with room to grow.
    pub(super) fn append(&mut self, text: &mut Text, more: &[u8]) {
        let end = (text.start + text.length) as usize;
        if let Some(pair) = wtf8::pair_at_seam(self.get(*text), more) {
            if end == self.bytes.len() {
                self.bytes.truncate(end - 3);
            }
            text.length -= 3;
            self.append(text, pair.encode_utf8(&mut [0; 4]).as_bytes());
            self.append(text, &more[3..]);
        } else if end == self.bytes.len() {
            self.bytes.extend_from_slice(more);
            text.length += more.len() as u32;
            text.capacity = text.length;
        } else if (text.capacity - text.length) as usize >= more.len() {
            self.bytes[end..end + more.len()].copy_from_slice(more);
            text.length += more.len() as u32;
        } else {
            let start = self.bytes.len();
            self.bytes.extend_from_within(text.start as usize..end);
            self.bytes.extend_from_slice(more);
            let length = self.bytes.len() - start;
            self.bytes.resize(start + 2 * length, 0);
            *text = Text {
                start: start as u32,
                length: length as u32,
                capacity: 2 * length as u32,
            };
        }
    }
}
