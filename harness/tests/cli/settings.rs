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
