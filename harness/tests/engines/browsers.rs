//! Browsers as engines: what of their answers the page has a hand in, and what becomes of a run when one dies or hangs.
//!
//! A browser that is not installed is left out, unless `CROSSCHECK_REQUIRE_ENGINES` names it.

use crate::common::{ask, dump, limits, pool};
use crate::support::{asserting, skipped};
use crosscheck::engines::{EngineKind, EngineSpec, all, check};
use crosscheck::model::answer::{Answer, Outcome};
use crosscheck::model::input::{Context, Input, Task};
use crosscheck::model::tree::Namespace;
use libtest_mimic::Trial;

/// Names engines that must be there, separated by commas.
const REQUIRED: &str = "CROSSCHECK_REQUIRE_ENGINES";

type Test = fn(&EngineSpec);

/// What is tested of every browser.
const TESTS: &[(&str, Test)] = &[
    ("what every engine must get right", smoke),
    ("trees are as the standard has them", trees),
    ("a hundred thousand characters are one text", long_text),
    ("nothing that is parsed runs", nothing_runs),
    #[cfg(target_os = "linux")]
    ("killed, it costs one verdict", ending::killed),
    #[cfg(target_os = "linux")]
    ("stopped, it costs no verdict", ending::stopped),
    #[cfg(target_os = "linux")]
    ("when crosscheck is killed nothing is left of it", ending::abandoned),
];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let required = std::env::var(REQUIRED).unwrap_or_default();
    let mut trials = Vec::new();
    for spec in all() {
        if spec.kind != EngineKind::Browser {
            continue;
        }
        let is_required = required.split(',').any(|name| name == spec.name);
        for &(name, test) in TESTS {
            let name = format!("{}: {name}", spec.name);
            let trial = match spec.remedy() {
                None => {
                    let spec = spec.clone();
                    asserting(name, move || test(&spec))
                }
                Some(remedy) if is_required => {
                    let remedy = remedy.to_owned();
                    Trial::test(name, || Err(remedy.into()))
                }
                Some(remedy) => skipped(name, remedy),
            };
            trials.push(trial);
        }
    }
    trials
}

fn scripting(mut input: Input) -> Input {
    if let Task::Tree { scripting, .. } = &mut input.task {
        *scripting = true;
    }
    input
}

fn fragment(namespace: Namespace, name: &str, text: &str) -> Input {
    Input {
        task: Task::Tree { context: Some(Context { namespace, local_name: name.to_owned() }), scripting: false },
        ..Input::document(text)
    }
}

fn smoke(spec: &EngineSpec) {
    let pool = pool(&spec.name, limits(), 1);
    let about = pool.about().unwrap_or_else(|error| panic!("{error}"));
    let mut questions = check::questions();
    questions.retain(|question| question.lacking(&about).is_none());
    let inputs: Vec<Input> = questions.iter().map(|question| question.input.clone()).collect();
    let (outcomes, stats) = ask(&pool, &inputs);
    for (question, outcome) in questions.iter().zip(&outcomes) {
        let is_right = matches!(outcome, Outcome::Answer(answer) if question.is_answered_by(answer));
        assert!(is_right, "{}: {}", question.name, dump(outcome));
    }
    assert_eq!(stats.restarts, 0);
}

fn trees(spec: &EngineSpec) {
    let clobbering =
        "<form><input name=firstChild><input name=nextSibling><input name=attributes><input name=nodeType></form>";
    let clobbered = "| <form>\n|   <input>\n|     name=\"firstChild\"\n|   <input>\n|     name=\"nextSibling\"\n\
                     |   <input>\n|     name=\"attributes\"\n|   <input>\n|     name=\"nodeType\"";
    let named = "<img name=open><img name=close>";
    let body = "| <html>\n|   <head>\n|   <body>";
    let images = format!("{body}\n|     <img>\n|       name=\"open\"\n|     <img>\n|       name=\"close\"");
    let doctype = format!("| <!DOCTYPE a \"b\" \"c\">\n| <!-- d -->\n{body}");
    let questions = [
        (fragment(Namespace::Html, "div", clobbering), clobbered),
        (scripting(Input::document(named)), &images),
        (
            scripting(Input::document("<meta http-equiv=refresh content=0>")),
            "| <html>\n|   <head>\n|     <meta>\n|       content=\"0\"\n|       http-equiv=\"refresh\"\n|   <body>",
        ),
        (scripting(Input::document("")), body),
        (Input::document("<!DOCTYPE a PUBLIC 'b' 'c'><!--d-->"), &doctype),
        (scripting(Input::document("<!DOCTYPE a PUBLIC 'b' 'c'><!--d-->")), &doctype),
        (fragment(Namespace::Html, "template", "<tr><td>x"), "| <tr>\n|   <td>\n|     \"x\""),
        (fragment(Namespace::Html, "div", "<template>x"), "| <template>\n|   content\n|     \"x\""),
        (fragment(Namespace::Html, "script", "\r&amp;<b>"), "| \"\n&amp;<b>\""),
        (fragment(Namespace::Html, "style", "\r&amp;<b>"), "| \"\n&amp;<b>\""),
        (fragment(Namespace::Svg, "foreignObject", "<p>x"), "| <p>\n|   \"x\""),
        (fragment(Namespace::MathMl, "mi", "<p>x"), "| <p>\n|   \"x\""),
        (
            fragment(Namespace::Html, "p", "<svg xlink:href=1 xml:lang=2 xmlns:xlink=3 viewbox=4 a:b=5><style>x"),
            "| <svg svg>\n|   a:b=\"5\"\n|   viewBox=\"4\"\n|   xlink href=\"1\"\n|   xml lang=\"2\"\n|   xmlns xlink=\"3\"\n\
             |   <svg style>\n|     \"x\"",
        ),
        (fragment(Namespace::Html, "p", "<noscript><b>"), "| <noscript>\n|   <b>"),
        (scripting(fragment(Namespace::Html, "p", "<noscript><b>")), "| <noscript>\n|   \"<b>\""),
        (
            Input::document("<template shadowrootmode=open>"),
            "| <html>\n|   <head>\n|     <template>\n|       shadowrootmode=\"open\"\n|       content\n|   <body>",
        ),
    ];
    let inputs: Vec<Input> = questions.iter().map(|(input, _)| input.clone()).collect();
    // Once more, as what came before must not matter.
    let twice = [&inputs[..], &inputs[..]].concat();
    let (outcomes, stats) = ask(&pool(&spec.name, limits(), 1), &twice);
    let expected = questions.iter().chain(&questions);
    for ((input, expected), outcome) in expected.zip(&outcomes) {
        // One whose fragments always have scripting says so.
        let without = |reason: &str| reason.starts_with("scripting off: ");
        if matches!(outcome, Outcome::Answer(Answer::Unsupported(reason)) if without(reason)) {
            assert_eq!(*input, fragment(Namespace::Html, "p", "<noscript><b>"));
            continue;
        }
        assert_eq!(dump(outcome), **expected, "{input:?}");
    }
    assert_eq!(stats.restarts, 0);
}

/// Blink and WebKit part texts at 65,536 code units.
fn long_text(spec: &EngineSpec) {
    let text = "x".repeat(100_000);
    let (outcomes, _) = ask(&pool(&spec.name, limits(), 1), &[Input::document(text.as_str())]);
    let expected = format!("| <html>\n|   <head>\n|   <body>\n|     \"{text}\"");
    assert!(dump(&outcomes[0]) == expected);
}

/// Were any of this to run, the page would answer otherwise, or never.
fn nothing_runs(spec: &EngineSpec) {
    let attempts = [
        "<script>for (;;);</script>",
        "<script src='data:text/javascript,for (;;);'></script>",
        "<svg onload='for (;;);'>",
        "<img src=x onerror='for (;;);'>",
        "<body onload='for (;;);'>",
        "<iframe src='javascript:for (;;);'></iframe>",
        "<iframe srcdoc='<script>for (;;);</script>'></iframe>",
        "<meta http-equiv=refresh content='0;javascript:for (;;);'>",
        "<object data='javascript:for (;;);'></object>",
        "<link rel=stylesheet href='http://a.test/'><script>for (;;);</script>",
    ];
    let both = |text: &&str| [Input::document(*text), scripting(Input::document(*text))];
    // Many, so that what comes late comes in time.
    let inputs: Vec<Input> = attempts.iter().flat_map(both).collect();
    let pool = pool(&spec.name, limits(), 1);
    for _ in 0..20 {
        let (outcomes, stats) = ask(&pool, &inputs);
        for (input, outcome) in inputs.iter().zip(&outcomes) {
            assert!(matches!(outcome, Outcome::Answer(_)), "{input:?}: {outcome:?}");
        }
        assert_eq!(stats.restarts, 0);
    }
}

/// Ends that a browser may come to. The processes are found where Linux tells of them.
#[cfg(target_os = "linux")]
mod ending {
    use std::fs;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    use crosscheck::engines::{Limits, Pool};

    use super::*;
    use crate::common::worker;

    /// How long it may take until nothing is left over.
    const SOON: Duration = Duration::from_secs(5);

    /// The worker of a browser: a child of this process, or of another.
    struct Watched {
        worker: i32,
        folder: PathBuf,
    }

    /// The fields of a process's line in /proc from its state on: state, parent, group.
    fn status(process: i32) -> Option<(char, i32, i32)> {
        let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let mut fields = line.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?.chars().next()?;
        let mut number = || fields.next()?.parse().ok();
        Some((state, number()?, number()?))
    }

    fn processes() -> Vec<i32> {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter_map(|name| name.parse().ok()).collect()
    }

    impl Watched {
        /// The worker that has this in its environment. It is not its guard.
        fn find(mark: &str) -> Option<Self> {
            let said = |process: i32, file: &str| fs::read_to_string(format!("/proc/{process}/{file}")).ok();
            processes().into_iter().find_map(|process| {
                if said(process, "cmdline")?.split('\0').nth(1) == Some("guard") {
                    return None;
                }
                let environment = said(process, "environ")?;
                let mut variables = environment.split('\0');
                let folder = variables.clone().find_map(|v| v.strip_prefix("TMPDIR="))?;
                let leads = status(process).is_some_and(|(_, _, group)| group == process);
                (leads && variables.any(|variable| variable == mark))
                    .then(|| Self { worker: process, folder: folder.into() })
            })
        }

        /// The browser's processes.
        fn browser(&self) -> Vec<i32> {
            let mut processes = processes();
            processes.retain(|&process| {
                process != self.worker && status(process).is_some_and(|(_, _, group)| group == self.worker)
            });
            processes
        }

        fn signal_browser(&self, signal: Signal) {
            for process in self.browser() {
                // It may have ended with another.
                let _ = kill_process(Pid::from_raw(process).unwrap(), signal);
            }
        }

        /// `zombies` tells whether they count.
        fn nothing_is_left(&self, zombies: bool) {
            let deadline = Instant::now() + SOON;
            let counts = |&process: &i32| status(process).is_some_and(|(state, ..)| zombies || state != 'Z');
            let is_left = || {
                let processes = self.browser().into_iter().chain([self.worker]);
                let processes: Vec<_> = processes.filter(counts).collect();
                (!processes.is_empty() || self.folder.exists()).then_some(processes)
            };
            while let Some(processes) = is_left() {
                let folder = self.folder.display();
                assert!(Instant::now() < deadline, "{processes:?}, {folder}");
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Asks about many documents, and sends the browser a signal when some are answered. Gives what was not answered.
    fn signalled(spec: &EngineSpec, signal: Signal) -> Vec<Outcome> {
        let mark = format!("{}-{}", spec.name, fastrand::u64(..));
        let mut command = worker();
        command.environment.push(("MARK".into(), mark.clone().into()));
        let impatient = Limits { timeout: Duration::from_secs(2), ..limits() };
        let pool = Pool::new(spec, impatient, 1, command);
        let inputs: Vec<Input> = (0..5_000).map(|n| Input::document(format!("<p>{n}"))).collect();
        let mut answered = 0;
        let mut watched = None;
        let mut unanswered = Vec::new();
        let mut take = |index: usize, outcome: Outcome| {
            match outcome {
                Outcome::Answer(_) => assert!(dump(&outcome).ends_with(&format!("\"{index}\""))),
                fault => unanswered.push(fault),
            }
            answered += 1;
            if answered == 1_000 {
                let first = Watched::find(&format!("MARK={mark}")).expect("the worker is there");
                assert!(!first.browser().is_empty());
                first.signal_browser(signal);
                watched = Some(first);
            }
        };
        let stats = pool.ask(&inputs, &mut take, &AtomicBool::new(false)).unwrap();
        assert_eq!((stats.outcomes, stats.restarts), (inputs.len(), 1));
        watched.expect("it was signalled").nothing_is_left(true);
        let second = Watched::find(&format!("MARK={mark}")).expect("another has taken its place");
        drop(pool);
        second.nothing_is_left(true);
        unanswered
    }

    pub(super) fn killed(spec: &EngineSpec) {
        match &signalled(spec, Signal::KILL)[..] {
            [Outcome::Crashed(how)] => assert!(how.contains("the engine answered"), "{how}"),
            unanswered => panic!("{unanswered:?}"),
        }
    }

    pub(super) fn stopped(spec: &EngineSpec) {
        // Asked alone each is answered in time.
        assert_eq!(signalled(spec, Signal::STOP), []);
    }

    /// When crosscheck itself is killed, the browser goes with it.
    pub(super) fn abandoned(spec: &EngineSpec) {
        let folder = tempfile::tempdir().unwrap();
        let fixtures = folder.path().join("many.dat");
        let fixture = |n| {
            format!("#data\n<p>{n}\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"{n}\"\n")
        };
        let text: Vec<String> = (0..50_000).map(fixture).collect();
        fs::write(&fixtures, text.join("\n")).unwrap();
        let mark = format!("{}-{}", spec.name, fastrand::u64(..));
        let mut crosscheck = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
            .args(["run", "--no-expectations", "--engine", &spec.name])
            .arg(&fixtures)
            .env("MARK", &mark)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        let watched = loop {
            let found = Watched::find(&format!("MARK={mark}"));
            if let Some(watched) = found.filter(|watched| !watched.browser().is_empty()) {
                break watched;
            }
            assert!(Instant::now() < deadline, "no browser was started");
            thread::sleep(Duration::from_millis(20));
        };
        crosscheck.kill().unwrap();
        crosscheck.wait().unwrap();
        // Whoever inherits them has to reap them.
        watched.nothing_is_left(false);
    }
}
