//! Every renderer is given a run that has one of everything, hostile text included, and its output is read back.

use crosscheck_reports::terminal::{self, Detail};
use crosscheck_reports::{
    CheckResult, Editions, EngineEntry, EngineVersion, EnginesReport, Output, ParseReport, Problem, RunReport,
    ShellLine, Total, Verdict, VerdictCounts, html, junit, write_json,
};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

/// Text that is markup in every format, steers terminals, and that XML and JSON must escape.
const HOSTILE: &str = "<script>alert(1)</script>]]>&\"'\0\x1b[31m\u{202E}\u{FFFE}\r\n\u{A0}x";

fn result(index: usize, verdict: Verdict, unexpected: bool) -> CheckResult {
    CheckResult {
        engine: "faulty".to_owned(),
        suite: "tree-construction".to_owned(),
        file: "suites/tree construction/x.dat".to_owned(),
        index,
        line: 1 + 10 * index as u32,
        hash: format!("{index:08x}"),
        kind: "tree".to_owned(),
        description: Some(HOSTILE.to_owned()),
        verdict,
        unexpected,
        reason: (verdict != Verdict::Passed).then(|| HOSTILE.to_owned()),
        expectation: None,
        input: HOSTILE.to_owned(),
        mode: String::new(),
        expected: None,
        actual: None,
        answer: None,
        reproduce: ShellLine::command("crosscheck")
            .word("run")
            .word("x.dat")
            .option("--filter", format!("{index:08x}")),
    }
}

/// One of everything.
fn report() -> RunReport {
    let mut failed = result(1, Verdict::Failed, true);
    failed.expected = Some("| <html>\n|   <body>\n|     \"same\"\n|     <b>".to_owned());
    failed.actual = Some(format!("| <html>\n|   <body>\n|     \"same\"\n|     <i>\n{HOSTILE}"));
    let mut known = result(2, Verdict::Failed, false);
    known.expectation = Some("a known fault".to_owned());
    let mut mended = result(3, Verdict::Passed, true);
    mended.expectation = Some("was a fault".to_owned());
    let results = vec![
        result(0, Verdict::Passed, false),
        failed,
        known,
        mended,
        result(4, Verdict::Crashed, true),
        result(5, Verdict::TimedOut, true),
        result(6, Verdict::Unsupported, false),
        result(7, Verdict::Stale, false),
    ];
    let mut counts = VerdictCounts::default();
    for result in &results {
        let expected = result.expectation.is_some() && !result.unexpected;
        counts.add(result.verdict, expected, result.unexpected);
    }
    RunReport {
        engines: vec![EngineVersion { name: "faulty".to_owned(), version: "1.2.3".to_owned(), seconds: 0.5 }],
        totals: vec![Total {
            engine: "faulty".to_owned(),
            suite: "tree-construction".to_owned(),
            kind: "tree".to_owned(),
            counts,
        }],
        seconds: 1.5,
        results,
        passed: Vec::new(),
        provenance: Default::default(),
        problems: vec![Problem {
            file: Some("suites/bad.dat".to_owned()),
            line: Some(7),
            message: HOSTILE.to_owned(),
            ..Problem::default()
        }],
        complete: true,
    }
}

fn json(report: &RunReport) -> Value {
    let mut out = Vec::new();
    write_json(report, &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn html(report: &RunReport) -> String {
    let mut out = Vec::new();
    html::write(report, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn terminal(report: &RunReport, width: usize, detail: Detail) -> String {
    let mut out = Vec::new();
    terminal::run(report, width, detail, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The text without the colours that the renderer itself sets.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut parts = text.split("\x1b[");
    plain.push_str(parts.next().unwrap());
    for part in parts {
        let (codes, rest) = part.split_once('m').expect("an SGR sequence");
        assert!(codes.chars().all(|c| c.is_ascii_digit() || c == ';'), "only colours: {codes:?}");
        plain.push_str(rest);
    }
    plain
}

#[test]
fn json_counts_every_verdict() {
    let report = json(&report());
    let total = &report["totals"][0];
    let expected = [
        ("passed", 2),
        ("failed", 2),
        ("crashed", 1),
        ("timed_out", 1),
        ("unsupported", 1),
        ("stale", 1),
        ("expected", 1),
        ("unexpected", 4),
    ];
    for (member, count) in expected {
        assert_eq!(total[member], count, "{member}");
    }
    assert_eq!(report["results"][5]["verdict"], "timed_out");
    assert_eq!(report["results"][0]["input"], HOSTILE, "JSON loses nothing");
}

#[test]
fn only_what_passed_as_expected_is_left_out() {
    let indices: Vec<_> = report().without_passed().results.iter().map(|result| result.index).collect();
    assert_eq!(indices, [1, 2, 3, 4, 5, 6, 7]);
}

/// The elements of an XML document with their attributes; panics where it is not well-formed.
fn read_xml(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let forbidden = |c: char| matches!(c, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}');
    assert!(!xml.contains(forbidden), "XML 1.0 forbids these characters");
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let mut elements = Vec::new();
    let mut depth = 0_usize;
    let open = |start: &BytesStart<'_>| {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.expect("a well-formed attribute");
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).expect("a well-formed value");
            (attribute.key.as_ref().to_owned(), value.into_owned())
        });
        let name = start.name().as_ref().to_owned();
        (name, attributes.collect())
    };
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(start) => {
                elements.push(open(&start));
                depth += 1;
            }
            Event::Empty(start) => elements.push(open(&start)),
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "every element ends");
    elements
}

#[test]
fn junit_is_well_formed_and_counts_what_it_holds() {
    let mut out = Vec::new();
    junit::write(&report(), &mut out).unwrap();
    let xml = String::from_utf8(out).unwrap();
    let elements = read_xml(&xml);
    let count = |name: &str| elements.iter().filter(|element| element.0 == name).count();
    assert_eq!(count("testsuites"), 1);
    assert_eq!(count("testsuite"), 2, "one of checks, one of problems");
    assert_eq!(count("testcase"), 8 + 1);
    assert_eq!(count("failure"), 2, "the failure and the pass that was not expected");
    assert_eq!(count("error"), 3, "the crash, the time-out, the unreadable file");
    assert_eq!(count("skipped"), 3, "the known, the unsupported, the stale");
    let (_, attributes) = &elements[0];
    for (name, value) in [("tests", "9"), ("failures", "2"), ("errors", "3"), ("skipped", "3")] {
        assert!(attributes.contains(&(name.to_owned(), value.to_owned())), "{name}: {attributes:?}");
    }
    assert!(xml.contains("\\0\\u{1b}[31m"), "NUL is shown");
}

#[test]
fn junit_tells_an_interruption() {
    let interrupted = RunReport { complete: false, ..RunReport::default() };
    let mut out = Vec::new();
    junit::write(&interrupted, &mut out).unwrap();
    let elements = read_xml(&String::from_utf8(out).unwrap());
    assert!(elements.iter().any(|element| element.0 == "error"));
}

#[test]
fn html_stands_alone_and_escapes_everything() {
    let page = html(&report());
    assert!(!page.contains("<script"), "no script, ours or theirs");
    assert!(!page.contains("src="), "nothing from elsewhere");
    assert!(!page.contains("href="), "nothing from elsewhere");
    assert!(!page.contains("url("), "nothing from elsewhere");
    assert!(page.contains("&#60;script&#62;"), "their script as text");
    let invisible = |c: char| (c.is_control() && c != '\n') || "\u{202E}\u{FFFE}\u{A0}".contains(c);
    assert!(!page.contains(invisible), "what is invisible is shown");
    assert!(page.contains("<span class=\"c\">\\0</span>"), "and set apart");
}

#[test]
fn html_shows_what_it_must() {
    let page = html(&report());
    for must in [
        "Not everything could be run",
        "faulty <small>1.2.3</small>",
        "suites/tree construction/x.dat:11",
        "00000001",
        "crosscheck run x.dat --filter 00000001",
        "a known fault",
        "suites/bad.dat:7",
        "passed unexpectedly",
        "name=\"viewport\"",
    ] {
        assert!(page.contains(must), "{must}");
    }
    assert_eq!(page.matches("<details class=\"card\" id=").count(), 4);
    let marked = "<div class=\"row both\"><div>|     &#60;<span class=\"d\">b</span>&#62;</div>\
                  <div>|     &#60;<span class=\"d\">i</span>&#62;</div></div>";
    assert!(page.contains(marked), "the letter that differs is marked");
}

#[test]
fn html_says_when_nothing_was_unexpected_and_when_interrupted() {
    let mut report = RunReport { complete: true, ..RunReport::default() };
    assert!(html(&report).contains("Nothing unexpected was found."));
    report.complete = false;
    assert!(html(&report).contains("Interrupted. These are the results so far."));
}

#[test]
fn html_names_the_results_it_does_not_show() {
    let mut report = RunReport { complete: true, ..RunReport::default() };
    report.results = (0..501).map(|index| result(index, Verdict::Failed, true)).collect();
    let page = html(&report);
    assert_eq!(page.matches("<details class=\"card\" id=").count(), 500);
    assert!(page.contains("1 more, without their trees"));
    assert!(page.contains(&format!("{:08x}", 500)));
}

#[test]
fn terminal_has_table_and_sides() {
    let text = without_colours(&terminal(&report(), 100, Detail::Normal));
    for must in [
        "faulty 1.2.3",
        "1 crashed, 1 timed out, 1 unsupported, 1 stale",
        "failed faulty tree suites/tree construction/x.dat:11 00000001",
        "passed unexpectedly faulty tree",
        "reproduce crosscheck run x.dat --filter 00000001",
        "8 checks in 1.50 s",
        "4 unexpected",
    ] {
        assert!(text.contains(must), "{must}\n{text}");
    }
    let row = text.lines().find(|line| line.contains("<b>")).unwrap();
    assert!(row.contains("<i>") && row.contains('~'), "{row}");
    assert!(!text.contains("a known fault"), "not asked for");
    let verbose = without_colours(&terminal(&report(), 100, Detail::Verbose));
    assert!(verbose.contains("a known fault"));
    let quiet = without_colours(&terminal(&report(), 100, Detail::Quiet));
    assert!(!quiet.contains("reproduce") && quiet.contains("failed faulty tree"));
}

#[test]
fn terminal_keeps_its_width_and_loses_nothing() {
    let mut report = report();
    let long = format!("| \"{}\"", "漢字and letters ".repeat(30));
    report.results[1].expected = Some(long.clone());
    report.results[1].actual = Some(format!("{long}!"));
    report.results[1].description = None;
    report.results[1].reason = None;
    report.results.truncate(2);
    for width in [40, 80, 100, 200] {
        let text = without_colours(&terminal(&report, width, Detail::Normal));
        let sides = text.lines().filter(|line| line.contains('漢'));
        for line in sides {
            let columns = unicode_width::UnicodeWidthStr::width(line);
            assert!(columns <= width, "{columns} > {width}: {line}");
        }
        assert_eq!(text.matches('漢').count(), 60, "both sides whole at {width}");
    }
}

fn output(engine: &str, tree: Option<&str>, error: Option<&str>) -> Output {
    Output {
        engine: engine.to_owned(),
        version: Some("1".to_owned()),
        tree: tree.map(str::to_owned),
        nodes: tree.map_or(0, |tree| tree.lines().count()),
        seconds: 0.001,
        errors: None,
        error: error.map(str::to_owned),
        asked: true,
    }
}

#[test]
fn terminal_groups_engines_that_agree_and_marks_where_others_differ() {
    let report = ParseReport {
        encoding: Some("windows-1252".to_owned()),
        outputs: vec![
            output("one", Some("| <p>\n|   \"x\""), None),
            output("two", Some("| <p>\n|   \"y\""), None),
            output("three", Some("| <p>\n|   \"x\""), None),
            output("four", None, Some("signal 11")),
        ],
        groups: vec![vec!["one".to_owned(), "three".to_owned()], vec!["two".to_owned()]],
        errors_asked: true,
        complete: true,
    };
    let mut out = Vec::new();
    terminal::parse(&report, 100, &mut out).unwrap();
    let text = without_colours(&String::from_utf8(out).unwrap());
    for must in [
        "one 1 1.00 ms, three 1 1.00 ms · 2 nodes\n  | <p>\n  |   \"x\"\n",
        "one does not report parse errors",
        "four signal 11",
        "decoded as windows-1252",
        "2 different trees",
    ] {
        assert!(text.contains(must), "{must}\n{text}");
    }
    let differs = text.lines().find(|line| line.contains("\"y\"")).unwrap();
    assert!(differs.contains("\"x\"") && differs.contains('~'), "{differs}");
}

#[test]
fn terminal_says_why_an_engine_is_not_available() {
    let report = EnginesReport {
        engines: vec![EngineEntry {
            name: "parse5".to_owned(),
            kind: "process".to_owned(),
            version: None,
            family: "parse5".to_owned(),
            available: false,
            why_not: Some("there is no node here".to_owned()),
            can: Vec::new(),
        }],
        editions: Editions { first: "2018-01-01", newest: "2026-08-21" },
    };
    let mut out = Vec::new();
    terminal::engines(&report, 100, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("there is no node here"), "{text}");
    assert!(text.contains("the standard of 2026-08-21"), "{text}");
}
