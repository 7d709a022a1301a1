//! `crosscheck clauses` and `crosscheck trace`.

use crate::{Place, assert_has, stderr, stdout};

#[test]
fn clauses_are_listed_by_section() {
    let place = Place::new(&[]);
    let listed = stdout(&place.run("clauses --filter tag-open-state/", 0));
    assert_has(&listed, &["Tag open state  https://html.spec.whatwg.org/", "  tag-open-state/alpha  "]);
    assert!(!listed.contains("in-body/"), "{listed}");
    let all = place.json("clauses --format json", 0);
    assert_eq!(all["schema"], "crosscheck.clauses/1");
    let clauses = all["clauses"].as_array().expect("a list");
    assert_eq!(clauses.len(), crosscheck_standard::clauses::clause::COUNT);
    for member in ["id", "title", "section", "link", "file"] {
        assert!(clauses.iter().all(|clause| clause[member].is_string()), "{member}");
    }
    assert!(clauses.iter().all(|clause| clause["reachable"].is_boolean()));
}

#[test]
fn what_cannot_happen_at_a_clause_is_argued() {
    let place = Place::new(&[]);
    let id = "initial/doctype/document-taken";
    let listed = stdout(&place.run(&format!("clauses --filter {id}"), 0));
    assert_has(&listed, &["      never holds: ", "0 of them reachable"]);
    let report = place.json(&format!("clauses --filter {id} --format json"), 0);
    let clause = &report["clauses"][0];
    assert_eq!(clause["reachable"], false);
    assert_eq!(clause["limit"]["kind"], "never-holds");
    assert!(clause["limit"]["why"].is_string());
}

#[test]
fn a_filter_that_leaves_no_clause_is_an_error() {
    let ran = Place::new(&[]).run("clauses --filter nowhere", 2);
    assert_has(&stderr(&ran), &["no clause has `nowhere` in its id or title"]);
}

#[test]
fn a_trace_tells_of_each_token() {
    let place = Place::new(&[("a.html", "<p>x")]);
    let shown = stdout(&place.run("trace a.html", 0));
    assert_has(
        &shown,
        &[
            "[\"StartTag\",\"p\",{}]\n",
            "  tag-open-state/alpha  ",
            "  mode   initial → in body\n",
            "  stack  – → html body p\n",
            "  error  expected-doctype",
            "3 tokens, 1 parse error\n",
        ],
    );
    let report = place.json("trace a.html --format json", 0);
    assert_eq!(report["schema"], "crosscheck.trace/1");
    assert_eq!(report["complete"], true);
    let text = &report["tokens"][1];
    assert_eq!(text["token"], "[\"Character\",\"x\"]");
    assert_eq!(text["stack_after"], serde_json::json!(["html", "body", "p"]));
    assert_eq!(text["clauses"][0]["id"], "data-state/anything-else");
}

#[test]
fn a_trace_goes_by_context_scripting_and_edition() {
    let place = Place::new(&[("a.html", "<noscript><?x?>")]);
    let new = stdout(&place.run("trace a.html --context div", 0));
    assert_has(&new, &["[\"ProcessingInstruction\",\"x\",\"\"]"]);
    let old = "trace a.html --context div --without processing-instructions-2026";
    assert_has(&stdout(&place.run(old, 0)), &["[\"Comment\",\"?x?\"]"]);
    let scripting = stdout(&place.run("trace a.html --context div --scripting on", 0));
    assert_has(&scripting, &["[\"Character\",\"<\"]"]);
    let unknown = stderr(&place.run("trace a.html --without processing-instruction", 2));
    assert_has(
        &unknown,
        &["there is no change `processing-instruction`", "did you mean `processing-instructions-2026`?"],
    );
}

#[test]
fn a_trace_decodes_the_file() {
    let place = Place::new(&[]);
    std::fs::write(place.path().join("a.html"), b"ab\xE9").expect("the folder is writable");
    assert_has(&stdout(&place.run("trace a.html", 0)), &["ab\u{e9}"]);
    let shown = stdout(&place.run("trace a.html --encoding iso-8859-5", 0));
    assert_has(&shown, &["ab\u{449}"]);
}
