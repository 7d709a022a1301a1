//! Documents of all generators, by number.

use arbitrary::Unstructured;

use super::{BYTES, Form, Generator, TestCase, exhaustive, mutation};

/// Which generator makes which documents, as often as it stands here. Soup finds most, and a known document that is
/// changed what is next to it.
const WHEEL: [Generator; 16] = [
    Generator::Soup,
    Generator::Mutation,
    Generator::Soup,
    Generator::Fragments,
    Generator::Exhaustive,
    Generator::Soup,
    Generator::Mutation,
    Generator::Bytes,
    Generator::Soup,
    Generator::Mutation,
    Generator::Selects,
    Generator::Fragments,
    Generator::Exhaustive,
    Generator::Soup,
    Generator::Mutation,
    Generator::Conforming,
];

/// One document in this many is serialised as well. The number does not divide the wheel's length, so that documents of
/// every generator are.
const SERIALISED_EVERY: u64 = 31;

/// How many pieces a document may have to be changed: what is made of it is as long.
const MOST_PIECES: usize = 64;

/// Endless documents of all generators. A document goes by seed and number, and by the documents that are known when it
/// is made: changing those is what [`Generator::Mutation`] does here, once there are some.
#[derive(Debug, Clone)]
pub struct Schedule {
    seed: u64,
    wheel: Vec<Generator>,
    /// What comes first, as it is.
    corpus: Vec<TestCase>,
    /// What is changed: first the documents of the corpus that may be, which are known from the beginning on.
    known: Vec<TestCase>,
    known_at_first: usize,
}

impl Schedule {
    /// The documents of a seed, with documents of bytes only if `bytes` is set.
    pub fn new(seed: u64, bytes: bool) -> Self {
        let wheel = WHEEL.into_iter();
        Self {
            seed,
            wheel: wheel.filter(|generator| bytes || *generator != Generator::Bytes).collect(),
            corpus: Vec::new(),
            known: Vec::new(),
            known_at_first: 0,
        }
    }

    /// The same behind these documents, which are changed as those that are known are.
    #[must_use]
    pub fn behind(mut self, corpus: Vec<TestCase>) -> Self {
        for case in &corpus {
            self.know(case.clone());
        }
        self.known_at_first = self.known.len();
        self.corpus = corpus;
        self
    }

    /// Adds a document to those that are known, unless it is too long to be changed; whether it is not.
    pub fn know(&mut self, case: TestCase) -> bool {
        let is_short = case.pieces.len() <= MOST_PIECES;
        if is_short {
            self.known.push(case);
        }
        is_short
    }

    /// The document of this number, where the first `known` of the documents are known that were added.
    pub fn document(&self, number: u64, known: usize) -> TestCase {
        let Some(number) = number.checked_sub(self.corpus.len() as u64) else {
            return self.corpus[number as usize].clone();
        };
        let case = self.parsed(number, self.known_at_first + known);
        let serialised = case.task.serialised().filter(|_| case.form == Form::Text);
        match serialised {
            Some(task) if number.is_multiple_of(SERIALISED_EVERY) => TestCase { task, ..case },
            _ => case,
        }
    }

    /// The document, to be parsed.
    fn parsed(&self, number: u64, known: usize) -> TestCase {
        let turns = number / self.wheel.len() as u64;
        let place = (number % self.wheel.len() as u64) as usize;
        let generator = self.wheel[place];
        if generator == Generator::Exhaustive {
            let of_generator = |wheel: &[Generator]| wheel.iter().filter(|other| **other == generator).count() as u64;
            let nth = turns * of_generator(&self.wheel) + of_generator(&self.wheel[..place]);
            return exhaustive::nth(nth);
        }
        // Any odd constant makes other seeds of other numbers; this one spreads them.
        let mut random = fastrand::Rng::with_seed(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut bytes = [0; BYTES];
        let length = random.usize(8..=BYTES);
        random.fill(&mut bytes[..length]);
        let u = &mut Unstructured::new(&bytes[..length]);
        let made = match (generator, &self.known[..known.min(self.known.len())]) {
            (Generator::Mutation, known @ [_, ..]) => mutation::of(u, known),
            _ => generator.document(u),
        };
        made.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_document_goes_by_seed_number_and_what_is_known() {
        let mut schedule = Schedule::new(1, true);
        let documents = |schedule: &Schedule, known| -> Vec<TestCase> {
            (0..200).map(|number| schedule.document(number, known)).collect()
        };
        let before = documents(&schedule, 0);
        assert_eq!(before, documents(&Schedule::new(1, true), 0));
        assert_ne!(before, documents(&Schedule::new(2, true), 0));
        schedule.know(TestCase::document(vec!["<known>".into()]));
        assert_eq!(before, documents(&schedule, 0));
        let after = documents(&schedule, 1);
        let is_of_known = |case: &TestCase| case.text().contains("known");
        assert!(!before.iter().any(is_of_known) && after.iter().any(is_of_known));
    }

    #[test]
    fn a_corpus_comes_first_and_is_changed_if_it_is_short() {
        let short = TestCase::document(vec!["<short>".into(), "x".into()]);
        let long = TestCase::document(vec!["<long>".into(); MOST_PIECES + 1]);
        let schedule = Schedule::new(1, true).behind(vec![long.clone(), short.clone()]);
        assert_eq!([0, 1].map(|number| schedule.document(number, 0)), [long, short]);
        let texts: Vec<_> = (2..200).map(|n| schedule.document(n, 0).text()).collect();
        let are_there = |word| texts.iter().any(|text| text.contains(word));
        assert!(are_there("short") && !are_there("long"), "{texts:?}");
    }

    #[test]
    fn every_generator_is_in_the_mix() {
        for generator in Generator::ALL {
            assert!(WHEEL.contains(&generator), "{}", generator.name());
        }
        let is_bytes = |schedule: &Schedule| {
            let mut documents = (0..64).map(|number| schedule.document(number, 0));
            documents.any(|case| case.form != Form::Text)
        };
        assert!(is_bytes(&Schedule::new(1, true)));
        assert!(!is_bytes(&Schedule::new(1, false)));
    }

    #[test]
    fn no_sequence_is_left_out() {
        let schedule = Schedule::new(9, false);
        let texts: HashSet<String> = (0..12_000).map(|number| schedule.document(number, 0).text()).collect();
        for case in exhaustive::all().take(1_000) {
            assert!(texts.contains(&case.text()), "{}", case.text());
        }
    }
}
