//! What the fixtures of serialisation cannot say: depth, halves of surrogate pairs, shadow roots that are listed, and
//! the hooks.

use crosscheck_standard::clauses::clause::{self, Clause};
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::dom::{
    AttributeRange, Document, ElementName, Namespace, NodeId, NodeKind, ShadowRoot, ShadowRootMode,
};
use crosscheck_standard::name::Name;
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parsed, parse_document};
use crosscheck_standard::parser::serialise::{SerialiseOptions, Serialiser, inner, outer};

fn parsed(html: &str) -> Parsed {
    let options = Options { allow_declarative_shadow_roots: true, ..Options::default() };
    parse_document(html, options).unwrap()
}

/// The only element of this name.
fn element(document: &Document, name: Name) -> NodeId {
    let mut found = document.descendants(NodeId::DOCUMENT).filter(|(_, node)| document.is_html(*node, name));
    found.next().unwrap().1
}

fn text(markup: &crosscheck_standard::wtf8::Wtf8Buf) -> &str {
    markup.as_str().unwrap()
}

#[test]
fn inner_is_without_the_element_and_outer_is_with_it() {
    let parsed = parsed("<p id=a>x<br>y</p><p>z");
    let document = &parsed.document;
    let options = SerialiseOptions::default();
    let p = element(document, Name::P);
    assert_eq!(text(&inner(document, p, &options)), "x<br>y");
    let whole = outer(document, p, &options);
    assert_eq!(text(&whole), "<p id=\"a\">x<br>y</p>");
    let br = element(document, Name::BR);
    assert_eq!(text(&outer(document, br, &options)), "<br>");
}

#[test]
fn a_void_element_has_nothing_in_it_whatever_was_put_there() {
    let mut document = Document::default();
    let br = document.create_element(ElementName::html(Name::BR), AttributeRange::default());
    let x = document.create_text(b"x");
    document.append(br, x);
    let options = SerialiseOptions::default();
    assert_eq!(text(&inner(&document, br, &options)), "");
    assert_eq!(text(&outer(&document, br, &options)), "<br>");
    let svg = ElementName { namespace: Namespace::Svg, local: Name::BR };
    let foreign = document.create_element(svg, AttributeRange::default());
    assert_eq!(text(&outer(&document, foreign, &options)), "<br></br>", "only HTML elements are void");
}

#[test]
fn a_template_hides_its_children_behind_its_contents() {
    let mut document = parsed("<template><i>in</i></template>").document;
    let template = element(&document, Name::TEMPLATE);
    let x = document.create_text(b"x");
    document.append(template, x);
    let markup = inner(&document, template, &SerialiseOptions::default());
    assert_eq!(text(&markup), "<i>in</i>");
}

#[test]
fn halves_of_a_surrogate_pair_in_two_text_nodes_become_a_character() {
    let mut document = Document::default();
    for half in [&b"\xED\xA0\xBD"[..], b"\xED\xB8\x80"] {
        let node = document.create_text(half);
        document.append(NodeId::DOCUMENT, node);
    }
    let markup = inner(&document, NodeId::DOCUMENT, &SerialiseOptions::default());
    assert_eq!(markup.as_str(), Some("\u{1F600}"));
}

#[test]
fn depth_costs_no_stack() {
    let depth = 1_000_000;
    let mut document = Document::default();
    let mut parent = NodeId::DOCUMENT;
    for _ in 0..depth {
        let div = document.create_element(ElementName::html(Name::DIV), AttributeRange::default());
        document.append(parent, div);
        parent = div;
    }
    let markup = inner(&document, NodeId::DOCUMENT, &SerialiseOptions::default());
    let expected = "<div>".repeat(depth) + &"</div>".repeat(depth);
    assert!(markup.as_str() == Some(&expected));
}

#[test]
fn shadow_roots_are_written_if_serializable_and_asked_for_or_if_listed() {
    let html = "<div><template shadowrootmode=closed shadowrootserializable>a<p></template>b</div>\
        <section><template shadowrootmode=open><i></template></section>";
    let document = parsed(html).document;
    let body = document.body_element().unwrap();
    let mut options = SerialiseOptions::default();
    let none = "<div>b</div><section></section>";
    assert_eq!(text(&inner(&document, body, &options)), none);

    options.serializable_shadow_roots = true;
    let div = "<div><template shadowrootmode=\"closed\" shadowrootserializable=\"\">a<p></p></template>b</div>";
    assert_eq!(text(&inner(&document, body, &options)), format!("{div}<section></section>"));

    options.serializable_shadow_roots = false;
    let section = element(&document, Name::SECTION);
    let (root, _) = document.shadow_root(section).unwrap();
    options.shadow_roots.insert(root);
    let section = "<section><template shadowrootmode=\"open\"><i></i></template></section>".to_owned();
    assert_eq!(text(&inner(&document, body, &options)), "<div>b</div>".to_owned() + &section);

    options.shadow_roots = document.shadow_roots().collect();
    assert_eq!(text(&inner(&document, body, &options)), div.to_owned() + &section);
}

#[test]
fn a_null_registry_is_told_where_the_document_has_one() {
    let mut document = parsed("<div></div>").document;
    let div = element(&document, Name::DIV);
    let root = ShadowRoot {
        mode: ShadowRootMode::Open,
        delegates_focus: true,
        serializable: true,
        manual_slot_assignment: true,
        clonable: true,
        keeps_null_registry: true,
    };
    document.attach_shadow(div, root);
    let mut options = SerialiseOptions { serializable_shadow_roots: true, ..SerialiseOptions::default() };
    let all_but_the_registry = "<template shadowrootmode=\"open\" shadowrootdelegatesfocus=\"\" \
        shadowrootserializable=\"\" shadowrootslotassignment=\"manual\" shadowrootclonable=\"\"";
    assert_eq!(
        text(&inner(&document, div, &options)),
        format!("{all_but_the_registry} shadowrootcustomelementregistry=\"\"></template>")
    );
    options.document_has_registry = false;
    assert_eq!(text(&inner(&document, div, &options)), format!("{all_but_the_registry}></template>"));
}

/// Turns one clause off.
struct Without(Clause);

impl Observer for Without {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        clause != self.0
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        holds != (clause == self.0)
    }

    fn step(&mut self, clause: Clause) -> bool {
        clause != self.0
    }
}

#[test]
fn every_clause_of_serialising_changes_the_markup_of_some_document() {
    let html = "<!DOCTYPE html><!--c--><?t d?><template><b>&amp;&nbsp;&lt;&gt;\"</b></template><script>a<b</script>\
        <noscript id=n>a&lt;b</noscript><br><basefont><svg xml:lang=a xmlns=http://www.w3.org/2000/svg \
        xmlns:xlink=http://www.w3.org/1999/xlink xlink:href='\"<>&amp;'></svg>\
        <p><template shadowrootmode=open shadowrootserializable shadowrootdelegatesfocus shadowrootclonable \
        shadowrootslotassignment=manual shadowrootcustomelementregistry><i></template></p>\
        <div><template shadowrootmode=closed>x</template></div>";
    let document = parsed(html).document;
    let listed = document.shadow_root(element(&document, Name::DIV)).unwrap().0;
    let options = SerialiseOptions {
        scripting: true,
        serializable_shadow_roots: true,
        shadow_roots: [listed].into(),
        ..SerialiseOptions::default()
    };
    let nodes = [NodeId::DOCUMENT, element(&document, Name::BR)];
    let markup = |clause: Option<Clause>| {
        nodes.map(|node| match clause {
            Some(clause) => Serialiser::new(&document, &options, Without(clause)).inner(node),
            None => inner(&document, node, &options),
        })
    };
    let right = markup(None);
    let survivors: Vec<_> = clause::all()
        .filter(|clause| {
            ["serialise", "serialises-as-void", "attribute-name", "escaping"].contains(&clause.section().key)
        })
        .filter(|clause| markup(Some(*clause)) == right)
        .collect();
    assert_eq!(survivors, []);
}

#[test]
fn a_node_that_is_no_element_has_its_own_children() {
    let mut document = Document::default();
    let fragment = document.create(NodeKind::DocumentFragment);
    let comment = document.store_text(b"c");
    let comment = document.create(NodeKind::Comment(comment));
    document.append(fragment, comment);
    let options = SerialiseOptions::default();
    assert_eq!(text(&inner(&document, fragment, &options)), "<!--c-->");
    assert_eq!(text(&inner(&document, comment, &options)), "");
}
