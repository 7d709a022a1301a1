//! A fragment with the context `body` parses like the rest of a document whose body starts before it, unless tags
//! affect the elements around it.
//!
//! The stack of a fragment has an html element alone, that of the document html and body. Both start in the "in body"
//! insertion mode, and the rules tell the two stacks apart for the tags of html and body alone: the body
//! start tag of the document has set the frameset-ok flag to "not ok", so that a frameset is ignored in both.
//! A fragment is not connected to a document while it is parsed, which the post-connection steps of selectedcontent
//! elements tell apart.
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>

use crosscheck_standard::wtf8::Wtf8Buf;

use super::{Ask, names, tree_of};
use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::{Context, Input};
use crate::model::tree::{Namespace, TakeNodes as _, Tree, first_difference};

/// The names whose tags are treated differently in a fragment. No other difference is accepted. The tags of html and
/// body merge attributes or end the body, and a selectedcontent element shows the selected option once it is connected.
pub const FORGIVEN: [&str; 3] = ["html", "body", "selectedcontent"];

/// The start of the document, up to its body.
const BEFORE: &str = "<!DOCTYPE html><head></head><body>";

/// The depth of the children of the body.
const DEPTH: u32 = 2;

/// The first difference between an engine's trees of a text as a fragment and in a document, if it is not an accepted
/// one.
///
/// # Errors
/// The error of `ask`, or that the answer is not a tree.
pub fn difference(ask: &mut Ask<'_>, standard: &mut Ask<'_>, text: &Wtf8Buf) -> Result<Option<String>, NoAnswer> {
    match FORGIVEN.iter().any(|name| names(text, name)) {
        true => Ok(None),
        false => unforgiven_difference(ask, standard, text),
    }
}

fn unforgiven_difference(
    ask: &mut Ask<'_>,
    standard: &mut Ask<'_>,
    text: &Wtf8Buf,
) -> Result<Option<String>, NoAnswer> {
    let body = Context { namespace: Namespace::Html, local_name: "body".to_owned() };
    let fragment = tree(ask, standard, text.clone(), Some(body))?;
    let mut whole = Wtf8Buf::from(BEFORE);
    whole.push_wtf8(text);
    let document = tree(ask, standard, whole, None)?;
    let mut expected = tree(ask, standard, BEFORE.into(), None)?;
    for (depth, node) in fragment.nodes() {
        expected.push(depth + DEPTH, node);
    }
    Ok(first_difference(&expected, &document).map(|difference| difference.to_string()))
}

/// The tree of an answer. A dump may be read in several ways; one that is also the dump of the standard's tree is read
/// as that.
fn tree(ask: &mut Ask<'_>, standard: &mut Ask<'_>, text: Wtf8Buf, context: Option<Context>) -> Result<Tree, NoAnswer> {
    let question = Input::parsed(text, context, false);
    let tree = tree_of(ask, &question)?;
    if tree.is_given_as_dump()
        && let Answer::Tree { tree: read, .. } = standard(&question)?
        && read.is_same(&tree)
    {
        return Ok(read);
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::generate::test_cases;
    use crate::model::input::Task;
    use crate::oracles::tests::ask_wrong_where;

    #[test]
    fn it_holds_of_generated_documents() {
        let (mut ask, mut standard) = (ask_wrong_where(|_| false), ask_wrong_where(|_| false));
        for case in test_cases(3).take(1000) {
            let text = case.text().as_str().into();
            assert_eq!(difference(&mut ask, &mut standard, &text), Ok(None), "{text:?}");
        }
    }

    #[test]
    fn an_engine_that_is_wrong_in_fragments_alone_is_noticed() {
        let mut ask = ask_wrong_where(|task| matches!(task, Task::Tree { context: Some(_), .. }));
        let mut standard = ask_wrong_where(|_| false);
        assert!(matches!(difference(&mut ask, &mut standard, &"<p>x<hr>".into()), Ok(Some(_))));
        assert_eq!(difference(&mut ask, &mut standard, &"<p>x<br>".into()), Ok(None));
    }

    #[test]
    fn a_dump_is_read_as_the_standard_s_tree_where_it_may_be() {
        let mut standard = ask_wrong_where(|_| false);
        let mut right = ask_wrong_where(|_| false);
        let mut dumps = |input: &Input| match right(input)? {
            Answer::Tree { tree, errors, mode } => {
                Ok(Answer::Tree { tree: Tree::given_as_dump(tree.dump()).expect("it is a dump"), errors, mode })
            }
            other => Ok(other),
        };
        let text = "<base a=\" b=\"\">".into();
        assert_eq!(difference(&mut dumps, &mut standard, &text), Ok(None));
    }

    #[test]
    fn what_is_forgiven_does_differ() {
        let select = "<select><option>x</option><selectedcontent>y";
        for (name, text) in std::iter::zip(FORGIVEN, ["<html a>", "<body a>", select]) {
            assert!(names(&text.into(), name));
            let (mut ask, mut standard) = (ask_wrong_where(|_| false), ask_wrong_where(|_| false));
            let found = unforgiven_difference(&mut ask, &mut standard, &text.into());
            assert_ne!(found, Ok(None), "{text:?}");
        }
    }
}
