//! The standard engine on serializer fixtures. Each of ours passes; each public one passes or names what html5lib's
//! serialiser does beyond the standard, and a wrong answer that nothing of the kind explains is a failure.

use std::path::{Path, PathBuf};

use crate::support::{asserting, public_folder, skipped};
use crosscheck::engines::Engine as _;
use crosscheck::engines::standard::Standard;
use crosscheck::fixtures::{Check, FixtureFile, discover};
use crosscheck::judge::{Judgement, judge};
use crosscheck::model::answer::Outcome;
use crosscheck_reports::Verdict;
use libtest_mimic::{Failed, Trial};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites/serializer");
    vec![
        asserting("a wrong answer that no option explains is a failure", wrong_answers),
        asserting("what the standard does not do is named", needs),
        Trial::test("own fixtures pass", move || all_judged(&own, |_, judgement| judgement.verdict == Verdict::Passed)),
        public_trial(),
    ]
}

fn public_trial() -> Trial {
    let name = "public fixtures pass or name what they need";
    let judged = |folder: PathBuf| all_judged(&folder.join("serializer"), passes_or_names_what_it_needs);
    match public_folder() {
        Ok(folder) => Trial::test(name, move || judged(folder)),
        Err(why) => skipped(name, why),
    }
}

/// Judges every check of the fixtures in a folder.
fn all_judged(folder: &Path, is_right: fn(&Path, &Judgement) -> bool) -> Result<(), Failed> {
    let discovered = discover(&[folder.to_owned()], None);
    if let Some(error) = discovered.errors.first() {
        return Err(error.into());
    }
    for file in &discovered.files {
        for fixture in &file.fixtures {
            for check in fixture.checks() {
                let judgement = judged(&check);
                if !is_right(&file.path, &judgement) {
                    let place = format!("{}:{}", file.path.display(), fixture.line);
                    return Err(format!("{place}: {judgement:#?}").into());
                }
            }
        }
    }
    Ok(())
}

fn passes_or_names_what_it_needs(file: &Path, judgement: &Judgement) -> bool {
    let reason = judgement.reason.as_deref().unwrap_or_default();
    match judgement.verdict {
        Verdict::Unsupported if file.ends_with("optionaltags.test") => reason.contains("omit_optional_tags"),
        Verdict::Unsupported => reason.contains("html5lib's"),
        Verdict::Passed => !file.ends_with("optionaltags.test"),
        _ => false,
    }
}

/// What the standard engine makes of a check, asked in this process.
fn judged(check: &Check) -> Judgement {
    let mut engine = Standard::from_name("standard").unwrap();
    match check.questions(&engine.about().can) {
        Ok(inputs) => {
            let answers = inputs.iter().map(|input| Outcome::Answer(engine.answer(input)));
            judge(check, &answers.collect::<Vec<_>>())
        }
        Err(why) => Judgement::unsupported(why.to_string()),
    }
}

fn fixture(options: &str, input: &str, expected: &str) -> Judgement {
    let json = format!(r#"{{"tests":[{{"description":"d",{options}"input":[{input}],"expected":["{expected}"]}}]}}"#);
    let file = FixtureFile::from_bytes(Path::new("a.test"), json.as_bytes(), None).unwrap();
    judged(&file.fixtures[0].checks()[0])
}

#[track_caller]
fn assert_judged(judgement: Judgement, verdict: Verdict, reason: &str) {
    assert_eq!(judgement.verdict, verdict, "{judgement:?}");
    assert_eq!(judgement.reason.unwrap_or_default(), reason);
}

const XHTML: &str = "http://www.w3.org/1999/xhtml";

fn wrong_answers() {
    let image = r#"["EmptyTag","img",{"alt":"a b"}]"#;
    assert_judged(fixture("", image, "<img alt=\\\"a b\\\">"), Verdict::Passed, "");
    assert_judged(fixture("", image, "<img alt=\\\"a b\\\"/>"), Verdict::Failed, "");
    assert_judged(fixture("", image, "<img alt='a b'>"), Verdict::Failed, "");
    let ignored = r#""options":{"strip_whitespace":false,"escape_lt_in_attrs":true},"#;
    assert_judged(fixture(ignored, image, "<img>"), Verdict::Failed, "");
    let text = r#"["Characters","a  b"]"#;
    assert_judged(fixture("", text, "a b"), Verdict::Failed, "");
}

fn needs() {
    let cases = [
        ("", r#"["EmptyTag","img",{"alt":"x"}]"#, "html5lib's quote_attr_values"),
        ("", r#"["EmptyTag","img",{"alt":"\" x"}]"#, "html5lib's use_best_quote_char"),
        (r#""options":{"quote_char":"'"},"#, r#"["EmptyTag","img",{"alt":"x y"}]"#, "html5lib's quote_char"),
        (r#""options":{"strip_whitespace":true},"#, r#"["Characters","a  b"]"#, "html5lib's strip_whitespace"),
        (r#""options":{"use_trailing_solidus":true},"#, r#"["EmptyTag","img",{}]"#, "html5lib's use_trailing_solidus"),
        (r#""options":{"encoding":"ascii"},"#, r#"["Characters","é"]"#, "html5lib's encoding"),
        (r#""options":{"sanitize":true},"#, r#"["Characters","a"]"#, "an unknown option of html5lib's serialiser"),
        ("", r#"["Doctype","html","x"]"#, "html5lib's identifiers of doctypes"),
        ("", r#"["EndTag",null,"b"]"#, "other namespaces"),
        ("", r#"["EmptyTag","b",{}]"#, "html5lib's serialising of tokens that are no tree"),
    ];
    for (options, input, reason) in cases {
        assert_judged(fixture(options, input, ""), Verdict::Unsupported, reason);
    }
    let open = format!(r#"["StartTag","{XHTML}","b",{{}}]"#);
    let no_tree = "html5lib's serialising of tokens that are no tree";
    assert_judged(fixture("", &open, "<b>"), Verdict::Unsupported, no_tree);
    let crossed = format!(
        r#"["StartTag","{XHTML}","b",{{}}],["StartTag","{XHTML}","i",{{}}],["EndTag","{XHTML}","b"],["EndTag","{XHTML}","i"]"#
    );
    assert_judged(fixture("", &crossed, "<b><i></b></i>"), Verdict::Unsupported, no_tree);
}
