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

#[derive(Debug, Clone)]
pub(super) struct TextBuffer {
    bytes: Vec<u8>,
    overflowed: bool,
}

impl Default for TextBuffer {
    fn default() -> Self {
        Self { bytes: Vec::with_capacity(256), overflowed: false }
    }
}

impl TextBuffer {
    /// Whether there was more text than 32-bit numbers can tell apart; what came then was dropped.
    pub(super) fn is_too_large(&self) -> bool {
        self.overflowed
    }

    /// How many bytes are stored.
    pub(super) fn length(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    pub(super) fn get(&self, text: Text) -> &[u8] {
        &self.bytes[text.start as usize..][..text.length as usize]
    }

    #[inline]
    pub(super) fn store(&mut self, piece: &[u8]) -> Text {
        if !self.has_room(piece.len()) {
            return Text::default();
        }
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(piece);
        let length = piece.len() as u32;
        Text { start, length, capacity: length }
    }

    /// The same text once more, for another node.
    pub(super) fn copy(&mut self, text: Text) -> Text {
        if !self.has_room(text.length as usize) {
            return Text::default();
        }
        let start = self.bytes.len() as u32;
        let original = text.start as usize..(text.start + text.length) as usize;
        self.bytes.extend_from_within(original);
        Text { start, length: text.length, capacity: text.length }
    }

    #[inline]
    fn has_room(&mut self, more: usize) -> bool {
        let fits = self.bytes.len() + more <= u32::MAX as usize;
        self.overflowed |= !fits;
        fits
    }

    /// Appends, in place where there is room behind the piece, else by moving it to the end with room to grow.
    pub(super) fn append(&mut self, text: &mut Text, more: &[u8]) {
        // Moving the piece takes twice its new length.
        if !self.has_room(2 * (text.length as usize + more.len())) {
            return;
        }
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
            *text = Text { start: start as u32, length: length as u32, capacity: 2 * length as u32 };
        }
    }
}
