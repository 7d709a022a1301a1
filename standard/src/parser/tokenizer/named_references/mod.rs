//! The search for the longest named character reference.

mod table;

use table::NAMED_REFERENCES;

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// The text is the beginning of a name that may be longer than the text.
    Incomplete,
    /// The longest name at the beginning of the text.
    Found {
        /// How many characters it has, its semicolon included.
        length: usize,
        /// What it stands for.
        characters: &'static str,
    },
    /// No name.
    NotFound,
}

/// Searches the longest name at the beginning of `text`, which comes after an `&`, of those that `accepts` does not say
/// the table lacks. If no more text follows, `is_last` is true, and the search is never incomplete.
#[inline]
pub(super) fn search(text: &[u8], is_last: bool, mut accepts: impl FnMut(&'static str) -> bool) -> Search {
    let mut found = Search::NotFound;
    // Of the sorted names, those that agree with the text so far and are longer.
    let mut candidates = text.first().map_or(&[][..], |byte| beginning_with(*byte));
    for depth in 1.. {
        if candidates.is_empty() {
            break;
        }
        let Some(byte) = text.get(depth) else {
            return if is_last { found } else { Search::Incomplete };
        };
        let next = |candidate: &(&str, &str)| candidate.0.as_bytes().get(depth).copied();
        let start = candidates.partition_point(|candidate| next(candidate) < Some(*byte));
        candidates = &candidates[start..];
        let end = candidates.partition_point(|candidate| next(candidate) == Some(*byte));
        candidates = &candidates[..end];
        if let Some(((name, characters), longer)) = candidates.split_first()
            && name.len() == depth + 1
        {
            if accepts(name) {
                let length = name.len();
                found = Search::Found { length, characters };
            }
            candidates = longer;
        }
    }
    found
}

/// The names that begin with this byte.
fn beginning_with(byte: u8) -> &'static [(&'static str, &'static str)] {
    let index = usize::from(byte);
    match (STARTS.get(index), STARTS.get(index + 1)) {
        (Some(start), Some(end)) => &NAMED_REFERENCES[usize::from(*start)..usize::from(*end)],
        _ => &[],
    }
}

/// The names of the table, sorted.
pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
    NAMED_REFERENCES.iter().map(|(name, _)| *name)
}

/// For every ASCII character, how many names begin with a lesser one.
static STARTS: [u16; 129] = {
    let mut starts = [0; 129];
    let mut name = 0;
    let mut byte = 0;
    while byte < 129 {
        while name < NAMED_REFERENCES.len() && (NAMED_REFERENCES[name].0.as_bytes()[0] as usize) < byte {
            name += 1;
        }
        starts[byte] = name as u16;
        byte += 1;
    }
    starts
};

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(&str, &str)> {
        match search(text.as_bytes(), true, |_| true) {
            Search::Found { length, characters } => Some((&text[..length], characters)),
            Search::NotFound => None,
            Search::Incomplete => panic!("incomplete at the end: {text}"),
        }
    }

    #[test]
    fn every_name_is_found_and_the_table_is_sorted() {
        assert!(NAMED_REFERENCES.is_sorted_by(|(a, _), (b, _)| a.as_bytes() < b.as_bytes()));
        for (name, characters) in &NAMED_REFERENCES {
            assert_eq!(found(name), Some((*name, *characters)));
            assert_eq!(found(&format!("{name}\u{e9}")), Some((*name, *characters)));
            assert_eq!(found(&format!("{name} ")), Some((*name, *characters)));
        }
    }

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(found("notit;"), Some(("not", "\u{ac}")));
        assert_eq!(found("notin;"), Some(("notin;", "\u{2209}")));
        assert_eq!(found("notin"), Some(("not", "\u{ac}")));
        assert_eq!(found("amp"), Some(("amp", "&")));
        assert_eq!(found("nosuch;"), None);
        assert_eq!(found("9"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn only_what_may_become_a_longer_name_is_waited_for() {
        let incomplete = |text: &str| search(text.as_bytes(), false, |_| true) == Search::Incomplete;
        assert!(incomplete("am"));
        assert!(incomplete("amp"));
        assert!(!incomplete("amp;"));
        assert!(!incomplete("ampx"));
        assert!(!incomplete("noti "));
        assert!(!incomplete("x9"));
    }

    #[test]
    fn every_name_without_semicolon_has_a_twin_with_one() {
        // So a name without semicolon that ends the text is always waited for, and what follows it is known.
        for (name, characters) in NAMED_REFERENCES.iter().filter(|(name, _)| !name.ends_with(';')) {
            assert_eq!(found(&format!("{name};")).map(|(_, twin)| twin), Some(*characters));
        }
    }
}
