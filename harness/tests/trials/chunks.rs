//! Every fixture, ours and public, at every split into up to three pieces: the standard engine's answer is the same as
//! for the whole.

use crate::support;
use crosscheck::fixtures::{CheckKind, FixtureFile};
use crosscheck::model::input::{Input, Source, Task};
use crosscheck::mutants::{Mutant, Mutate};
use crosscheck_standard::clauses::observer::{Ignore, Observer};
use crosscheck_standard::wtf8;
use libtest_mimic::{Failed, Trial};

/// Inputs of this many code points and more are split into two pieces at every place, but not into three.
const LONG: usize = 64;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let own = support::own_tokenizer_files();
    let mut trials: Vec<_> = own.into_iter().map(tokenizer_trial).collect();
    trials.extend(support::own_tree_files().into_iter().map(tree_trial));
    trials.extend(support::for_each("public fixtures", support::tokenizer_files(), tokenizer_trial));
    trials.extend(support::for_each("public fixtures", support::tree_files(), tree_trial));
    trials.push(Trial::test("a fault in pieces is noticed", a_fault_in_pieces_is_noticed));
    trials
}

fn tokenizer_trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        let mut inputs: Vec<Input> = Vec::new();
        for check in file.fixtures.iter().flat_map(|fixture| fixture.checks()) {
            for input in check.inputs {
                // The checks for tokens and for errors ask the same.
                if inputs.last() != Some(&input) {
                    inputs.push(input);
                }
            }
        }
        inputs.iter().try_for_each(tokens_at_every_split)
    })
}

fn tokens_at_every_split(input: &Input) -> Result<(), Failed> {
    let (text, options) = support::tokenizer_question(input);
    let whole = support::tokenize(&[text.as_bytes()], &options);
    for pieces in splits(text.as_bytes()) {
        let split = support::tokenize(&pieces, &options);
        if split != whole {
            let pieces: Vec<_> = pieces.iter().map(|piece| wtf8::to_display(piece)).collect();
            return Err(Failed::from(format!(
                "{pieces:?} from {}\n  whole: {whole:?}\n  split: {split:?}",
                options.initial_state
            )));
        }
    }
    Ok(())
}

fn tree_trial(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        for check in file.fixtures.iter().flat_map(|fixture| fixture.checks()) {
            // The checks for errors ask the same as those for trees.
            if check.kind == CheckKind::Tree {
                for input in &check.inputs {
                    tree_at_every_split(input, || Ignore)?;
                }
            }
        }
        Ok(())
    })
}

/// Compares the tree of the whole with those of its pieces, which somebody watches.
fn tree_at_every_split<O: Observer>(input: &Input, observer: impl Fn() -> O) -> Result<(), Failed> {
    let text = support::text(input).as_bytes();
    let whole = support::parse(Ignore, input, &[text]);
    for pieces in splits(text) {
        let split = support::parse(observer(), input, &pieces);
        if !support::same(&split, &whole) {
            let pieces: Vec<_> = pieces.iter().map(|piece| wtf8::to_display(piece)).collect();
            return Err(Failed::from(format!("{pieces:?} makes another tree, or other errors")));
        }
    }
    Ok(())
}

/// The comparison notices when something goes wrong in the pieces alone: here one row of tree construction.
fn a_fault_in_pieces_is_noticed() -> Result<(), Failed> {
    let mutant = Mutant::from_id("in-body/start-tag-hr:off").expect("there is such a mutant");
    let notices = |text: &str| {
        let input = Input { source: Source::Text(text.into()), task: Task::Tree { context: None, scripting: false } };
        tree_at_every_split(&input, || Mutate::new([mutant], &input)).is_err()
    };
    match (notices("<p>x<hr>y"), notices("<p>x<br>y")) {
        (true, false) => Ok(()),
        _ => Err("a row that never matches was not noticed, or noticed where no tag is for it".into()),
    }
}

/// The ways to split the text between code points that are tried: into up to three pieces, and into code points.
fn splits(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut rest = text;
    let mut code_points = Vec::new();
    while let Some((_, length)) = wtf8::first_code_point(rest) {
        let (code_point, behind) = rest.split_at(length);
        code_points.push(code_point);
        rest = behind;
    }
    let mut boundaries = vec![0];
    for code_point in &code_points {
        boundaries.push(boundaries[boundaries.len() - 1] + code_point.len());
    }
    let mut splits = Vec::new();
    for (index, &first) in boundaries.iter().enumerate() {
        let seconds = match code_points.len() < LONG {
            true => &boundaries[index..],
            false => &boundaries[index..=index],
        };
        for &second in seconds {
            splits.push(vec![&text[..first], &text[first..second], &text[second..]]);
        }
    }
    splits.push(code_points);
    splits
}
