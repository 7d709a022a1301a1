//! An engine that counts columns in another unit.

use crosscheck::model::answer::Answer;
use crosscheck::model::input::{Input, Source};
use crosscheck::model::token::{ParseError, Position};

/// The answer with the columns of its errors counted in code points.
pub(crate) fn counted_by_code_point(input: &Input, mut answer: Answer) -> Answer {
    if let (
        Source::Text(text),
        Answer::Tree { errors: Some(errors), .. } | Answer::Tokens { errors: Some(errors), .. },
    ) = (&input.source, &mut answer)
    {
        let text = text.to_display().replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<&str> = text.split('\n').collect();
        for ParseError { position, .. } in errors {
            if let Some(Position { line, column }) = position {
                *column -= astral_before(lines.get(*line as usize - 1).unwrap_or(&""), *column as usize) as u32;
            }
        }
    }
    answer
}

/// How many of the code points before a column take two UTF-16 code units.
fn astral_before(line: &str, column: usize) -> usize {
    let mut units = 0;
    let before = line.chars().take_while(|c| {
        units += c.len_utf16();
        units < column
    });
    before.filter(|c| c.len_utf16() == 2).count()
}
