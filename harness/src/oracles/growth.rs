//! Time and memory grow at most linearly: the tree of a repeated text has at most a constant factor more nodes than the
//! standard's, and the standard engine's work is proportional to what it reads and creates.
//!
//! Work is counted in clauses that run and in nodes, never in seconds, so that the same input always has the same
//! verdict. An engine that takes long without making much is timed out, which [`no_crash`](super::no_crash) tells.
//!
//! Accepted differences:
//! * quadratic trees, where the standard's own tree is quadratic: open formatting elements are created again in each
//!   paragraph. That is why nodes are compared with the standard's, and work is allowed for nodes;
//! * a constant factor: [`MOST_NODES`] and [`MOST_CLAUSES`].

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::parser::watch::Watch;
use crosscheck_standard::wtf8::Wtf8Buf;

use super::{Ask, not_asked_for, parsed_text, tree_of};
use crate::engines::standard::{self, Made, Standard};
use crate::model::answer::NoAnswer;
use crate::model::input::Input;

/// How often the text is repeated.
const TIMES: usize = 16;

/// How many nodes an engine's tree may have for each node of the standard's.
pub const MOST_NODES: usize = 2;

/// How many clauses may run for each byte of the input and each node that is made.
pub const MOST_CLAUSES: usize = 24;

/// Describes too many nodes or too much work by the engine of this name; `None` if neither is the case.
///
/// # Errors
/// When one of them does not answer as asked, or the input is not text to be parsed.
pub fn difference(
    engine: &str,
    ask: &mut Ask<'_>,
    standard: &mut Ask<'_>,
    input: &Input,
) -> Result<Option<String>, NoAnswer> {
    let input = many_times(input)?;
    // Its nodes are the standard's own.
    if engine != standard::NAME && nodes(ask, &input)? > MOST_NODES * nodes(standard, &input)? {
        return Ok(Some("more nodes than the standard's".to_owned()));
    }
    match Standard::of_name_without_mutants(engine) {
        Some(engine) => {
            Ok(work(&engine, &input)?.is_too_much().then(|| "more work than is proportional to the input".to_owned()))
        }
        None => Ok(None),
    }
}

fn many_times(input: &Input) -> Result<Input, NoAnswer> {
    let (text, context, scripting) = parsed_text(input)?;
    let mut many = Wtf8Buf::new();
    (0..TIMES).for_each(|_| many.push_wtf8(text));
    Ok(Input::parsed(many, context.cloned(), scripting))
}

fn nodes(ask: &mut Ask<'_>, input: &Input) -> Result<usize, NoAnswer> {
    Ok(tree_of(ask, input)?.len())
}

/// The cost of parsing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// How many clauses ran.
    pub clauses: usize,
    /// How many nodes were made, those that are no longer in the tree among them.
    pub nodes: usize,
    /// How many bytes were read.
    pub bytes: usize,
}

impl Work {
    /// Whether it is more than proportional to the bytes read and nodes created.
    pub fn is_too_much(self) -> bool {
        self.clauses > MOST_CLAUSES * (self.bytes + self.nodes)
    }
}

/// The cost of parsing for the standard engine.
///
/// # Errors
/// Why there is no tree of the input.
pub fn work(engine: &Standard, input: &Input) -> Result<Work, NoAnswer> {
    let mut count = Count(0);
    match engine.make_with(input, Watch::Onlooker(&mut count))? {
        Made::Tree(parsed) => {
            Ok(Work { clauses: count.0, nodes: parsed.document.nodes_made(), bytes: input.source.len() })
        }
        made => Err(not_asked_for(&made.into())),
    }
}

/// Counts the clauses that run.
struct Count(usize);

impl Observer for Count {
    fn row(&mut self, _: Clause, _: usize) -> bool {
        self.0 += 1;
        true
    }

    fn condition(&mut self, _: Clause, holds: bool) -> bool {
        self.0 += 1;
        holds
    }

    fn step(&mut self, _: Clause) -> bool {
        self.0 += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::fuzzing::generate::Generator;
    use crate::model::answer::Answer;
    use crate::model::tree::Tree;

    #[test]
    fn the_work_for_generated_documents_is_in_proportion() {
        let engine = Standard::default();
        let generators = [Generator::Soup, Generator::Fragments];
        let generated = generators.map(|generator| generator.documents(5).take(2_000));
        let generated = generated.into_iter().flatten().map(|case| case.input());
        // Of all pieces this takes most: a reference that is none, right behind another.
        let reference = Input::parsed("&x", Some("svg mi".parse().expect("a context")), false);
        let mut most = 0.0_f64;
        for input in generated.chain([reference]) {
            let Ok(input) = many_times(&input) else {
                continue;
            };
            let work = work(&engine, &input).expect("it parses");
            assert!(!work.is_too_much(), "{work:?}: {input:?}");
            most = most.max(work.clauses as f64 / (work.bytes + work.nodes).max(1) as f64);
        }
        println!("at most {most} clauses for a byte or node");
        assert!(most * 2.0 > MOST_CLAUSES as f64, "the limit is idle");
    }

    #[test]
    fn work_out_of_proportion_is_noticed() {
        let work = |clauses| Work { clauses, nodes: 10, bytes: 90 };
        assert!(!work(100 * MOST_CLAUSES).is_too_much());
        assert!(work(100 * MOST_CLAUSES + 1).is_too_much());
    }

    #[test]
    fn an_engine_whose_trees_grow_with_the_square_of_the_input_is_noticed() {
        let mut standard = Standard::default();
        let mut wrong = |input: &Input| {
            let mut tree = Tree::new();
            for _ in 0..input.source.len().pow(2) {
                tree.push_text(0, b"x");
            }
            Ok(Answer::Tree { tree, errors: None, mode: None })
        };
        let mut judge = |text| {
            let ask: &mut Ask<'_> = &mut |input| Ok(standard.answer(input));
            difference("wrong", &mut wrong, ask, &Input::document(text))
        };
        assert_eq!(judge("<p>x"), Ok(Some("more nodes than the standard's".to_owned())));
        assert_eq!(judge(""), Ok(None));
    }

    /// The accepted difference does occur: each paragraph creates all formatting elements again.
    #[test]
    fn the_standards_trees_may_grow_with_the_square_of_the_input() {
        let nodes = |times: usize| {
            let text: String = (0..times).map(|id| format!("<b id={id}><p>")).collect();
            nodes(&mut |input| Ok(Standard::default().answer(input)), &Input::document(text.as_str())).unwrap()
        };
        assert!(nodes(200) > 3 * nodes(100));
    }
}
