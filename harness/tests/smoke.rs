//! What every engine must get right before anything it says about a parser is believed. It goes through the worker
//! process, as a run does.

mod common;

use common::{ask, document, dump, limits, pool};
use crosscheck::Wtf8Buf;
use crosscheck::engines::{About, Answer, Capability, Outcome, all, in_process, lacking};
use crosscheck::input::{Context, Extent, InitialState, Input, Namespace, Serialise, Source, Task};
use crosscheck::token::Token;
use crosscheck::tree::Tree;

/// A question and what any engine that can answer it must say.
struct Question {
    name: &'static str,
    input: Input,
    right: Box<dyn Fn(&Answer) -> bool>,
}

fn question(
    name: &'static str,
    input: Input,
    right: impl Fn(&Answer) -> bool + 'static,
) -> Question {
    Question {
        name,
        input,
        right: Box::new(right),
    }
}

fn is_tree(expected: &'static str) -> impl Fn(&Answer) -> bool {
    move |answer| matches!(answer, Answer::Tree { tree, .. } if tree.dump().as_str() == Some(expected))
}

fn is_tokens(expected: Vec<Token>) -> impl Fn(&Answer) -> bool {
    move |answer| matches!(answer, Answer::Tokens { tokens, .. } if *tokens == expected)
}

fn is_markup(expected: &'static str) -> impl Fn(&Answer) -> bool {
    move |answer| matches!(answer, Answer::Markup(markup) if markup.as_str() == Some(expected))
}

fn tree_of(dump: &str) -> Tree {
    Tree::from_dump(dump.as_bytes()).unwrap()
}

fn tree(text: &str, context: Option<Context>, scripting: bool) -> Input {
    Input {
        source: Source::Text(text.into()),
        task: Task::Tree { context, scripting },
    }
}

fn tokens(text: &str, initial_state: InitialState, last_start_tag: Option<&str>) -> Input {
    Input {
        source: Source::Text(text.into()),
        task: Task::Tokens {
            initial_state,
            last_start_tag: last_start_tag.map(Wtf8Buf::from),
        },
    }
}

fn context(namespace: Namespace, local_name: &str) -> Option<Context> {
    Some(Context {
        namespace,
        local_name: local_name.to_owned(),
    })
}

/// Markup of a megabyte, flat and full of everything.
fn a_megabyte() -> String {
    let part = "<p class=a title=\"b&amp;c\">Some text, <b>bold</b> &eacute;t&eacute;<br><!-- and a comment --></p>\n";
    part.repeat((1 << 20) / part.len() + 1)
}

fn questions() -> Vec<Question> {
    let megabyte = a_megabyte();
    let paragraphs = megabyte.lines().count();
    let mut lone_surrogate = Wtf8Buf::from("<p>");
    lone_surrogate.push_code_point(0xD800);
    vec![
        question(
            "a document",
            document("<!DOCTYPE html><title>t</title><p id=a>x<svg viewbox=0>"),
            is_tree(
                "| <!DOCTYPE html>\n| <html>\n|   <head>\n|     <title>\n|       \"t\"\n|   <body>\n|     <p>\n\
                 |       id=\"a\"\n|       \"x\"\n|       <svg svg>\n|         viewBox=\"0\"",
            ),
        ),
        question(
            "empty input",
            document(""),
            is_tree("| <html>\n|   <head>\n|   <body>"),
        ),
        question(
            "NUL",
            document("<p>a\0b<svg>\0"),
            is_tree(
                "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"ab\"\n|       <svg svg>\n|         \"\u{FFFD}\"",
            ),
        ),
        question(
            "line ends",
            document("<p>a\r\nb\rc"),
            is_tree("| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"a\nb\nc\""),
        ),
        question(
            "a megabyte",
            document(megabyte),
            move |answer| matches!(answer, Answer::Tree { tree, .. } if tree.len() > 7 * paragraphs),
        ),
        question(
            "a fragment",
            tree("<td>x", context(Namespace::Html, "tr"), false),
            is_tree("| <td>\n|   \"x\""),
        ),
        question(
            "a fragment of SVG",
            tree("<desc>x<path/>", context(Namespace::Svg, "svg"), false),
            is_tree("| <svg desc>\n|   \"x\"\n|   <path>"),
        ),
        question(
            "scripting off",
            document("<noscript><p>x"),
            is_tree("| <html>\n|   <head>\n|     <noscript>\n|   <body>\n|     <p>\n|       \"x\""),
        ),
        question(
            "scripting on",
            tree("<noscript><p>x", None, true),
            is_tree("| <html>\n|   <head>\n|     <noscript>\n|       \"<p>x\"\n|   <body>"),
        ),
        question(
            "tokens",
            tokens(
                "<!DOCTYPE a><p b=c d>&lt;x</p ><!--y-->",
                InitialState::Data,
                None,
            ),
            is_tokens(vec![
                Token::Doctype {
                    name: Some("a".into()),
                    public_id: None,
                    system_id: None,
                    force_quirks: false,
                },
                Token::StartTag {
                    name: "p".into(),
                    attributes: vec![("b".into(), "c".into()), ("d".into(), "".into())],
                    self_closing: false,
                },
                Token::Characters("<x".into()),
                Token::EndTag { name: "p".into() },
                Token::Comment("y".into()),
            ]),
        ),
        question(
            "tokens from a state, with a last start tag",
            tokens(
                "<b></title></textarea>",
                InitialState::Rcdata,
                Some("textarea"),
            ),
            is_tokens(vec![
                Token::Characters("<b></title>".into()),
                Token::EndTag {
                    name: "textarea".into(),
                },
            ]),
        ),
        question(
            "a lone surrogate",
            document(lone_surrogate.clone()),
            move |answer| {
                matches!(answer, Answer::Tree { tree, .. }
                if tree.dump().as_bytes().windows(3).any(|bytes| *bytes == lone_surrogate.as_bytes()[3..]))
            },
        ),
        question(
            "the markup of a text",
            Input {
                source: Source::Text("<p title='\"<'>a<br>b<script>1<2</script>".into()),
                task: Task::Serialise(Serialise {
                    context: context(Namespace::Html, "div"),
                    extent: Extent::Outer,
                    ..Serialise::default()
                }),
            },
            is_markup("<div><p title=\"&quot;&lt;\">a<br>b<script>1<2</script></p></div>"),
        ),
        question(
            "the markup of a tree",
            Input {
                source: Source::Tree(tree_of(
                    "| <template>\n|   content\n|     \"&\"\n| <div>\n|   <!-- c -->",
                )),
                task: Task::Serialise(Serialise::default()),
            },
            is_markup("<template>&amp;</template><div><!--c--></div>"),
        ),
        question(
            "bytes",
            Input {
                source: Source::Bytes {
                    bytes: b"<p>\xE9".to_vec(),
                    encoding: Some("latin1".to_owned()),
                },
                task: Task::Tree {
                    context: None,
                    scripting: false,
                },
            },
            is_tree("| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"\u{E9}\""),
        ),
    ]
}

fn judge(about: &About, question: &Question, outcome: &Outcome) {
    let name = question.name;
    let engine = &about.name;
    match (lacking(&question.input, &about.can), outcome) {
        (None, Outcome::Answer(answer)) => assert!(
            (question.right)(answer),
            "{engine} says it can do this and is wrong about {name}:\n{}",
            dump(outcome)
        ),
        (Some(_), Outcome::Answer(Answer::Unsupported(_))) => {}
        (lacks, outcome) => panic!("{engine} lacks {lacks:?} for {name}, and: {outcome:?}"),
    }
    if let Outcome::Answer(Answer::Tree { errors, .. } | Answer::Tokens { errors, .. }) = outcome {
        assert_eq!(
            errors.is_some(),
            about.can(Capability::Errors),
            "{engine}: errors of {name}"
        );
    }
}

#[test]
fn every_engine_answers_as_it_says_it_can() {
    for spec in in_process() {
        let pool = pool(&spec.name, limits(), 1);
        let about = pool.about().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            about,
            spec.engine().unwrap().about(),
            "in its process and in this one"
        );
        assert!(!about.version.is_empty() && !about.language.is_empty());

        let questions = questions();
        let inputs: Vec<_> = questions
            .iter()
            .map(|question| question.input.clone())
            .collect();
        let (outcomes, stats) = ask(&pool, &inputs);
        for (question, outcome) in questions.iter().zip(&outcomes) {
            judge(&about, question, outcome);
        }
        assert_eq!(stats.restarts, 0);
        assert!(!stats.engine_time.is_zero());

        let reversed: Vec<_> = inputs.iter().rev().cloned().collect();
        let (mut again, _) = ask(&pool, &reversed);
        again.reverse();
        assert_eq!(
            again, outcomes,
            "{}: the same questions in another order",
            spec.name
        );
    }
}

#[test]
fn what_an_engine_cannot_do_it_says_itself() {
    for spec in in_process() {
        let mut engine = spec.engine().unwrap();
        let about = engine.about();
        for question in questions() {
            let unsupported = matches!(engine.answer(&question.input), Answer::Unsupported(_));
            let lacks = lacking(&question.input, &about.can);
            assert_eq!(
                unsupported,
                lacks.is_some(),
                "{}: {}",
                spec.name,
                question.name
            );
        }
    }
}

#[test]
fn every_engine_is_found_by_its_name() {
    for spec in all() {
        assert_eq!(
            crosscheck::engines::find(&spec.name).map(|found| found.family),
            Ok(spec.family)
        );
    }
    let error = crosscheck::engines::find("html6ever")
        .map(|spec| spec.name)
        .unwrap_err();
    assert!(error.to_string().contains("html5ever"), "{error}");
}
