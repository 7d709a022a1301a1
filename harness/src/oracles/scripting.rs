//! The scripting flag changes the result only for documents that name noscript.
//!
//! Scripts are not run, so that what is left of the flag is what the rules for the noscript element make of it: in head
//! and in body, and as the context of a fragment.
//! <https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag>

use crosscheck_standard::wtf8::Wtf8Buf;

use super::{Ask, names, parsed_text};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Input};

/// Whether the flag may matter: the text or the context names noscript. No other difference is accepted.
fn may_matter(text: &Wtf8Buf, context: Option<&Context>) -> bool {
    names(text, "noscript") || context.is_some_and(|context| context.local_name == "noscript")
}

/// Describes a difference between an engine's results with the flag on and off; `None` if there is none or it is
/// accepted.
///
/// # Errors
/// The error of `ask`, or that the input is not text to be parsed.
pub fn difference(ask: &mut Ask<'_>, input: &Input) -> Result<Option<String>, NoAnswer> {
    let (text, context, _) = parsed_text(input)?;
    let mut answer = |scripting| ask(&Input::parsed(text.clone(), context.cloned(), scripting));
    let holds = may_matter(text, context) || answer(false)? == answer(true)?;
    Ok((!holds).then(|| "the flag matters without noscript".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;
    use crate::fuzzing::generate::test_cases;
    use crate::model::input::Task;
    use crate::oracles::tests::ask_wrong_where;

    #[test]
    fn it_holds_of_generated_documents() {
        let mut ask = ask_wrong_where(|_| false);
        for case in test_cases(2).take(1000) {
            let input = Input::document(case.text().as_str());
            assert_eq!(difference(&mut ask, &input), Ok(None), "{input:?}");
        }
    }

    #[test]
    fn an_engine_whose_flag_matters_elsewhere_is_noticed() {
        let mut ask = ask_wrong_where(|task| matches!(task, Task::Tree { scripting: true, .. }));
        assert!(matches!(difference(&mut ask, &Input::document("<p>x<hr>")), Ok(Some(_))));
        assert_eq!(difference(&mut ask, &Input::document("<p>x<br>")), Ok(None));
    }

    #[test]
    fn noscript_is_forgiven_because_it_does_differ() {
        let text: Wtf8Buf = "<NoScript><p>".into();
        assert!(may_matter(&text, None));
        let mut engine = Standard::default();
        let mut answer = |scripting| engine.answer(&Input::parsed(text.clone(), None, scripting));
        assert_ne!(answer(false), answer(true));
    }
}
