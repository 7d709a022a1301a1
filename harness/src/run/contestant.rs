//! One engine in a run: its results, compared with its expectations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crosscheck_reports::{CheckResult, EngineVersion, Total, Verdict, VerdictCounts};
use crosscheck_standard::clauses::change::Edition;

use super::asking::{Asked, ask_all};
use super::cases::Case;
use super::reproduce::reproduce;
use super::{Progress, Run, RunOptions, of_engine};
use crate::engines::{self, EngineSpec, Pool, standard};
use crate::expectations::{Expectations, Observed, Standing, Update};
use crate::fixtures::Check;
use crate::judge::Judgement;
use crate::model::answer::About;

/// How many reasons are listed if an engine supports none of the checks.
const REASONS: usize = 3;

/// An engine that takes part in a run.
pub(super) struct Contestant {
    pub(super) pool: Pool,
    pub(super) about: About,
    pub(super) spec: EngineSpec,
    pub(super) expectations: Option<(PathBuf, Expectations)>,
}

impl Contestant {
    /// Asks the engine every question and adds the results to the run.
    pub(super) fn run(
        self,
        cases: &[Case<'_>],
        options: &RunOptions,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
        run: &mut Run,
    ) {
        progress.engine(&self.spec.name, cases.len());
        let asked = self.ask(cases, options, progress, cancel);
        let is_whole = asked.judgements.iter().all(Option::is_some);
        if let Some(unavailable) = asked.gave_up {
            let message = format!("{unavailable}; its other checks were not run");
            run.report.problems.push(of_engine(&self.spec.name, message));
        } else {
            run.report.complete &= is_whole;
        }
        let judged: Vec<(&Case<'_>, Judgement)> =
            cases.iter().zip(asked.judgements).filter_map(|(case, judgement)| Some((case, judgement?))).collect();
        let observed: Vec<Observed<'_>> = judged.iter().map(observed).collect();
        let none = Expectations::default();
        let known = self.expectations.as_ref().map_or(&none, |(_, known)| known);
        let standings = known.standings(&observed);
        let name = &self.spec.name;
        if is_whole && let Some(message) = nothing_judged(name, &judged, &standings) {
            run.report.problems.push(of_engine(&self.spec.name, message));
        }
        if let Some((path, known)) = &self.expectations {
            run.updates.push(Update::new(path.clone(), known, &self.about.version, &observed, &standings, |index| {
                judged[index].0.name_in_suite()
            }));
        }
        for ((case, judgement), standing) in judged.into_iter().zip(standings) {
            let result = result(case, name, options, judgement, standing);
            count(&mut run.report.totals, &result);
            run.report.results.push(result);
        }
        run.report.engines.push(EngineVersion {
            name: self.spec.name,
            version: self.about.version,
            seconds: asked.engine_time.as_secs_f64(),
        });
    }

    /// Asks the engine about every case. A fixture that names an edition of the standard is about that edition: where
    /// the engine is the standard engine, and no edition was asked for, the standard engine of that edition is asked.
    fn ask(&self, cases: &[Case<'_>], options: &RunOptions, progress: &mut dyn Progress, cancel: &AtomicBool) -> Asked {
        let mut asked = Asked::nothing(cases.len());
        for (name, members) in self.by_edition(cases) {
            let checks: Vec<&Check> = members.iter().map(|&index| &cases[index].check).collect();
            let other = name.and_then(|name| engines::find(&name).ok());
            let other = other.map(|spec| {
                let worker = options.worker.clone();
                let pool = Pool::new(&spec, options.limits.clone(), options.jobs, worker);
                (pool, spec.edition())
            });
            let (pool, edition) = match &other {
                Some((pool, edition)) => (pool, *edition),
                None => (&self.pool, self.spec.edition()),
            };
            let part = ask_all(&checks, pool, &self.about, edition, progress, cancel);
            asked.add(&members, part);
        }
        asked
    }

    /// The indexes of the cases by the engine to ask: the engine itself, or the standard engine of this name.
    fn by_edition(&self, cases: &[Case<'_>]) -> BTreeMap<Option<String>, Vec<usize>> {
        let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let follows_any = self.spec.name == standard::NAME;
        for (index, case) in cases.iter().enumerate() {
            let older = case.check.edition.as_ref();
            let older = older.filter(|of| follows_any && of.edition != Edition::NEWEST);
            let name = older.map(|of| standard::name_of(&of.notation));
            groups.entry(name).or_default().push(index);
        }
        groups
    }
}

/// The problem that nothing could be judged, if that is so and nothing unexpected was found.
fn nothing_judged(engine: &str, judged: &[(&Case<'_>, Judgement)], standings: &[Standing]) -> Option<String> {
    let is_unanswered = |(_, judgement): &(&Case<'_>, Judgement)| judgement.verdict == Verdict::Unsupported;
    let is_unexpected = |standing: &Standing| standing.unexpected;
    if judged.is_empty() || !judged.iter().all(is_unanswered) || standings.iter().any(is_unexpected) {
        return None;
    }
    let reasons = judged.iter().filter_map(|(_, judgement)| judgement.reason.as_deref());
    let mut reasons: Vec<&str> = reasons.collect::<BTreeSet<_>>().into_iter().collect();
    if reasons.len() > REASONS {
        reasons.truncate(REASONS);
        reasons.push("…");
    }
    let (checks, reasons) = (judged.len(), reasons.join("; "));
    Some(format!("engine `{engine}` supports none of these checks ({checks}); nothing was judged: {reasons}"))
}

fn observed<'j>((case, judgement): &'j (&Case<'_>, Judgement)) -> Observed<'j> {
    Observed {
        hash: case.check.hash,
        verdict: judgement.verdict,
        answer: judgement.answer,
        lacks: judgement.lacks.as_deref(),
    }
}

fn result(
    case: &Case<'_>,
    engine: &str,
    options: &RunOptions,
    judgement: Judgement,
    standing: Standing,
) -> CheckResult {
    CheckResult {
        engine: engine.to_owned(),
        suite: case.file.suite.clone(),
        file: case.file.path.display().to_string(),
        index: case.fixture.index,
        line: case.fixture.line,
        hash: case.check.hash.to_string(),
        kind: case.check.kind.to_string(),
        description: case.fixture.description.clone(),
        verdict: judgement.verdict,
        unexpected: standing.unexpected,
        reason: judgement.reason,
        expectation: standing.note,
        input: case.shown_input(),
        mode: case.mode(),
        expected: judgement.expected,
        actual: judgement.actual,
        answer: judgement.answer.map(|answer| answer.to_string()),
        reproduce: reproduce(case, engine, options),
    }
}

fn count(totals: &mut Vec<Total>, result: &CheckResult) {
    let of =
        |total: &Total| (&total.engine, &total.suite, &total.kind) == (&result.engine, &result.suite, &result.kind);
    // Results of one suite come together, its kinds by turns.
    let place = totals.iter().rposition(of).unwrap_or_else(|| {
        totals.push(Total {
            engine: result.engine.clone(),
            suite: result.suite.clone(),
            kind: result.kind.clone(),
            counts: VerdictCounts::default(),
        });
        totals.len() - 1
    });
    let expected = result.expectation.is_some() && !result.unexpected;
    totals[place].counts.add(result.verdict, expected, result.unexpected);
}
