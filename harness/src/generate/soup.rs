//! Tag soup: a stream of tokens over a few names, in a document or a fragment; or pieces for the tokenizer alone.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::alphabet::{ATTRIBUTES, DECLARATIONS, FAMILIES, PIECES, TEXTS};
use crate::input::{Context, InitialState, Input, Namespace, Source, Task};

/// The names a document is made of.
const MOST_NAMES: usize = 6;

/// A document in pieces, which can be left out one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Soup {
    /// What is done with it.
    pub task: Task,
    /// The tokens, or pieces of tokens.
    pub pieces: Vec<String>,
}

impl Default for Soup {
    fn default() -> Self {
        Self {
            task: Task::Tree {
                context: None,
                scripting: false,
            },
            pieces: Vec::new(),
        }
    }
}

impl Soup {
    /// The document.
    pub fn text(&self) -> String {
        self.pieces.concat()
    }

    /// The document as an input.
    pub fn input(&self) -> Input {
        Input {
            source: Source::Text(self.text().as_str().into()),
            task: self.task.clone(),
        }
    }

    /// The soup with as few pieces as will do, in a document rather than a fragment and with scripting off where that
    /// will do too. `does` says whether a soup does; this one must.
    #[must_use]
    pub fn shrunk(&self, mut does: impl FnMut(&Self) -> bool) -> Self {
        let mut best = self.clone();
        for task in simpler(&best.task) {
            let simpler = Self {
                task,
                ..best.clone()
            };
            if does(&simpler) {
                best = simpler;
                break;
            }
        }
        let mut size = best.pieces.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            while start < best.pieces.len() {
                let mut fewer = best.clone();
                fewer
                    .pieces
                    .drain(start..(start + size).min(best.pieces.len()));
                if does(&fewer) {
                    best = fewer;
                } else {
                    start += size;
                }
            }
            size /= 2;
        }
        best
    }
}

/// Simpler tasks to try, the simplest first.
fn simpler(task: &Task) -> Vec<Task> {
    match task {
        Task::Tree { context, scripting } => {
            let context_free = [None, context.clone()];
            let tasks = context_free.into_iter().flat_map(|context| {
                [false, true].map(|scripting| Task::Tree {
                    context: context.clone(),
                    scripting,
                })
            });
            let this = Task::Tree {
                context: context.clone(),
                scripting: *scripting,
            };
            tasks.take_while(|task| *task != this).collect()
        }
        _ => Vec::new(),
    }
}

impl<'a> Arbitrary<'a> for Soup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        if u.ratio(1, 8)? {
            return pieces(u);
        }
        let names = names(u)?;
        let task = Task::Tree {
            context: context(u, &names)?,
            scripting: u.ratio(1, 8)?,
        };
        let mut tokens = Vec::new();
        if u.ratio(1, 2)? {
            tokens.push("<!DOCTYPE html>".to_owned());
        }
        while !u.is_empty() {
            tokens.push(token(u, &names)?);
        }
        Ok(Self {
            task,
            pieces: tokens,
        })
    }
}

/// A few names, most of them of one family.
fn names(u: &mut Unstructured<'_>) -> Result<Vec<&'static str>> {
    let family = u.choose(&FAMILIES)?;
    let all = FAMILIES.last().unwrap_or(family);
    let count = u.int_in_range(1..=MOST_NAMES)?;
    let from = |u: &mut Unstructured<'_>| match u.ratio(3, 5)? {
        true => Ok(*u.choose(family)?),
        false => Ok(*u.choose(all)?),
    };
    (0..count).map(|_| from(u)).collect()
}

/// Mostly none; else an element of one of the names.
fn context(u: &mut Unstructured<'_>, names: &[&'static str]) -> Result<Option<Context>> {
    if !u.ratio(1, 5)? {
        return Ok(None);
    }
    let namespace = match u.int_in_range(0..=9)? {
        0 => Namespace::Svg,
        1 => Namespace::MathMl,
        _ => Namespace::Html,
    };
    Ok(Some(Context {
        namespace,
        local_name: (*u.choose(names)?).to_owned(),
    }))
}

fn token(u: &mut Unstructured<'_>, names: &[&'static str]) -> Result<String> {
    Ok(match u.int_in_range(0..=15)? {
        0..=6 => start_tag(u, names)?,
        7..=10 => format!("</{}>", u.choose(names)?),
        11..=13 => (*u.choose(TEXTS)?).to_owned(),
        14 => (*u.choose(DECLARATIONS)?).to_owned(),
        _ => match u.choose(&[
            "<svg>",
            "<math>",
            "<template>",
            "<table>",
            "<p>",
            "<b>",
            "<select>",
            "</p>",
            "</br>",
        ]) {
            Ok(token) => (*token).to_owned(),
            Err(error) => return Err(error),
        },
    })
}

fn start_tag(u: &mut Unstructured<'_>, names: &[&'static str]) -> Result<String> {
    let mut tag = format!("<{}", u.choose(names)?);
    // Where there are no bytes left, every chance is taken.
    while !u.is_empty() && u.ratio(1, 6)? {
        tag.push(' ');
        tag.push_str(u.choose(ATTRIBUTES)?);
    }
    tag.push_str(if u.ratio(1, 16)? { "/>" } else { ">" });
    Ok(tag)
}

/// Pieces of tokens, for a document or for the tokenizer alone.
fn pieces(u: &mut Unstructured<'_>) -> Result<Soup> {
    let task = match u.ratio(1, 2)? {
        true => Soup::default().task,
        false => Task::Tokens {
            initial_state: *u.choose(&InitialState::ALL)?,
            last_start_tag: u.ratio(1, 2)?.then(|| "script".into()),
        },
    };
    let mut pieces = Vec::new();
    while !u.is_empty() {
        pieces.push((*u.choose(PIECES)?).to_owned());
    }
    Ok(Soup { task, pieces })
}
