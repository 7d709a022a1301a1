//! The file formats of fuzzer corpora: reading files as inputs, and writing inputs as files.

use std::collections::BTreeSet;
use std::str;

use crosscheck_standard::wtf8::Wtf8Buf;

use crate::fixtures::Discovered;
use crate::model::input::{Context, Input, Source, Task};

crate::named! {
    /// How a file encodes an input. Text files are WTF-8, which is UTF-8 for text without lone surrogates.
    CorpusForm {
        Document "document" "The text of a document."
        Fragment "fragment" "A line with the context element in html5lib's notation, then the text of the fragment."
        Bytes "bytes" "The bytes of a document, whose encoding is detected."
    }
}

impl CorpusForm {
    /// The input in a file, to be parsed with scripting disabled. `None` if the file is not of this form.
    pub fn read(self, file: &[u8]) -> Option<Input> {
        let (context, source) = match self {
            Self::Document => (None, text(file)?),
            Self::Fragment => {
                let line = file.iter().position(|byte| *byte == b'\n')?;
                let context: Context = str::from_utf8(&file[..line]).ok()?.parse().ok()?;
                (Some(context), text(&file[line + 1..])?)
            }
            Self::Bytes => (None, Source::Bytes { bytes: file.to_vec(), encoding: None }),
        };
        Some(Input { source, task: Task::Tree { context, scripting: false } })
    }

    /// The file for the source of an input, for any task; `None` if it does not fit this form. The scripting flag and
    /// the encoding of the transport layer are lost.
    pub fn write(self, input: &Input) -> Option<Vec<u8>> {
        let context = match &input.task {
            Task::Tree { context, .. } => context.as_ref(),
            _ => None,
        };
        match (self, &input.source, context) {
            (Self::Document, Source::Text(text), None) => Some(text.as_bytes().to_vec()),
            (Self::Fragment, Source::Text(text), Some(context)) => {
                Some([format!("{context}\n").as_bytes(), text.as_bytes()].concat())
            }
            (Self::Bytes, Source::Bytes { bytes, .. }, None) => Some(bytes.clone()),
            _ => None,
        }
    }
}

fn text(wtf8: &[u8]) -> Option<Source> {
    Wtf8Buf::from_wtf8(wtf8.to_vec()).ok().map(Source::Text)
}

/// The files of this form that the inputs of suites make, each once.
pub fn files_of_suites(suites: &Discovered, form: CorpusForm) -> BTreeSet<Vec<u8>> {
    let fixtures = suites.files.iter().flat_map(|file| &file.fixtures);
    fixtures
        .flat_map(|fixture| fixture.checks())
        .flat_map(|check| check.inputs)
        .filter_map(|input| form.write(&input))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::generate::Generator;

    fn context(input: &Input) -> Option<&Context> {
        match &input.task {
            Task::Tree { context, .. } => context.as_ref(),
            _ => None,
        }
    }

    #[test]
    fn every_document_is_written_in_one_form_and_reads_as_the_same() {
        for generator in [Generator::Soup, Generator::Fragments, Generator::Bytes] {
            for case in generator.documents(1).take(500) {
                let input = case.input();
                let written = |form: CorpusForm| form.write(&input).map(|file| (form, file));
                let files: Vec<_> = CorpusForm::ALL.into_iter().filter_map(written).collect();
                let [(form, file)] = files.as_slice() else {
                    panic!("{input:?} as {files:?}");
                };
                let read = form.read(file).expect("it was written");
                assert_eq!(form.write(&read).as_ref(), Some(file));
                assert_eq!(context(&read), context(&input));
                if let Source::Text(_) = &input.source {
                    assert_eq!(read.source, input.source);
                }
            }
        }
    }

    #[test]
    fn what_stands_for_nothing_is_refused() {
        for file in [&b"td"[..], b"td td td\nx", b"\nx", b"\xFF\nx", b"td\n\xFF"] {
            assert_eq!(CorpusForm::Fragment.read(file), None, "{file:?}");
        }
        assert_eq!(CorpusForm::Document.read(b"\xFF"), None);
        let lone_surrogate = b"\xED\xA0\x80";
        assert!(CorpusForm::Document.read(lone_surrogate).is_some());
    }
}
