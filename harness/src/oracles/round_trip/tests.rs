//! What the standard changes is charged to the clause that does; what a wrong serialiser writes is found.

use super::*;
use crate::fuzzing::generate::Generator;
use crate::mutants::{self, Mutate};
use crosscheck_standard::dom::NodeKind;

fn input(text: &str, context: Option<&str>) -> Input {
    Input::parsed(text, context.map(|context| context.parse().expect("a context")), false)
}

fn trip(engine: &str, input: &Input) -> Trip {
    let mut engine = Standard::from_name(engine).expect("an engine");
    Trip::of_text(&mut |input| Ok(engine.answer(input)), input).expect("it answers")
}

fn outcome(engine: &str, input: &Input) -> RoundTrip {
    trip(engine, input).outcome().expect("it is small")
}

fn charged(text: &str) -> Vec<&'static str> {
    match outcome("standard", &input(text, Some("div"))) {
        RoundTrip::Changed(causes) => causes.iter().map(|cause| cause.id()).collect(),
        other => panic!("{text}: {other:?}"),
    }
}

/// Each difference is charged by itself, also after another.
#[test]
fn every_difference_is_charged() {
    let nested = ["in-body/start-tag-a/active"];
    let line_feed = ["dispatcher/ignored-line-feed"];
    assert_eq!(charged("<a><table><a>"), nested);
    assert_eq!(charged("<pre>\n\nx"), line_feed);
    assert_eq!(charged("<pre>\n\nx</pre><a><table><a>"), [line_feed, nested].concat());
}

/// What is in a template that is the context element is charged too.
#[test]
fn a_template_may_be_the_context() {
    for text in ["<style></style><plaintext>", "&#xD;", "<a><table><a>"] {
        let outcome = outcome("standard", &input(text, Some("template")));
        assert!(matches!(outcome, RoundTrip::Changed(_)), "{text}: {outcome:?}");
    }
}

/// Text that goes elsewhere is not taken for the same text that is where it ought to be.
#[test]
fn the_same_text_may_come_twice() {
    let inputs = [("<p><dir>x</p>x", "svg applet"), ("<p><xmp>x<?><", "math details")];
    for (text, context) in inputs {
        let outcome = outcome("standard", &input(text, Some(context)));
        assert!(matches!(outcome, RoundTrip::Changed(_)), "{text}: {outcome:?}");
    }
}

#[test]
fn unescaped_text_is_found_after_a_difference_that_is_charged() {
    let text = "<a><table><a></a></table></a><p>&lt;img src=x>";
    let escaped = outcome("standard", &input(text, None));
    assert!(matches!(escaped, RoundTrip::Changed(_)), "{escaped:?}");
    let unescaped = outcome("standard@mutant:escaping/less-than:off", &input(text, None));
    assert!(matches!(unescaped, RoundTrip::Unexplained(_)), "{unescaped:?}");
}

/// The accounting does not rest on comparing the markup with the standard's: it finds text that is read as markup, or
/// otherwise, in the tokens.
#[test]
fn what_a_wrong_serialiser_writes_is_answered_for_by_no_clause() {
    let after_a_difference = "<a><table><a></a></table></a>";
    for (mutant, text) in [
        ("escaping/less-than:off", "<p>&lt;p>y"),
        ("escaping/less-than:off", "<p>x&lt;!--y"),
        ("escaping/ampersand:off", "<p>&amp;lt;y"),
        ("escaping/ampersand:off", "<p title='&amp;amp;'>y"),
        ("escaping/quotation-mark:never", "<p title='\" id=\"'>y"),
    ] {
        let Trip { tree, around, .. } = trip("standard", &input(&format!("{after_a_difference}{text}"), None));
        let question = input("", None);
        let mutants = mutants::MutantSet::from_id(mutant).expect("a mutant");
        let writing = Writing::by(&mut Mutate::new(mutants.iter(), &question), &tree, &around);
        let reading = Reading::of(&writing, &around).expect("it is small");
        let (outcome, _) = account::account(&writing, &reading);
        assert!(matches!(outcome, RoundTrip::Unexplained(_)), "{mutant}: {text}: {outcome:?}");
    }
}

/// Wherever text that needs an escape stands in a tree, the oracle finds that the escape is off.
#[test]
#[ignore = "slow"]
fn an_escape_that_is_off_is_found_in_every_tree() {
    for (mutant, character) in [
        ("escaping/less-than:off", '<'),
        ("escaping/greater-than:off", '>'),
        ("escaping/ampersand:off", '&'),
        ("escaping/no-break-space:off", '\u{A0}'),
        ("escaping/quotation-mark:never", '"'),
    ] {
        let mutant = format!("standard@mutant:{mutant}");
        let mut trees = 0;
        let generators = Generator::ALL.iter().cycle();
        let seeds = 0..;
        let inputs = generators.zip(seeds).flat_map(|(generator, seed)| generator.documents(seed).take(200));
        for document in inputs {
            let input = document.input();
            let (Source::Text(_), Task::Tree { .. }) = (&input.source, &input.task) else {
                continue;
            };
            let Trip { tree, around, .. } = trip("standard", &input);
            if !is_escaped_in(&tree, &around, character) {
                continue;
            }
            trees += 1;
            let mut engine = Standard::from_name(&mutant).expect("a mutant");
            let outcome = round_trip(&mut |input| Ok(engine.answer(input)), &tree, &around);
            assert!(matches!(outcome, Ok(RoundTrip::Unexplained(_))), "{mutant}: {input:?}: {outcome:?}");
            if trees == 1000 {
                break;
            }
        }
        assert_eq!(trees, 1000);
    }
}

/// Whether a character is in text of the tree that is escaped, or in an attribute's value; a quotation mark only there.
fn is_escaped_in(tree: &Tree, around: &Surroundings, character: char) -> bool {
    let writing = Writing::of(tree, around);
    let document = &writing.document;
    let mut bytes = [0; 4];
    let character = character.encode_utf8(&mut bytes).as_bytes();
    let has = |text: &[u8]| text.windows(character.len()).any(|window| window == character);
    let is_escaped = |node: NodeId| match *document.kind(node) {
        _ if writing.is_left_out(node) => false,
        NodeKind::Text(data) => character != b"\"" && !writing.is_literal(node) && has(document.text(data)),
        NodeKind::Element(element) => {
            let mut attributes = document.attributes(element.attributes).iter();
            attributes.any(|attribute| has(document.text(attribute.value)))
        }
        _ => false,
    };
    writing::nodes_within(document, writing.root).any(|(node, _)| is_escaped(node))
}
