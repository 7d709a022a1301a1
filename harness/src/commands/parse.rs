//! `crosscheck parse`: what engines make of one input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use crosscheck::documents::decode::{Decoded, decode};
use crosscheck::engines::{self, standard};
use crosscheck::input::{Context, Input, Source, Task};
use crosscheck::parse::{Wanted, parse};
use crosscheck_parser::encoding::Encoding;
use crosscheck_reports::{ParseReport, terminal, write_json};

use super::error::CommandError;
use super::options::{self, EngineArguments, Engines};
use super::output::{Format, deliver, deliver_to_people, width};
use super::{Manner, Status, interrupt};

/// Show the trees that engines make of one input, those that agree together
///
/// The exit status is 1 when engines make different trees of it, or one makes none.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  echo '<table><p>x' | crosscheck parse\n",
    "  crosscheck parse page.html --engine all --errors\n",
    "  crosscheck parse page.html --engine html5ever --check\n",
    "  crosscheck parse --context 'svg desc' fragment.html\n",
    "  crosscheck parse page.html --engine all --no-tree --format json | jq .groups",
))]
pub(super) struct Arguments {
    /// The file to parse, or - for standard input
    ///
    /// Its bytes are decoded as the standard says, by a byte order mark or a declaration in it; without one they are taken
    /// as UTF-8 if they are that, or else as windows-1252. The engines are given the text.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The encoding of the file, whatever it declares itself: utf-8, latin1, shift_jis
    ///
    /// Only a byte order mark goes before it.
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    #[command(flatten)]
    engines: EngineArguments,
    /// Ask the standard engine too, so that the exit status is 1 where an engine departs from the standard
    #[arg(long)]
    check: bool,
    /// Parse as a fragment in this element: td, `svg desc`, `math mi`
    #[arg(long, value_name = "ELEMENT")]
    context: Option<Context>,
    /// The scripting flag
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    scripting: Switch,
    /// Show the parse errors
    #[arg(long)]
    errors: bool,
    /// Leave out the trees
    #[arg(long)]
    no_tree: bool,
    /// The form of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Switch {
    On,
    Off,
}

pub(super) fn run(arguments: Arguments, _manner: &Manner) -> Result<Status, CommandError> {
    let cancel = interrupt::watch();
    let Engines {
        mut specs,
        limits,
        worker,
    } = arguments.engines.resolve(&options::settings()?)?;
    if arguments.check && specs.iter().all(|spec| spec.name != standard::NAME) {
        specs.push(engines::find(standard::NAME)?);
    }
    let Decoded { text, encoding } = decode(
        &read(&arguments.file)?,
        arguments.encoding,
        arguments.context.is_some(),
    )?;
    let input = Input {
        source: Source::Text(text),
        task: Task::Tree {
            context: arguments.context,
            scripting: arguments.scripting == Switch::On,
        },
    };
    let wanted = Wanted {
        trees: !arguments.no_tree,
        errors: arguments.errors,
    };
    let report = ParseReport {
        encoding: Some(encoding.name().to_owned()),
        ..parse(&input, &specs, &limits, &worker, wanted, cancel)
    };
    match arguments.format {
        Format::Human => deliver_to_people(None, |out| terminal::parse(&report, width(None), out)),
        Format::Json => deliver(None, |out| write_json(&report, out)),
    }?;
    Ok(status(&report))
}

fn status(report: &ParseReport) -> Status {
    if !report.complete {
        return Status::Interrupted;
    }
    let all_answered = report.outputs.iter().all(|output| output.error.is_none());
    match all_answered && report.groups.len() <= 1 {
        true => Status::AsExpected,
        false => Status::Unexpected,
    }
}

/// Reads a whole file, or standard input for `-`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => io::stdin().read_to_end(&mut bytes),
        false => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(source) => Err(CommandError::Unreadable {
            path: path.to_owned(),
            source,
        }),
    }
}

/// The encoding of this label.
pub(super) fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| "no encoding has this label; some are utf-8, latin1, shift_jis".to_owned())
}
