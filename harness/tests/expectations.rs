//! Expectations: what is read, what is refused, how results stand to them, and how the file is brought up to date.

use std::fs;
use std::path::Path;

use crosscheck::expectations::{Expectations, Proposal, Standing, Updated, update};
use crosscheck::fixtures::FixtureHash;
use crosscheck_reports::Verdict;

const TEXT: &str = "\
# About this engine.

[00000000000a] # the first
fixture = \"suite/file.dat:1 tree\"
verdict = \"failed\"
reason = \"older than the change\"
upstream = \"https://example.org/1\"

[00000000000b]
verdict = \"timed_out\"
reason = '''slow'''
";

fn hash(text: &str) -> FixtureHash {
    text.parse().unwrap()
}

fn parse(text: &str) -> Result<Expectations, Vec<String>> {
    Expectations::parse(Path::new("e.toml"), text)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn assert_refused(text: &str, place: &str, words: &str) {
    let errors = parse(text).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].starts_with(place), "{errors:?}");
    assert!(errors[0].contains(words), "{errors:?}");
}

#[test]
fn entries_are_read_by_hash() {
    let expectations = parse(TEXT).unwrap();
    assert_eq!(expectations.len(), 2);
    let first = expectations.get(hash("00000000000a")).unwrap();
    assert_eq!(first.verdict, Verdict::Failed);
    assert_eq!(first.reason, "older than the change");
    assert_eq!(first.upstream.as_deref(), Some("https://example.org/1"));
    let second = expectations.get(hash("00000000000b")).unwrap();
    assert_eq!(second.verdict, Verdict::TimedOut);
    assert_eq!(expectations.get(hash("00000000000c")), None);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let entry = |body: &str| format!("# words\n\n[00000000000a]\n{body}");
    let reason = "reason = \"why\"";
    assert_refused(&entry("verdict = \"failed\"\n"), "e.toml:3:", "no reason");
    assert_refused(
        &entry("verdict = \"failed\"\nreason = \" \"\n"),
        "e.toml:3:",
        "no reason",
    );
    assert_refused(&entry(reason), "e.toml:3:", "verdict");
    assert_refused(
        &entry(&format!("verdict = \"passed\"\n{reason}")),
        "e.toml:3:",
        "`passed` is nothing to expect",
    );
    assert_refused(
        &entry(&format!("verdict = \"failed\"\n{reason}\nmore = 1")),
        "e.toml:6:",
        "unknown field `more`",
    );
    assert_refused(&entry("verdict = \n"), "e.toml:4:", "");
    assert_refused(
        &format!("[xyz]\nverdict = \"failed\"\n{reason}"),
        "e.toml:1:",
        "`xyz` is not the hash",
    );
    let twice = format!("{TEXT}\n[00000000000a]\nverdict = \"failed\"\n{reason}\n");
    assert_refused(&twice, "e.toml:13:", "duplicate key");
    let errors =
        parse("[00000000000a]\nverdict = \"failed\"\n[x]\nverdict = \"failed\"\n").unwrap_err();
    assert_eq!(errors.len(), 2, "every entry is looked at: {errors:?}");
}

#[test]
fn a_file_that_is_not_there_expects_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let expectations = Expectations::load(&folder.path().join("engine.toml")).unwrap();
    assert!(expectations.is_empty());
    assert!(
        Expectations::load(folder.path()).is_err(),
        "a folder is no file"
    );
}

#[test]
fn results_stand_to_expectations() {
    let expectations = parse(TEXT).unwrap();
    let (a, b, c) = (
        hash("00000000000a"),
        hash("00000000000b"),
        hash("00000000000c"),
    );
    let stand = |results: &[(FixtureHash, Verdict)]| expectations.standings(results);
    let unexpected =
        |standing: &Standing| (standing.expected, standing.unexpected) == (false, true);

    let expected = &stand(&[(a, Verdict::Failed)])[0];
    assert_eq!((expected.expected, expected.unexpected), (true, false));
    let note = expected.note.as_deref();
    assert_eq!(note, Some("older than the change (https://example.org/1)"));

    for verdict in [Verdict::Passed, Verdict::Crashed, Verdict::Unsupported] {
        let standing = &stand(&[(a, verdict)])[0];
        assert!(unexpected(standing), "{verdict}: {standing:?}");
        assert!(standing.note.as_deref().unwrap().contains("does not hold"));
    }
    assert!(
        unexpected(&stand(&[(b, Verdict::Failed)])[0]),
        "slow is not wrong"
    );

    assert_eq!(stand(&[(c, Verdict::Passed)]), [Standing::default()]);
    assert_eq!(stand(&[(c, Verdict::Unsupported)]), [Standing::default()]);
    assert!(unexpected(&stand(&[(c, Verdict::Failed)])[0]));

    let two_suites = stand(&[
        (a, Verdict::Passed),
        (a, Verdict::Failed),
        (a, Verdict::Crashed),
    ]);
    assert_eq!(
        two_suites[0],
        Standing::default(),
        "the other answer of the same question"
    );
    assert!(two_suites[1].expected);
    assert!(unexpected(&two_suites[2]));
    assert_eq!(stand(&[]), []);
}

#[test]
fn an_update_adds_and_removes_entries_and_keeps_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("expectations/engine.toml");
    let proposal = |text: &str| Proposal {
        hash: hash(text),
        fixture: "suite/file.dat:9 tree".to_owned(),
        verdict: Verdict::Crashed,
    };
    let updated = update(&path, &[proposal("00000000000c")], &[]).unwrap();
    assert_eq!(
        updated,
        Updated {
            added: 1,
            removed: 0
        }
    );
    let proposed = "[00000000000c]\nfixture = \"suite/file.dat:9 tree\"\nverdict = \"crashed\"\nreason = \"\"\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), proposed);
    let refused = Expectations::load(&path).unwrap_err();
    assert!(refused[0].to_string().contains("no reason"), "{refused:?}");

    fs::write(&path, TEXT).unwrap();
    let updated = update(
        &path,
        &[proposal("00000000000a"), proposal("00000000000c")],
        &[hash("00000000000b"), hash("00000000000d")],
    );
    assert_eq!(
        updated,
        Ok(Updated {
            added: 1,
            removed: 1
        })
    );
    let kept = TEXT.split("\n[00000000000b]").next().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, format!("{kept}\n{proposed}"));
    assert_eq!(update(&path, &[], &[]), Ok(Updated::default()));

    fs::write(&path, "not TOML").unwrap();
    let error = update(&path, &[proposal("00000000000c")], &[]).unwrap_err();
    assert_eq!(error.line, Some(1));
    assert_eq!(fs::read_to_string(&path).unwrap(), "not TOML");
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays");
}
