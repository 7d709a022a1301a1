//! Generators: documents made from random bytes, the same bytes always the same document.
//!
//! They are built on `arbitrary` and know of no fuzzer. What makes them find things is that they know the standard: names
//! come from its lists and rows, a few at a time, so that those meet which the rules treat together.

mod alphabet;
mod soup;

use arbitrary::{Arbitrary as _, Unstructured};

pub use soup::Soup;

/// How many random bytes a document is made from: the most it can have is about half as many tokens.
const BYTES: usize = 96;

/// An endless sequence of documents; the same for the same seed.
pub fn soups(seed: u64) -> impl Iterator<Item = Soup> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut bytes = [0; BYTES];
        random.fill(&mut bytes);
        let length = random.usize(8..=BYTES);
        Soup::arbitrary(&mut Unstructured::new(&bytes[..length])).unwrap_or_default()
    })
}
