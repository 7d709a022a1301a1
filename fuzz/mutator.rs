//! Half of the changes are of whole tokens of markup; the other half are libFuzzer's own, of bytes.

use arbitrary::Unstructured;
use crosscheck::fuzzing::generate::Mutation;
use crosscheck::model::input::Source;
use libfuzzer_sys::{fuzz_mutator, fuzzer_mutate};

/// How many random bytes say what is changed.
const BYTES: usize = 96;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = fastrand::Rng::with_seed(u64::from(seed));
    let changed = random.bool().then(|| change(&data[..size], &mut random)).flatten();
    match changed {
        Some(bytes) if bytes.len() <= max_size => {
            data[..bytes.len()].copy_from_slice(&bytes);
            bytes.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});

/// The document with some tokens changed, unless nothing is left of it.
fn change(document: &[u8], random: &mut fastrand::Rng) -> Option<Vec<u8>> {
    let mut choices = [0; BYTES];
    random.fill(&mut choices);
    let mutation = Mutation::of([document.to_vec()]);
    let changed = mutation.document(&mut Unstructured::new(&choices)).ok()?;
    let bytes = match changed.input().source {
        Source::Text(text) => text.into_bytes(),
        Source::Bytes { bytes, .. } => bytes,
        Source::Tree(_) => return None,
    };
    (!bytes.is_empty()).then_some(bytes)
}
