//! What the targets share: engines that are watched, and properties that panic where they do not hold, so that
//! libFuzzer keeps the input.

mod comparison;
mod counters;

use crosscheck::coverage::Reached;
use crosscheck::engines::standard::{Made, NAME, Standard};
use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::model::answer::{Answer, NoAnswer};
use crosscheck::model::input::Input;
use crosscheck::oracles::Oracle;
use libfuzzer_sys::Corpus;

pub use comparison::agrees;
use counters::Side;

/// Runs a target on the input that a fuzzer's bytes stand for. Those that stand for none are not kept in the corpus.
pub fn run(form: CorpusForm, bytes: &[u8], target: impl FnOnce(Input)) -> Corpus {
    match form.read(bytes) {
        Some(input) => {
            target(input);
            Corpus::Keep
        }
        None => Corpus::Reject,
    }
}

/// What the standard engine answers. The clauses that it reaches guide libFuzzer.
///
/// # Errors
/// Why it does not answer.
pub fn standard(input: &Input) -> Result<Answer, NoAnswer> {
    watched(input).map(Answer::from)
}

fn watched(input: &Input) -> Result<Made, NoAnswer> {
    let mut reached = Reached::default();
    let made = Standard::default().make_watched(input, &mut reached)?;
    counters::count(&reached, Side::Alone);
    Ok(made)
}

/// Panics where a property of the standard engine does not hold.
pub fn holds(oracle: Oracle, input: &Input) {
    let findings = oracle.judge(NAME, input, &mut standard, &mut standard);
    assert_eq!(findings, Ok(Vec::new()), "{oracle}: {}", oracle.about());
}

/// Panics where the standard engine makes another thing of an input that comes in pieces, or while somebody watches.
pub fn holds_in_pieces(input: &Input) {
    holds(Oracle::Chunking, input);
    let unwatched = Standard::default().make(input);
    match (watched(input), unwatched) {
        (Ok(watched), Ok(unwatched)) => {
            assert!(watched.is_same(&unwatched), "{watched:?}, unwatched {unwatched:?}");
        }
        (watched, unwatched) => panic!("{watched:?}, unwatched {unwatched:?}"),
    }
}
