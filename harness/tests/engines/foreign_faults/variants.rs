//! Variants of the standard engine, one of which a fault must not be.

use crosscheck::coverage::Reached;
use crosscheck::engines::Engine as _;
use crosscheck::engines::standard::Standard;
use crosscheck::model::answer::Answer;
use crosscheck::model::input::Input;
use crosscheck::mutants::{self, Mutant, Quirk};
use crosscheck_standard::clauses::change::{Change, Edition};

use super::benchmark::{self, HELD_OUT_DOCUMENTS};
use super::differ;
use super::faults::Fault;

/// The variants that answer as an engine does wherever that departs in its examples, and on held-out documents.
pub(crate) fn alike(fault: &'static Fault) -> Vec<String> {
    let inputs: Vec<Input> = fault.departs.iter().map(|example| example.input()).collect();
    let mut alike: Vec<(String, Standard)> = candidates(&inputs[0]);
    let held_out = HELD_OUT_DOCUMENTS.iter().map(|(input, _)| input);
    for input in inputs.iter().chain(held_out) {
        if alike.is_empty() {
            break;
        }
        let mut engine = fault;
        let answer = engine.answer(input);
        if !matches!(answer, Answer::Unsupported(_)) {
            alike.retain_mut(|(_, variant)| {
                let said = benchmark::answer(variant, input);
                said.is_some_and(|said| !differ(input, &fault.told(said), &answer))
            });
        }
    }
    alike.into_iter().map(|(name, _)| name).collect()
}

/// The mutants, quirks and changes that can make a difference to an input.
fn candidates(input: &Input) -> Vec<(String, Standard)> {
    let mut reached = Reached::default();
    // Whatever it makes, this is what it reaches.
    let _ = Standard::default().make_watched(input, &mut reached);
    let quirks = Quirk::ALL.map(Mutant::Quirk);
    let mutants = mutants::all().iter().copied().chain(quirks);
    let mutants = mutants.filter(|mutant| mutant.is_reached(&reached));
    let mutants = mutants.map(|mutant| (mutant.to_string(), Standard::of_mutant(mutant)));
    let changes = Change::ALL.iter().map(|change| {
        let edition = Edition::NEWEST.without(*change);
        (format!("without {change}"), Standard::of_edition(edition))
    });
    mutants.chain(changes).collect()
}
