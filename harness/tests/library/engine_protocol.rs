//! The JSON Schemas of the engine protocol say what crosscheck writes and reads: no more and no less.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use boon::{Compiler, SchemaIndex, Schemas};
use crosscheck::engines::check::questions;
use crosscheck::engines::question;
use crosscheck::model::input::{Input, Source, Task};
use serde_json::Value;

/// A schema of the protocol.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn of(messages: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
        let file = folder.join(format!("{messages}.schema.json"));
        let mut schemas = Schemas::new();
        let index =
            Compiler::new().compile(&file.to_string_lossy(), &mut schemas).unwrap_or_else(|error| panic!("{error:#}"));
        Self { schemas, index }
    }

    fn allows(&self, message: &str) -> Result<(), String> {
        let message: Value = serde_json::from_str(message).map_err(|error| error.to_string())?;
        self.schemas.validate(&message, self.index).map_err(|error| format!("{message}: {error:#}"))
    }
}

/// Questions of every task, none with a lone surrogate, which JSON readers do not take.
fn inputs() -> Vec<Input> {
    let smoke = questions().into_iter().map(|question| question.input);
    let encoding = Input {
        source: Source::Bytes { bytes: b"<meta charset=latin1>".to_vec(), encoding: None },
        task: Task::Encoding,
    };
    let has_surrogate = |input: &Input| match &input.source {
        Source::Text(text) => text.as_str().is_none(),
        Source::Bytes { .. } | Source::Tree(_) => false,
    };
    smoke.chain([encoding]).filter(|input| !has_surrogate(input)).collect()
}

/// Each question twice if its answer is a tree: as an engine is asked that can `nodes`, and as another one is.
fn lines() -> Vec<String> {
    let inputs = inputs().into_iter().zip(1..);
    let lines = inputs.flat_map(|(input, id)| {
        let line = String::from_utf8(question(id, &input)).unwrap();
        let is_for_tree = matches!(input.task, Task::Tree { .. });
        let for_nodes = line.replace("}\n", ",\"form\":\"nodes\"}\n");
        [Some(line), is_for_tree.then_some(for_nodes)]
    });
    let tree = r#"{"id":0,"nodes":[[0,"element","html","p",[["","a","b"]]],[1,"shadow","open"],[2,"text","x"]],"context":null,"scripting":false,"serialise":{"shadowRoots":"all","extent":"inner"}}"#;
    lines.flatten().chain([format!("{tree}\n")]).collect()
}

#[test]
fn every_question_is_of_the_schema() {
    let schema = Schema::of("question");
    assert_eq!(schema.allows(r#"{"hello":1}"#), Ok(()));
    for line in lines() {
        assert_eq!(schema.allows(&line), Ok(()));
    }
}

#[test]
fn every_answer_of_the_standard_engine_is_of_the_schema() {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .args(["worker", "--engine", "standard"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = worker.stdin.take().unwrap();
    let asked = lines();
    let questions = [vec!["{\"hello\":1}\n".to_owned()], asked.clone()].concat().concat();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = worker.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), asked.len() + 1);

    let schema = Schema::of("answer");
    let (introduction, answers) = answers.split_once('\n').unwrap();
    assert_eq!(schema.allows(introduction), Ok(()));
    for (question, answer) in asked.iter().zip(answers.lines()) {
        assert_eq!(schema.allows(answer), Ok(()));
        assert!(!answer.contains("\"unsupported\""), "{answer}");
        let is_for_nodes = question.contains("\"form\"");
        assert_eq!(answer.contains("\"nodes\""), is_for_nodes, "{answer}");
    }
}

/// What is no question or no answer, by one member each.
#[test]
fn what_is_none_is_refused() {
    let schema = Schema::of("question");
    for refused in [
        r#"{"hello":2}"#,
        r#"{"id":1,"context":null,"scripting":false}"#,
        r#"{"id":1,"html":"","bytes":"","encoding":null,"context":null,"scripting":false}"#,
        r#"{"id":1,"html":"","context":"html svg","scripting":false}"#,
        r#"{"id":1,"html":"","context":null,"scripting":"off"}"#,
        r#"{"id":-1,"html":"","context":null,"scripting":false}"#,
        r#"{"id":1,"html":"","tokens":{"state":"Data","lastStartTag":null}}"#,
        r#"{"id":1,"html":"","context":null,"scripting":false,"more":1}"#,
        r#"{"id":1,"html":"","want":"encoding"}"#,
        r#"{"id":1,"html":"","context":null,"scripting":false,"form":"tree"}"#,
        r#"{"id":1,"nodes":[],"context":null,"scripting":false}"#,
        r#"{"id":1,"nodes":[],"tree":"","context":null,"scripting":false,"serialise":{"shadowRoots":"none","extent":"inner"}}"#,
        r#"{"id":1,"context":null,"scripting":false,"serialise":{"shadowRoots":"none","extent":"inner"}}"#,
    ] {
        assert!(schema.allows(refused).is_err(), "{refused}");
    }
    let schema = Schema::of("answer");
    for refused in [
        r#"{"engine":"a","version":"1","language":"b","can":["fly"]}"#,
        r#"{"engine":"a","version":1,"language":"b","can":[]}"#,
        r#"{"hello":2,"engine":"a","version":"1","language":"b","can":[]}"#,
        r#"{"engine":"a","version":"1","language":"b","can":[],"cannot":["c"]}"#,
        r#"{"tree":""}"#,
        r#"{"id":"1","tree":""}"#,
        r#"{"id":1,"tree":null}"#,
        r#"{"id":1,"tree":"","nodes":[]}"#,
        r#"{"id":1,"nodes":[[0,"text"]]}"#,
        r#"{"id":1,"nodes":[[0,"text","x","y"]]}"#,
        r#"{"id":1,"nodes":[[0,"texts","x"]]}"#,
        r#"{"id":1,"nodes":[["0","text","x"]]}"#,
        r#"{"id":1,"nodes":[[0,"element","xul","x",[]]]}"#,
        r#"{"id":1,"nodes":[[0,"element","html","x",[["x","y"]]]]}"#,
        r#"{"id":1,"nodes":[[0,"shadow","shut"]]}"#,
        r#"{"id":1,"tree":"","unsupported":"b"}"#,
        r#"{"id":1,"tree":"","mode":"strict"}"#,
        r#"{"id":1,"tree":"","errors":["unexpected-null-character"]}"#,
        r#"{"id":1,"tokens":["x"]}"#,
        r#"{"id":1,"tree":"","seconds":-1}"#,
        r#"{"id":1}"#,
        "[]",
    ] {
        assert!(schema.allows(refused).is_err(), "{refused}");
    }
}
