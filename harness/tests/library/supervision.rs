//! What becomes of a run when an engine's process misbehaves. The engines are shell scripts here: any command will do.
#![cfg(unix)]

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{ask, dump, limits, pool, worker};
use crosscheck::engines::faulty::TRIGGER;
use crosscheck::engines::{Limits, Pool, WorkerCommand};
use crosscheck::model::answer::{Answer, Outcome};
use crosscheck::model::input::Input;
use rustix::process::{Pid, test_kill_process};

/// Introduces itself; `read_question` reads a question and leaves its number in `id`, `answer` answers it.
const PRELUDE: &str = r#"
hello() { echo '{"engine":"sh","version":"1","language":"sh","can":["document"]}'; }
read_question() { read -r line && id=${line#*:} && id=${id%%,*}; }
answer() { echo "{\"id\":$1,\"tree\":\"| <html>\"}"; }
read -r line
"#;

/// A pool of engines that run this script after the prelude.
fn script(script: &str, limits: Limits, jobs: usize) -> Pool {
    let command = ["sh", "-c", &format!("{PRELUDE}\n{script}")].map(str::to_owned);
    let command = WorkerCommand::in_folder(&command, ".".as_ref());
    Pool::of_command("script", command, limits, jobs)
}

fn documents(count: usize) -> Vec<Input> {
    (0..count).map(|number| Input::document(format!("<p>{number}"))).collect()
}

fn is_answered(outcome: &Outcome) -> bool {
    dump(outcome) == "| <html>"
}

fn impatient() -> Limits {
    Limits { timeout: Duration::from_millis(400), startup: Duration::from_millis(400), ..limits() }
}

/// The reason no worker can be started.
fn unavailable(pool: &Pool) -> String {
    let error = pool.ask(&documents(3), &mut |_, _| (), &AtomicBool::new(false));
    error.expect_err("it cannot be started").reason
}

/// What the outcomes are for these inputs when all else is answered.
fn lost(pool: &Pool, inputs: &[Input]) -> Vec<(usize, Outcome)> {
    let (outcomes, _) = ask(pool, inputs);
    let outcomes = outcomes.into_iter().enumerate();
    outcomes.filter(|(_, outcome)| !is_answered(outcome)).collect()
}

fn says_nonsense(outcome: &Outcome, words: &str) {
    match outcome {
        Outcome::ProtocolError(what) => assert!(what.contains(words), "{what}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_in_any_language_is_asked() {
    let pool = script("hello; while read_question; do answer $id; done", limits(), 2);
    assert_eq!(pool.about().unwrap().language, "sh");
    assert_eq!(lost(&pool, &documents(200)), []);
    let (_, stats) = ask(&pool, &documents(1));
    assert!(!stats.engine_time.is_zero(), "the engine does not say its time, so it is measured");
    let (outcomes, _) = ask(&pool, &[]);
    assert_eq!(outcomes, []);
}

#[test]
fn what_it_does_not_claim_it_is_not_asked() {
    let pool = script("hello; while read_question; do answer $id; done", limits(), 1);
    let mut scripting = Input::document("x");
    if let crosscheck::model::input::Task::Tree { scripting, .. } = &mut scripting.task {
        *scripting = true;
    }
    let (outcomes, stats) = ask(&pool, &[scripting, Input::document("x")]);
    assert_eq!(outcomes[0], Outcome::Answer(Answer::Unsupported("scripting".to_owned())));
    assert!(is_answered(&outcomes[1]));
    assert_eq!(stats.restarts, 0);
}

#[test]
fn answers_may_come_in_any_order() {
    let reversed = "hello; while read_question; do first=$id; read_question; answer $id; answer $first; done";
    assert_eq!(lost(&script(reversed, limits(), 1), &documents(20)), []);
}

#[test]
fn several_questions_together_may_take_longer_than_one() {
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("once");
    let pool = script(
        &format!(
            "hello; while read_question; do [ -e '{0}' ] || {{ : > '{0}'; sleep 60; }}; answer $id; done",
            once.display()
        ),
        impatient(),
        1,
    );
    let (outcomes, stats) = ask(&pool, &documents(6));
    assert!(outcomes.iter().all(is_answered), "asked alone each is answered in time: {outcomes:#?}");
    assert_eq!(stats.restarts, 1);
}

#[test]
fn answers_to_no_open_question_are_nonsense() {
    let wrong = "hello; while read_question; do case $line in *'>5\"'*) answer 999;; *) answer $id;; esac; done";
    let lost = lost(&script(wrong, limits(), 1), &documents(12));
    assert_eq!(lost.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [5]);
    says_nonsense(&lost[0].1, "question 999");
}

#[test]
fn an_answer_given_twice_is_noticed() {
    let twice = "hello; while read_question; do answer $id; case $line in *'>5\"'*) answer $id;; esac; done";
    let lost = lost(&script(twice, limits(), 1), &documents(12));
    assert_eq!(lost.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [6], "the next one is open by then");
    says_nonsense(&lost[0].1, "which is not open");
}

#[test]
fn a_line_too_long_is_nonsense_and_is_not_kept() {
    let long = "hello; while read_question; do case $line in *'>1\"'*) head -c 70000000 /dev/zero | tr '\\0' x;; \
                *) answer $id;; esac; done";
    let lost = lost(&script(long, limits(), 1), &documents(3));
    assert_eq!(lost.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1]);
    says_nonsense(&lost[0].1, "longer than 64 MiB");
}

#[test]
fn a_line_cut_short_is_noticed() {
    let cut =
        "hello; while read_question; do case $line in *'>1\"'*) printf '{\"id\":'; exit;; *) answer $id;; esac; done";
    let lost = lost(&script(cut, limits(), 1), &documents(3));
    assert_eq!(lost.len(), 1);
    says_nonsense(&lost[0].1, "in the middle of a line");
}

#[test]
fn a_death_is_told_with_its_status_and_last_words() {
    let dying = "hello; while read_question; do case $line in *'>1\"'*) echo 'first words' >&2; \
                 echo 'last words' >&2; exit 7;; *) answer $id;; esac; done";
    let lost = lost(&script(dying, limits(), 1), &documents(8));
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].0, 1);
    assert_eq!(lost[0].1, Outcome::Crashed("exit status: 7; first words\nlast words".to_owned()));
    let wordy = "hello; read_question; seq 12 >&2; exit 7";
    let (outcomes, _) = ask(&script(wordy, limits(), 1), &documents(1));
    let last = "exit status: 7; 5\n6\n7\n8\n9\n10\n11\n12";
    assert_eq!(outcomes, [Outcome::Crashed(last.to_owned())]);
}

#[test]
fn much_on_stderr_and_much_to_read_blocks_nobody() {
    let talkative = "hello; while read_question; do head -c 300000 /dev/zero | tr '\\0' 'x' >&2; answer $id; done";
    let inputs: Vec<_> = (0..20).map(|_| Input::document("<p>".repeat(200_000))).collect();
    assert_eq!(lost(&script(talkative, limits(), 1), &inputs), []);
}

#[test]
fn an_engine_that_closes_its_stdout_is_given_up() {
    let closing =
        "hello; while read_question; do case $line in *'>1\"'*) exec >&-; sleep 60;; *) answer $id;; esac; done";
    let start = Instant::now();
    let lost = lost(&script(closing, limits(), 1), &documents(3));
    assert_eq!(lost, [(1, Outcome::Crashed("it closed stdout without exiting".to_owned()))]);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_engine_that_cannot_start_is_unavailable() {
    let command = WorkerCommand::new("/no/such/program");
    let reason = unavailable(&Pool::of_command("none", command, limits(), 2));
    assert!(reason.contains("cannot start `/no/such/program`"), "{reason}");
    let reason = unavailable(&script("echo 'no luck' >&2; exit 4", limits(), 2));
    assert_eq!(reason, "its process ended at startup: exit status: 4; no luck");
    let reason = unavailable(&script("sleep 60", impatient(), 2));
    assert_eq!(reason, "it sent no introduction within 400ms");
    let reason = unavailable(&script("echo hello", limits(), 2));
    assert!(reason.contains("in the line \"hello\""), "{reason}");
}

#[test]
fn an_engine_that_cannot_start_again_keeps_what_it_answered() {
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("once");
    let script = script(
        &format!(
            "[ -e '{0}' ] && exit 5; : > '{0}'; hello; while read_question; do case $line in *'>4\"'*) exit 6;; *) \
             answer $id;; esac; done",
            once.display()
        ),
        limits(),
        1,
    );
    let mut answered = 0;
    let result = script.ask(&documents(9), &mut |_, _| answered += 1, &AtomicBool::new(false));
    assert_eq!(answered, 4);
    assert!(result.unwrap_err().reason.contains("exit status: 5"));
}

#[test]
fn cancelling_ends_a_hang_at_once() {
    let cancel = AtomicBool::new(false);
    let start = Instant::now();
    let patient = Limits { timeout: Duration::from_secs(600), ..limits() };
    let pool = pool("faulty:never-answers", patient, 2);
    let mut inputs = documents(10);
    inputs[3] = Input::document(TRIGGER);
    let mut outcomes = 0;
    let stats = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            cancel.store(true, Ordering::Relaxed);
        });
        pool.ask(&inputs, &mut |_, _| outcomes += 1, &cancel).unwrap()
    });
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(stats.outcomes, outcomes);
    assert!(outcomes < 10);
    // The pool is still good for what comes next.
    let (outcomes, _) = ask(&pool, &documents(2));
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Answer(_))));
}

/// How many bytes a file has, or will have soon: whether it still grows.
fn grows(file: &Path) -> bool {
    let length = || std::fs::metadata(file).map_or(0, |metadata| metadata.len());
    let before = length();
    thread::sleep(Duration::from_millis(300));
    length() > before
}

#[test]
fn what_an_engine_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("beats");
    let pool = script(
        &format!(
            "(while :; do echo >> '{}'; sleep 0.05; done) & hello; while read_question; do answer $id; done",
            file.display()
        ),
        limits(),
        1,
    );
    assert_eq!(lost(&pool, &documents(2)), []);
    assert!(grows(&file));
    drop(pool);
    assert!(!grows(&file));
}

/// What is not reaped can still be sent signals.
#[test]
fn what_was_lost_is_reaped() {
    for fault in ["kill -KILL $$", "kill -STOP $$", "exec >&-; sleep 60", "exit 3"] {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let faulty = format!(
            "echo $$ >> '{}'; hello; while read_question; do case $line in *'>1\"'*) {fault};; *) answer $id;; esac; \
             done",
            pids.display()
        );
        let pool = script(&faulty, impatient(), 1);
        assert_eq!(lost(&pool, &documents(3)).len(), 1, "{fault}");
        // The last one lives, and waits for more to do.
        let pids = std::fs::read_to_string(&pids).unwrap();
        let mut pids: Vec<&str> = pids.lines().collect();
        assert!(pids.pop().is_some_and(is_there), "{fault}");
        assert_eq!(pids.len(), 2, "asked with others, and alone: {fault}");
        assert!(!pids.into_iter().any(is_there), "{fault}");
    }
}

fn is_there(pid: &str) -> bool {
    let pid = Pid::from_raw(pid.parse().unwrap()).unwrap();
    test_kill_process(pid).is_ok()
}

#[test]
fn a_worker_without_a_parent_ends_though_its_engine_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let questions = folder.path().join("questions");
    std::fs::write(&questions, format!("{{\"id\":1,\"html\":\"{TRIGGER}\"}}\n")).unwrap();
    let mut shell = Command::new("sh");
    let script = r#""$0" worker --engine faulty:never-answers < "$1" & sleep 1; echo gone"#;
    let arguments: [OsString; 4] = ["-c".into(), script.into(), worker().program.into(), questions.into()];
    let mut parent = shell.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = parent.stdout.take().unwrap();
    assert!(parent.wait().unwrap().success());
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        // Ends when the worker, the last to hold the pipe, has ended.
        let _ = stdout.read_to_string(&mut text);
        let _ = sender.send(text);
    });
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)).as_deref(), Ok("gone\n"));
}

#[test]
fn a_worker_tells_nonsense_of_its_parent() {
    for (questions, words) in [
        ("nonsense\n", "stdin, line 1"),
        ("{\"hello\":1}\n{\"hello\":2}\n", "stdin, line 2"),
        ("{\"hello\":1}", "in the middle of a line"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions");
        std::fs::write(&file, questions).unwrap();
        let output = Command::new(worker().program)
            .args(["worker", "--engine", "html5ever"])
            .stdin(std::fs::File::open(&file).unwrap())
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(words), "{stderr}");
    }
}
