//! The evaluator: asks the questions about one document of a hunt and decides which answers are reported.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use crosscheck_standard::clauses::observer::CoverageMap;
use crosscheck_standard::parser::watch::Watch;
use serde::{Deserialize, Serialize};

use super::Asked;
use super::corpus::{Feature, Seen};
use super::reference::ReferenceAnswer;
use crate::engines::set::EngineSet;
use crate::engines::standard::{self, Standard, reference_answer};
use crate::model::answer::{About, Answer, Capability, Outcome, lacking};
use crate::model::input::Input;
use crate::oracles::no_crash::Fault;
use crate::oracles::{Finding, Oracle};
use crate::quiet::guarded;

/// Without named oracles, one document in this many is judged by an oracle that asks several questions, each oracle in
/// turn.
const PROPERTY_EVERY: u64 = 64;

/// Which oracles judge.
#[derive(Debug, Clone)]
pub(super) struct OracleSet {
    pub(super) comparisons: Vec<Oracle>,
    properties: Vec<Oracle>,
    faults: bool,
    /// Whether all properties are judged on every document.
    always: bool,
    /// Whether to report findings that the standard itself produces.
    tells_standard: bool,
}

impl OracleSet {
    /// Of these oracles, on every document. Unless there are any all judge, those that ask several questions in turn.
    pub(super) fn of_hunt(oracles: &[Oracle]) -> Self {
        Self { always: !oracles.is_empty(), ..Self::of_documents(oracles) }
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
#[derive(Debug, Clone)]
pub(crate) struct Party {
    pub(super) about: About,
    /// The code base it stands on.
    pub(super) family: String,
    /// Whether it is asked.
    pub(super) is_asked: bool,
}

impl Party {
    /// The engines of a set, in its order.
    pub(super) fn of(engine_set: &EngineSet) -> Vec<Self> {
        let engines = engine_set.abouts().zip(engine_set.families());
        let party =
            |(about, family): (&About, &str)| Self { about: about.clone(), family: family.to_owned(), is_asked: true };
        engines.map(party).collect()
    }
}

/// The number of an engine: the standard engine's, or a place among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Who {
    Standard,
    Other(usize),
}

/// An engine's answer that differs from the standard's, according to this oracle.
pub(super) type Departure = (Oracle, Input, Answer);

/// The reportable results of a document.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Note {
    /// The engines whose answer differs from the standard's or is missing, with their outcomes.
    #[serde(skip)]
    pub(super) departures: Vec<(usize, Outcome)>,
    /// What other oracles found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) findings: Vec<(Who, Oracle, Finding)>,
    /// The features not seen before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) features: Vec<Feature>,
}

impl Note {
    /// Whether something is wrong with an engine.
    pub(super) fn is_divergent(&self) -> bool {
        !self.departures.is_empty() || !self.findings.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.departures.is_empty() && self.findings.is_empty() && self.features.is_empty()
    }
}

/// On how many documents engines were judged and on how many not, by their places.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    /// About how many documents nothing was compared, by what the engine cannot say.
    left_out: BTreeMap<usize, BTreeMap<String, usize>>,
    /// On how many documents each oracle judged the engine.
    judged: BTreeMap<usize, BTreeMap<Oracle, usize>>,
}

impl Tally {
    fn leave_out(&mut self, place: usize, reason: String, documents: usize) {
        *self.left_out.entry(place).or_default().entry(reason).or_default() += documents;
    }

    fn judge(&mut self, place: usize, oracle: Oracle, documents: usize) {
        *self.judged.entry(place).or_default().entry(oracle).or_default() += documents;
    }

    pub(super) fn extend(&mut self, other: Self) {
        for (place, left_out) in other.left_out {
            left_out.into_iter().for_each(|(reason, documents)| self.leave_out(place, reason, documents));
        }
        for (place, judged) in other.judged {
            judged.into_iter().for_each(|(oracle, documents)| self.judge(place, oracle, documents));
        }
    }
}

/// The result of asking an engine the questions of an oracle.
pub(super) struct Questioned {
    pub(super) found: Vec<Finding>,
    /// What went wrong with the engine meanwhile.
    pub(super) fault: Option<String>,
    /// Whether the oracle could judge the engine.
    pub(super) applies: bool,
}

/// Judges documents one by one.
pub(super) struct Evaluator {
    pub(super) oracle_set: OracleSet,
    pub(super) parties: Vec<Party>,
    /// Whether the standard engine is judged too, by what does not compare.
    pub(super) judges_standard: bool,
    pub(super) seen: Seen,
    /// What was left out so far.
    pub(super) tally: Tally,
    coverage_map: CoverageMap,
}

impl Evaluator {
    pub(super) fn new(oracle_set: OracleSet, parties: Vec<Party>, judges_standard: bool) -> Self {
        Self {
            oracle_set,
            seen: Seen::new(parties.len()),
            parties,
            judges_standard,
            tally: Tally::default(),
            coverage_map: CoverageMap::default(),
        }
    }

    /// Whether more is asked about the document of this number than what is made of it.
    pub(super) fn asks_more(&self, number: u64) -> bool {
        !self.oracle_set.properties(number).is_empty()
    }

    /// The reportable results of the document of a number, if there are any. `ask` asks one of the parties.
    pub(super) fn judge(
        &mut self,
        number: u64,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Option<Note> {
        let mut note = self.consider(input, ask)?;
        note.findings = self.properties(number, input, &|_| true, ask);
        (!note.is_empty()).then_some(note)
    }

    /// Who departs on a document itself, and what it reaches that was not seen before. `None` where the standard has no
    /// answer.
    fn consider(&mut self, input: &Input, ask: &mut dyn FnMut(usize, &Input) -> Outcome) -> Option<Note> {
        let mut note = Note::default();
        self.coverage_map.clear();
        let coverage_map = &mut self.coverage_map;
        // It is large, and put where it stays.
        let mut made = None;
        guarded(|| made = Standard::default().make_with(input, Watch::CoverageMap(coverage_map)).ok())?;
        let standard = ReferenceAnswer::of(made?, self.compares_errors());
        for place in 0..self.parties.len() {
            if !self.parties[place].is_asked {
                continue;
            }
            let about = &self.parties[place].about;
            let left_out = match about.left_out(input, || standard.answer()) {
                Some(reason) => Some(reason),
                None => self.compare(&standard, place, ask(place, input), &mut note),
            };
            if let Some(reason) = left_out {
                self.tally.leave_out(place, reason, 1);
            }
        }
        let departing = note.departures.iter().map(|(place, _)| *place);
        note.features = self.seen.look(&self.coverage_map, departing);
        Some(note)
    }

    /// Whether the errors of any engine are compared.
    fn compares_errors(&self) -> bool {
        let mut asked = self.parties.iter().filter(|party| party.is_asked);
        self.oracle_set.comparisons.contains(&Oracle::Errors) && asked.any(|party| party.about.can(Capability::Errors))
    }

    /// What the oracles find that ask several questions about the document of a number, of those of the parties that
    /// `are_judged`, by their places.
    fn properties(
        &mut self,
        number: u64,
        input: &Input,
        are_judged: &dyn Fn(usize) -> bool,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Vec<(Who, Oracle, Finding)> {
        let oracles = self.oracle_set.properties(number).to_vec();
        oracles.into_iter().flat_map(|oracle| self.hear(oracle, input, are_judged, ask)).collect()
    }

    /// The reportable results of the documents of these numbers. The parties at these indexes are asked, through their
    /// workers.
    pub(super) fn judge_all(
        &mut self,
        engine_set: &EngineSet,
        places: &[usize],
        documents: &[(u64, Input)],
        cancel: &AtomicBool,
    ) -> Vec<(u64, Note)> {
        for (place, party) in self.parties.iter_mut().enumerate() {
            party.is_asked = places.contains(&place);
        }
        let inputs: Vec<Input> = documents.iter().map(|(_, input)| input.clone()).collect();
        let outcomes = engine_set.ask(places, &inputs, cancel);
        let on_itself = |index: usize, place: usize| {
            let asked = places.iter().position(|asked| *asked == place);
            let asked = asked.expect("no other party is asked");
            &outcomes[asked][index]
        };
        let mut notes = BTreeMap::new();
        let mut open = Vec::new();
        for (index, (number, input)) in documents.iter().enumerate() {
            let mut ask = |place: usize, _: &Input| on_itself(index, place).clone();
            if let Some(note) = self.consider(input, &mut ask) {
                notes.insert(*number, note);
                open.push(index);
            }
        }
        let mut answers: HashMap<(usize, Input), Outcome> = HashMap::new();
        // What an oracle asks may depend on what was answered. All that is open is asked together: an engine that is
        // not in-process answers many questions in little more time than one.
        while !open.is_empty() {
            let mut questions: BTreeMap<usize, Vec<Input>> = BTreeMap::new();
            open.retain(|&index| {
                let (number, input) = &documents[index];
                let mut is_open = false;
                let mut ask = |place: usize, question: &Input| {
                    if question == input {
                        return on_itself(index, place).clone();
                    }
                    let key = (place, question.clone());
                    answers.get(&key).cloned().unwrap_or_else(|| {
                        is_open = true;
                        questions.entry(place).or_default().push(key.1);
                        Outcome::Answer(Answer::Unsupported("yet to be asked".to_owned()))
                    })
                };
                // An engine that hangs on the document is not asked again.
                let answers_at_all = |place: usize| !matches!(on_itself(index, place), Outcome::TimedOut(_));
                let findings = self.properties(*number, input, &answers_at_all, &mut ask);
                if !is_open && let Some(note) = notes.get_mut(number) {
                    note.findings = findings;
                }
                is_open
            });
            for (place, questions) in questions {
                let outcomes = engine_set.ask(&[place], &questions, cancel).into_iter();
                let outcomes = outcomes.flatten();
                let keys = questions.into_iter().map(|question| (place, question));
                answers.extend(keys.zip(outcomes));
            }
        }
        notes.retain(|_, note| !note.is_empty());
        notes.into_iter().collect()
    }

    /// Notes it if a party departs on the input itself. Gives why it cannot be told.
    fn compare(
        &mut self,
        standard: &ReferenceAnswer,
        place: usize,
        outcome: Outcome,
        note: &mut Note,
    ) -> Option<String> {
        if let Outcome::Answer(Answer::Unsupported(reason)) = &outcome {
            return Some(reason.clone());
        }
        if self.oracle_set.faults {
            self.tally.judge(place, Oracle::NoCrash, 1);
        }
        for oracle in &self.oracle_set.comparisons {
            if matches!(&outcome, Outcome::Answer(answer) if oracle.compares(answer)) {
                self.tally.judge(place, *oracle, 1);
            }
        }
        let departs = match &outcome {
            Outcome::Answer(answer) if standard.is(answer) => false,
            Outcome::Answer(answer) => {
                let mut comparisons = self.oracle_set.comparisons.iter();
                comparisons.any(|oracle| oracle.differ(standard.answer(), answer))
            }
            _ => self.oracle_set.faults,
        };
        if departs {
            note.departures.push((place, outcome));
        }
        None
    }

    /// What an oracle finds that asks several questions.
    fn hear(
        &mut self,
        oracle: Oracle,
        input: &Input,
        are_judged: &dyn Fn(usize) -> bool,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Vec<(Who, Oracle, Finding)> {
        let mut heard = Vec::new();
        let standard = self.judges_standard.then_some(Who::Standard);
        let is_judged = |place: &usize| self.parties[*place].is_asked && are_judged(*place);
        let asked: Vec<usize> = (0..self.parties.len()).filter(is_judged).collect();
        for who in standard.into_iter().chain(asked.into_iter().map(Who::Other)) {
            let Questioned { mut found, fault, applies } = self.question(oracle, who, input, ask);
            if let (Who::Other(place), true) = (who, applies) {
                self.tally.judge(place, oracle, 1);
            }
            found.retain(|finding| self.oracle_set.tells_standard || finding.by_standard.is_none());
            heard.extend(found.into_iter().map(|finding| (who, oracle, finding)));
            if let Some(fault) = fault.filter(|_| self.oracle_set.faults) {
                heard.push((who, Oracle::NoCrash, Finding::departure(fault)));
            }
        }
        heard
    }

    /// Asks one engine the questions of an oracle about an input.
    pub(super) fn question(
        &self,
        oracle: Oracle,
        who: Who,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Questioned {
        let mut fault = None;
        let mut ask = |input: &Input| match who {
            Who::Standard => reference_answer(input),
            Who::Other(place) => match lacking(input, &self.parties[place].about.can) {
                Some(capability) => Err(capability.name().into()),
                None => match ask(place, input) {
                    Outcome::Answer(Answer::Unsupported(reason)) => Err(reason.into()),
                    Outcome::Answer(answer) => Ok(answer),
                    outcome => {
                        fault = Fault::of(&outcome).map(|fault| fault.title);
                        Err(fault.clone().unwrap_or_default().into())
                    }
                },
            },
        };
        let judged = oracle.judge(self.name(who), input, &mut ask, &mut reference_answer);
        // An oracle that does not apply finds nothing.
        let applies = judged.is_ok();
        let mut found = judged.unwrap_or_default();
        if oracle == Oracle::NoCrash {
            found.extend(fault.clone().map(Finding::departure));
        }
        Questioned { found, fault, applies }
    }

    /// Where a party departs from the standard on what an oracle asks about an input: the questions, with its answers.
    pub(super) fn departures(
        &self,
        oracle: Oracle,
        place: usize,
        input: &Input,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) -> Vec<Departure> {
        let mut departures = Vec::new();
        let mut listen = |place: usize, question: &Input| {
            let outcome = ask(place, question);
            if let (Ok(standard), Outcome::Answer(answer)) = (reference_answer(question), &outcome) {
                let mut comparisons = self.oracle_set.comparisons.iter().copied();
                let departs = |oracle: &Oracle| oracle.differ(&standard, answer);
                let departure = comparisons.find(departs);
                departures.extend(departure.map(|oracle| (oracle, question.clone(), answer.clone())));
            }
            outcome
        };
        self.question(oracle, Who::Other(place), input, &mut listen);
        departures
    }

    /// Statistics of the party at this index: the number of documents, and what was skipped.
    pub(super) fn asked(&self, place: usize, documents: usize, tally: &Tally) -> Asked {
        Asked {
            engine: self.parties[place].about.name.clone(),
            version: self.parties[place].about.version.clone(),
            documents,
            judged: tally.judged.get(&place).cloned().unwrap_or_default(),
            left_out: tally.left_out.get(&place).cloned().unwrap_or_default(),
        }
    }

    /// What an engine is called.
    pub(super) fn name(&self, who: Who) -> &str {
        match who {
            Who::Standard => standard::NAME,
            Who::Other(place) => &self.parties[place].about.name,
        }
    }
}
