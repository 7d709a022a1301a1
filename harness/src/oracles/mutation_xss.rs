//! Mutation XSS: markup that is harmless when it is parsed, but not after its tree is serialised and parsed again.
//!
//! How the tree was written and read says what the second parse brings up ([`super::round_trip`]). The markup of a tree
//! has a start tag for each element, with the element's attributes. An element that was made for another tag, because
//! text was read as one, was brought up; so was an attribute that the element did not have, and an element that is in
//! another namespace than it was. What the parser makes without a tag, implied elements and clones, brings up nothing
//! new.
//!
//! The standard itself has such mutations, and [warns of
//! them](https://html.spec.whatwg.org/multipage/parsing.html#warning-html-serializer-roundtrip). They are reported with
//! the clauses that cause them and do not count as departures. An engine departs where the standard's parser makes more
//! of the engine's markup than of the standard's markup of the same tree, and where the engine's parser makes more of
//! it than the standard's.

use std::collections::{BTreeMap, BTreeSet};

use crosscheck_standard::wtf8;

use super::round_trip::{Arisen, RoundTrip, Trip};
use super::{Ask, Finding};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Input, Source, Task};
use crate::model::tree::{Attribute, AttributeNamespace, Namespace, Node, Tree};

/// What can be new after a second parse, the least dangerous first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Danger {
    /// An element that was text.
    Element,
    /// An element that was in another namespace, where other rules hold for what is in it.
    Namespace,
    /// A URL that runs a script.
    ScriptUrl,
    /// An attribute that is a script.
    EventHandler,
    /// A script element.
    Script,
}

/// Something that is there after the second parse and was not before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutation {
    /// What kind of thing.
    pub danger: Danger,
    /// What it is: names, not places.
    pub what: String,
}

/// The attributes whose value is a URL that is followed.
const URLS: [&str; 7] = ["href", "src", "action", "formaction", "data", "background", "poster"];

/// The mutations of a text on an engine: those that the standard has too, and those by which the engine departs.
///
/// # Errors
/// When the engine does not answer as asked, or the input is not text to be parsed.
pub fn findings(ask: &mut Ask<'_>, input: &Input) -> Result<Vec<Finding>, NoAnswer> {
    let trip = Trip::of_text(ask, &as_inner_html(input))?;
    if trip.tree == trip.again {
        return Ok(Vec::new());
    }
    let standard = trip.by_standard()?;
    let [before, again] = [&trip.tree, &trip.again].map(Contents::of);
    // The standard parser's trees of the standard's markup and of the engine's.
    let [of_markup, of_engine_markup] = [&standard.again, &standard.of_engine_markup].map(Contents::of);
    let mut departures = of_engine_markup.beyond(&of_markup, &of_markup);
    departures.extend(again.beyond(&of_engine_markup, &before));
    let mut known = match trip.again == standard.again {
        true => standard.arisen.iter().flat_map(of_arisen).collect(),
        false => BTreeSet::new(),
    };
    let reasons = match &standard.outcome {
        RoundTrip::Unexplained(_) => {
            departures.append(&mut known);
            String::new()
        }
        outcome => outcome.reasons(),
    };
    let known = known.iter().map(|mutation| Finding { what: mutation.to_string(), by_standard: Some(reasons.clone()) });
    let departures = departures.iter().map(|mutation| Finding::departure(mutation.to_string()));
    Ok(known.chain(departures).collect())
}

/// What a tree has more of than both of two others.
pub fn beyond(tree: &Tree, others: [&Tree; 2]) -> BTreeSet<Mutation> {
    let [one, other] = others.map(Contents::of);
    Contents::of(tree).beyond(&one, &other)
}

/// The text as the content of an element: a div, unless there is a context. That is how such text is used.
fn as_inner_html(input: &Input) -> Input {
    let mut input = input.clone();
    if let (Source::Text(_), Task::Tree { context, .. }) = (&input.source, &mut input.task) {
        context.get_or_insert_with(|| Context { namespace: Namespace::Html, local_name: "div".to_owned() });
    }
    input
}

/// The dangers of an element.
fn of_arisen(arisen: &Arisen) -> Vec<Mutation> {
    let name = wtf8::to_display(&arisen.name).to_ascii_lowercase();
    let attributes = arisen.attributes.iter();
    let attributes = attributes.map(|(namespace, name, value)| (*namespace, &**name, &**value));
    let mut mutations: Vec<_> = attributes.filter_map(|attribute| script_of(&name, attribute)).collect();
    let shown = shown(arisen.namespace, &name);
    let (danger, what) = match arisen.was {
        None if name == "script" => (Danger::Script, shown),
        None => (Danger::Element, shown),
        Some(was) if was != arisen.namespace => (Danger::Namespace, format!("{shown} was {}", self::shown(was, &name))),
        Some(_) => return mutations,
    };
    mutations.push(Mutation { danger, what });
    mutations
}

fn shown(namespace: Namespace, name: &str) -> String {
    format!("<{}{name}>", namespace.prefix())
}

/// The dangers in a tree.
#[derive(Debug, Default)]
struct Contents {
    /// How many elements there are, by their names in lower case and namespaces: `foreignObject` and `foreignobject`
    /// are one.
    elements: BTreeMap<(String, Namespace), usize>,
    /// Attributes that are scripts or lead to some.
    scripts: BTreeSet<Mutation>,
}

impl Contents {
    fn of(tree: &Tree) -> Self {
        let mut contents = Self::default();
        for (_, node) in tree.nodes() {
            if let Node::Element { namespace, name, attributes } = node {
                let name = wtf8::to_display(name).to_ascii_lowercase();
                contents.scripts.extend(attributes.iter().filter_map(|a| script_of(&name, a)));
                *contents.elements.entry((name, namespace)).or_default() += 1;
            }
        }
        contents
    }

    /// What this has more of than both of two others.
    fn beyond(&self, one: &Self, other: &Self) -> BTreeSet<Mutation> {
        let mut mutations = BTreeSet::new();
        for (element, count) in &self.elements {
            let others = [one, other].map(|other| other.elements.get(element).copied().unwrap_or_default());
            if *count > others[0].max(others[1]) {
                let (name, namespace) = element;
                let danger = if name == "script" { Danger::Script } else { Danger::Element };
                mutations.insert(Mutation { danger, what: shown(*namespace, name) });
            }
        }
        let scripts = self.scripts.iter();
        let is_new = |script: &&Mutation| !one.scripts.contains(*script) && !other.scripts.contains(*script);
        mutations.extend(scripts.filter(is_new).cloned());
        mutations
    }
}

/// The script that an attribute is or leads to.
fn script_of(element: &str, (namespace, name, value): Attribute<'_>) -> Option<Mutation> {
    let name = wtf8::to_display(name);
    let danger = match namespace {
        AttributeNamespace::None if name.len() > 2 && name.starts_with("on") => Danger::EventHandler,
        AttributeNamespace::None | AttributeNamespace::XLink
            if URLS.contains(&name.as_ref()) && is_script_url(value) =>
        {
            Danger::ScriptUrl
        }
        _ => return None,
    };
    Some(Mutation { danger, what: format!("{}{name} of <{element}>", namespace.prefix()) })
}

/// Whether a URL parser finds the scheme `javascript`: it drops C0 controls and spaces before it, and tabs and line
/// ends anywhere. <https://url.spec.whatwg.org/#concept-basic-url-parser>
fn is_script_url(value: &[u8]) -> bool {
    let is_dropped = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let rest = value.iter().skip_while(|byte| **byte <= b' ');
    let rest = rest.filter(|byte| !is_dropped(byte));
    rest.map(u8::to_ascii_lowercase).take("javascript:".len()).eq("javascript:".bytes())
}

impl std::fmt::Display for Mutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = &self.what;
        match self.danger {
            Danger::Element => write!(f, "an element that was not there: {what}"),
            Danger::Namespace => write!(f, "another namespace: {what}"),
            Danger::ScriptUrl => write!(f, "a javascript: URL that was not there: {what}"),
            Danger::EventHandler => write!(f, "an event handler that was not there: {what}"),
            Danger::Script => write!(f, "a script that was not there: {what}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;
    use crate::fuzzing::generate::test_cases;

    fn judged(engine: &str, text: &str) -> Vec<Finding> {
        let mut engine = Standard::from_name(engine).expect("an engine");
        findings(&mut |input| Ok(engine.answer(input)), &Input::document(text)).expect("it answers")
    }

    /// Well-known mutations: each is reported as the standard's own.
    #[test]
    fn what_the_standard_mutates_is_told() {
        for (text, what) in [
            (
                "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
                "an event handler that was not there: onerror of <img>",
            ),
            (
                "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
                "an element that was not there: <img>",
            ),
            (
                "<form><math><mtext></form><form><mglyph><style></math><a href=' javascript:x'>",
                "a javascript: URL that was not there: href of <a>",
            ),
            (
                "<form><math><mtext></form><form><mglyph><style></math><script>x</script>",
                "a script that was not there: <script>",
            ),
            (
                "<form><math><mtext></form><form><mglyph><style></math><b>",
                "another namespace: <math mglyph> was <mglyph>",
            ),
        ] {
            let found = judged("standard", text);
            let finding = found.iter().find(|finding| finding.what == what);
            let finding = finding.unwrap_or_else(|| panic!("{what} is not in {found:?}"));
            let reasons = finding.by_standard.as_deref().expect("the standard has it");
            assert!(reasons.contains("in-body/start-tag-form"), "{reasons}");
        }
    }

    #[test]
    fn an_engine_that_does_not_escape_text_departs() {
        let engine = "standard@mutant:escaping/less-than:off";
        let found = judged(engine, "&lt;img onload=x <b>");
        let whats: Vec<&str> = found.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(
            whats,
            ["an element that was not there: <img>", "an event handler that was not there: onload of <img>"]
        );
        assert!(found.iter().all(|finding| finding.by_standard.is_none()));
        assert_eq!(judged("standard", "&lt;img onload=x <b>"), []);
    }

    /// What the parser makes without a tag is nothing new.
    #[test]
    fn implied_elements_and_clones_bring_up_nothing() {
        for text in [
            "<li><table><b><li>x",
            "<table><?marker name=\"m\"><template for=\"m\"><td></template>",
            "<table><p><form>",
            "<p><b><table><div>x</table>y",
        ] {
            assert_eq!(judged("standard", text), [], "{text}");
        }
    }

    /// An element is identified by its tag, not by its name.
    #[test]
    fn an_element_that_was_text_is_told_though_there_is_one_of_its_name() {
        let engine = "standard@mutant:escaping/less-than:off+escaping/greater-than:off";
        for (text, name) in [("<p>&lt;p>y", "p"), ("<b>x&lt;b>y", "b"), ("<table><tr><td>&lt;tbody>", "tbody")] {
            let whats: Vec<String> = judged(engine, text).into_iter().map(|finding| finding.what).collect();
            assert!(whats.contains(&format!("an element that was not there: <{name}>")), "{text}: {whats:?}");
            assert_eq!(judged("standard", text), [], "{text}");
        }
    }

    #[test]
    fn urls_are_read_as_url_parsers_do() {
        for url in ["javascript:x", " \u{1}JavaScript:", "java\nscr\tipt\r:"] {
            assert!(is_script_url(url.as_bytes()), "{url:?}");
        }
        for url in ["", "javascript", "x javascript:", "java script:", "data:x"] {
            assert!(!is_script_url(url.as_bytes()), "{url:?}");
        }
    }

    /// The standard's mutations all have clauses that answer for them.
    #[test]
    fn mutations_have_reasons() {
        let mut mutated = 0;
        for case in test_cases(4).take(9_000) {
            let mut engine = Standard::default();
            let Ok(found) = findings(&mut |input| Ok(engine.answer(input)), &case.input()) else {
                continue;
            };
            mutated += usize::from(!found.is_empty());
            assert!(found.iter().all(|finding| finding.by_standard.is_some()), "{:?}: {found:?}", case.input());
        }
        assert!(mutated >= 5, "{mutated}");
    }
}
