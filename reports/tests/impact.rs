//! The impact of a change in all its forms, of hostile text.

use std::collections::BTreeMap;

use crosscheck_reports::{
    CountEntry, FixtureEntry, ImpactEntry, ImpactReport, PageShare, SecurityEntry, ShellLine, SideEntry, SnippetEntry,
    SourceEntry, UnjudgedEntry, html, markdown, terminal, write_json,
};
use serde_json::Value;

/// Text that is markup in every format, ends blocks of code, and steers terminals.
const HOSTILE: &str = "<script>alert(1)</script>````\n```\n# x\0\x1b[31m\u{202E}";

fn count(id: &'static str, documents: usize) -> CountEntry {
    CountEntry { id, about: "something", documents, pages: Some(share(documents)) }
}

fn share(pages: usize) -> PageShare {
    PageShare { pages, rate: pages as f64 / 7.0, interval: [0.1, 0.8] }
}

/// One of everything.
fn report() -> ImpactReport {
    let snippet = SnippetEntry {
        kind: "structure",
        from: HOSTILE.to_owned(),
        input: HOSTILE.to_owned(),
        length: HOSTILE.len(),
        context: Some("td".to_owned()),
        scripting: true,
        old: format!("old\n{HOSTILE}"),
        new: format!("new\n{HOSTILE}"),
        reproduce: ShellLine::command("crosscheck").word(HOSTILE),
    };
    let change = ImpactEntry {
        id: "a-change-2026".to_owned(),
        date: "2026-01-01",
        title: "What changed.",
        link: "https://example.org/commit".to_owned(),
        documents: 3,
        alone: 2,
        pages: Some(share(3)),
        kinds: BTreeMap::from([("structure", 3)]),
        moved: BTreeMap::from([("links", 1)]),
        examples: vec![HOSTILE.to_owned()],
        snippet: Some(snippet.clone()),
        snippets: vec![snippet],
        engines: vec![SideEntry { engine: "faulty".to_owned(), version: "1".to_owned(), side: "new" }],
    };
    let idle = ImpactEntry { id: "an-idle-change-2026".to_owned(), documents: 0, ..change.clone() };
    ImpactReport {
        complete: false,
        engines: BTreeMap::from([("faulty".to_owned(), "1".to_owned())]),
        from: "2019-01-01".to_owned(),
        to: "2026-08-21".to_owned(),
        command: ShellLine::command("crosscheck").word(HOSTILE),
        documents: 7,
        changed: 3,
        failed: 2,
        skipped: 1,
        seconds: 1.5,
        pages: Some(share(3)),
        levels: vec![count("tree", 1), count("errors-only", 2)],
        kinds: vec![count("structure", 1), count("errors-only", 2)],
        moved: vec![count("links", 1)],
        security: SecurityEntry { serialised: 3, second_parse: 1, dangers: BTreeMap::from([(HOSTILE.to_owned(), 1)]) },
        sources: vec![SourceEntry { source: "page", documents: 7, changed: 3 }],
        changes: vec![change, idle],
        combined: 1,
        unexplained: 1,
        fixtures: vec![FixtureEntry {
            file: "suite/a.dat".to_owned(),
            index: 4,
            line: 40,
            hash: "0123abcd".to_owned(),
            kind: "tree".to_owned(),
            change: "a-change-2026".to_owned(),
            side: "old",
            expected: Some(HOSTILE.to_owned()),
            new: Some(HOSTILE.to_owned()),
        }],
        unjudged: vec![UnjudgedEntry { place: "suite/b.dat:1".to_owned(), change: "a-change-2026".to_owned() }],
        patch: Some(HOSTILE.to_owned()),
        by_hand: vec![HOSTILE.to_owned()],
        problems: vec![HOSTILE.to_owned()],
    }
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("it is written to memory");
    String::from_utf8(out).expect("it is UTF-8")
}

const TOLD: [&str; 7] = [
    "2019-01-01",
    "a-change-2026",
    "an-idle-change-2026",
    "suite/a.dat:40",
    "suite/b.dat:1",
    "1 document",
    "faulty 1: new",
];

#[test]
fn the_page_tells_all_and_runs_nothing() {
    let page = text(|out| html::impact::write(&report(), out));
    assert!(!page.contains("<script"), "{page}");
    for told in TOLD.into_iter().chain(["Interrupted", "42.9 % (10.0 to 80.0 %)"]) {
        assert!(page.contains(told), "{told} is not in {page}");
    }
    assert!(!page.contains(['\0', '\x1b', '\u{202E}']), "all is visible");
}

#[test]
fn what_is_no_sample_of_pages_has_no_share() {
    let mut report = report();
    report.sources = vec![SourceEntry { source: "fixture", documents: 7, changed: 3 }];
    report.pages = None;
    for count in [&mut report.levels, &mut report.kinds, &mut report.moved].into_iter().flatten() {
        count.pages = None;
    }
    report.changes.iter_mut().for_each(|change| change.pages = None);
    let forms = [
        text(|out| html::impact::write(&report, out)),
        text(|out| markdown::impact(&report, out)),
        text(|out| terminal::impact(&report, 100, out)),
    ];
    for form in forms {
        let style = form.find("<style>").zip(form.find("</style>"));
        let told = style.map_or(form.clone(), |(from, to)| form[..from].to_owned() + &form[to..]);
        assert!(!told.contains(" %"), "{told}");
    }
}

#[test]
fn nothing_ends_a_block_of_markdown() {
    let markdown = text(|out| markdown::impact(&report(), out));
    for told in TOLD.into_iter().chain(["Interrupted"]) {
        assert!(markdown.contains(told), "{told} is not in {markdown}");
    }
    // Outside of blocks there is no line of the hostile text.
    let mut fence: Option<&str> = None;
    for line in markdown.lines() {
        match fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if line.starts_with("```") => {
                fence = Some(line.trim_end_matches(char::is_alphabetic));
            }
            None => assert!(!line.starts_with("# x"), "{markdown}"),
        }
    }
    assert_eq!(fence, None, "each block is ended");
    assert!(!markdown.contains(['\0', '\x1b', '\u{202E}']), "all is visible");
}

#[test]
fn the_terminal_is_not_steered() {
    let drawn = text(|out| terminal::impact(&report(), 100, out));
    assert!(!drawn.contains("\x1b[31m\u{202E}"), "{drawn}");
    for told in ["3 of 7 documents", "interrupted", "suite/a.dat:40", "faulty 1: new"] {
        let plain = anstyle_free(&drawn);
        assert!(plain.contains(told), "{told} is not in {plain}");
    }
}

/// The text without sequences that set styles.
fn anstyle_free(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[test]
fn the_json_has_what_scripts_rely_on() {
    let json = text(|out| write_json(&report(), out));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["schema"], "crosscheck.impact/1");
    assert_eq!(json["complete"], false);
    for member in ["documents", "changed", "failed", "seconds"] {
        assert!(json[member].is_number(), "{member}");
    }
    assert_eq!(json["pages"]["pages"], 3);
    assert_eq!(json["pages"]["interval"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["changes"][0]["kinds"]["structure"], 3);
    assert_eq!(json["changes"][0]["snippet"]["input"], HOSTILE);
    for member in ["file", "index", "hash", "kind", "change"] {
        assert!(!json["fixtures"][0][member].is_null(), "{member}");
    }
}
