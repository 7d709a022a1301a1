//! The tree sink is ours, so its faults must not be charged to html5ever: what html5ever builds in it is what the
//! published pair of html5ever and markup5ever_rcdom, one version behind, builds. Where the pair is known to be wrong,
//! the right trees are written out.

use std::path::Path;

use crate::support;
use crosscheck::engines::Engine as _;
use crosscheck::engines::html5ever::Html5ever;
use crosscheck::fixtures::{Expected, FixtureFile};
use crosscheck::model::answer::Answer;
use crosscheck::model::input::{Context, Input, Source, Task};
use crosscheck::model::tree::{AttributeNamespace, Namespace, Tree};
use html5ever_0_39::tendril::{StrTendril, TendrilSink};
use html5ever_0_39::tokenizer::TokenizerOpts;
use html5ever_0_39::tree_builder::{TreeBuilderOpts, create_element};
use html5ever_0_39::{LocalName, ParseOpts, QualName, driver, ns};
use libtest_mimic::{Failed, Trial};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// What puts the sink to work: merging of texts, foster parenting, the adoption agency, templates, integration points,
/// attributes added later, nodes taken out and moved.
const DOCUMENTS: [&str; 40] = [
    "",
    "x",
    "<!DOCTYPE html>x<!-- a --><p>y</p><!-- b --></body>z</html><!-- c -->",
    "<!DOCTYPE a PUBLIC \"b\" 'c'>",
    "<!DOCTYPE a SYSTEM ''>",
    "<!-->x<!--->y<?pi?z></ x><!x>",
    "a\0b\0<svg>\0</svg>\0",
    "a\r\nb\rc\n<pre>\n\nx<textarea>\r\ny",
    "\u{FEFF}x",
    "<html a=1 b=2><html b=3 c=4><body d=5><body d=6 e=7><p><html f=8>",
    "<table>a<td>b</td>c<tr>d</table>e",
    "<table>a<b>b<tr>c</b>d</table>e",
    "x<table>y<table>z",
    "<table><!-- --> <p>a</p>b<tr><td>c<caption>d<col>e<colgroup>f",
    "<p>a<table>b<p>c<table>d",
    "<a>1<p>2</a>3</p>4",
    "<b>1<i>2<p>3</b>4</i>5",
    "<b><b><b><b><p>x</b></b>y<p>z",
    "<a><table><a>x</table></a>y",
    "<font><p>hello<b>cruel</font>world",
    "<b><em><foo><foob><fooc><aside></b></em>x",
    "<div><a><b><div><div><div><div><div><div><div><div><div><div></a>",
    "<template>a<template>b</template>c<td>d</template>e",
    "<table><template><tr><td>x</template>y<template>z",
    "<template><col><p></template><frameset>",
    "<select><template><option>x</template></select>",
    "<svg><desc><p>x</desc><title><b>y</title><foreignObject><svg viewbox=1 xlink:href=a xml:lang=b xmlns:xlink=c>z",
    "<math><mi><p>x</mi><mglyph><annotation-xml><div>a</annotation-xml>",
    "<math><annotation-xml encoding=text/HTML><div>a</div><svg><p>b",
    "<math><annotation-xml encoding=application/xhtml+xml><p>a</annotation-xml><annotation-xml encoding=x><p>b",
    "<svg><![CDATA[a]]>b<![CDATA[c]]></svg><![CDATA[d]]>",
    "<frameset>a<frame> b</frameset> c<noframes>d</noframes>",
    "<p>a<frameset><frame>",
    "<form><table><form><input></form><td>x</form>y",
    "<select><option>a<optgroup><option>b<hr><input>c",
    "<button><p>a<button>b<h1>c<h2>d<li>e<li>f<dd>g<dt>h",
    "<head><title>a</title>b<meta charset=c><script>d<!--<script>e</script>f--></script>g",
    "<noscript><p>a</noscript><style><b></style><plaintext>c</plaintext>",
    "<ruby>a<rb>b<rt>c<rtc>d<rp>e",
    "<p id=a id=b ID=c title='&amp;&notit;&#x80;&#0;'>&lang;&rang",
];

/// Fragments and their context elements.
const FRAGMENTS: [(&str, &str); 12] = [
    ("div", "a<p>b</div>c<body x=1>"),
    ("td", "<td>a</td><tr>b"),
    ("tr", "<td>a<tr>b<td>c"),
    ("table", "a<tr>b"),
    ("template", "<tr><td>a<template>b"),
    ("select", "<option>a<input><option>b"),
    ("title", "<b>&amp;"),
    ("noscript", "<b>&amp;"),
    ("form", "<form><input></form>a"),
    ("html", "<body a=1><head>b<body c=2>"),
    ("svg desc", "<p>a<svg><path/>"),
    ("math annotation-xml", "<p>a<svg><b>"),
];

/// Where markup5ever_rcdom is known to be wrong, the trees the standard asks for: its search for `selectedcontent`
/// compares the name of the select in place of the descendant's, and it knows no shadow roots.
const BEYOND: &[u8] = include_bytes!("html5ever_sink.dat");

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("documents", || {
            let inputs = DOCUMENTS.iter().map(|text| (*text, None));
            compare_all(inputs)
        }),
        Trial::test("fragments", || {
            let inputs = FRAGMENTS.iter().map(|(context, text)| {
                let context = context.parse().expect("written right above");
                (*text, Some(context))
            });
            compare_all(inputs)
        }),
        Trial::test("beyond the published pair", beyond_the_published_pair),
        Trial::test("no recursion", depth_does_not_matter),
    ];
    trials.extend(support::for_each("public fixtures", support::tree_files(), |file| {
        Trial::test(format!("public::{}", support::name(&file)), move || compare_file(&file))
    }));
    trials
}

fn compare_file(file: &FixtureFile) -> Result<(), Failed> {
    for fixture in &file.fixtures {
        for input in fixture.checks().into_iter().flat_map(|check| check.inputs) {
            let (Source::Text(text), Task::Tree { context, scripting }) = (&input.source, &input.task) else {
                continue;
            };
            let Some(text) = text.as_str().filter(|text| !text.contains("selectedcontent")) else {
                continue;
            };
            compare(text, context.as_ref(), *scripting)?;
        }
    }
    Ok(())
}

fn compare_all(inputs: impl Iterator<Item = (&'static str, Option<Context>)>) -> Result<(), Failed> {
    for (text, context) in inputs {
        for scripting in [false, true] {
            compare(text, context.as_ref(), scripting)?;
        }
    }
    Ok(())
}

fn compare(text: &str, context: Option<&Context>, scripting: bool) -> Result<(), Failed> {
    let ours = ours(text, context, scripting);
    let published = published(text, context, scripting);
    if ours == published {
        return Ok(());
    }
    Err(format!(
        "{text:?} in {context:?}, scripting {scripting}\n--- ours\n{}\n--- published\n{}",
        ours.dump().to_display(),
        published.dump().to_display()
    )
    .into())
}

/// The tree in our sink.
fn ours(text: &str, context: Option<&Context>, scripting: bool) -> Tree {
    let input = Input { source: Source::Text(text.into()), task: Task::Tree { context: context.cloned(), scripting } };
    answer(&input)
}

fn answer(input: &Input) -> Tree {
    answer_by(&mut Html5ever::new(), input)
}

fn answer_by(engine: &mut Html5ever, input: &Input) -> Tree {
    match engine.answer(input) {
        Answer::Tree { tree, .. } => tree,
        other => panic!("{other:?}"),
    }
}

/// The tree of the published pair.
fn published(text: &str, context: Option<&Context>, scripting: bool) -> Tree {
    let options = ParseOpts {
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() },
    };
    let sink = RcDom::default();
    let text = StrTendril::from_slice(text);
    let Some(context) = context else {
        return convert(&driver::parse_document(sink, options).one(text).document);
    };
    let namespace = match context.namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    };
    let form = context.namespace == Namespace::Html && context.local_name == "form";
    let name = QualName::new(None, namespace, LocalName::from(&*context.local_name));
    let element = create_element(&sink, name, Vec::new());
    let form = form.then(|| element.clone());
    let dom = driver::parse_fragment_for_element(sink, options, element, scripting, form).one(text);
    let root = dom.document.children.borrow()[0].clone();
    convert(&root)
}

fn convert(root: &Handle) -> Tree {
    let mut tree = Tree::new();
    let mut pending = Vec::new();
    extend(&mut pending, root, 0);
    while let Some((node, depth)) = pending.pop() {
        match &node.data {
            NodeData::Document => unreachable!("it is nobody's child"),
            NodeData::Doctype { name, public_id, system_id } => {
                tree.push_doctype(depth, name.as_bytes(), public_id.as_bytes(), system_id.as_bytes())
            }
            NodeData::Text { contents } => tree.push_text(depth, contents.borrow().as_bytes()),
            NodeData::Comment { contents } => tree.push_comment(depth, contents.as_bytes()),
            NodeData::ProcessingInstruction { target, contents } => {
                tree.push_processing_instruction(depth, target.as_bytes(), contents.as_bytes());
            }
            NodeData::Element { name, attrs, template_contents, .. } => {
                let attributes = attrs.borrow();
                let mut attributes: Vec<_> = attributes
                    .iter()
                    .map(|attribute| {
                        let namespace = match attribute.name.ns {
                            ns!(xlink) => AttributeNamespace::XLink,
                            ns!(xml) => AttributeNamespace::Xml,
                            ns!(xmlns) => AttributeNamespace::Xmlns,
                            _ => AttributeNamespace::None,
                        };
                        (namespace, attribute.name.local.as_bytes(), &**attribute.value.as_bytes())
                    })
                    .collect();
                let namespace = match name.ns {
                    ns!(svg) => Namespace::Svg,
                    ns!(mathml) => Namespace::MathMl,
                    _ => Namespace::Html,
                };
                tree.push_element(depth, namespace, name.local.as_bytes(), &mut attributes);
                extend(&mut pending, &node, depth + 1);
                if let Some(contents) = &*template_contents.borrow() {
                    tree.push_template_contents(depth + 1);
                    extend(&mut pending, contents, depth + 2);
                }
            }
        }
    }
    tree
}

fn extend(pending: &mut Vec<(Handle, u32)>, parent: &Handle, depth: u32) {
    let children = parent.children.borrow();
    pending.extend(children.iter().rev().map(|child| (child.clone(), depth)));
}

fn beyond_the_published_pair() -> Result<(), Failed> {
    let file = FixtureFile::from_bytes(Path::new("html5ever_sink.dat"), BEYOND, None)?;
    let mut engine = Html5ever::with_declarative_shadow_roots();
    for check in file.fixtures.iter().flat_map(|fixture| fixture.checks()) {
        let Expected::Tree(expected) = &check.expected else {
            continue;
        };
        for input in &check.inputs {
            let actual = answer_by(&mut engine, input).dump();
            if actual != *expected {
                let (expected, actual) = (expected.to_display(), actual.to_display());
                return Err(format!("{:?}\n--- expected\n{expected}\n--- actual\n{actual}", input.source).into());
            }
        }
    }
    Ok(())
}

/// Tags that nest without end neither overflow the stack nor get lost. Formatting elements in a paragraph each, so that
/// html5ever itself has to look through no more than the innermost.
fn depth_does_not_matter() -> Result<(), Failed> {
    const DEPTH: usize = 20_000;
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let deep = thread.spawn(|| ours(&"<svg><desc>".repeat(DEPTH), None, false))?;
    let tree = deep.join().map_err(|_| "it panicked")?;
    match tree.len() {
        len if len == 3 + 2 * DEPTH => Ok(()),
        len => Err(format!("{len} nodes").into()),
    }
}
