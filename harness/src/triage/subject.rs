//! The engine whose departures are looked into.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use super::agreed::{Agreed, Document};
use super::cause::Cause;
use super::fault::fault;
use super::parting::Parting;
use super::pool::{Case, Seen};
use crate::engines::{About, Answer, Outcome};
use crate::generate::Soup;
use crate::hunt::{Panel, standard};
use crate::input::Task;
use crate::minimise::minimise;
use crate::oracles::Oracle;

/// An engine that departed.
pub(super) struct Subject<'p> {
    pub(super) panel: &'p Panel,
    pub(super) member: usize,
    pub(super) about: &'p About,
    pub(super) cancel: &'p AtomicBool,
    /// Where it was asked and did not depart.
    pub(super) agreed: RefCell<Agreed>,
}

impl Subject<'_> {
    pub(super) fn ask(&self, soup: &Soup) -> Outcome {
        self.panel.ask_one(self.member, soup, self.cancel)
    }

    /// The document with both answers, if they are not the same.
    pub(super) fn case(&self, soup: Soup, oracle: Oracle) -> Option<Case> {
        let outcome = self.ask(&soup);
        let input = soup.input();
        let standard = standard(&input)?;
        let Outcome::Answer(answer) = &outcome else {
            return None;
        };
        let departs = oracle.differ(&standard, answer);
        if !departs {
            if !matches!(answer, Answer::Unsupported(_)) {
                self.agreed.borrow_mut().add(oracle, input);
            }
            return None;
        }
        Some(Case {
            oracle,
            soup,
            input,
            standard,
            outcome,
            causes: Default::default(),
            is_vague: false,
            count: 1,
        })
    }

    /// Whether the engine agrees with the standard on a document that it can answer about.
    pub(super) fn agrees(&self, document: &Document) -> bool {
        let is_left_out = self.about.left_out(&document.input, || &document.standard);
        is_left_out.is_none()
            && match self
                .panel
                .answer(self.member, document.input.clone(), self.cancel)
            {
                Outcome::Answer(answer) => document.agrees(&answer),
                _ => false,
            }
    }

    /// How the engine parts on the shortest beginning of the document.
    pub(super) fn parting(&self, soup: &Soup, oracle: Oracle) -> Parting {
        let beginning = |length: usize| Soup {
            pieces: soup.pieces[..length].to_vec(),
            ..soup.clone()
        };
        let (mut same, mut parted) = (0, soup.pieces.len());
        let mut shortest = self.case(soup.clone(), oracle);
        while same + 1 < parted {
            let middle = same.midpoint(parted);
            match self.case(beginning(middle), oracle) {
                Some(case) => (parted, shortest) = (middle, Some(case)),
                None => same = middle,
            }
        }
        let parting = shortest.and_then(|case| Some(Parting::of(&case.seen()?, &case.standard)));
        parting.unwrap_or(Parting {
            difference: "not again".to_owned(),
            clause: None,
        })
    }

    /// The smallest document found on which the engine departs in a way that `counts`.
    pub(super) fn minimise(
        &self,
        soup: &Soup,
        oracle: Oracle,
        counts: impl Fn(&Seen<'_>) -> bool,
    ) -> Soup {
        minimise(soup, |soup| {
            let case = self.case(soup.clone(), oracle);
            case.is_some_and(|case| case.seen().is_some_and(|seen| counts(&seen)))
        })
    }

    /// The smallest document found on which the engine fails in this way.
    pub(super) fn minimise_fault(&self, soup: &Soup, cause: &Cause) -> Soup {
        minimise(soup, |soup| {
            let fault = fault(&self.ask(soup)).map(Cause::Fault);
            fault.as_ref() == Some(cause)
        })
    }
}

/// The document to be parsed alone, if it is to be serialised.
pub(super) fn parsed(soup: &Soup) -> Soup {
    let task = match &soup.task {
        Task::Serialise(task) => Task::Tree {
            context: task.context.clone(),
            scripting: task.scripting,
        },
        task => task.clone(),
    };
    Soup {
        task,
        ..soup.clone()
    }
}
