//! The readers of files and answers of others hold what `fuzz/readers.rs` asserts: for the seeds of the fuzz targets, for
//! seeds changed at random places, and for hostile files.

#[path = "../../../fuzz/readers.rs"]
mod shared;

use std::fs;
use std::path::Path;

use fastrand::Rng;
use shared::Reader;
use walkdir::WalkDir;

/// How long hostile files are, in bytes.
const LONG: usize = 256 << 10;

/// How often each seed is changed.
const CHANGES: usize = 30;

/// The longest part of a seed that is changed, in bytes.
const PART: usize = 4 << 10;

/// The contents of the files of a folder of this repository, by the ends of their names.
fn files(folder: &str, end: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let paths = paths.filter(|path| path.to_string_lossy().ends_with(end));
    let files: Vec<_> = paths.map(|path| fs::read(path).unwrap()).collect();
    assert!(!files.is_empty());
    files
}

fn seeds(reader: Reader) -> Vec<Vec<u8>> {
    match reader {
        Reader::Archive | Reader::Members => files("fuzz/seeds/archive", ".warc"),
        Reader::Expectations => files("suites/expectations", ".toml"),
        Reader::Record => files("corpus/divergences", "divergence.toml"),
        Reader::Replies => files("fuzz/seeds/replies", ".jsonl"),
        Reader::Settings => files("fuzz/seeds/settings", ".toml"),
    }
}

/// Leaves out, doubles or moves a part, or changes a byte.
fn change(seed: &[u8], rng: &mut Rng) -> Vec<u8> {
    let start = rng.usize(..=seed.len().saturating_sub(PART));
    let mut bytes = seed[start..seed.len().min(start + PART)].to_vec();
    for _ in 0..rng.usize(1..4) {
        let from = rng.usize(..=bytes.len());
        let to = rng.usize(from..=bytes.len().min(from + 40));
        let part = bytes[from..to].to_vec();
        match rng.u8(..4) {
            0 => drop(bytes.drain(from..to)),
            1 => drop(bytes.splice(from..from, part)),
            2 => {
                let at = rng.usize(..=bytes.len());
                bytes.splice(at..at, part);
            }
            _ => part.first().into_iter().for_each(|_| bytes[from] = rng.u8(..)),
        }
    }
    bytes
}

fn hold(reader: Reader) {
    let mut rng = Rng::with_seed(1);
    for seed in seeds(reader) {
        if seed.len() <= LONG {
            reader.holds(&seed);
        }
        for _ in 0..CHANGES {
            reader.holds(&change(&seed, &mut rng));
        }
    }
}

/// Holds for text that is a beginning, a part again and again, and an end.
fn holds_again_and_again(reader: Reader, shapes: &[(&str, &str, &str)]) {
    for (beginning, part, end) in shapes {
        reader.holds(format!("{beginning}{}{end}", part.repeat(LONG / part.len())).as_bytes());
    }
}

/// Holds for lines that have a number in each.
fn holds_of_numbered(reader: Reader, length: usize, line: fn(usize) -> String) {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= length {
            break;
        }
        text.push_str(&line(number));
    }
    reader.holds(text.as_bytes());
}

/// What nests, or comes again and again, in any TOML.
const TOML: [(&str, &str, &str); 12] = [
    ("a = ", "[", ""),
    ("a = ", "{a=", ""),
    ("", "a.", "a = 1"),
    ("[", "a.", "a]"),
    ("[[", "a.", "a]]"),
    ("", "[[a]]\n", ""),
    ("", "[a]\n", ""),
    ("", "a = 1\n", ""),
    ("", "\0", ""),
    ("a = \"", "\\u0041", "\""),
    ("a = ", "9", ""),
    ("a = [", "1,", "]"),
];

#[test]
fn expectations_are_read_in_proportion_to_them() {
    hold(Reader::Expectations);
    holds_again_and_again(Reader::Expectations, &TOML);
    holds_of_numbered(Reader::Expectations, LONG, |number| format!("[{number:012x}]\nverdict=\"failed\"\n"));
    holds_of_numbered(Reader::Expectations, 8 * LONG, |number| format!("[{number}]\nverdict=\"\"\n"));
    holds_of_numbered(Reader::Expectations, LONG, |number| {
        format!("[{number:012x}]\nverdict=\"failed\"\nreason=\"x\"\n")
    });
}

#[test]
fn records_are_read_in_proportion_to_them() {
    hold(Reader::Record);
    holds_again_and_again(Reader::Record, &TOML);
    let text = ("fault=\"\"\ncontext=\"", "svg ", "\"");
    holds_again_and_again(Reader::Record, &[text, ("behaves_like=\"standard@", "with:x+", "\"")]);
}

#[test]
fn settings_are_read_in_proportion_to_them() {
    hold(Reader::Settings);
    holds_again_and_again(Reader::Settings, &TOML);
    holds_again_and_again(Reader::Settings, &[("engine = [", "'x',", "]"), ("timeout = '", "1s ", "'")]);
    holds_of_numbered(Reader::Settings, LONG, |number| format!("[engines.e{number}]\ncommand=['x']\n"));
}

#[test]
fn what_engines_say_is_read_in_proportion_to_it() {
    hold(Reader::Replies);
    let shapes = [
        ("", "\n", ""),
        ("", "{\n", ""),
        ("", "[", ""),
        ("{\"x\":", "[", ""),
        ("{\"id\":1,\"x\":", "{\"x\":", ""),
        ("{\"id\":", "9", "}"),
        ("{\"id\":1,\"seconds\":1e", "9", "}"),
        ("{\"id\":1,\"markup\":\"", "\\ud800", "\"}"),
        ("{\"id\":1,\"tree\":\"", "| <a>\\n", "\"}"),
        ("{\"id\":1,\"tree\":\"", "| <!-- \\n", "\"}"),
        ("{\"id\":1,\"tree\":\"", "\\n", "\"}"),
        ("{\"id\":1,\"tokens\":[", "[\"Comment\",\"\"],", "[\"Comment\",\"\"]]}"),
        ("{\"id\":1,\"tokens\":[", "[\"Character\",\"x\"],", "[\"Character\",\"x\"]]}"),
        ("{\"id\":1,\"tree\":\"\",\"errors\":[", "{\"code\":\"\"},", "{\"code\":\"\"}]}"),
        ("{\"id\":1,\"nodes\":[", "[0,\"content\"],", "[0,\"text\",\"\"]]}"),
        ("{\"id\":1,\"nodes\":[", "[0,\"text\",\"\"],", "[0,\"text\",\"\"]]}"),
        ("{\"id\":1,\"nodes\":[[0,\"element\",\"html\",\"a\",[", "[\"\",\"a\",\"\"],", "[\"\",\"a\",\"\"]]]]}"),
        ("{\"engine\":\"\",\"version\":\"\",\"language\":\"\",\"can\":[", "\"errors\",", "\"errors\"]}"),
        ("{\"id\":1,\"bytes\":\"", "A", "\"}"),
        ("{\"id\":1,\"html\":\"\",\"context\":\"", "svg ", "\"}"),
    ];
    holds_again_and_again(Reader::Replies, &shapes);
    let mut deep = String::from("{\"id\":1,\"nodes\":[");
    for depth in 0..LONG / 30 {
        deep += &format!("[{depth},\"element\",\"html\",\"a\",[]],");
    }
    deep += "[0,\"text\",\"\"]]}";
    Reader::Replies.holds(deep.as_bytes());
}

#[test]
fn archives_are_read_in_proportion_to_them() {
    let shapes = [
        ("", "WARC/1.0\r\nContent-Length: 99999999999\r\n\r\n", ""),
        ("", "WARC/1.0\r\nContent-Length: 18446744073709551615\r\n\r\n", ""),
        ("", "WARC/1.0\r\n\r\n", ""),
        ("", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n", ""),
        ("", "WARC/1.", ""),
        ("", "\r\n", ""),
        ("", "\0", ""),
        ("WARC/1.0\r\n", "a", ""),
        ("WARC/1.0\r\n", "a: b\r\n", ""),
        ("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 262144\r\n\r\nHTTP/1.1 200 OK\r\n", "a:\r\n", ""),
        ("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 262144\r\n\r\nHTTP/1.1 200 OK\r\na:", "b", ""),
    ];
    for reader in [Reader::Archive, Reader::Members] {
        hold(reader);
        holds_again_and_again(reader, &shapes);
    }
    let magic = [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03];
    for part in [&magic[..2], &magic[..3], &magic] {
        Reader::Archive.holds(&part.repeat(LONG / part.len()));
    }
    let bomb = ["WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1000000\r\n\r\n", &"<".repeat(16 << 20)].concat();
    Reader::Members.holds(bomb.as_bytes());
}
