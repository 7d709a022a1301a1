//! `crosscheck parse` and `crosscheck engines`.

use crate::{Place, assert_has, stderr, stdout};

#[test]
fn parse_shows_the_tree() {
    let place = Place::new(&[("page.html", "<p>x<b>y")]);
    let ran = place.run("parse page.html", 0);
    assert_has(&stdout(&ran), &["standard ", "7 nodes", "|       <b>", "|         \"y\""]);
}

/// Engines that give the dump of the standard's tree are right, though the dump is also that of another tree.
#[cfg(unix)]
#[test]
fn parse_takes_a_dump_for_any_tree_with_that_dump() {
    let script = r#"
read -r line
printf '{"engine":"sh","version":"1","language":"sh","can":["document"]}\n'
while IFS= read -r line; do
    printf '{"id":1,"tree":"| <html>\\n|   <head>\\n|   <body>\\n|     <a>\\n|       %s"}\n' "$1"
done
"#;
    let settings = r#"
[engines.right]
command = ['sh', 'engine.sh', '\"x=\"\"']
[engines.wrong]
command = ['sh', 'engine.sh', '\"y=\"\"']
[engines.unreadable]
command = ['sh', 'engine.sh', '<?x=\"\"']
"#;
    let place = Place::new(&[
        ("crosscheck.toml", settings),
        ("engine.sh", script),
        ("a.html", "<a \"x>"),
        ("b.html", "<a <?x>"),
    ]);
    let groups = |arguments: &str, code| place.json(arguments, code)["groups"].clone();
    let all = "--engine right --engine standard --engine wrong --format json";
    assert_eq!(
        groups(&format!("parse a.html --check {all}"), 1),
        serde_json::json!([["right", "standard"], ["wrong"]])
    );
    place.run("parse a.html --check --engine right --engine standard", 0);
    place.run("parse b.html --check --engine unreadable --engine standard", 0);
    place.run("parse a.html --check --engine unreadable --engine standard", 1);
}

#[test]
fn parse_reads_standard_input() {
    for arguments in ["parse", "parse -"] {
        let ran = Place::new(&[]).command(arguments).stdin("<title>from a pipe").assert().code(0);
        assert_has(&stdout(&ran), &["|       \"from a pipe\""]);
    }
}

#[test]
fn parse_takes_a_context_and_the_scripting_flag() {
    let place = Place::new(&[("a.html", "<tr><td>x"), ("b.html", "<noscript><p>x")]);
    let ran = place.run("parse a.html --context tbody", 0);
    assert_has(&stdout(&ran), &["  | <tr>\n  |   <td>\n  |     \"x\"\n"]);
    let ran = place.run("parse b.html --scripting on --context div", 0);
    assert_has(&stdout(&ran), &["  |   \"<p>x\"\n"]);
    let ran = place.run("parse b.html --scripting off --context div", 0);
    assert_has(&stdout(&ran), &["  |   <p>\n"]);
}

#[test]
fn parse_gives_json_with_its_members() {
    let place = Place::new(&[("page.html", "<p>x\0y")]);
    let report = place.json("parse page.html --format json", 0);
    assert_eq!(report["schema"], "crosscheck.parse/1");
    assert_eq!(report["complete"], true);
    let output = &report["outputs"][0];
    assert_eq!(output["engine"], "standard");
    assert!(output["version"].is_string());
    assert!(output["seconds"].is_f64());
    assert_eq!(output["nodes"], 5);
    assert_eq!(output["tree"], "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"xy\"");
    assert_eq!(report["groups"], serde_json::json!([["standard"]]));
    let without = place.json("parse page.html --format json --no-tree", 0);
    assert_eq!(without["outputs"][0].get("tree"), None);
    assert_eq!(without["outputs"][0]["nodes"], 5);
}

#[test]
fn files_are_decoded_as_the_standard_says() {
    let place = Place::new(&[]);
    let decoded = |bytes: &[u8], options: &str| {
        std::fs::write(place.path().join("a.html"), bytes).unwrap();
        let report = place.json(&format!("parse a.html --format json {options}"), 0);
        let tree = report["outputs"][0]["tree"].as_str().unwrap();
        let text = tree.rsplit('|').next().unwrap().trim().to_owned();
        (report["encoding"].as_str().unwrap().to_owned(), text)
    };
    let is = |encoding: &str, text: &str| (encoding.to_owned(), format!("\"{text}\""));
    assert_eq!(decoded(b"caf\xE9", ""), is("windows-1252", "caf\u{e9}"));
    assert_eq!(decoded("caf\u{e9}".as_bytes(), ""), is("UTF-8", "caf\u{e9}"));
    assert_eq!(decoded(b"\xEF\xBB\xBFcaf\xE9", ""), is("UTF-8", "caf\u{fffd}"));
    assert_eq!(decoded(b"\xFE\xFF\0x\0y", "--encoding latin1"), is("UTF-16BE", "xy"));
    assert_eq!(decoded(b"\xE9", "--encoding koi8-r"), is("KOI8-R", "\u{418}"));
    assert_eq!(decoded(b"\xE9", "--context p"), is("windows-1252", "\u{e9}"));
    let declaration = b"<meta charset=koi8-r><p>\xE9".as_slice();
    assert_eq!(decoded(declaration, ""), is("KOI8-R", "\u{418}"));
    let late = [b" ".repeat(200_000).as_slice(), declaration].concat();
    assert_eq!(decoded(&late, ""), is("KOI8-R", "\u{418}"));
    let label = "<meta charset=koi8-r><p>\u{e9}".as_bytes();
    assert_eq!(decoded(label, "--encoding utf-8"), is("UTF-8", "\u{e9}"));
}

#[test]
fn an_unknown_encoding_is_an_error() {
    let place = Place::new(&[("a.html", "")]);
    let said = stderr(&place.run("parse a.html --encoding utf-7", 2));
    assert_has(&said, &["utf-7", "not the label of an encoding"]);
}

#[test]
fn engines_are_listed() {
    let place = Place::new(&[]);
    assert_has(&stdout(&place.run("engines", 0)), &["standard", "in-process", "fragment"]);
    let report = place.json("engines --format json", 0);
    assert_eq!(report["schema"], "crosscheck.engines/1");
    assert_eq!(report["complete"], true);
    let engines = report["engines"].as_array().unwrap();
    let engine = engines.iter().find(|engine| engine["name"] == "standard").unwrap();
    assert_eq!(engine["available"], true);
    assert_eq!(engine["family"], "standard");
    assert_eq!(engine["kind"], "in-process");
    assert!(engine["version"].is_string());
    assert_eq!(engine.get("why_not"), None);
    assert!(engine["can"].as_array().unwrap().contains(&"document".into()));
}

#[test]
fn help_has_examples() {
    let place = Place::new(&[]);
    for arguments in ["--help", "run --help", "parse --help", "engines --help"] {
        assert_has(&stdout(&place.run(arguments, 0)), &["Examples:", "crosscheck "]);
    }
}
