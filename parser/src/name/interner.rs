//! From spellings to names and back.

use std::hash::{BuildHasher as _, RandomState};

use super::{KNOWN, Name};

/// The names of one parse: the known ones and those that the document brought along.
#[derive(Debug, Default, Clone)]
pub struct Names {
    /// Hostile documents choose these names, hence a keyed hash.
    hash_keys: RandomState,
    /// Open addressing, at most half full; the length is a power of two.
    slots: Vec<Slot>,
    /// The spellings of the names that are not known, one after the other.
    spellings: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Slot {
    /// Of the spelling.
    hash: u32,
    /// The position among the names that are not known, from 1; 0 in an empty slot.
    number: u32,
}

impl Names {
    /// The name of this spelling, which is WTF-8.
    #[inline]
    pub fn intern(&mut self, spelling: &[u8]) -> Name {
        find_known(spelling).unwrap_or_else(|| self.intern_unknown(spelling))
    }

    fn intern_unknown(&mut self, spelling: &[u8]) -> Name {
        if self.slots.len() <= 2 * self.ends.len() {
            self.grow();
        }
        let hash = self.hash_keys.hash_one(spelling) as u32;
        let mut index = hash as usize;
        let slot = loop {
            index &= self.slots.len() - 1;
            let slot = self.slots[index];
            if slot.number == 0 {
                break index;
            }
            if slot.hash == hash && self.unknown_spelling(slot.number as usize - 1) == spelling {
                return unknown_name(slot.number);
            }
            index += 1;
        };
        self.spellings.extend_from_slice(spelling);
        self.ends.push(self.spellings.len());
        let number = self.ends.len() as u32;
        self.slots[slot] = Slot { hash, number };
        unknown_name(number)
    }

    fn grow(&mut self) {
        let mut slots = vec![Slot::default(); (2 * self.slots.len()).max(64)];
        for slot in self.slots.iter().filter(|slot| slot.number != 0) {
            let mut index = slot.hash as usize & (slots.len() - 1);
            while slots[index].number != 0 {
                index = (index + 1) & (slots.len() - 1);
            }
            slots[index] = *slot;
        }
        self.slots = slots;
    }

    /// The spelling of a name of this parse.
    #[inline]
    pub fn spelling(&self, name: Name) -> &[u8] {
        match name.known_index() {
            Some(index) => KNOWN[index].as_bytes(),
            None => self.unknown_spelling(name.index() - KNOWN.len()),
        }
    }

    fn unknown_spelling(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.spellings[start..self.ends[index]]
    }

    /// How many names there are, known ones included.
    pub fn len(&self) -> usize {
        KNOWN.len() + self.ends.len()
    }

    /// Never: the known names are always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

fn unknown_name(number: u32) -> Name {
    Name(KNOWN.len() as u32 + number - 1)
}

/// What a spelling is told from others by at a glance: its length and its first and last eight bytes. Up to sixteen
/// bytes that is all there is to it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Digest {
    first: u64,
    last: u64,
    length: usize,
}

impl Digest {
    #[inline(always)]
    const fn of(spelling: &[u8]) -> Self {
        let length = spelling.len();
        let (first, last) = if length >= 8 {
            (eight_bytes(spelling, 0), eight_bytes(spelling, length - 8))
        } else if length >= 4 {
            (
                four_bytes(spelling, 0) as u64,
                four_bytes(spelling, length - 4) as u64,
            )
        } else {
            match *spelling {
                [a, b, c] => (a as u64 | (b as u64) << 8, c as u64),
                [a, b] => (a as u64 | (b as u64) << 8, 0),
                [a] => (a as u64, 0),
                _ => (0, 0),
            }
        };
        Self {
            first,
            last,
            length,
        }
    }

    #[inline(always)]
    const fn slot(self) -> usize {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = (self.first ^ self.last.rotate_left(23)).wrapping_add(self.length as u64);
        (mixed.wrapping_mul(ODD) >> (u64::BITS - SLOT_BITS)) as usize
    }
}

#[inline(always)]
const fn eight_bytes(text: &[u8], at: usize) -> u64 {
    four_bytes(text, at) as u64 | (four_bytes(text, at + 4) as u64) << 32
}

#[inline(always)]
const fn four_bytes(text: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([text[at], text[at + 1], text[at + 2], text[at + 3]])
}

const SLOT_BITS: u32 = 11;
const SLOTS: usize = 1 << SLOT_BITS;
const EMPTY: u16 = u16::MAX;

/// Open addressing over the known names, filled at compile time.
static KNOWN_SLOTS: [u16; SLOTS] = {
    let mut slots = [EMPTY; SLOTS];
    let mut i = 0;
    while i < KNOWN.len() {
        let mut slot = Digest::of(KNOWN[i].as_bytes()).slot();
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = i as u16;
        i += 1;
    }
    slots
};

static KNOWN_DIGESTS: [Digest; KNOWN.len()] = {
    let mut digests = [Digest::of(b""); KNOWN.len()];
    let mut i = 0;
    while i < KNOWN.len() {
        digests[i] = Digest::of(KNOWN[i].as_bytes());
        i += 1;
    }
    digests
};

/// The known name of this spelling.
#[inline]
pub(super) fn find_known(spelling: &[u8]) -> Option<Name> {
    let digest = Digest::of(spelling);
    let mut slot = digest.slot();
    loop {
        let index = KNOWN_SLOTS[slot];
        if index == EMPTY {
            return None;
        }
        if KNOWN_DIGESTS[usize::from(index)] == digest
            && (spelling.len() <= 16 || KNOWN[usize::from(index)].as_bytes() == spelling)
        {
            return Some(Name(u32::from(index)));
        }
        slot = (slot + 1) % SLOTS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_interned_once() {
        let mut names = Names::default();
        let first = names.intern(b"x-unknown");
        assert_eq!(names.intern(b"x-unknown"), first);
        assert_eq!(names.spelling(first), b"x-unknown");
        assert_ne!(names.intern(b"x-other"), first);
        assert_eq!(names.intern(b"div"), Name::DIV);
        assert_eq!(names.spelling(Name::DIV), b"div");
    }

    #[test]
    fn many_names_are_told_apart() {
        let mut names = Names::default();
        let spellings: Vec<_> = (0..10_000).map(|i| format!("x{i}")).collect();
        let found: Vec<_> = spellings
            .iter()
            .map(|spelling| names.intern(spelling.as_bytes()))
            .collect();
        assert_eq!(names.len(), KNOWN.len() + spellings.len());
        for (spelling, name) in spellings.iter().zip(found) {
            assert_eq!(names.intern(spelling.as_bytes()), name);
            assert_eq!(names.spelling(name), spelling.as_bytes());
        }
    }

    #[test]
    fn spellings_that_differ_in_the_middle_are_told_apart() {
        assert_eq!(
            find_known(b"shadowrootslotassignment"),
            Some(Name::SHADOWROOTSLOTASSIGNMENT)
        );
        assert_eq!(find_known(b"shadowrootXXXXassignment"), None);
        assert_eq!(find_known(b""), None);
    }
}
