//! Kinds of elements whose positions on the stack of open elements are remembered.

use crate::clauses::list::{List, ListSet};
use crate::dom::{ElementName, Namespace};
use crate::name::{KNOWN, Name};

/// A kind of element whose positions the stack remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    Special,
    Scope,
    ListItemScope,
    ButtonScope,
    TableScope,
    /// Special, but no address, div or p: where the search for an open list item ends.
    ListItemStop,
    /// What resetting the insertion mode looks for.
    SetsMode,
}

const CLASSES: usize = 7;
/// The bit of the elements that are an error to be left open; these are only counted.
const UNEXPECTED_AT_END: u8 = 1 << CLASSES;

/// The classes of one element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Classes(u8);

impl Classes {
    /// Of an element of this name, which is on the lists of the standard.
    #[inline]
    pub(super) fn usual(name: ElementName) -> Self {
        match name.local.known_index() {
            Some(index) => USUAL[name.namespace as usize][index],
            None => UNKNOWN,
        }
    }

    /// Of an element of this name, which is on these lists.
    pub(super) const fn of(name: ElementName, lists: ListSet) -> Self {
        const fn bit(holds: bool, class: Class) -> u8 {
            (holds as u8) << class as u8
        }
        let special = lists.contains(List::Special);
        let unexpected = !lists.contains(List::ExpectedOpenAtEnd);
        let stops = special && !lists.contains(List::ListItemTransparent);
        Self(
            bit(special, Class::Special)
                | bit(lists.contains(List::Scope), Class::Scope)
                | bit(lists.contains(List::ListItemScope), Class::ListItemScope)
                | bit(lists.contains(List::ButtonScope), Class::ButtonScope)
                | bit(lists.contains(List::TableScope), Class::TableScope)
                | bit(stops, Class::ListItemStop)
                | bit(sets_mode(name), Class::SetsMode)
                | (unexpected as u8) << CLASSES,
        )
    }

    /// Whether it is an error to leave the element open.
    #[inline]
    pub(super) fn is_unexpected_at_end(self) -> bool {
        self.0 & UNEXPECTED_AT_END != 0
    }

    #[inline]
    fn contains(self, class: usize) -> bool {
        self.0 & 1 << class != 0
    }
}

/// Whether resetting the insertion mode asks for elements of this name.
const fn sets_mode(name: ElementName) -> bool {
    matches!(name.namespace, Namespace::Html)
        && matches!(
            name.local,
            Name::TD
                | Name::TH
                | Name::TR
                | Name::TBODY
                | Name::THEAD
                | Name::TFOOT
                | Name::CAPTION
                | Name::COLGROUP
                | Name::TABLE
                | Name::TEMPLATE
                | Name::SELECT
                | Name::HEAD
                | Name::BODY
                | Name::FRAMESET
                | Name::HTML
        )
}

/// The classes of elements whose names are not known.
const UNKNOWN: Classes = Classes(UNEXPECTED_AT_END);

/// The classes of elements by namespace and known name.
static USUAL: [[Classes; KNOWN.len()]; 3] = [usual(Namespace::Html), usual(Namespace::MathMl), usual(Namespace::Svg)];

const fn usual(namespace: Namespace) -> [Classes; KNOWN.len()] {
    let mut classes = [UNKNOWN; KNOWN.len()];
    let mut i = 0;
    while i < KNOWN.len() {
        let name = ElementName { namespace, local: Name::at(i) };
        classes[i] = Classes::of(name, ListSet::of(name));
        i += 1;
    }
    classes
}

/// So many positions are in words: many documents are no deeper, and those that are have most of their elements there.
const SHALLOW: u32 = 32;
/// How many positions a word holds: each has a byte, the classes of the element there.
const WORD: u32 = size_of::<u64>() as u32;
const WORDS: usize = (SHALLOW / WORD) as usize;

/// The positions of the elements of each class, in order.
#[derive(Debug, Default)]
pub(super) struct ClassIndex {
    shallow: [u64; WORDS],
    /// The positions that are not in words, of each class.
    deep: Option<Box<[Vec<u32>; CLASSES]>>,
}

impl ClassIndex {
    /// Adds an element behind all others.
    #[inline]
    pub(super) fn push(&mut self, classes: Classes, position: u32) {
        if position < SHALLOW {
            self.insert_shallow(classes, position);
        } else {
            self.each_deep(classes, |positions| positions.push(position));
        }
    }

    /// Takes out the last of all elements.
    #[inline]
    pub(super) fn pop(&mut self, classes: Classes, position: u32) {
        if position < SHALLOW {
            self.remove_shallow(position);
        } else {
            self.each_deep(classes, |positions| {
                positions.pop();
            });
        }
    }

    /// Adds an element at a position that nothing is at.
    pub(super) fn insert(&mut self, classes: Classes, position: u32) {
        if position < SHALLOW {
            self.insert_shallow(classes, position);
        } else {
            self.each_deep(classes, |positions| {
                let index = positions.partition_point(|other| *other < position);
                positions.insert(index, position);
            });
        }
    }

    /// Takes out the element at a position.
    pub(super) fn remove(&mut self, classes: Classes, position: u32) {
        if position < SHALLOW {
            self.remove_shallow(position);
        } else {
            self.each_deep(classes, |positions| {
                if let Ok(index) = positions.binary_search(&position) {
                    positions.remove(index);
                }
            });
        }
    }

    /// The position of the last element of a class.
    #[inline]
    pub(super) fn last(&self, class: Class) -> Option<u32> {
        match self.deep(class).last() {
            Some(last) => Some(*last),
            None => self.shallow(class).checked_ilog2(),
        }
    }

    /// The position of the first element of a class after a position.
    pub(super) fn first_after(&self, class: Class, position: u32) -> Option<u32> {
        let up_to_it = 2_u32.checked_shl(position).unwrap_or(0).wrapping_sub(1);
        let shallow = self.shallow(class) & !up_to_it;
        if shallow != 0 {
            return Some(shallow.trailing_zeros());
        }
        let deep = self.deep(class);
        deep.get(deep.partition_point(|other| *other <= position)).copied()
    }

    /// The position of an element of a class, counted from the last: 0 gives the last.
    pub(super) fn nth_last(&self, class: Class, n: usize) -> Option<u32> {
        let deep = self.deep(class);
        let Some(rest) = n.checked_sub(deep.len()) else {
            return deep.iter().rev().nth(n).copied();
        };
        let mut shallow = self.shallow(class);
        for _ in 0..rest {
            shallow &= !(1 << shallow.checked_ilog2()?);
        }
        shallow.checked_ilog2()
    }

    #[inline]
    fn insert_shallow(&mut self, classes: Classes, position: u32) {
        let word = &mut self.shallow[(position / WORD) as usize];
        *word |= u64::from(classes.0) << (position % WORD * u8::BITS);
    }

    #[inline]
    fn remove_shallow(&mut self, position: u32) {
        let word = &mut self.shallow[(position / WORD) as usize];
        *word &= !(0xFF << (position % WORD * u8::BITS));
    }

    /// A bit for each of the first positions: whether the element there is of the class.
    #[inline]
    fn shallow(&self, class: Class) -> u32 {
        let bytes = self.shallow.iter().map(|word| {
            let is_of_class = word >> class as u8 & 0x0101_0101_0101_0101;
            // Brings the bits of all bytes together in the highest.
            let gathered = is_of_class.wrapping_mul(0x0102_0408_1020_4080);
            gathered.to_be_bytes()[0]
        });
        bytes.rev().fold(0, |bits, byte| bits << u8::BITS | u32::from(byte))
    }

    #[inline]
    fn deep(&self, class: Class) -> &[u32] {
        match &self.deep {
            Some(deep) => &deep[class as usize],
            None => &[],
        }
    }

    fn each_deep(&mut self, classes: Classes, mut work: impl FnMut(&mut Vec<u32>)) {
        let deep = self.deep.get_or_insert_default();
        for (class, positions) in deep.iter_mut().enumerate() {
            if classes.contains(class) {
                work(positions);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: Class = Class::Scope;
    const OTHER: Class = Class::SetsMode;

    fn of(class: Class) -> Classes {
        Classes(1 << class as u8)
    }

    fn check(index: &ClassIndex, expected: &[u32]) {
        assert_eq!(index.last(CLASS), expected.last().copied());
        for n in 0..=expected.len() {
            let nth_last = expected.iter().rev().nth(n).copied();
            assert_eq!(index.nth_last(CLASS, n), nth_last, "{n}");
        }
        for position in 0..140 {
            let first_after = expected.iter().find(|other| **other > position).copied();
            assert_eq!(index.first_after(CLASS, position), first_after, "{position}");
        }
    }

    #[test]
    fn positions_are_in_order_whether_shallow_or_deep() {
        let mut index = ClassIndex::default();
        let mut expected = Vec::new();
        check(&index, &expected);
        for position in 0..130 {
            if position % 3 == 0 {
                index.push(of(CLASS), position);
                expected.push(position);
            } else {
                index.push(of(OTHER), position);
            }
            check(&index, &expected);
        }
        for position in [0, 3, 63, 66, 129] {
            index.remove(of(CLASS), position);
            expected.retain(|other| *other != position);
            check(&index, &expected);
        }
        for position in [63, 64, 100, 1] {
            index.remove(of(OTHER), position);
            index.insert(of(CLASS), position);
            expected.push(position);
            expected.sort_unstable();
            check(&index, &expected);
        }
        while let Some(position) = expected.pop() {
            index.pop(of(CLASS), position);
            check(&index, &expected);
        }
        assert_eq!(index.last(OTHER), Some(128));
    }
}
