//! A run as JUnit XML, in the shape that CI servers read.
//!
//! There is no standard for it; this keeps to what Jenkins, GitLab and GitHub's readers have in common:
//! `testsuites`, `testsuite`, `testcase`, and in that `failure`, `error` or `skipped`.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::run::{CheckResult, Problem, RunReport, Verdict};
use crate::visible::visible;
use crate::words::counted;

/// Writes a run. A suite has the results of one engine on one suite's checks of one kind. What the engine cannot answer
/// is one skipped case for each file. What could not be run is an error in a suite of its own, and so is an
/// interruption.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &RunReport, out: impl Write) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = suites(report);
    let all = Tally::sum(suites.iter().map(|suite| suite.tally));
    let mut root = all.onto(BytesStart::new("testsuites"));
    root.push_attribute(("name", "crosscheck"));
    root.push_attribute(("time", format!("{:.3}", report.seconds).as_str()));
    xml.write_event(Event::Start(root))?;
    for suite in &suites {
        write_suite(&mut xml, suite)?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuites")))?;
    writeln!(xml.get_mut())
}

/// One `testsuite`.
struct Suite<'r> {
    name: String,
    cases: Vec<Case<'r>>,
    tally: Tally,
}

impl<'r> Suite<'r> {
    fn new(name: String, cases: Vec<Case<'r>>) -> Self {
        Self { name, tally: Tally::of(&cases), cases }
    }
}

/// One `testcase`.
struct Case<'r> {
    class: String,
    name: String,
    file: &'r str,
    line: Option<u32>,
    outcome: Outcome<'r>,
}

/// What stands in a `testcase`.
enum Outcome<'r> {
    Passed,
    /// The element, its `type`, its `message`, and the result to show in it.
    Other(&'static str, &'static str, String, Option<&'r CheckResult>),
}

/// The counts JUnit has.
#[derive(Clone, Copy, Default)]
struct Tally {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Tally {
    fn of(cases: &[Case<'_>]) -> Self {
        let mut tally = Self { tests: cases.len(), ..Self::default() };
        for case in cases {
            match case.outcome {
                Outcome::Other(FAILURE, ..) => tally.failures += 1,
                Outcome::Other(ERROR, ..) => tally.errors += 1,
                Outcome::Other(..) => tally.skipped += 1,
                Outcome::Passed => {}
            }
        }
        tally
    }

    fn sum(tallies: impl Iterator<Item = Self>) -> Self {
        tallies.fold(Self::default(), |sum, one| Self {
            tests: sum.tests + one.tests,
            failures: sum.failures + one.failures,
            errors: sum.errors + one.errors,
            skipped: sum.skipped + one.skipped,
        })
    }

    fn onto(self, mut element: BytesStart<'_>) -> BytesStart<'_> {
        let counts =
            [("tests", self.tests), ("failures", self.failures), ("errors", self.errors), ("skipped", self.skipped)];
        for (name, count) in counts {
            element.push_attribute((name, count.to_string().as_str()));
        }
        element
    }
}

const FAILURE: &str = "failure";
const ERROR: &str = "error";
const SKIPPED: &str = "skipped";

fn suites(report: &RunReport) -> Vec<Suite<'_>> {
    let mut of_totals = cases(report);
    let mut suites = Vec::new();
    for total in &report.totals {
        let name = format!("{} {} {}", total.engine, total.suite, total.kind);
        let cases = of_totals.remove(&key(&total.engine, &total.suite, &total.kind));
        suites.push(Suite::new(name, cases.unwrap_or_default()));
    }
    // A saved run may have results that its totals do not count, and has only the hashes of what passed.
    suites.extend(
        of_totals
            .into_iter()
            .collect::<BTreeMap<_, _>>()
            .into_iter()
            .map(|(key, cases)| Suite::new(key.join(" "), cases)),
    );
    suites.extend(report.passed.iter().map(|passed| {
        let cases = passed.hashes.iter().map(|hash| passed_case(&passed.engine, hash)).collect();
        Suite::new(format!("{} passed", passed.engine), cases)
    }));
    let mut own: Vec<_> = report.problems.iter().map(problem_case).collect();
    if !report.complete {
        own.push(interrupted_case());
    }
    if !own.is_empty() {
        suites.push(Suite::new("crosscheck".to_owned(), own));
    }
    suites
}

/// An engine, a suite and a kind of check.
type Key<'r> = [&'r str; 3];

fn key<'r>(engine: &'r str, suite: &'r str, kind: &'r str) -> Key<'r> {
    [engine, suite, kind]
}

/// The cases of each suite.
fn cases(report: &RunReport) -> HashMap<Key<'_>, Vec<Case<'_>>> {
    let mut cases: HashMap<Key<'_>, Vec<Case<'_>>> = HashMap::new();
    let mut unanswered: BTreeMap<(Key<'_>, &str), BTreeMap<&str, usize>> = BTreeMap::new();
    for result in &report.results {
        let key = key(&result.engine, &result.suite, &result.kind);
        match (result.verdict, result.unexpected) {
            (Verdict::Unsupported, false) => {
                let reasons = unanswered.entry((key, &*result.file)).or_default();
                *reasons.entry(result.reason.as_deref().unwrap_or_default()).or_default() += 1;
            }
            _ => cases.entry(key).or_default().push(case(result)),
        }
    }
    for ((key, file), reasons) in unanswered {
        cases.entry(key).or_default().push(unanswered_case(key, file, reasons));
    }
    for entry in &report.unanswered {
        let key = key(&entry.engine, &entry.suite, &entry.kind);
        let reasons = BTreeMap::from([(&*entry.reason, entry.count)]);
        cases.entry(key).or_default().push(unanswered_case(key, "", reasons));
    }
    cases
}

/// The checks that the engine cannot answer, of a file or, if that is not known, of the suite.
fn unanswered_case<'r>(key: Key<'r>, file: &'r str, reasons: BTreeMap<&str, usize>) -> Case<'r> {
    let of = if file.is_empty() { key[1] } else { file };
    let checks = counted(reasons.values().sum(), "check");
    let reasons: Vec<String> = reasons.into_iter().map(|(reason, count)| format!("{reason} ({count})")).collect();
    let message = reasons.join("; ");
    Case {
        class: key.join("."),
        name: format!("{of}: {checks} unsupported"),
        file,
        line: None,
        outcome: Outcome::Other(SKIPPED, Verdict::Unsupported.words(), message, None),
    }
}

fn case(result: &CheckResult) -> Case<'_> {
    let class = format!("{}.{}.{}", result.engine, result.suite, result.kind);
    let outcome = outcome(result);
    if let Outcome::Passed = outcome {
        // These are most, and nothing more is to be said of them.
        let name = format!("{}:{} {}", result.file, result.line, result.hash);
        return Case { class, name, file: "", line: None, outcome };
    }
    let mut name = format!("{}:{} {}", result.file, result.line, result.hash);
    for more in [result.description.as_deref(), Some(&*result.mode)] {
        if let Some(more) = more.filter(|text| !text.is_empty()) {
            name.push(' ');
            name.push_str(more);
        }
    }
    Case { class, name, file: &result.file, line: Some(result.line), outcome }
}

fn outcome(result: &CheckResult) -> Outcome<'_> {
    let element = match (result.unexpected, result.verdict) {
        (false, Verdict::Passed) => return Outcome::Passed,
        (true, Verdict::Crashed | Verdict::TimedOut) => ERROR,
        (true, _) => FAILURE,
        (false, _) => SKIPPED,
    };
    let reason = result.reason.as_deref().unwrap_or(result.verdict.words());
    let message = result.expectation.as_deref().unwrap_or(reason).to_owned();
    // Of what is known the explanation says enough.
    let shown = (element != SKIPPED).then_some(result);
    Outcome::Other(element, result.verdict.words(), message, shown)
}

/// A check of which only the hash is known, and that it passed.
fn passed_case<'r>(engine: &str, hash: &str) -> Case<'r> {
    Case { class: format!("{engine}.passed"), name: hash.to_owned(), file: "", line: None, outcome: Outcome::Passed }
}

fn problem_case(problem: &Problem) -> Case<'_> {
    Case {
        class: "crosscheck.problem".to_owned(),
        name: problem.to_string(),
        file: problem.file.as_deref().unwrap_or_default(),
        line: problem.line,
        outcome: Outcome::Other(ERROR, "not run", problem.to_string(), None),
    }
}

fn interrupted_case<'r>() -> Case<'r> {
    Case {
        class: "crosscheck.run".to_owned(),
        name: "every check was run".to_owned(),
        file: "",
        line: None,
        outcome: Outcome::Other(
            ERROR,
            "interrupted",
            "the run was interrupted; these are the results so far".to_owned(),
            None,
        ),
    }
}

fn write_suite<W: Write>(xml: &mut Writer<W>, suite: &Suite<'_>) -> io::Result<()> {
    let mut start = suite.tally.onto(BytesStart::new("testsuite"));
    start.push_attribute(("name", &*visible(&suite.name)));
    xml.write_event(Event::Start(start))?;
    for case in &suite.cases {
        write_case(xml, case)?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuite")))
}

fn write_case<W: Write>(xml: &mut Writer<W>, case: &Case<'_>) -> io::Result<()> {
    let mut start = BytesStart::new("testcase");
    start.push_attribute(("classname", &*visible(&case.class)));
    start.push_attribute(("name", &*one_line(&case.name)));
    if !case.file.is_empty() {
        start.push_attribute(("file", &*visible(case.file)));
    }
    if let Some(line) = case.line {
        start.push_attribute(("line", line.to_string().as_str()));
    }
    let Outcome::Other(element, kind, message, result) = &case.outcome else {
        return xml.write_event(Event::Empty(start));
    };
    xml.write_event(Event::Start(start))?;
    let mut inner = BytesStart::new(*element);
    inner.push_attribute(("type", *kind));
    inner.push_attribute(("message", &*one_line(message)));
    match result {
        Some(result) => {
            xml.write_event(Event::Start(inner))?;
            xml.write_event(Event::Text(BytesText::new(&visible(&details(result)))))?;
            xml.write_event(Event::End(BytesEnd::new(*element)))?;
        }
        None => xml.write_event(Event::Empty(inner))?,
    }
    xml.write_event(Event::End(BytesEnd::new("testcase")))
}

/// Text for an attribute, where XML readers turn a line feed into a space.
fn one_line(text: &str) -> String {
    visible(text).replace('\n', "\\n")
}

/// The text of a `failure`: what was asked, both answers, and how to ask again.
fn details(result: &CheckResult) -> String {
    let mut text = format!("input:\n{}\n", result.input);
    let sides = [("expected", &result.expected), ("actual", &result.actual)];
    for (name, side) in sides {
        if let Some(side) = side {
            text.push_str(&format!("\n{name}:\n{side}\n"));
        }
    }
    text.push_str(&format!("\nreproduce:\n{}\n", result.reproduce));
    text
}
