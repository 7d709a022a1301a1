//! What the parser is told before it starts, and what fixtures in html5lib's format cannot say: documents of an
//! iframe's srcdoc, a mode that is fixed, the scripting modes, declarative shadow roots.

use crosscheck_standard::clauses::error::{ParseErrorKind, TreeError};
use crosscheck_standard::dom::{Document, Namespace, NodeId, NodeKind, QuirksMode, ShadowRoot, ShadowRootMode};
use crosscheck_standard::parser::options::{FragmentContext, Options, ScriptingMode};
use crosscheck_standard::parser::parse::{Parsed, parse_document, parse_fragment};

const QUIRKS_DOCTYPE: &str = "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>";
const LIMITED_QUIRKS_DOCTYPE: &str = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN'>";

fn plain() -> Options {
    Options::default()
}

fn srcdoc() -> Options {
    Options { iframe_srcdoc: true, ..plain() }
}

fn fixed_mode() -> Options {
    Options { parser_cannot_change_mode: true, ..plain() }
}

fn with_shadow_roots() -> Options {
    Options { allow_declarative_shadow_roots: true, ..plain() }
}

#[test]
fn a_doctype_sets_the_mode() {
    assert_eq!(mode_of("<!DOCTYPE html>", plain()), QuirksMode::NoQuirks);
    assert_eq!(mode_of(QUIRKS_DOCTYPE, plain()), QuirksMode::Quirks);
    let limited = mode_of(LIMITED_QUIRKS_DOCTYPE, plain());
    assert_eq!(limited, QuirksMode::LimitedQuirks);
    assert_eq!(mode_of("<p>", plain()), QuirksMode::Quirks);
}

#[test]
fn an_srcdoc_document_has_no_quirks_and_needs_no_doctype() {
    for text in ["<p>", "", QUIRKS_DOCTYPE, LIMITED_QUIRKS_DOCTYPE] {
        assert_eq!(mode_of(text, srcdoc()), QuirksMode::NoQuirks, "{text}");
    }
    assert!(!has_error("<p>", srcdoc(), TreeError::ExpectedDoctype));
    assert!(has_error("<p>", plain(), TreeError::ExpectedDoctype));
    assert!(has_error(QUIRKS_DOCTYPE, srcdoc(), TreeError::NonconformingDoctype));
}

#[test]
fn a_mode_that_is_fixed_stays() {
    for text in ["<p>", "", QUIRKS_DOCTYPE, LIMITED_QUIRKS_DOCTYPE] {
        assert_eq!(mode_of(text, fixed_mode()), QuirksMode::NoQuirks, "{text}");
    }
    let quirks = Options { quirks_mode: QuirksMode::Quirks, ..fixed_mode() };
    assert_eq!(mode_of("<!DOCTYPE html>", quirks), QuirksMode::Quirks);
    assert!(has_error("<p>", fixed_mode(), TreeError::ExpectedDoctype));
}

#[test]
fn the_mode_of_the_context_decides_in_a_fragment() {
    let div = FragmentContext::new(Namespace::Html, "div");
    let outline_in = |quirks_mode| {
        let options = Options { quirks_mode, ..plain() };
        outline(&parse_fragment("<p><table>", &div, options).unwrap())
    };
    assert_eq!(outline_in(QuirksMode::NoQuirks), "p table");
    assert_eq!(outline_in(QuirksMode::LimitedQuirks), "p table");
    assert_eq!(outline_in(QuirksMode::Quirks), "p(table)");
}

#[test]
fn a_noscript_is_parsed_only_where_scripting_is_disabled() {
    use ScriptingMode::{Disabled, Fragment, Inert, Normal};
    let text = "<noscript><link></noscript><p><noscript><b></b></noscript>";
    for (scripting, expected) in [
        (Disabled, "html(head(noscript(link)) body(p(noscript(b))))"),
        (Normal, "html(head(noscript(\"<link>\")) body(p(noscript(\"<b></b>\"))))"),
        (Inert, "html(head(noscript(\"<link>\")) body(p(noscript(\"<b></b>\"))))"),
        (Fragment, "html(head(noscript(\"<link>\")) body(p(noscript(\"<b></b>\"))))"),
    ] {
        let options = Options { scripting, ..plain() };
        assert_eq!(outline_of(text, options), expected, "{scripting:?}");
    }
}

#[test]
fn a_shadow_root_is_declared_only_where_it_is_allowed() {
    let text = "<body><div><template shadowrootmode=open>x</template>y";
    let body = |content| format!("html(head body({content}))");
    assert_eq!(outline_of(text, plain()), body("div(template{\"x\"} \"y\")"));
    assert_eq!(outline_of(text, with_shadow_roots()), body("div(#open{\"x\"} \"y\")"));
}

#[test]
fn the_mode_of_a_shadow_root_is_open_or_closed() {
    let with = |mode: &str| {
        let text = format!("<body><p><template shadowrootmode={mode}>x</template>");
        outline_of(&text, with_shadow_roots())
    };
    assert_eq!(with("OPEN"), "html(head body(p(#open{\"x\"})))");
    assert_eq!(with("Closed"), "html(head body(p(#closed{\"x\"})))");
    assert_eq!(with("ajar"), "html(head body(p(template{\"x\"})))");
    assert_eq!(with("''"), "html(head body(p(template{\"x\"})))");
}

#[test]
fn a_second_shadow_root_of_a_host_is_a_template_beside_its_children() {
    let text = "<body><div>a<template shadowrootmode=open>1</template>b\
                <template shadowrootmode=closed>2</template>c";
    let expected = "html(head body(div(#open{\"1\"} \"ab\" template{\"2\"} \"c\")))";
    assert_eq!(outline_of(text, with_shadow_roots()), expected);
}

#[test]
fn not_every_element_can_be_a_host() {
    let within = |host: &str| {
        let text = format!("<body><{host}><template shadowrootmode=open>x</template>");
        outline_of(&text, with_shadow_roots()).contains("#open")
    };
    let fit = "article aside blockquote div footer h1 h2 h3 h4 h5 h6 header main nav p section span \
               my-element a-é";
    for host in fit.split_whitespace() {
        assert!(within(host), "{host}");
    }
    for host in ["ul", "a", "button", "font-face", "svg", "math"] {
        assert!(!within(host), "{host}");
    }
}

#[test]
fn a_template_whose_host_is_unfit_stays_a_template() {
    let text = "<head><template shadowrootmode=open>1</template></head>\
                <body><ul><template shadowrootmode=open>2</template>";
    let expected = "html(head(template{\"1\"}) body(ul(template{\"2\"})))";
    assert_eq!(outline_of(text, with_shadow_roots()), expected);
}

#[test]
fn the_body_can_be_a_host_and_a_shadow_root_can_hold_hosts() {
    let text = "<body><template shadowrootmode=open><div><template shadowrootmode=closed>x";
    let expected = "html(head body(#open{div(#closed{\"x\"})}))";
    assert_eq!(outline_of(text, with_shadow_roots()), expected);
}

#[test]
fn the_attributes_of_the_template_say_what_is_particular_to_the_shadow_root() {
    let bare = ShadowRoot {
        mode: ShadowRootMode::Open,
        delegates_focus: false,
        serializable: false,
        manual_slot_assignment: false,
        clonable: false,
        keeps_null_registry: false,
    };
    let declared = |attributes: &str| {
        let text = format!("<body><template shadowrootmode=open {attributes}>");
        let document = parse(&text, with_shadow_roots()).document;
        *document.shadow_root(document.body_element().unwrap()).unwrap().1
    };
    assert_eq!(declared(""), bare);
    assert_eq!(declared("shadowrootslotassignment=named"), bare);
    let delegates_focus = true;
    let expected = ShadowRoot { delegates_focus, ..bare };
    assert_eq!(declared("shadowrootdelegatesfocus"), expected);
    let serializable = true;
    let expected = ShadowRoot { serializable, ..bare };
    assert_eq!(declared("shadowrootserializable"), expected);
    let manual_slot_assignment = true;
    let expected = ShadowRoot { manual_slot_assignment, ..bare };
    assert_eq!(declared("shadowrootslotassignment=MANUAL"), expected);
    let clonable = true;
    let expected = ShadowRoot { clonable, ..bare };
    assert_eq!(declared("shadowrootclonable"), expected);
    let keeps_null_registry = true;
    let expected = ShadowRoot { keeps_null_registry, ..bare };
    assert_eq!(declared("shadowrootcustomelementregistry"), expected);
}

#[test]
fn a_template_for_a_marker_in_a_shadow_root_patches_it() {
    let text = "<body><div><template shadowrootmode=open><p><?marker name='m'?></p>\
                <template for=m>x</template></template>";
    let expected = "html(head body(div(#open{p(\"x\")})))";
    assert_eq!(outline_of(text, with_shadow_roots()), expected);
}

#[test]
fn a_shadowrootmode_is_looked_at_before_a_for_attribute() {
    let text = "<body><div><?marker name='m'?><template shadowrootmode=open for=m>x</template>";
    let expected = "html(head body(div(#open{\"x\"} ?marker)))";
    assert_eq!(outline_of(text, with_shadow_roots()), expected);
}

fn parse(text: &str, options: Options) -> Parsed {
    parse_document(text, options).unwrap()
}

fn mode_of(text: &str, options: Options) -> QuirksMode {
    parse(text, options).document.quirks_mode
}

fn has_error(text: &str, options: Options, error: TreeError) -> bool {
    let errors = parse(text, options).errors;
    errors.iter().any(|found| found.kind == ParseErrorKind::Tree(error))
}

fn outline_of(text: &str, options: Options) -> String {
    outline(&parse(text, options))
}

/// The tree in a line: children in parentheses, contents of templates in braces, shadow roots as `#open{}` or
/// `#closed{}` before the children.
fn outline(parsed: &Parsed) -> String {
    outline_children(&parsed.document, parsed.root())
}

fn outline_children(document: &Document, parent: NodeId) -> String {
    let children = document.children(parent);
    let children: Vec<_> = children.map(|child| outline_node(document, child)).collect();
    children.join(" ")
}

fn outline_node(document: &Document, node: NodeId) -> String {
    let text = |text| format!("{:?}", String::from_utf8_lossy(document.text(text)));
    match *document.kind(node) {
        NodeKind::Text(data) => text(data),
        NodeKind::Element(element) => {
            let name = String::from_utf8_lossy(document.names.spelling(element.name.local));
            if let Some(contents) = element.contents {
                return format!("{name}{{{}}}", outline_children(document, contents));
            }
            let shadow = document.shadow_root(node).map(|(root, shadow)| {
                let mode = format!("{:?}", shadow.mode).to_lowercase();
                format!("#{mode}{{{}}}", outline_children(document, root))
            });
            let children = outline_children(document, node);
            let inside: Vec<_> = shadow.into_iter().chain(Some(children)).collect();
            match inside.join(" ").trim() {
                "" => name.into_owned(),
                inside => format!("{name}({inside})"),
            }
        }
        NodeKind::ProcessingInstruction { target, .. } => {
            format!("?{}", String::from_utf8_lossy(document.names.spelling(target)))
        }
        other => panic!("{other:?} is in none of these tests"),
    }
}
