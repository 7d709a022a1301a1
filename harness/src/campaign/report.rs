//! The report of a campaign.

use std::time::Duration;

use crosscheck_reports::{MutantCounts, MutantEntry, MutantSection, MutantsReport};
use crosscheck_standard::clauses::section::SECTIONS;

use super::{Campaign, Equivalents, Fate, Probes, Tried};
use crate::mutants::Mutant;

/// Builds the report of a campaign.
pub fn report(
    campaign: &Campaign,
    probes: &Probes,
    equivalents: &Equivalents,
    with_noticed: bool,
    took: Duration,
) -> MutantsReport {
    let mut report = MutantsReport {
        complete: campaign.complete,
        problems: probes.problems.clone(),
        left_out: probes.left_out.clone(),
        seconds: took.as_secs_f64(),
        ..MutantsReport::default()
    };
    for check in &probes.checks {
        *report.checks.entry(check.check.kind.to_string()).or_default() += 1;
    }
    for tried in in_order(&campaign.tried) {
        let argument = equivalents.argument(tried.mutant);
        count(&mut report.sum, tried, argument.is_some());
        count(&mut section(&mut report.sections, tried.mutant).counts, tried, argument.is_some());
        let is_noticed = matches!(tried.fate(), Fate::Killed | Fate::Stopped);
        let place = match (is_noticed, argument) {
            (true, Some(_)) => &mut report.refuted,
            (true, None) if !with_noticed => continue,
            (true, None) => &mut report.noticed,
            (false, Some(_)) => &mut report.equivalents,
            (false, None) => &mut report.survivors,
        };
        place.push(entry(tried, argument));
    }
    report
}

/// By section in the standard's order, the lists last.
fn in_order(tried: &[Tried]) -> Vec<&Tried> {
    let mut tried: Vec<&Tried> = tried.iter().collect();
    tried.sort_by_cached_key(|tried| {
        let section = tried.mutant.section();
        let place = SECTIONS.iter().position(|known| known.key == section);
        let line = tried.mutant.clause().map(|clause| clause.place());
        (place.unwrap_or(usize::MAX), section, line)
    });
    tried
}

fn section(sections: &mut Vec<MutantSection>, mutant: Mutant) -> &mut MutantSection {
    let key = mutant.section();
    let place = sections.iter().position(|section| section.key == key);
    let place = place.unwrap_or_else(|| {
        let known = mutant.clause().map(|clause| clause.section().title);
        sections.push(MutantSection {
            section: known.map_or_else(|| key.clone(), str::to_owned),
            link: mutant.link(),
            key,
            counts: MutantCounts::default(),
        });
        sections.len() - 1
    });
    &mut sections[place]
}

fn count(counts: &mut MutantCounts, tried: &Tried, is_equivalent: bool) {
    counts.mutants += 1;
    match tried.fate() {
        Fate::Killed => counts.killed += 1,
        Fate::Stopped => counts.timed_out += 1,
        Fate::Survived | Fate::Unreached if is_equivalent => counts.equivalent += 1,
        Fate::Survived => counts.survived += 1,
        Fate::Unreached => {
            counts.survived += 1;
            counts.unreached += 1;
        }
    }
    for kind in tried.killers.keys() {
        *counts.by_check.entry(kind.to_string()).or_default() += 1;
    }
}

fn entry(tried: &Tried, argument: Option<&str>) -> MutantEntry {
    let mutant = tried.mutant;
    let clause = mutant.clause();
    let killers = tried.killers.iter();
    MutantEntry {
        mutant: mutant.to_string(),
        clause: clause.map(|clause| clause.id().to_owned()),
        description: mutant.predicate(),
        link: mutant.link(),
        place: clause.map(|clause| {
            let (file, line) = clause.place();
            format!("{file}:{line}")
        }),
        reached: tried.is_reached,
        noticed_by: killers.map(|(kind, killer)| (kind.to_string(), killer.place.clone())).collect(),
        argument: argument.map(str::to_owned),
    }
}
