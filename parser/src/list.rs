//! The closed lists of the standard, each in one place.

use crate::dom::{ElementName, Namespace};
use crate::name::{KNOWN, Name};

macro_rules! lists {
    ($($(#[$doc:meta])* $list:ident { html: [$($html:ident)*], math: [$($math:ident)*], svg: [$($svg:ident)*] })*) => {
        /// A closed list of element names.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum List { $($(#[$doc])* $list),* }

        impl List {
            /// All lists.
            pub const ALL: &[Self] = &[$(Self::$list),*];

            /// The names on the list, by namespace.
            pub const fn members(self, namespace: Namespace) -> &'static [Name] {
                match (self, namespace) {
                    $(
                        (Self::$list, Namespace::Html) => &[$(Name::$html),*],
                        (Self::$list, Namespace::MathMl) => &[$(Name::$math),*],
                        (Self::$list, Namespace::Svg) => &[$(Name::$svg),*],
                    )*
                }
            }
        }
    };
}

lists! {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#formatting>
    Formatting {
        html: [A B BIG CODE EM FONT I NOBR S SMALL STRIKE STRONG TT U],
        math: [], svg: []
    }
}

impl List {
    /// Whether the list holds this element name.
    #[inline(always)]
    pub const fn contains(self, element: ElementName) -> bool {
        match element.local.known_index() {
            Some(index) => MEMBERSHIP[element.namespace as usize][index] & (1 << self as u8) != 0,
            None => false,
        }
    }
}

/// One bit per list for every known name, by namespace.
static MEMBERSHIP: [[u32; KNOWN.len()]; 3] = [
    membership(Namespace::Html),
    membership(Namespace::MathMl),
    membership(Namespace::Svg),
];

const fn membership(namespace: Namespace) -> [u32; KNOWN.len()] {
    let mut bits = [0; KNOWN.len()];
    let mut list = 0;
    while list < List::ALL.len() {
        let members = List::ALL[list].members(namespace);
        let mut i = 0;
        while i < members.len() {
            bits[members[i].index()] |= 1 << list;
            i += 1;
        }
        list += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn membership_is_the_members() {
        assert!(List::Formatting.contains(ElementName::html(Name::NOBR)));
        assert!(!List::Formatting.contains(ElementName {
            namespace: Namespace::Svg,
            local: Name::A
        }));
        assert!(!List::Formatting.contains(ElementName::html(Name::DIV)));
    }
}
