//! Which names the attributes of the current tag token have.

use crate::name::Name;

/// The attribute being made.
#[derive(Debug, Default)]
pub(super) struct CurrentAttribute {
    /// Its name, as far as it is read.
    pub(super) name: Vec<u8>,
    /// Its name, once it is complete and the tag has no other attribute of it; else the attribute is not kept.
    pub(super) kept_as: Option<Name>,
    /// Where its value starts among the tag's.
    pub(super) value_start: usize,
}

/// A set of names that is emptied for each tag. Asking it takes the same time however many attributes a tag has.
#[derive(Debug, Default)]
pub(super) struct AttributeNames {
    /// A number for the current tag.
    tag: u32,
    /// For each name, the last tag that has it.
    last_tag: Vec<u32>,
}

impl AttributeNames {
    /// Empties the set.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.tag = self.tag.wrapping_add(1);
        if self.tag == 0 {
            self.tag = 1;
            self.last_tag.clear();
        }
    }

    #[inline]
    pub(super) fn contains(&self, name: Name) -> bool {
        self.last_tag.get(name.index()) == Some(&self.tag)
    }

    #[inline]
    pub(super) fn insert(&mut self, name: Name) {
        if name.index() >= self.last_tag.len() {
            self.last_tag.resize(name.index() + 1, 0);
        }
        self.last_tag[name.index()] = self.tag;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_one_tag() {
        let mut names = AttributeNames::default();
        names.clear();
        assert!(!names.contains(Name::ID));
        names.insert(Name::ID);
        assert!(names.contains(Name::ID));
        names.tag = u32::MAX;
        names.insert(Name::CLASS);
        names.clear();
        assert!(!names.contains(Name::ID) && !names.contains(Name::CLASS));
        names.insert(Name::ID);
        assert!(names.contains(Name::ID) && !names.contains(Name::CLASS));
    }
}
