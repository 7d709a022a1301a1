//! Divergences on record, in `corpus/divergences/<id>/`: people review them and tests replay them.
//!
//! * `input`: the bytes of the document, or its text in WTF-8;
//! * `divergence.toml`: which engine departs, on what question, and why;
//! * `divergence.snap`: the snapshot of both answers. A hunt writes `divergence.snap.new`, which a person accepts with
//!   `cargo insta review`.

mod findings;
mod replay;

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use crosscheck_reports::visible;
use crosscheck_standard::clauses::clause::Clause;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::{Cause, Fault, RootCause, Signature};
use crate::engines::standard::Standard;
use crate::engines::{self, Engine as _};
use crate::files::{self, FileError, WriteError, make_folder, write_whole};
use crate::judge::show;
use crate::model::answer::{Answer, Outcome};
use crate::model::hash::Fields;
use crate::model::input::{InitialState, Input, NotAContext, Source, Task};
use crate::oracles::Oracle;
use crate::{Wtf8Buf, reproduce};
pub use findings::findings;
pub use replay::{Departed, Engines, Replayed, compare, departed, replay, replay_as_accepted};

const INPUT: &str = "input";
/// The name of the file of a record.
pub const DIVERGENCE: &str = "divergence.toml";
const ACCEPTED: &str = "divergence.snap";
const PENDING: &str = "divergence.snap.new";
/// The name of the line of a snapshot with the engine and its version.
const DEPARTS: &str = "departs";

/// A divergence of an engine on one input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Record {
    /// The engine that departs.
    pub engine: String,
    /// The name of the oracle; `trees` if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oracle: Option<String>,
    /// Why, in a sentence.
    pub cause: String,
    /// How well that is known, as [`Known`](super::Known) names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// The number of documents on which the cause gave the engine's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<usize>,
    /// The variant of the standard engine that behaves alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behaves_like: Option<String>,
    /// The id of the wrong clause, or of the last one before the engine departs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The first difference, if no variant behaves alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// The fault, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The issue of the engine's maintainers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The context element, if the input is a fragment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The scripting flag.
    pub scripting: bool,
    /// The initial state, if the input is for the tokenizer alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_state: Option<String>,
    /// The name of the last start tag before the input, for the tokenizer alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_start_tag: Option<String>,
    /// Whether the input is parsed to be serialised.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub serialised: bool,
    /// Whether the input is bytes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bytes: bool,
    /// The encoding label the transport layer gave, if it is bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
}

/// Writes a root cause below a folder, for a person to review. Returns its folder, or `None` if that is there already.
///
/// # Errors
/// When a file cannot be written.
pub fn write(folder: &Path, cause: &RootCause) -> Result<Option<PathBuf>, WriteError> {
    let folder = folder.join(id(cause));
    if folder.join(DIVERGENCE).exists() {
        return Ok(None);
    }
    let input = cause.case.input();
    let record = Record::of(cause, &input);
    let document: &[u8] = match &input.source {
        Source::Text(text) => text.as_bytes(),
        Source::Bytes { bytes, .. } => bytes,
        Source::Tree(_) => &[],
    };
    let snapshot = record.snapshot(&input, &cause.standard, &cause.outcome, &cause.version);
    make_folder(&folder)?;
    write_whole(&folder.join(INPUT), |out| out.write_all(document))?;
    write_whole(&folder.join(PENDING), |out| {
        write!(out, "---\nsource: harness/tests/engines/divergences.rs\nexpression: snapshot\n---\n{snapshot}")
    })?;
    let toml = toml::to_string(&record).map_err(io::Error::other);
    write_whole(&folder.join(DIVERGENCE), |out| out.write_all(toml?.as_bytes()))?;
    Ok(Some(folder))
}

/// The name of the folder: the engine and the cause.
pub(crate) fn id(cause: &RootCause) -> String {
    let reason = match &cause.cause {
        Cause::Without(change) => format!("without {change}"),
        Cause::Like(mutants) => mutants.to_string(),
        Cause::Unexplained(signature) => format!("departs {signature}"),
        Cause::Fault(fault) => fault.title.clone(),
    };
    words(&format!("{} {reason}", cause.engine))
}

/// The longest name of a folder, in bytes: less than half of what file systems allow.
const LONGEST_NAME: usize = 100;

/// The words of a text in lower case, joined by hyphens; of a long text the first words and their number. What is too
/// long for a name is cut and ends with a hash of the text.
pub(crate) fn words(text: &str) -> String {
    const MOST_WORDS: usize = 12;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let said = words.iter().take(MOST_WORDS).copied();
    let said = said.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let name = match words.len() {
        count if count > MOST_WORDS => format!("{said}-{count}"),
        _ => said,
    };
    match name.get(..LONGEST_NAME) {
        Some(beginning) if name.len() > LONGEST_NAME => {
            let mut hash = Fields::default();
            hash.add(text.as_ref());
            format!("{beginning}-{}", hash.finish())
        }
        _ => name,
    }
}

/// The causes on record below a folder, each with the engine that departs.
///
/// # Errors
/// When the folder or a record in it cannot be read, or a record names something unknown.
pub fn known(folder: &Path) -> Result<Vec<(String, Cause)>, FileError> {
    let records = read_all(folder)?.into_iter();
    Ok(records.map(|recorded| (recorded.record.engine, recorded.cause)).collect())
}

/// A record with what it is about.
pub(crate) struct Recorded {
    /// Its name: that of its folder.
    pub(crate) id: String,
    pub(crate) record: Record,
    pub(crate) input: Input,
    pub(crate) cause: Cause,
    /// The version of the engine when the record was accepted.
    pub(crate) version: Option<String>,
}

/// The records below a folder, by name.
pub(crate) fn read_all(folder: &Path) -> Result<Vec<Recorded>, FileError> {
    let mut records = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| FileError::unreadable(folder, &error.into()))?;
        if entry.file_name() != DIVERGENCE {
            continue;
        }
        let path = entry.path();
        let record = Record::read(path)?;
        let name = path.parent().and_then(Path::file_name);
        records.push(Recorded {
            id: name.unwrap_or_default().to_string_lossy().into_owned(),
            cause: record.known_cause(path)?,
            input: record.read_input(path)?,
            version: departed(path)?.version,
            record,
        });
    }
    Ok(records)
}

/// The question of the record whose `divergence.toml` this is.
///
/// # Errors
/// When the record cannot be read, or names something unknown.
pub fn input(path: &Path) -> Result<Input, FileError> {
    Record::read(path)?.read_input(path)
}

impl Record {
    fn read(path: &Path) -> Result<Self, FileError> {
        let text = files::read_to_string(path).map_err(|error| FileError::unreadable(path, &error))?;
        Self::parse(path, &text)
    }

    /// Reads the text of a `divergence.toml`; `path` names it in errors.
    ///
    /// # Errors
    /// When it is not a record.
    pub fn parse(path: &Path, text: &str) -> Result<Self, FileError> {
        toml::from_str(text).map_err(|error| {
            let offset = error.span().map(|span| span.start);
            FileError::in_text(path, text, offset, error.message())
        })
    }

    fn of(cause: &RootCause, input: &Input) -> Self {
        let clause = cause.clause.map(|clause| clause.id().to_owned());
        let mut record = Self {
            engine: cause.engine.clone(),
            oracle: (cause.oracle != Oracle::Trees).then(|| cause.oracle.to_string()),
            cause: format!("{}.", cause.title()),
            known: Some(cause.known.name().to_owned()),
            tried: Some(cause.tried),
            behaves_like: cause.cause.engine(),
            clause,
            ..Self::default()
        };
        match &cause.cause {
            Cause::Unexplained(signature) => record.difference = Some(signature.difference.clone()),
            Cause::Fault(fault) => record.fault = Some(fault.title.clone()),
            Cause::Without(_) | Cause::Like(_) => {}
        }
        match &input.task {
            Task::Tree { context, scripting } => {
                record.context = context.as_ref().map(ToString::to_string);
                record.scripting = *scripting;
            }
            Task::Tokens { initial_state, last_start_tag } => {
                let name = |name: &Wtf8Buf| name.to_display().into_owned();
                record.initial_state = Some(initial_state.name().to_owned());
                record.last_start_tag = last_start_tag.as_ref().map(name);
            }
            Task::Serialise(task) => {
                record.context = task.context.as_ref().map(ToString::to_string);
                record.scripting = task.scripting;
                record.serialised = true;
            }
            Task::Encoding => {}
        }
        if let Source::Bytes { encoding, .. } = &input.source {
            record.bytes = true;
            record.encoding.clone_from(encoding);
        }
        record
    }

    /// The question about the document beside the record.
    fn read_input(&self, path: &Path) -> Result<Input, FileError> {
        let input = path.with_file_name(INPUT);
        let document = files::read(&input).map_err(|error| FileError::unreadable(&input, &error))?;
        self.question(path, document)
    }

    /// The question about a document; `path` names the record in errors.
    ///
    /// # Errors
    /// When the record names something unknown, or the document is not of the kind that it says.
    pub fn question(&self, path: &Path, document: Vec<u8>) -> Result<Input, FileError> {
        self.input(document).map_err(|message| FileError::of(path, message))
    }

    /// The question about the document.
    fn input(&self, document: Vec<u8>) -> Result<Input, String> {
        let source = match self.bytes {
            true => Source::Bytes { bytes: document, encoding: self.encoding.clone() },
            false => {
                let text = Wtf8Buf::from_wtf8(document);
                Source::Text(text.map_err(|error| format!("the input is not text: {error}"))?)
            }
        };
        let task = match &self.initial_state {
            Some(name) => Task::Tokens {
                initial_state: InitialState::from_name(name)
                    .ok_or_else(|| format!("`{name}` is no state to start in"))?,
                last_start_tag: self.last_start_tag.as_deref().map(Wtf8Buf::from),
            },
            None => {
                let context = self.context.as_deref().map(str::parse).transpose();
                let parsed = Task::Tree {
                    context: context.map_err(|error: NotAContext| error.to_string())?,
                    scripting: self.scripting,
                };
                let serialised = parsed.serialised().filter(|_| self.serialised);
                serialised.unwrap_or(parsed)
            }
        };
        Ok(Input { source, task })
    }

    /// The cause on record; `path` names the record in errors.
    ///
    /// # Errors
    /// When the record names something unknown, or no cause.
    pub fn known_cause(&self, path: &Path) -> Result<Cause, FileError> {
        self.root_cause().map_err(|message| FileError::of(path, message))
    }

    fn root_cause(&self) -> Result<Cause, String> {
        if let Some(engine) = &self.behaves_like {
            return Cause::from_engine(engine)
                .ok_or_else(|| format!("`{engine}` is no variant of the standard engine"));
        }
        if let Some(fault) = &self.fault {
            return Ok(Cause::Fault(Fault { title: fault.clone() }));
        }
        let difference = self.difference.clone();
        Ok(Cause::Unexplained(Signature {
            circumstance: None,
            difference: difference.ok_or("expected `behaves_like`, `difference` or `fault`")?,
            clause: self.named_clause()?,
        }))
    }

    pub(crate) fn named_clause(&self) -> Result<Option<Clause>, String> {
        let find = |id: &String| Clause::from_id(id).ok_or_else(|| format!("`{id}` is no clause"));
        self.clause.as_ref().map(find).transpose()
    }

    /// Both answers to the document, as text in which every character shows.
    fn snapshot(&self, input: &Input, standard: &Answer, outcome: &Outcome, version: &str) -> String {
        let oracle = self.oracle.as_deref().unwrap_or(Oracle::Trees.name());
        let clause = match self.named_clause() {
            Ok(clause) => clause.map(|clause| {
                let (id, title, link) = (clause.id(), clause.title(), clause.link());
                format!("{id}: {title} <{link}>")
            }),
            Err(message) => Some(message),
        };
        let fault = || Fault::of(outcome).map(|fault| fault.title);
        let difference = match (outcome, Oracle::from_name(oracle)) {
            (Outcome::Answer(answer), Some(oracle)) => oracle.compare(standard, answer),
            _ => fault(),
        };
        let scripting = if self.scripting { "on" } else { "off" };
        let lines = [
            ("input", Some(document(input))),
            ("encoding", self.encoding.clone()),
            ("context", self.context.clone()),
            ("scripting", Some(scripting.to_owned())),
            ("initial state", self.initial_state.clone()),
            ("last start tag", self.last_start_tag.clone()),
            ("property", Some(oracle.to_owned())),
            ("judge", Some(format!("{} {}", engines::standard::NAME, env!("CARGO_PKG_VERSION")))),
            (DEPARTS, Some(format!("{} {version}", self.engine))),
            ("cause", Some(self.cause.clone())),
            ("known", self.known.clone()),
            ("tried", self.tried.map(counted_documents)),
            ("upstream", self.upstream.clone()),
            ("behaves like", self.behaves_like.as_ref().map(|like| behaves_like(like, input, outcome))),
            ("clause", clause),
            ("first difference", Some(difference.unwrap_or_else(|| "none: the engine departs no more".to_owned()))),
            (
                "reproduce",
                Oracle::from_name(oracle)
                    .map(|oracle| reproduce::of_failure(&self.engine, oracle, input, standard, outcome).to_string()),
            ),
        ];
        let mut out = String::new();
        for (name, value) in lines {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{name}: {}", visible(&value).replace('\n', "\\n"));
            }
        }
        let answered = match outcome {
            Outcome::Answer(answer) => escaped(answer),
            _ => fault().unwrap_or_default(),
        };
        let _ = writeln!(out, "\n{}:\n{}", engines::standard::NAME, escaped(standard));
        let _ = writeln!(out, "\n{}:\n{answered}", self.engine);
        out
    }
}

/// The document, with every character or byte visible.
fn document(input: &Input) -> String {
    match &input.source {
        Source::Text(text) => match text.as_str() {
            Some(text) => format!("{text:?}"),
            None => format!("\"{}\" in WTF-8", text.as_bytes().escape_ascii()),
        },
        Source::Bytes { bytes, .. } => format!("\"{}\" in bytes", bytes.escape_ascii()),
        Source::Tree(tree) => format!("{:?}", tree.dump().to_display()),
    }
}

/// A variant of the standard engine, and whether it gives the same answer.
fn behaves_like(like: &str, input: &Input, outcome: &Outcome) -> String {
    let variant = Standard::from_name(like).map(|mut variant| variant.answer(input));
    let same = match (variant, outcome) {
        (Some(answer), Outcome::Answer(other)) => {
            let mut oracles = Oracle::ALL.iter();
            match oracles.all(|oracle| !oracle.differ(&answer, other)) {
                true => "the same",
                false => "not the same",
            }
        }
        _ => "no answer",
    };
    format!("{like}: {same}")
}

/// A number of documents, in words.
fn counted_documents(tried: usize) -> String {
    match tried {
        1 => "1 document".to_owned(),
        _ => format!("{tried} documents"),
    }
}

/// An answer with every character visible, line by line.
fn escaped(answer: &Answer) -> String {
    let shown = show::answer(answer);
    let lines = shown.split('\n').map(|line| {
        let parts = line.split('"').map(|part| part.escape_debug().to_string());
        parts.collect::<Vec<_>>().join("\"")
    });
    let mut lines: Vec<String> = lines.collect();
    if let Answer::Tree { mode: Some(mode), .. } = answer {
        lines.push(format!("in {mode} mode"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::engines::standard::reference_answer;
    use crate::fuzzing::generate::{Form, Piece, TestCase};
    use crate::fuzzing::triage::{Known, Triage};

    #[test]
    fn a_name_is_short_and_still_one_of_its_own() {
        assert_eq!(words("html5ever departs: <p>"), "html5ever-departs-p");
        let [one, other] = ["x", "y"].map(|end| words(&format!("{}{end}", "a".repeat(400))));
        assert_eq!(one.len(), LONGEST_NAME + 1 + 12);
        assert_ne!(one, other);
    }

    /// The records of this repository.
    fn records() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/divergences")
    }

    #[test]
    fn what_is_on_record_is_known_of_its_engine_alone() {
        let known = known(&records()).expect("the records are well-formed");
        let folder = records().join("html5ever-special-search");
        let record = Record::read(&folder.join(DIVERGENCE)).unwrap();
        let engine = &record.engine;
        let cause = record.root_cause().expect("it names a cause");
        assert_eq!(cause.engine(), record.behaves_like);
        assert!(known.contains(&(engine.clone(), cause)));
        let document = fs::read(folder.join(INPUT)).unwrap();
        let input = record.input(document).unwrap();
        let answer = engines::find(engine).unwrap().engine().unwrap().answer(&input);
        let knows = |triage: Triage, engine| triage.knows(engine, Oracle::Trees, &input, &answer);
        let knowing = || Triage::knowing(vec![Oracle::Trees], known.clone());
        assert!(knows(knowing(), engine));
        assert!(!knows(knowing(), "another"));
        assert!(!knows(Triage::default(), engine));
    }

    /// The input file keeps surrogates and bytes as they are.
    #[test]
    fn inputs_that_are_no_utf8_are_replayed() {
        let text = TestCase { pieces: ["<p>", "\u{FD800}", "<hr>"].map(Piece::from).to_vec(), ..TestCase::default() };
        let bytes = TestCase {
            form: Form::Bytes { encoding: Some("windows-1252".to_owned()) },
            pieces: ["<p>", "\u{E4}", "<hr>"].map(Piece::from).to_vec(),
            ..TestCase::default()
        };
        let engine = "standard@mutant:in-body/start-tag-hr:off";
        for (case, document) in [(text, &b"<p>\xED\xA0\x80<hr>"[..]), (bytes, b"<p>\xE4<hr>")] {
            let input = case.input();
            let standard = reference_answer(&input).unwrap();
            let ask = |name: &str, input: &Input| {
                let mut engine = engines::find(name).unwrap().engine().unwrap();
                Ok((Outcome::Answer(engine.answer(input)), engine.about().version))
            };
            let (outcome, version) = ask(engine, &input).unwrap();
            let like = |variant| behaves_like(variant, &input, &outcome);
            assert_eq!(like("standard"), "standard: not the same");
            let cause = RootCause {
                engine: engine.to_owned(),
                version,
                oracle: Oracle::Trees,
                cause: Cause::from_engine(engine).unwrap(),
                known: Known::Consistent,
                tried: 1,
                neighbour: None,
                alternatives: Vec::new(),
                clause: None,
                case,
                standard,
                outcome,
                count: 1,
            };
            let folder = tempfile::tempdir().unwrap();
            let written = write(folder.path(), &cause).unwrap().unwrap();
            assert_eq!(fs::read(written.join(INPUT)).unwrap(), document);
            let pending = fs::read_to_string(written.join(PENDING)).unwrap();
            let again = replay::replay_by(&written.join(DIVERGENCE), &ask).unwrap();
            assert!(pending.ends_with(&again), "{pending}\n{again}");
            assert!(again.contains(": the same\n"), "{again}");
            let second = write(folder.path(), &cause).unwrap();
            assert_eq!(second, None, "it is on record already");
            fs::rename(written.join(PENDING), written.join(ACCEPTED)).unwrap();
            let departed = departed(&written.join(DIVERGENCE)).unwrap();
            assert_eq!(departed.version, Some(cause.version));
        }
    }

    #[test]
    fn names_are_cut_after_twelve_words() {
        let twelve = "a-b-c-d-e-f-g-h-i-j-k-l";
        assert_eq!(words("A b: c-d, e f g h i j k l."), twelve);
        assert_eq!(words(&format!("{twelve} m")), format!("{twelve}-13"));
    }

    #[test]
    fn every_character_of_an_answer_shows() {
        let answer = Answer::Markup("a\u{1}\"\u{A0}\r\"\nb".into());
        assert_eq!(escaped(&answer), "a\\u{1}\"\\u{a0}\\r\"\nb");
    }

    #[test]
    fn a_record_that_is_wrong_is_told_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(DIVERGENCE);
        let told = |text: &str| {
            fs::write(&path, text).unwrap();
            known(folder.path()).map_err(|error| error.to_string())
        };
        for (text, what) in [
            ("engine = 'x'\ncause = 'y'", "behaves_like"),
            ("engine = 1", "string"),
            ("engine = 'x'\ncause = 'y'\nbehaves_like = 'standard@mutant:none'", "standard@mutant:none"),
        ] {
            let error = told(text).unwrap_err();
            assert!(error.contains(DIVERGENCE) && error.contains(what), "{error}");
        }
        assert!(known(&folder.path().join("none")).is_err());
    }
}
