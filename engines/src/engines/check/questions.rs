//! Basic questions that every engine must answer correctly before its other answers are trusted.

use memchr::memmem;

use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, lacking};
use crate::model::input::{Context, Extent, InitialState, Input, Serialise, Source, Task};
use crate::model::token::Token;
use crate::model::tree::{AttributeNamespace, Namespace, Tree};

const TREE: &str = "with `nodes`, give each node with its depth, kind and data; without it, `tree` is html5lib's dump: `| `, two spaces for each level, sorted attributes one level deeper than their element, and no final newline";
const DEEP: &str =
    "write the tree without recursion; if the engine limits the depth of its trees, give the limit as `depth`";
const NUL: &str =
    "the parser must receive NUL characters; check that nothing before it removes them or ends the text there";
const CR: &str =
    "the parser must receive CR characters and normalize line ends itself; check that nothing before it changes them";
const BIG: &str = "read whole lines of any length, and write whole answers";
const FRAGMENT: &str = "`context` is the context element: `td`, `svg desc`, `math mi`; use the standard's fragment parsing algorithm, or leave `fragment` out of `can`";
const SCRIPTING: &str = "`scripting` is the scripting flag; if it is on, the contents of a noscript are text; an engine without the flag leaves `scripting` out of `can` and parses as if it were off";
const TOKENS: &str =
    "write tokens as html5lib's tokenizer tests do; `tokens` gives the initial state and the last start tag";
const SURROGATE: &str = "read and write lone surrogates as JSON escapes; an engine that cannot represent them leaves `surrogates` out of `can`";
const MARKUP: &str = "`serialise` asks for the standard's fragment serialisation; an engine without it leaves `serialise` out \
     of `can`";
const BYTES: &str = "`bytes` is base64, and `encoding` is the label from the transport layer; an engine that takes only text leaves `bytes` out of `can`";

/// A question and its only right answer.
pub struct SmokeQuestion {
    /// What it is about.
    pub name: &'static str,
    /// The question.
    pub input: Input,
    /// What to check if the answer is wrong.
    pub mend: &'static str,
    right: Right,
}

/// What is right.
enum Right {
    /// This tree, by its dump.
    Tree(&'static str),
    /// These tokens.
    Tokens(Vec<Token>),
    /// This markup.
    Markup(&'static str),
    /// A tree of more nodes than this.
    MoreNodes(usize),
    /// This tree, by its structure.
    Nodes(Tree),
    /// A tree of at least this depth.
    Deep(usize),
    /// A tree that holds this lone surrogate.
    Surrogate(Wtf8Buf),
}

/// The longest dump of an answer to a question about a small document, in bytes.
pub(super) const SMALL: usize = 1 << 20;

impl SmokeQuestion {
    /// The capability that an engine lacks to answer it, with the engine's reason if it gives one.
    pub fn lacking(&self, about: &About) -> Option<String> {
        if let Some(capability) = lacking(&self.input, &about.can) {
            return Some(about.explained(capability.name()));
        }
        match (&self.right, about.depth) {
            (Right::Deep(needed), Some(depth)) if depth < *needed => Some(about.explained("depth")),
            _ => None,
        }
    }

    /// Whether an answer to it is right.
    pub fn is_answered_by(&self, answer: &Answer) -> bool {
        match (&self.right, answer) {
            (Right::Tree(dump), Answer::Tree { tree, .. }) => tree.has_dump(dump.as_bytes()),
            (Right::Nodes(expected), Answer::Tree { tree, .. }) => tree.is_same(expected),
            (Right::Deep(depth), Answer::Tree { tree, .. }) => tree.depth() >= *depth,
            (Right::Tokens(expected), Answer::Tokens { tokens, .. }) => tokens == expected,
            (Right::Markup(expected), Answer::Markup(markup)) => markup.as_str() == Some(expected),
            (Right::MoreNodes(count), Answer::Tree { tree, .. }) => tree.len() > *count,
            (Right::Surrogate(surrogate), Answer::Tree { tree, .. }) => {
                let dump = tree.dump_within(SMALL);
                dump.is_some_and(|dump| memmem::find(dump.as_bytes(), surrogate.as_bytes()).is_some())
            }
            _ => false,
        }
    }

    /// What is right, in words.
    pub fn expected(&self) -> String {
        match &self.right {
            Right::Tree(dump) => (*dump).to_owned(),
            Right::Nodes(tree) => tree.dump().to_display().into_owned(),
            Right::Deep(depth) => format!("a tree that is at least {depth} deep"),
            Right::Tokens(tokens) => format!("{tokens:?}"),
            Right::Markup(markup) => (*markup).to_owned(),
            Right::MoreNodes(count) => format!("a tree of more than {count} nodes"),
            Right::Surrogate(_) => "a tree with the lone surrogate U+D800 in it, as the JSON escape \\ud800".to_owned(),
        }
    }
}

fn question(name: &'static str, mend: &'static str, input: Input, right: Right) -> SmokeQuestion {
    SmokeQuestion { name, input, mend, right }
}

fn tree(text: &str, context: Option<Context>, scripting: bool) -> Input {
    Input { source: Source::Text(text.into()), task: Task::Tree { context, scripting } }
}

fn tokens(text: &str, initial_state: InitialState, last_start_tag: Option<&str>) -> Input {
    Input {
        source: Source::Text(text.into()),
        task: Task::Tokens { initial_state, last_start_tag: last_start_tag.map(Wtf8Buf::from) },
    }
}

fn context(namespace: Namespace, local_name: &str) -> Option<Context> {
    Some(Context { namespace, local_name: local_name.to_owned() })
}

/// A template with a text in its contents, and a div with a comment.
fn template_and_div() -> Tree {
    let mut tree = Tree::new();
    tree.push_element(0, Namespace::Html, b"template", &mut []);
    tree.push_template_contents(1);
    tree.push_text(2, b"&");
    tree.push_element(0, Namespace::Html, b"div", &mut []);
    tree.push_comment(1, b"c");
    tree
}

/// The tree of [`ODD_NAMES`]. Its dump has another reading, with nodes for some of the attributes.
fn odd_names() -> Tree {
    let attributes: &mut [(_, &[u8], &[u8])] = &mut [
        (AttributeNamespace::None, b"<?b", b""),
        (AttributeNamespace::None, b"\"c", b"d"),
        (AttributeNamespace::None, b"<e", b">\n|   <i>"),
    ];
    let mut tree = Tree::new();
    tree.push_element(0, Namespace::Html, b"a", attributes);
    tree.push_text(1, b"\"\n|   &");
    tree.push_element(1, Namespace::Html, b"x\"", &mut []);
    tree
}

/// A fragment of a `div`.
const ODD_NAMES: &str = "<a <?b \"c=d <e='>\n|   <i>'>\"\n|   &amp;<x\">";

/// The tree of `<svg xlink:href=a xml:lang=b viewbox=c><math>` in a `div`.
fn namespaces() -> Tree {
    let attributes: &mut [(_, &[u8], &[u8])] = &mut [
        (AttributeNamespace::XLink, b"href", b"a"),
        (AttributeNamespace::Xml, b"lang", b"b"),
        (AttributeNamespace::None, b"viewBox", b"c"),
    ];
    let mut tree = Tree::new();
    tree.push_element(0, Namespace::Svg, b"svg", attributes);
    tree.push_element(1, Namespace::Svg, b"math", &mut []);
    tree
}

/// The depth of the deep tree. Its dump has a few megabytes.
const DEPTH: usize = 3000;

/// A megabyte of flat markup with many kinds of tokens.
fn a_megabyte() -> String {
    let part = "<p class=a title=\"b&amp;c\">Some text, <b>bold</b> &eacute;t&eacute;<br><!-- and a comment --></p>\n";
    part.repeat((1 << 20) / part.len() + 1)
}

/// The questions: every task, and data that adapters often lose.
pub fn questions() -> Vec<SmokeQuestion> {
    let megabyte = a_megabyte();
    let paragraphs = megabyte.lines().count();
    let mut surrogate = Wtf8Buf::new();
    surrogate.push_code_point(0xD800);
    let mut paragraph = Wtf8Buf::from("<p>");
    paragraph.push_wtf8(&surrogate);
    vec![
        question(
            "a document",
            TREE,
            Input::document("<!DOCTYPE html><title>t</title><p id=a>x<svg viewbox=0>"),
            Right::Tree(
                "| <!DOCTYPE html>\n| <html>\n|   <head>\n|     <title>\n|       \"t\"\n|   <body>\n|     <p>\n\
                 |       id=\"a\"\n|       \"x\"\n|       <svg svg>\n|         viewBox=\"0\"",
            ),
        ),
        question("empty input", TREE, Input::document(""), Right::Tree("| <html>\n|   <head>\n|   <body>")),
        question("odd names", TREE, tree(ODD_NAMES, context(Namespace::Html, "div"), false), Right::Nodes(odd_names())),
        question(
            "namespaces",
            TREE,
            tree("<svg xlink:href=a xml:lang=b viewbox=c><math>", context(Namespace::Html, "div"), false),
            Right::Nodes(namespaces()),
        ),
        question(
            "the contents of a template",
            TREE,
            tree("<template a><b>x", context(Namespace::Html, "div"), false),
            Right::Tree("| <template>\n|   a=\"\"\n|   content\n|     <b>\n|       \"x\""),
        ),
        question("a deep tree", DEEP, Input::document("<div>".repeat(DEPTH)), Right::Deep(DEPTH)),
        question(
            "NUL",
            NUL,
            Input::document("<p>a\0b<svg>\0"),
            Right::Tree(
                "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"ab\"\n|       <svg svg>\n|         \"\u{FFFD}\"",
            ),
        ),
        question(
            "line ends",
            CR,
            Input::document("<p>a\r\nb\rc"),
            Right::Tree("| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"a\nb\nc\""),
        ),
        question("a megabyte", BIG, Input::document(megabyte), Right::MoreNodes(7 * paragraphs)),
        question(
            "a fragment",
            FRAGMENT,
            tree("<td>x", context(Namespace::Html, "tr"), false),
            Right::Tree("| <td>\n|   \"x\""),
        ),
        question(
            "a fragment of SVG",
            FRAGMENT,
            tree("<desc>x<path/>", context(Namespace::Svg, "svg"), false),
            Right::Tree("| <svg desc>\n|   \"x\"\n|   <path>"),
        ),
        question(
            "scripting off",
            SCRIPTING,
            Input::document("<noscript><p>x"),
            Right::Tree("| <html>\n|   <head>\n|     <noscript>\n|   <body>\n|     <p>\n|       \"x\""),
        ),
        question(
            "scripting on",
            SCRIPTING,
            tree("<noscript><p>x", None, true),
            Right::Tree("| <html>\n|   <head>\n|     <noscript>\n|       \"<p>x\"\n|   <body>"),
        ),
        question(
            "tokens",
            TOKENS,
            tokens("<!DOCTYPE a><p b=c d>x</p ><!--y-->", InitialState::Data, None),
            Right::Tokens(vec![
                Token::Doctype { name: Some("a".into()), public_id: None, system_id: None, force_quirks: false },
                Token::StartTag {
                    name: "p".into(),
                    attributes: vec![("b".into(), "c".into()), ("d".into(), "".into())],
                    self_closing: false,
                },
                Token::Characters("x".into()),
                Token::EndTag { name: "p".into() },
                Token::Comment("y".into()),
            ]),
        ),
        question(
            "a character reference",
            TOKENS,
            tokens("x&lt;y", InitialState::Data, None),
            Right::Tokens(vec![Token::Characters("x<y".into())]),
        ),
        question(
            "tokens from a state, with a last start tag",
            TOKENS,
            tokens("<b></title></textarea>", InitialState::Rcdata, Some("textarea")),
            Right::Tokens(vec![Token::Characters("<b></title>".into()), Token::EndTag { name: "textarea".into() }]),
        ),
        question("a lone surrogate", SURROGATE, Input::document(paragraph), Right::Surrogate(surrogate)),
        question(
            "the markup of a text",
            MARKUP,
            Input {
                source: Source::Text("<p title='\"<'>a<br>b<script>1<2</script>".into()),
                task: Task::Serialise(Serialise {
                    context: context(Namespace::Html, "div"),
                    extent: Extent::Outer,
                    ..Serialise::default()
                }),
            },
            Right::Markup("<div><p title=\"&quot;&lt;\">a<br>b<script>1<2</script></p></div>"),
        ),
        question(
            "the markup of a tree",
            MARKUP,
            Input { source: Source::Tree(template_and_div()), task: Task::Serialise(Serialise::default()) },
            Right::Markup("<template>&amp;</template><div><!--c--></div>"),
        ),
        question(
            "bytes",
            BYTES,
            Input {
                source: Source::Bytes { bytes: b"<p>\xE9".to_vec(), encoding: Some("latin1".to_owned()) },
                task: Task::Tree { context: None, scripting: false },
            },
            Right::Tree("| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"\u{E9}\""),
        ),
    ]
}
