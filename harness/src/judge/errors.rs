//! Comparing parse errors.
//!
//! Errors are compared as multisets: the standard says which errors there are, not in which order they are reported
//! (an error of the preprocessor and one of the tokenizer at the same character come from different places). Codes and
//! places must be the same; where a fixture gives a range (which html5lib writes from the first character of a tag to
//! just behind its last), the place must be in it.

use crate::fixtures::ExpectedError;
use crate::model::token::ParseError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    /// The same errors.
    Same,
    /// The same codes, from an engine that gives no positions.
    CodesOnly,
    /// Not the same errors.
    Different,
}

pub(super) fn compare(expected: &[ExpectedError], actual: &[ParseError]) -> Comparison {
    if match_up(expected, actual) {
        return Comparison::Same;
    }
    let mut expected_codes: Vec<&str> = expected.iter().map(|e| e.code.as_str()).collect();
    let mut actual_codes: Vec<&str> = actual.iter().map(|e| e.code.as_str()).collect();
    expected_codes.sort_unstable();
    actual_codes.sort_unstable();
    let no_places = actual.iter().all(|error| error.position.is_none());
    if no_places && expected_codes == actual_codes { Comparison::CodesOnly } else { Comparison::Different }
}

/// Whether each expected error has an actual one of its own, and none is left over. Ranges are served by where they
/// end, each with the first place that fits: that finds a full assignment whenever there is one.
fn match_up(expected: &[ExpectedError], actual: &[ParseError]) -> bool {
    if expected.len() != actual.len() {
        return false;
    }
    let mut actual: Vec<&ParseError> = actual.iter().collect();
    actual.sort();
    let mut expected: Vec<&ExpectedError> = expected.iter().collect();
    expected.sort_by_key(|error| (error.within.1, error.within.0));
    expected.into_iter().all(|wanted| {
        let fits =
            |error: &&ParseError| error.code == wanted.code && error.position.is_some_and(|place| wanted.is_at(place));
        match actual.iter().position(fits) {
            Some(index) => {
                actual.remove(index);
                true
            }
            None => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::token::Position;

    fn place(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    fn wanted(code: &str, first: (u32, u32), last: (u32, u32)) -> ExpectedError {
        ExpectedError { code: code.to_owned(), within: (place(first.0, first.1), place(last.0, last.1)) }
    }

    fn got(code: &str, at: Option<(u32, u32)>) -> ParseError {
        ParseError { position: at.map(|(line, column)| place(line, column)), code: code.to_owned() }
    }

    #[test]
    fn order_does_not_matter_and_everything_else_does() {
        let expected = [wanted("a", (1, 2), (1, 2)), wanted("b", (1, 1), (1, 1))];
        let a = got("a", Some((1, 2)));
        let b = got("b", Some((1, 1)));
        let compare = |actual: &[&ParseError]| {
            let actual: Vec<ParseError> = actual.iter().map(|&e| e.clone()).collect();
            compare(&expected, &actual)
        };
        assert_eq!(compare(&[&a, &b]), Comparison::Same);
        assert_eq!(compare(&[&b, &a]), Comparison::Same);
        assert_eq!(compare(&[&a]), Comparison::Different, "one missing");
        assert_eq!(compare(&[&a, &b, &b]), Comparison::Different, "one more");
        assert_eq!(compare(&[&a, &a]), Comparison::Different, "another code");
        let capital = got("A", Some((1, 2)));
        assert_eq!(compare(&[&capital, &b]), Comparison::Different);
        let elsewhere = got("b", Some((2, 1)));
        assert_eq!(compare(&[&a, &elsewhere]), Comparison::Different);
    }

    #[test]
    fn no_places_at_all_is_told_from_wrong_ones() {
        let expected = [wanted("a", (1, 2), (1, 2)), wanted("a", (1, 3), (1, 3))];
        let without = got("a", None);
        let with = got("a", Some((1, 2)));
        assert_eq!(compare(&expected, &[without.clone(), without.clone()]), Comparison::CodesOnly);
        assert_eq!(compare(&expected, &[without.clone(), got("b", None)]), Comparison::Different);
        assert_eq!(compare(&expected, &[with, without]), Comparison::Different);
        assert_eq!(compare(&[], &[]), Comparison::Same);
    }

    #[test]
    fn ranges_take_any_place_in_them_and_each_error_once() {
        let expected = [wanted("a", (1, 1), (1, 9)), wanted("a", (1, 2), (1, 4))];
        let compare = |columns: [u32; 2]| compare(&expected, &columns.map(|column| got("a", Some((1, column)))));
        assert_eq!(compare([2, 5]), Comparison::Same);
        assert_eq!(compare([2, 3]), Comparison::Same);
        assert_eq!(compare([4, 5]), Comparison::Different);
        assert_eq!(compare([2, 9]), Comparison::Different, "a range ends before its end");
    }
}
