//! Documents changed token by token, and crossed with one another.

use arbitrary::{Result, Unstructured};

use super::markup::tokens;
use super::tag_soup;
use super::test_case::{Form, Piece, TestCase, isomorphic};

/// How many changes one document has.
const MOST_CHANGES: usize = 6;

/// Documents, and what is made of them.
#[derive(Debug, Clone, Default)]
pub struct Mutation {
    corpus: Vec<TestCase>,
}

impl Mutation {
    /// Starts from these documents, each the bytes of a file. What is not UTF-8 stays bytes.
    pub fn of(documents: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let corpus = documents.into_iter().map(|bytes| case(&bytes)).collect();
        Self { corpus }
    }

    /// One of the documents, changed. The same bytes make the same of the same corpus.
    ///
    /// # Errors
    /// When there are no documents. Missing bytes are not an error.
    pub fn document(&self, u: &mut Unstructured<'_>) -> Result<TestCase> {
        of(u, &self.corpus)
    }

    /// An endless sequence of changed documents, the same for the same seed.
    pub fn documents(self, seed: u64) -> impl Iterator<Item = TestCase> + Send {
        super::random(seed, move |u| self.document(u))
    }
}

/// One of the documents, changed and crossed with another.
pub(super) fn of(u: &mut Unstructured<'_>, documents: &[TestCase]) -> Result<TestCase> {
    let one = u.choose(documents)?;
    let other = u.choose(documents)?;
    // Most changes add a piece at most.
    let mut pieces = Vec::with_capacity(one.pieces.len() + MOST_CHANGES);
    pieces.extend_from_slice(&one.pieces);
    let copy = TestCase { task: one.task.clone(), form: one.form.clone(), pieces };
    changed(u, copy, other)
}

/// The document of some bytes, in tokens.
fn case(bytes: &[u8]) -> TestCase {
    let tokens = tokens(bytes);
    let text = |token: &&[u8]| str::from_utf8(token).ok().map(Piece::from);
    match str::from_utf8(bytes) {
        Ok(_) => TestCase::document(tokens.iter().filter_map(text).collect()),
        Err(_) => TestCase {
            form: Form::Bytes { encoding: None },
            ..TestCase::document(tokens.into_iter().map(isomorphic).collect())
        },
    }
}

/// A generated document, changed and crossed with another.
pub(super) fn of_generated(u: &mut Unstructured<'_>) -> Result<TestCase> {
    // Two documents and the changes share the bytes.
    let third = u.len() / 3;
    let one = tag_soup::tag_soup(&mut Unstructured::new(u.bytes(third)?))?;
    let other = tag_soup::tag_soup(&mut Unstructured::new(u.bytes(third)?))?;
    changed(u, one, &other)
}

fn changed(u: &mut Unstructured<'_>, mut case: TestCase, other: &TestCase) -> Result<TestCase> {
    for _ in 0..u.int_in_range(1..=MOST_CHANGES)? {
        change(u, &mut case, other)?;
    }
    Ok(case)
}

fn change(u: &mut Unstructured<'_>, case: &mut TestCase, other: &TestCase) -> Result<()> {
    let pieces = &mut case.pieces;
    if pieces.is_empty() {
        pieces.extend(other.pieces.iter().cloned());
        return Ok(());
    }
    let place = u.choose_index(pieces.len())?;
    match u.int_in_range(0..=8)? {
        0 => drop(pieces.remove(place)),
        1 => pieces.insert(place, pieces[place].clone()),
        2 => {
            let with = u.choose_index(pieces.len())?;
            pieces.swap(place, with);
        }
        3 => {
            let moved = pieces.remove(place);
            let to = u.int_in_range(0..=pieces.len())?;
            pieces.insert(to, moved);
        }
        4 => {
            let names = tag_soup::names(u)?;
            let mut new = Vec::new();
            tag_soup::token(u, &names, &mut new)?;
            pieces.splice(place..place, new);
        }
        // The beginning of one and the end of the other. What bytes mean in another document they may not mean here.
        5 if case.form == other.form && !other.pieces.is_empty() => {
            let from = u.choose_index(other.pieces.len())?;
            pieces.truncate(place);
            pieces.extend(other.pieces[from..].iter().cloned());
        }
        // A token of the other.
        6 if case.form == other.form && !other.pieces.is_empty() => {
            pieces.insert(place, u.choose(&other.pieces)?.clone());
        }
        7 => cut(u, &mut pieces[place])?,
        _ => turn(&mut pieces[place]),
    }
    Ok(())
}

/// Takes one character out.
fn cut(u: &mut Unstructured<'_>, piece: &mut Piece) -> Result<()> {
    let places: Vec<usize> = piece.char_indices().map(|(index, _)| index).collect();
    if !places.is_empty() {
        piece.remove(*u.choose(&places)?);
    }
    Ok(())
}

/// Makes a start tag of an end tag, and the other way round.
fn turn(piece: &mut Piece) {
    if piece.starts_with("</") {
        piece.remove(1);
    } else if piece.starts_with('<') {
        piece.insert(1, '/');
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::input::Source;

    #[test]
    fn documents_of_a_corpus_are_like_it() {
        let corpus = || Mutation::of([b"<p>one<b>two".to_vec(), b"<i>three</i>".to_vec()]);
        let made: Vec<TestCase> = corpus().documents(1).take(500).collect();
        assert_eq!(made, corpus().documents(1).take(500).collect::<Vec<_>>());
        let texts: HashSet<String> = made.iter().map(TestCase::text).collect();
        assert!(texts.len() > 300, "{} differ", texts.len());
        let both = |text: &&String| text.contains("one") && text.contains("three");
        assert!(texts.iter().find(both).is_some(), "they are crossed");
    }

    #[test]
    fn bytes_that_are_no_text_stay_bytes() {
        let case = case(b"<p>\xFF\x80<b>");
        assert_eq!(case.pieces.len(), 3);
        let source = Source::Bytes { bytes: b"<p>\xFF\x80<b>".to_vec(), encoding: None };
        assert_eq!(case.input().source, source);
    }

    #[test]
    fn nothing_comes_of_no_corpus() {
        let none = Mutation::default();
        assert!(none.document(&mut Unstructured::new(&[1, 2, 3])).is_err());
    }
}
