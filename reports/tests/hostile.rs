//! Hostile text in every field of a run, in every format. Each field that can be read from a saved run is set to each
//! text in turn; the output is read back the way its readers do.

use std::collections::{BTreeMap, BTreeSet};

use crosscheck_reports::html::run::RunSite;
use crosscheck_reports::terminal::{self, Detail};
use crosscheck_reports::{
    CheckResult, EngineVersion, PassedChecks, Problem, Provenance, RunReport, ShellLine, SourceVersion, Total,
    Unanswered, Verdict, VerdictCounts, github, html, junit, markdown, read_json, sarif, tap, write_json,
};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

/// Texts that end what they stand in, or begin something, in one of the formats.
const HOSTILE: [&str; 15] = [
    "\n::error file=forged::forged",
    "::error::forged",
    "##[error]forged",
    "]]><forged a='1'>",
    "\"><script>forged</script>",
    "</script><img src=x onerror=forged>",
    "`` ` ``` \n# forged\n[forged](http://example.com) <b>forged</b> | forged |",
    "\r\nforged # SKIP \u{2028}forged",
    "\n1..0 # SKIP forged\nnot ok 7 - forged",
    "\u{1B}]0;forged\u{7}\u{1B}[2J\u{9B}31m\u{90}",
    "\u{202E}\u{2066}forged\u{200B}\u{FEFF}\u{E0041}",
    "\0\u{1}\u{FFFE}\u{FFFF}\u{FFFD}",
    "x\nerror: forged\nAs expected 1 check",
    "%0A::error::forged%0D{{forged}}&#x0;&forged;",
    "$(touch forged)'; touch forged; '",
];

type Write = fn(&RunReport) -> Vec<u8>;
type Check = fn(&RunReport, &str) -> Result<(), String>;

/// The destinations: how each is written, and what must hold of it.
const DESTINATIONS: [(&str, Write, Check); 8] = [
    ("json", json, is_read_back),
    ("junit", junit, is_xml),
    ("sarif", sarif, is_sarif),
    ("github", github, is_commands),
    ("tap", tap, is_test_points),
    ("markdown", markdown, is_markdown_without_more),
    ("terminal", terminal, is_harmless_on_a_terminal),
    ("html", html, is_page_without_more),
];

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    out
}

fn json(report: &RunReport) -> Vec<u8> {
    written(|out| write_json(report, out))
}

fn junit(report: &RunReport) -> Vec<u8> {
    written(|out| junit::write(report, out))
}

fn sarif(report: &RunReport) -> Vec<u8> {
    written(|out| sarif::write(report, out))
}

fn github(report: &RunReport) -> Vec<u8> {
    written(|out| github::write(report, out))
}

fn tap(report: &RunReport) -> Vec<u8> {
    written(|out| tap::write(report, out))
}

fn markdown(report: &RunReport) -> Vec<u8> {
    written(|out| markdown::run(report, out))
}

fn terminal(report: &RunReport) -> Vec<u8> {
    written(|out| {
        terminal::problems(&report.problems, out)?;
        terminal::run(report, 100, Detail::Verbose, out)
    })
}

fn html(report: &RunReport) -> Vec<u8> {
    let files = html::run::files(&RunSite { report, divergences: &[], since: None });
    let pages = files.iter().filter(|file| file.name.ends_with(".html")).map(|file| file.text.as_str());
    pages.collect::<String>().into_bytes()
}

fn require(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

fn is_read_back(report: &RunReport, text: &str) -> Result<(), String> {
    let read: RunReport = read_json(text.as_bytes()).map_err(|error| error.to_string())?;
    require(json(&read) == text.as_bytes() && json(report) == text.as_bytes(), "it is not what was written")
}

fn is_xml(report: &RunReport, text: &str) -> Result<(), String> {
    let forbidden = |c: char| c != '\n' && (c.is_control() || "\u{FFFE}\u{FFFF}\u{202E}".contains(c));
    require(!text.contains(forbidden), "a character that XML forbids or that does not show")?;
    let mut reader = quick_xml::Reader::from_str(text);
    let mut cases = 0;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            quick_xml::events::Event::Start(start) | quick_xml::events::Event::Empty(start) => {
                let name = start.name().as_ref().to_owned();
                cases += usize::from(name == "testcase");
                require(
                    ["testsuites", "testsuite", "testcase", "failure", "error", "skipped"].contains(&name.as_str()),
                    &format!("the element `{name}`"),
                )?;
            }
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    require(cases >= report.problems.len() + report.unexpected().count(), "a case is missing")
}

fn is_sarif(report: &RunReport, text: &str) -> Result<(), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let typed: serde_sarif::sarif::Sarif =
        serde_json::from_value(value.clone()).map_err(|error| format!("not SARIF: {error}"))?;
    let again = serde_json::to_value(&typed).map_err(|error| error.to_string())?;
    require(again == value, "a member that SARIF does not have")?;
    let results = value["runs"][0]["results"].as_array().ok_or("no results")?;
    require(results.len() == report.unexpected().count(), "the number of results")?;
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().ok_or("no URI")?;
        let is_uri = |c: char| c.is_ascii_alphanumeric() || "-._~/%:".contains(c);
        require(uri.chars().all(is_uri), "a URI with other characters")?;
        require(result["ruleIndex"].is_u64(), "a rule that is not in the list")?;
    }
    Ok(())
}

fn is_commands(report: &RunReport, text: &str) -> Result<(), String> {
    let lines: Vec<_> = text.split_terminator('\n').collect();
    require(lines.len() == report.problems.len() + report.unexpected().count() + 1, "the number of commands")?;
    for line in lines {
        require(!line.contains(|c: char| c.is_control()), "a control")?;
        let rest = line.strip_prefix("::error ").or_else(|| line.strip_prefix("::notice ")).ok_or("not a command")?;
        let (properties, _) = rest.split_once("::").ok_or("not a command")?;
        for property in properties.split(',') {
            let (name, _) = property.split_once('=').ok_or("not a property")?;
            require(["title", "file", "line"].contains(&name), &format!("the property `{name}`"))?;
        }
    }
    Ok(())
}

fn is_test_points(report: &RunReport, text: &str) -> Result<(), String> {
    let mut lines = text.split_terminator('\n');
    require(lines.next() == Some("TAP version 14"), "the version")?;
    require(lines.next() == Some(format!("1..{}", report.results.len()).as_str()), "the plan")?;
    for (number, result) in (1..).zip(&report.results) {
        let line = lines.next().ok_or("a test point is missing")?;
        let ok = if line.starts_with(&format!("ok {number} - ")) {
            true
        } else {
            require(line.starts_with(&format!("not ok {number} - ")), "not a test point")?;
            false
        };
        require(ok != (result.unexpected || result.verdict.is_fault()), "the verdict")?;
        let skipped = line.replace("\\#", "").contains("# SKIP");
        let is_skipped = !result.unexpected && matches!(result.verdict, Verdict::Unsupported | Verdict::Stale);
        require(skipped == is_skipped, "a directive")?;
    }
    require(lines.all(|line| line.starts_with("Bail out! ")), "more lines")
}

fn is_markdown_without_more(_: &RunReport, text: &str) -> Result<(), String> {
    let is_shown = |c: char| c == '\n' || !c.is_control();
    require(text.chars().all(is_shown), "a control")?;
    let mut headings = 0;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => headings += 1,
            Event::Html(html) | Event::InlineHtml(html) => return Err(format!("the HTML `{html}`")),
            Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. }) => {
                return Err(format!("the link `{dest_url}`"));
            }
            Event::Text(words) if words.starts_with("::") => return Err("a workflow command".to_owned()),
            _ => {}
        }
    }
    require(headings == 1, "the number of headings")
}

fn is_harmless_on_a_terminal(_: &RunReport, text: &str) -> Result<(), String> {
    let mut plain = String::new();
    let mut parts = text.split("\u{1B}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (codes, rest) = part.split_once('m').ok_or("an escape sequence without an end")?;
        require(codes.chars().all(|c| c.is_ascii_digit() || c == ';'), "an escape sequence that is no colour")?;
        plain.push_str(rest);
    }
    let is_shown = |c: char| c == '\n' || !(c.is_control() || "\u{202E}\u{2066}\u{200B}\u{FEFF}".contains(c));
    require(plain.chars().all(is_shown), "a character that does not show")?;
    for line in plain.lines() {
        require(!line.starts_with("error: forged") && !line.starts_with("As expected 1 check"), "a forged message")?;
    }
    Ok(())
}

fn is_page_without_more(_: &RunReport, text: &str) -> Result<(), String> {
    for forged in ["<script>forged", "<img src=x", "<b>forged", "<forged"] {
        require(!text.contains(forged), forged)?;
    }
    let invisible = |c: char| (c.is_control() && c != '\n') || "\u{202E}\u{FFFE}\u{2066}\u{200B}".contains(c);
    require(!text.contains(invisible), "a character that does not show")
}

fn result(index: usize, verdict: Verdict, unexpected: bool) -> CheckResult {
    CheckResult {
        engine: "engine".to_owned(),
        suite: "suite".to_owned(),
        file: "a/b.dat".to_owned(),
        index,
        line: 3,
        hash: "0123456789ab".to_owned(),
        kind: "tree".to_owned(),
        description: Some("description".to_owned()),
        verdict,
        unexpected,
        reason: Some("reason".to_owned()),
        expectation: Some("expectation".to_owned()),
        input: "<p>".to_owned(),
        mode: "mode".to_owned(),
        expected: Some("| <p>".to_owned()),
        actual: Some("| <b>".to_owned()),
        answer: Some("ba9876543210".to_owned()),
        change: Some("change".to_owned()),
        reproduce: ShellLine::command("crosscheck").word("run").word("a/b.dat").option("--filter", "0123456789ab"),
    }
}

/// A run with every field set.
fn report() -> RunReport {
    let results: Vec<_> = [
        (Verdict::Passed, true),
        (Verdict::Passed, false),
        (Verdict::Failed, true),
        (Verdict::Failed, false),
        (Verdict::Crashed, true),
        (Verdict::Unsupported, false),
    ]
    .into_iter()
    .enumerate()
    .map(|(index, (verdict, unexpected))| result(index, verdict, unexpected))
    .collect();
    let mut counts = VerdictCounts::default();
    results.iter().for_each(|result| counts.add(result.verdict, !result.unexpected, result.unexpected));
    RunReport {
        provenance: Provenance {
            date: "2026-11-22T00:00:00Z".to_owned(),
            command: "crosscheck run a".to_owned(),
            commit: Some("c0ffee".to_owned()),
            crosscheck_commit: Some("c0ffee".to_owned()),
            sources: vec![SourceVersion { path: "a".to_owned(), commit: Some("c0ffee".to_owned()) }],
        },
        engines: vec![EngineVersion { name: "engine".to_owned(), version: "1".to_owned(), seconds: 0.5 }],
        totals: vec![Total { engine: "engine".to_owned(), suite: "suite".to_owned(), kind: "tree".to_owned(), counts }],
        seconds: 1.0,
        results,
        unanswered: vec![Unanswered {
            engine: "engine".to_owned(),
            suite: "suite".to_owned(),
            kind: "tree".to_owned(),
            reason: "reason".to_owned(),
            count: 1,
            hashes: vec!["0123456789ac".to_owned()],
        }],
        passed: vec![PassedChecks { engine: "engine".to_owned(), hashes: vec!["0123456789ab".to_owned()] }],
        problems: vec![Problem {
            engine: Some("engine".to_owned()),
            file: Some("a/c.dat".to_owned()),
            line: Some(7),
            message: "message".to_owned(),
        }],
        complete: true,
    }
}

/// The fields of a value that are text. The items of a list have the same fields.
fn fields(value: &Value, field: String, found: &mut BTreeSet<String>) {
    match value {
        Value::String(_) => drop(found.insert(field)),
        Value::Array(items) => items.iter().for_each(|item| fields(item, format!("{field}/*"), found)),
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| fields(member, format!("{field}/{name}"), found));
        }
        _ => {}
    }
}

/// Sets a field wherever it is.
fn set(value: &mut Value, field: &str, text: &str) {
    match (field.strip_prefix('/'), value) {
        (Some(field), value) => {
            let (name, rest) = field.split_at(field.find('/').unwrap_or(field.len()));
            match value {
                Value::Array(items) => items.iter_mut().for_each(|item| set(item, rest, text)),
                Value::Object(members) => members.get_mut(name).into_iter().for_each(|member| set(member, rest, text)),
                _ => {}
            }
        }
        (None, value) => *value = text.into(),
    }
}

#[test]
fn nothing_in_a_field_leaves_its_place_in_any_format() {
    let whole: Value = serde_json::from_slice(&json(&report())).unwrap();
    let mut all = BTreeSet::new();
    fields(&whole, String::new(), &mut all);
    let mut tried = 0;
    let mut wrong = BTreeMap::new();
    for field in &all {
        for hostile in HOSTILE {
            let mut changed = whole.clone();
            set(&mut changed, field, hostile);
            let text = serde_json::to_vec(&changed).unwrap();
            // The fields that are not free text refuse it.
            let Ok(read) = read_json::<RunReport>(&text) else {
                let is_closed = ["/schema", "/verdict", "/reproduce"].iter().any(|name| field.ends_with(name));
                assert!(is_closed, "{field} refuses {hostile:?}");
                continue;
            };
            for (name, write, check) in DESTINATIONS {
                tried += 1;
                let text = String::from_utf8(write(&read)).unwrap();
                if let Err(what) = check(&read, &text) {
                    wrong.entry((name, what)).or_insert(format!("{field} = {hostile:?}:\n{text}"));
                }
            }
        }
    }
    assert!(tried > all.len(), "something was tried");
    let kinds: Vec<_> = wrong.iter().map(|((name, what), shown)| format!("{name}: {what}: {shown}")).collect();
    assert!(kinds.is_empty(), "{}", kinds.join("\n\n"));
}

#[test]
fn a_saved_command_is_a_check_and_nothing_else() {
    let with = |reproduce: &str| {
        let mut value: Value = serde_json::from_slice(&json(&report())).unwrap();
        value["results"][0]["reproduce"] = reproduce.into();
        let read = read_json::<RunReport>(value.to_string().as_bytes());
        read.map(|report| report.results[0].reproduce.to_string()).map_err(|error| error.to_string())
    };
    for (written, shown) in [
        ("crosscheck run 'a b' --engine x", "crosscheck run 'a b' --engine x"),
        ("crosscheck run a --engine=-x --no-expectations", "crosscheck run a --engine=-x --no-expectations"),
        ("crosscheck run a; touch b", "crosscheck run 'a;' touch b"),
        ("crosscheck run \"$(touch b)\" --engine '`touch b`'", "crosscheck run '$(touch b)' --engine '`touch b`'"),
        (
            "eval \"$(printf 'crosscheck run \\047a\\012b\\047')\"",
            "eval \"$(printf 'crosscheck run \\047a\\012b\\047')\"",
        ),
        ("# anything\ntouch b", "# no command line: an argument contains NUL"),
    ] {
        assert_eq!(with(written).as_deref(), Ok(shown), "{written}");
    }
    for refused in [
        "touch b",
        "",
        "crosscheck hunt",
        "crosscheck run a --out ~/.profile",
        "crosscheck run a --engine x --report b",
        "crosscheck run a -o b",
        "crosscheck run 'a",
        "eval \"$(printf 'touch b')\"",
        "eval \"$(printf '\\9')\"",
    ] {
        let error = with(refused).expect_err(refused);
        assert!(error.contains("`reproduce` is not the command"), "{refused}: {error}");
    }
}

#[test]
fn a_saved_run_that_is_cut_short_or_of_another_kind_is_refused() {
    let text = json(&report());
    for end in [0, 1, text.len() / 2, text.len() - 3] {
        assert!(read_json::<RunReport>(&text[..end]).is_err(), "{end}");
    }
    let error = read_json::<RunReport>(br#"{"schema": "crosscheck.hunt/1"}"#).unwrap_err();
    assert_eq!(error.to_string(), "the schema is `crosscheck.hunt/1`; expected `crosscheck.run/1`");
}
