//! Tells what a change of the standard does to documents:
//! `cargo run --example what_a_change_does search-element-2023 page.html`.

use std::borrow::Cow;
use std::error::Error;

use crosscheck::impact::{Comparison, Examiner, Question};
use crosscheck::model::input::Input;
use crosscheck_standard::clauses::change::Change;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let change = arguments.next().ok_or("expected the id of a change")?;
    let change = Change::from_id(&change).ok_or("there is no such change; `crosscheck changes` lists them")?;
    let examiner = Examiner::new(Comparison::of_change(change));
    for file in arguments {
        let input = Input::document(std::fs::read_to_string(&file)?);
        match examiner.examine(&Question::Input(Cow::Owned(input)))? {
            None => println!("{file}: the same"),
            Some(finding) => {
                let kinds = finding.difference.kinds.iter().map(|kind| kind.about());
                println!("{file}: {}", kinds.collect::<Vec<_>>().join(", "));
            }
        }
    }
    Ok(())
}
