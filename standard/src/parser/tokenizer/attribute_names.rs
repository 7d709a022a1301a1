//! Which names the attributes of the current tag token have.

use crate::clauses::token::TagAttribute;
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

/// Up to so many attributes are looked through one by one.
const FEW: usize = 12;

/// An index of the names of a tag's attributes, made for tags that have more than a few: asking takes the same time
/// however many attributes there are.
#[derive(Debug, Default)]
pub(super) struct AttributeNames {
    /// A number for the last tag that was indexed.
    tag: u32,
    /// How many attributes of the current tag are in the index.
    indexed: usize,
    /// For each name, the last indexed tag that has it.
    last_tag: Vec<u32>,
}

impl AttributeNames {
    /// Begins with another tag.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.indexed = 0;
    }

    /// Whether one of the attributes, which are those of the last time and maybe more, has the name.
    #[inline]
    pub(super) fn contains(&mut self, attributes: &[TagAttribute], name: Name) -> bool {
        if attributes.len() <= FEW {
            attributes.iter().any(|attribute| attribute.name == name)
        } else {
            self.index(attributes);
            self.last_tag.get(name.index()) == Some(&self.tag)
        }
    }

    fn index(&mut self, attributes: &[TagAttribute]) {
        if self.indexed == 0 {
            self.tag = self.tag.wrapping_add(1);
            if self.tag == 0 {
                self.tag = 1;
                self.last_tag.clear();
            }
        }
        for attribute in &attributes[self.indexed..] {
            let index = attribute.name.index();
            if index >= self.last_tag.len() {
                self.last_tag.resize(index + 1, 0);
            }
            self.last_tag[index] = self.tag;
        }
        self.indexed = attributes.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tag;
    use super::*;
    use crate::name::Names;

    /// Of that many attributes, `x0` and so on.
    fn names_and_tag(names: &mut Names, count: usize) -> (Vec<Name>, Tag) {
        let mut tag = Tag::default();
        let own = (0..count).map(|i| names.intern(format!("x{i}").as_bytes()));
        let own: Vec<_> = own.collect();
        own.iter().for_each(|name| tag.push_attribute(*name, 0));
        (own, tag)
    }

    #[test]
    fn the_names_are_those_of_one_tag_whether_it_has_few_or_many_attributes() {
        let mut interned = Names::default();
        let mut names = AttributeNames::default();
        for (start, count) in [(0, 3), (u32::MAX, 40), (0, 13), (7, 12), (7, 14)] {
            names.tag = start;
            let (own, tag) = names_and_tag(&mut interned, count);
            names.clear();
            for had in 0..=count {
                let had_attributes = &tag.attributes()[..had];
                for (i, name) in own.iter().enumerate() {
                    assert_eq!(names.contains(had_attributes, *name), i < had, "{i} of {had}");
                }
                assert!(!names.contains(had_attributes, Name::ID));
            }
        }
    }
}
