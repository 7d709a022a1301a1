//! Which side of a change engines are on.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crosscheck_reports::SideEntry;

use super::difference::Kind;
use super::snippets::Snippet;
use crate::engines::standard::Standard;
use crate::engines::{Engine as _, EngineSpec, EngineUnavailable, Limits, Pool, WorkerCommand};
use crate::model::answer::{About, Answer, Capability, Outcome, lacking};
use crate::model::input::Input;
use crate::oracles::Oracle;

/// The engines whose side is determined.
pub struct Engines(Vec<(About, Pool)>);

impl Engines {
    /// These engines, each in a process of its own.
    ///
    /// # Errors
    /// When one cannot be started.
    pub fn new(specs: &[EngineSpec], limits: &Limits, worker: &WorkerCommand) -> Result<Self, EngineUnavailable> {
        let start = |spec: &EngineSpec| {
            let pool = Pool::new(spec, limits.clone(), 1, worker.clone());
            Ok((pool.about()?, pool))
        };
        specs.iter().map(start).collect::<Result<_, _>>().map(Self)
    }

    /// Engines that can parse neither documents nor fragments, with what they lack. Their side stays unknown.
    pub fn unable(&self) -> impl Iterator<Item = String> {
        let able = |about: &About| about.can(Capability::Document) || about.can(Capability::Fragment);
        let unable = self.0.iter().filter(move |(about, _)| !able(about));
        unable.map(|(about, _)| {
            let why = about.explained(Capability::Document.name());
            format!("engine `{}` cannot parse documents or fragments: {why}", about.name)
        })
    }

    /// The versions of these, and of the standard engine, by name.
    pub(super) fn versions(&self) -> BTreeMap<String, String> {
        let standard = Standard::default().about();
        let abouts = self.0.iter().map(|(about, _)| about);
        abouts.chain([&standard]).map(|about| (about.name.clone(), about.version.clone())).collect()
    }

    /// The side of each engine on the change that a snippet shows: `old`, `new`, `other`, or `unknown` if it cannot be
    /// asked or did not answer.
    pub(super) fn sides(&self, snippet: &Snippet, cancel: &AtomicBool) -> Vec<SideEntry> {
        let input = snippet.question();
        let answer = |edition| Standard::of_edition(edition).answer(&input);
        let old = answer(snippet.before.edition);
        let new = answer(snippet.after.edition);
        let is_same = |one: &Answer, other: &Answer| is_same(snippet.kind, one, other);
        if is_same(&old, &new) {
            // Only shadow roots, which engines are not asked for, tell them apart.
            return Vec::new();
        }
        let side = |(about, pool): &(About, Pool)| SideEntry {
            engine: about.name.clone(),
            version: about.version.clone(),
            side: match asked(about, pool, &input, cancel).filter(|answer| says(snippet.kind, answer)) {
                Some(answer) if is_same(&old, &answer) => "old",
                Some(answer) if is_same(&new, &answer) => "new",
                Some(_) => "other",
                None => "unknown",
            },
        };
        self.0.iter().map(side).collect()
    }
}

/// Whether an answer contains what a kind of difference is about.
fn says(kind: Kind, answer: &Answer) -> bool {
    match (answer, kind) {
        (Answer::Tree { errors, .. }, Kind::ErrorsOnly) => errors.is_some(),
        (Answer::Tree { mode, .. }, Kind::QuirksMode) => mode.is_some(),
        _ => true,
    }
}

fn is_same(kind: Kind, one: &Answer, other: &Answer) -> bool {
    match (one, other) {
        (Answer::Markup(one), Answer::Markup(other)) => one == other,
        (Answer::Tokens { .. }, _) => !Oracle::Tokens.differ(one, other),
        (Answer::Encoding(_), _) => !Oracle::Encoding.differ(one, other),
        _ if kind == Kind::ErrorsOnly => !Oracle::Errors.differ(one, other),
        _ => !Oracle::Trees.differ(one, other),
    }
}

/// What an engine answers, if it can be asked and does.
fn asked(about: &About, pool: &Pool, input: &Input, cancel: &AtomicBool) -> Option<Answer> {
    if lacking(input, &about.can).is_some() {
        return None;
    }
    let mut answer = None;
    let asked = pool.ask(std::slice::from_ref(input), &mut |_, outcome| answer = Some(outcome), cancel);
    match (asked, answer) {
        (Ok(_), Some(Outcome::Answer(answer))) if !matches!(answer, Answer::Unsupported(_)) => Some(answer),
        _ => None,
    }
}
