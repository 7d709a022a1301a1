use super::*;
use crate::model::input::Context;
use crate::model::mode::DocumentMode;
use crate::model::tree::{AttributeNamespace, Namespace, ShadowRootMode};

fn lone() -> Wtf8Buf {
    let mut text = Wtf8Buf::from("a\"\n\u{1F600}");
    text.push_code_point(0xD800);
    text
}

fn tree_question(text: Wtf8Buf, context: Option<Context>) -> Input {
    Input { source: Source::Text(text), task: Task::Tree { context, scripting: true } }
}

#[test]
fn questions_arrive_as_they_were_asked() {
    let svg = Context { namespace: Namespace::Svg, local_name: "desc".to_owned() };
    let bytes = Input {
        source: Source::Bytes { bytes: vec![0, 0xFF, b'<'], encoding: Some("latin1".to_owned()) },
        task: Task::Tree { context: None, scripting: false },
    };
    let tokens = Input {
        source: Source::Text(lone()),
        task: Task::Tokens { initial_state: InitialState::ScriptData, last_start_tag: Some(lone()) },
    };
    let encoding = Input { source: bytes.source.clone(), task: Task::Encoding };
    let mut tree = Tree::new();
    tree.push_element(0, Namespace::Html, b"p", &mut []);
    tree.push_text(1, b"\xED\xA0\x80");
    let serialise = Input {
        source: Source::Tree(tree),
        task: Task::Serialise(Serialise {
            context: None,
            scripting: true,
            shadow_roots: ShadowRoots::Serializable,
            extent: Extent::Outer,
        }),
    };
    let line = write_request(1, &serialise, true);
    assert!(line.starts_with(br#"{"id":1,"nodes":[[0,"element""#));
    match read_question(&line) {
        Ok(Question::Ask(request)) => assert_eq!(request.input, serialise),
        other => panic!("{other:?}"),
    }
    let inputs =
        [serialise, tree_question(Wtf8Buf::new(), None), tree_question(lone(), Some(svg)), bytes, encoding, tokens];
    for (id, input) in (7..).zip(inputs) {
        let nodes = matches!(input.task, Task::Tree { .. });
        let mut line = write_request(id, &input, nodes);
        assert_eq!(line.pop(), Some(b'\n'));
        assert!(!line.contains(&b'\n'));
        let expected = Question::Ask(Request { id, input, nodes });
        assert_eq!(read_question(&line), Ok(expected));
    }
    assert_eq!(read_question(write_hello_question().trim_ascii()), Ok(Question::Hello));
}

#[test]
fn the_examples_of_the_protocol_are_read() {
    let line = br#"{"id":1,"html":"<p>x","context":null,"scripting":false}"#;
    assert_eq!(write_request(1, &tree_off("<p>x"), false), [line.as_slice(), b"\n"].concat());
    let line = br#"{"engine":"parse5","version":"8.0.0","language":"JavaScript","can":["document","fragment"]}"#;
    let hello = read_hello(line).unwrap();
    assert_eq!(hello.about.can, [Capability::Document, Capability::Fragment]);
    let reply =
        read_reply(br#"{"id":1,"tree":"| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"x\"","errors":[]}"#);
    assert!(matches!(reply.unwrap().answer, Answer::Tree { tree, errors: Some(_), mode: None } if tree.len() == 5));
    let reply = read_reply(br#"{"id":2,"unsupported":"bytes"}"#).unwrap();
    assert_eq!(reply.answer, Answer::Unsupported("bytes".to_owned()));
}

#[test]
fn introductions_arrive_as_they_were_given() {
    let about = About {
        name: "e".to_owned(),
        version: "1.2".to_owned(),
        language: "C".to_owned(),
        can: vec![Capability::Document, Capability::Errors],
        cannot: BTreeMap::from([("fragment".to_owned(), "no such function".to_owned())]),
        depth: Some(512),
    };
    for window in [None, Some(7)] {
        let line = write_hello(&about, window);
        let about = about.clone();
        assert_eq!(read_hello(&line), Ok(Hello { about, window }));
    }
}

#[test]
fn members_that_are_left_out_have_defaults() {
    let request = Request { id: 1, input: tree_off("x"), nodes: false };
    let question = read_question(br#"{"id":1,"html":"x"}"#);
    assert_eq!(question, Ok(Question::Ask(request)));
    let reply = read_reply(br#"{"id":1,"tree":"","errors":[{"code":"c","line":2}]}"#);
    let Answer::Tree { errors, mode, .. } = reply.unwrap().answer else { panic!("not a tree") };
    let error = ParseError { position: None, code: "c".to_owned() };
    assert_eq!((errors, mode), (Some(vec![error]), None));
}

fn tree_off(text: &str) -> Input {
    Input { source: Source::Text(text.into()), task: Task::Tree { context: None, scripting: false } }
}

/// A tree with a node of every kind, and text that is hard to write.
fn every_kind() -> Tree {
    let text = lone();
    let text = text.as_bytes();
    let mut tree = Tree::new();
    tree.push_doctype(0, b"html", text, b"");
    tree.push_comment(0, b" --> ");
    tree.push_processing_instruction(0, b"t", text);
    let attributes: &mut [(_, &[u8], &[u8])] = &mut [
        (AttributeNamespace::XLink, b"href", text),
        (AttributeNamespace::None, b"a\"", b""),
        (AttributeNamespace::Xml, b"lang", b"\0"),
        (AttributeNamespace::Xmlns, b"xmlns", b"x"),
    ];
    tree.push_element(0, Namespace::Svg, b"svg", attributes);
    tree.push_element(1, Namespace::Html, b"template", &mut []);
    tree.push_template_contents(2);
    tree.push_text(3, text);
    tree.push_text(3, b"\"\n| <b>");
    tree.push_element(1, Namespace::MathMl, b"mi", &mut []);
    tree.push_shadow_root(2, ShadowRootMode::Closed);
    tree.push_shadow_root(2, ShadowRootMode::Open);
    tree
}

#[test]
fn answers_arrive_as_they_were_given() {
    let errors = Some(vec![
        ParseError { position: Some(Position { line: 2, column: 7 }), code: "eof-in-tag".to_owned() },
        ParseError { position: None, code: "surrogate-in-input-stream".to_owned() },
    ]);
    let tokens = vec![
        Token::Doctype { name: None, public_id: Some(lone()), system_id: Some(Wtf8Buf::new()), force_quirks: true },
        Token::StartTag {
            name: lone(),
            attributes: vec![(lone(), lone()), ("b".into(), "".into())],
            self_closing: true,
        },
        Token::EndTag { name: "p".into() },
        Token::Comment(lone()),
        Token::ProcessingInstruction { target: "t".into(), data: lone() },
        Token::Characters("x\0".into()),
    ];
    let answers = [
        Answer::Tree { tree: every_kind(), errors: errors.clone(), mode: Some(DocumentMode::LimitedQuirks) },
        Answer::Tree { tree: Tree::new(), errors: None, mode: None },
        Answer::Tokens { tokens, errors },
        Answer::Encoding("UTF-8".to_owned()),
        Answer::Markup(lone()),
        Answer::Unsupported("because \"\n".to_owned()),
    ];
    for answer in answers {
        let time = Duration::from_micros(12);
        let mut line = write_reply(3, &answer, time, true);
        assert_eq!(line.pop(), Some(b'\n'));
        assert!(!line.contains(&b'\n'));
        let expected = Reply { id: 3, answer, engine_time: Some(time) };
        assert_eq!(read_reply(&line), Ok(expected));
    }
}

#[test]
fn adjacent_characters_are_one_token() {
    let reply = read_reply(br#"{"id":1,"tokens":[["Character","\ud83d"],["Character","\ude00"],["Comment","c"]]}"#);
    let expected = vec![Token::Characters("\u{1F600}".into()), Token::Comment("c".into())];
    assert_eq!(reply.unwrap().answer, Answer::Tokens { tokens: expected, errors: None });
}

#[test]
fn an_empty_token_of_characters_is_a_token() {
    let reply = read_reply(br#"{"id":1,"tokens":[["Comment","c"],["Character",""]]}"#);
    let Answer::Tokens { tokens, .. } = reply.unwrap().answer else { panic!("not tokens") };
    assert_eq!(tokens.len(), 2);
}

#[test]
fn nonsense_is_refused_with_what_was_expected() {
    for (line, message) in [
        ("garbage", "not JSON: expected value"),
        ("{}", "missing field `id`"),
        (r#"{"id":-1,"tree":""}"#, "invalid value"),
        (r#"{"id":1}"#, "one of `nodes`"),
        (r#"{"id":1,"tree":"","unsupported":"x"}"#, "one of `nodes`"),
        (r#"{"id":1,"tree":"","encoding":"x"}"#, "one of `nodes`"),
        (r#"{"id":1,"tree":"<p>"}"#, "`tree`: line 1"),
        (r#"{"id":1,"tree":7}"#, "expected a string"),
        (r#"{"id":1,"tree":"","seconds":-1}"#, "`seconds`"),
        (r#"{"id":1,"nodes":[[1,"text","x"]]}"#, "at depth 1"),
        (r#"{"id":1,"nodes":[[0,"text","x"],[1,"text","x"]]}"#, "at depth 1"),
        (r#"{"id":1,"nodes":[[0,"texts","x"]]}"#, "not a kind of node"),
        (r#"{"id":1,"nodes":[[0,"text"]]}"#, "ends too early"),
        (r#"{"id":1,"nodes":[[-1,"text","x"]]}"#, "invalid value"),
        (r#"{"id":1,"nodes":[[4294967296,"text","x"]]}"#, "invalid value"),
        (r#"{"id":1,"nodes":[[0,"content"]]}"#, "outside an element"),
        (r#"{"id":1,"nodes":[[0,"element","html","a",[]],[1,"content"],[2,"shadow","open"]]}"#, "outside an element"),
        (r#"{"id":1,"nodes":[[0,"element","html","a",[]],[1,"shadow","shut"]]}"#, "`shut` is not"),
        (r#"{"id":1,"nodes":[[0,"element","html","a",[["","b"]]]]}"#, "invalid length"),
        (r#"{"id":1,"nodes":[],"tree":""}"#, "one of `nodes`"),
        (r#"{"id":1,"nodes":[[0,"text","x","y"]]}"#, "too many items"),
        (r#"{"id":1,"nodes":[[0,"element","xul","x",[]]]}"#, "namespace"),
        (r#"{"id":1,"tokens":[["Tag","x"]]}"#, "`Tag` is not a kind of token"),
    ] {
        let error = read_reply(line.as_bytes()).expect_err(line).to_string();
        assert!(error.contains(message), "{line}: {error}");
    }
    for (line, message) in [
        (r#"{"hello":2}"#, "version 2"),
        (r#"{"html":""}"#, "has no `id`"),
        (r#"{"id":1}"#, "one of `html`"),
        (r#"{"id":1,"bytes":"%"}"#, "`bytes`"),
        (r#"{"id":1,"html":"","context":"a b"}"#, "not a context element"),
        (r#"{"id":1,"html":"","tokens":{"state":"x","lastStartTag":null}}"#, "not an initial state"),
        (
            r#"{"id":1,"html":"","tokens":{"state":"Data state","lastStartTag":null},"want":"encoding"}"#,
            "one of `tokens`, `want` and `serialise`",
        ),
        (r#"{"id":1,"html":"","want":"x"}"#, "unknown variant"),
        (r#"{"id":1,"tree":"| <p>"}"#, "need `serialise`"),
        (r#"{"id":1,"html":"","nodes":[]}"#, "one of `html`"),
        (r#"{"id":1,"html":"","serialise":{"shadowRoots":"x","extent":"inner"}}"#, "not a value of `shadowRoots`"),
        (r#"{"id":1,"html":"","serialise":{"shadowRoots":"none","extent":"x"}}"#, "not a value of `extent`"),
        (r#"{"id":1,"htlm":""}"#, "unknown field"),
    ] {
        let error = read_question(line.as_bytes()).expect_err(line);
        assert!(error.contains(message), "{line}: {error}");
    }
    let hello = |rest: &str| read_hello(format!(r#"{{"engine":"e","version":"1","language":"C",{rest}}}"#).as_bytes());
    assert!(hello(r#""can":["fragments"]"#).unwrap_err().contains("`can` lists `fragments`"));
    assert!(hello(r#""can":[],"hello":2"#).unwrap_err().contains("version 2"));
    assert!(hello(r#""can":[]"#).is_ok());
}

#[test]
fn lines_are_read_whole_and_no_longer_than_the_limit() {
    let mut line = Vec::new();
    let mut from = io::Cursor::new(b"a\n\nb".to_vec());
    assert!(read_line(&mut from, &mut line, LONGEST_LINE).unwrap() && line == b"a");
    assert!(read_line(&mut from, &mut line, LONGEST_LINE).unwrap() && line.is_empty());
    assert!(read_line(&mut from, &mut line, LONGEST_LINE).is_err(), "no line feed at the end");
    assert!(!read_line(&mut from, &mut line, LONGEST_LINE).unwrap());
    let fits = || io::repeat(b'x').take(LONGEST_LINE as u64);
    let mut from = io::BufReader::new(fits().chain(&b"\n"[..]));
    assert!(read_line(&mut from, &mut line, LONGEST_LINE).unwrap());
    let mut from = io::BufReader::new(fits().chain(&b"x\n"[..]));
    let error = read_line(&mut from, &mut line, LONGEST_LINE).unwrap_err();
    assert_eq!(error.to_string(), "the line is longer than 64 MiB");
}
