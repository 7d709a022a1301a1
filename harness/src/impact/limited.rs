//! Examining documents within limits on memory and time, in worker processes.
//!
//! A document that ends its worker or takes too long is examined once more, alone. Then it counts as failed, and the
//! others are examined all the same.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crosscheck_standard::clauses::change::Change;

use super::difference::Kind;
use super::documents::Document;
use super::examine::Examiner;
use super::outcome::{Outcome, examine};
use super::snippets::{Snippet, snippet};
use super::worker::{self, Order, Reply};
use crate::engines::supervise::{Failure, NotStarted, Worker};
use crate::engines::{Limits, WorkerCommand};
use crate::sync::lock;

/// An examiner with worker processes, which are reused until they fail.
pub struct Limited {
    /// What examines documents.
    pub examiner: Examiner,
    limits: Limits,
    command: WorkerCommand,
    idle: Mutex<Vec<Worker<Reply>>>,
}

/// Why a document has no reply.
enum NoReply {
    Cancelled,
    Failed(String),
}

impl Limited {
    /// No worker is started yet. `worker` is the command that starts crosscheck's own.
    pub fn new(examiner: Examiner, limits: Limits, worker: &WorkerCommand) -> Self {
        let command = worker::command(&examiner, &limits, worker);
        Self { examiner, limits, command, idle: Mutex::default() }
    }

    /// Examines documents, and returns the outcomes in order. If `cancel` is set, those that are missing at the end were
    /// not examined.
    pub(super) fn examine(&self, documents: Vec<Document>, cancel: &AtomicBool) -> Vec<Outcome> {
        let mut session = Session::new(self, &documents, None, cancel);
        let mut replies = Vec::new();
        for (index, document) in documents.iter().enumerate() {
            replies.push(match worker::is_for_worker(document) {
                false => None,
                true => match session.reply(index) {
                    Ok(reply) => Some(reply),
                    Err(NoReply::Failed(why)) => Some(Reply::Failed(format!("{}: {why}", document.name))),
                    Err(NoReply::Cancelled) => break,
                },
            });
        }
        session.end();
        let outcomes = documents.into_iter().zip(replies).map(|(document, reply)| match reply {
            Some(reply) => reply.outcome(document),
            None => examine(document, &self.examiner),
        });
        outcomes.collect()
    }

    /// Makes a small document on which a change makes a difference of a kind.
    pub(super) fn snippet(
        &self,
        change: Change,
        kind: Kind,
        document: &Document,
        cancel: &AtomicBool,
    ) -> Option<Snippet> {
        if !worker::is_for_worker(document) {
            return snippet(&self.examiner, change, kind, document);
        }
        let documents = std::slice::from_ref(document);
        let mut session = Session::new(self, documents, Some((kind, change)), cancel);
        let reply = session.reply(0).ok();
        session.end();
        reply?.snippet(&self.examiner, kind, change, document)
    }

    fn start(&self, cancelled: &dyn Fn() -> bool) -> Result<Worker<Reply>, NoReply> {
        Worker::start(&self.command, self.limits.startup, cancelled).map_err(|error| match error {
            NotStarted::Spawn { program, error } => NoReply::Failed(format!("cannot start `{program}`: {error}")),
            NotStarted::NotIntroduced(failure) => self.no_reply(failure),
        })
    }

    fn no_reply(&self, failure: Failure) -> NoReply {
        NoReply::Failed(match failure {
            Failure::Cancelled => return NoReply::Cancelled,
            Failure::Died(how) => how,
            Failure::Nonsense(what) => format!("its worker sent nonsense: {what}"),
            Failure::Silent => format!("not examined within {:?}", self.limits.timeout),
        })
    }
}

/// How much longer than examining it making a document small may take.
const SNIPPET: u32 = 12;

/// Documents that a worker is sent, and replies to one after the other.
struct Session<'l> {
    limited: &'l Limited,
    documents: &'l [Document],
    /// What small document is to be made of them; `None` to examine them.
    snippet: Option<(Kind, Change)>,
    cancel: &'l AtomicBool,
    /// How many of them are sent.
    sent: usize,
    worker: Option<Worker<Reply>>,
}

impl<'l> Session<'l> {
    fn new(
        limited: &'l Limited,
        documents: &'l [Document],
        snippet: Option<(Kind, Change)>,
        cancel: &'l AtomicBool,
    ) -> Self {
        Self { limited, documents, snippet, cancel, sent: 0, worker: None }
    }

    /// The reply about a document, after those about the documents before it.
    fn reply(&mut self, index: usize) -> Result<Reply, NoReply> {
        match self.attempt(index, self.documents.len()) {
            Err(NoReply::Failed(_)) => {}
            done => return done,
        }
        let again = self.attempt(index, index + 1);
        if again.is_err() {
            self.sent = index + 1;
        }
        again
    }

    /// Sends the documents before `end` that are not sent yet, and waits for the reply about one. After a failure the
    /// worker is gone, and the documents from this one on are to be sent again.
    fn attempt(&mut self, index: usize, end: usize) -> Result<Reply, NoReply> {
        let cancelled = || self.cancel.load(Ordering::Relaxed);
        let idle = || lock(&self.limited.idle).pop().filter(Worker::is_idle);
        let mut worker = match self.worker.take().or_else(idle) {
            Some(worker) => worker,
            None => self.limited.start(&cancelled)?,
        };
        for document in self.documents[self.sent.max(index)..end].iter().filter(|one| worker::is_for_worker(one)) {
            worker.send(Order::lines(document, self.snippet).map_err(|error| NoReply::Failed(error.to_string()))?);
        }
        self.sent = end.max(self.sent);
        let time = self.limited.limits.timeout * if self.snippet.is_some() { SNIPPET } else { 1 };
        match worker.receive(Instant::now() + time, &cancelled) {
            Ok(reply) => {
                self.worker = Some(worker);
                Ok(reply)
            }
            Err(failure) => {
                self.sent = index;
                Err(self.limited.no_reply(failure))
            }
        }
    }

    /// Keeps the worker for others, unless it was given up.
    fn end(self) {
        if !self.cancel.load(Ordering::Relaxed) {
            lock(&self.limited.idle).extend(self.worker);
        }
    }
}
