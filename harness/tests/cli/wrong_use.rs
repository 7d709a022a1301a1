//! Wrong use is answered well: what is wrong, where, and what to do; nothing half-written; and the right exit status.

use std::process::Command;

use crate::{FAILS, PASSES, Place, assert_has, stderr, stdout};

#[test]
fn without_suites_it_says_what_to_do() {
    for arguments in ["", "run"] {
        let ran = Place::new(&[]).run(arguments, 2);
        let said = stderr(&ran);
        assert_has(&said, &["no `suites/` folder in the current directory", "run PATH…", "fetch-suites"]);
    }
}

#[test]
fn a_missing_path() {
    let ran = Place::new(&[]).run("run nowhere.dat", 2);
    assert_has(&stderr(&ran), &["error: nowhere.dat: no such file or folder"]);
}

#[test]
fn a_folder_without_fixtures() {
    let place = Place::new(&[("docs/README.md", "no fixtures")]);
    let ran = place.run("run docs", 2);
    assert_has(&stderr(&ran), &["error: docs: ", "no fixtures", "*.dat"]);
}

#[test]
fn a_malformed_file_is_named_with_its_line_and_the_others_are_run() {
    let place = Place::new(&[
        ("suite/bad.dat", "#data\nx\n#errors\n#document\n| <html>\n\n#dta\ny\n"),
        ("suite/good.dat", PASSES),
    ]);
    let ran = place.run("run suite", 2);
    assert_has(&stderr(&ran), &["error: suite/bad.dat:"]);
    assert_has(&stdout(&ran), &["1 passed", "1 problem"]);
    let report = place.json("run suite --format json", 2);
    assert_eq!(report["problems"][0]["file"], "suite/bad.dat");
    assert!(report["problems"][0]["line"].is_u64(), "{report}");
    assert_eq!(report["totals"][0]["passed"], 1);
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_named_and_the_others_are_run() {
    let place = Place::new(&[("suite/good.dat", PASSES)]);
    std::os::unix::fs::symlink("nowhere", place.path().join("suite/dangling.dat")).unwrap();
    let pipe = place.path().join("suite/pipe.dat");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let ran = place.run("run suite", 2);
    assert_has(
        &stderr(&ran),
        &[
            "error: suite/dangling.dat: ",
            "error: suite/pipe.dat: cannot be read: a named pipe; expected a regular file",
        ],
    );
    assert_has(&stdout(&ran), &["1 passed", "2 problems"]);
}

#[test]
fn an_unknown_engine_is_answered_with_the_known_ones() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.run("run a.dat --engine html5evr", 2);
    let said = stderr(&ran);
    assert_has(&said, &["error: unknown engine `html5evr`", "did you mean `html5ever`?", "known names: all, "]);
    let unlike = place.run("run a.dat --engine zzz", 2);
    assert!(!stderr(&unlike).contains("did you mean"), "nothing is like it");
}

#[test]
fn a_filter_that_leaves_nothing() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.run("run a.dat --filter nothing-is-called-this", 2);
    assert_has(&stderr(&ran), &["`--filter nothing-is-called-this` matches no check"]);
}

#[test]
fn an_expectation_without_a_reason() {
    let place = Place::new(&[("a.dat", FAILS)]);
    let ran = place.run("run a.dat --update-expectations", 2);
    assert_has(&stderr(&ran), &["new failures need a reason: 1; say with `--reason TEXT`"]);
    let path = "suites/expectations/standard.toml";
    assert!(!place.path().join(path).exists(), "nothing is written");
    place.run("run a.dat --update-expectations --reason y", 1);
    place.write(path, &place.read(path).replace("reason = \"y\"", "reason = \" \""));
    let ran = place.run("run a.dat", 2);
    assert_has(&stderr(&ran), &["suites/expectations/standard.toml:4: ", "has no reason"]);
}

#[test]
fn results_that_cannot_be_written_are_noticed_before_the_run() {
    let place = Place::new(&[("a.dat", FAILS)]);
    for arguments in ["run a.dat --report a.dat/report", "run a.dat --format json --out nowhere/run.json"] {
        let ran = place.run(arguments, 2);
        assert_has(&stderr(&ran), &["cannot write"]);
        assert!(stdout(&ran).is_empty(), "nothing was run: {arguments}");
    }
}

#[test]
fn a_change_that_is_misspelt_is_suggested() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.run("parse a.dat --with serch-element-2023", 2);
    assert_has(&stderr(&ran), &["there is no change `serch-element-2023`; did you mean `search-element-2023`?"]);
}

#[test]
fn a_missing_folder_of_expectations() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.run("run a.dat --expectations known", 2);
    assert_has(&stderr(&ran), &["cannot find the expectations folder known"]);
}

#[test]
fn words_and_values_that_are_no_options() {
    let place = Place::new(&[("a.dat", PASSES)]);
    for (arguments, said) in [
        ("frobnicate", "unrecognized subcommand 'frobnicate'"),
        ("run a.dat --fitler x", "'--filter'"),
        ("run a.dat --jobs 0", "--jobs"),
        ("run a.dat --timeout soon", "`soon` is not a time limit"),
        ("run a.dat --memory much", "`much` is not a size"),
        ("run a.dat --format xml", "[possible values: human, json, junit, sarif"),
        ("run a.dat --suite-kind trees", "[possible values: tree-construction, tokenizer, encoding, serializer]"),
        ("run a.dat -q -v", "cannot be used with"),
        ("parse --scripting maybe", "[possible values: on, off]"),
        ("parse --context=", "is not a context element"),
    ] {
        let ran = place.run(arguments, 2);
        assert_has(&stderr(&ran), &[said]);
    }
}

#[test]
fn parse_names_the_file_it_cannot_read() {
    let ran = Place::new(&[]).run("parse nowhere.html", 2);
    assert_has(&stderr(&ran), &["cannot read nowhere.html: "]);
}

#[test]
fn a_missing_folder_for_the_results() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.run("run a.dat --format json --out nowhere/out.json", 2);
    assert_has(&stderr(&ran), &["cannot write nowhere/out.json: "]);
    assert!(!place.path().join("nowhere").exists());
}

/// The limit on the size of files stands in for a full disk, which takes the rights to mount one: the write fails in
/// the midst of the file either way.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_nothing_half_written() {
    let place = Place::new(&[("suite/a.dat", &[PASSES; 400].join("\n"))]);
    for (arguments, results_are_told) in [("--format json --all --out results", false), ("--report report", true)] {
        let shell = format!(
            "trap '' XFSZ; ulimit -f 8; exec '{}' run suite --no-expectations {arguments}",
            env!("CARGO_BIN_EXE_crosscheck")
        );
        place.write("results", "from before");
        let ran = Command::new("sh").args(["-c", &shell]).current_dir(place.path()).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{said}");
        assert_has(&said, &["error: cannot write "]);
        let told = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(told.contains("400 passed"), results_are_told, "{told}");
        assert_eq!(place.read("results"), "from before");
        let mut left = place.entries(".");
        left.retain(|name| !["crosscheck.toml", "suite", "report", "results"].contains(&&**name));
        assert!(left.is_empty(), "{left:?}");
    }
    let report = place.entries("report");
    assert!(report.iter().all(|name| name == "index.html"), "{report:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_that_is_full() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.run("run a.dat --out /dev/full", 2);
    assert_has(&stderr(&ran), &["cannot write /dev/full: No space left on device"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new(&[("a.dat", PASSES), ("b.dat", FAILS)]);
    for (arguments, status) in [("run a.dat --all --format json", 0), ("run b.dat --color always -v --no-config", 1)] {
        let mut child = place.spawn(arguments);
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        assert_eq!(ended.status.code(), Some(status));
    }
}
