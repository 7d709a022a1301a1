//! Every renderer is given a run that has one of everything, hostile text included, and its output is read back.

use crosscheck_reports::html::ReportFile;
use crosscheck_reports::html::divergences::{AnswerGroup, DivergenceSheet};
use crosscheck_reports::html::run::{RunSite, Since};
use crosscheck_reports::terminal::{self, Detail};
use crosscheck_reports::{
    CheckResult, Editions, EngineEntry, EngineVersion, EnginesReport, Issue, Output, ParseReport, Problem, RuleEntry,
    RunReport, ShellLine, Total, Unanswered, Verdict, VerdictCounts, html, junit, write_json,
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
        change: None,
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
        unanswered: Vec::new(),
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

fn divergence() -> DivergenceSheet {
    DivergenceSheet {
        id: "../faulty<script>".to_owned(),
        engine: "faulty".to_owned(),
        version: HOSTILE.to_owned(),
        oracle: "trees".to_owned(),
        known: "confirmed".to_owned(),
        behaves_like: Some(HOSTILE.to_owned()),
        clause: Some("in-body/x".to_owned()),
        upstream: Some("javascript:alert(1)".to_owned()),
        issue: Issue {
            title: HOSTILE.to_owned(),
            input: HOSTILE.to_owned(),
            question: vec![HOSTILE.to_owned()],
            expected: "| <p>\n|   <b>".to_owned(),
            actual: format!("| <p>\n{HOSTILE}"),
            known: HOSTILE.to_owned(),
            rules: vec![RuleEntry { text: HOSTILE.to_owned(), link: "javascript:alert(1)".to_owned() }],
            versions: vec![["faulty".to_owned(), "1".to_owned()]],
            by_hand: Vec::new(),
            reproduce: ShellLine::command("crosscheck").word("parse"),
        },
        answers: vec![
            AnswerGroup { engines: vec!["standard".to_owned(), "one".to_owned()], answer: "| <p>\n|   <b>".to_owned() },
            AnswerGroup { engines: vec!["faulty".to_owned()], answer: format!("| <p>\n{HOSTILE}") },
            AnswerGroup { engines: vec!["short".to_owned()], answer: "| <p>".to_owned() },
        ],
        count: Some(2),
    }
}

/// The files of the site of a run.
fn site(report: &RunReport) -> Vec<ReportFile> {
    let since = Since { earlier: HOSTILE.to_owned(), changes: vec![HOSTILE.to_owned()] };
    html::run::files(&RunSite { report, divergences: &[divergence()], since: Some(&since) })
}

fn file<'s>(site: &'s [ReportFile], name: &str) -> &'s str {
    let names: Vec<_> = site.iter().map(|file| &file.name).collect();
    let file = site.iter().find(|file| file.name == name);
    &file.unwrap_or_else(|| panic!("{name} is not in {names:?}")).text
}

/// What a script of data hands over.
fn data(script: &str) -> Value {
    let call = script.strip_prefix("crosscheck(").and_then(|call| call.strip_suffix(");\n")).expect("a call");
    let (_, value) = call.split_once(", ").expect("a name and a value");
    serde_json::from_str(value).expect("JSON")
}

fn html(report: &RunReport) -> String {
    file(&site(report), "index.html").to_owned()
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
fn scripts_get_what_needs_a_look_and_the_rest_as_counts() {
    let brief = report().brief();
    let indices: Vec<_> = brief.results.iter().map(|result| result.index).collect();
    assert_eq!(indices, [1, 2, 3, 4, 5, 7], "what passed and what is unsupported is left out");
    let counted = Unanswered {
        engine: "faulty".to_owned(),
        suite: "tree-construction".to_owned(),
        kind: "tree".to_owned(),
        reason: HOSTILE.to_owned(),
        count: 1,
        hashes: vec!["00000006".to_owned()],
    };
    assert_eq!(brief.unanswered, [counted]);
    assert_eq!(brief.passed.len(), 1, "of what passed the hashes are left");
    assert_eq!(brief.totals, report().totals, "the counts stay");
    assert_eq!(brief.clone().brief().unanswered, brief.unanswered, "once is enough");
}

#[test]
fn a_run_is_read_back_from_its_json() {
    for report in [report(), report().brief()] {
        let mut out = Vec::new();
        write_json(&report, &mut out).unwrap();
        let read: RunReport = serde_json::from_slice(&out).unwrap();
        assert_eq!(json(&read), json(&report));
    }
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
    let site = site(&report());
    let names: Vec<&str> = site.iter().map(|file| file.name.as_str()).collect();
    for ReportFile { name, text } in &site {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)), "{name}");
        let invisible = |c: char| (c.is_control() && c != '\n') || "\u{202E}\u{FFFE}\u{A0}".contains(c);
        assert!(!text.contains(invisible), "{name}: what is invisible is shown");
        if name.ends_with(".js") {
            data(text);
            continue;
        }
        let scripts = if name == "results.html" { 2 } else { 0 };
        assert_eq!(text.matches("<script").count(), scripts, "{name}: no script but our own");
        assert!(!text.contains("alert(1)</script"), "{name}");
        assert!(!text.contains("src=") && !text.contains("url("), "{name}: nothing from elsewhere");
        for href in text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let (page, _) = href.split_once('#').unwrap_or((href, ""));
            assert!(page.is_empty() || names.contains(&page), "{name}: {href}");
        }
    }
    let page = file(&site, "engine-faulty.html");
    assert!(page.contains("&#60;script&#62;"), "their script as text");
    assert!(page.contains("<span class=\"c\">\\0</span>"), "and what is invisible set apart");
}

#[test]
fn only_the_script_of_the_results_may_run() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let site = site(&report());
    let page = file(&site, "results.html");
    let (_, rest) = page.split_once("<script>").expect("a script");
    let (script, _) = rest.split_once("</script>").expect("its end");
    let hash = base64::prelude::BASE64_STANDARD.encode(sha2::Sha256::digest(script));
    assert!(page.contains(&format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}' 'strict-dynamic'\""
    )));
}

#[test]
fn the_overview_leads_to_every_engine_and_shows_what_is_unexpected_first() {
    let page = html(&report());
    for must in [
        "Not everything could be run",
        "<a href=\"engine-faulty.html\">faulty</a> <small>1.2.3</small>",
        "suites/bad.dat:7",
        "passed unexpectedly",
        "name=\"viewport\"",
        "href=\"results.html\"",
        "href=\"divergences.html\"",
    ] {
        assert!(page.contains(must), "{must}");
    }
    assert!(page.find("id=\"unexpected\"") < page.find("id=\"engines\""), "failures first");
    let mut report = RunReport { complete: true, ..RunReport::default() };
    assert!(html(&report).contains("Nothing unexpected was found."));
    report.complete = false;
    assert!(html(&report).contains("Interrupted. These are the results so far."));
}

#[test]
fn the_page_of_an_engine_shows_each_group_with_an_example() {
    let site = site(&report());
    let page = file(&site, "engine-faulty.html");
    for must in [
        "tree suites/tree construction/x.dat:11",
        "00000001",
        "crosscheck run x.dat --filter 00000001",
        "a known fault",
        "What the engine cannot answer <small>1</small>",
    ] {
        assert!(page.contains(must), "{must}");
    }
    assert_eq!(page.matches("<details class=\"card\" id=").count(), 5, "four unexpected, one known");
    let marked = "<div class=\"row both\"><div>|     &#60;<span class=\"d\">b</span>&#62;</div>\
                  <div>|     &#60;<span class=\"d\">i</span>&#62;</div></div>";
    assert!(page.contains(marked), "the letter that differs is marked");
}

#[test]
fn the_data_has_every_result_and_the_texts_of_those_that_need_a_look() {
    let site = site(&report());
    let table = data(file(&site, "results-faulty.js"));
    let files = table["files"].as_array().unwrap();
    let rows: Vec<&Value> = files.iter().flat_map(|file| file["rows"].as_array().unwrap()).collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[0].as_array().unwrap().len(), 2, "what passed has a line and a hash");
    let row = rows[1].as_array().unwrap();
    let answers = data(file(&site, "answers-faulty-0.js"));
    let answer = &answers[row[5].as_u64().unwrap() as usize];
    let checks = data(file(&site, "checks-0.js"));
    let check = &checks[answer[0].as_u64().unwrap() as usize];
    assert!(check[0].as_str().unwrap().contains("\u{1}\\u{202e}\u{2}"), "{check}");
    assert_eq!(check[2], "| <html>\n|   <body>\n|     \"same\"\n|     <b>");
    assert_eq!(answer[1][0], 3, "three lines are the same: {answer}");
    assert_eq!(answer[1][1][0], 1, "one is another");
    assert_eq!(answer[1][1][1][0], "|     <i>");
    let command = &files[0]["command"];
    assert_eq!(command[0], "crosscheck run x.dat --filter ");
}

#[test]
fn no_file_of_a_site_grows_with_the_results() {
    let mut report = RunReport { complete: true, ..report() };
    report.results = (0..10_000)
        .map(|index| {
            let mut result =
                result(index, if index % 5 == 0 { Verdict::Failed } else { Verdict::Passed }, index % 7 == 0);
            result.input = format!("<p>{index}");
            result.expected = Some(format!("{}| {index}", "| <p>\n".repeat(30)));
            result.actual = Some(format!("{}| other", "| <p>\n".repeat(30)));
            result.reason = (index % 5 == 0).then(|| format!("reason {}", index % 900));
            result
        })
        .collect();
    let site = site(&report);
    let largest = site.iter().max_by_key(|file| file.text.len()).unwrap();
    assert!(largest.text.len() < 4_000_000, "{} has {} bytes", largest.name, largest.text.len());
}

#[test]
fn a_divergence_has_a_page_with_all_answers_and_the_text_of_an_issue() {
    let site = site(&report());
    let pages: Vec<_> = site.iter().filter(|file| file.name.starts_with("divergence-")).collect();
    let [page] = pages.as_slice() else { panic!("one page, not {}", pages.len()) };
    let index = file(&site, "divergences.html");
    assert!(index.contains(&format!("href=\"{}\"", page.name)));
    assert_eq!(page.text.matches("<div class=\"answer\">").count(), 3);
    assert_eq!(page.text.matches("class=\"line first").count(), 2, "the first difference of each other answer");
    assert!(page.text.contains("(nothing more)"));
    assert!(page.text.contains("## How to reproduce"), "the text of the issue");
    assert!(!page.text.contains("href=\"javascript"), "{}", page.text);
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
