//! That the index of the standard engine answers what walking through the tree does, on documents of selects, templates
//! and patches. `CROSSCHECK_INDEX_DOCUMENTS` says how many there are.

use crosscheck::fuzzing::generate::Generator;
use crosscheck::oracles::index;

/// Documents of each generator in the default run.
const DOCUMENTS: usize = 5_000;

fn documents() -> usize {
    let count = std::env::var("CROSSCHECK_INDEX_DOCUMENTS");
    count.map_or(DOCUMENTS, |count| count.parse().expect("CROSSCHECK_INDEX_DOCUMENTS is a number"))
}

fn disagreements(generator: Generator, count: usize) -> Vec<String> {
    let differs =
        |case: &crosscheck::fuzzing::generate::TestCase| index::difference("standard", &case.input()).ok().flatten();
    let test_cases = generator.documents(11).take(count);
    let found = test_cases.filter_map(|case| Some((differs(&case)?, case)));
    found
        .take(5)
        .map(|(_, case)| {
            let small = case.shrunk(|case| differs(case).is_some());
            let what = differs(&small).unwrap_or_default();
            format!("{what}: {:?} {}", small.task, small.text())
        })
        .collect()
}

#[test]
fn the_index_agrees_with_the_walk_on_selects_templates_and_patches() {
    let found = disagreements(Generator::Selects, documents());
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_index_agrees_with_the_walk_on_other_documents() {
    for generator in [Generator::Soup, Generator::Fragments, Generator::Mutation] {
        let found = disagreements(generator, documents() / 5);
        assert!(found.is_empty(), "{}: {found:#?}", generator.name());
    }
}
