//! The documents that try to refute arguments why something cannot happen.

use std::env;

use crosscheck::fuzzing::generate::{Form, Generator, TestCase, fragments};
use crosscheck::model::input::{Context, Task};

/// The variable that asks for many documents.
const VARIABLE: &str = "CROSSCHECK_ARGUMENTS";

/// How many documents of each generator and seed there are.
const SAMPLE: usize = 1_000;

/// The same where many are asked for.
const MANY: usize = 50_000;

/// The contexts that a document is asked about in, one after the other, so that all contexts come.
const CONTEXTS_EACH: usize = 2;

/// Whether many documents are asked for.
pub(crate) fn are_many() -> bool {
    env::var_os(VARIABLE).is_some_and(|which| which == "all")
}

/// The seeds of the documents.
pub(crate) fn seeds() -> std::ops::Range<u64> {
    match are_many() {
        true => 1..5,
        false => 1..2,
    }
}

/// The documents of a generator, each asked about as it is, as a document, and in some contexts; with
/// scripting and without.
pub(crate) struct Questions {
    test_cases: Box<dyn Iterator<Item = TestCase>>,
    contexts: Vec<Context>,
    next_context: usize,
    pending: Vec<TestCase>,
}

impl Questions {
    pub(crate) fn new(generator: Generator, seed: u64) -> Self {
        let count = if are_many() { MANY } else { SAMPLE };
        Self {
            test_cases: Box::new(generator.documents(seed).take(count)),
            contexts: fragments::contexts().collect(),
            next_context: 0,
            pending: Vec::new(),
        }
    }

    /// The questions about the text of a case.
    fn ask(&mut self, case: TestCase) {
        if let Task::Tree { .. } = case.task
            && case.form == Form::Text
        {
            let mut contexts = vec![None];
            for _ in 0..CONTEXTS_EACH {
                contexts.push(Some(self.contexts[self.next_context].clone()));
                self.next_context = (self.next_context + 1) % self.contexts.len();
            }
            for context in contexts {
                for scripting in [false, true] {
                    let task = Task::Tree { context: context.clone(), scripting };
                    self.pending.push(TestCase { task, ..case.clone() });
                }
            }
        }
        self.pending.push(case);
    }
}

impl Iterator for Questions {
    type Item = TestCase;

    fn next(&mut self) -> Option<TestCase> {
        if self.pending.is_empty() {
            let case = self.test_cases.next()?;
            self.ask(case);
        }
        self.pending.pop()
    }
}
