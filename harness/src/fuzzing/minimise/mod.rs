//! Minimises a document while a property still holds: removes tokens, then attributes and parts of their values, then
//! characters, then simplifies names, and repeats until nothing gets smaller. Then it repeats all of this with shorter
//! markup substituted for parts of the document.

mod shorter;

use std::collections::BTreeSet;

use crate::fuzzing::generate::{TestCase, fewer};

/// How many smaller documents are tried at most.
const MOST_TRIALS: usize = 1_000;

/// Names to put in the place of others, the simplest first.
const SIMPLE_NAMES: [&str; 4] = ["p", "b", "div", "i"];

/// The text to put in the place of other text.
const SIMPLE_TEXT: &str = "x";

/// The white space to put in the place of other white space.
const SIMPLE_WHITE_SPACE: &str = " ";

/// The smallest document found for which `does` holds; it must hold for the given one. The number of calls is bounded,
/// and the result is deterministic.
///
/// ```
/// use crosscheck::fuzzing::generate::TestCase;
/// use crosscheck::fuzzing::minimise::minimise;
/// use crosscheck::model::input::Input;
///
/// let case = TestCase::of(&Input::document("<table><tr><td>one <b class=x>two</b>")).expect("a document of text");
/// let small = minimise(&case, |case| case.text().contains("<b"));
/// assert_eq!(small.text(), "<b>");
/// ```
pub fn minimise(case: &TestCase, mut does: impl FnMut(&TestCase) -> bool) -> TestCase {
    let mut trials = 0;
    let mut does = |case: &TestCase| {
        trials += 1;
        trials <= MOST_TRIALS && does(case)
    };
    let mut best = case.clone();
    loop {
        let before = best.clone();
        best = best.shrunk(&mut does);
        for place in 0..best.pieces.len() {
            best = simpler_piece(best, place, &mut does);
        }
        best = simpler_names(best, &mut does);
        if best == before {
            best = shorter::names(best, &mut does);
            best = shorter::pieces(best, &mut does);
        }
        if best == before {
            return best;
        }
    }
}

/// The document with another piece at a place.
fn with(case: &TestCase, place: usize, piece: String) -> TestCase {
    let mut other = case.clone();
    other.pieces[place] = piece.into();
    other
}

/// The document with less of the piece at a place.
fn simpler_piece(mut best: TestCase, place: usize, does: &mut impl FnMut(&TestCase) -> bool) -> TestCase {
    let piece = &best.pieces[place];
    let (head, parts, tail): (String, Vec<String>, &str) = match tag_name(piece) {
        Some(_) => {
            let words = piece.trim_end_matches('>');
            let mut words = words.split(|c: char| c.is_ascii_whitespace()).map(str::to_owned);
            let head = words.next().unwrap_or_default();
            (head, words.map(|word| format!(" {word}")).collect(), ">")
        }
        None if piece != SIMPLE_TEXT => {
            if let Some(simplest) = simplest_text(&best, place, does) {
                return simplest;
            }
            let characters = piece.chars().map(String::from);
            (String::new(), characters.collect(), "")
        }
        None => return best,
    };
    let whole = |parts: &[String]| format!("{head}{}{tail}", parts.concat());
    let mut does_with = |parts: &[String]| does(&with(&best, place, whole(parts)));
    let mut kept = fewer(&parts, &mut does_with);
    for index in 0..kept.len() {
        for simpler in simpler_attributes(&kept[index]) {
            let attribute = std::mem::replace(&mut kept[index], simpler);
            if does_with(&kept) {
                break;
            }
            kept[index] = attribute;
        }
    }
    best.pieces[place] = whole(&kept).into();
    let plain = best.pieces[place].replace("/>", ">");
    if plain != best.pieces[place] && tag_name(&plain).is_some() {
        let plain = with(&best, place, plain);
        if does(&plain) {
            best = plain;
        }
    }
    best
}

/// The document with simple text, or else simple white space, in the place of a piece.
fn simplest_text(case: &TestCase, place: usize, does: &mut impl FnMut(&TestCase) -> bool) -> Option<TestCase> {
    let texts = [SIMPLE_TEXT, SIMPLE_WHITE_SPACE].into_iter();
    let texts = texts.take_while(|text| *text != case.pieces[place]);
    let mut simpler = texts.map(|text| with(case, place, text.to_owned()));
    simpler.find(|case| does(case))
}

/// What is shorter than an attribute, the shortest first: no value, a simple one, the same without quotes.
fn simpler_attributes(attribute: &str) -> Vec<String> {
    let Some((name, value)) = attribute.split_once('=').filter(|(name, _)| !name.is_empty()) else {
        return Vec::new();
    };
    let bare = value.trim_matches(['"', '\'']);
    let mut simpler = vec![
        name.to_owned(),
        format!("{name}={SIMPLE_TEXT}"),
        format!("{name}={bare}"),
        format!("{name}=\"{SIMPLE_TEXT}\""),
    ];
    simpler.retain(|simpler| simpler.len() < attribute.len());
    simpler.sort_by_key(String::len);
    simpler
}

/// The document with simple names in the place of others, everywhere at once, and names in lower case.
fn simpler_names(mut best: TestCase, does: &mut impl FnMut(&TestCase) -> bool) -> TestCase {
    for name in tag_names(&best) {
        let lower = name.to_ascii_lowercase();
        for simple in SIMPLE_NAMES.into_iter().chain([lower.as_str()]) {
            if simple == name {
                break;
            }
            let simpler = renamed(&best, &name, simple);
            if simple.len() <= name.len() && does(&simpler) {
                best = simpler;
                break;
            }
        }
    }
    best
}

/// The names in the tags of a document, each once.
fn tag_names(case: &TestCase) -> BTreeSet<String> {
    let names = case.pieces.iter().filter_map(|piece| tag_name(piece));
    names.map(str::to_owned).collect()
}

/// The document with another name in all tags that have this one.
pub(crate) fn renamed(case: &TestCase, name: &str, other: &str) -> TestCase {
    let mut renamed = case.clone();
    for piece in &mut renamed.pieces {
        if tag_name(piece) == Some(name) {
            *piece = piece.replacen(name, other, 1).into();
        }
    }
    renamed
}

/// The name in a piece that is a start or end tag.
pub(crate) fn tag_name(piece: &str) -> Option<&str> {
    let rest = piece.strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let ends = |c: char| matches!(c, '>' | '/') || c.is_ascii_whitespace();
    let end = rest.find(ends).unwrap_or(rest.len());
    let name = &rest[..end];
    let is_whole = piece.ends_with('>') && name.starts_with(|c: char| c.is_ascii_alphabetic());
    is_whole.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(pieces: &[&str]) -> TestCase {
        TestCase::of_pieces(pieces)
    }

    #[test]
    fn tokens_attributes_characters_and_names_get_fewer() {
        let whole = case(&[
            "<!DOCTYPE html>",
            "<section id=a class=b hidden>",
            "some text",
            "<!-- a comment -->",
            "</section>",
        ]);
        let does = |case: &TestCase| {
            let text = case.text();
            text.contains("hidden>") && text.contains("me") && text.ends_with("</div>") | text.ends_with("</section>")
        };
        let small = minimise(&whole, does);
        assert_eq!(small.text(), "<div hidden>me</div>");
        assert_eq!(minimise(&whole, does), small, "the same again");
    }

    #[test]
    fn values_of_attributes_get_shorter_as_far_as_they_do() {
        let whole = case(&["<a href=\"some\" id='other'>"]);
        for (needed, small) in [
            ("id", "<p id>"),
            ("id=", "<p id=x>"),
            ("id='other", "<p id='other'>"),
            ("other", "<p id=other>"),
            ("href=\"", "<p href=\"x\">"),
        ] {
            let does = |case: &TestCase| case.text().contains(needed);
            let small_soup = minimise(&whole, |case| does(case) && case.text().starts_with('<'));
            assert_eq!(small_soup.text(), small, "{needed}");
        }
    }

    #[test]
    fn what_must_stay_is_all_that_stays() {
        for (whole, needed, small) in [
            ("<section hidden>", "<section", "<section>"),
            ("<section/>", "<section", "<section>"),
            ("<section a=section>", "a=section>", "<p a=section>"),
            ("<b id=y>", "id=", "<p id=y>"),
            ("<b id=''>", "id=", "<p id=>"),
            ("some text", "", "x"),
        ] {
            let does = |case: &TestCase| case.text().contains(needed) && !case.pieces.is_empty();
            assert_eq!(minimise(&case(&[whole]), does).text(), small, "{whole}");
        }
    }

    #[test]
    fn the_name_of_a_tag_ends_before_a_slash_or_white_space() {
        for (piece, name) in [
            ("<br>", Some("br")),
            ("<br/>", Some("br")),
            ("</p\n>", Some("p")),
            ("<a b=c>", Some("a")),
            ("<a", None),
            ("<1>", None),
            ("<!---->", None),
            ("a>", None),
        ] {
            assert_eq!(tag_name(piece), name, "{piece}");
        }
    }

    #[test]
    fn names_are_in_lower_case() {
        let whole = case(&["<MATH>", "<MI>"]);
        let is_math = |case: &TestCase| case.text().eq_ignore_ascii_case("<math><mi>");
        assert_eq!(minimise(&whole, is_math).text(), "<math><mi>");
    }

    #[test]
    fn text_that_must_be_white_space_gets_a_space() {
        let whole = case(&["<table>", " \r\n", "<b>"]);
        let is_white_space = |case: &TestCase| {
            let mut pieces = case.pieces.iter();
            pieces.any(|piece| !piece.is_empty() && piece.trim().is_empty())
        };
        assert_eq!(minimise(&whole, is_white_space).text(), " ");
        let has_return = |case: &TestCase| case.text().contains('\r');
        assert_eq!(minimise(&whole, has_return).text(), "\r");
    }

    #[test]
    fn what_is_asked_is_bounded() {
        let pieces = vec!["<p title=x>some words</p>"; 400];
        let mut asked = 0;
        minimise(&case(&pieces), |case| {
            asked += 1;
            case.pieces.len() > 390
        });
        assert!((1..=MOST_TRIALS).contains(&asked), "{asked}");
    }
}
