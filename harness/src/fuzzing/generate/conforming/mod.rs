//! Documents that conform: by the syntax of HTML documents, with optional tags omitted where they may be.
//!
//! They are made as trees, which are then written. What conforms here is the syntax, and the content models as far as
//! parsing depends on them; that there is but one `main`, say, is not observed.
//! <https://html.spec.whatwg.org/multipage/syntax.html#writing>

mod content;
mod optional_tags;
mod tags;

use arbitrary::{Result, Unstructured};

use super::test_case::{Piece, TestCase};
use content::Writer;
use tags::Start;

/// A conforming document, before it is decided which optional tags are omitted.
#[derive(Debug, Clone)]
pub struct Conforming {
    before: Vec<Node>,
    doctype: &'static str,
    between: Vec<Node>,
    html: Element,
    after: Vec<Node>,
}

#[derive(Debug, Clone)]
enum Node {
    Element(Element),
    /// Text, with character references where they are needed.
    Text(Piece),
    /// A comment, a CDATA section.
    Other(Piece),
}

#[derive(Debug, Clone)]
struct Element {
    name: &'static str,
    /// Whether it is in HTML's namespace.
    is_html: bool,
    start: Start,
    /// The end tag; `None` for an element that has none.
    end: Option<Piece>,
    children: Vec<Node>,
}

const DOCTYPES: [&str; 5] = [
    "<!DOCTYPE html>",
    "<!doctype HTML >",
    "<!DOCTYPE\nhtml\tSYSTEM \"about:legacy-compat\">",
    "<!DOCTYPE html system  'about:legacy-compat' >",
    "<!DocType hTmL>",
];

impl Conforming {
    /// The document that these bytes make.
    ///
    /// # Errors
    /// Missing bytes are not an error: the simplest choices are made at their end.
    pub fn document(u: &mut Unstructured<'_>) -> Result<Self> {
        let mut writer = Writer::new(u);
        let doctype = *writer.u.choose(&DOCTYPES)?;
        let before = writer.comments_and_spaces()?;
        let between = writer.comments_and_spaces()?;
        let html = writer.html()?;
        let mut after = writer.comments_and_spaces()?;
        // White space here is parsed into what is open where the body ends. Whatever is omitted, that is the body if
        // the body ends with no element, and if no comment comes behind that would end up in the body, too.
        let is_text = |node: &Node| matches!(node, Node::Text(_));
        let ends_with_element = match html.children.last() {
            Some(Node::Element(body)) => body.children.last().is_none_or(optional_tags::is_element),
            _ => true,
        };
        let first_space = after.iter().position(is_text);
        let is_before_comment = first_space.is_some_and(|first| after[first..].iter().any(|node| !is_text(node)));
        if ends_with_element || is_before_comment {
            after.retain(|node| !is_text(node));
        }
        Ok(Self { before, doctype, between, html, after })
    }

    /// The document in pieces. Of each tag that may be omitted `omit` says whether it is.
    pub fn written(&self, omit: impl FnMut() -> bool) -> TestCase {
        TestCase::document(optional_tags::written(self, omit))
    }
}

pub(super) fn conforming(u: &mut Unstructured<'_>) -> Result<TestCase> {
    let document = Conforming::document(u)?;
    let mut omissions = fastrand::Rng::with_seed(u.arbitrary()?);
    let ratio = omissions.f32();
    Ok(document.written(|| omissions.f32() < ratio))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engines::standard::{Made, Standard};
    use crosscheck_standard::parser::parse::Parsed;

    fn documents() -> impl Iterator<Item = Conforming> {
        let mut random = fastrand::Rng::with_seed(1);
        std::iter::repeat_with(move || {
            let mut bytes = [0; 512];
            random.fill(&mut bytes);
            Conforming::document(&mut Unstructured::new(&bytes)).unwrap()
        })
        .take(3_000)
    }

    fn parsed(case: &TestCase) -> Parsed {
        match Standard::default().make(&case.input()) {
            Ok(Made::Tree(parsed)) => parsed,
            other => panic!("{other:?}"),
        }
    }

    /// Conforming documents have no parse errors, and omitting tags that may be changes no tree.
    #[test]
    fn no_errors_and_the_same_tree_whatever_is_omitted() {
        let mut omitted = 0;
        for document in documents() {
            let whole = document.written(|| false);
            let mut random = fastrand::Rng::with_seed(2);
            let (terse, some) = (document.written(|| true), document.written(|| random.bool()));
            omitted += whole.pieces.len() - terse.pieces.len();
            let tree = parsed(&whole);
            for case in [&whole, &terse, &some] {
                let other = parsed(case);
                assert_eq!(other.errors, [], "{}", case.text());
                assert!(
                    tree.document.same_below(tree.root(), &other.document, other.root()),
                    "another tree: {}\nthan of {}",
                    case.text(),
                    whole.text(),
                );
            }
        }
        assert!(omitted > 10_000, "{omitted}");
    }

    /// Each tag that the standard says may be omitted is.
    #[test]
    fn every_optional_tag_is_omitted_somewhere() {
        let mut omitted = BTreeSet::new();
        for document in documents() {
            let tags = |case: TestCase| -> Vec<String> {
                let tags = case.pieces.into_iter().filter(|piece| piece.starts_with('<'));
                tags.map(|tag| tag.as_str().to_ascii_lowercase()).collect()
            };
            let mut terse = tags(document.written(|| true)).into_iter().peekable();
            for tag in tags(document.written(|| false)) {
                match terse.next_if(|kept| *kept == tag) {
                    Some(_) => {}
                    None => drop(omitted.insert(tag.trim_end_matches('>').trim().to_owned())),
                }
            }
        }
        let expected = "<body <colgroup <head <html <tbody </body </caption </colgroup </dd </dt </head </html </li \
                        </optgroup </option </p </rp </rt </tbody </td </tfoot </th </thead </tr";
        assert_eq!(omitted, expected.split(' ').map(str::to_owned).collect());
    }
}
