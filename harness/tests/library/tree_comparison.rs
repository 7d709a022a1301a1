//! A tree is compared with the nodes of a parse as with the tree that is made of them.

use crosscheck::engines::standard::{Made, Standard, canonical_tree, show};
use crosscheck::fuzzing::generate::Generator;
use crosscheck::model::tree::Tree;
use crosscheck::model::tree::comparison::Comparison;
use crosscheck_standard::parser::parse::Parsed;

fn is_same(parsed: &Parsed, tree: &Tree) -> bool {
    let mut comparison = Comparison::with(tree);
    show(parsed, &mut comparison);
    comparison.is_same()
}

#[test]
fn trees_are_the_same_as_when_both_are_made() {
    let documents = Generator::Soup.documents(3).take(400);
    let made = documents.filter_map(|case| match Standard::default().make(&case.input()) {
        Ok(Made::Tree(parsed)) => Some(parsed),
        _ => None,
    });
    let all: Vec<(Parsed, Tree)> = made
        .map(|parsed| {
            let tree = canonical_tree(&parsed);
            (parsed, tree)
        })
        .collect();
    for (index, (parsed, tree)) in all.iter().enumerate() {
        assert!(is_same(parsed, tree), "{index}");
        for (_, other) in &all[..index] {
            assert_eq!(is_same(parsed, other), tree == other, "{index}");
        }
    }
}

#[test]
fn every_part_of_a_node_counts() {
    let parsed = |text: &str| {
        let options = crosscheck_standard::parser::options::Options::default();
        crosscheck_standard::parser::parse::parse_document(text, options).expect("it is small")
    };
    let tree = canonical_tree(&parsed("<p a=1>x<!--y--><svg></svg><b></b>"));
    for other in [
        "<p a=2>x<!--y--><svg></svg><b></b>",
        "<p b=1>x<!--y--><svg></svg><b></b>",
        "<p a=1 b>x<!--y--><svg></svg><b></b>",
        "<p>x<!--y--><svg></svg><b></b>",
        "<p a=1>y<!--y--><svg></svg><b></b>",
        "<p a=1>x<!--x--><svg></svg><b></b>",
        "<p a=1>x<!--y--><math></math><b></b>",
        "<p a=1>x<!--y--></p><svg></svg><b></b>",
        "<p a=1>x<!--y--><svg></svg>",
        "<p a=1>x<!--y--><svg></svg><b></b><i></i>",
        "<p a=1>x<!--y--><svg></svg><b><i></i></b>",
    ] {
        assert!(!is_same(&parsed(other), &tree), "{other}");
    }
    assert!(is_same(&parsed("<p a=1>x<!--y--><svg/><b>"), &tree));
}
