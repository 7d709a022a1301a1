//! `crosscheck serialise`.

use crate::{Place, assert_has, stderr, stdout};

#[test]
fn serialise_writes_the_markup_and_a_line_feed() {
    let place = Place::new(&[("page.html", "<p title='<'>1 < 2\u{1b}[1m")]);
    let ran = place.run("serialise page.html", 0);
    assert_eq!(stdout(&ran), "<html><head></head><body><p title=\"&lt;\">1 &lt; 2\u{1b}[1m</p></body></html>\n");
    let ran = place.run("serialise page.html --outer --context div", 0);
    assert_has(&stdout(&ran), &["<div><p title=\"&lt;\">"]);
}

#[test]
fn serialise_takes_scripting_and_shadow_roots() {
    let html = "<noscript>&</noscript><div><template shadowrootmode=open>x</template></div>";
    let place = Place::new(&[("a.html", html)]);
    let run = |arguments: &str| {
        let arguments = format!("serialise a.html --context body {arguments}");
        stdout(&place.run(&arguments, 0))
    };
    let template = "<div><template shadowrootmode=\"open\">x</template></div>\n";
    assert_eq!(run(""), format!("<noscript>&amp;</noscript>{template}"));
    assert_eq!(run("--scripting on"), format!("<noscript>&</noscript>{template}"));
    assert_eq!(run("--shadow-roots all"), format!("<noscript>&amp;</noscript>{template}"));
    assert_eq!(run("--shadow-roots serializable"), "<noscript>&amp;</noscript><div></div>\n");
}

#[test]
fn serialise_says_whether_the_tree_comes_back() {
    let place = Place::new(&[("stable.html", "<p>x"), ("nested.html", "<a><table><a>")]);
    let ran = place.run("serialise stable.html --round-trip", 0);
    assert_has(&stdout(&ran), &["round trip: stable"]);
    let ran = place.run("serialise nested.html --round-trip", 0);
    assert_has(&stdout(&ran), &["round trip: changed", "in-body/start-tag-a/active"]);
    let report = place.json("serialise nested.html --round-trip --format json", 0);
    assert_eq!(report["schema"], "crosscheck.serialise/1");
    let output = &report["outputs"][0];
    assert_eq!(output["round_trip"]["outcome"], "changed");
    assert_eq!(output["round_trip"]["causes"][0]["id"], "in-body/start-tag-a/active");
    assert_eq!(output["markup"], "<html><head></head><body><a><a></a><table></table></a></body></html>");
    assert_eq!(report["groups"], serde_json::json!([["standard"]]));
    assert_eq!(report["complete"], true);
}

#[test]
fn serialise_of_a_file_that_is_not_there() {
    let ran = Place::new(&[]).run("serialise nowhere.html", 2);
    assert_has(&stderr(&ran), &["cannot read nowhere.html"]);
}
