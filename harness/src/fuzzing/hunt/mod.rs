//! The hunt: generates documents, runs engines on them, and traces each departure from the standard to its root cause.
//!
//! A hunt with a fixed number of inputs gives the same result for the same seed, on any machine and with any number of
//! jobs, because all its limits are counts, not times.

mod consensus;
mod corpus;
mod documents;
mod evaluator;
mod findings;
mod issue;
mod packed;
mod queue;
mod reference;
mod report;
mod scheduler;
mod seeded;
mod sheet;
pub mod worker;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::engines::set::EngineSet;
use crate::engines::standard::reference_answer;
use crate::engines::{self, EngineSpec, EngineUnavailable, Limits, WorkerCommand};
use crate::fuzzing::generate::TestCase;
use crate::fuzzing::triage::{Cause, RootCause, Round, Triage};
use crate::model::answer::{Answer, Outcome};
use crate::model::input::Input;
use crate::oracles::Oracle;

pub use consensus::Consensus;
pub use documents::triage;
pub use findings::{Divergence, Findings};
pub use issue::issue;
pub use queue::Ask;
pub use report::report;
pub use seeded::{SeededBugs, Sought};
pub use sheet::{recorded, sheets};

use corpus::Corpus;
use evaluator::{Departure, Evaluator, Note, OracleSet, Party, Who};
use scheduler::Scheduler;

/// The options of a hunt.
#[derive(Debug, Clone)]
pub struct HuntOptions {
    /// The engines. The standard engine is always the reference, whether it is among them or not.
    pub engines: Vec<EngineSpec>,
    /// What an engine's process may take.
    pub limits: Limits,
    /// How many worker processes to run at a time, for each engine.
    pub jobs: usize,
    /// How to start a worker process.
    pub worker: WorkerCommand,
    /// The oracles, each of which judges every document. If empty, all oracles judge; those that ask several questions
    /// take turns.
    pub oracles: Vec<Oracle>,
    /// The initial documents, which are tried and mutated.
    pub corpus: Vec<TestCase>,
    /// Seed of the generated documents.
    pub seed: u64,
    /// Which documents out-of-process engines are asked about.
    pub ask: Ask,
    /// How many documents to try; `None` for no end.
    pub inputs: Option<usize>,
    /// When to stop; `None` for no time limit.
    pub time: Option<Duration>,
    /// Known root causes by engine; they are counted but not reported.
    pub known: Vec<(String, Cause)>,
}

impl HuntOptions {
    /// All oracles, generated documents from seed 1, one job, no end. `worker` starts the workers
    /// of the hunt.
    pub fn new(engines: Vec<EngineSpec>, worker: WorkerCommand) -> Self {
        Self {
            engines,
            limits: Limits::default(),
            jobs: 1,
            worker,
            oracles: Vec::new(),
            corpus: Vec::new(),
            seed: 1,
            ask: Ask::All,
            inputs: None,
            time: None,
            known: Vec::new(),
        }
    }

    /// The engines, ready to be asked.
    fn engine_set(&self) -> Result<EngineSet, EngineUnavailable> {
        EngineSet::new(&self.engines, &self.limits, self.jobs, &self.worker)
    }
}

/// Receives the progress of a hunt.
pub trait Progress {
    /// So far it is.
    fn tried(&mut self, state: &State);
}

/// Ignores progress.
impl Progress for () {
    fn tried(&mut self, _: &State) {}
}

/// The progress of a hunt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    /// How many documents were tried.
    pub inputs: usize,
    /// How many clauses of the standard they reached.
    pub clauses: usize,
    /// On how many of them something is wrong.
    pub divergent: usize,
    /// How many distinct divergences there are.
    pub distinct: usize,
}

/// The results of a hunt.
#[derive(Debug, Default)]
pub struct Hunt {
    /// The final progress.
    pub state: State,
    /// The triage of departures from the standard's trees, and of faults.
    pub triage: Triage,
    /// What else was found.
    pub findings: Findings,
    /// How often a property was violated only because of reported root causes.
    pub consequences: usize,
    /// The root causes, each with how the engines stand on its document.
    pub causes: Vec<(RootCause, Consensus)>,
    /// The same of what else was found.
    pub properties: Vec<(Divergence, Consensus)>,
    /// About how much the engines were asked, but for the standard engine.
    pub asked: Vec<Asked>,
    /// Why engines were lost. The results include their earlier answers.
    pub lost: Vec<EngineUnavailable>,
    /// Engines that could not be judged by a requested oracle, so that no finding does not mean no fault.
    pub unjudged: Vec<String>,
    /// Whether the standard engine was judged as well.
    judges_standard: bool,
    /// How long it took.
    pub took: Duration,
    /// How long finding out about root causes took; others asked engines meanwhile.
    pub triage_took: Duration,
    /// Whether it ran to its end with at least one engine.
    pub complete: bool,
}

/// About how many documents an engine was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its name.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// About how many.
    pub documents: usize,
    /// On how many of them oracles judged it.
    pub judged: BTreeMap<Oracle, usize>,
    /// How many of them were skipped, by what the engine lacks.
    pub left_out: BTreeMap<String, usize>,
}

impl Hunt {
    /// The smallest documents found, with what is wrong on them and with which engine: those of root causes first.
    pub fn smallest(&self) -> impl Iterator<Item = (&TestCase, String)> {
        let cause = |(cause, _): &'_ (RootCause, Consensus)| format!("{}: {}", cause.oracle, cause.title());
        let property = |(found, _): &'_ (Divergence, Consensus)| {
            format!("{}: {}: {}", found.engine, found.oracle, found.finding.what)
        };
        let causes = self.causes.iter().map(move |found| (&found.0.case, cause(found)));
        let properties = self.properties.iter();
        causes.chain(properties.map(move |found| (&found.0.case, property(found))))
    }

    /// Why engines were lost or could not be judged.
    pub fn problems(&self) -> Vec<String> {
        let lost = self.lost.iter().map(report::lost);
        lost.chain(self.unjudged.iter().cloned()).collect()
    }

    /// Whether there is a divergence, of whichever engine.
    pub fn has_divergences(&self) -> bool {
        !self.causes.is_empty() || !self.findings.is_empty()
    }

    /// How many documents reached an engine.
    pub fn executions(&self) -> usize {
        match self.judges_standard {
            true => self.state.inputs,
            false => self.asked.iter().map(|asked| asked.documents).max().unwrap_or_default(),
        }
    }

    /// Records which engines could not be judged by a requested oracle.
    fn tell_unjudged(&mut self, oracles: &[Oracle]) {
        let unjudged = self.asked.iter().filter_map(|asked| asked.unjudged(oracles));
        self.unjudged = unjudged.collect();
    }
}

impl Asked {
    /// The requested oracles that judged the engine on no document, and why.
    fn unjudged(&self, oracles: &[Oracle]) -> Option<String> {
        let missing: Vec<&str> = match oracles {
            [] if self.judged.is_empty() => vec!["any oracle"],
            oracles => {
                let missing = oracles.iter().filter(|oracle| !self.judged.contains_key(oracle));
                missing.map(|oracle| oracle.name()).collect()
            }
        };
        if self.documents == 0 || missing.is_empty() {
            return None;
        }
        let lacking = self.left_out.keys();
        let reasons: String = lacking.map(|reason| format!("; it lacks {reason}")).collect();
        Some(format!(
            "{}: not judged by {} on any of {} documents{reasons}",
            self.engine,
            missing.join(" and "),
            self.documents
        ))
    }
}

/// Runs a hunt. If `cancel` is set, it returns the results so far.
///
/// # Errors
/// When an engine cannot be asked at the beginning.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
///
/// use crosscheck::engines::{WorkerCommand, find};
/// use crosscheck::fuzzing::hunt::{HuntOptions, hunt};
///
/// let engines = vec![find("html5ever")?];
/// let options = HuntOptions { inputs: Some(10_000), ..HuntOptions::new(engines, WorkerCommand::new("crosscheck")) };
/// let found = hunt(&options, &mut (), &AtomicBool::new(false))?;
/// for (cause, _) in &found.causes {
///     println!("{}", cause.title());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hunt(
    options: &HuntOptions,
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
) -> Result<Hunt, EngineUnavailable> {
    let start = Instant::now();
    let engine_set = options.engine_set()?;
    let scheduler = Scheduler::new(options, &engine_set, options.time.map(|time| start + time), cancel);
    let inquest = || Inquest::new(options, &engine_set, OracleSet::of_hunt(&options.oracles), cancel);
    let (inquest, scheduler) = (&inquest, &scheduler);
    let mut whole = inquest();
    thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| scheduler.look());
        }
        let places = scheduler.others().iter();
        let others: Vec<_> = places.map(|&place| scope.spawn(move || inquest().ask(place, scheduler))).collect();
        whole.take_all(scheduler, progress);
        scheduler.abandon();
        let (in_process, left_out) = scheduler.in_process();
        let documents = whole.hunt.state.inputs;
        for &place in in_process {
            let asked = whole.evaluator.asked(place, documents, &left_out);
            whole.hunt.asked.push(asked);
        }
        for other in others {
            let part = other.join();
            whole.join(part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    Ok(whole.end(start, &options.oracles))
}

/// What a hunt asked about.
#[derive(Debug)]
pub struct Survey {
    /// The final progress.
    pub state: State,
    corpus: Corpus,
}

impl Survey {
    /// The documents that engines were asked about, in their order.
    pub fn documents(&self) -> impl Iterator<Item = TestCase> {
        (0..self.state.inputs as u64).map(|number| self.corpus.document(number))
    }
}

/// Asks in-process engines as a hunt does, without triage, to measure the overhead of a hunt.
///
/// # Errors
/// When an engine cannot be asked at the beginning.
pub fn survey(options: &HuntOptions, cancel: &AtomicBool) -> Result<Survey, EngineUnavailable> {
    let engine_set = options.engine_set()?;
    let scheduler = Scheduler::new(options, &engine_set, None, cancel);
    let mut state = State::default();
    // The other engines are not asked.
    let nobody = scheduler.others().iter();
    nobody.for_each(|place| scheduler.done(*place));
    thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| scheduler.look());
        }
        while let Some(chunk) = scheduler.next() {
            state.inputs += usize::try_from(chunk.documents).unwrap_or(usize::MAX);
            state.divergent += chunk.notes.len();
            state.clauses = chunk.clauses;
        }
    });
    Ok(Survey { state, corpus: scheduler.into_shelf() })
}

/// Triages the reported documents, in their order.
struct Inquest<'h> {
    engine_set: &'h EngineSet,
    evaluator: Evaluator,
    cancel: &'h AtomicBool,
    hunt: Hunt,
}

impl<'h> Inquest<'h> {
    fn new(options: &HuntOptions, engine_set: &'h EngineSet, oracle_set: OracleSet, cancel: &'h AtomicBool) -> Self {
        let is_standard = |spec: &EngineSpec| spec.name == engines::standard::NAME;
        let judges_standard = options.engines.iter().any(is_standard);
        let triage = Triage::knowing(oracle_set.comparisons.clone(), options.known.iter().cloned());
        Self {
            engine_set,
            evaluator: Evaluator::new(oracle_set, Party::of(engine_set), judges_standard),
            cancel,
            hunt: Hunt { triage, judges_standard, ..Hunt::default() },
        }
    }

    fn take_all(&mut self, scheduler: &Scheduler<'_>, progress: &mut dyn Progress) {
        while let Some(chunk) = scheduler.next() {
            for (case, note) in chunk.notes {
                self.take(&case, note);
            }
            let documents = usize::try_from(chunk.documents).unwrap_or(usize::MAX);
            self.hunt.state = State {
                inputs: self.hunt.state.inputs + documents,
                clauses: chunk.clauses,
                divergent: chunk.divergent,
                distinct: self.distinct() + chunk.distinct,
            };
            progress.tried(&self.hunt.state);
        }
    }

    /// Asks the out-of-process engine at this index and triages its answers, in parallel with the other engines.
    /// Returns the findings.
    fn ask(mut self, place: usize, scheduler: &'h Scheduler<'_>) -> Part {
        self.evaluator.judges_standard = false;
        let interrupted = self.cancel;
        self.cancel = scheduler.stop();
        let mut documents_asked = 0;
        while !self.engine_set.is_lost(place)
            && let Some(documents) = scheduler.next_for(place)
            && let Some(divergent) = self.ask_about(place, &documents, scheduler)
        {
            documents_asked += documents.len();
            scheduler.heard(place, documents.len(), divergent, self.distinct());
        }
        scheduler.done(place);
        let before = Instant::now();
        self.hunt.triage.checkpoint(self.engine_set, interrupted);
        self.hunt.triage_took += before.elapsed();
        Part { asked: self.evaluator.asked(place, documents_asked, &self.evaluator.tally), hunt: self.hunt }
    }

    /// Asks the engine at this place about some documents. Gives the numbers of those on which something is wrong;
    /// `None` if the hunt was over before all were answered.
    fn ask_about(
        &mut self,
        place: usize,
        documents: &[(u64, TestCase)],
        scheduler: &Scheduler<'_>,
    ) -> Option<Vec<u64>> {
        let inputs: Vec<_> = documents.iter().map(|(n, case)| (*n, case.input())).collect();
        let tally = std::mem::take(&mut self.evaluator.tally);
        let notes = self.evaluator.judge_all(self.engine_set, &[place], &inputs, self.cancel);
        if scheduler.is_over() {
            self.evaluator.tally = tally;
            return None;
        }
        self.evaluator.tally.extend(tally);
        let mut divergent = Vec::new();
        for (number, note) in notes.into_iter().filter(|(_, note)| note.is_divergent()) {
            if scheduler.is_over() {
                break;
            }
            let at = documents.partition_point(|(n, _)| *n < number);
            self.take(&documents[at].1, note);
            divergent.push(number);
        }
        Some(divergent)
    }

    /// Adds the findings of an out-of-process engine.
    fn join(&mut self, part: Part) {
        let hunt = &mut self.hunt;
        hunt.triage.adopt(&part.asked.engine, part.hunt.triage);
        hunt.findings.extend(part.hunt.findings);
        hunt.consequences += part.hunt.consequences;
        hunt.triage_took += part.hunt.triage_took;
        hunt.asked.push(part.asked);
    }

    /// How many distinct divergences there are so far.
    fn distinct(&self) -> usize {
        self.hunt.triage.distinct() + self.hunt.findings.len()
    }

    /// Triages one reported document.
    fn take(&mut self, case: &TestCase, note: Note) {
        let before = Instant::now();
        if !note.departures.is_empty() && !self.count_frequent(case, &note) {
            let mut others = Vec::new();
            others.resize_with(self.evaluator.parties.len(), agrees);
            for (place, outcome) in note.departures {
                others[place] = outcome;
            }
            let standard = reference_answer(&case.input()).ok();
            let round = Round { standard, others };
            self.hunt.triage.take(case, round, self.engine_set, self.cancel);
        }
        for finding in note.findings {
            let (who, oracle) = (finding.0, finding.1);
            let departures = self.departures(case, who, oracle);
            self.look_into_markup(case, who, &departures);
            if self.follow(who, &departures) {
                self.hunt.consequences += 1;
                continue;
            }
            let mut ask = |place: usize, input: &_| self.engine_set.answer(place, Clone::clone(input), self.cancel);
            let findings = &mut self.hunt.findings;
            findings.take(case, finding, &self.evaluator, &mut ask);
        }
        self.hunt.triage_took += before.elapsed();
    }

    /// Counts a document on which one engine departs for its most frequent cause.
    fn count_frequent(&mut self, case: &TestCase, note: &Note) -> bool {
        let [(place, Outcome::Answer(answer))] = note.departures.as_slice() else {
            return false;
        };
        let engine = self.evaluator.name(Who::Other(*place));
        let triage = &mut self.hunt.triage;
        triage.count_frequent(engine, &case.input(), answer)
    }

    /// Where an engine departs from the standard on what an oracle asks about a document.
    fn departures(&self, case: &TestCase, who: Who, oracle: Oracle) -> Vec<Departure> {
        // A fault is never a consequence, and can take up to the time limit again.
        let (Who::Other(place), true) = (who, oracle != Oracle::NoCrash) else {
            return Vec::new();
        };
        let mut ask = |place: usize, question: &Input| self.engine_set.answer(place, question.clone(), self.cancel);
        self.evaluator.departures(oracle, place, &case.input(), &mut ask)
    }

    /// Whether a property does not hold of an engine because of root causes that are known: the engine departs from the
    /// standard, each time for one of these.
    fn follow(&self, who: Who, departures: &[Departure]) -> bool {
        let engine = self.evaluator.name(who);
        let triage = &self.hunt.triage;
        let mut known = departures.iter().map(|(oracle, input, answer)| triage.follows(engine, *oracle, input, answer));
        !departures.is_empty() && known.all(|is_known| is_known)
    }

    /// Traces other markup to its root cause, where an engine was asked for it on the way and nothing is known that
    /// makes it so.
    fn look_into_markup(&mut self, case: &TestCase, who: Who, departures: &[Departure]) {
        let mut of_markup = departures.iter().filter(|departure| departure.0 == Oracle::Markup);
        let is_news = of_markup.any(|departure| !self.follow(who, std::slice::from_ref(departure)));
        let (Who::Other(place), Some(task), true) = (who, case.task.serialised(), is_news) else {
            return;
        };
        let case = TestCase { task, ..case.clone() };
        let outcome = self.engine_set.answer(place, case.input(), self.cancel);
        let others = (0..self.evaluator.parties.len()).map(|other| match other == place {
            true => outcome.clone(),
            false => agrees(),
        });
        let round = Round { standard: reference_answer(&case.input()).ok(), others: others.collect() };
        let triage = &mut self.hunt.triage;
        triage.look_into(&case, round, self.engine_set, self.cancel);
    }

    /// Drops what was found before the root cause was known that it follows from, or that is that root cause.
    fn drop_consequences(&mut self) {
        let mut kept = Findings::default();
        for (who, divergence) in std::mem::take(&mut self.hunt.findings).into_divergences() {
            let departures = self.departures(&divergence.case, who, divergence.oracle);
            let is_fault = self.hunt.triage.knows_fault(&divergence.engine, &divergence.finding.what);
            match is_fault || self.follow(who, &departures) {
                true => self.hunt.consequences += divergence.count,
                false => kept.add(who, divergence),
            }
        }
        self.hunt.findings = kept;
    }

    fn end(mut self, start: Instant, oracles: &[Oracle]) -> Hunt {
        let before = Instant::now();
        self.hunt.tell_unjudged(oracles);
        let complete = !self.cancel.load(Ordering::Relaxed) && !self.engine_set.is_deserted();
        self.hunt.triage.settle(self.engine_set, self.cancel);
        // After an interruption all findings are reported.
        self.cancel = &NEVER;
        self.drop_consequences();
        let (evaluator, engine_set, cancel) = (&mut self.evaluator, self.engine_set, self.cancel);
        for cause in self.hunt.triage.causes() {
            let consensus = Consensus::of_cause(&cause, evaluator, engine_set, cancel);
            self.hunt.causes.push((cause, consensus));
        }
        for divergence in self.hunt.findings.divergences() {
            let consensus = Consensus::of_property(divergence, evaluator, engine_set, cancel);
            self.hunt.properties.push((divergence.clone(), consensus));
        }
        self.hunt.triage_took += before.elapsed();
        Hunt { took: start.elapsed(), complete, lost: engine_set.lost().cloned().collect(), ..self.hunt }
    }
}

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// What was found of an engine that is not in-process.
struct Part {
    asked: Asked,
    hunt: Hunt,
}

/// The outcome of an engine that does not depart.
fn agrees() -> Outcome {
    Outcome::Answer(Answer::Unsupported("as the standard".to_owned()))
}
