//! Generators: documents derived from random bytes. The same bytes always give the same document.
//!
//! They are built on `arbitrary` and do not depend on a fuzzer. They use the standard's own names, a few at a time, so
//! that names meet which the rules treat together.

mod bytes;
mod common_errors;
pub mod conforming;
mod dictionary;
pub mod exhaustive;
pub mod fragments;
pub mod markup;
mod mutation;
mod schedule;
mod selects;
mod tag_soup;
mod test_case;
mod vocabulary;

use arbitrary::{Result, Unstructured};

pub use dictionary::Dictionary;
pub(crate) use dictionary::tag_names;
pub use mutation::Mutation;
pub use schedule::Schedule;
pub(crate) use test_case::fewer;
pub use test_case::{Form, Piece, TestCase};

/// How many random bytes a document is made from: the most it can have is about half as many tokens.
const BYTES: usize = 96;

crate::named! {
    /// A way to make documents.
    Generator {
        Soup "soup" "Random tags and text over a few names, with the errors that authors make"
        Exhaustive "exhaustive" "Every sequence of the tags that an insertion mode has rules for, shortest first"
        Conforming "conforming" "Documents without errors, with optional tags omitted"
        Fragments "fragments" "Soup as a fragment, in every context element"
        Mutation "mutation" "Documents mutated and crossed over token by token"
        Bytes "bytes" "Bytes in any encoding, with or without a declaration"
        Selects "selects" "Selects with options, templates, and templates that patch"
    }
}

impl Generator {
    /// The document that these bytes make. A fuzzer's bytes do.
    ///
    /// # Errors
    /// Missing bytes are not an error: the simplest choices are made at their end.
    pub fn document(self, u: &mut Unstructured<'_>) -> Result<TestCase> {
        match self {
            Self::Soup => tag_soup::tag_soup(u),
            Self::Exhaustive => exhaustive::one(u),
            Self::Conforming => conforming::conforming(u),
            Self::Fragments => fragments::fragment(u),
            Self::Mutation => mutation::of_generated(u),
            Self::Bytes => bytes::bytes(u),
            Self::Selects => selects::selects(u),
        }
    }

    /// An endless sequence of documents, the same for the same seed. That of the exhaustive generator is the same for
    /// every seed: it goes through all, the shortest first.
    ///
    /// ```
    /// use crosscheck::fuzzing::generate::Generator;
    ///
    /// let documents = || Generator::Selects.documents(1).take(100);
    /// assert!(documents().eq(documents()), "the same seed gives the same documents");
    /// ```
    pub fn documents(self, seed: u64) -> Box<dyn Iterator<Item = TestCase> + Send> {
        match self {
            Self::Exhaustive => Box::new(exhaustive::all()),
            _ => Box::new(random(seed, move |u| self.document(u))),
        }
    }
}

/// An endless sequence of documents; the same for the same seed.
pub fn test_cases(seed: u64) -> impl Iterator<Item = TestCase> {
    random(seed, tag_soup::tag_soup)
}

/// The documents of `make` for random bytes.
fn random(seed: u64, make: impl Fn(&mut Unstructured<'_>) -> Result<TestCase>) -> impl Iterator<Item = TestCase> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut bytes = [0; BYTES];
        random.fill(&mut bytes);
        let length = random.usize(8..=BYTES);
        make(&mut Unstructured::new(&bytes[..length])).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use crosscheck_standard::clauses::limit;

    use super::*;
    use crate::coverage::Reached;
    use crate::engines::standard::Standard;

    #[test]
    fn the_same_bytes_make_the_same_document() {
        for generator in Generator::ALL {
            assert_eq!(Generator::from_name(generator.name()), Some(generator));
            let made = |seed| -> Vec<TestCase> { generator.documents(seed).take(300).collect() };
            assert_eq!(made(7), made(7), "{}", generator.name());
            assert_eq!(made(7) == made(8), generator == Generator::Exhaustive);
        }
    }

    #[test]
    fn few_bytes_make_documents_too() {
        for generator in Generator::ALL {
            for length in 0..20 {
                let bytes = vec![length; length.into()];
                let made = generator.document(&mut Unstructured::new(&bytes));
                assert!(made.is_ok(), "{} of {length} bytes", generator.name());
            }
        }
    }

    /// How many of a hundred clauses of parsing this many documents of each generator must reach together: what they
    /// did reach when this was written, rounded down. Most of what they miss are the public identifiers of the quirks
    /// modes.
    const FLOOR: usize = 90;

    /// The standard engine answers about every document, and together they reach most clauses.
    #[test]
    fn generated_documents_reach_most_clauses() {
        let mut together = Reached::default();
        // Serialising is no task of theirs.
        let serialising = ["serialise", "serialises-as-void", "attribute-name", "escaping"];
        let of_parsing = || {
            let newest = limit::reachable().filter(|clause| clause.until().is_none());
            newest.filter(move |clause| !serialising.contains(&clause.section().key))
        };
        let reachable = of_parsing().count();
        let count = |reached: &Reached| of_parsing().filter(|c| reached.held(*c)).count();
        for generator in Generator::ALL {
            let mut reached = Reached::default();
            for case in generator.documents(1).take(3_000) {
                let made = Standard::default().make_watched(&case.input(), &mut reached);
                assert!(made.is_ok(), "{}: {made:?}", case.text());
            }
            println!("{}: {} of {reachable}", generator.name(), count(&reached));
            together.add(&reached);
        }
        let reached = count(&together);
        let missing: Vec<_> = of_parsing().filter(|c| !together.held(*c)).collect();
        println!("together: {reached} of {reachable}; missing {missing:?}");
        assert!(reached * 100 >= reachable * FLOOR, "{reached} of {reachable}");
    }
}
