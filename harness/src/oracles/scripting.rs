//! The scripting flag changes the result only for documents that name noscript.
//!
//! Scripts are not run, so that what is left of the flag is what the rules for the noscript element make of it: in head
//! and in body, and as the context of a fragment.
//! <https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag>

use crosscheck_standard::wtf8::Wtf8Buf;

use super::{Ask, names};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Input, Source, Task};

/// Whether the flag may matter: the text or the context names noscript. No other difference is accepted.
pub fn may_matter(text: &Wtf8Buf, context: Option<&Context>) -> bool {
    names(text, "noscript") || context.is_some_and(|context| context.local_name == "noscript")
}

/// Whether an engine gives the same result with the flag on and off, or may differ.
///
/// # Errors
/// The error of `ask`.
pub fn holds(ask: &mut Ask<'_>, text: &Wtf8Buf, context: Option<&Context>) -> Result<bool, NoAnswer> {
    let mut answer = |scripting| {
        ask(&Input { source: Source::Text(text.clone()), task: Task::Tree { context: context.cloned(), scripting } })
    };
    Ok(may_matter(text, context) || answer(false)? == answer(true)?)
}

/// Describes a difference between an engine's results with the flag on and off; `None` if there is none or it is
/// accepted.
///
/// # Errors
/// The error of `ask`, or that the input is not text to be parsed.
pub fn difference(ask: &mut Ask<'_>, input: &Input) -> Result<Option<String>, NoAnswer> {
    let (Source::Text(text), Task::Tree { context, .. }) = (&input.source, &input.task) else {
        return Err("the input is not text to be parsed".into());
    };
    let holds = holds(ask, text, context.as_ref())?;
    Ok((!holds).then(|| "the flag matters without noscript".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;
    use crate::fuzzing::generate::test_cases;
    use crate::oracles::tests::ask_wrong_where;

    #[test]
    fn it_holds_of_generated_documents() {
        let mut ask = ask_wrong_where(|_| false);
        for case in test_cases(2).take(1000) {
            let text = case.text().as_str().into();
            assert_eq!(holds(&mut ask, &text, None), Ok(true), "{text:?}");
        }
    }

    #[test]
    fn an_engine_whose_flag_matters_elsewhere_is_noticed() {
        let mut ask = ask_wrong_where(|task| matches!(task, Task::Tree { scripting: true, .. }));
        assert_eq!(holds(&mut ask, &"<p>x<hr>".into(), None), Ok(false));
        assert_eq!(holds(&mut ask, &"<p>x<br>".into(), None), Ok(true));
    }

    #[test]
    fn noscript_is_forgiven_because_it_does_differ() {
        let text: Wtf8Buf = "<NoScript><p>".into();
        assert!(may_matter(&text, None));
        let mut engine = Standard::default();
        let mut answer = |scripting| {
            engine.answer(&Input { source: Source::Text(text.clone()), task: Task::Tree { context: None, scripting } })
        };
        assert_ne!(answer(false), answer(true));
    }
}
