//! The checks of a run, with their fixtures.

use crate::fixtures::{Check, Fixture, FixtureFile};
use crate::model::input::{Input, Source, Task};

/// One check of one fixture of one file.
pub(super) struct Case<'f> {
    pub(super) file: &'f FixtureFile,
    pub(super) fixture: &'f Fixture,
    pub(super) check: Check,
}

/// Every check of the files, in order.
pub(super) fn cases(files: &[FixtureFile]) -> Vec<Case<'_>> {
    let fixtures = files.iter().flat_map(|file| file.fixtures.iter().map(move |fixture| (file, fixture)));
    fixtures
        .flat_map(|(file, fixture)| {
            let checks = fixture.checks().into_iter();
            checks.map(move |check| Case { file, fixture, check })
        })
        .collect()
}

impl Case<'_> {
    /// Whether `FILE:LINE`, the description or the hash contains the text.
    pub(super) fn matches(&self, text: &str) -> bool {
        let place = format!("{}:{}", self.file.path.display(), self.fixture.line);
        let description = self.fixture.description.as_deref().unwrap_or_default();
        place.contains(text) || description.contains(text) || self.check.hash.to_string().contains(text)
    }

    /// The check in its suite, for people: `html5lib-tests/tokenizer/test1.test:12 tokens`.
    pub(super) fn name_in_suite(&self) -> String {
        let file = self.file.path.file_name().unwrap_or_default();
        format!("{}/{}:{} {}", self.file.suite, file.display(), self.fixture.line, self.check.kind)
    }

    /// What is asked, for showing; empty while there is no engine interface for it.
    pub(super) fn shown_input(&self) -> String {
        match self.check.inputs.first().map(|input| &input.source) {
            Some(Source::Text(text)) => text.to_display().into_owned(),
            Some(Source::Bytes { bytes, .. }) => bytes.escape_ascii().to_string(),
            Some(Source::Tree(tree)) => tree.dump().to_display().into_owned(),
            None => String::new(),
        }
    }

    /// How it is asked, in words; empty for a document with scripting off.
    pub(super) fn mode(&self) -> String {
        let modes: Vec<_> = self.check.inputs.iter().map(mode_of).collect();
        match modes.as_slice() {
            [off, _] => match off.split_once("scripting off") {
                Some((before, _)) => format!("{before}scripting off, then on"),
                None => off.clone(),
            },
            [only] => only.clone(),
            _ => String::new(),
        }
    }
}

fn mode_of(input: &Input) -> String {
    match &input.task {
        Task::Tree { context, scripting } => {
            let scripting = if *scripting { "on" } else { "off" };
            match context {
                Some(context) => format!("fragment in {context}, scripting {scripting}"),
                None => format!("scripting {scripting}"),
            }
        }
        Task::Tokens { initial_state, last_start_tag } => match last_start_tag {
            Some(tag) => format!("{}, after <{}>", initial_state.name(), tag.to_display()),
            None => initial_state.name().to_owned(),
        },
        Task::Encoding => "encoding".to_owned(),
        Task::Serialise(task) => {
            let scripting = if task.scripting { "on" } else { "off" };
            let what = match &task.context {
                Some(context) => format!("in {context}"),
                None => "document".to_owned(),
            };
            let (extent, shadow_roots) = (task.extent.name(), task.shadow_roots.name());
            format!("{extent} markup, {what}, shadow roots: {shadow_roots}, scripting {scripting}")
        }
    }
}
