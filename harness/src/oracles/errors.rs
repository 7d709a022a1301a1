//! An engine that reports parse errors by the standard's codes reports the same errors as the standard, for trees and
//! for tokens.
//!
//! Accepted differences:
//! * the order, which the standard does not define;
//! * positions, if the engine gives none at all;
//! * tree-construction errors, which the standard does not name, unless the engine reports some.

use crate::model::answer::Answer;
use crate::model::token::ParseError;

/// Describes the first difference between an engine's errors and the standard's; `None` if they are the same, or an
/// answer has no errors.
pub fn difference(standard: &Answer, engine: &Answer) -> Option<String> {
    let standard = errors(standard)?;
    let engine = errors(engine)?;
    let of_trees = engine.iter().any(ParseError::is_of_tree);
    let is_judged = |error: &&ParseError| of_trees || !error.is_of_tree();
    let has_places = engine.iter().any(|error| error.position.is_some());
    let judged = |errors: &[ParseError]| -> Vec<ParseError> {
        let mut errors: Vec<ParseError> = errors.iter().filter(is_judged).cloned().collect();
        if !has_places {
            errors.iter_mut().for_each(|error| error.position = None);
        }
        errors.sort();
        errors
    };
    first_difference(&judged(standard), &judged(engine))
}

fn errors(answer: &Answer) -> Option<&[ParseError]> {
    match answer {
        Answer::Tree { errors, .. } | Answer::Tokens { errors, .. } => errors.as_deref(),
        _ => None,
    }
}

/// Both are sorted.
fn first_difference(standard: &[ParseError], engine: &[ParseError]) -> Option<String> {
    let same = std::iter::zip(standard, engine).take_while(|(should, is)| should == is);
    let place = same.count();
    let (should, is) = (standard.get(place), engine.get(place));
    match (should, is) {
        (None, None) => None,
        (Some(should), Some(is)) if should.code == is.code => Some(format!("{} is elsewhere", should.code)),
        // They are sorted: of two that differ, the other side lacks the lesser.
        (Some(should), is) if is.is_none_or(|is| should < is) => Some(format!("{} is missing", should.code)),
        (_, is) => is.map(|is| format!("{} is too many", is.code)),
    }
}
