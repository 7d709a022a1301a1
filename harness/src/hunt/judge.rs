//! What is asked about one document of a hunt, and what is worth telling of the answers.

use std::sync::atomic::AtomicBool;

use crosscheck_parser::observer::Ignore;

use super::guide::{Feature, Seen, Touched};
use super::panel::Panel;
use crate::engines::standard::{self, Standard};
use crate::engines::{Answer, Capability, EngineUnavailable, Outcome, lacking};
use crate::input::Input;
use crate::mutants::guarded;
use crate::oracles::{Finding, Oracle, no_crash};

/// Unless oracles are named, one document in so many is judged by one of those that ask several questions; in turn.
const PROPERTY_EVERY: u64 = 32;

/// Which oracles judge.
#[derive(Debug, Clone)]
pub(super) struct Jury {
    pub(super) comparisons: Vec<Oracle>,
    properties: Vec<Oracle>,
    faults: bool,
    /// Whether all properties are judged on every document.
    always: bool,
    /// Whether findings are told that are so by the standard.
    tells_standard: bool,
}

impl Jury {
    /// Of these oracles, on every document. Unless there are any all judge, those that ask several questions in turn.
    pub(super) fn of_hunt(oracles: &[Oracle]) -> Self {
        Self {
            always: !oracles.is_empty(),
            ..Self::of_documents(oracles)
        }
    }

    /// Of these oracles, or all, on every document.
    pub(super) fn of_documents(oracles: &[Oracle]) -> Self {
        let chosen = |wanted: &dyn Fn(Oracle) -> bool| {
            let all = Oracle::ALL.iter().copied();
            all.filter(|oracle| oracles.is_empty() || oracles.contains(oracle))
                .filter(|oracle| wanted(*oracle))
                .collect::<Vec<_>>()
        };
        Self {
            comparisons: chosen(&|oracle| oracle.is_comparison()),
            properties: chosen(&|oracle| !oracle.is_comparison() && oracle != Oracle::NoCrash),
            faults: !chosen(&|oracle| oracle == Oracle::NoCrash).is_empty(),
            always: true,
            tells_standard: !oracles.is_empty(),
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
#[derive(Debug, Clone, Default)]
pub(crate) struct Party {
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
    /// Adds what others were told of the same document.
    pub(super) fn join(&mut self, other: Self) {
        self.departures.extend(other.departures);
        self.departures.sort_by_key(|(place, _)| *place);
        self.findings.extend(other.findings);
        self.features.extend(other.features);
    }

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
        let made = guarded(|| Standard::default().make(input, touched));
        let standard: Answer = made?.ok()?.into();
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

    /// What is worth telling of documents, the `first` of which has this number. Those of the parties that stand at these
    /// places are asked, through their workers.
    ///
    /// # Errors
    /// When one of them cannot be asked any more.
    pub(super) fn judge_all(
        &mut self,
        panel: &Panel,
        places: &[usize],
        first: u64,
        inputs: &[Input],
        cancel: &AtomicBool,
    ) -> Result<Vec<(u64, Note)>, EngineUnavailable> {
        for (place, party) in self.parties.iter_mut().enumerate() {
            if !places.contains(&place) {
                // It is not asked here.
                party.can.clear();
            }
        }
        let outcomes = panel.ask(places, inputs, cancel)?;
        let mut unavailable = None;
        let mut notes = Vec::new();
        for (index, input) in inputs.iter().enumerate() {
            let mut ask = |place: usize, question: &Input| {
                let asked = places.iter().position(|asked| *asked == place);
                if let Some(asked) = asked.filter(|_| question == input) {
                    return outcomes[asked][index].clone();
                }
                let answer = panel.answer(place, question.clone(), cancel);
                answer.unwrap_or_else(|error| unanswered(&mut unavailable, error))
            };
            let number = first + index as u64;
            let note = self.judge(number, input, &mut ask);
            notes.extend(note.map(|note| (number, note)));
        }
        unavailable.map_or(Ok(notes), Err)
    }

    /// Notes it if a party departs on the input itself.
    fn compare(&self, standard: &Answer, place: usize, outcome: Outcome, note: &mut Note) {
        let Outcome::Answer(answer) = &outcome else {
            if self.jury.faults {
                note.departures.push((place, outcome));
            }
            return;
        };
        let mut comparisons = self.jury.comparisons.iter();
        if comparisons.any(|oracle| oracle.compare(standard, answer).is_some()) {
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
                .filter(|(_, _, finding)| {
                    self.jury.tells_standard || finding.by_standard.is_none()
                });
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
        let judged = oracle.judge(self.name(who), input, &mut ask, &mut answer_of_standard);
        // An oracle that does not apply finds nothing.
        let mut found = judged.unwrap_or_default();
        if oracle == Oracle::NoCrash {
            found.extend(fault.clone().map(Finding::departure));
        }
        (found, fault)
    }

    /// Where a party departs from the standard on what an oracle asks about an input: the questions, with its answers.
    pub(super) fn departures(
        &self,
        oracle: Oracle,
        place: usize,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Vec<(Oracle, Input, Answer)> {
        let mut departures = Vec::new();
        let mut listen = |place: usize, question: &Input| {
            let outcome = ask(place, question);
            if let (Ok(standard), Outcome::Answer(answer)) =
                (answer_of_standard(question), &outcome)
            {
                let mut comparisons = self.jury.comparisons.iter().copied();
                let departs = |oracle: &Oracle| oracle.compare(&standard, answer).is_some();
                let departure = comparisons.find(departs);
                departures
                    .extend(departure.map(|oracle| (oracle, question.clone(), answer.clone())));
            }
            outcome
        };
        self.question(oracle, Who::Other(place), input, &mut listen);
        departures
    }

    /// What an engine is called.
    pub(super) fn name(&self, who: Who) -> &str {
        match who {
            Who::Standard => standard::NAME,
            Who::Other(place) => &self.parties[place].name,
        }
    }
}

/// An outcome in the place of the one that there is none of, since the engine cannot be asked any more.
pub(super) fn unanswered(
    unavailable: &mut Option<EngineUnavailable>,
    error: EngineUnavailable,
) -> Outcome {
    let reason = error.to_string();
    unavailable.get_or_insert(error);
    Outcome::Answer(Answer::Unsupported(reason))
}

/// What the standard engine answers.
fn answer_of_standard(input: &Input) -> Result<Answer, String> {
    let made = guarded(|| Standard::default().make(input, &mut Ignore));
    Ok(made.ok_or("the standard engine panicked")??.into())
}
