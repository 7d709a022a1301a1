//! That the work on hostile documents grows as the documents do, counted, not timed: how many clauses run, and how many
//! nodes are made. What a clock says of the loops within clauses is `cargo bench --bench hostile`.

#[path = "../../benches/hostile/shapes.rs"]
mod shapes;

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parsed, Parser, parse_document};
use shapes::SHAPES;

/// How much more work a document twice as long may be: a little over twice, since numbers in names get longer.
const MOST_PER_DOUBLING: f64 = 2.2;

/// Counts the clauses that run.
#[derive(Default)]
struct Count(u64);

impl Observer for Count {
    // What is asked by walking is asked as when nobody watches.
    fn sees_all() -> bool {
        false
    }

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

/// The clauses that run for a document, and the nodes that are made.
fn work(document: &str) -> u64 {
    let mut parser = Parser::new(Count::default(), Options::default());
    parser.feed(document).expect("it is not too large");
    let builder = parser.tree_builder();
    builder.observer().0 + builder.document().nodes_made() as u64
}

fn parse(document: &str) -> Parsed {
    parse_document(document, Options::default()).expect("it is not too large")
}

#[test]
fn twice_the_document_is_about_twice_the_work() {
    let mut broken = Vec::new();
    for shape in SHAPES {
        let (n, twice) = if shape.is_square { (100, 200) } else { (2_000, 4_000) };
        let growth = work(&(shape.document)(twice)) as f64 / work(&(shape.document)(n)) as f64;
        let extent = shape.extent(twice) as f64 / shape.extent(n) as f64;
        if growth / extent * 2.0 > MOST_PER_DOUBLING {
            broken.push(format!("{}: {growth:.2}", shape.name));
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
