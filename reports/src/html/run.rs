//! A run as a site: an overview, a page for each engine, a page of all results with filters, and what the run's engines
//! have on record.

use askama::Template;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::data::data;
use super::divergences::{self, DivergenceSheet, Listed, known_tone};
use super::groups::{Group, groups};
use super::{
    DrawnRow, Frame, Link, ReportFile, State, Text, counted, drawn_rows, file_name, number, parts, percent, prose,
    shares, tone,
};
use crate::run::{CheckResult, EngineVersion, RunReport, Verdict, VerdictCounts};

/// The page of a run.
const OVERVIEW: &str = "index.html";

/// The page of all results.
const RESULTS: &str = "results.html";

/// The script of the page of all results.
const SCRIPT: &str = include_str!("../../templates/results.js");

/// This many groups of unexpected results are on the overview; the others are on the pages of their engines.
const MOST_FINDINGS: usize = 12;

/// This many groups of a page are shown with an example; the others are only listed.
const MOST_EXAMPLES: usize = 150;

/// This many results of a group are named on the page of an engine.
const MOST_NAMED: usize = 10;

/// What a site of a run shows.
#[derive(Debug, Clone, Copy)]
pub struct RunSite<'r> {
    /// The run.
    pub report: &'r RunReport,
    /// What its engines have on record.
    pub divergences: &'r [DivergenceSheet],
    /// What is different from an earlier run, if there is one to compare with.
    pub since: Option<&'r Since>,
}

/// What is different from an earlier run.
#[derive(Debug, Clone, Default)]
pub struct Since {
    /// Which run that is, in a few words.
    pub earlier: String,
    /// What is different, each in a sentence; the worst first.
    pub changes: Vec<String>,
}

/// Makes the files of a site, which belong into one folder. Its first page is `index.html`.
pub fn files(site: &RunSite<'_>) -> Vec<ReportFile> {
    let report = site.report;
    let groups = groups(report);
    let listed = divergences::listed(site.divergences);
    let mut links = vec![Link::new(OVERVIEW, "Overview"), Link::new(RESULTS, "Results")];
    if !listed.is_empty() {
        links.push(Link::new(divergences::INDEX, "Divergences"));
    }
    let data = data(report);
    let mut files = vec![
        ReportFile::page(OVERVIEW, &Overview::new(site, &groups, &listed, &links)),
        ReportFile::page(
            RESULTS,
            &Results {
                frame: Frame::new(RESULTS, &links),
                index: &data.index,
                script: SCRIPT,
                hash: BASE64_STANDARD.encode(Sha256::digest(SCRIPT)),
            },
        ),
    ];
    for engine in &report.engines {
        let page = EnginePage::new(report, engine, &groups, &listed, &links);
        files.push(ReportFile::page(&page.frame.page, &page));
    }
    files.extend(data.files);
    files.extend(divergences::files(site.divergences, &links));
    files
}

/// The name of the page of an engine.
fn engine_page(engine: &str) -> String {
    file_name("engine", engine) + ".html"
}

#[derive(Template)]
#[template(path = "results.html")]
struct Results<'r> {
    frame: Frame<'r>,
    index: &'r str,
    script: &'static str,
    hash: String,
}

#[derive(Template)]
#[template(path = "run.html")]
struct Overview<'r> {
    frame: Frame<'r>,
    report: &'r RunReport,
    sum: VerdictCounts,
    state: State,
    since: Option<&'r Since>,
    findings: Vec<Finding<'r>>,
    more_findings: usize,
    suites: Vec<&'r str>,
    rows: Vec<EngineRow<'r>>,
}

/// A group of unexpected results, on the overview.
struct Finding<'r> {
    group: &'r Group<'r>,
    href: String,
}

/// An engine, with its counts in each suite.
struct EngineRow<'r> {
    engine: &'r EngineVersion,
    href: String,
    sum: VerdictCounts,
    cells: Vec<VerdictCounts>,
    /// How many divergences are on record.
    divergences: usize,
}

impl<'r> Overview<'r> {
    fn new(site: &RunSite<'r>, groups: &'r [Group<'r>], listed: &[Listed<'r>], links: &'r [Link]) -> Self {
        let report = site.report;
        let unexpected = groups.iter().filter(|group| group.unexpected);
        let findings = unexpected.clone().take(MOST_FINDINGS);
        let suites: Vec<&str> = report.suites().collect();
        let row = |engine: &'r EngineVersion| EngineRow {
            engine,
            href: engine_page(&engine.name),
            sum: report.sum_of(&engine.name, None),
            cells: suites.iter().map(|suite| report.sum_of(&engine.name, Some(suite))).collect(),
            divergences: listed.iter().filter(|listed| listed.sheet.engine == engine.name).count(),
        };
        let mut rows: Vec<EngineRow<'_>> = report.engines.iter().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.sum.unexpected));
        Self {
            frame: Frame::new(OVERVIEW, links),
            report,
            sum: report.sum(),
            state: state(report),
            since: site.since,
            findings: findings
                .map(|group| Finding { group, href: format!("{}#{}", engine_page(group.engine), group.id()) })
                .collect(),
            more_findings: unexpected.count().saturating_sub(MOST_FINDINGS),
            suites,
            rows,
        }
    }
}

fn state(report: &RunReport) -> State {
    let (words, class) = if !report.complete {
        ("Interrupted", "odd")
    } else if !report.problems.is_empty() {
        ("Not everything could be run", "bad")
    } else if report.sum().unexpected > 0 {
        ("Unexpected results", "bad")
    } else {
        ("As expected", "good")
    };
    State { words, class }
}

#[derive(Template)]
#[template(path = "engine.html")]
struct EnginePage<'r> {
    frame: Frame<'r>,
    engine: &'r EngineVersion,
    sum: VerdictCounts,
    suites: Vec<(&'r str, VerdictCounts)>,
    sections: Vec<Section<'r>>,
    divergences: Vec<&'r Listed<'r>>,
}

/// Groups under a heading.
struct Section<'r> {
    id: &'static str,
    title: &'static str,
    count: usize,
    cards: Vec<Card<'r>>,
    /// Groups with one line each.
    folded: Vec<Folded<'r>>,
}

/// A group in one line.
struct Folded<'r> {
    group: &'r Group<'r>,
    href: String,
}

/// A group with an example.
struct Card<'r> {
    group: &'r Group<'r>,
    id: String,
    open: bool,
    href: String,
    named: Vec<(&'r CheckResult, String)>,
    example: Example<'r>,
}

/// One result with its input and both answers.
struct Example<'r> {
    result: &'r CheckResult,
    input: Text,
    answer: Shown,
}

/// The answers of the fixture and of the engine.
enum Shown {
    Both(Vec<DrawnRow>),
    One(&'static str, Text),
    Neither,
}

impl<'r> EnginePage<'r> {
    fn new(
        report: &'r RunReport,
        engine: &'r EngineVersion,
        groups: &'r [Group<'r>],
        listed: &'r [Listed<'r>],
        links: &'r [Link],
    ) -> Self {
        let of_engine: Vec<&Group<'_>> = groups.iter().filter(|group| group.engine == engine.name).collect();
        let section = |id, title, is_meant: &dyn Fn(&Group<'_>) -> bool| {
            let groups: Vec<&'r Group<'r>> = of_engine.iter().copied().filter(|group| is_meant(group)).collect();
            Section::new(id, title, &groups)
        };
        let sections = [
            section("unexpected", "Unexpected", &|group| group.unexpected),
            section("known", "Known failures", &|group| !group.unexpected && group.verdict.is_fault()),
            section("stale", "Fixtures that a change to the standard has overtaken", &|group| {
                !group.unexpected && group.verdict == Verdict::Stale
            }),
            section("unsupported", "What the engine cannot answer", &|group| {
                !group.unexpected && group.verdict == Verdict::Unsupported
            }),
        ];
        Self {
            frame: Frame::new(&engine_page(&engine.name), links),
            engine,
            sum: report.sum_of(&engine.name, None),
            suites: report
                .suites()
                .map(|suite| (suite, report.sum_of(&engine.name, Some(suite))))
                .filter(|(_, counts)| counts.checks() > 0)
                .collect(),
            sections: sections.into_iter().filter(|section| section.count > 0).collect(),
            divergences: listed.iter().filter(|listed| listed.sheet.engine == engine.name).collect(),
        }
    }
}

impl<'r> Section<'r> {
    fn new(id: &'static str, title: &'static str, groups: &[&'r Group<'r>]) -> Self {
        let mut section = Self {
            id,
            title,
            count: groups.iter().map(|group| group.count).sum(),
            cards: Vec::new(),
            folded: Vec::new(),
        };
        for group in groups {
            let is_small = matches!(group.verdict, Verdict::Unsupported | Verdict::Stale) && !group.unexpected;
            match group.example().filter(|_| !is_small && section.cards.len() < MOST_EXAMPLES) {
                Some(example) => {
                    let open = group.unexpected && section.cards.is_empty();
                    section.cards.push(Card::new(group, example, open));
                }
                None => section.folded.push(Folded { group, href: filtered(group) }),
            }
        }
        section
    }
}

/// The page of all results with those of a group.
fn filtered(group: &Group<'_>) -> String {
    let engine = query(group.engine);
    format!("{RESULTS}#engine={engine}&verdict={}&cause={}", query(group.verdict.words()), group.id())
}

/// The page of all results with one of them opened.
fn opened(result: &CheckResult) -> String {
    let cause = super::anchor(&super::groups::title(result));
    let (engine, hash) = (query(&result.engine), query(&result.hash));
    let verdict = query(result.verdict.words());
    format!("{RESULTS}#engine={engine}&verdict={verdict}&cause={cause}&check={hash}")
}

/// A text in a query, where only letters and digits stay as they are.
fn query(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

impl<'r> Card<'r> {
    fn new(group: &'r Group<'r>, example: &'r CheckResult, open: bool) -> Self {
        let named = group.results.iter().take(MOST_NAMED);
        Self {
            group,
            id: group.id(),
            open,
            href: filtered(group),
            named: named.map(|result| (*result, opened(result))).collect(),
            example: Example {
                result: example,
                input: Text::new(&example.input),
                answer: match (&example.expected, &example.actual) {
                    (Some(expected), Some(actual)) => Shown::Both(drawn_rows(expected, actual)),
                    (Some(expected), None) => Shown::One("Expected", Text::new(expected)),
                    (None, Some(actual)) => Shown::One("Actual", Text::new(actual)),
                    (None, None) => Shown::Neither,
                },
            },
        }
    }
}
