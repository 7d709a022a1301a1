//! The output of every generator: a document in pieces.

use compact_str::CompactString;
use crosscheck_standard::wtf8::{self, Wtf8Buf};

use super::markup::tokens;
use crate::model::input::{Input, Source, Task};

/// What added to a surrogate gives the character of the private-use plane 15 that stands for it in a piece.
const STAND_IN: u32 = 0xF_0000;

/// What the UTF-8 of all characters of plane 15 that stand for surrogates begins with.
const LEAD_OF_STAND_INS: u8 = 0xF3;

/// A piece of a document. Most are so short that they take no allocation, of which a hunt would make millions.
pub type Piece = CompactString;

/// A document in pieces, which can be left out one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCase {
    /// What is done with it.
    pub task: Task,
    /// The tokens, or pieces of tokens, as `form` says.
    pub pieces: Vec<Piece>,
    /// How the pieces are meant.
    pub form: Form,
}

/// What the pieces of a [`TestCase`] stand for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Form {
    /// Text. U+FD800 to U+FDFFF stand for the surrogates U+D800 to U+DFFF, which a string cannot hold.
    #[default]
    Text,
    /// Bytes: each character, up to U+00FF, is the byte of its number (an *isomorphic string*). Others are left out.
    Bytes {
        /// The encoding label the transport layer gave, if any.
        encoding: Option<String>,
    },
}

impl Default for TestCase {
    fn default() -> Self {
        Self { task: Task::Tree { context: None, scripting: false }, pieces: Vec::new(), form: Form::Text }
    }
}

impl TestCase {
    /// The document to be parsed alone, if it is to be serialised.
    #[must_use]
    pub fn parsed(&self) -> Self {
        let task = match &self.task {
            Task::Serialise(task) => Task::Tree { context: task.context.clone(), scripting: task.scripting },
            task => task.clone(),
        };
        Self { task, ..self.clone() }
    }

    /// A document of text, parsed with scripting disabled.
    pub(super) fn document(pieces: Vec<Piece>) -> Self {
        Self { pieces, ..Self::default() }
    }

    /// A document of text in these pieces.
    #[cfg(test)]
    pub(crate) fn of_pieces(pieces: &[&str]) -> Self {
        Self::document(pieces.iter().map(|piece| Piece::from(*piece)).collect())
    }

    /// An input in pieces that are likely to be its tokens; `None` for a tree.
    pub fn of(input: &Input) -> Option<Self> {
        let (pieces, form) = match &input.source {
            Source::Text(text) => {
                let tokens = tokens(text.as_bytes()).into_iter();
                (tokens.map(without_surrogates).collect(), Form::Text)
            }
            Source::Bytes { bytes, encoding } => {
                (tokens(bytes).into_iter().map(isomorphic).collect(), Form::Bytes { encoding: encoding.clone() })
            }
            Source::Tree(_) => return None,
        };
        Some(Self { task: input.task.clone(), pieces, form })
    }

    /// The pieces, one behind the other.
    pub fn text(&self) -> String {
        self.pieces.concat()
    }

    /// The document as an input.
    pub fn input(&self) -> Input {
        let text = self.text();
        Input {
            source: match &self.form {
                Form::Text => Source::Text(with_surrogates(text)),
                Form::Bytes { encoding } => Source::Bytes {
                    bytes: text.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect(),
                    encoding: encoding.clone(),
                },
            },
            task: self.task.clone(),
        }
    }

    /// The case with as few pieces as will do, in a document rather than a fragment and with scripting off where that
    /// will do too. `does` says whether a case does; this one must.
    #[must_use]
    pub fn shrunk(&self, mut does: impl FnMut(&Self) -> bool) -> Self {
        let mut best = self.clone();
        for task in simpler(&best.task) {
            let simpler = Self { task, ..best.clone() };
            if does(&simpler) {
                best = simpler;
                break;
            }
        }
        let task = best.task.clone();
        let with = |pieces: &[Piece]| Self { task: task.clone(), pieces: pieces.to_vec(), form: self.form.clone() };
        let pieces = fewer(&best.pieces, |pieces| does(&with(pieces)));
        Self { pieces, ..best }
    }
}

/// Removes as many parts as possible: first halves, then quarters, and so on, down to single parts.
pub(crate) fn fewer<P: Clone>(parts: &[P], mut does: impl FnMut(&[P]) -> bool) -> Vec<P> {
    let mut best = parts.to_vec();
    let mut size = best.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < best.len() {
            let mut left = best.clone();
            left.drain(start..(start + size).min(best.len()));
            if does(&left) {
                best = left;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    best
}

/// Simpler tasks to try, the simplest first.
fn simpler(task: &Task) -> Vec<Task> {
    let Some((context, scripting)) = task.surroundings() else {
        return Vec::new();
    };
    // A document is simpler than a fragment, and scripting off is simpler than on.
    let all = [None, context].into_iter().flat_map(|context| [(context, false), (context, true)]);
    let simpler = all.take_while(|surroundings| *surroundings != (context, scripting));
    simpler.map(|(context, scripting)| task.within(context.cloned(), scripting)).collect()
}

/// Parts, one behind the other: `format_compact` would take several times as long.
pub(super) fn joined(parts: &[&str]) -> Piece {
    let mut piece = Piece::default();
    parts.iter().for_each(|part| piece.push_str(part));
    piece
}

/// The character that stands for a surrogate in a piece; `None` if it is none.
pub(super) fn stand_in(surrogate: u32) -> Option<char> {
    let is_surrogate = (0xD800..=0xDFFF).contains(&surrogate);
    is_surrogate.then(|| char::from_u32(STAND_IN + surrogate))?
}

/// WTF-8 with the characters that stand for surrogates in their place.
fn without_surrogates(mut text: &[u8]) -> Piece {
    let mut out = Piece::with_capacity(text.len());
    while let Some((code_point, length)) = wtf8::first_code_point(text) {
        out.extend(char::from_u32(code_point).or_else(|| stand_in(code_point)));
        text = &text[length..];
    }
    out
}

fn with_surrogates(text: String) -> Wtf8Buf {
    let surrogate = |c: char| {
        let code_point = u32::from(c).checked_sub(STAND_IN)?;
        stand_in(code_point).map(|_| code_point)
    };
    if memchr::memchr(LEAD_OF_STAND_INS, text.as_bytes()).is_none() {
        return text.into();
    }
    let mut out = Wtf8Buf::new();
    for c in text.chars() {
        out.push_code_point(surrogate(c).unwrap_or(c.into()));
    }
    out
}

/// Bytes as a piece of [`Form::Bytes`].
pub(super) fn isomorphic(bytes: &[u8]) -> Piece {
    bytes.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::generate::Generator;

    #[test]
    fn an_input_in_pieces_is_the_input() {
        for generator in Generator::ALL {
            for case in generator.documents(2).take(500) {
                let input = case.input();
                let again = TestCase::of(&input).expect("it is no tree");
                assert_eq!(again.input(), input);
            }
        }
    }
}
