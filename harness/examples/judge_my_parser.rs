//! Judges a parser by suites: `cargo run --example judge_my_parser suites/tree-construction`.

use std::collections::BTreeMap;

use crosscheck::fixtures::{Fixture, discover};
use crosscheck::judge::judge;
use crosscheck::model::answer::{Answer, Capability, Outcome};
use crosscheck::model::input::{Input, Source};
use crosscheck::model::tree::{Namespace, Tree};

/// A parser that takes everything for text in a body. Call yours here.
fn my_parser(input: &Input) -> Outcome {
    let mut tree = Tree::new();
    for (depth, name) in [(0, "html"), (1, "head"), (1, "body")] {
        tree.push_element(depth, Namespace::Html, name.as_bytes(), &mut []);
    }
    if let Source::Text(text) = &input.source {
        tree.push_text(2, text.as_bytes());
    }
    let (errors, mode) = (None, None);
    Outcome::Answer(Answer::Tree { tree, errors, mode })
}

fn main() {
    let suites: Vec<_> = std::env::args_os().skip(1).map(Into::into).collect();
    let files = discover(&suites, None).files;
    let fixtures = files.iter().flat_map(|file| &file.fixtures);
    let mut verdicts = BTreeMap::new();
    for check in fixtures.flat_map(Fixture::checks) {
        if let Ok(questions) = check.questions(&[Capability::Document]) {
            let outcomes: Vec<_> = questions.iter().map(my_parser).collect();
            let verdict = judge(&check, &outcomes).verdict;
            *verdicts.entry(verdict).or_insert(0) += 1;
        }
    }
    for (verdict, count) in verdicts {
        println!("{count} {verdict}");
    }
}
