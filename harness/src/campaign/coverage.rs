//! The report of coverage.

use crosscheck_reports::{Compared, CoverageReport, SectionCoverage, Unreachable};
use crosscheck_standard::clauses::clause::{self, Clause, ClauseKind};
use crosscheck_standard::clauses::limit;
use crosscheck_standard::clauses::section::SECTIONS;

use super::Probes;
use crate::coverage::Reached;

/// The clauses that the probes reach, compared with those that others reach.
pub fn report(probes: &Probes, others: Option<&Probes>) -> CoverageReport {
    let here = probes.reached();
    let there = others.map(Probes::reached);
    let problems = probes.problems.iter();
    CoverageReport {
        problems: problems.chain(others.iter().flat_map(|others| &others.problems)).cloned().collect(),
        inputs: probes.probes.len(),
        clauses: clause::COUNT,
        reachable: limit::reachable().count(),
        reached: count(limit::reachable(), &here),
        missing: ids(|clause| clause.is_reachable() && !here.held(clause)),
        always_held: ids(|clause| {
            clause.kind() == ClauseKind::Condition
                && clause.limit().is_none()
                && here.held(clause)
                && !here.failed(clause)
        }),
        unreachable: clause::in_order()
            .filter_map(|clause| {
                Some(Unreachable { id: clause.id().to_owned(), why: clause.why_unreachable()?.to_owned() })
            })
            .collect(),
        sections: sections(&here, there.as_ref()),
        compared: there.map(|there| Compared {
            reached: count(limit::reachable(), &there),
            only_here: ids(|clause| here.held(clause) && !there.held(clause)),
            only_there: ids(|clause| there.held(clause) && !here.held(clause)),
        }),
    }
}

fn sections(here: &Reached, there: Option<&Reached>) -> Vec<SectionCoverage> {
    let sections = SECTIONS.iter().filter_map(|section| {
        let of_section = || limit::reachable().filter(|clause| clause.section().key == section.key);
        (of_section().count() > 0).then(|| SectionCoverage {
            section: section.title.to_owned(),
            link: section.link(),
            reachable: of_section().count(),
            reached: count(of_section(), here),
            reached_there: there.map(|there| count(of_section(), there)),
        })
    });
    sections.collect()
}

fn count(clauses: impl Iterator<Item = Clause>, reached: &Reached) -> usize {
    clauses.filter(|clause| reached.held(*clause)).count()
}

fn ids(is_wanted: impl Fn(Clause) -> bool) -> Vec<String> {
    let wanted = clause::in_order().filter(|clause| is_wanted(*clause));
    wanted.map(|clause| clause.id().to_owned()).collect()
}
