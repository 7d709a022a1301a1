//! Mutation XSS: markup that is harmless as it is parsed first, and is not once it was serialised and parsed again, as
//! `element.innerHTML = clean(other.innerHTML)` does. A sanitiser that looks at the first tree never sees the second.
//!
//! What counts is what a [`Danger`] names; all else that a round trip changes is the business of
//! [`round_trip`]. The standard itself has such mutations, and warns of them
//! (<https://html.spec.whatwg.org/multipage/parsing.html#warning-html-serializer-roundtrip>): those are findings
//! too, which say that and the [`Class`] they are of, and by which no engine departs. An engine
//! departs where it brings up what the standard, given the same text, does not.
//!
//! What is forgiven, since no text becomes an element by it:
//! * elements that the parser makes without a start tag: [`IMPLIED`];
//! * more of the elements that it makes again of their own accord: [`FORMATTING`], and what is in an option that
//!   a selectedcontent element shows, as far as there was one of the name.

use std::collections::{BTreeMap, BTreeSet};

use crosscheck_parser::wtf8;

use super::round_trip::{self, Class, RoundTrip, Surroundings};
use super::{Ask, Finding};
use crate::input::{Context, Input, Namespace, Source, Task};
use crate::tree::{Attribute, AttributeNamespace, Node, Tree};

/// What a second parse can bring up. The lesser come first.
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

/// The names of elements that the parser makes without a start tag, inside an element.
pub const IMPLIED: [&str; 5] = ["colgroup", "tbody", "tr", "p", "br"];

/// The names of elements that the parser makes again: those of formatting.
/// <https://html.spec.whatwg.org/multipage/parsing.html#formatting>
pub const FORMATTING: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// The attributes whose value is a URL that is followed.
const URLS: [&str; 7] = [
    "href",
    "src",
    "action",
    "formaction",
    "data",
    "background",
    "poster",
];

/// What the mutations of a text are on an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutated {
    /// What came up.
    pub mutations: BTreeSet<Mutation>,
    /// What became of the tree as a whole.
    pub round_trip: RoundTrip,
}

/// The mutations of a text on an engine beyond the standard's; or, of the standard engine itself, those that the standard
/// has.
///
/// # Errors
/// When one of them does not answer as asked, or the input is not text to be parsed.
pub fn findings(
    ask: &mut Ask<'_>,
    standard: &mut Ask<'_>,
    input: &Input,
) -> Result<Vec<Finding>, String> {
    let input = as_inner_html(input);
    let of_engine = mutated(ask, &input)?;
    if of_engine.mutations.is_empty() {
        return Ok(Vec::new());
    }
    let of_standard = mutated(standard, &input)?;
    let finding = |mutation: &Mutation| Finding {
        what: mutation.to_string(),
        by_standard: of_standard
            .mutations
            .contains(mutation)
            .then(|| of_standard.round_trip.reasons()),
    };
    Ok(of_engine.mutations.iter().map(finding).collect())
}

/// The mutations of a text on an engine.
///
/// # Errors
/// When the engine does not answer as asked, or the input is not text to be parsed.
pub fn mutated(ask: &mut Ask<'_>, input: &Input) -> Result<Mutated, String> {
    let (before, around) = round_trip::parsed(ask, input)?;
    let after = round_trip::parsed_again(ask, &before, &around)?;
    Ok(compare(&before, &after, &around))
}

/// The text as the content of an element: a div, unless there is a context. That is how such text is used.
fn as_inner_html(input: &Input) -> Input {
    let mut input = input.clone();
    if let (Source::Text(_), Task::Tree { context, .. }) = (&input.source, &mut input.task) {
        context.get_or_insert_with(|| Context {
            namespace: Namespace::Html,
            local_name: "div".to_owned(),
        });
    }
    input
}

/// What is in a tree that was parsed again and was not before.
pub fn compare(before: &Tree, after: &Tree, around: &Surroundings) -> Mutated {
    let round_trip = round_trip::compare(before, after, around);
    let (before, after) = (Contents::of(before), Contents::of(after));
    let shows_option = matches!(
        &round_trip,
        RoundTrip::Changed(classes) if classes.contains(&Class::Selectedcontent)
    );
    let mut mutations = BTreeSet::new();
    for (name, counts) in &after.elements {
        let before = before.elements.get(name).copied().unwrap_or_default();
        mutations.extend(of_element(name, before, *counts, shows_option));
    }
    mutations.extend(after.scripts.difference(&before.scripts).cloned());
    Mutated {
        mutations,
        round_trip,
    }
}

/// How many elements of a name there are in each namespace.
type Counts = [usize; NAMESPACES.len()];

const NAMESPACES: [Namespace; 3] = [Namespace::Html, Namespace::Svg, Namespace::MathMl];

fn of_element(name: &str, before: Counts, after: Counts, shows_option: bool) -> Option<Mutation> {
    let more = |place: &usize| after[*place] > before[*place];
    let fewer = |place: &usize| after[*place] < before[*place];
    let mut places = 0..NAMESPACES.len();
    let grown = places.clone().find(more)?;
    let mutation = |danger, what: String| Some(Mutation { danger, what });
    if name == "script" && after.iter().sum::<usize>() > before.iter().sum() {
        return mutation(Danger::Script, shown(grown, name));
    }
    if let Some(shrunk) = places.find(fewer) {
        let what = format!("{} was {}", shown(grown, name), shown(shrunk, name));
        return mutation(Danger::Namespace, what);
    }
    let was_there = before.iter().any(|count| *count > 0);
    let is_forgiven = NAMESPACES[grown] == Namespace::Html
        && (IMPLIED.contains(&name) || (was_there && FORMATTING.contains(&name)));
    match is_forgiven || (shows_option && was_there) {
        true => None,
        false => mutation(Danger::Element, shown(grown, name)),
    }
}

fn shown(namespace: usize, name: &str) -> String {
    format!("<{}{name}>", NAMESPACES[namespace].prefix())
}

/// What can do harm in a tree.
#[derive(Debug, Default)]
struct Contents {
    /// How many elements there are, by their names in lower case: `foreignObject` and `foreignobject` are one.
    elements: BTreeMap<String, Counts>,
    /// Attributes that are scripts or lead to some.
    scripts: BTreeSet<Mutation>,
}

impl Contents {
    fn of(tree: &Tree) -> Self {
        let mut contents = Self::default();
        for (_, node) in tree.nodes() {
            if let Node::Element {
                namespace,
                name,
                attributes,
            } = node
            {
                let name = wtf8::to_display(name).to_ascii_lowercase();
                contents
                    .scripts
                    .extend(attributes.iter().filter_map(|a| script_of(&name, a)));
                let place = NAMESPACES.iter().position(|known| *known == namespace);
                let counts = contents.elements.entry(name).or_default();
                counts[place.unwrap_or_default()] += 1;
            }
        }
        contents
    }
}

/// The script that an attribute is or leads to.
fn script_of(element: &str, (namespace, name, value): Attribute<'_>) -> Option<Mutation> {
    let name = wtf8::to_display(name);
    let danger = match namespace {
        AttributeNamespace::None if name.len() > 2 && name.starts_with("on") => {
            Danger::EventHandler
        }
        AttributeNamespace::None | AttributeNamespace::XLink
            if URLS.contains(&name.as_ref()) && is_script_url(value) =>
        {
            Danger::ScriptUrl
        }
        _ => return None,
    };
    Some(Mutation {
        danger,
        what: format!("{}{name} of <{element}>", namespace.prefix()),
    })
}

/// Whether a URL parser finds the scheme `javascript`: it drops C0 controls and spaces before it, and tabs and line ends
/// anywhere. <https://url.spec.whatwg.org/#concept-basic-url-parser>
fn is_script_url(value: &[u8]) -> bool {
    let is_dropped = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let rest = value.iter().skip_while(|byte| **byte <= b' ');
    let rest = rest.filter(|byte| !is_dropped(byte));
    rest.map(u8::to_ascii_lowercase)
        .take("javascript:".len())
        .eq("javascript:".bytes())
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
    use crate::generate::soups;

    fn input(text: &str) -> Input {
        Input {
            source: Source::Text(text.into()),
            task: Task::Tree {
                context: None,
                scripting: false,
            },
        }
    }

    fn judged(engine: &str, text: &str) -> Vec<Finding> {
        let mut engine = Standard::from_name(engine).expect("an engine");
        let mut standard = Standard::default();
        findings(
            &mut |input| Ok(engine.answer(input)),
            &mut |input| Ok(standard.answer(input)),
            &input(text),
        )
        .expect("they answer")
    }

    /// Well-known mutations: each is told, as the standard's own.
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
            assert!(
                reasons.starts_with("by the standard, nested-form: "),
                "{reasons}"
            );
        }
    }

    #[test]
    fn an_engine_that_does_not_escape_text_departs() {
        let engine = "standard@mutant:escaping/less-than:off";
        let found = judged(engine, "&lt;img onload=x <b>");
        let whats: Vec<&str> = found.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(
            whats,
            [
                "an element that was not there: <img>",
                "an event handler that was not there: onload of <img>"
            ]
        );
        assert!(found.iter().all(|finding| finding.by_standard.is_none()));
        assert_eq!(judged("standard", "&lt;img onload=x <b>"), []);
    }

    /// Each forgiven thing happens, so that forgiving it is not idle.
    #[test]
    fn what_is_forgiven_does_happen() {
        let grows = |context: Option<&str>, text: &str, name: &str| {
            let mut question = input(text);
            question.task = Task::Tree {
                context: context.map(|context| context.parse().expect("written right below")),
                scripting: false,
            };
            let mut engine = Standard::default();
            let ask: &mut Ask<'_> = &mut |input| Ok(engine.answer(input));
            let (before, around) = round_trip::parsed(ask, &as_inner_html(&question)).unwrap();
            let after = round_trip::parsed_again(ask, &before, &around).unwrap();
            let mutated = compare(&before, &after, &around);
            let is_told = |mutation: &Mutation| mutation.what == format!("<{name}>");
            assert!(!mutated.mutations.iter().any(is_told), "{name}: {text}");
            let count = |tree| {
                Contents::of(tree)
                    .elements
                    .get(name)
                    .map_or(0, |counts| counts[0])
            };
            assert!(count(&after) > count(&before), "{name}: {text}");
        };
        // The start tag of the second li closes the first when it is read again, and the formatting element with it.
        for name in FORMATTING {
            grows(None, &format!("<li><table><{name}><li>x"), name);
        }
        let patched =
            |tag| format!("<table><?marker name=\"m\"><template for=\"m\"><{tag}></template>");
        let implied = [
            ("colgroup", None, patched("col")),
            ("tbody", None, patched("tr")),
            ("tr", None, patched("td")),
            ("p", None, "<table><p><form>".to_owned()),
            (
                "br",
                Some("svg rtc"),
                "<table><rtc><noframes></br>".to_owned(),
            ),
        ];
        assert_eq!(implied.each_ref().map(|(name, ..)| *name), IMPLIED);
        for (name, context, text) in implied {
            grows(context, &text, name);
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

    /// All mutations of generated documents are of a known class of round trips.
    #[test]
    fn mutations_have_reasons() {
        let mut mutated = 0;
        let mut engine = Standard::default();
        for soup in soups(4).take(9_000) {
            let input = as_inner_html(&soup.input());
            let made = super::mutated(&mut |input| Ok(engine.answer(input)), &input);
            let Ok(made) = made else { continue };
            mutated += usize::from(!made.mutations.is_empty());
            assert!(
                made.mutations.is_empty() || matches!(made.round_trip, RoundTrip::Changed(_)),
                "{input:?}: {made:?}"
            );
        }
        assert!(mutated >= 5, "{mutated}");
    }
}
