//! `crosscheck hunt --ask`: engines that are programs of their own, beside those of crosscheck's own processes.

use serde_json::{Value, json};

use crate::{Place, assert_has, stdout};

/// What is wrong with the engines here, except with one that is as the standard.
const BUG: &str = "in-body/start-tag-hr:off";

/// A place with engines that are programs of their own: their names and families, and what their introductions have
/// more.
fn place(engines: &[(&str, &str, &str)]) -> Place {
    let setting = |(name, family, more): &(&str, &str, &str)| {
        format!("[engines.{name}]\nfamily = '{family}'\ncommand = ['sh', 'engine.sh', '{name}', '{more}']\n")
    };
    let settings: String = engines.iter().map(setting).collect();
    let script = format!(
        r#"
read -r line
printf '{{"engine":"%s","version":"1","language":"sh","can":["document","fragment"]%s}}\n' "$1" "$2"
exec '{}' worker --engine standard@mutant:{BUG}
"#,
        env!("CARGO_BIN_EXE_crosscheck")
    );
    Place::new(&[("crosscheck.toml", &settings), ("engine.sh", &script)])
}

fn hunt(place: &Place, options: &str) -> Value {
    let mut report = place.json(&format!("hunt --oracle trees --format json {options}"), 1);
    assert_eq!(report["complete"], true);
    for member in ["seconds", "triage_seconds"] {
        report[member] = Value::Null;
    }
    report
}

/// About how many documents the engine outside was asked.
fn asked(report: &Value) -> u64 {
    let mut asked = report["asked"].as_array().unwrap().iter();
    let outside = asked.find(|asked| asked["engine"] == "outside").unwrap();
    outside["documents"].as_u64().unwrap()
}

#[test]
#[ignore = "slow"]
fn all_a_sample_or_what_is_divergent() {
    let place = place(&[("outside", "outside", "")]);
    let all = hunt(&place, "--engine outside --inputs 4000 --ask all");
    assert_eq!((&all["executions"], asked(&all)), (&json!(4000), 4000));
    let like = format!("standard@mutant:{BUG}");
    assert_eq!(all["divergences"][0]["behaves_like"], like);
    // The sample, and what is new: of the first documents much is.
    let sampled = asked(&hunt(&place, "--engine outside --inputs 20000"));
    assert!((20_000 / 16..5_000).contains(&sampled), "{sampled}");
    let divergent = hunt(&place, "--engine outside --engine html5ever --inputs 1000 --ask divergent");
    assert_eq!(divergent["divergent"], asked(&divergent));
    let none = place.json("hunt --engine outside --inputs 1000 --ask divergent --format json", 0);
    assert_eq!(asked(&none), 0);
}

#[test]
#[ignore = "slow"]
fn the_same_seed_finds_the_same_with_any_number_of_jobs() {
    let place = place(&[("one", "one", ""), ("other", "other", "")]);
    let hunt = |jobs: usize| {
        let engines = "--engine html5ever --engine one --engine other";
        hunt(&place, &format!("{engines} --inputs 5000 --jobs {jobs}"))
    };
    assert_eq!(hunt(1), hunt(3));
}

#[test]
#[ignore = "slow"]
fn families_are_the_witnesses_against_the_standard_engine() {
    for (families, is_ours_first) in [(["a", "a"], false), (["a", "b"], true)] {
        let [one, other] = families;
        let place = place(&[("one", one, ""), ("other", other, "")]);
        let command = "--engine one --engine other --inputs 4000 --ask all";
        let report = hunt(&place, command);
        let first = &report["divergences"][0];
        assert_eq!(first["departs"], json!(["one", "other"]));
        let mut witnesses = Vec::from(families);
        witnesses.dedup();
        assert_eq!(first["families"], json!(witnesses));
        assert_eq!(first["ours_first"], is_ours_first);
        let shown = stdout(&place.run(&format!("hunt --oracle trees {command}"), 1));
        let flag = "check the standard engine first: a and b disagree with it";
        assert_eq!(shown.contains(flag), is_ours_first, "{shown}");
    }
    // An engine that agrees with it is a witness for it.
    let place = place(&[("one", "a", ""), ("other", "b", "")]);
    let report = hunt(&place, "--engine html5ever --engine one --engine other --inputs 4000 --ask all");
    let found = report["divergences"].as_array().unwrap().iter();
    let like = format!("standard@mutant:{BUG}");
    let mut of_bug = found.filter(|found| found["behaves_like"] == like);
    assert!(of_bug.all(|found| found["ours_first"] == false));
}

#[test]
fn what_an_engine_cannot_say_is_left_out_and_counted() {
    let why = r#","cannot":{"depth":"no deeper","scripting":"no such flag"},"depth":1"#;
    let place = place(&[("shallow", "shallow", why)]);
    // Only of fragments without elements it tells anything.
    let command = "hunt --oracle trees --engine shallow --inputs 1000 --ask all";
    let report = place.json(&format!("{command} --format json"), 0);
    let left_out = &report["asked"][0]["left_out"];
    let count = |reason: &str| left_out[reason].as_u64().unwrap_or_default();
    assert!(count("depth: no deeper") > 500, "{left_out}");
    assert!(count("scripting: no such flag") > 0, "{left_out}");
    let shown = stdout(&place.run(command, 0));
    assert_has(&shown, &["shallow: 1000 documents", "skipped: depth: no deeper"]);
}

/// Were the hunt to wait for it, it would be told of as an engine that gave no answer.
#[test]
#[ignore = "slow"]
fn an_engine_that_hangs_stalls_nobody_and_is_not_waited_for() {
    let script = r#"
read -r line
echo '{"engine":"stuck","version":"1","language":"sh","can":["document","fragment"]}'
exec sleep 600
"#;
    let settings = "[engines.stuck]\ncommand = ['sh', 'engine.sh']\n";
    let place = Place::new(&[("crosscheck.toml", settings), ("engine.sh", script)]);
    let report = hunt(&place, "--engine stuck --engine html5ever --time 2s --timeout 8s");
    let engines = report["asked"].as_array().unwrap().iter();
    let asked: Vec<_> = engines.map(|asked| (asked["engine"].as_str().unwrap(), &asked["documents"])).collect();
    let executions = &report["executions"];
    assert_eq!(asked, [("html5ever", executions), ("stuck", &json!(0))]);
    assert!(executions.as_u64().unwrap() > 0);
    let found = report["divergences"].as_array().unwrap();
    assert!(found.iter().all(|found| found["engine"] == "html5ever"));
}
