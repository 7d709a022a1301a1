//! Expectations: what is read, what is refused, how results stand to them, and how the file is brought up to date.

use std::fs;
use std::path::Path;

use crosscheck::expectations::{Expectations, Observed, Proposal, Standing, Update, Updated};
use crosscheck::fixtures::FixtureHash;
use crosscheck_reports::Verdict;

const TEXT: &str = "\
# About this engine.

checked = 2026-11-22
version = \"1.2\"
unanswered = [\"errors\"]

[00000000000a] # the first
fixture = \"suite/file.dat:1 tree\"
verdict = \"failed\"
answer = \"0000000000aa\"
reason = \"older than the change\"
upstream = \"https://example.org/1\"

[00000000000b]
verdict = \"timed_out\"
reason = '''slow'''
";

fn hash(text: &str) -> FixtureHash {
    text.parse().unwrap()
}

/// A check that ended so, with the answer that is pinned for the first entry if it failed.
fn seen(hash: FixtureHash, verdict: Verdict) -> Observed<'static> {
    Observed { hash, verdict, answer: (verdict == Verdict::Failed).then(|| self::hash("0000000000aa")), lacks: None }
}

fn parse(text: &str) -> Result<Expectations, Vec<String>> {
    Expectations::parse(Path::new("e.toml"), text).map_err(|errors| errors.iter().map(ToString::to_string).collect())
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
    assert_eq!(first.answer, Some(hash("0000000000aa")));
    assert_eq!(expectations.get(hash("00000000000c")), None);
    assert_eq!(expectations.checked.as_deref(), Some("2026-11-22"));
    assert_eq!(expectations.version.as_deref(), Some("1.2"));
    assert!(expectations.unanswered.unwrap().contains("errors"));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let entry = |body: &str| format!("# words\n\n[00000000000a]\n{body}");
    let reason = "reason = \"why\"";
    assert_refused(&entry("verdict = \"failed\"\n"), "e.toml:3:", "no reason");
    assert_refused(&entry("verdict = \"failed\"\nreason = \" \"\n"), "e.toml:3:", "no reason");
    assert_refused(&entry(reason), "e.toml:3:", "verdict");
    for verdict in ["passed", "stale", "Failed", "timed out"] {
        assert_refused(
            &entry(&format!("verdict = \"{verdict}\"\n{reason}")),
            "e.toml:3:",
            &format!("`{verdict}` is not a verdict to expect"),
        );
    }
    assert_refused(&entry(&format!("verdict = \"failed\"\n{reason}\nmore = 1")), "e.toml:6:", "unknown field `more`");
    assert_refused(&entry("verdict = \n"), "e.toml:4:", "");
    assert_refused(&format!("[xyz]\nverdict = \"failed\"\n{reason}"), "e.toml:1:", "`xyz` is not the hash of a check");
    let twice = format!("{TEXT}\n[00000000000a]\nverdict = \"failed\"\n{reason}\n");
    assert_refused(&twice, "e.toml:18:", "duplicate key");
    let pinned = format!("verdict = \"crashed\"\nanswer = \"0000000000aa\"\n{reason}");
    assert_refused(&entry(&pinned), "e.toml:3:", "only `failed` expectations");
    let no_pin = format!("verdict = \"failed\"\nanswer = \"a\"\n{reason}");
    assert_refused(&entry(&no_pin), "e.toml:3:", "`a` is not a hash");
    assert_refused("checked = 2026-11-22T10:00:00Z\n", "e.toml:1:", "expected a day");
    let errors = parse("[x]\nverdict = \"failed\"\n[00000000000a]\nverdict = \"failed\"\n").unwrap_err();
    assert_eq!(errors.len(), 2, "every entry is looked at: {errors:?}");
    assert!(
        errors[0].starts_with("e.toml:1:") && errors[1].starts_with("e.toml:3:"),
        "they come in the order of the file: {errors:?}"
    );
}

#[test]
fn a_file_that_is_not_there_expects_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let expectations = Expectations::load(&folder.path().join("engine.toml")).unwrap();
    assert!(expectations.is_empty());
    assert!(Expectations::load(folder.path()).is_err(), "a folder is no file");
}

#[test]
fn results_stand_to_expectations() {
    let expectations = parse(TEXT).unwrap();
    let (a, b, c) = (hash("00000000000a"), hash("00000000000b"), hash("00000000000c"));
    let stand = |results: &[(FixtureHash, Verdict)]| {
        let results: Vec<_> = results.iter().map(|&(hash, verdict)| seen(hash, verdict)).collect();
        expectations.standings(&results)
    };
    let unexpected = |standing: &Standing| (standing.expected, standing.unexpected) == (false, true);

    let expected = &stand(&[(a, Verdict::Failed)])[0];
    assert_eq!((expected.expected, expected.unexpected), (true, false));
    let note = expected.note.as_deref();
    assert_eq!(note, Some("older than the change (https://example.org/1)"));

    for verdict in [Verdict::Passed, Verdict::Crashed, Verdict::Unsupported] {
        let standing = &stand(&[(a, verdict)])[0];
        assert!(unexpected(standing), "{verdict}: {standing:?}");
        assert!(standing.note.as_deref().unwrap().contains("does not hold"));
    }
    assert!(unexpected(&stand(&[(b, Verdict::Failed)])[0]), "slow is not wrong");

    assert_eq!(stand(&[(c, Verdict::Passed)]), [Standing::default()]);
    assert_eq!(stand(&[(c, Verdict::Unsupported)]), [Standing::default()]);
    assert!(unexpected(&stand(&[(c, Verdict::Failed)])[0]));

    let two_suites =
        stand(&[(a, Verdict::Passed), (a, Verdict::Failed), (a, Verdict::Crashed), (a, Verdict::Unsupported)]);
    assert_eq!(two_suites[0], Standing::default(), "the other answer of the same question");
    assert!(two_suites[1].expected);
    assert!(unexpected(&two_suites[2]));
    assert_eq!(two_suites[3], Standing::default(), "another suite expects more of the answer than the engine can say");
    assert_eq!(stand(&[]), []);
}

#[test]
fn another_wrong_answer_than_the_pinned_one_is_unexpected() {
    let mut expectations = parse(TEXT).unwrap();
    let other = Observed { answer: Some(hash("0000000000ab")), ..seen(hash("00000000000a"), Verdict::Failed) };
    let standing = &expectations.standings(&[other])[0];
    assert!(standing.unexpected && !standing.expected);
    let note = standing.note.as_deref().unwrap();
    assert!(note.contains("with a different answer"), "{note}");
    expectations = parse(&TEXT.replace("answer = \"0000000000aa\"\n", "")).unwrap();
    assert!(expectations.standings(&[other])[0].expected, "nothing is pinned");
}

#[test]
fn what_is_unanswered_for_another_reason_is_unexpected() {
    let unanswered =
        |lacks: Option<&'static str>| Observed { lacks, ..seen(hash("00000000000c"), Verdict::Unsupported) };
    let is_unexpected = |expectations: &Expectations, lacks| expectations.standings(&[unanswered(lacks)])[0].unexpected;
    let listed = parse(TEXT).unwrap();
    assert!(!is_unexpected(&listed, Some("errors")));
    assert!(is_unexpected(&listed, Some("fragment")));
    assert!(!is_unexpected(&listed, None), "no engine can be asked");
    let unlisted = parse("").unwrap();
    assert!(!is_unexpected(&unlisted, Some("fragment")), "nothing is said");
    let entry = "[00000000000c]\nverdict = \"unsupported\"\nreason = \"no scripts\"\n";
    let by_entry = parse(&format!("unanswered = []\n{entry}")).unwrap();
    assert!(by_entry.standings(&[unanswered(Some("scripts"))])[0].expected);
    assert!(by_entry.standings(&[seen(hash("00000000000c"), Verdict::Passed)])[0].unexpected);
}

/// What a run of these results would change in a file of this text.
fn update(path: &Path, results: &[Observed<'_>]) -> Update {
    let known = Expectations::load(path).unwrap();
    let standings = known.standings(results);
    let fixture = |index| format!("suite/file.dat:{index} tree");
    Update::new(path.to_owned(), &known, "1.3", results, &standings, fixture)
}

#[test]
fn an_update_adds_and_removes_entries_and_keeps_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("expectations/engine.toml");
    let crash = seen(hash("00000000000c"), Verdict::Crashed);
    let added = update(&path, &[crash]);
    let proposal = Proposal {
        hash: crash.hash,
        fixture: "suite/file.dat:0 tree".to_owned(),
        verdict: Verdict::Crashed,
        answer: None,
    };
    assert_eq!(added.proposals, [proposal]);
    let updated = added.apply("2026-11-23", "why").unwrap();
    assert_eq!((updated.added, updated.removed, updated.checked), (1, 0, true));
    let proposed = "[00000000000c]\nfixture = \"suite/file.dat:0 tree\"\nverdict = \"crashed\"\nreason = \"why\"\n";
    let checked = "checked = 2026-11-23\nversion = \"1.3\"\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{checked}\n{proposed}"));
    assert_eq!(Expectations::load(&path).unwrap().get(crash.hash).unwrap().reason, "why");

    fs::write(&path, TEXT).unwrap();
    let passed = seen(hash("00000000000b"), Verdict::Passed);
    let lacking = Observed { lacks: Some("bytes"), ..seen(hash("00000000000d"), Verdict::Unsupported) };
    let partly = update(&path, &[passed, crash, lacking]);
    assert_eq!((partly.unasked, &partly.void), (1, &vec![passed.hash]));
    let updated = partly.apply("2026-11-23", "why").unwrap();
    let wanted = Updated { added: 1, removed: 1, lacks: 1, ..Updated::default() };
    assert_eq!(updated, wanted);
    let kept = TEXT.split("\n[00000000000b]").next().unwrap();
    let kept = kept.replace("[\"errors\"]", "[\"bytes\", \"errors\"]");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, format!("{kept}\n{}", proposed.replace(":0", ":1")));

    fs::write(&path, "not TOML").unwrap();
    let error = partly.apply("2026-11-23", "why").unwrap_err();
    assert_eq!(error.line, Some(1));
    assert_eq!(fs::read_to_string(&path).unwrap(), "not TOML");
    fs::write(&path, b"\xFF").unwrap();
    assert!(partly.apply("2026-11-23", "why").is_err());
    assert_eq!(fs::read(&path).unwrap(), b"\xFF", "what cannot be read is not replaced");
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays");
}

#[test]
fn a_check_that_fails_in_two_suites_is_one_entry_and_one_that_passes_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.toml");
    let seen = |verdict| seen(hash("00000000000c"), verdict);
    let passed = update(&path, &[seen(Verdict::Passed)]);
    assert_eq!(passed.apply("2026-11-23", "why").unwrap(), Updated::default());
    assert!(!path.exists());
    let failed = update(&path, &[seen(Verdict::Failed), seen(Verdict::Crashed)]);
    assert_eq!(failed.apply("2026-11-23", "why").unwrap().added, 1);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("verdict = \"failed\""), "{text}");
}

#[test]
fn an_update_pins_answers_and_says_when_everything_was_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.toml");
    let unpinned = TEXT.replace("answer = \"0000000000aa\"\n", "");
    fs::write(&path, &unpinned).unwrap();
    let (a, b) = (hash("00000000000a"), hash("00000000000b"));
    let results = [seen(a, Verdict::Failed), seen(b, Verdict::TimedOut)];
    let updated = update(&path, &results).apply("2026-12-24", "why").unwrap();
    assert_eq!((updated.pinned, updated.checked), (1, true));
    let checked = TEXT.replace("2026-11-22", "2026-12-24").replace("1.2", "1.3");
    assert_eq!(fs::read_to_string(&path).unwrap(), checked);
    assert!(update(&path, &results).pins.is_empty(), "it is pinned already");
    let other = Observed { answer: Some(hash("0000000000ab")), ..results[0] };
    let renewed = update(&path, &[other, results[1]]);
    assert_eq!((renewed.void.as_slice(), renewed.proposals.len()), (&[a][..], 1));
    let places = |text: &str| ["[00000000000a]", "[00000000000b]"].map(|key| text.find(key).unwrap());
    renewed.apply("2026-12-25", "why").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("answer = \"0000000000ab\"\nreason = \"why\""), "{text}");
    assert!(places(&text).is_sorted(), "the entry stays where it is");
}
