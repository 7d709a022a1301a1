//! What is asked about one document of a hunt, and what is worth telling of the answers.

use super::guide::{Feature, Seen, Touched};
use crate::engines::standard::Standard;
use crate::engines::{Answer, Capability, Outcome, lacking};
use crate::input::Input;
use crate::mutants::guarded;
use crate::oracles::{Finding, Oracle, no_crash};

/// Unless oracles are named, one document in so many is judged by one of those that ask several questions; in turn.
const PROPERTY_EVERY: u64 = 32;

/// Which oracles judge.
#[derive(Debug, Clone)]
pub(super) struct Jury {
    comparisons: Vec<Oracle>,
    properties: Vec<Oracle>,
    faults: bool,
    /// Whether all properties are judged on every document.
    always: bool,
}

impl Jury {
    /// Of these oracles; of all, if there are none.
    pub(super) fn new(oracles: &[Oracle]) -> Self {
        let always = !oracles.is_empty();
        let chosen = if always { oracles } else { Oracle::ALL };
        let chosen = |wanted: &dyn Fn(Oracle) -> bool| {
            let chosen = chosen.iter().copied();
            chosen.filter(|oracle| wanted(*oracle)).collect::<Vec<_>>()
        };
        Self {
            comparisons: chosen(&Oracle::is_comparison),
            properties: chosen(&|oracle| !oracle.is_comparison() && oracle != Oracle::NoCrash),
            faults: !chosen(&|oracle| oracle == Oracle::NoCrash).is_empty(),
            always,
        }
    }

    /// The oracles that ask several questions about the document of this number.
    fn properties(&self, number: u64) -> &[Oracle] {
        let count = self.properties.len() as u64;
        match (self.always, number % PROPERTY_EVERY) {
            (true, _) => &self.properties,
            (false, 0) if count > 0 => {
                let turn = ((number / PROPERTY_EVERY) % count) as usize;
                &self.properties[turn..=turn]
            }
            (false, _) => &[],
        }
    }
}

/// An engine of the hunt that is not the standard engine.
#[derive(Debug, Clone)]
pub(super) struct Party {
    pub(super) name: String,
    pub(super) can: Vec<Capability>,
}

/// The number of an engine: the standard engine's, or a place among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Standard,
    Other(usize),
}

/// What is worth telling of a document.
#[derive(Debug, Default)]
pub(super) struct Note {
    /// Which engines made another thing of it than the standard, or nothing; and what.
    pub(super) departures: Vec<(usize, Outcome)>,
    /// What other oracles found.
    pub(super) findings: Vec<(Who, Oracle, Finding)>,
    /// What was not seen before.
    pub(super) features: Vec<Feature>,
}

impl Note {
    fn is_empty(&self) -> bool {
        self.departures.is_empty() && self.findings.is_empty() && self.features.is_empty()
    }
}

/// Judges documents one by one.
pub(super) struct Judge {
    pub(super) jury: Jury,
    pub(super) parties: Vec<Party>,
    /// Whether the standard engine is judged too, by what does not compare.
    pub(super) judges_standard: bool,
    pub(super) seen: Seen,
    touched: Touched,
}

impl Judge {
    pub(super) fn new(jury: Jury, parties: Vec<Party>, judges_standard: bool) -> Self {
        Self {
            jury,
            seen: Seen::new(parties.len()),
            parties,
            judges_standard,
            touched: Touched::default(),
        }
    }

    /// What is worth telling of the document of a number, if anything is. `ask` asks one of the parties.
    pub(super) fn judge(
        &mut self,
        number: u64,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Option<Note> {
        let mut note = Note::default();
        self.touched.clear();
        let touched = &mut self.touched;
        let standard = guarded(|| Standard::default().make(input, touched));
        let standard: Answer = standard?.ok()?.into();
        for (place, party) in self.parties.iter().enumerate() {
            if lacking(input, &party.can).is_none() {
                self.compare(&standard, place, ask(place, input), &mut note);
            }
        }
        let departing = note.departures.iter().map(|(place, _)| *place);
        note.features = self.seen.look(&self.touched, departing);
        for &oracle in self.jury.properties(number) {
            self.hear(oracle, input, ask, &mut note);
        }
        (!note.is_empty()).then_some(note)
    }

    /// Notes it if a party departs on the input itself.
    fn compare(&self, standard: &Answer, place: usize, outcome: Outcome, note: &mut Note) {
        let Outcome::Answer(answer) = &outcome else {
            if self.jury.faults {
                note.departures.push((place, outcome));
            }
            return;
        };
        let mut departs = false;
        for &oracle in &self.jury.comparisons {
            // An oracle that does not apply finds nothing.
            let Ok(Some(what)) = oracle.compare(standard, answer) else {
                continue;
            };
            match oracle {
                Oracle::Trees | Oracle::Tokens => departs = true,
                _ => {
                    let finding = Finding::departure(what);
                    note.findings.push((Who::Other(place), oracle, finding));
                }
            }
        }
        if departs {
            note.departures.push((place, outcome));
        }
    }

    /// Notes what an oracle finds that asks several questions.
    fn hear(
        &self,
        oracle: Oracle,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
        note: &mut Note,
    ) {
        let standard = self.judges_standard.then_some(Who::Standard);
        let others = (0..self.parties.len()).map(Who::Other);
        for who in standard.into_iter().chain(others) {
            let (found, fault) = self.question(oracle, who, input, ask);
            let found = found
                .into_iter()
                .map(|finding| (who, oracle, finding))
                .filter(|(_, _, finding)| self.jury.always || finding.by_standard.is_none());
            note.findings.extend(found);
            if let Some(fault) = fault.filter(|_| self.jury.faults) {
                let fault = Finding::departure(fault);
                note.findings.push((who, Oracle::NoCrash, fault));
            }
        }
    }

    /// What an oracle finds of one engine on an input; and what went wrong with the engine meanwhile.
    pub(super) fn question(
        &self,
        oracle: Oracle,
        who: Who,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> (Vec<Finding>, Option<String>) {
        let mut fault = None;
        let mut ask = |input: &Input| match who {
            Who::Standard => answer_of_standard(input),
            Who::Other(place) => match lacking(input, &self.parties[place].can) {
                Some(capability) => Err(capability.name().to_owned()),
                None => match ask(place, input) {
                    Outcome::Answer(answer) => Ok(answer),
                    outcome => {
                        fault = no_crash::fault(&outcome);
                        Err(fault.clone().unwrap_or_default())
                    }
                },
            },
        };
        let found = oracle.judge(self.name(who), input, &mut ask, &mut answer_of_standard);
        (found.unwrap_or_default(), fault)
    }

    /// What an engine is called.
    pub(super) fn name(&self, who: Who) -> &str {
        match who {
            Who::Standard => crate::engines::standard::NAME,
            Who::Other(place) => &self.parties[place].name,
        }
    }
}

/// What the standard engine answers.
fn answer_of_standard(input: &Input) -> Result<Answer, String> {
    let made = guarded(|| {
        Standard::default().make(input, &mut crosscheck_parser::observer::Ignore)
    });
    Ok(made.ok_or("the standard engine panicked")??.into())
}
