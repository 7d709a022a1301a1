//! The stack of open elements, with indexes that answer at once what the rules ask by walking through it.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>

use super::classes::{Class, ClassIndex, Classes};
use crate::clauses::view::{OpenElement, OpenElements};
use crate::dom::{ElementName, Namespace, NodeId};
use crate::name::Name;

/// The names of HTML's elements are among the first so many.
const USUAL_NAMES: usize = 160;
/// An element on the stack.
#[derive(Debug, Clone, Copy)]
pub(super) struct StackEntry {
    pub(super) node: NodeId,
    pub(super) name: ElementName,
    /// The name in the tag that made it, where SVG has capitals.
    pub(super) tag_name: Name,
    /// Whether it is a MathML annotation-xml element whose start tag made it an HTML integration point.
    pub(super) is_html_annotation: bool,
    /// For a formatting element: where the list of active formatting elements had its entry when last seen.
    /// For a foreign element: the position of the last HTML element before it.
    /// For a hole: the position from which on all are holes.
    pub(super) link: u32,
    is_hole: bool,
    classes: Classes,
    /// The neighbours among the open elements of the same name: positions plus 1, or 0.
    previous_same: u32,
    next_same: u32,
}

impl StackEntry {
    pub(super) fn new(node: NodeId, name: ElementName, tag_name: Name) -> Self {
        Self {
            node,
            name,
            tag_name,
            is_html_annotation: false,
            link: 0,
            is_hole: false,
            classes: Classes::default(),
            previous_same: 0,
            next_same: 0,
        }
    }

    /// The element as an observer sees it.
    #[inline]
    pub(super) fn seen(&self) -> OpenElement {
        OpenElement { node: self.node, name: self.name, is_html_annotation: self.is_html_annotation }
    }
}

/// The stack of open elements. An element keeps its position while it is open, but for [`Stack::move_below`]: where one
/// is taken out of the middle a hole stays, so that no rule costs more the more elements are open.
#[derive(Debug)]
pub(super) struct Stack {
    entries: Vec<StackEntry>,
    /// For every tag name the position plus 1 of the last open element, HTML and foreign ones apart.
    last_html: Vec<u32>,
    last_foreign: Vec<u32>,
    by_class: ClassIndex,
    unexpected_at_end: u32,
}

impl Default for Stack {
    #[inline]
    fn default() -> Self {
        Self {
            entries: Vec::with_capacity(16),
            last_html: Vec::with_capacity(USUAL_NAMES),
            last_foreign: Vec::new(),
            by_class: ClassIndex::default(),
            unexpected_at_end: 0,
        }
    }
}

impl Stack {
    /// Pushes an element, which is of these classes.
    #[inline]
    pub(super) fn push(&mut self, mut element: StackEntry, classes: Classes) {
        let position = self.entries.len() as u32;
        element.classes = classes;
        element.next_same = 0;
        let last = self.last_mut(element.name.namespace, element.tag_name);
        element.previous_same = std::mem::replace(last, position + 1);
        if let Some(previous) = self.linked_mut(element.previous_same) {
            previous.next_same = position + 1;
        }
        if element.name.namespace != Namespace::Html {
            element.link = self.last_html_position();
        }
        self.by_class.push(element.classes, position);
        self.unexpected_at_end += u32::from(element.classes.is_unexpected_at_end());
        self.entries.push(element);
    }

    /// Pops the current node.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<StackEntry> {
        let element = self.entries.pop()?;
        *self.last_mut(element.name.namespace, element.tag_name) = element.previous_same;
        if let Some(previous) = self.linked_mut(element.previous_same) {
            previous.next_same = 0;
        }
        self.by_class.pop(element.classes, self.entries.len() as u32);
        self.unexpected_at_end -= u32::from(element.classes.is_unexpected_at_end());
        self.drop_holes();
        Some(element)
    }

    /// Pops all elements.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.last_html.clear();
        self.last_foreign.clear();
        self.by_class = ClassIndex::default();
        self.unexpected_at_end = 0;
    }

    /// The current node: the bottommost, that is the last.
    #[inline(always)]
    pub(super) fn current(&self) -> Option<&StackEntry> {
        self.entries.last()
    }

    /// The topmost, that is the first element.
    #[inline]
    pub(super) fn first(&self) -> Option<&StackEntry> {
        self.in_order().next()
    }

    /// The second element.
    pub(super) fn second(&self) -> Option<&StackEntry> {
        self.in_order().nth(1)
    }

    /// Whether there is one element and no more.
    #[inline]
    pub(super) fn has_one(&self) -> bool {
        self.entries.len() == 1
    }

    /// The elements in order, the topmost first.
    pub(super) fn in_order(&self) -> impl DoubleEndedIterator<Item = &StackEntry> {
        self.entries.iter().filter(|element| !element.is_hole)
    }

    /// The element at a position.
    #[inline]
    pub(super) fn get(&self, position: u32) -> Option<&StackEntry> {
        self.entries.get(position as usize).filter(|element| !element.is_hole)
    }

    /// Whether the element is at this position.
    #[inline]
    pub(super) fn is_at(&self, position: u32, node: NodeId) -> bool {
        self.get(position).is_some_and(|element| element.node == node)
    }

    /// The position of the current node.
    #[inline]
    pub(super) fn current_position(&self) -> Option<u32> {
        (self.entries.len() as u32).checked_sub(1)
    }

    /// The position of the last HTML element of this name.
    #[inline]
    pub(super) fn last_position(&self, name: Name) -> Option<u32> {
        self.last_html.get(name.index())?.checked_sub(1)
    }

    /// The position of the last foreign element that a tag of this name made, after the last HTML element.
    pub(super) fn last_foreign_position(&self, tag_name: Name) -> Option<u32> {
        let position = self.last_foreign.get(tag_name.index())?.checked_sub(1)?;
        debug_assert_eq!(
            Some(self.last_html_position()),
            self.last_html_position_by_walking(),
            "what the stack remembers is what it has"
        );
        (position > self.last_html_position()).then_some(position)
    }

    /// The position of the last element of the class.
    #[inline]
    pub(super) fn last_of(&self, class: Class) -> Option<u32> {
        self.by_class.last(class)
    }

    /// The position of the first element of the class after a position.
    pub(super) fn first_of_after(&self, class: Class, position: u32) -> Option<u32> {
        self.by_class.first_after(class, position)
    }

    /// The position of an element of the class, counted from the last: 0 gives the last.
    pub(super) fn nth_last_of(&self, class: Class, n: usize) -> Option<u32> {
        self.by_class.nth_last(class, n)
    }

    /// The position of the last but one open HTML element of this name.
    pub(super) fn last_but_one_position(&self, name: Name) -> Option<u32> {
        self.last_before(self.last_position(name)?)
    }

    /// The position of the last element before the one at a position that has the same name.
    pub(super) fn last_before(&self, position: u32) -> Option<u32> {
        self.get(position)?.previous_same.checked_sub(1)
    }

    /// Whether an element of this name is open, and no element of the class after it.
    #[inline]
    pub(super) fn has_in_scope(&self, scope: Class, name: Name) -> bool {
        self.last_position(name).is_some_and(|position| self.is_in_scope(scope, position))
    }

    /// Whether there is no element of the class after a position.
    #[inline]
    pub(super) fn is_in_scope(&self, scope: Class, position: u32) -> bool {
        self.last_of(scope).is_none_or(|barrier| barrier <= position)
    }

    /// The position of an element of this name.
    pub(super) fn find(&self, name: Name, node: NodeId) -> Option<u32> {
        let mut position = self.last_position(name)?;
        loop {
            let element = self.get(position)?;
            if element.node == node {
                return Some(position);
            }
            position = element.previous_same.checked_sub(1)?;
        }
    }

    /// Whether an element is open that it is an error to leave open.
    pub(super) fn has_unexpected_at_end(&self) -> bool {
        self.unexpected_at_end != 0
    }

    /// The position immediately above, that is before, a position.
    pub(super) fn above(&mut self, position: u32) -> Option<u32> {
        let mut above = position.checked_sub(1)?;
        while let Some(hole) = self.entries.get(above as usize).filter(|entry| entry.is_hole) {
            let start = hole.link;
            // The next one who comes along here need not walk through the holes again.
            if let Some(entry) = self.entries.get_mut(position as usize - 1) {
                entry.link = start;
            }
            above = start.checked_sub(1)?;
        }
        Some(above)
    }

    /// Takes an element out, wherever it is.
    pub(super) fn remove(&mut self, position: u32) {
        self.remove_between(position);
        let Some(above) = self.above(position) else {
            return;
        };
        let last_html = match self.get(above) {
            Some(element) if element.name.namespace != Namespace::Html => element.link,
            _ => above,
        };
        // The foreign elements right below have another last HTML element before them now.
        let below = self.entries.iter_mut().skip(position as usize + 1);
        let foreign =
            below.filter(|entry| !entry.is_hole).take_while(|element| element.name.namespace != Namespace::Html);
        for element in foreign {
            element.link = last_html;
        }
    }

    /// Takes an element out that no foreign element is right below: for the adoption agency, which takes out all
    /// foreign elements between two.
    pub(super) fn remove_between(&mut self, position: u32) {
        if self.current_position() == Some(position) {
            self.pop();
            return;
        }
        let Some(element) = self.take(position) else {
            return;
        };
        self.by_class.remove(element.classes, position);
        self.unexpected_at_end -= u32::from(element.classes.is_unexpected_at_end());
    }

    /// Puts another element of the same name in the place of one.
    pub(super) fn replace(&mut self, position: u32, node: NodeId) {
        if let Some(element) = self.entries.get_mut(position as usize) {
            element.node = node;
        }
    }

    /// Remembers where the list of active formatting elements has the entry of the element at a position.
    pub(super) fn set_link(&mut self, position: u32, node: NodeId, link: u32) {
        if let Some(element) = self.entries.get_mut(position as usize)
            && element.node == node
        {
            element.link = link;
        }
    }

    /// Takes the element at `from` out, and puts `new`, of the same name, immediately below the one at `block`, which
    /// is further down. What is in between moves, `block` with it: `moved` hears of each, with its new position.
    pub(super) fn move_below(
        &mut self,
        from: u32,
        block: u32,
        new: StackEntry,
        mut moved: impl FnMut(StackEntry, u32),
    ) {
        if block <= from {
            return;
        }
        let mut between = Vec::with_capacity(4);
        let mut next = Some(block);
        while let Some(position) = next.filter(|position| *position > from) {
            next = self.above(position);
            if let Some(element) = self.take(position) {
                self.by_class.remove(element.classes, position);
                between.push(element);
            }
        }
        let Some(old) = self.take(from) else { return };
        let first = block - between.len() as u32;
        for (position, element) in (first..).zip(between.into_iter().rev()) {
            self.by_class.insert(element.classes, position);
            self.put(position, element);
            moved(element, position);
        }
        self.put(block, StackEntry { classes: old.classes, next_same: old.next_same, ..new });
    }

    /// Takes an element out of the chain of its name, and leaves a hole.
    fn take(&mut self, position: u32) -> Option<StackEntry> {
        let element = *self.get(position)?;
        if let Some(previous) = self.linked_mut(element.previous_same) {
            previous.next_same = element.next_same;
        }
        match self.linked_mut(element.next_same) {
            Some(next) => next.previous_same = element.previous_same,
            None => {
                *self.last_mut(element.name.namespace, element.tag_name) = element.previous_same;
            }
        }
        let start = match position.checked_sub(1).map(|above| self.entries[above as usize]) {
            Some(above) if above.is_hole => above.link,
            _ => position,
        };
        let hole = &mut self.entries[position as usize];
        hole.is_hole = true;
        hole.link = start;
        Some(element)
    }

    /// Puts an element into a hole, and into the chain of its name before its `next_same`.
    fn put(&mut self, position: u32, mut element: StackEntry) {
        let before = match self.linked_mut(element.next_same) {
            Some(next) => &mut next.previous_same,
            None => self.last_mut(element.name.namespace, element.tag_name),
        };
        element.previous_same = std::mem::replace(before, position + 1);
        if let Some(previous) = self.linked_mut(element.previous_same) {
            previous.next_same = position + 1;
        }
        if let Some(hole) = self.entries.get_mut(position as usize) {
            *hole = element;
        }
    }

    #[inline]
    fn drop_holes(&mut self) {
        while self.entries.last().is_some_and(|entry| entry.is_hole) {
            self.entries.pop();
        }
    }

    #[inline]
    fn last_html_position(&self) -> u32 {
        match self.entries.last() {
            Some(current) if current.name.namespace != Namespace::Html => current.link,
            _ => (self.entries.len() as u32).saturating_sub(1),
        }
    }

    fn last_html_position_by_walking(&self) -> Option<u32> {
        let is_html = |entry: &StackEntry| !entry.is_hole && entry.name.namespace == Namespace::Html;
        self.entries.iter().rposition(is_html).map(|position| position as u32)
    }

    #[inline]
    fn last_mut(&mut self, namespace: Namespace, tag_name: Name) -> &mut u32 {
        let last = match namespace {
            Namespace::Html => &mut self.last_html,
            _ => &mut self.last_foreign,
        };
        let index = tag_name.index();
        if index >= last.len() {
            last.resize((index + 1).max(USUAL_NAMES), 0);
        }
        &mut last[index]
    }

    #[inline]
    fn linked_mut(&mut self, link: u32) -> Option<&mut StackEntry> {
        self.entries.get_mut((link as usize).wrapping_sub(1))
    }
}

impl OpenElements for Stack {
    fn next(&self, position: usize) -> Option<(OpenElement, usize)> {
        let entries = self.entries.get(position..)?;
        let offset = entries.iter().position(|entry| !entry.is_hole)?;
        Some((entries[offset].seen(), position + offset + 1))
    }

    fn last(&self) -> Option<OpenElement> {
        self.current().map(StackEntry::seen)
    }
}
