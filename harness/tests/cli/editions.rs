//! `crosscheck changes`, and editions of the standard wherever an engine is named.

use crate::{Place, assert_has, stderr, stdout};

#[test]
fn changes_are_listed_with_what_became_of_them() {
    let place = Place::new(&[]);
    let listed = stdout(&place.run("changes", 0));
    assert_has(
        &listed,
        &[
            "2023-03-24  search-element-2023  ",
            "https://github.com/whatwg/html/commit/c598ff02",
            "no switch: Editorial.",
        ],
    );
    let report = place.json("changes --format json", 0);
    assert_eq!(report["schema"], "crosscheck.changes/1");
    let changes = report["changes"].as_array().expect("a list");
    assert!(changes.is_sorted_by_key(|change| change["date"].as_str()));
    for change in changes {
        assert!(["id", "title", "link"].iter().all(|member| change[member].is_string()));
        assert_eq!(change["implemented"] == true, change["why_not"].is_null(), "{change}");
    }
}

const SEARCH: &str = "<!DOCTYPE html><p>x<search>y";

/// The tree of SEARCH since 2023, and before.
const SIBLINGS: &str = "|     <search>";
const NESTED: &str = "|       <search>";

#[test]
fn an_edition_is_that_of_a_day_adjusted() {
    let place = Place::new(&[("a.html", SEARCH)]);
    for (edition, expected) in [
        ("", SIBLINGS),
        ("--edition 2023-03-24", SIBLINGS),
        ("--edition 2023-03-23", NESTED),
        ("--without search-element-2023", NESTED),
        ("--edition 2019-06-01 --with search-element-2023", SIBLINGS),
        ("--engine standard@2019-06-01", NESTED),
        ("--engine standard@2019-06-01+with:search-element-2023", SIBLINGS),
        ("--engine html5ever --check --edition 2019-06-01 --with search-element-2023", SIBLINGS),
    ] {
        let trees = stdout(&place.run(&format!("parse a.html {edition}"), 0));
        assert_has(&trees, &[expected]);
    }
    let markup = stdout(&place.run("serialise a.html --edition 2019-06-01", 0));
    assert_has(&markup, &["<p>x<search>y</search></p>"]);
    let old = stdout(&place.run("trace a.html --edition 2019-06-01", 0));
    assert_has(&old, &["in-body/start-tag  "]);
}

#[test]
fn what_is_no_edition_is_told() {
    let place = Place::new(&[("a.html", SEARCH)]);
    for (arguments, said) in [
        ("--edition 2017-12-31", "there is no edition of 2017-12-31: the first is that of 2018-01-01"),
        ("--edition yesterday", "`yesterday` is not a day; expected YYYY-MM-DD"),
        ("--with nothing", "there is no change `nothing`"),
        ("--without cdata-note-2026", "the change `cdata-note-2026` has no switch: Editorial."),
        ("--engine standard@2019-13-01", "unknown engine `standard@2019-13-01`: `2019-13-01` is not a day"),
        ("--engine html5ever --edition 2019-06-01", "apply to the engine `standard`"),
    ] {
        let ran = place.run(&format!("parse a.html {arguments}"), 2);
        assert_has(&stderr(&ran), &[said]);
    }
}

#[test]
fn a_fixture_of_an_edition_is_for_engines_of_that_edition() {
    let fixture = "#data\n<p>x<search>y\n#errors\n#edition\n2023-03-23\n#document\n| <html>\n|   <head>\n|   <body>\n\
                   |     <p>\n|       \"x\"\n|       <search>\n|         \"y\"\n";
    let place = Place::new(&[("a.dat", fixture)]);
    for edition in ["", "--edition 2023-03-23"] {
        let ran = place.run(&format!("run a.dat {edition}"), 0);
        assert_has(&stdout(&ran), &["As expected 1 check", "1 passed"]);
    }
    for engine in ["html5ever", "standard@2023-03-24"] {
        let report = place.json(&format!("run a.dat --engine {engine} --format json --all"), 2);
        let result = &report["results"][0];
        assert_eq!(result["verdict"], "unsupported", "{engine}");
        assert_eq!(result["reason"], "the edition 2023-03-23", "{engine}");
    }
    // A wrong answer of an edition is one.
    place.write("a.dat", &fixture.replace("\"x\"", "\"z\""));
    let report = place.json("run a.dat --format json", 1);
    assert_eq!(report["results"][0]["verdict"], "failed");
    let wrong = Place::new(&[("a.dat", &fixture.replace("2023-03-23", "2023-02-29"))]);
    assert_has(&stderr(&wrong.run("run a.dat", 2)), &["a.dat:5: `2023-02-29` is not a day"]);
}
