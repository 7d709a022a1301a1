//! Half of the changes are of whole tokens of markup; the other half are libFuzzer's own, of bytes.

use arbitrary::Unstructured;
use crosscheck::generate::Mutation;
use libfuzzer_sys::{fuzz_mutator, fuzzer_mutate};

/// How many random bytes say what is changed.
const BYTES: usize = 96;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = fastrand::Rng::with_seed(u64::from(seed));
    if random.bool() {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut bytes = [0; BYTES];
    random.fill(&mut bytes);
    let changed = Mutation::of([data[..size].to_vec()]).document(&mut Unstructured::new(&bytes));
    match changed.map(|soup| soup.text().into_bytes()) {
        Ok(text) if !text.is_empty() && text.len() <= max_size => {
            data[..text.len()].copy_from_slice(&text);
            text.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
