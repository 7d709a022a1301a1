//! The standard engine's index for the algorithms of selects and patches gives the same answers as walking the tree,
//! and the same tree.

use crosscheck_standard::parser::options::{Lookup, Options};
use crosscheck_standard::parser::parse::Parsed;
use crosscheck_standard::parser::watch::parse_checked;
use crosscheck_standard::wtf8::Wtf8Buf;

use crate::engines::standard::{Standard, fragment_context};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Input, Source, Task};

/// Describes the first question on which the index and a walk of the tree differ for an input; `None` if there is none.
///
/// # Errors
/// When the engine is not the standard engine, in one of its editions, or the input is not text to be parsed.
pub fn difference(engine: &str, input: &Input) -> Result<Option<String>, NoAnswer> {
    let standard = Standard::of_name_without_mutants(engine);
    let standard = standard.ok_or("only the standard engine has a tree index")?;
    let (Source::Text(text), Task::Tree { context, scripting }) = (&input.source, &input.task) else {
        return Err("the input is not text to be parsed".into());
    };
    [false, true]
        .into_iter()
        .map(|shadow_roots| {
            let question =
                Question { standard: &standard, text, context: context.as_ref(), scripting: *scripting, shadow_roots };
            question.difference()
        })
        .find_map(Result::transpose)
        .transpose()
}

struct Question<'i> {
    standard: &'i Standard,
    text: &'i Wtf8Buf,
    context: Option<&'i Context>,
    scripting: bool,
    shadow_roots: bool,
}

impl Question<'_> {
    fn difference(&self) -> Result<Option<String>, NoAnswer> {
        let checked = self.parse(Lookup::Check)?;
        if let Some(question) = checked.1 {
            return Ok(Some(format!("the index has another answer: {question}")));
        }
        let walked = self.parse(Lookup::Walk)?.0;
        for lookup in [Lookup::Index, Lookup::WhereLong] {
            let indexed = self.parse(lookup)?.0;
            if !walked.document.same_below(walked.root(), &indexed.document, indexed.root()) {
                return Ok(Some("another tree by the index".to_owned()));
            }
        }
        Ok(None)
    }

    /// What is parsed, and the first question with two answers.
    fn parse(&self, lookup: Lookup) -> Result<(Parsed, Option<&'static str>), NoAnswer> {
        let options = Options {
            allow_declarative_shadow_roots: self.shadow_roots,
            lookup,
            ..self.standard.options(self.scripting, &self.context)
        };
        let context = self.context.map(fragment_context);
        let finished = parse_checked(&[self.text.as_bytes()], context.as_ref(), options);
        let (parsed, disagreements) = finished.map_err(|failure| failure.to_string())?;
        let question = disagreements.first().map(|first| first.question);
        Ok((parsed, question))
    }
}
