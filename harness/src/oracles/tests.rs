//! Each oracle holds of the standard engine, and notices an engine that is wrong in what it is about.

use std::time::Duration;

use super::*;
use crate::engines::Engine as _;
use crate::engines::protocol::{read_reply, write_reply};
use crate::engines::standard::Standard;
use crate::fuzzing::generate::Generator;
use crate::model::answer::NoAnswer;
use crate::model::mode::DocumentMode;
use crate::model::tree::{AttributeNamespace, Namespace, Tree};

fn text(text: &str, task: Task) -> Input {
    Input { source: Source::Text(text.into()), task }
}

fn judged(oracle: Oracle, engine: &str, input: &Input) -> Result<Vec<Finding>, NoAnswer> {
    let mut asked = Standard::from_name(engine).expect("an engine");
    let mut standard = Standard::default();
    oracle.judge(engine, input, &mut |input| Ok(asked.answer(input)), &mut |input| Ok(standard.answer(input)))
}

/// Asks the standard engine, or for some tasks one that is wrong about hr.
pub(super) fn ask_wrong_where(is_wrong: fn(&Task) -> bool) -> impl FnMut(&Input) -> Result<Answer, NoAnswer> {
    let mut right = Standard::default();
    let mut wrong = Standard::from_name("standard@mutant:in-body/start-tag-hr:off").expect("a mutant");
    move |input| {
        Ok(match is_wrong(&input.task) {
            true => wrong.answer(input),
            false => right.answer(input),
        })
    }
}

#[test]
fn names_are_names() {
    for oracle in Oracle::ALL {
        assert_eq!(Oracle::from_name(oracle.name()), Some(oracle));
    }
    assert_eq!(Oracle::from_name("nonsense"), None);
}

/// By none of them the standard departs from itself, and each applies to some input.
#[test]
#[ignore = "slow"]
fn all_hold_of_the_standard_engine() {
    for oracle in Oracle::ALL {
        let mut applied = 0;
        for generator in Generator::ALL {
            for case in generator.documents(6).take(300) {
                let input = case.input();
                let found = judged(oracle, "standard", &input);
                applied += usize::from(found.is_ok());
                let found = found.unwrap_or_default();
                let departures = found.iter().filter(|finding| finding.by_standard.is_none());
                assert_eq!(departures.count(), 0, "{oracle}: {found:?} on {input:?}");
            }
        }
        assert!(applied > 0, "{oracle} applies to nothing");
    }
}

#[test]
fn an_engine_with_another_tree_tokens_or_errors_is_noticed() {
    let noticed = |oracle, engine, input: &Input| {
        let found = judged(oracle, engine, input).expect("it applies");
        let whats: Vec<String> = found.into_iter().map(|finding| finding.what).collect();
        whats.join(", ")
    };
    let mutant = "standard@mutant:in-body/start-tag-hr:off";
    let hr = Input::document("<p>x<hr>");
    assert_ne!(noticed(Oracle::Trees, mutant, &hr), "");
    assert_eq!(noticed(Oracle::Trees, "standard", &hr), "");
    let without = "standard@without:processing-instructions-2026";
    let tokens = Task::Tokens { initial_state: crate::model::input::InitialState::Data, last_start_tag: None };
    let instruction = text("<?a b?>", tokens.clone());
    assert_eq!(noticed(Oracle::Tokens, without, &instruction), "processing instruction is comment");
    assert_eq!(noticed(Oracle::Tokens, without, &text("<p>", tokens)), "");
    assert_eq!(
        noticed(Oracle::Errors, without, &instruction),
        "unexpected-question-mark-instead-of-tag-name is too many"
    );
}

#[test]
fn answers_differ_where_there_is_a_difference() {
    let mut old = Standard::from_name("standard@2019-06-01").expect("an engine");
    let (mut different, mut same) = (0, 0);
    for generator in Generator::ALL {
        for case in generator.documents(8).take(200) {
            let input = case.input();
            let (standard, engine) = (Standard::default().answer(&input), old.answer(&input));
            for oracle in Oracle::ALL.into_iter().filter(|oracle| oracle.is_comparison()) {
                let is_told = oracle.compare(&standard, &engine).is_some();
                assert_eq!(oracle.differ(&standard, &engine), is_told, "{oracle}: {input:?}");
                *if is_told { &mut different } else { &mut same } += 1;
            }
        }
    }
    assert!(different > 0 && same > 0, "{different} differ, {same} do not");
}

/// The dump of an attribute whose name begins with a quote is also that of a text.
#[test]
fn what_a_dump_cannot_say_of_a_tree_is_forgiven_and_the_rest_is_not() {
    let tree = |answer| match answer {
        Answer::Tree { tree, .. } => tree,
        other => panic!("{other:?}"),
    };
    let standard = |markup: &str| Standard::default().answer(&Input::document(markup));
    let answer = |tree| Answer::Tree { tree, errors: None, mode: None };
    let dump = |markup: &str| tree(standard(markup)).dump();
    let given = |markup: &str| answer(Tree::given_as_dump(dump(markup)).expect("a dump"));
    let difference = |wanted: &str, is: &Answer| Oracle::Trees.compare(&standard(wanted), is);
    let (attribute, text) = ("<p \"=a>", "<p>=\"a");
    assert_eq!(dump(attribute), dump(text));
    assert_eq!(difference(attribute, &given(attribute)), None);
    assert_eq!(difference(text, &given(attribute)), None);
    assert_ne!(difference(attribute, &given("<p>")), None);
    assert_ne!(difference("<p \"=b>", &given(attribute)), None);
    // An engine that gives the structure says which tree it means.
    assert_ne!(difference(attribute, &standard(text)), None);
    assert_ne!(difference(text, &standard(attribute)), None);
    // What the dump leaves open is not the difference.
    let told = difference("<p \"=a><b>", &given("<p \"=a><i>"));
    assert_eq!(told.as_deref(), Some("b in p is i"));
}

#[test]
fn an_engine_with_other_markup_is_noticed() {
    let mutant = "standard@mutant:escaping/less-than:off";
    let found = judged(Oracle::Markup, mutant, &Input::document("<p>a &lt; b")).expect("it applies");
    assert_eq!(found, [Finding::departure("other markup".to_owned())]);
    assert_eq!(judged(Oracle::Markup, mutant, &Input::document("<p>a")), Ok(Vec::new()));
}

#[test]
fn what_is_forgiven_of_errors_does_not_matter_and_the_rest_does() {
    use crate::model::token::{ParseError, Position};
    let error = |code: &str, column: Option<u32>| ParseError {
        code: code.to_owned(),
        position: column.map(|column| Position { line: 1, column }),
    };
    let difference = |standard: &[ParseError], engine: &[ParseError]| {
        let answer = |errors: &[ParseError]| Answer::Tokens { tokens: Vec::new(), errors: Some(errors.to_vec()) };
        errors::difference(&answer(standard), &answer(engine))
    };
    let a = || error("a", Some(1));
    let b = || error("b", Some(2));
    let of_tree = || error(crosscheck_standard::clauses::error::TreeError::ALL[0].code(), Some(1));
    assert_eq!(difference(&[a(), b()], &[b(), a()]), None);
    let without_places = [error("a", None), error("b", None)];
    assert_eq!(difference(&[a(), b()], &without_places), None);
    assert_eq!(difference(&[of_tree(), a()], &[a()]), None);
    let told = |standard: &[ParseError], engine: &[ParseError]| difference(standard, engine).expect("they differ");
    assert_eq!(told(&[a(), b()], &[a()]), "b is missing");
    assert_eq!(told(&[a()], &[a(), b()]), "b is too many");
    assert_eq!(told(&[], &[a()]), "a is too many");
    assert_eq!(told(&[a()], &[error("a", Some(9))]), "a is elsewhere");
    assert_eq!(told(&[a()], &[a(), of_tree()]), format!("{} is too many", of_tree().code));
}

#[test]
fn an_engine_whose_serialiser_is_wrong_is_noticed() {
    let found =
        judged(Oracle::RoundTrip, "standard@mutant:serialise/element/end-tag:off", &Input::document("<b>x</b>y"));
    assert_eq!(found.expect("it applies").len(), 1);
}

/// Oracles that ask one engine several questions notice one that answers one of them wrong.
#[test]
fn an_engine_that_contradicts_itself_is_noticed() {
    let mut right = Standard::default();
    let mut wrong = Standard::from_name("standard@mutant:in-body/start-tag-hr:off").unwrap();
    let mut asked = 0;
    let mut ask = |input: &Input| {
        asked += 1;
        Ok(match asked % 2 {
            0 => wrong.answer(input),
            _ => right.answer(input),
        })
    };
    let mut standard = Standard::default();
    for oracle in [Oracle::Fragment, Oracle::Scripting] {
        let found =
            oracle.judge("torn", &Input::document("<p>x<hr>"), &mut ask, &mut |input| Ok(standard.answer(input)));
        assert_eq!(found.expect("it applies").len(), 1, "{oracle}");
    }
}

#[test]
fn another_encoding_or_mode_is_noticed() {
    let encoding = |name: &str| Answer::Encoding(name.to_owned());
    let difference = |one: &str, other: &str| encoding::difference(&encoding(one), &encoding(other));
    assert_eq!(difference("windows-1252", "latin1"), None);
    let told = difference("windows-1252", "UTF-8");
    assert_eq!(told.as_deref(), Some("windows-1252 is UTF-8"));
    let tree = |mode| Answer::Tree { tree: crate::model::tree::Tree::new(), errors: None, mode };
    use crate::model::mode::DocumentMode::{NoQuirks, Quirks};
    let difference = |mode| trees::difference(&tree(Some(Quirks)), &tree(mode));
    assert_eq!(difference(Some(Quirks)), None);
    assert_eq!(difference(None), None);
    assert_ne!(difference(Some(NoQuirks)), None);
}

#[test]
fn a_tree_can_also_come_as_its_dump() {
    let mut tree = Tree::new();
    tree.push_element(0, Namespace::Html, b"p", &mut []);
    tree.push_text(1, b"a\"\n\xED\xA0\x80");
    let answer = Answer::Tree { tree, errors: None, mode: Some(DocumentMode::Quirks) };
    let line = write_reply(3, &answer, Duration::ZERO, false);
    let read = read_reply(line.trim_ascii()).unwrap().answer;
    assert!(!Oracle::Trees.differ(&answer, &read));
    assert_ne!(read, answer, "it is known to have come as a dump");
}

/// Dumps that are hard to read, or are read as another tree, are answers like others.
#[test]
fn a_dump_of_odd_names_is_an_answer() {
    for (name, value) in [
        ("<?b", ""),
        ("\"x", ""),
        ("\"x", "y"),
        ("<!-- c", ""),
        ("<b", ">\ny"),
        ("a", "\"\n|       b=\""),
        ("a", "\"\n| <b>\nc"),
    ] {
        let mut tree = Tree::new();
        let attribute = (AttributeNamespace::None, name.as_bytes(), value.as_bytes());
        tree.push_element(0, Namespace::Html, b"html", &mut []);
        tree.push_element(1, Namespace::Html, b"a", &mut [attribute]);
        tree.push_text(2, b"\"\n|  <i>");
        let answer = |tree| Answer::Tree { tree, errors: None, mode: None };
        let line = write_reply(3, &answer(tree.clone()), Duration::ZERO, false);
        let read = read_reply(line.trim_ascii()).map(|reply| reply.answer);
        let read = read.unwrap_or_else(|error| panic!("{name:?} {value:?}: {error}"));
        assert!(!Oracle::Trees.differ(&answer(tree.clone()), &read));
        assert_eq!(Oracle::Trees.compare(&answer(tree.clone()), &read), None);
        tree.push_comment(2, b"");
        assert!(Oracle::Trees.differ(&answer(tree.clone()), &read));
        assert!(Oracle::Trees.compare(&answer(tree), &read).is_some());
    }
}
