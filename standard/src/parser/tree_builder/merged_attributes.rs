//! The attributes that later html and body start tags add to the html and body elements.

use crate::clauses::token::Tag;
use crate::dom::{Attribute, AttributeNamespace, Document, NodeId};
use crate::name::Name;

/// The attributes to be added when parsing is over: nobody asks for them before.
#[derive(Debug, Default)]
pub(super) struct MergedAttributes {
    merges: Vec<Merge>,
}

#[derive(Debug)]
struct Merge {
    element: NodeId,
    names: NameSet,
    added: Vec<Attribute>,
}

impl MergedAttributes {
    /// Adds those attributes of a tag that the element does not have yet.
    pub(super) fn merge(&mut self, document: &mut Document, element: NodeId, tag: &Tag) {
        if tag.attributes().is_empty() {
            return;
        }
        let index = match self.merges.iter().position(|merge| merge.element == element) {
            Some(index) => index,
            None => {
                self.merges.push(Merge { element, names: NameSet::of(document, element), added: Vec::new() });
                self.merges.len() - 1
            }
        };
        let merge = &mut self.merges[index];
        for attribute in tag.attributes() {
            if merge.names.insert(attribute.name) {
                merge.added.push(Attribute {
                    namespace: AttributeNamespace::None,
                    name: attribute.name,
                    value: document.store_text(tag.value(*attribute)),
                });
            }
        }
    }

    /// Adds what was merged to the elements.
    pub(super) fn add_to(&mut self, document: &mut Document) {
        for merge in self.merges.drain(..) {
            document.add_attributes(merge.element, &merge.added);
        }
    }
}

/// A set of names, a bit for each.
#[derive(Debug, Default)]
struct NameSet {
    bits: Vec<u64>,
}

impl NameSet {
    /// The names of an element's attributes.
    fn of(document: &Document, element: NodeId) -> Self {
        let mut names = Self::default();
        if let Some(element) = document.element(element) {
            for attribute in document.attributes(element.attributes) {
                names.insert(attribute.name);
            }
        }
        names
    }

    /// Adds a name; `false` if it was there.
    fn insert(&mut self, name: Name) -> bool {
        let (word, bit) = (name.index() / 64, 1 << (name.index() % 64));
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let was_there = self.bits[word] & bit != 0;
        self.bits[word] |= bit;
        !was_there
    }
}
