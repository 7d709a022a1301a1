//! The standard engine's index for the algorithms of selects and patches gives the same answers as walking the tree,
//! and the same tree.

use crosscheck_standard::parser::options::{Lookup, Options};
use crosscheck_standard::parser::parse::Parsed;
use crosscheck_standard::parser::watch::parse_checked;
use crosscheck_standard::wtf8::Wtf8Buf;

use super::parsed_text;
use crate::engines::standard::{Standard, fragment_context};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Input};

/// Describes the first question on which the index and a walk of the tree differ for an input; `None` if there is none.
///
/// # Errors
/// When the engine is not the standard engine, in one of its editions, or the input is not text to be parsed.
pub fn difference(engine: &str, input: &Input) -> Result<Option<String>, NoAnswer> {
    let standard = Standard::of_name_without_mutants(engine);
    let standard = standard.ok_or("only the standard engine has a tree index")?;
    let (text, context, scripting) = parsed_text(input)?;
    for shadow_roots in [false, true] {
        let question = Question { standard: &standard, text, context, scripting, shadow_roots };
        if let Some(difference) = question.difference()? {
            return Ok(Some(difference));
        }
    }
    Ok(None)
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
