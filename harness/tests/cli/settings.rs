//! Flags come before the environment, that before the nearest `crosscheck.toml`, that before the defaults.

use crate::{PASSES, Place, assert_has, stderr};

/// Asks for an engine there is not, to see in the error where the name came from.
fn asks_for(place: &Place, arguments: &str, environment: Option<&str>, name: &str) {
    let mut command = place.command(arguments);
    if let Some(engine) = environment {
        command = command.env("CROSSCHECK_ENGINE", engine);
    }
    let ran = command.assert().code(2);
    assert_has(&stderr(&ran), &[&format!("unknown engine `{name}`")]);
}

#[test]
fn settings_take_precedence_in_order() {
    let place = Place::new(&[("a.dat", PASSES), ("crosscheck.toml", "engine = ['from-file']")]);
    asks_for(&place, "run a.dat", None, "from-file");
    asks_for(&place, "run a.dat", Some("from-environment"), "from-environment");
    asks_for(&place, "run a.dat -e from-flag", Some("from-environment"), "from-flag");
    asks_for(&place, "parse a.dat", None, "from-file");
}

#[test]
fn settings_are_found_upward_and_their_paths_are_theirs() {
    let place = Place::new(&[("sub/a.dat", PASSES), ("crosscheck.toml", "expectations = 'known'")]);
    let inside = || place.command("run a.dat").current_dir(place.path().join("sub"));
    let ran = inside().assert().code(2);
    assert_has(&stderr(&ran), &["cannot find the expectations folder ", "known"]);
    place.write("known/html5ever.toml", "");
    inside().assert().code(0);
}

#[test]
fn a_setting_there_is_not() {
    let place = Place::new(&[("a.dat", PASSES), ("crosscheck.toml", "jobs = 2\ntimout = '1s'\n")]);
    let ran = place.run("run a.dat", 2);
    assert_has(&stderr(&ran), &["crosscheck.toml:2: unknown field `timout`"]);
}

#[test]
fn the_environment_is_checked_like_flags() {
    let place = Place::new(&[("a.dat", PASSES)]);
    let ran = place.command("run a.dat").env("CROSSCHECK_TIMEOUT", "soon").assert().code(2);
    assert_has(&stderr(&ran), &["`soon` is not a time limit"]);
}

/// A `crosscheck.toml` with an engine that leaves a trace when it is started.
const ENGINE: &str = "[engines.mine]\ncommand = ['sh', '-c', 'touch started']\n";

#[test]
fn listing_engines_starts_none_of_the_file() {
    let place = Place::new(&[("crosscheck.toml", ENGINE)]);
    let listed = place.json("engines --format json", 0);
    let mine = &listed["engines"][0];
    assert_eq!((mine["name"].as_str(), mine["available"].as_bool()), (Some("mine"), Some(false)));
    assert_has(mine["why_not"].as_str().unwrap(), &["not started; try it with: crosscheck engines --check"]);
    assert!(!place.path().join("started").exists());
    place.run("engines --check", 0);
    assert!(place.path().join("started").exists());
}

#[test]
fn a_built_in_engine_cannot_be_shadowed() {
    for name in ["html5ever", "standard", "parse5", "standard@2019-06-01"] {
        let settings = format!("jobs = 1\n{}", ENGINE.replace("mine", &format!("'{name}'")));
        let place = Place::new(&[("crosscheck.toml", &settings), ("a.html", "x")]);
        for command in ["engines", "parse a.html -e html5ever"] {
            let said = stderr(&place.run(command, 2));
            assert_has(&said, &[&format!("crosscheck.toml:2: `{name}` is a built-in engine; expected another name")]);
        }
        assert!(!place.path().join("started").exists());
    }
}

#[test]
fn the_search_for_settings_ends_at_the_root_of_a_repository() {
    let place = Place::new(&[("crosscheck.toml", "engine = ['from-above']"), ("repository/inner/a.html", "x")]);
    let inside = |arguments: &str| place.command(arguments).current_dir(place.path().join("repository/inner"));
    inside("parse a.html").assert().code(2);
    place.write("repository/.git/HEAD", "");
    let ran = inside("parse a.html -v").assert().code(0);
    assert!(!stderr(&ran).contains("settings: "));
}

#[test]
fn the_file_that_was_read_is_told_and_can_be_left_out() {
    let place = Place::new(&[("a.html", "x"), ("crosscheck.toml", "engine = ['from-file']")]);
    assert_has(&stderr(&place.run("parse a.html -v", 2)), &["settings: ", "/crosscheck.toml\n"]);
    for command in ["parse a.html", "serialise a.html", "triage a.html", "engines", "run a.html --no-expectations"] {
        place.write("crosscheck.toml", "no setting");
        place.run(command, 2);
        let status = place.command(&format!("{command} --no-config")).output().unwrap().status.code();
        assert_eq!(status, Some(if command.starts_with("run") { 2 } else { 0 }), "{command}");
    }
    let said = stderr(&place.run("--no-config run a.html --no-expectations", 2));
    assert!(!said.contains("crosscheck.toml"), "{said}");
}

#[cfg(unix)]
#[test]
fn settings_that_others_can_write_are_not_read() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new(&[("a.html", "x"), ("crosscheck.toml", "engine = ['from-file']")]);
    let set = |path: &str, mode| set_permissions(place.path().join(path), Permissions::from_mode(mode)).unwrap();
    set("crosscheck.toml", 0o666);
    let said = stderr(&place.run("parse a.html", 2));
    assert_has(&said, &["crosscheck.toml: writable by others (mode 666), so it is not read", "--no-config"]);
    place.run("parse a.html --no-config", 0);
    set("crosscheck.toml", 0o644);
    set(".", 0o777);
    assert_has(&stderr(&place.run("parse a.html", 2)), &["its folder is writable by others (mode 777)"]);
    set(".", 0o1777);
    assert_has(&stderr(&place.run("parse a.html", 2)), &["unknown engine `from-file`"]);
    // Only the administrator can give a file away.
    if std::os::unix::fs::chown(place.path().join("crosscheck.toml"), Some(12_345), None).is_ok() {
        assert_has(&stderr(&place.run("parse a.html", 2)), &["owned by another user (12345)"]);
    }
}

#[cfg(unix)]
#[test]
fn settings_that_are_no_file_do_not_hang() {
    let place = Place::new(&[("a.html", "x")]);
    std::fs::remove_file(place.path().join("crosscheck.toml")).unwrap();
    let made = std::process::Command::new("mkfifo").arg("crosscheck.toml").current_dir(place.path()).status();
    assert!(made.unwrap().success());
    let said = stderr(&place.run("parse a.html", 2));
    assert_has(&said, &["crosscheck.toml: cannot be read: a named pipe; expected a regular file"]);
}
