//! The standard engine's tree, tokens, encoding and errors do not depend on how the input is split into pieces.

use crosscheck_standard::parser::watch::Watch;
use crosscheck_standard::wtf8;

use crate::engines::standard::Standard;
use crate::model::answer::NoAnswer;
use crate::model::input::{Input, Source};

/// The sizes of pieces that are tried, in bytes.
const SIZES: [usize; 3] = [1, 2, 5];

/// The size of pieces for which the engine's result differs from that of the whole input, in words, if there is one.
///
/// # Errors
/// When the engine is not the standard engine in one of its editions; no other takes pieces.
pub fn difference(engine: &str, input: &Input) -> Result<Option<String>, NoAnswer> {
    let standard = Standard::of_name_without_mutants(engine);
    let standard = standard.ok_or("only the standard engine takes input in pieces")?;
    for size in SIZES {
        if !is_same_in_pieces(&standard, input, size, Watch::Nobody)? {
            return Ok(Some(format!("another result in pieces of {size}")));
        }
    }
    Ok(None)
}

/// Whether the input in pieces of up to `size` bytes gives the same result as the whole. Text is split between code
/// points, so a piece can be longer by the rest of one. A size of zero counts as one.
///
/// The observer watches only the run in pieces.
///
/// # Errors
/// What the standard engine does not support in pieces, or at all, and why.
pub fn is_same_in_pieces(engine: &Standard, input: &Input, size: usize, watch: Watch<'_>) -> Result<bool, NoAnswer> {
    let whole = engine.make(input)?;
    let size = size.max(1);
    let pieces = match &input.source {
        Source::Text(text) => pieces(text.as_bytes(), size),
        Source::Bytes { bytes, .. } => bytes.chunks(size).collect(),
        Source::Tree(_) => return Err("trees do not come in pieces".into()),
    };
    Ok(whole.is_same(&engine.make_of_pieces(input, &pieces, watch)?))
}

/// Splits the text between code points into pieces of at least `size` bytes (the last may be shorter).
fn pieces(text: &[u8], size: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let (mut start, mut end) = (0, 0);
    while let Some((_, length)) = wtf8::first_code_point(&text[end..]) {
        end += length;
        if end - start >= size {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::generate::Generator;
    use crate::mutants::{Mutant, Mutate};

    #[test]
    fn generated_documents_are_the_same_in_pieces() {
        for generator in [Generator::Soup, Generator::Fragments, Generator::Bytes] {
            for (index, case) in generator.documents(1).take(1_000).enumerate() {
                let input = case.input();
                for size in [1, 1 + index % 7] {
                    let same = is_same_in_pieces(&Standard::default(), &input, size, Watch::Nobody);
                    assert_ne!(same, Ok(false), "in pieces of {size}: {input:?}");
                }
            }
        }
    }

    #[test]
    fn a_fault_in_pieces_is_noticed() {
        let mutant = Mutant::from_id("in-body/start-tag-hr:off").expect("there is such a mutant");
        let same = |text: &str| {
            let input = Input::document(text);
            let mut wrong = Mutate::new([mutant], &input);
            is_same_in_pieces(&Standard::default(), &input, 1, Watch::Observer(&mut wrong))
        };
        assert_eq!(same("<p>x<hr>y"), Ok(false));
        assert_eq!(same("<p>x<br>y"), Ok(true));
    }

    #[test]
    fn pieces_are_cut_between_code_points() {
        let text = "aé😀".as_bytes();
        assert_eq!(pieces(text, 1).concat(), text);
        assert_eq!(pieces(text, 1).len(), 4);
        assert_eq!(pieces(text, 2)[0], "aé".as_bytes());
    }
}
