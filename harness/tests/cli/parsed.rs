//! `crosscheck parse` and `crosscheck engines`.

use crate::{Place, assert_has, stdout};

#[test]
fn parse_shows_the_tree() {
    let place = Place::new(&[("page.html", "<p>x<b>y")]);
    let ran = place.run("parse page.html", 0);
    assert_has(
        &stdout(&ran),
        &["standard ", "7 nodes", "|       <b>", "|         \"y\""],
    );
}

#[test]
fn parse_reads_standard_input() {
    for arguments in ["parse", "parse -"] {
        let ran = Place::new(&[])
            .command(arguments)
            .stdin("<title>from a pipe")
            .assert()
            .code(0);
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
    assert_eq!(
        output["tree"],
        "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"xy\""
    );
    assert_eq!(report["groups"], serde_json::json!([["standard"]]));
    let without = place.json("parse page.html --format json --no-tree", 0);
    assert_eq!(without["outputs"][0].get("tree"), None);
    assert_eq!(without["outputs"][0]["nodes"], 5);
}

#[test]
fn bytes_go_to_engines_that_take_bytes() {
    let place = Place::new(&[]);
    std::fs::write(place.path().join("latin1.html"), b"caf\xE9").unwrap();
    let report = place.json("parse latin1.html --format json", 1);
    let error = report["outputs"][0]["error"].as_str().unwrap();
    assert!(error.starts_with("unsupported: bytes"), "{error}");
    assert_eq!(report["groups"], serde_json::json!([]));
}

#[test]
fn engines_are_listed() {
    let place = Place::new(&[]);
    assert_has(
        &stdout(&place.run("engines", 0)),
        &["standard", "in-process", "fragment"],
    );
    let report = place.json("engines --format json", 0);
    assert_eq!(report["schema"], "crosscheck.engines/1");
    assert_eq!(report["complete"], true);
    let engines = report["engines"].as_array().unwrap();
    let engine = engines
        .iter()
        .find(|engine| engine["name"] == "standard")
        .unwrap();
    assert_eq!(engine["available"], true);
    assert_eq!(engine["family"], "standard");
    assert_eq!(engine["kind"], "in-process");
    assert!(engine["version"].is_string());
    assert_eq!(engine.get("why_not"), None);
    assert!(
        engine["can"]
            .as_array()
            .unwrap()
            .contains(&"document".into())
    );
}

#[test]
fn help_has_examples() {
    let place = Place::new(&[]);
    for arguments in ["--help", "run --help", "parse --help", "engines --help"] {
        assert_has(
            &stdout(&place.run(arguments, 0)),
            &["Examples:", "crosscheck "],
        );
    }
}
