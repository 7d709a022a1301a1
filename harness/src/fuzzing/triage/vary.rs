//! Variations of a document: documents that are one change away. They refute causes, and show the smallest change that
//! makes an unexplained divergence go away.

use std::collections::{BTreeSet, HashSet};

use crosscheck_standard::dom::Namespace;

use crate::fuzzing::generate::{Piece, TestCase};
use crate::fuzzing::minimise::{renamed, tag_name};
use crate::model::input::{Context, Task};

/// Names that replace others: one of each family that rules treat alike.
const NAMES: [&str; 28] = [
    "p", "x", "b", "a", "li", "h1", "table", "td", "tr", "select", "option", "template", "svg", "title", "form", "br",
    "math", "mglyph", "font", "button", "dd", "script", "frameset", "hr", "input", "col", "tbody", "textarea",
];

/// Pieces to insert.
const PIECES: [&str; 14] = [
    "x",
    " ",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<div>",
    "</div>",
    "<!---->",
    "<table>",
    "<svg>",
    "<template>",
    "<br>",
    "</x>",
];

/// Texts that replace other text.
const TEXTS: [&str; 7] = ["x", " ", "\n", "\t", "xy", "x ", "&amp;"];

/// Contexts to parse in.
const CONTEXTS: [&str; 6] = ["div", "td", "template", "select", "svg desc", "math mi"];

/// How many characters of a document are varied, from its beginning.
const MOST_CHARACTERS: usize = 48;

/// A document and the change that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variation {
    /// The change, as a command: "replace U+000C by U+0020".
    pub(super) change: String,
    pub(super) case: TestCase,
}

/// All documents that are one change away, each once, the smallest changes first.
pub(super) fn variations(case: &TestCase) -> Vec<Variation> {
    let case = &TestCase::of(&case.input()).unwrap_or_else(|| case.clone());
    let mut varied = Varied { case, seen: HashSet::from([(case.task.clone(), case.text())]), found: Vec::new() };
    varied.characters();
    varied.tags();
    varied.without_pieces();
    varied.surroundings();
    varied.names();
    varied.texts();
    varied.within_pieces();
    varied.with_pieces();
    varied.found
}

struct Varied<'s> {
    case: &'s TestCase,
    seen: HashSet<(Task, String)>,
    found: Vec<Variation>,
}

impl Varied<'_> {
    fn add(&mut self, change: String, case: TestCase) {
        if self.seen.insert((case.task.clone(), case.text())) {
            self.found.push(Variation { change, case });
        }
    }

    /// Adds the document with `count` pieces replaced by others.
    fn splice(&mut self, change: String, at: usize, count: usize, pieces: &[&str]) {
        let mut case = self.case.clone();
        let pieces = pieces.iter().map(|piece| Piece::from(*piece));
        case.pieces.splice(at..at + count, pieces);
        self.add(change, case);
    }

    /// Adds the document with one piece replaced by another.
    fn replace(&mut self, at: usize, change: String, piece: &str) {
        self.splice(change, at, 1, &[piece]);
    }

    fn pieces(&self) -> Vec<Piece> {
        self.case.pieces.clone()
    }

    /// Replaces each unusual character by a usual one, everywhere at once.
    fn characters(&mut self) {
        let text = self.case.text();
        for c in unusual(&text).collect::<BTreeSet<char>>() {
            let usual = plain(c).unwrap_or('x');
            let mut case = self.case.clone();
            for piece in &mut case.pieces {
                *piece = piece.replace(c, &usual.to_string()).into();
            }
            self.add(format!("replace {} by {}", shown(c), shown(usual)), case);
        }
    }

    /// Removes `/` and attributes from tags, changes them, and adds them.
    fn tags(&mut self) {
        for (at, piece) in self.pieces().iter().enumerate() {
            let Some(tag) = Tag::of(piece) else { continue };
            match piece.strip_suffix("/>") {
                Some(head) => {
                    let change = format!("leave `/` out of `{piece}`");
                    self.replace(at, change, &format!("{head}>"));
                }
                None => {
                    let closed = format!("{}/>", piece.trim_end_matches('>'));
                    self.replace(at, format!("end `{piece}` with `/>`"), &closed);
                }
            }
            for (place, attribute) in tag.attributes.iter().enumerate() {
                let mut left = tag.attributes.clone();
                left.remove(place);
                let change = format!("leave out the attribute `{attribute}`");
                self.replace(at, change, &tag.with(&left));
                let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
                for other in [format!("y={value}"), format!("{name}=y"), name.to_owned()] {
                    let mut others = tag.attributes.clone();
                    others[place].clone_from(&other);
                    let change = format!("write `{other}` for `{attribute}`");
                    self.replace(at, change, &tag.with(&others));
                }
            }
            if tag.attributes.len() > 1 {
                let reversed: Vec<String> = tag.attributes.iter().rev().cloned().collect();
                let change = format!("turn the attributes of `{piece}` round");
                self.replace(at, change, &tag.with(&reversed));
            }
            let more = [tag.attributes.clone(), vec!["y=x".to_owned()]].concat();
            self.replace(at, format!("give `{piece}` an attribute"), &tag.with(&more));
        }
    }

    /// Removes, doubles and swaps pieces.
    fn without_pieces(&mut self) {
        let pieces = self.pieces();
        for (at, piece) in pieces.iter().enumerate() {
            self.splice(format!("leave out `{piece}`"), at, 1, &[]);
        }
        for (at, piece) in pieces.iter().enumerate() {
            self.splice(format!("write `{piece}` twice"), at, 1, &[piece, piece]);
        }
        for (at, pair) in pieces.windows(2).enumerate() {
            let change = format!("swap `{}` and `{}`", pair[0], pair[1]);
            self.splice(change, at, 2, &[&pair[1], &pair[0]]);
        }
    }

    /// Changes the context and the scripting flag, and puts a DOCTYPE first.
    fn surroundings(&mut self) {
        let contexts = || {
            let named = CONTEXTS.iter().filter_map(|name| name.parse::<Context>().ok());
            [None].into_iter().chain(named.map(Some))
        };
        let Some((now, scripting_now)) = self.case.task.surroundings() else {
            return;
        };
        let now = now.cloned();
        let mut all: Vec<(Option<Context>, bool)> = vec![(now.clone(), !scripting_now)];
        let foreign = now.iter().filter(|now| now.namespace != Namespace::Html);
        all.extend(foreign.map(|foreign| {
            let namespace = Namespace::Html;
            let local_name = foreign.local_name.clone();
            (Some(Context { namespace, local_name }), scripting_now)
        }));
        all.extend(contexts().map(|context| (context, scripting_now)));
        for (context, scripting) in all {
            let change = match (&context, scripting == scripting_now) {
                (_, false) => "turn the scripting flag over".to_owned(),
                (None, _) => "parse it as a document".to_owned(),
                (Some(context), _) => format!("parse it in the context `{context}`"),
            };
            let mut case = self.case.clone();
            case.task = case.task.within(context, scripting);
            self.add(change, case);
        }
        if let Some(context) = now {
            self.inside(&context, scripting_now);
        }
        let change = "put `<!DOCTYPE html>` first".to_owned();
        self.splice(change, 0, 0, &["<!DOCTYPE html>"]);
    }

    /// Makes a document of a fragment, with the start tags of its context.
    fn inside(&mut self, context: &Context, scripting: bool) {
        let outer = match context.namespace {
            Namespace::Html => "",
            Namespace::MathMl => "<math>",
            Namespace::Svg => "<svg>",
        };
        let tags = format!("{outer}<{}>", context.local_name);
        let mut case = self.case.clone();
        case.task = case.task.within(None, scripting);
        case.pieces.insert(0, tags.as_str().into());
        self.add(format!("parse it as a document behind `{tags}`"), case);
    }

    /// Renames tags, one and all of a name.
    fn names(&mut self) {
        let pieces = self.pieces();
        for (at, piece) in pieces.iter().enumerate() {
            let Some(tag) = Tag::of(piece) else { continue };
            for name in NAMES.iter().filter(|name| **name != tag.name) {
                let other = piece.replacen(tag.name, name, 1);
                self.replace(at, format!("write `{other}` for `{piece}`"), &other);
                let case = renamed(self.case, tag.name, name);
                self.add(format!("call every `{}` `{name}`", tag.name), case);
            }
            let turned = match piece.strip_prefix("</") {
                Some(rest) => format!("<{rest}"),
                None => format!("</{}", &piece[1..]),
            };
            self.replace(at, format!("write `{turned}` for `{piece}`"), &turned);
        }
    }

    /// Replaces text, and anything else, by other text.
    fn texts(&mut self) {
        for (at, piece) in self.pieces().iter().enumerate() {
            for text in TEXTS {
                self.replace(at, format!("write {text:?} for `{piece}`"), text);
            }
        }
    }

    /// Removes, inserts and replaces characters.
    fn within_pieces(&mut self) {
        let mut left = MOST_CHARACTERS;
        for (at, piece) in self.pieces().iter().enumerate() {
            for (start, c) in piece.char_indices() {
                let Some(fewer) = left.checked_sub(1) else {
                    return;
                };
                left = fewer;
                let (head, tail) = (&piece[..start], &piece[start + c.len_utf8()..]);
                let change = format!("leave {} out of `{piece}`", shown(c));
                self.replace(at, change, &format!("{head}{tail}"));
                for other in ['x', ' '] {
                    let change = format!("put {} before {} in `{piece}`", shown(other), shown(c));
                    self.replace(at, change, &format!("{head}{other}{c}{tail}"));
                    let change = format!("replace {} by {} in `{piece}`", shown(c), shown(other));
                    self.replace(at, change, &format!("{head}{other}{tail}"));
                }
            }
        }
    }

    /// Inserts pieces.
    fn with_pieces(&mut self) {
        for at in (0..=self.case.pieces.len()).rev() {
            for piece in PIECES {
                let place = match self.case.pieces.get(at) {
                    Some(next) => format!("before `{next}`"),
                    None => "at the end".to_owned(),
                };
                self.splice(format!("put `{piece}` {place}"), at, 0, &[piece]);
            }
        }
    }
}

/// The usual character that replaces an unusual one.
fn plain(c: char) -> Option<char> {
    match c {
        '\t' | '\n' | '\u{c}' | '\r' => Some(' '),
        c if c.is_ascii_uppercase() => Some(c.to_ascii_lowercase()),
        c if c.is_control() || !c.is_ascii() => Some('x'),
        _ => None,
    }
}

/// A character as the standard names it, or as it is.
pub(super) fn shown(c: char) -> String {
    match c {
        '!'..='~' => format!("`{c}`"),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

/// The parts of a start or end tag.
struct Tag<'p> {
    head: &'p str,
    name: &'p str,
    attributes: Vec<String>,
}

impl<'p> Tag<'p> {
    fn of(piece: &'p str) -> Option<Self> {
        let name = tag_name(piece)?;
        let (head, rest) = piece.split_at(piece.find(name)? + name.len());
        let attributes = rest.strip_suffix('>')?.trim_end_matches('/');
        let attributes = attributes.split_ascii_whitespace().map(str::to_owned);
        Some(Self { head, name, attributes: attributes.collect() })
    }

    /// The tag with other attributes.
    fn with(&self, attributes: &[String]) -> String {
        let words = attributes.iter().map(|attribute| format!(" {attribute}"));
        format!("{}{}>", self.head, words.collect::<String>())
    }
}

/// The unusual characters of a text, with repetitions.
pub(super) fn unusual(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| plain(*c).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::input::Task;

    fn case(pieces: &[&str]) -> TestCase {
        TestCase::of_pieces(pieces)
    }

    #[test]
    fn a_document_is_changed_in_one_place_at_a_time() {
        let all = variations(&case(&["<p\u{c}a=b/>", "x", "</p>"]));
        let find = |change: &str| {
            let found = all.iter().find(|variation| variation.change == change);
            found.map(|variation| variation.case.text())
        };
        for (change, text) in [
            ("replace U+000C by U+0020", "<p a=b/>x</p>"),
            ("leave `/` out of `<p\u{c}a=b/>`", "<p\u{c}a=b>x</p>"),
            ("leave out the attribute `a=b`", "<p>x</p>"),
            ("leave out `</p>`", "<p\u{c}a=b/>x"),
            ("swap `x` and `</p>`", "<p\u{c}a=b/></p>x"),
            ("call every `p` `b`", "<b\u{c}a=b/>x</b>"),
            ("put `<svg>` at the end", "<p\u{c}a=b/>x</p><svg>"),
        ] {
            assert_eq!(find(change).as_deref(), Some(text), "{change}");
        }
        let texts: HashSet<_> = all.iter().map(|v| (v.case.task.clone(), v.case.text())).collect();
        assert_eq!(texts.len(), all.len(), "each is there once");
    }

    #[test]
    fn a_fragment_is_parsed_elsewhere_too() {
        let context = "math desc".parse().ok();
        let fragment = TestCase { task: Task::Tree { context, scripting: false }, ..case(&["x"]) };
        let changes: Vec<String> = variations(&fragment).into_iter().map(|v| v.change).collect();
        for change in ["parse it as a document", "parse it in the context `desc`", "turn the scripting flag over"] {
            assert!(changes.iter().any(|made| made == change), "{change}");
        }
    }
}
