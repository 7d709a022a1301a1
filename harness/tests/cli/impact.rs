//! `crosscheck impact`.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::{Place, assert_has, stderr, stdout};

/// A report, without how long it took and the command that made it.
fn report(place: &Place, arguments: &str) -> Value {
    let mut report = place.json(&format!("impact {arguments} --format json"), 0);
    assert_eq!(report["schema"], "crosscheck.impact/1");
    assert_eq!(report["complete"], true);
    assert!(report["seconds"].is_number());
    report["seconds"] = Value::Null;
    report["command"] = Value::Null;
    report
}

/// What a report says of a change.
fn change<'r>(report: &'r Value, id: &str) -> &'r Value {
    let changes = report["changes"].as_array().expect("a list");
    let change = changes.iter().find(|change| change["id"] == id);
    change.unwrap_or_else(|| panic!("{id} is not in {changes:?}"))
}

/// How many documents differ in a kind, or move something.
fn documents(report: &Value, list: &str, id: &str) -> u64 {
    let counts = report[list].as_array().expect("a list");
    let count = counts.iter().find(|count| count["id"] == id);
    count.and_then(|count| count["documents"].as_u64()).expect("a number")
}

#[test]
fn each_kind_of_difference_is_told_and_attributed() {
    for (id, markup, kinds, moved) in [
        ("search-element-2023", "<p>x<search>y", vec!["structure", "text-moved"], vec![]),
        ("relaxed-select-2025", "<select><a href=x>y", vec!["structure", "text-moved"], vec!["links"]),
        ("relaxed-select-2025", "<select><input>", vec![], vec![]),
        ("breakout-in-fragment-2021", "x", vec![], vec![]),
        (
            "doctype-empty-as-missing-2026",
            "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' ''>",
            vec!["quirks-mode"],
            vec![],
        ),
        ("attr-lt-gt-escaped-2025", "<p title='<'>", vec!["serialisation-only"], vec![]),
        ("template-whitespace-no-error-2022", "<template><tr></tr> ", vec!["errors-only"], vec![]),
        ("xml-decl-encoding-2021", "<?xml encoding='koi8-r'?>\u{e9}", vec!["encoding", "text-changed"], vec![]),
        ("declarative-shadow-2023", "<p><template shadowrootmode=open>", vec!["structure"], vec![]),
        ("shadow-clonable-2024", "<p><template shadowrootmode=open>", vec!["shadow-roots"], vec![]),
    ] {
        let place = Place::new(&[("a.html", markup)]);
        let report = report(&place, &format!("--change {id} a.html"));
        assert_eq!(report["documents"], 1, "{id}");
        let differs = !kinds.is_empty();
        assert_eq!(report["changed"], u64::from(differs), "{id} {markup}: {report}");
        let change = change(&report, id);
        let found: Vec<&String> = change["kinds"].as_object().unwrap().keys().collect();
        assert_eq!(found, kinds, "{id}");
        let found: Vec<&String> = change["moved"].as_object().unwrap().keys().collect();
        assert_eq!(found, moved, "{id}");
        for kind in &kinds {
            assert_eq!(documents(&report, "kinds", kind), 1, "{id} {kind}");
        }
        assert_eq!(change["alone"], u64::from(differs));
        assert_eq!(change["snippet"].is_object(), differs, "{change}");
    }
}

#[test]
fn a_document_that_several_changes_touch_has_a_share_for_each() {
    let markup = "<p>x<search>y</search><select><a>z</a></select><?pi?>";
    let place = Place::new(&[("a.html", markup), ("b.html", "<p>x<search>")]);
    let report = report(&place, "--from 2019-01-01 .");
    assert_eq!(report["combined"], 1);
    for (id, documents, alone) in [
        ("search-element-2023", 2, 1),
        ("relaxed-select-2025", 1, 0),
        ("processing-instructions-2026", 1, 0),
        ("template-for-2026", 0, 0),
    ] {
        let change = change(&report, id);
        assert_eq!(change["documents"], documents, "{id}");
        assert_eq!(change["alone"], alone, "{id}");
    }
}

/// The snippet is made small, both sides are shown, the command shows the same, and engines stand somewhere.
#[test]
fn what_is_claimed_can_be_checked() {
    let page = "<!DOCTYPE html><title>t</title><div class=a><p>before<search>in</search></div>".repeat(50);
    let place = Place::new(&[("page.html", &page)]);
    let report = report(&place, "--change search-element-2023 page.html");
    let change = change(&report, "search-element-2023");
    let snippet = &change["snippet"];
    let input = snippet["input"].as_str().unwrap();
    assert!(input.len() <= "<p><search>".len(), "{input}");
    assert_eq!(snippet["length"], input.len());
    assert_eq!(snippet["from"], "page.html");
    assert_ne!(snippet["old"], snippet["new"]);
    let engines = json!([["html5ever", "new"]]);
    let stand = change["engines"].as_array().unwrap().iter();
    let stand: Vec<Value> = stand.map(|engine| json!([engine["engine"], engine["side"]])).collect();
    assert_eq!(json!(stand), engines);
    let command = snippet["reproduce"].as_str().unwrap();
    let ran = place.shell(command);
    assert_eq!(ran.status.code(), Some(1), "the editions differ: {command}");
    let shown = String::from_utf8(ran.stdout).unwrap();
    for side in ["old", "new"] {
        for line in snippet[side].as_str().unwrap().lines() {
            assert!(shown.contains(line), "{line} is not in {shown}");
        }
    }
}

#[test]
fn a_sanitiser_and_a_browser_of_other_editions_disagree() {
    let place = Place::new(&[("a.html", "<p>x<search>y"), ("b.html", "<select><!--<b>--><?a b?>")]);
    let report = report(&place, "--from 2019-01-01 .");
    assert_eq!(report["security"]["serialised"], 2);
    assert_eq!(report["security"]["second_parse"], 2);
    let same = report_of("<p>x", "--from 2019-01-01");
    assert_eq!(same["security"]["second_parse"], 0);
    // To the old edition there is no xmp in a select, and what is its text to the new one is markup.
    let markup = "<select><xmp><script>x</script>";
    let security = &report_of(markup, "--change relaxed-select-2025")["security"];
    assert_eq!(security["dangers"], json!({"a script that was not there: <script>": 1}));
}

fn report_of(markup: &str, arguments: &str) -> Value {
    let place = Place::new(&[("a.html", markup)]);
    report(&place, &format!("{arguments} a.html"))
}

const STALE: &str = "#data\n<?x?>\n#errors\n#new-errors\n(1:2) unexpected-question-mark-instead-of-tag-name\n\
    #document\n| <!-- ?x? -->\n| <html>\n|   <head>\n|   <body>\n\n#data\n<p>\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n";
const TOKENS: &str = r#"{"tests": [
  {"description":"a", "input":"<p>", "output":[["StartTag","p",{}]]},
  {"description":"b", "input":"<?x>", "output":[["Comment", "?x"]],
   "errors":[{"code":"unexpected-question-mark-instead-of-tag-name", "line":1, "col":2}]}
]}
"#;

#[test]
fn fixtures_get_their_new_expectations() {
    let place = Place::new(&[("suite/a.dat", STALE), ("suite/b.test", TOKENS)]);
    let change = "--change processing-instructions-2026 suite";
    let before = report(&place, change);
    let fixtures = |report: &Value, side: &str| -> Vec<Value> {
        let fixtures = report["fixtures"].as_array().unwrap().iter();
        let of_side = fixtures.filter(|fixture| fixture["side"] == side);
        of_side.map(|fixture| json!([fixture["file"], fixture["index"], fixture["kind"]])).collect()
    };
    let all = [
        json!(["suite/a.dat", 0, "tree"]),
        json!(["suite/a.dat", 0, "errors"]),
        json!(["suite/b.test", 1, "tokens"]),
        json!(["suite/b.test", 1, "errors"]),
    ];
    assert_eq!(fixtures(&before, "old"), all);
    let patch = stdout(&place.run(&format!("impact {change} --format patch"), 0));
    place.write("p.patch", &patch);
    let patched =
        std::process::Command::new("patch").args(["-s", "-p1", "-i", "p.patch"]).current_dir(place.path()).status();
    assert!(patched.expect("patch is installed").success(), "{patch}");
    let after = report(&place, change);
    assert_eq!(fixtures(&after, "new"), all, "{patch}");
    assert_eq!(fixtures(&after, "old"), [] as [Value; 0]);
    assert!(place.read("suite/a.dat").contains("| <?x ?>"), "{patch}");
    // What is not overtaken is as it was, to the byte.
    assert!(
        place.read("suite/b.test").contains(r#"  {"description":"a", "input":"<p>", "output":[["StartTag","p",{}]]},"#)
    );
}

fn record(content_type: &str, page: &[u8]) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n");
    let length = http.len() + page.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: {length}\r\n\r\n{http}"
    );
    [head.as_bytes(), page, b"\r\n\r\n"].concat()
}

fn member(record: &[u8]) -> Vec<u8> {
    let mut member = GzEncoder::new(Vec::new(), Compression::default());
    member.write_all(record).unwrap();
    member.finish().unwrap()
}

const PAGE: &[u8] = b"<p>x<search>y";

/// Names that would forge the header of another file are quoted, and both programs read them.
#[test]
fn a_patch_changes_the_files_of_its_fixtures_alone() {
    let names = [
        "a.dat\n@@ -1 +1 @@\n-safe\n+PWNED\n--- a/victim.txt\n+++ b/victim.txt\n@@ -1 +1 @@\n-safe\n+PWNED\n.dat",
        "tab\tquote\"back\\slash.dat",
        "two words.dat",
        "\u{1B}[31m\u{202E}tad.dat",
        "\u{E4}.dat",
    ];
    let old = "#data\n<?x>\n#errors\n#document\n| <!-- ?x -->\n| <html>\n|   <head>\n|   <body>\n";
    for (program, arguments) in [("patch", &["-s", "-p1", "-i", "p.patch"][..]), ("git", &["apply", "p.patch"])] {
        let place = Place::new(&[("victim.txt", "safe\n")]);
        names.iter().for_each(|name| place.write(&format!("suite/{name}"), old));
        let change = "--change processing-instructions-2026 suite --format patch";
        let patch = stdout(&place.run(&format!("impact {change}"), 0));
        assert_eq!(patch.lines().filter(|line| line.starts_with("+++ ")).count(), names.len(), "{patch}");
        place.write("p.patch", &patch);
        let ran = std::process::Command::new(program).args(arguments).current_dir(place.path()).output();
        let ran = ran.expect("patch and git are installed");
        assert!(ran.status.success(), "{program}: {ran:?}\n{patch}");
        assert_eq!(place.read("victim.txt"), "safe\n");
        for name in names {
            assert!(place.read(&format!("suite/{name}")).contains("| <?x ?>"), "{program}: {name:?}\n{patch}");
        }
        let after = report(&place, "--change processing-instructions-2026 suite");
        assert_eq!(after["fixtures"].as_array().unwrap().iter().filter(|f| f["side"] == "old").count(), 0);
    }
}

#[test]
fn archives_are_read_past_what_is_broken() {
    let place = Place::new(&[]);
    let page = record("text/html", PAGE);
    let image = record("image/png", b"....");
    let mut broken = member(&page);
    broken[20] ^= 0xFF;
    let cut = &page[..page.len() - 9];
    fs::write(place.path().join("a.warc.gz"), [member(&page), broken, member(&image), member(&page)].concat()).unwrap();
    fs::write(place.path().join("b.warc"), [&page, cut].concat()).unwrap();
    let report = report(&place, "--change search-element-2023 .");
    let counts = ["documents", "changed", "failed", "skipped"].map(|member| report[member].as_u64().unwrap());
    assert_eq!(counts, [3, 3, 2, 1], "{report}");
    let problems = report["problems"].as_array().unwrap();
    let problems: Vec<&str> = problems.iter().filter_map(Value::as_str).collect();
    assert!(problems[0].contains("a.warc.gz, record 2: "), "{problems:?}");
    assert!(problems[1].contains("b.warc, record 2: the file ends 5 bytes"), "{problems:?}");
}

/// Decoded otherwise there would be no tag in it.
#[test]
fn the_charset_of_the_transport_is_honoured() {
    let utf_16: Vec<u8> = "<p>x<search>y".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (content_type, changed) in [
        ("text/html; charset=utf-16le", 1),
        ("text/html; charset=\"UTF-16\"", 1),
        ("text/html", 0),
        ("text/html; charset=windows-1252", 0),
    ] {
        let place = Place::new(&[]);
        fs::write(place.path().join("a.warc"), record(content_type, &utf_16)).unwrap();
        let report = report(&place, "--change search-element-2023 a.warc");
        assert_eq!([&report["documents"], &report["changed"]], [1, changed], "{content_type}");
    }
}

#[test]
fn lists_of_paths_come_on_standard_input() {
    let place = Place::new(&[("a.html", "<p>x<search>y"), ("b/c.htm", "<p>"), ("page", "<p>")]);
    let ran = place
        .command("impact --change search-element-2023 - --format json")
        .stdin("a.html\nb\n\nmissing.html\r\npage\n")
        .assert()
        .code(0);
    let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
    let counts = ["documents", "changed", "failed"].map(|member| report[member].as_u64().unwrap());
    assert_eq!(counts, [3, 1, 1]);
    let problem = report["problems"][0].as_str().unwrap();
    assert!(problem.starts_with("missing.html: "), "{problem}");
}

#[test]
fn records_of_divergences_are_documents() {
    let place = Place::new(&[
        (
            "d/x/divergence.toml",
            "engine = 'html5ever'\ncause = 'y'\nbehaves_like = 'standard@without:search-element-2023'\n",
        ),
        ("d/x/input", "<p>x<search>y"),
        ("d/x/divergence.snap", "no document"),
    ]);
    let report = report(&place, "--change search-element-2023 d");
    let sources = &report["sources"][0];
    assert_eq!(sources["source"], "divergence");
    assert_eq!([&report["documents"], &report["changed"]], [1, 1]);
}

#[test]
fn generated_documents_are_counted_alike_whatever_the_jobs() {
    let place = Place::new(&[]);
    let of_jobs =
        |jobs: u32| report(&place, &format!("--change relaxed-select-2025 --generated 3000 --seed 5 --jobs {jobs}"));
    let report = of_jobs(1);
    assert_eq!(report, of_jobs(3));
    assert_eq!(report["documents"], 3000);
    assert!(report["changed"].as_u64().unwrap() > 0);
    assert!(report["pages"].is_null(), "they are no sample of pages");
}

#[test]
fn only_real_pages_give_a_rate_with_its_interval() {
    let fixture = "#data\n<search><p>\n#errors\n#document-fragment\np\n#document\n| <search>\n|   <p>\n";
    let place = Place::new(&[("a.html", "<p>x<search>"), ("b.html", "<p>"), ("s/a.dat", fixture)]);
    let report = report(&place, "--change search-element-2023 a.html b.html s --generated 10");
    assert_eq!(report["documents"], 13, "{report}");
    let pages = &report["pages"];
    assert_eq!(pages["pages"], 1);
    assert_eq!(pages["rate"], 0.5);
    let bound = |place: usize| pages["interval"][place].as_f64().unwrap();
    assert!(0.0 < bound(0) && bound(0) < 0.5 && 0.5 < bound(1) && bound(1) < 1.0);
    assert_eq!(report["changes"][0]["pages"]["rate"], 0.5);
}

#[test]
fn editions_with_nothing_between_them_are_not_compared() {
    let place = Place::new(&[("a.html", "<p>x<search>")]);
    for (editions, why) in [
        ("--from 2024-01-01 --to 2020-01-01", "error: 2024-01-01 is newer than 2020-01-01; swap `--from` and `--to`"),
        ("--from 2024-01-01 --to 2024-01-01", "are the same standard: no known change was made between them"),
        ("--from 2090-01-01", "are the same standard"),
    ] {
        let ran = place.run(&format!("impact {editions} a.html"), 2);
        assert_has(&stderr(&ran), &[why]);
    }
    let ran = place.run("impact --from 2019-01-01 --to 2090-01-01 a.html", 0);
    assert_has(&stderr(&ran), &["note: no change after ", "so that 2090-01-01 is the standard of that day"]);
}

#[test]
fn a_shadow_root_is_described_in_words() {
    let place = Place::new(&[("a.html", "<div><template shadowrootmode=open>x</template></div>")]);
    let report = report(&place, "--change shadow-clonable-2024 a.html");
    let text = report.to_string();
    assert_has(&text, &["open shadow root, clonable"]);
    assert!(!text.contains("ShadowRoot {"), "{text}");
}

#[test]
fn wrong_use_is_told() {
    let place = Place::new(&[("a.html", "<p>")]);
    for (arguments, told) in [
        ("--change relaxed-selekt a.html", "there is no change `relaxed-selekt`"),
        ("--change cdata-note-2026 a.html", "has no switch"),
        ("--from 2017-12-31 a.html", "the first is that of 2018-01-01"),
        ("--from yesterday a.html", "is not a day"),
        ("--from 2019-01-01 missing", "cannot read missing"),
        ("--from 2019-01-01", "required"),
        ("a.html", "required"),
        ("--from 2019-01-01 a.html --resume", "--out FILE"),
    ] {
        let ran = place.run(&format!("impact {arguments}"), 2);
        assert_has(&stderr(&ran), &[told]);
    }
}

#[test]
fn pages_beyond_the_limit_are_not_examined_and_said_to_be() {
    let place = Place::new(&[("a.html", &"x".repeat(2000)), ("b.html", "<p>")]);
    let report = report(&place, "--from 2019-01-01 . --page-limit 1KB");
    assert_eq!([&report["documents"], &report["failed"]], [1, 1]);
    let problem = report["problems"][0].as_str().unwrap();
    assert!(problem.contains("a.html: the page is larger than 1000 bytes"), "{problem}");
}

#[test]
fn a_report_comes_in_all_forms() {
    let place = Place::new(&[("a.html", "<p>x<search>``` </code>")]);
    place.run("impact --change search-element-2023 a.html --report out", 0);
    let files = ["fixtures.patch", "impact.html", "impact.json", "impact.md"];
    assert_eq!(place.entries("out"), files, "and no checkpoint");
    assert_has(
        &place.read("out/impact.md"),
        &["**1 of 1 documents differ", "### search-element-2023", "html5ever", "| parse "]
            .map(|part| part.trim_start_matches("| ")),
    );
    assert_has(
        &place.read("out/impact.html"),
        &["1 document, 1 by this change alone", "crosscheck impact --change search-element-2023 a.html"],
    );
}

#[cfg(unix)]
mod killed {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use serde_json::Value;

    use crate::Place;

    const SWEEP: &str = "impact --from 2019-01-01 --generated 12000 --format json --out a.json";

    /// What a sweep wrote, without how long it took.
    fn written(place: &Place) -> Value {
        let mut report: Value = serde_json::from_str(&place.read("a.json")).unwrap();
        report["seconds"] = Value::Null;
        report
    }

    #[test]
    fn a_sweep_that_was_killed_goes_on_to_the_same_report() {
        let place = Place::new(&[]);
        let checkpoint = place.path().join("a.json.checkpoint");
        let lines = || fs::read(&checkpoint).map_or(0, |bytes| bytes.split(|b| *b == b'\n').count());
        let mut sweep = place.spawn(SWEEP);
        while lines() < 100 && sweep.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        sweep.kill().unwrap();
        assert!(!sweep.wait().unwrap().success(), "it was killed in the middle");
        assert!(!place.path().join("a.json").exists());
        let before = lines();
        assert!(before >= 100);
        // As if the last line had been cut.
        let bytes = fs::read(&checkpoint).unwrap();
        fs::write(&checkpoint, &bytes[..bytes.len() - 3]).unwrap();
        place.run(&format!("{SWEEP} --resume"), 0);
        let resumed = written(&place);
        assert!(!checkpoint.exists(), "it is done");
        place.run(SWEEP, 0);
        let whole = written(&place);
        let command = |report: &Value| report["command"].clone();
        assert_eq!(command(&resumed), command(&whole));
        assert_eq!(resumed, whole);
    }

    /// The header of the checkpoint of a sweep over the folder that it is in.
    fn header(from: &str) -> String {
        format!(
            "{{\"schema\":\"crosscheck.impact-checkpoint/2\",\"crosscheck\":\"{}\",\"from\":\"{from}\",\"to\":\"2026-08-21\",\
             \"sources\":[\".\"],\"scripting\":true,\"page_limit\":67108864}}\n",
            env!("CARGO_PKG_VERSION")
        )
    }

    #[test]
    fn what_the_journal_says_is_not_examined_again() {
        let place = Place::new(&[("a.html", "<p>"), ("b.html", "<p>x<search>y")]);
        let sweep = "impact --from 2019-01-01 . --format json --out r.json";
        let checkpoint = header("2019-01-01") + "{\"failed\":[0,\"as the checkpoint says\"]}\n{\"chan";
        place.write("r.json.checkpoint", &checkpoint);
        place.run(&format!("{sweep} --resume"), 0);
        let report: Value = serde_json::from_str(&place.read("r.json")).unwrap();
        assert_eq!(report["problems"][0], "as the checkpoint says");
        assert_eq!([&report["documents"], &report["changed"]], [1, 1]);

        place.write("r.json.checkpoint", &header("2020-01-01"));
        let ran = place.run(&format!("{sweep} --resume"), 2);
        crate::assert_has(&crate::stderr(&ran), &["r.json.checkpoint:1: the checkpoint belongs to another command"]);
        place.write("r.json.checkpoint", &(header("2019-01-01") + "{}\n"));
        let ran = place.run(&format!("{sweep} --resume"), 2);
        crate::assert_has(&crate::stderr(&ran), &["r.json.checkpoint:2: not a line of a checkpoint"]);
    }

    /// What a sweep that is resumed after lines of a checkpoint says: how many documents it examined, and the problems.
    fn resumed_after(place: &Place, lines: &str) -> (Value, Value) {
        place.write("r.json.checkpoint", &(header("2019-01-01") + lines));
        place.run("impact --from 2019-01-01 . --format json --out r.json --resume", 0);
        let report: Value = serde_json::from_str(&place.read("r.json")).unwrap();
        (report["documents"].clone(), report["problems"].clone())
    }

    #[test]
    fn a_document_at_hand_when_a_sweep_is_killed_is_examined_once_more() {
        let place = Place::new(&[("a.html", "<p>"), ("b.html", "<p>x<search>y"), ("c.html", "<p>")]);
        let none = serde_json::json!([]);
        assert_eq!(resumed_after(&place, "{\"at-hand\":[0,0,3]}\n"), (3.into(), none.clone()));
        let killed =
            |name: &str| serde_json::json!([format!("./{name}: the command was killed each time it examined this")]);
        let lines = "{\"at-hand\":[0,0,3]}\n{\"at-hand\":[0,0,1]}\n{\"at-hand\":[1,1,1]}\n";
        assert_eq!(resumed_after(&place, lines), (2.into(), killed("b.html")));
        // An interruption kills nothing.
        let lines = "{\"at-hand\":[0,0,3]}\n{\"paused\":0}\n{\"at-hand\":[0,0,1]}\n";
        assert_eq!(resumed_after(&place, lines), (3.into(), none));
    }

    /// The documents are in the checkpoint before they are examined, those that were at hand before one by one.
    #[test]
    fn a_sweep_that_is_killed_again_and_again_ends() {
        let page = "<p>".to_owned() + &"<b>".repeat(3_000) + &"<p>x".repeat(20_000);
        let place = Place::new(&[("a.html", "<p>x<search>y"), ("b.html", &page), ("c.html", "<p>x<search>y")]);
        let sweep = "impact --from 2019-01-01 . --format json --out r.json --resume --memory none --timeout 1h";
        let checkpoint = place.path().join("r.json.checkpoint");
        for wanted in ["{\"at-hand\":[0,0,3]}\n", "{\"at-hand\":[1,1,1]}\n"] {
            let mut child = place.spawn(sweep);
            while !fs::read_to_string(&checkpoint).is_ok_and(|lines| lines.ends_with(wanted)) {
                assert!(child.try_wait().unwrap().is_none(), "it is too fast to be killed");
                thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        place.run(sweep, 0);
        let report: Value = serde_json::from_str(&place.read("r.json")).unwrap();
        assert_eq!([&report["documents"], &report["changed"], &report["failed"]], [2, 2, 1]);
    }
}
