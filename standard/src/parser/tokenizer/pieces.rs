//! The input stream in pieces of any size. What a state has looked ahead at but cannot decide on yet is held back and
//! put before the next piece.

use super::input::Input;
use super::{REPLACEMENT_CHARACTER, TokenSink, Tokenizer};
use crate::clauses::error::ParseError;
use crate::clauses::observer::{Null, Observer as _};
use crate::parser::words::is_printable_ascii;
use crate::wtf8::{self, NotWtf8};

/// How much of a piece is put behind what was held back: more than any state looks ahead, so that one seam is enough.
const SEAM: usize = 64;

impl<S: TokenSink> Tokenizer<S> {
    /// Tokenizes a piece of the input stream, which may be of any length.
    pub fn feed(&mut self, piece: &str) {
        self.feed_valid(piece.as_bytes());
    }

    /// Tokenizes a piece of WTF-8 text. A lone lead surrogate that ends one piece and a lone trail surrogate that
    /// begins the next are one character.
    ///
    /// # Errors
    /// Gives the offset of what is not WTF-8; nothing of the piece is tokenized then.
    pub fn feed_wtf8(&mut self, piece: &[u8]) -> Result<(), NotWtf8> {
        wtf8::validate(piece)?;
        self.feed_valid(piece);
        Ok(())
    }

    /// Tokenizes what was held back: the input stream ends here. Gives the sink, and the errors by position.
    pub fn finish(mut self) -> (S, Vec<ParseError>) {
        let errors = self.end();
        (self.sink, errors)
    }

    /// The same, for who takes from the sink what is wanted.
    pub(crate) fn end(&mut self) -> Vec<ParseError> {
        let held = std::mem::take(&mut self.held);
        self.run_piece(&held, true);
        self.errors.take()
    }

    fn feed_valid(&mut self, piece: &[u8]) {
        let mut buffer = std::mem::take(&mut self.normalized);
        let normalized = self.newlines.normalize(piece, &mut buffer);
        match S::Observer::watches() {
            true => self.feed_asking(normalized),
            false => self.feed_normalized(normalized),
        }
        self.normalized = buffer;
    }

    /// Asks the observer what each U+0000 is read as.
    fn feed_asking(&mut self, mut rest: &[u8]) {
        while let Some(place) = memchr::memchr(0, rest) {
            let (before, null) = rest.split_at(place);
            let (null, behind) = null.split_at(1);
            self.feed_normalized(before);
            match self.sink.null(self.state) {
                Null::AsIs => self.feed_normalized(null),
                Null::Nothing => {}
                Null::Replacement => self.feed_normalized(REPLACEMENT_CHARACTER),
            }
            rest = behind;
        }
        self.feed_normalized(rest);
    }

    fn feed_normalized(&mut self, mut rest: &[u8]) {
        while !rest.is_empty() {
            rest = if self.held.is_empty() {
                let consumed = self.run_piece(rest, false);
                self.held.extend_from_slice(&rest[consumed..]);
                &[]
            } else {
                self.run_seam(rest)
            };
        }
    }

    /// Runs what was held back with the beginning of the piece behind it; gives the rest of the piece.
    fn run_seam<'p>(&mut self, piece: &'p [u8]) -> &'p [u8] {
        let length = floor_boundary(piece, SEAM);
        let mut seam = std::mem::take(&mut self.held);
        wtf8::push_joined(&mut seam, &piece[..length]);
        let consumed = self.run_piece(&seam, false);
        let unconsumed = seam.len() - consumed;
        if unconsumed <= length {
            seam.clear();
            self.held = seam;
            &piece[length - unconsumed..]
        } else {
            seam.drain(..consumed);
            self.held = seam;
            &piece[length..]
        }
    }

    /// Runs a piece that nothing was held back before; gives how much of it is consumed.
    fn run_piece(&mut self, piece: &[u8], is_last: bool) -> usize {
        let usable = if is_last || !ends_in_lead_surrogate(piece) { piece } else { &piece[..piece.len() - 3] };
        let mut input = Input::new(usable, is_last);
        self.run(&mut input);
        let consumed = input.next_offset().min(usable.len());
        if self.errors.is_enabled() {
            let consumed = &usable[..consumed];
            let is_printable_ascii = is_printable_ascii(consumed);
            if !is_printable_ascii {
                self.check_input_stream(consumed);
            }
            self.errors.resolve(consumed, is_printable_ascii);
        }
        consumed
    }
}

/// The greatest length, at most `length`, at which `text` can be cut between two characters.
fn floor_boundary(text: &[u8], length: usize) -> usize {
    if length >= text.len() {
        return text.len();
    }
    (0..=length).rev().find(|end| text[*end] & 0xC0 != 0x80).unwrap_or(0)
}

fn ends_in_lead_surrogate(text: &[u8]) -> bool {
    matches!(text, [.., 0xED, 0xA0..=0xAF, _])
}
