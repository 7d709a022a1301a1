//! Fetching suites, from a repository made for the purpose.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crosscheck::fetch::{FetchError, Pin, Repository, fetch};
use crosscheck::fixtures::discover;

/// A fixture file with all that a checkout could spoil.
const DAT: &[u8] = b"#data\na\r\nb\0\n#errors\n#document\n| \"a\r\n\nb\"\n";
const OLD_TEST: &str = r#"{"tests":[{"description":"old","input":"","output":[]}]}"#;
const NEW_TEST: &str = r#"{"tests":[{"description":"new","input":"","output":[]}]}"#;

/// A repository with two commits: in the second the tokenizer fixtures are new and the tree construction ones gone.
struct Source {
    folder: tempfile::TempDir,
    first: String,
    second: String,
}

impl Source {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut source = Self { folder, first: String::new(), second: String::new() };
        source.git(&["init", "--quiet", "--initial-branch=main"]);
        // What makes Git change line ends on checkout where nobody stops it.
        source.write(".gitattributes", b"* text=auto\n");
        source.write("tree-construction/a.dat", DAT);
        source.write("tokenizer/a.test", OLD_TEST.as_bytes());
        source.write("other/big.bin", &[0; 1000]);
        source.first = source.commit();
        source.write("tokenizer/a.test", NEW_TEST.as_bytes());
        fs::remove_file(source.folder.path().join("tree-construction/a.dat")).unwrap();
        source.second = source.commit();
        source
    }

    fn write(&self, path: &str, content: &[u8]) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn commit(&self) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message=fixtures"]);
        self.git(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(self.folder.path())
            .args(["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .output()
            .expect("these tests take git");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn repository(&self, pins: &[(&str, &str)]) -> Repository {
        Repository {
            name: "suite",
            url: self.folder.path().to_str().unwrap().to_owned(),
            pins: pins
                .iter()
                .map(|(commit, path)| Pin { commit: (*commit).to_owned(), paths: vec![(*path).to_owned()] })
                .collect(),
        }
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let mut entries: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    entries.sort();
    entries
}

#[test]
fn each_path_comes_from_its_commit_byte_for_byte() {
    let source = Source::new();
    let cache = tempfile::tempdir().unwrap();
    let repository = source.repository(&[(&source.first, "tree-construction"), (&source.second, "tokenizer")]);
    let fetched = fetch(&repository, cache.path()).unwrap();
    assert_eq!(fetched.folder, cache.path().join("suite"));
    assert!(!fetched.up_to_date);
    assert_eq!(fs::read(fetched.folder.join("tree-construction/a.dat")).unwrap(), DAT);
    let test = fs::read_to_string(fetched.folder.join("tokenizer/a.test")).unwrap();
    assert_eq!(test, NEW_TEST);
    assert_eq!(
        entries(&fetched.folder),
        [".crosscheck-fetched", "tokenizer", "tree-construction"],
        "nothing but the paths asked for"
    );
    assert_eq!(entries(cache.path()), ["suite"], "nothing left over");
    let discovered = discover(&[fetched.folder], None);
    assert_eq!((discovered.files.len(), discovered.errors), (2, Vec::new()));
}

#[test]
fn what_is_there_stays_unless_other_commits_are_asked_for() {
    let source = Source::new();
    let cache = tempfile::tempdir().unwrap();
    let test = |folder: &PathBuf| fs::read_to_string(folder.join("tokenizer/a.test")).unwrap();
    let old = source.repository(&[(&source.first, "tokenizer")]);
    let new = source.repository(&[(&source.second, "tokenizer")]);
    assert_eq!(test(&fetch(&old, cache.path()).unwrap().folder), OLD_TEST);
    assert!(fetch(&old, cache.path()).unwrap().up_to_date);
    let fetched = fetch(&new, cache.path()).unwrap();
    assert!(!fetched.up_to_date);
    assert_eq!(test(&fetched.folder), NEW_TEST);

    let branch = source.repository(&[("main", "tokenizer")]);
    assert!(!fetch(&branch, cache.path()).unwrap().up_to_date);
    let again = fetch(&branch, cache.path()).unwrap();
    assert!(!again.up_to_date, "a branch may have moved");
}

#[test]
fn a_failed_fetch_leaves_everything_as_it_was() {
    let source = Source::new();
    let cache = tempfile::tempdir().unwrap();
    let good = source.repository(&[(&source.first, "tokenizer")]);
    let folder = fetch(&good, cache.path()).unwrap().folder;

    let unknown = "0123456789012345678901234567890123456789";
    let no_commit = source.repository(&[(unknown, "tokenizer")]);
    let no_path = source.repository(&[(&source.second, "tree-construction")]);
    let mut nowhere = good.clone();
    nowhere.url = cache.path().join("nowhere").to_str().unwrap().to_owned();
    nowhere.pins[0].commit.clone_from(&source.second);
    let mut option = good.clone();
    option.url = "--upload-pack=touch pwned".to_owned();
    option.pins[0].commit.clone_from(&source.second);
    for (repository, named) in
        [(no_commit, unknown), (no_path, "tree-construction"), (nowhere, "nowhere"), (option, "--upload-pack")]
    {
        let error = fetch(&repository, cache.path()).unwrap_err();
        assert!(matches!(error, FetchError::Git { .. }), "{error}");
        assert!(error.to_string().contains(named), "{error}");
        assert_eq!(entries(cache.path()), ["suite"]);
        let test = fs::read_to_string(folder.join("tokenizer/a.test")).unwrap();
        assert_eq!(test, OLD_TEST);
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let source = Source::new();
    let file = tempfile::NamedTempFile::new().unwrap();
    let repository = source.repository(&[(&source.first, "tokenizer")]);
    let error = fetch(&repository, &file.path().join("cache")).unwrap_err();
    assert!(matches!(error, FetchError::Write(_)), "{error}");
    assert!(error.to_string().contains("cache"), "{error}");
}

/// Runs the command with these arguments, and with programs looked for on this path.
fn crosscheck(arguments: &[&str], path: Option<&str>) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosscheck"));
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let output = command.arg("fetch-suites").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_prints_where_the_fixtures_are() {
    let source = Source::new();
    source.write("html/syntax/parsing/resources/a.dat", DAT);
    source.write("LICENSE.md", b"words");
    source.commit();
    let cache = tempfile::tempdir().unwrap();
    let folder = cache.path().join("wpt");
    let (from, into) = (source.folder.path().to_str(), cache.path().to_str());
    let place = ["--from", from.unwrap(), "--into", into.unwrap()];
    let (status, stdout, stderr) = crosscheck(&[&["wpt", "--at", "main"], &place[..]].concat(), None);
    assert_eq!(status, Some(0), "{stderr}");
    assert_eq!(stdout, format!("{}\n", folder.display()));
    let fixture = folder.join("html/syntax/parsing/resources/a.dat");
    assert_eq!(fs::read(fixture).unwrap(), DAT);

    let (status, stdout, stderr) = crosscheck(&[&["html5lib-tests"], &place[..]].concat(), None);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("cannot fetch commit 9329e64"), "{stderr}");
    assert!(stderr.contains("local clone"), "{stderr}");

    let (status, _, stderr) = crosscheck(&place, None);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("need exactly one suite; 2 were given"), "{stderr}");

    let (status, _, stderr) = crosscheck(&["other"], None);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("html5lib-tests"), "{stderr}");
}

#[test]
fn without_git_the_command_says_so() {
    let empty = tempfile::tempdir().unwrap();
    let into = empty.path().join("cache");
    let arguments = ["wpt", "--into", into.to_str().unwrap()];
    let (status, stdout, stderr) = crosscheck(&arguments, empty.path().to_str());
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("`git` not found on PATH"), "{stderr}");
    assert_eq!(entries(&into), [""; 0]);
}
