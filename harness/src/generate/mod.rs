//! Generators: documents made from random bytes, the same bytes always the same document.
//!
//! They are built on `arbitrary` and know of no fuzzer. What makes them find things is that they know the standard: names
//! come from its lists and rows, a few at a time, so that those meet which the rules treat together.

mod alphabet;
mod bytes;
mod common_errors;
pub mod conforming;
pub mod exhaustive;
pub mod fragments;
pub mod markup;
mod mutation;
mod soup;
mod tag_soup;

use arbitrary::{Result, Unstructured};

pub use mutation::Mutation;
pub use soup::{Form, Soup};

/// How many random bytes a document is made from: the most it can have is about half as many tokens.
const BYTES: usize = 96;

/// A way to make documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generator {
    /// Tokens over a few names, with the errors that authors make.
    Soup,
    /// Every sequence of tags over the alphabet of a mode.
    Exhaustive,
    /// Documents that conform, with optional tags omitted.
    Conforming,
    /// Tag soup in every context.
    Fragments,
    /// Other documents, changed token by token.
    Mutation,
    /// Bytes in any encoding.
    Bytes,
}

impl Generator {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Soup,
        Self::Exhaustive,
        Self::Conforming,
        Self::Fragments,
        Self::Mutation,
        Self::Bytes,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soup => "soup",
            Self::Exhaustive => "exhaustive",
            Self::Conforming => "conforming",
            Self::Fragments => "fragments",
            Self::Mutation => "mutation",
            Self::Bytes => "bytes",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|generator| generator.name() == name)
    }

    /// The document that these bytes make. A fuzzer's bytes do.
    ///
    /// # Errors
    /// None for want of bytes: where they end, the simplest choices are made.
    pub fn document(self, u: &mut Unstructured<'_>) -> Result<Soup> {
        match self {
            Self::Soup => tag_soup::tag_soup(u),
            Self::Exhaustive => exhaustive::one(u),
            Self::Conforming => conforming::conforming(u),
            Self::Fragments => fragments::fragment(u),
            Self::Mutation => mutation::of_generated(u),
            Self::Bytes => bytes::bytes(u),
        }
    }

    /// An endless sequence of documents, the same for the same seed. That of the exhaustive generator is the same for
    /// every seed: it goes through all, the shortest first.
    pub fn documents(self, seed: u64) -> Box<dyn Iterator<Item = Soup> + Send> {
        match self {
            Self::Exhaustive => Box::new(exhaustive::all()),
            _ => Box::new(random(seed, move |u| self.document(u))),
        }
    }
}

/// An endless sequence of documents; the same for the same seed.
pub fn soups(seed: u64) -> impl Iterator<Item = Soup> {
    random(seed, tag_soup::tag_soup)
}

/// What `make` makes of random bytes.
fn random(
    seed: u64,
    make: impl Fn(&mut Unstructured<'_>) -> Result<Soup>,
) -> impl Iterator<Item = Soup> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut bytes = [0; BYTES];
        random.fill(&mut bytes);
        let length = random.usize(8..=BYTES);
        make(&mut Unstructured::new(&bytes[..length])).unwrap_or_default()
    })
}
