//! What is wrong with a fixture file is told with its file and line, and hides no other file.

use std::fs;
use std::path::Path;

use crosscheck::fixtures::{Body, FixtureFile, SuiteKind, discover};

fn error(content: &[u8]) -> (Option<u32>, String) {
    match FixtureFile::from_bytes(Path::new("folder/file.dat"), content, None) {
        Ok(file) => panic!("read {} fixtures", file.fixtures.len()),
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("folder/file.dat:"), "{shown}");
            (error.line, error.message)
        }
    }
}

#[track_caller]
fn assert_error(content: &[u8], line: u32, words: &str) {
    let (found, message) = error(content);
    assert!(message.contains(words), "{message}");
    assert_eq!(found, Some(line), "{message}");
}

#[test]
fn tree_construction() {
    assert_error(b"", 1, "expected `#data`");
    assert_error(b"\n\n", 1, "expected `#data`");
    assert_error(b"#data\n", 1, "expected a line `#document`");
    assert_error(b"#data\nx\n#document\n| <p>\n", 1, "no line `#errors`");
    assert_error(b"#data\nx\n#errors\n#data\n#document\n", 4, "expected a line `#document`, found `#data`");
    assert_error(b"#data\r\nx\r\n#errors\r\n#document\r\n", 1, "CRLF");
    assert_error(b"#errors\n#data\n#errors\n#document\n", 1, "expected a line `#data`, found `#errors`");
    assert_error(b"#data\n#errors\n#document\n| <p>\n|  <b>\n", 5, "found `|  <b>`");
    assert_error(b"#data\n#errors\n#document\n| <p>\n\n\nwords\n", 5, "not the dump of a tree: expected `| `");
    assert_error(
        b"#data\n#errors\n#document\n| \"a\n\n#data\n",
        4,
        "expected `\"` at the end of the node that begins here; found `| \"a`",
    );
    assert_error(b"#data\n#errors\n#document-fragment\ntd td\n#document\n", 4, "found `td td`");
    assert_error(b"#data\n#errors\n#document-fragment\n", 1, "expected a line `#document`");
    assert_error(b"#data\n#errors\n#new-errors\n(1:2): code\n#document\n", 4, "(LINE:COLUMN) code");
    assert_error(b"#data\n#errors\n#new-errors\n(2:1-1:1) code\n#document\n", 4, "(LINE:COLUMN) code");
    assert_error(b"#data\n#errors\n#new-errors\n(1:99999999999) code\n#document\n", 4, "(LINE:COLUMN)");
    assert_error(
        b"#data\n#errors\n#mode\nstrict\n#document\n",
        4,
        "expected a mode (`no-quirks`, `limited-quirks` or `quirks`), found `strict`",
    );
    assert_error(
        b"#data\n#errors\n#document-fragment\np\n#mode\nquirks\n#document\n",
        6,
        "a fragment has no mode of its own",
    );
    assert_error(b"#data\n#errors\n#script-on\n#script-off\n#document\n", 4, "expected a line `#document`");
    assert_error(b"#description\n#data\n#errors\n#document\n", 1, "expected a line of text");
    assert_error(b"#data\na\nb\xFF\n#errors\n#document\n", 3, "expected UTF-8");
    assert_error(b"#data\n#errors\n#document\n| \"a\n\xFF\"\n", 5, "not WTF-8");
    assert_error(b"#data\n#errors\n#document\n\n#data\n", 5, "no line `#errors`");
}

#[test]
fn encoding() {
    assert_error(b"#data\n\n#encoding\n", 4, "expected the label of an encoding");
    assert_error(b"#data\n\n#encoding\nutf 8\n", 4, "found `utf 8`");
    assert_error(b"#data\n\n#encoding\nutf-8\nmore\n", 5, "expected a line `#data`, found `more`");
    assert_error(b"#data\n\n#encoding\n#data\n#encoding\nx\n", 4, "found `#data`");
    assert_error(
        b"#transport-label\n#data\nx\n#encoding\nutf-8\n",
        2,
        "expected a label after `#transport-label`, found `#data`",
    );
    assert_error(b"#transport-label\nutf-8\n#encoding\nutf-8\n", 3, "expected a line `#data`, found `#encoding`");
}

#[test]
fn tokenizer() {
    let test = |members: &str| {
        let file = format!("{{\"tests\": [\n{{\"description\": \"\", \"input\": \"\",\n{members}}}]}}");
        file.into_bytes()
    };
    assert_error(b"{", 1, "not JSON: EOF while parsing");
    assert_error(b"{\"tests\": [\n{\n}", 3, "not JSON: EOF while parsing");
    assert_error(b"{\"tests\": 1}", 1, "expected a sequence");
    assert_error(b"{}", 1, "member `tests` or `xmlViolationTests`");
    assert_error(b"{\"tests\": [], \"more\": []}", 1, "unknown field `more`");
    assert_error(b"{\"tests\": []}", 1, "no fixtures");
    assert_error(b"{\"tests\": [\n\n{\"description\": \"\"}]}", 3, "member `output`");
    assert_error(&test("\"output\": [], \"more\": 1"), 3, "unknown field `more`");
    assert_error(&test("\"output\": [\n\"ParseError\"]"), 4, "expected a token");
    assert_error(&test("\"output\": [\n[\"Char\", \"x\"]]"), 4, "`Char` is not a kind of token");
    assert_error(&test("\"output\": [\n[\"EndTag\"]]"), 4, "expected a tag name");
    assert_error(&test("\"output\": [\n[\"EndTag\", \"a\", {}]]"), 4, "too many items");
    assert_error(&test("\"output\": [\n[\"Character\", 1]]"), 4, "expected a string");
    assert_error(&test("\"output\": [\n[\"StartTag\", \"a\", {\"b\": \"\", \"b\": \"\"}]]"), 4, "duplicate attribute");
    assert_error(&test("\"output\": [],\n\"initialStates\": [\"data\"]"), 4, "expected one of: Data state");
    assert_error(&test("\"output\": [],\n\"initialStates\": []"), 4, "at least one initial state");
    assert_error(&test("\"output\": [],\n\"errors\": [{\"code\": \"x\"}]"), 4, "missing field `line`");
    assert_error(b"{\"tests\": [{\"input\": \"\xFF\"}]}", 1, "invalid unicode");
}

#[test]
fn markup() {
    assert_error(b"#data\nx\n#markup\nx\n\n#data\ny\n", 6, "no line `#markup`");
    assert_error(b"#tree\n| <p\n#markup\n<p>\n", 2, "not the dump of a tree");
    assert_error(b"#data\nx\n#shadow-roots\nnone\n#markup\nx\n", 4, "expected serializable or all, found `none`");
    assert_error(
        b"#data\nx\n#round-trip\nNot stable\n#markup\nx\n",
        4,
        "expected stable or ids of clauses, found `Not stable`",
    );
    assert_error(b"#data\nx\n#outer\n#script-on\n#markup\nx\n", 4, "expected a line `#markup`, found `#script-on`");
    assert_error(b"#description\na\n#markup\nx\n", 1, "no line `#data` follows");
}

#[test]
fn serializer() {
    let test = |members: &str| format!("{{\"tests\": [\n{{\"expected\": [],\n{members}}}]}}").into_bytes();
    assert_error(&test("\"input\": []"), 3, "missing field `description`");
    assert_error(&test("\"description\": \"\", \"input\": [\n[\"Text\", \"\"]]"), 4, "`Text` is not a kind of token");
    assert_error(&test("\"description\": \"\", \"input\": [\n[\"EmptyTag\", \"a\", 1]]"), 4, "expected attributes");
}

#[test]
fn json_nested_without_end_is_no_crash() {
    let deep = format!("{{\"tests\": [{{\"output\": {}", "[".repeat(1_000_000));
    assert_error(deep.as_bytes(), 1, "EOF");
    let closed = format!("{{\"tests\": [{{\"output\": {}{}}}]}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(!error(closed.as_bytes()).1.is_empty());
}

#[test]
fn what_is_no_fixture_file_is_told() {
    assert_error(b"plain text", 1, "not a fixture file");
    assert_error(b"# A title\n\nwords\n", 1, "not a fixture file");
    assert_error(&[0; 100], 1, "not a fixture file");
}

/// Everything that the format allows and that is easily lost.
#[test]
fn odd_files_print_as_they_are() {
    let files: [&[u8]; 11] = [
        b"#data\n#errors\n#document\n",
        b"#data\n\n#errors\n#document",
        b"\n\n#data\n#a\n#document\n#data\n\n#errors\n\n(1,1): x\r\n#document\n| \"x\"\n\n\n\n#data\n\r\n\n#errors\n#document\n\n\n",
        b"#data\na\0b\r\n#errors\n#document\n| \"a\n\n#data\n\n\"",
        b"#description\nSome\n\nwords\n#data\nx\n#errors\n#new-errors\n(1:5) a-code\n(1:5-2:1) b-code\n#document-fragment\nsvg a\n#script-on\n#document\n| <!-- x\n\n -->\n",
        b"#data\nx\n#errors\n#script-off\n#mode\nlimited-quirks\n#document\n\n",
        b"#data\n\xED\xA0\x80\n#errors\n#document\n| \"\xED\xA0\x80\"\n\n",
        b"#data\n#errors\n#document\n| <p>\n|   a=\"x\n|   b=\"y\"\n\n#description\nd\n#data\n#errors\n#document\n",
        b"#data\n\xFF\r\n#encoding\nutf-8",
        b"#data\n#encoding\nutf-8\n\n\n#data\n\n#encoding\nlatin1\n\n",
        b"#description\nd\n#transport-label\n no label\r\n#data\n#transport-label\n#encoding\nlatin1\n\n#transport-label\n\n#data\n#encoding\nutf-8\n",
    ];
    for bytes in files {
        let file = FixtureFile::from_bytes(Path::new("f.dat"), bytes, None);
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", bytes.escape_ascii()));
        let printed = file.to_bytes();
        assert_eq!(printed, bytes, "{} printed as {}", bytes.escape_ascii(), printed.escape_ascii());
    }
}

#[test]
fn data_keeps_every_byte() {
    let bytes = b"#data\n#data\n\r\n\0\n\n#errors\n#document\n| \"\n\"\n";
    let file = FixtureFile::from_bytes(Path::new("f.dat"), bytes, None).unwrap();
    let Body::Tree(fixture) = &file.fixtures[0].body else {
        panic!("not a tree construction fixture");
    };
    assert_eq!(fixture.data().as_bytes(), b"#data\n\r\n\0\n");
    assert_eq!(fixture.document.as_bytes(), b"| \"\n\"");
}

#[test]
fn one_bad_file_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    let good = b"#data\n#errors\n#document\n";
    write("tree-construction/a.dat", b"broken");
    write("tree-construction/b.dat", good);
    write("tree-construction/scripted/c.dat", good);
    write("tree-construction/README.md", b"words");
    write("tree-construction/.hidden/d.dat", b"broken");
    write("e.txt", good);
    let missing = folder.path().join("missing");
    let plain = folder.path().join("e.txt");
    let discovered = discover(&[folder.path().to_owned(), missing, plain], None);

    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let seen: Vec<_> = discovered
        .files
        .iter()
        .map(|file| {
            let name = file.path.file_name().unwrap().to_str().unwrap();
            (name, file.suite.as_str(), file.fixtures[0].scripted)
        })
        .collect();
    let suite = format!("{name}/tree-construction");
    assert_eq!(seen[..2], [("b.dat", suite.as_str(), false), ("c.dat", &suite, true)]);
    assert_eq!(seen[2].0, "e.txt", "a file that is named itself is read");
    let errors: Vec<String> = discovered.errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("a.dat:1: not a fixture file"), "{errors:?}");
    assert!(errors[1].contains("missing: no such file or folder"), "{errors:?}");
}

#[test]
fn a_folder_without_fixtures_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README.md"), "words").unwrap();
    let discovered = discover(&[folder.path().to_owned()], None);
    assert_eq!(discovered.files, []);
    assert_eq!(discovered.errors.len(), 1);
    assert!(discovered.errors[0].message.contains("*.dat"), "{}", discovered.errors[0]);
}

#[test]
fn a_kind_that_is_told_is_not_guessed() {
    let path = Path::new("f.dat");
    let tree = b"#data\n#errors\n#document\n";
    assert!(FixtureFile::from_bytes(path, tree, Some(SuiteKind::TreeConstruction)).is_ok());
    let error = FixtureFile::from_bytes(path, tree, Some(SuiteKind::Encoding)).unwrap_err();
    assert!(error.message.contains("#encoding"), "{error}");
    let error = FixtureFile::from_bytes(path, tree, Some(SuiteKind::Tokenizer)).unwrap_err();
    assert_eq!(error.line, Some(1));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("dangling.dat");
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    let round = folder.path().join("loop");
    std::os::unix::fs::symlink(folder.path(), &round).unwrap();
    let discovered = discover(&[folder.path().to_owned(), "/dev/null".into()], None);
    assert_eq!(discovered.files, []);
    let errors: Vec<String> = discovered.errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].contains("dangling.dat"), "{errors:?}");
    assert!(errors[1].contains("loop"), "{errors:?}");
    assert!(errors[2].contains("/dev/null: cannot be read: a character device; expected a regular file"), "{errors:?}");
}
