//! `crosscheck generate`.

use serde_json::Value;

use crate::{Place, assert_has, stderr, stdout};

const GENERATORS: [&str; 7] = ["soup", "exhaustive", "conforming", "fragments", "mutation", "bytes", "selects"];

/// The lines, without those with lone surrogates, which `serde_json` does not read into a `Value`.
fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines.filter(|line| !line.contains("\\ud")).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_same_seed_gives_the_same_documents() {
    let place = Place::new(&[]);
    for generator in GENERATORS {
        let generate = |seed: u64| {
            let arguments = format!("generate --generator {generator} --seed {seed} --count 40");
            stdout(&place.run(&arguments, 0))
        };
        let printed = generate(1);
        assert_eq!(printed, generate(1), "{generator}");
        assert_eq!(printed == generate(2), generator == "exhaustive");
        assert_eq!(printed.lines().count(), 40, "{generator}");
        let questions = lines(&printed);
        assert!(questions.len() > 20, "{generator}");
        let has_source = |line: &Value| line["html"].is_string() || line["bytes"].is_string();
        assert!(questions.iter().all(has_source), "{generator}");
    }
}

#[test]
fn every_sequence_of_a_mode() {
    let place = Place::new(&[]);
    let of_length = |length: usize| {
        let arguments = format!("generate --generator exhaustive --mode after-head --length {length} --count 100000");
        lines(&stdout(&place.run(&arguments, 0))).len()
    };
    let size = of_length(1) - 1;
    assert!(size > 5);
    assert_eq!(of_length(0), 1);
    assert_eq!(of_length(2), 1 + size + size * size);
}

#[test]
fn documents_as_files_from_a_corpus() {
    let place = Place::new(&[("corpus/a.html", "<p>one"), ("corpus/b.html", "<b>two")]);
    place.run("generate --generator mutation --corpus corpus --count 3 --out made", 0);
    let files = ["000001.html", "000002.html", "000003.html", "questions.jsonl"];
    assert_eq!(place.entries("made"), files);
    let questions = lines(&place.read("made/questions.jsonl"));
    assert_eq!(questions[1]["html"], place.read("made/000002.html"));
}

#[test]
fn the_inputs_of_fixtures_as_files() {
    let fixtures = "#data\n<p>\0\n#errors\n#document\n\n#data\n<b>\n#errors\n#document-fragment\nsvg desc\n#document\n";
    let place = Place::new(&[("a.dat", fixtures), ("b.dat", fixtures)]);
    place.run("generate --fixtures a.dat b.dat --out documents", 0);
    assert_eq!(place.entries("documents"), ["000001"]);
    assert_eq!(place.read("documents/000001"), "<p>\0");
    place.run("generate --fixtures a.dat --form fragment --out fragments", 0);
    assert_eq!(place.entries("fragments"), ["000001"]);
    assert_eq!(place.read("fragments/000001"), "svg desc\n<b>");
    let told = stderr(&place.run("generate --fixtures a.dat none --out some", 2));
    assert_has(&told, &["none"]);
    assert_eq!(place.entries("some"), ["000001"]);
}

#[test]
fn a_dictionary_of_quoted_words() {
    let printed = stdout(&Place::new(&[]).run("generate --dictionary", 0));
    assert_has(&printed, &["\n\"<table>\"\n", "\n\"&notit;\"\n"]);
}

#[test]
fn wrong_use_is_told() {
    let place = Place::new(&[("folder/empty/crosscheck.txt", "")]);
    let told = |arguments: &str| stderr(&place.run(arguments, 2));
    assert_has(&told("generate --generator none"), &["none", "conforming"]);
    assert_has(&told("generate --mode in-row"), &["--mode", "exhaustive"]);
    assert_has(&told("generate --corpus folder"), &["--corpus", "mutation"]);
    std::fs::remove_file(place.path().join("folder/empty/crosscheck.txt")).unwrap();
    assert_has(&told("generate --generator mutation --corpus folder"), &["the folder has no files"]);
    assert_has(&told("generate --generator mutation --corpus nowhere"), &["cannot read nowhere"]);
}
