//! The list of active formatting elements.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements>

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use crate::dom::{Attribute, AttributeRange, Document, NodeId};
use crate::name::Name;

/// How many elements of a name are looked through for others alike before it is worth an index.
const FAMILY_SEARCH: usize = 16;

/// An entry of the list that is not a marker.
#[derive(Debug, Clone, Copy)]
pub(super) struct FormattingElement {
    pub(super) node: NodeId,
    pub(super) name: Name,
    /// The attributes of the token the element was created for.
    pub(super) attributes: AttributeRange,
    /// Where the stack of open elements had the element when last seen.
    pub(super) stack_position: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    element: FormattingElement,
    kind: EntryKind,
    /// The key of those alike, if there is an index of them.
    family: u64,
    /// The neighbours among the entries of the same name: positions plus 1, or 0.
    previous_same: u32,
    next_same: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    Element,
    Marker,
    /// A place that an element was taken out of. The ends of its run of holes are right in the first and the last of
    /// the run, so that nobody has to walk through it.
    Hole {
        first: u32,
        last: u32,
    },
}

/// The list. An entry keeps its position, but for [`FormattingList::move_after`]; where one is taken out of the middle
/// a hole stays.
#[derive(Debug, Default)]
pub(super) struct FormattingList {
    entries: Vec<Entry>,
    markers: Vec<u32>,
    /// For every name the position plus 1 of the last entry.
    last_by_name: Vec<u32>,
    families: Option<Families>,
}

/// An index of the elements that have the same name and attributes, for lists that got long.
#[derive(Debug, Default)]
struct Families {
    // Hostile documents choose the attributes, hence a keyed hash.
    hasher: RandomState,
    /// The positions of those alike, in order.
    positions: HashMap<u64, Vec<u32>>,
}

impl Families {
    fn key(&self, document: &Document, element: &FormattingElement) -> u64 {
        let attributes = document.attributes(element.attributes).iter();
        let attributes =
            attributes.map(|attribute| self.hasher.hash_one((attribute.name, document.text(attribute.value))));
        // The order of the attributes does not matter.
        self.hasher.hash_one((element.name, attributes.fold(0, u64::wrapping_add)))
    }

    fn insert(&mut self, family: u64, position: u32) {
        let positions = self.positions.entry(family).or_default();
        let index = positions.partition_point(|other| *other < position);
        positions.insert(index, position);
    }

    fn remove(&mut self, family: u64, position: u32) {
        if let Some(positions) = self.positions.get_mut(&family) {
            if let Ok(index) = positions.binary_search(&position) {
                positions.remove(index);
            }
            if positions.is_empty() {
                self.positions.remove(&family);
            }
        }
    }
}

impl FormattingList {
    /// Inserts a marker at the end.
    pub(super) fn push_marker(&mut self) {
        self.markers.push(self.entries.len() as u32);
        self.entries.push(Entry {
            element: FormattingElement {
                node: NodeId::DOCUMENT,
                name: Name::A,
                attributes: AttributeRange::default(),
                stack_position: 0,
            },
            kind: EntryKind::Marker,
            family: 0,
            previous_same: 0,
            next_same: 0,
        });
    }

    /// Removes the last entry, if there is one; says whether to go on removing to come to the last marker.
    pub(super) fn pop_to_marker(&mut self) -> bool {
        let Some(entry) = self.entries.last() else {
            return false;
        };
        let is_marker = entry.kind == EntryKind::Marker;
        if is_marker {
            self.markers.pop();
            self.entries.pop();
        } else {
            self.unlink(self.entries.len() as u32 - 1);
        }
        self.drop_holes();
        !is_marker
    }

    /// Adds an element at the end; gives its position.
    pub(super) fn push(&mut self, document: &Document, element: FormattingElement) -> u32 {
        let position = self.entries.len() as u32;
        let family = match &self.families {
            Some(families) => families.key(document, &element),
            None => 0,
        };
        self.entries.push(Entry { element, kind: EntryKind::Element, family, previous_same: 0, next_same: 0 });
        self.link(position, 0);
        position
    }

    /// The last entry, unless that is a marker: with its position.
    #[inline]
    pub(super) fn last(&self) -> Option<(u32, &FormattingElement)> {
        let position = (self.entries.len() as u32).checked_sub(1)?;
        Some((position, self.get(position)?))
    }

    /// The element at a position.
    #[inline]
    pub(super) fn get(&self, position: u32) -> Option<&FormattingElement> {
        self.entries.get(position as usize).filter(|entry| entry.kind == EntryKind::Element).map(|entry| &entry.element)
    }

    /// Whether the element's entry is at this position.
    #[inline]
    pub(super) fn is_at(&self, position: u32, node: NodeId) -> bool {
        self.get(position).is_some_and(|element| element.node == node)
    }

    /// The entry before a position, unless there is none or a marker: its position.
    pub(super) fn before(&self, position: u32) -> Option<u32> {
        let mut before = position.checked_sub(1)?;
        loop {
            match self.entries.get(before as usize)?.kind {
                EntryKind::Element => return Some(before),
                EntryKind::Marker => return None,
                EntryKind::Hole { first, .. } => before = first.checked_sub(1)?,
            }
        }
    }

    /// The entry after a position: its position.
    pub(super) fn after(&self, position: u32) -> Option<u32> {
        let after = match self.run_of_holes(position + 1) {
            Some(holes) => holes.end,
            None => position + 1,
        };
        self.get(after).is_some().then_some(after)
    }

    /// The last element of this name after the last marker: its position.
    pub(super) fn last_of(&self, name: Name) -> Option<u32> {
        let position = self.last_by_name.get(name.index())?.checked_sub(1)?;
        (self.markers.last().is_none_or(|marker| *marker < position)).then_some(position)
    }

    /// The elements of this name after the last marker, the last first, with their positions.
    pub(super) fn of_name(&self, name: Name) -> impl Iterator<Item = (u32, &FormattingElement)> {
        let marker = self.markers.last().map_or(0, |marker| *marker + 1);
        let first = self.last_of(name);
        std::iter::successors(first, move |position| {
            let entry = &self.entries[*position as usize];
            entry.previous_same.checked_sub(1).filter(|previous| *previous >= marker)
        })
        .filter_map(|position| Some((position, self.get(position)?)))
    }

    /// The third last element after the last marker that has the same name and attributes as another: its position.
    pub(super) fn third_alike(&mut self, document: &Document, element: &FormattingElement) -> Option<u32> {
        if self.families.is_none() {
            let mut searched = 0;
            let mut alike = self
                .of_name(element.name)
                .take(FAMILY_SEARCH)
                .inspect(|_| searched += 1)
                .filter(|(_, other)| same_attributes(document, element.attributes, other.attributes))
                .map(|(position, _)| position);
            let third = alike.nth(2);
            drop(alike);
            if third.is_some() || searched < FAMILY_SEARCH {
                return third;
            }
            self.index_families(document);
        }
        let families = self.families.as_ref()?;
        let positions = families.positions.get(&families.key(document, element))?;
        let marker = self.markers.last().copied();
        positions
            .iter()
            .rev()
            .copied()
            .take_while(|position| Some(*position) > marker)
            .filter(|position| {
                self.get(*position).is_some_and(|other| {
                    other.name == element.name && same_attributes(document, element.attributes, other.attributes)
                })
            })
            .nth(2)
    }

    fn index_families(&mut self, document: &Document) {
        let mut families = Families::default();
        for (position, entry) in self.entries.iter_mut().enumerate() {
            if entry.kind == EntryKind::Element {
                entry.family = families.key(document, &entry.element);
                families.insert(entry.family, position as u32);
            }
        }
        self.families = Some(families);
    }

    /// Removes the element at a position.
    pub(super) fn remove(&mut self, position: u32) {
        if self.get(position).is_some() {
            self.unlink(position);
            self.drop_holes();
        }
    }

    /// Puts another element, made for the same token, in the place of one.
    pub(super) fn replace(&mut self, position: u32, node: NodeId, stack_position: u32) {
        if let Some(entry) = self.entries.get_mut(position as usize) {
            entry.element.node = node;
            entry.element.stack_position = stack_position;
        }
    }

    /// Remembers where the stack of open elements has the element of the entry at a position.
    pub(super) fn set_stack_position(&mut self, position: u32, node: NodeId, stack_position: u32) {
        if let Some(entry) = self.entries.get_mut(position as usize)
            && entry.element.node == node
        {
            entry.element.stack_position = stack_position;
        }
    }

    /// Removes the entry at `from`, and inserts `new`, of the same name, immediately after the entry at `after`. What
    /// is in between moves: `moved` hears of each, with its new position. Gives the position of the new entry.
    pub(super) fn move_after(
        &mut self,
        from: u32,
        after: u32,
        new: FormattingElement,
        mut moved: impl FnMut(&FormattingElement, u32),
    ) {
        if after <= from {
            self.replace(from, new.node, new.stack_position);
            moved(&new, from);
            return;
        }
        // All of these are holes for a moment.
        let holes = self.run_around(from..after + 1);
        let mut between = Vec::with_capacity(4);
        let mut next = Some(after);
        while let Some(position) = next.filter(|position| *position > from) {
            next = self.before(position);
            let Entry { element, family, .. } = self.entries[position as usize];
            between.push((element, family, self.unlink(position)));
        }
        let family = self.entries[from as usize].family;
        let next_same = self.unlink(from);
        let first = after - between.len() as u32;
        between.reverse();
        between.push((new, family, next_same));
        for (position, (element, family, next_same)) in (first..).zip(between) {
            if let Some(entry) = self.entries.get_mut(position as usize) {
                entry.element = element;
                entry.family = family;
                entry.kind = EntryKind::Element;
            }
            self.link(position, next_same);
            moved(&element, position);
        }
        self.set_run(holes.start..first);
        self.set_run(after + 1..holes.end);
    }

    /// Takes an entry out of the chain of its name, and leaves a hole; gives the link to the next of its name.
    fn unlink(&mut self, position: u32) -> u32 {
        let entry = self.entries[position as usize];
        let holes = self.run_around(position..position + 1);
        self.entries[position as usize].kind = EntryKind::Hole { first: position, last: position };
        self.set_run(holes);
        if let Some(families) = &mut self.families {
            families.remove(entry.family, position);
        }
        if let Some(previous) = self.linked_mut(entry.previous_same) {
            previous.next_same = entry.next_same;
        }
        match self.linked_mut(entry.next_same) {
            Some(next) => next.previous_same = entry.previous_same,
            None => *self.last_mut(entry.element.name) = entry.previous_same,
        }
        entry.next_same
    }

    /// Puts an entry into the chain of its name, before the one linked to.
    fn link(&mut self, position: u32, next_same: u32) {
        let name = self.entries[position as usize].element.name;
        let before = match self.linked_mut(next_same) {
            Some(next) => &mut next.previous_same,
            None => self.last_mut(name),
        };
        let previous_same = std::mem::replace(before, position + 1);
        if let Some(previous) = self.linked_mut(previous_same) {
            previous.next_same = position + 1;
        }
        let entry = &mut self.entries[position as usize];
        entry.previous_same = previous_same;
        entry.next_same = next_same;
        let family = entry.family;
        if let Some(families) = &mut self.families {
            families.insert(family, position);
        }
    }

    /// The run of holes that a position is the first or the last of.
    fn run_of_holes(&self, position: u32) -> Option<Range<u32>> {
        match self.entries.get(position as usize)?.kind {
            EntryKind::Hole { first, last } => Some(first..last + 1),
            EntryKind::Element | EntryKind::Marker => None,
        }
    }

    /// Some positions with the holes immediately before and after them.
    fn run_around(&self, positions: Range<u32>) -> Range<u32> {
        let before = positions.start.checked_sub(1).and_then(|before| self.run_of_holes(before));
        let after = self.run_of_holes(positions.end);
        before.map_or(positions.start, |before| before.start)..after.map_or(positions.end, |after| after.end)
    }

    /// Says in the first and the last of a run of holes where it ends.
    fn set_run(&mut self, holes: Range<u32>) {
        let Some(last) = holes.end.checked_sub(1).filter(|last| *last >= holes.start) else {
            return;
        };
        let kind = EntryKind::Hole { first: holes.start, last };
        for end in [holes.start, last] {
            self.entries[end as usize].kind = kind;
        }
    }

    fn drop_holes(&mut self) {
        let end = (self.entries.len() as u32).checked_sub(1);
        if let Some(holes) = end.and_then(|end| self.run_of_holes(end)) {
            self.entries.truncate(holes.start as usize);
        }
    }

    fn last_mut(&mut self, name: Name) -> &mut u32 {
        let index = name.index();
        if index >= self.last_by_name.len() {
            self.last_by_name.resize(index + 1, 0);
        }
        &mut self.last_by_name[index]
    }

    fn linked_mut(&mut self, link: u32) -> Option<&mut Entry> {
        self.entries.get_mut((link as usize).wrapping_sub(1))
    }
}

/// Whether two tokens had the same attributes, in whatever order.
fn same_attributes(document: &Document, a: AttributeRange, b: AttributeRange) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (document.attributes(a), document.attributes(b));
    let equal = |(a, b): (&Attribute, &Attribute)| a.name == b.name && document.text(a.value) == document.text(b.value);
    if a.len() != b.len() {
        return false;
    }
    if a.iter().zip(b).all(equal) {
        return true;
    }
    let sorted = |attributes: &[Attribute]| {
        let mut attributes = attributes.to_vec();
        attributes.sort_unstable_by_key(|attribute| attribute.name);
        attributes
    };
    sorted(a).iter().zip(&sorted(b)).all(equal)
}
