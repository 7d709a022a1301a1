//! From spellings to names and back.

use std::hash::{BuildHasher as _, RandomState};

use super::{KNOWN, Name};

/// The names of one parse: the known ones and those that the document brought along.
#[derive(Debug, Default, Clone)]
pub struct Names {
    /// Hostile documents choose these names, hence a keyed hash.
    hash_keys: RandomState,
    /// At most half full.
    slots: Slots,
    /// The spellings of the names that are not known, one after the other.
    spellings: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl Names {
    /// The name of this spelling, which is WTF-8.
    #[inline]
    pub fn intern(&mut self, spelling: &[u8]) -> Name {
        find_known(spelling).unwrap_or_else(|| self.intern_unknown(spelling))
    }

    fn intern_unknown(&mut self, spelling: &[u8]) -> Name {
        if self.slots.len() <= 2 * self.ends.len() {
            self.slots.grow();
        }
        let hash = self.hash(spelling);
        let is_same = |slot: Slot| slot.hash == hash && self.unknown_spelling(slot.number as usize - 1) == spelling;
        let index = self.slots.find(hash, is_same);
        let slot = self.slots.0[index];
        if slot.number != 0 {
            return unknown_name(slot.number);
        }
        self.spellings.extend_from_slice(spelling);
        self.ends.push(self.spellings.len());
        let number = self.ends.len() as u32;
        self.slots.0[index] = Slot { hash, number };
        unknown_name(number)
    }

    /// The last byte, and above it a hash of the others.
    fn hash(&self, spelling: &[u8]) -> u32 {
        match spelling.split_last() {
            Some((last, others)) => (self.hash_keys.hash_one(others) as u32) << 8 | u32::from(*last),
            None => 0,
        }
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

/// Open addressing by the bucket. Names that differ in their last byte alone are in the same bucket, next to each
/// other, as long as it is not full: where a document counts up more names than the caches hold, few of them wait for
/// memory.
#[derive(Debug, Default, Clone)]
struct Slots(Vec<Slot>);

#[derive(Debug, Default, Clone, Copy)]
struct Slot {
    /// Of the spelling.
    hash: u32,
    /// The position among the names that are not known, from 1; 0 in an empty slot.
    number: u32,
}

/// How many slots a bucket has.
const BUCKET: usize = 32;

impl Slots {
    /// How many there are: none, or a power of two.
    fn len(&self) -> usize {
        self.0.len()
    }

    /// The index of the slot with this hash that `is_same`; or else of the empty one where it belongs.
    fn find(&self, hash: u32, is_same: impl Fn(Slot) -> bool) -> usize {
        let buckets = self.len() / BUCKET - 1;
        let mut bucket = (hash >> 8) as usize & buckets;
        // A full bucket's other names are not kept together: however many have the same beginning, they are scattered.
        let mut next = hash.wrapping_mul(0x9E37_79B1).rotate_left(16) as usize;
        loop {
            for i in 0..BUCKET {
                let index = bucket * BUCKET + (hash as usize + i) % BUCKET;
                let slot = self.0[index];
                if slot.number == 0 || is_same(slot) {
                    return index;
                }
            }
            bucket = next & buckets;
            next += 1;
        }
    }

    fn grow(&mut self) {
        let more = vec![Slot::default(); (2 * self.len()).max(2 * BUCKET)];
        let slots = std::mem::replace(&mut self.0, more);
        for slot in slots.into_iter().filter(|slot| slot.number != 0) {
            let index = self.find(slot.hash, |_| false);
            self.0[index] = slot;
        }
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
            (four_bytes(spelling, 0) as u64, four_bytes(spelling, length - 4) as u64)
        } else {
            match *spelling {
                [a, b, c] => (a as u64 | (b as u64) << 8, c as u64),
                [a, b] => (a as u64 | (b as u64) << 8, 0),
                [a] => (a as u64, 0),
                _ => (0, 0),
            }
        };
        Self { first, last, length }
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

    fn assert_told_apart(spellings: impl Iterator<Item = Vec<u8>>) {
        let mut names = Names::default();
        let spellings: Vec<_> = spellings.collect();
        let found: Vec<_> = spellings.iter().map(|name| names.intern(name)).collect();
        assert_eq!(names.len(), KNOWN.len() + spellings.len());
        for (spelling, name) in spellings.iter().zip(found) {
            assert_eq!(names.intern(spelling), name);
            assert_eq!(names.spelling(name), spelling);
        }
    }

    #[test]
    fn many_names_are_told_apart() {
        assert_told_apart((0..10_000).map(|i| format!("x{i}").into_bytes()));
    }

    #[test]
    fn more_names_of_one_beginning_than_a_bucket_holds_are_told_apart() {
        let endings = || b' '..=0x7F;
        assert!(endings().count() > BUCKET);
        assert_told_apart(endings().flat_map(|last| [vec![b'\n', last], vec![b'x', b'x', last]]));
    }

    #[test]
    fn spellings_that_differ_in_the_middle_are_told_apart() {
        assert_eq!(find_known(b"shadowrootslotassignment"), Some(Name::SHADOWROOTSLOTASSIGNMENT));
        assert_eq!(find_known(b"shadowrootXXXXassignment"), None);
        assert_eq!(find_known(b""), None);
    }
}
