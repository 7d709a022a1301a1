//! Making a divergent document small: fewer tokens, then fewer attributes, then simpler names, as long as it does what it
//! did.

use crate::generate::Soup;

/// How many smaller documents are tried at most.
const MOST_TRIALS: usize = 400;

/// Names to put in the place of others, the simplest first.
const SIMPLE_NAMES: [&str; 4] = ["p", "b", "div", "i"];

/// The smallest document found that `does`; the given one must. What it is asked about is bounded.
pub fn minimise(soup: &Soup, mut does: impl FnMut(&Soup) -> bool) -> Soup {
    let mut trials = 0;
    let mut does = |soup: &Soup| {
        trials += 1;
        trials <= MOST_TRIALS && does(soup)
    };
    let mut best = soup.shrunk(&mut does);
    loop {
        let before = best.clone();
        for place in 0..best.pieces.len() {
            for piece in simpler_pieces(&best.pieces[place]) {
                let mut simpler = best.clone();
                simpler.pieces[place] = piece;
                if does(&simpler) {
                    best = simpler;
                    break;
                }
            }
        }
        best = simpler_names(best, &mut does);
        if best == before {
            return best;
        }
        best = best.shrunk(&mut does);
    }
}

/// The document with simple names in the place of others, everywhere at once.
fn simpler_names(mut best: Soup, does: &mut impl FnMut(&Soup) -> bool) -> Soup {
    let names: Vec<String> = best
        .pieces
        .iter()
        .filter_map(|piece| tag_name(piece))
        .map(str::to_owned)
        .collect();
    for name in names {
        for simple in SIMPLE_NAMES {
            if simple == name {
                break;
            }
            let mut simpler = best.clone();
            for piece in &mut simpler.pieces {
                if tag_name(piece) == Some(&name) {
                    *piece = piece.replacen(&name, simple, 1);
                }
            }
            if simpler != best && does(&simpler) {
                best = simpler;
                break;
            }
        }
    }
    best
}

/// The name in a start or end tag.
fn tag_name(piece: &str) -> Option<&str> {
    let rest = piece.strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find(['>', '/', ' ']).unwrap_or(rest.len());
    let name = &rest[..end];
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some(name)
}

/// What may stand for a piece: a tag without one of its attributes or its solidus, less text.
fn simpler_pieces(piece: &str) -> Vec<String> {
    if tag_name(piece).is_some() {
        let words: Vec<&str> = piece
            .trim_end_matches('>')
            .trim_end_matches('/')
            .split(' ')
            .collect();
        let without = (1..words.len()).map(|left_out| {
            let kept = words
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != left_out);
            format!(
                "{}>",
                kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
            )
        });
        let plain = piece.ends_with("/>").then(|| piece.replace("/>", ">"));
        return plain.into_iter().chain(without).collect();
    }
    let length = piece.chars().count();
    if length < 2 {
        return Vec::new();
    }
    let without = (0..length).map(|left_out| {
        let kept = piece
            .chars()
            .enumerate()
            .filter(|(index, _)| *index != left_out);
        kept.map(|(_, c)| c).collect()
    });
    std::iter::once("x".to_owned()).chain(without).collect()
}
