//! The pictures of the terminal in the documentation show what the command prints. `SNAPSHOTS=overwrite cargo test --test
//! cli pictures -- --include-ignored` draws them.

use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

use crate::{Place, stdout};

/// The first command of the README. What depends on the machine is cut off: the last lines, which have the times.
#[test]
#[ignore = "slow"]
fn the_first_run_is_as_pictured() {
    let ran = Place::new(&[]).command("hunt --engine html5ever --inputs 3000 --color always").assert().code(1);
    // The picture cannot show reversed colours where they are.
    let printed = stdout(&ran).replace("\u{1B}[7m", "");
    let end = printed.find("Median length").expect("the hunt sums up");
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures/hunt.term.svg");
    let printed = format!("$ cargo run -- hunt --engine html5ever --inputs 3000\n\n{}", &printed[..end]);
    Assert::new()
        .action_env("SNAPSHOTS")
        .normalize_paths(false)
        .eq(Data::text(printed).coerce_to(DataFormat::TermSvg), Data::read_from(&picture, Some(DataFormat::TermSvg)));
}
