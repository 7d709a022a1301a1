//! Judging: compares an engine's answer with the answer that the fixture expects. Answers are not normalised to make
//! them fit.

mod errors;
mod pin;
pub(crate) mod show;
mod stale;

use crosscheck_reports::Verdict;
use encoding_rs::Encoding;

pub use pin::AnswerHash;
pub(crate) use stale::by_edition;
pub use stale::{change_that_explains, reconsider};

use crate::Wtf8Buf;
use crate::fixtures::{Check, Expected, ExpectedError, NotAsked};
use crate::model::answer::{About, Answer, Capability, Outcome};
use crate::model::input::{Input, Serialise, Task};
use crate::model::token::ParseError;

/// The longest dump that is shown beside an expected one, in bytes, unless that one is longer itself.
const SHOWN_DUMP: usize = 16 << 20;

/// The result of one check on one engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, if the verdict needs one.
    pub reason: Option<String>,
    /// What the engine lacks, if the check is unsupported.
    pub lacks: Option<String>,
    /// The pin of a wrong answer.
    pub answer: Option<AnswerHash>,
    /// The answer of the fixture, for display, if the engine gave another one.
    pub expected: Option<String>,
    /// The answer of the engine, for display, if it is not the fixture's.
    pub actual: Option<String>,
}

impl Judgement {
    fn passed() -> Self {
        Self::because(Verdict::Passed, None)
    }

    /// The verdict for a check that no engine can be asked, and why.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Self::because(Verdict::Unsupported, Some(reason.into()))
    }

    /// The verdict for an engine that does not support the check. `reason` is what it lacks, and why after a colon.
    pub fn lacking(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let lacks = reason.split(": ").next().map(str::to_owned);
        Self { lacks, ..Self::unsupported(reason) }
    }

    /// The verdict for an engine that is not asked.
    pub fn not_asked(why: &NotAsked, about: &About) -> Self {
        match why {
            NotAsked::OfEdition(_) | NotAsked::Needs(_) => Self::unsupported(why.to_string()),
            NotAsked::Lacks(capability) => Self::lacking(about.explained(capability.name())),
        }
    }

    fn crashed(reason: impl Into<String>) -> Self {
        Self::because(Verdict::Crashed, Some(reason.into()))
    }

    fn failed(expected: String, actual: String) -> Self {
        Self { expected: Some(expected), actual: Some(actual), ..Self::because(Verdict::Failed, None) }
    }

    fn because(verdict: Verdict, reason: Option<String>) -> Self {
        Self { verdict, reason, lacks: None, answer: None, expected: None, actual: None }
    }

    /// The same, with the scripting mode of this input.
    fn in_mode(self, input: Option<&Input>) -> Self {
        let mode = match input.map(|input| &input.task) {
            Some(Task::Tree { scripting: true, .. } | Task::Serialise(Serialise { scripting: true, .. })) => {
                "with scripting on"
            }
            Some(Task::Tree { .. } | Task::Serialise(_)) => "with scripting off",
            Some(Task::Tokens { .. } | Task::Encoding) | None => return self,
        };
        let reason = match self.reason {
            Some(reason) => format!("{mode}: {reason}"),
            None => mode.to_owned(),
        };
        Self { reason: Some(reason), ..self }
    }

    /// The severity. A check with two scripting modes gets the worse verdict.
    fn severity(&self) -> u8 {
        match self.verdict {
            Verdict::Passed => 0,
            Verdict::Unsupported => 1,
            Verdict::Stale => 2,
            Verdict::Failed => 3,
            Verdict::TimedOut => 4,
            Verdict::Crashed => 5,
        }
    }
}

/// Judges the outcomes of the inputs that [`Check::questions`] gave, in their order. A check with two modes of
/// scripting passes when every mode that was asked passes; otherwise the worst mode is reported, the first of equals,
/// and named if the modes differ.
///
/// ```
/// use std::path::Path;
///
/// use crosscheck::engines::Engine as _;
/// use crosscheck::engines::standard::Standard;
/// use crosscheck::fixtures::FixtureFile;
/// use crosscheck::judge::judge;
/// use crosscheck::model::answer::Outcome;
/// use crosscheck_reports::Verdict;
///
/// let fixture = b"#data\n<p>x\n#errors\n#document-fragment\ndiv\n#document\n| <p>\n|   \"x\"\n";
/// let file = FixtureFile::from_bytes(Path::new("p.dat"), fixture, None)?;
/// let check = &file.fixtures[0].checks()[0];
/// let answers = check.inputs.iter().map(|input| Outcome::Answer(Standard::default().answer(input)));
/// assert_eq!(judge(check, &answers.collect::<Vec<_>>()).verdict, Verdict::Passed);
/// # Ok::<(), crosscheck::files::FileError>(())
/// ```
pub fn judge(check: &Check, outcomes: &[Outcome]) -> Judgement {
    if let Some(needs) = check.unmet_needs() {
        return Judgement::unsupported(needs);
    }
    let judgements: Vec<Judgement> = outcomes.iter().map(|outcome| judge_one(&check.expected, outcome)).collect();
    let all_alike = judgements.windows(2).all(|pair| pair[0] == pair[1]);
    let worst = judgements
        .into_iter()
        .enumerate()
        .reduce(|worst, next| if next.1.severity() > worst.1.severity() { next } else { worst });
    let mut judgement = match worst {
        Some((_, judgement)) if all_alike => judgement,
        Some((index, judgement)) => judgement.in_mode(check.inputs.get(index)),
        None => Judgement::crashed("the engine was not asked, or never answered"),
    };
    if judgement.verdict == Verdict::Failed {
        judgement.answer = Some(pin::pin(&check.expected, outcomes));
    }
    judgement
}

fn judge_one(expected: &Expected, outcome: &Outcome) -> Judgement {
    let answer = match outcome {
        Outcome::Answer(answer) => answer,
        Outcome::TimedOut(_) => return Judgement::because(Verdict::TimedOut, outcome.fault()),
        Outcome::Crashed(_) | Outcome::ProtocolError(_) => {
            return Judgement::because(Verdict::Crashed, outcome.fault());
        }
    };
    match (expected, answer) {
        (_, Answer::Unsupported(reason)) => Judgement::lacking(reason.as_str()),
        (Expected::Tree(expected), Answer::Tree { tree, .. }) => {
            let limit = expected.len().max(SHOWN_DUMP);
            let shown = |dump: &crate::Wtf8Buf| dump.to_display().into_owned();
            match tree.dump_within(limit) {
                Some(actual) if actual == *expected => Judgement::passed(),
                Some(actual) => Judgement::failed(shown(expected), shown(&actual)),
                None => Judgement::failed(shown(expected), show::dump(tree, limit)),
            }
        }
        (Expected::Tokens(expected), Answer::Tokens { tokens, .. }) => {
            if tokens == expected {
                return Judgement::passed();
            }
            Judgement::failed(show::tokens(expected), show::tokens(tokens))
        }
        (Expected::Encoding(expected), Answer::Encoding(actual)) => judge_encoding(expected, actual),
        (Expected::Serialized(expected), Answer::Markup(markup)) => judge_markup(expected, markup),
        (Expected::Errors(wanted), Answer::Tree { errors, .. } | Answer::Tokens { errors, .. })
        | (Expected::TreeErrors(wanted), Answer::Tree { errors, .. }) => match errors {
            Some(errors) => judge_errors(wanted, &asked_errors(expected, errors)),
            None => Judgement::lacking("errors"),
        },
        (Expected::Mode(expected), Answer::Tree { mode, .. }) => match mode {
            None => Judgement::lacking(Capability::Mode.name()),
            Some(actual) if actual == expected => Judgement::passed(),
            Some(actual) => Judgement::failed(expected.to_string(), actual.to_string()),
        },
        (_, answer) => Judgement::crashed(format!("answered with {}, expected another kind of answer", answer.kind())),
    }
}

/// The markup must equal one of the expected texts.
fn judge_markup(expected: &[Wtf8Buf], actual: &Wtf8Buf) -> Judgement {
    if expected.contains(actual) {
        return Judgement::passed();
    }
    let expected: Vec<_> = expected.iter().map(Wtf8Buf::to_display).collect();
    Judgement::failed(expected.join("\nor\n"), actual.to_display().into_owned())
}

/// Two labels of the same encoding are equal.
fn judge_encoding(expected: &str, actual: &str) -> Judgement {
    let encoding = |label: &str| Encoding::for_label(label.as_bytes());
    match (encoding(expected), encoding(actual)) {
        (_, None) => Judgement::crashed(format!("answered with `{actual}`, which is not the label of an encoding")),
        (expected, actual) if expected == actual => Judgement::passed(),
        (_, Some(actual)) => Judgement::failed(expected.to_owned(), actual.name().to_owned()),
    }
}

/// Those of the errors that a check asks for: those of tree construction, or the others.
fn asked_errors(expected: &Expected, errors: &[ParseError]) -> Vec<ParseError> {
    let of_tree = matches!(expected, Expected::TreeErrors(_));
    let asked = errors.iter().filter(|error| error.is_of_tree() == of_tree);
    asked.cloned().collect()
}

fn judge_errors(expected: &[ExpectedError], actual: &[ParseError]) -> Judgement {
    match errors::compare(expected, actual) {
        errors::Comparison::Same => Judgement::passed(),
        errors::Comparison::CodesOnly => Judgement::lacking("positions of errors"),
        errors::Comparison::Different => Judgement::failed(show::expected_errors(expected), show::errors(actual)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fixtures::{CheckKind, Fixture, FixtureFile};
    use crate::model::mode::DocumentMode;
    use crate::model::token::{Position, Token};
    use crate::model::tree::{Namespace, Tree};

    fn fixture(bytes: &str) -> Fixture {
        let path = std::path::Path::new("suite/file");
        let file = FixtureFile::from_bytes(path, bytes.as_bytes(), None).unwrap();
        file.fixtures.into_iter().next().unwrap()
    }

    fn check(bytes: &str, kind: CheckKind) -> Check {
        let mut checks = fixture(bytes).checks().into_iter();
        checks.find(|check| check.kind == kind).unwrap()
    }

    fn text_tree(text: &str) -> Outcome {
        let mut tree = Tree::new();
        tree.push_element(0, Namespace::Html, b"p", &mut []);
        tree.push_text(1, text.as_bytes());
        Outcome::Answer(Answer::Tree { tree, errors: None, mode: None })
    }

    const TREE: &str = "#data\nx\n#errors\n#document-fragment\ndiv\n#document\n| <p>\n|   \"x\"\n";

    #[test]
    fn both_modes_must_pass_and_the_one_that_does_not_is_named() {
        let check = check(TREE, CheckKind::Tree);
        let (right, wrong) = (text_tree("x"), text_tree("x "));
        assert_eq!(judge(&check, &[right.clone(), right.clone()]), Judgement::passed());
        assert_eq!(judge(&check, std::slice::from_ref(&right)), Judgement::passed());
        let off = judge(&check, &[wrong.clone(), right.clone()]);
        assert_eq!(off.verdict, Verdict::Failed);
        assert_eq!(off.reason.as_deref(), Some("with scripting off"));
        assert_eq!(off.expected.as_deref(), Some("| <p>\n|   \"x\""));
        assert_eq!(off.actual.as_deref(), Some("| <p>\n|   \"x \""));
        let on = judge(&check, &[right.clone(), wrong.clone()]);
        assert_eq!(on.reason.as_deref(), Some("with scripting on"));
        let both = judge(&check, &[wrong.clone(), wrong.clone()]);
        assert_eq!((both.verdict, both.reason), (Verdict::Failed, None));
        let first = judge(&check, &[wrong.clone(), text_tree("y")]);
        assert_eq!(first.reason.as_deref(), Some("with scripting off"));
        let crash = judge(&check, &[wrong, Outcome::Crashed("signal 6".to_owned())]);
        assert_eq!(crash.verdict, Verdict::Crashed);
        assert_eq!(crash.reason.as_deref(), Some("with scripting on: signal 6"));
    }

    #[test]
    fn nothing_but_the_right_answer_passes() {
        let check = check(TREE, CheckKind::Tree);
        let verdict = |outcome: &Outcome| judge(&check, std::slice::from_ref(outcome)).verdict;
        for text in ["", " x", "x\n", "X"] {
            assert_eq!(verdict(&text_tree(text)), Verdict::Failed, "{text:?}");
        }
        let tokens = Answer::Tokens { tokens: Vec::new(), errors: None };
        assert_eq!(verdict(&Outcome::Answer(tokens)), Verdict::Crashed);
        let unsupported = Answer::Unsupported("fragment".to_owned());
        assert_eq!(verdict(&Outcome::Answer(unsupported)), Verdict::Unsupported);
        let explained = Judgement::lacking("fragment: no such function");
        assert_eq!(explained.lacks.as_deref(), Some("fragment"));
        let timed_out = Outcome::TimedOut(Duration::from_secs(1));
        assert_eq!(verdict(&timed_out), Verdict::TimedOut);
        let nonsense = Outcome::ProtocolError("no JSON".to_owned());
        assert_eq!(verdict(&nonsense), Verdict::Crashed);
        assert_eq!(judge(&check, &[]).verdict, Verdict::Crashed);
    }

    #[test]
    fn the_mode_of_a_document_is_judged_where_an_engine_tells_it() {
        let fixture = "#data\nx\n#errors\n#mode\nlimited-quirks\n#document\n| \"x\"\n";
        let check = check(fixture, CheckKind::Mode);
        let judge = |mode| {
            let tree = Tree::new();
            let errors = None;
            judge(&check, &[Outcome::Answer(Answer::Tree { tree, errors, mode })])
        };
        assert_eq!(judge(Some(DocumentMode::LimitedQuirks)), Judgement::passed());
        let failed = judge(Some(DocumentMode::Quirks));
        assert_eq!(failed.verdict, Verdict::Failed);
        assert_eq!(failed.expected.as_deref(), Some("limited-quirks"));
        assert_eq!(failed.actual.as_deref(), Some("quirks"));
        assert_eq!(judge(None), Judgement::lacking("mode"));
        let can = [Capability::Document, Capability::Mode];
        assert_eq!(check.questions(&can).map(<[_]>::len), Ok(1));
        assert_eq!(check.questions(&can[..1]), Err(NotAsked::Lacks(Capability::Mode)));
    }

    #[test]
    fn a_tokenizer_fixture_without_errors_expects_none() {
        let fixture = r#"{"tests":[{"description":"d","input":"x","output":[["Character","x"]]}]}"#;
        let (tokens, errors) = (check(fixture, CheckKind::Tokens), check(fixture, CheckKind::Errors));
        let answer = |text: &str, errors: Option<Vec<ParseError>>| {
            let tokens = vec![Token::Characters(text.into())];
            [Outcome::Answer(Answer::Tokens { tokens, errors })]
        };
        let error = ParseError { position: Some(Position { line: 1, column: 1 }), code: "eof-in-cdata".to_owned() };
        assert_eq!(judge(&tokens, &answer("x", None)), Judgement::passed());
        let failed = judge(&tokens, &answer("xy", None));
        assert_eq!(failed.expected.as_deref(), Some(r#"["Character","x"]"#));
        assert_eq!(failed.actual.as_deref(), Some(r#"["Character","xy"]"#));
        assert_eq!(judge(&errors, &answer("x", None)), Judgement::lacking("errors"));
        assert_eq!(judge(&errors, &answer("x", Some(Vec::new()))), Judgement::passed());
        let failed = judge(&errors, &answer("x", Some(vec![error])));
        assert_eq!(failed.verdict, Verdict::Failed);
        assert_eq!(failed.actual.as_deref(), Some("(1:1) eof-in-cdata"));
    }

    #[test]
    fn any_expected_markup_and_any_label_of_the_expected_encoding_pass() {
        let expected: [Wtf8Buf; 2] = ["<b>".into(), "<B>".into()];
        for (actual, verdict) in [("<b>", Verdict::Passed), ("<B>", Verdict::Passed), ("<b> ", Verdict::Failed)] {
            let judgement = judge_markup(&expected, &actual.into());
            assert_eq!(judgement.verdict, verdict, "{actual:?}");
        }
        for (expected, actual, verdict) in [
            ("latin1", "windows-1252", Verdict::Passed),
            ("utf-8", "windows-1252", Verdict::Failed),
            ("utf-8", "x", Verdict::Crashed),
        ] {
            let judgement = judge_encoding(expected, actual);
            assert_eq!(judgement.verdict, verdict, "{expected} {actual}");
        }
    }

    #[test]
    fn errors_of_tree_construction_are_judged_apart_from_others() {
        let errors =
            ["cell-in-table-body", "eof-in-tag"].map(|code| ParseError { position: None, code: code.to_owned() });
        let [of_tree, other] = errors.each_ref().map(std::slice::from_ref);
        let asked = |expected| asked_errors(&expected, &errors);
        assert_eq!(asked(Expected::TreeErrors(Vec::new())), of_tree);
        assert_eq!(asked(Expected::Errors(Vec::new())), other);
    }

    #[test]
    fn what_no_engine_interface_can_ask_is_unsupported_with_the_reason() {
        let xml = r#"{"xmlViolationTests":[{"description":"","input":"","output":[]}]}"#;
        let check = check(xml, CheckKind::Tokens);
        assert_eq!(judge(&check, &[]), Judgement::unsupported("infoset coercion"));
        let all = crate::model::answer::Capability::ALL;
        assert_eq!(check.questions(all), Err(NotAsked::Needs("infoset coercion".to_owned())));
    }
}
