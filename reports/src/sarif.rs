//! A run as [SARIF 2.1.0][sarif], which code scanning services read.
//!
//! [sarif]: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::document::write_value;
use crate::run::{CheckResult, Problem, RunReport, Verdict};

/// The schema of the format.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The ways in which a check is unexpected, and what each means.
const RULES: [(&str, &str); 6] = [
    ("failed", "The engine's answer is not the fixture's."),
    ("crashed", "The engine ended or broke the protocol."),
    ("timed out", "The engine took longer than its limit."),
    ("unsupported", "The engine lacks something that its expectations do not list."),
    ("stale", "A change of the standard has overtaken the fixture."),
    ("passed unexpectedly", "An expectation says that the engine fails, and it passes."),
];

/// Writes each unexpected result at the place of its fixture. What could not be run is a notification of the tool.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &RunReport, out: impl Write) -> io::Result<()> {
    let rule = |(id, text): &(&str, &str)| json!({ "id": id, "shortDescription": { "text": text } });
    let results: Vec<Value> = report.unexpected().map(result).collect();
    let notifications: Vec<Value> = report.problems.iter().map(notification).collect();
    let mut invocation = json!({
        "executionSuccessful": report.complete && report.problems.is_empty(),
        "toolExecutionNotifications": notifications,
    });
    for (member, text) in [("commandLine", &report.provenance.command), ("startTimeUtc", &report.provenance.date)] {
        if !text.is_empty() {
            invocation[member] = json!(text);
        }
    }
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Crosscheck",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
            } },
            "invocations": [invocation],
            "results": results,
        }],
    });
    write_value(&document, out)
}

fn result(result: &CheckResult) -> Value {
    let rule = result.in_a_word();
    let mut message = format!("{} {}: {}", result.engine, result.kind, result.why());
    if let Some(description) = &result.description {
        message.push_str(&format!("\n{description}"));
    }
    message.push_str(&format!("\nReproduce: {}", result.reproduce));
    json!({
        "ruleId": rule,
        "ruleIndex": RULES.iter().position(|(id, _)| *id == rule),
        "level": if result.verdict == Verdict::Passed { "warning" } else { "error" },
        "message": { "text": message },
        "locations": [{ "physicalLocation": location(&result.file, Some(result.line)) }],
        "partialFingerprints": { "crosscheck/1": format!("{} {} {}", result.engine, result.kind, result.hash) },
        "properties": { "engine": result.engine, "suite": result.suite, "kind": result.kind, "hash": result.hash },
    })
}

fn notification(problem: &Problem) -> Value {
    let mut notification = json!({ "level": "error", "message": { "text": problem.message } });
    if let Some(file) = &problem.file {
        notification["locations"] = json!([{ "physicalLocation": location(file, problem.line) }]);
    }
    notification
}

fn location(file: &str, line: Option<u32>) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(file) } });
    if let Some(line) = line {
        location["region"] = json!({ "startLine": line.max(1) });
    }
    location
}

/// A path as a relative URI reference, or as a `file:` URI if it is absolute.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
